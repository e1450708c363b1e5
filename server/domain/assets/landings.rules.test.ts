import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { landingStatuses } from '#contracts/vocabulary/landing-pages.ts';
import { landingFaults, mayBecome, oldSlugsAfter, slugOf, titleFrom } from './landings.rules.ts';

const sound = { template: 'player', start_episode: 3, language: 'en', country: 'US', episodes: 60 } as const;

describe('a landing page', () => {
  it('goes from draft online, and from then on between online and offline', () => {
    const allowed = landingStatuses.flatMap((from) =>
      landingStatuses.filter((to) => from !== to && mayBecome(from, to)).map((to) => `${from} ${to}`),
    );
    expect(allowed).toEqual(['draft online', 'online offline', 'offline online']);
    for (const status of landingStatuses) expect(mayBecome(status, status)).toBe(true);
  });

  it('starts with an episode that its drama has', () => {
    expect(landingFaults(sound)).toEqual([]);
    expect(landingFaults({ ...sound, start_episode: 60, template: 'list' })).toEqual([]);
    expect(landingFaults({ ...sound, start_episode: 61 })).toEqual([{ field: 'start_episode', rule: 'episode', params: { limit: 60 } }]);
  });

  it('of another template, or of a product, starts with none', () => {
    const fault = [{ field: 'start_episode', rule: 'noEpisode' }];
    expect(landingFaults({ ...sound, template: 'quiz' })).toEqual(fault);
    expect(landingFaults({ ...sound, template: 'direct' })).toEqual(fault);
    expect(landingFaults({ ...sound, episodes: null })).toEqual(fault);
    expect(landingFaults({ ...sound, template: 'quiz', start_episode: null })).toEqual([]);
  });

  it('has a language and a country that exist', () => {
    expect(landingFaults({ ...sound, language: 'xx', country: 'ZZ' }).map(({ field }) => field)).toEqual(['language', 'country']);
    expect(landingFaults({ ...sound, country: null })).toEqual([]);
  });
});

describe('a slug', () => {
  it('made of any texts is one the contract takes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { minLength: 1, maxLength: 3 }), (parts) => {
        expect(slugOf(...parts)).toMatch(/^[a-z0-9-]{1,80}$/);
      }),
    );
    expect(slugOf('DJ_0001', 'en', 'player')).toBe('dj-0001-en-player');
  });

  it('that was given up stays known, whatever it is changed to and back', () => {
    const slug = fc.constantFrom('a', 'b', 'c', 'd');
    fc.assert(
      fc.property(slug, fc.array(slug, { maxLength: 8 }), (first, changes) => {
        let [now, old] = [first, [] as string[]];
        for (const next of changes) [old, now] = [oldSlugsAfter(old, now, next), next];
        expect(new Set([...old, now])).toEqual(new Set([first, ...changes]));
        expect(old).not.toContain(now);
        expect(new Set(old).size).toBe(old.length);
      }),
    );
  });
});

describe('a title taken from a name', () => {
  it('has at most eighty characters, none of them cut in half', () => {
    expect([...titleFrom('👍'.repeat(100))]).toHaveLength(80);
    expect(titleFrom('短剧')).toBe('短剧');
  });
});
