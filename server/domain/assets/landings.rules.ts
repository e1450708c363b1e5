import type { LandingStatusName, LandingTemplateName } from '#contracts/vocabulary/landing-pages.ts';
import { isListed } from '../dictionaries.ts';
import type { FieldFault } from '../refusal.ts';

export type LandingStatus = LandingStatusName;

/** A draft goes online; what was online is online or offline from then on. */
const moves: Readonly<Record<LandingStatus, readonly LandingStatus[]>> = {
  draft: ['online'],
  online: ['offline'],
  offline: ['online'],
};

export const mayBecome = (from: LandingStatus, to: LandingStatus): boolean => from === to || moves[from].includes(to);

/** Templates that begin with an episode. */
export const hasEpisode = (template: LandingTemplateName, biz: 'dj' | 'ec'): boolean =>
  biz === 'dj' && (template === 'list' || template === 'player');

/** What is wrong with values that depend on each other, or on dictionaries. `episodes`: of the drama; null for a product. */
export function landingFaults({
  template,
  start_episode,
  language,
  country,
  episodes,
}: {
  template: LandingTemplateName;
  start_episode: number | null;
  language: string;
  country: string | null;
  episodes: number | null;
}): FieldFault[] {
  const isStarting = hasEpisode(template, episodes === null ? 'ec' : 'dj');
  return [
    ...(start_episode !== null && !isStarting ? [{ field: 'start_episode', rule: 'noEpisode' }] : []),
    ...(start_episode !== null && isStarting && start_episode > (episodes ?? 0)
      ? [{ field: 'start_episode', rule: 'episode', params: { limit: episodes ?? 0 } }]
      : []),
    ...(isListed('languages', language) ? [] : [{ field: 'language', rule: 'enum' }]),
    ...(country === null || isListed('countries', country) ? [] : [{ field: 'country', rule: 'enum' }]),
  ];
}

const SLUG_MAX = 80;

/** A slug made of texts: lower case, everything else a dash. */
export function slugOf(...parts: string[]): string {
  const text = parts
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX)
    .replace(/^-+|-+$/g, '');
  return text === '' ? 'page' : text;
}

/** Former slugs once the page has another one: the last before it is added, and the present one is none of them. */
export const oldSlugsAfter = (old: readonly string[], before: string, after: string): string[] =>
  before === after ? [...old] : [...new Set([...old, before])].filter((slug) => slug !== after);

const TITLE_MAX = 80;

/** At most as long as a title may be, by characters. */
export const titleFrom = (name: string): string => [...name].slice(0, TITLE_MAX).join('');

export const urlOf = (domain: string, slug: string): string => `https://${domain}/${slug}`;

export const taggedUrl = (url: string, tags: string): string => `${url}?${tags}`;
