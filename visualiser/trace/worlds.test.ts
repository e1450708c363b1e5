import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordedEntry } from '../model/recording.ts';
import { computeWorldAt } from '../model/world.ts';
import { createWorlds, isContinuation } from './worlds.ts';

const key = fc.constantFrom('a', 'b', 'c', 'd');
const word = fc.constantFrom('x', 'y', 'z');
const state = fc.record({
  status: fc.constantFrom('active' as const, 'done' as const),
  changed: fc.dictionary(word, fc.integer()),
  removed: fc.array(word, { maxLength: 2 }),
});

const entryContent = fc.oneof(
  fc.record({ kind: fc.constant('born' as const), actor: key, state }),
  fc.record({ kind: fc.constant('step' as const), actor: key, state, event: word }),
  fc.record({ kind: fc.constant('gone' as const), actor: key }),
  fc.record({ kind: fc.constant('event' as const), to: key, event: word }),
  fc.record({ kind: fc.constant('gap' as const), dropped: fc.nat() }),
);

const logs = (length: number): fc.Arbitrary<RecordedEntry[]> =>
  fc.array(entryContent, { maxLength: length, size: 'max' }).map((contents) =>
    contents.map((one, index): RecordedEntry => {
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

const positions = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 });
const toList = (world: ReadonlyMap<string, unknown>) => [...world];

describe('the worlds of a log', () => {
  it('equal those computed from the start, in any order of access', () => {
    fc.assert(
      fc.property(logs(900), positions, (entries, queries) => {
        const worlds = createWorlds(entries);
        for (const query of queries) {
          const index = Math.floor(query * entries.length) - 1;
          expect(toList(worlds.at(index))).toEqual(toList(computeWorldAt(entries, entries[index]?.seq ?? 0)));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('stay valid while the log grows', () => {
    fc.assert(
      fc.property(logs(900), positions, (entries, queries) => {
        const shorter = entries.slice(0, Math.floor(entries.length / 2));
        const before = createWorlds(shorter);
        before.at(shorter.length - 1);
        const after = createWorlds(entries, before);
        for (const query of queries) {
          const index = Math.floor(query * entries.length) - 1;
          expect(toList(after.at(index))).toEqual(toList(computeWorldAt(entries, entries[index]?.seq ?? 0)));
          const earlier = Math.min(index, shorter.length - 1);
          expect(toList(before.at(earlier))).toEqual(toList(computeWorldAt(entries, entries[earlier]?.seq ?? 0)));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('never change after they were returned', () => {
    const [entries = []] = fc.sample(logs(600), { numRuns: 1, seed: 7 });
    const worlds = createWorlds(entries);
    const world = worlds.at(100);
    const then = toList(world);
    worlds.at(101);
    worlds.at(entries.length - 1);
    expect(toList(world)).toEqual(then);
  });

  it('belong to another log if its start differs', () => {
    const gap = (seq: number): RecordedEntry => ({ seq, at: 0, kind: 'gap', dropped: 1 });
    const entries = [gap(1), gap(2)];
    expect(isContinuation(entries, [...entries, gap(3)])).toBe(true);
    expect(isContinuation(entries, entries.slice(1))).toBe(false);
    expect(isContinuation(entries, [gap(1), gap(2), gap(3)])).toBe(false);
    expect(isContinuation([], entries)).toBe(false);
  });
});
