import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordedEntry } from '../model/recording.ts';
import { computeWorldAt } from '../model/world.ts';
import { isContinued, worldsOf } from './worlds.ts';

const key = fc.constantFrom('a', 'b', 'c', 'd');
const word = fc.constantFrom('x', 'y', 'z');
const state = fc.record({
  status: fc.constantFrom('active' as const, 'done' as const),
  changed: fc.dictionary(word, fc.integer()),
  removed: fc.array(word, { maxLength: 2 }),
});

const happening = fc.oneof(
  fc.record({ kind: fc.constant('born' as const), actor: key, state }),
  fc.record({ kind: fc.constant('step' as const), actor: key, state, event: word }),
  fc.record({ kind: fc.constant('gone' as const), actor: key }),
  fc.record({ kind: fc.constant('event' as const), to: key, event: word }),
  fc.record({ kind: fc.constant('gap' as const), dropped: fc.nat() }),
);

const logs = (length: number): fc.Arbitrary<RecordedEntry[]> =>
  fc.array(happening, { maxLength: length, size: 'max' }).map((happenings) =>
    happenings.map((one, index): RecordedEntry => {
      const when = { seq: index * 2 + 1, at: index };
      switch (one.kind) {
        case 'born':
          return { ...when, kind: 'born', actor: { key: one.actor, id: one.actor, kind: 'machine', isRestored: false }, state: one.state };
        case 'step':
          return { ...when, kind: 'step', actor: one.actor, event: one.event, transitions: [one.event], state: one.state };
        case 'event':
          return { ...when, kind: 'event', to: one.to, event: { type: one.event } };
        case 'gone':
        case 'gap':
          return { ...when, ...one };
      }
    }),
  );

const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 });
const plain = (world: ReadonlyMap<string, unknown>) => [...world];

describe('the worlds of a log', () => {
  it('are those that are reached from its beginning, wherever one looks first and next', () => {
    fc.assert(
      fc.property(logs(900), places, (entries, looks) => {
        const worlds = worldsOf(entries);
        for (const look of looks) {
          const index = Math.floor(look * entries.length) - 1;
          expect(plain(worlds.at(index))).toEqual(plain(computeWorldAt(entries, entries[index]?.seq ?? 0)));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('stay true while the log goes on', () => {
    fc.assert(
      fc.property(logs(900), places, (entries, looks) => {
        const shorter = entries.slice(0, Math.floor(entries.length / 2));
        const before = worldsOf(shorter);
        before.at(shorter.length - 1);
        const after = worldsOf(entries, before);
        for (const look of looks) {
          const index = Math.floor(look * entries.length) - 1;
          expect(plain(after.at(index))).toEqual(plain(computeWorldAt(entries, entries[index]?.seq ?? 0)));
          const earlier = Math.min(index, shorter.length - 1);
          expect(plain(before.at(earlier))).toEqual(plain(computeWorldAt(entries, entries[earlier]?.seq ?? 0)));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('hand out nothing that changes later', () => {
    const [entries = []] = fc.sample(logs(600), { numRuns: 1, seed: 7 });
    const worlds = worldsOf(entries);
    const world = worlds.at(100);
    const then = plain(world);
    worlds.at(101);
    worlds.at(entries.length - 1);
    expect(plain(world)).toEqual(then);
  });

  it('are of another log where its beginning is another', () => {
    const gap = (seq: number): RecordedEntry => ({ seq, at: 0, kind: 'gap', dropped: 1 });
    const entries = [gap(1), gap(2)];
    expect(isContinued(entries, [...entries, gap(3)])).toBe(true);
    expect(isContinued(entries, entries.slice(1))).toBe(false);
    expect(isContinued(entries, [gap(1), gap(2), gap(3)])).toBe(false);
    expect(isContinued([], entries)).toBe(false);
  });
});
