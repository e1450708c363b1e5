import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { landingStatuses } from '#contracts/vocabulary/landing-pages.ts';
import { canBecome, createSlug, findLandingFaults, toTitle, updateOldSlugs } from './landings.rules.ts';

const sound = { template: 'player', start_episode: 3, language: 'en', country: 'US', episodes: 60 } as const;

describe('a landing page', () => {
  it('goes online from draft, and from then on switches between online and offline', () => {
    const allowed = landingStatuses.flatMap((from) =>
      landingStatuses.filter((to) => from !== to && canBecome(from, to)).map((to) => `${from} ${to}`),
    );
    expect(allowed).toEqual(['draft online', 'online offline', 'offline online']);
    for (const status of landingStatuses) expect(canBecome(status, status)).toBe(true);
  });

  it('starts with an existing episode of its drama', () => {
    expect(findLandingFaults(sound)).toEqual([]);
    expect(findLandingFaults({ ...sound, start_episode: 60, template: 'list' })).toEqual([]);
    expect(findLandingFaults({ ...sound, start_episode: 61 })).toEqual([
      { field: 'start_episode', rule: 'episode', params: { limit: 60 } },
    ]);
  });

  it('starts with no episode for other templates or products', () => {
    const fault = [{ field: 'start_episode', rule: 'noEpisode' }];
    expect(findLandingFaults({ ...sound, template: 'quiz' })).toEqual(fault);
    expect(findLandingFaults({ ...sound, template: 'direct' })).toEqual(fault);
    expect(findLandingFaults({ ...sound, episodes: null })).toEqual(fault);
    expect(findLandingFaults({ ...sound, template: 'quiz', start_episode: null })).toEqual([]);
  });

  it('needs an existing language and country', () => {
    expect(findLandingFaults({ ...sound, language: 'xx', country: 'ZZ' }).map(({ field }) => field)).toEqual(['language', 'country']);
    expect(findLandingFaults({ ...sound, country: null })).toEqual([]);
  });
});

describe('a slug', () => {
  it('made from any texts matches the contract', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { minLength: 1, maxLength: 3 }), (parts) => {
        expect(createSlug(...parts)).toMatch(/^[a-z0-9-]{1,80}$/);
      }),
    );
    expect(createSlug('DJ_0001', 'en', 'player')).toBe('dj-0001-en-player');
  });

  it('stays known after any sequence of changes', () => {
    const slug = fc.constantFrom('a', 'b', 'c', 'd');
    fc.assert(
      fc.property(slug, fc.array(slug, { maxLength: 8 }), (first, changes) => {
        let [now, old] = [first, [] as string[]];
        for (const next of changes) [old, now] = [updateOldSlugs(old, now, next), next];
        expect(new Set([...old, now])).toEqual(new Set([first, ...changes]));
        expect(old).not.toContain(now);
        expect(new Set(old).size).toBe(old.length);
      }),
    );
  });
});

describe('a title made from a name', () => {
  it('has at most eighty whole characters', () => {
    expect([...toTitle('👍'.repeat(100))]).toHaveLength(80);
    expect(toTitle('短剧')).toBe('短剧');
  });
});
