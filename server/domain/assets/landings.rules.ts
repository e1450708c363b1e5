import type { LandingStatusName, LandingTemplateName } from '#contracts/vocabulary/landing-pages.ts';
import { isListed } from '../dictionaries.ts';
import type { FieldFault } from '../refusal.ts';

export type LandingStatus = LandingStatusName;

/** A draft can only go online; from then on a page is online or offline. */
const ALLOWED_CHANGES: Readonly<Record<LandingStatus, readonly LandingStatus[]>> = {
  draft: ['online'],
  online: ['offline'],
  offline: ['online'],
};

export const canBecome = (from: LandingStatus, to: LandingStatus): boolean => from === to || ALLOWED_CHANGES[from].includes(to);

/** Templates that start with an episode. */
export const hasEpisode = (template: LandingTemplateName, biz: 'dj' | 'ec'): boolean =>
  biz === 'dj' && (template === 'list' || template === 'player');

/**
 * Faults of values that depend on each other or on dictionaries. `episodes` is the number of the drama's episodes, or null for a product.
 */
export function findLandingFaults({
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
  const startsWithEpisode = hasEpisode(template, episodes === null ? 'ec' : 'dj');
  return [
    ...(start_episode !== null && !startsWithEpisode ? [{ field: 'start_episode', rule: 'noEpisode' }] : []),
    ...(start_episode !== null && startsWithEpisode && start_episode > (episodes ?? 0)
      ? [{ field: 'start_episode', rule: 'episode', params: { limit: episodes ?? 0 } }]
      : []),
    ...(isListed('languages', language) ? [] : [{ field: 'language', rule: 'enum' }]),
    ...(country === null || isListed('countries', country) ? [] : [{ field: 'country', rule: 'enum' }]),
  ];
}

const MAX_SLUG_LENGTH = 80;

/** Creates a slug from texts: lower case, with dashes for all other characters. */
export function createSlug(...parts: string[]): string {
  const text = parts
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-+|-+$/g, '');
  return text === '' ? 'page' : text;
}

/** The former slugs after a change: the previous slug is added and the current one removed. */
export const updateOldSlugs = (old: readonly string[], before: string, after: string): string[] =>
  before === after ? [...old] : [...new Set([...old, before])].filter((slug) => slug !== after);

const MAX_TITLE_LENGTH = 80;

/** Cuts a name to the maximum length of a title without splitting characters. */
export const toTitle = (name: string): string => [...name].slice(0, MAX_TITLE_LENGTH).join('');

export const toUrl = (domain: string, slug: string): string => `https://${domain}/${slug}`;

export const addUrlTags = (url: string, tags: string): string => `${url}?${tags}`;
