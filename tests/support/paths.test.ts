import { expect, it } from 'vitest';
import { setup } from 'xstate';
import { replay, shortestPaths, simplePaths, statesOf, unreached } from './paths.ts';
import { randomWalks, seeded } from './random-walk.ts';

const machine = setup({
  types: {} as { context: { count: number }; input: { count: number } },
  guards: { never: () => false },
}).createMachine({
  id: 'm',
  context: ({ input }) => input,
  initial: 'starting',
  states: {
    starting: { always: 'here' },
    here: { on: { go: 'there', hide: { guard: 'never', target: 'hidden' } } },
    there: { on: { back: 'here' } },
    hidden: {},
  },
});
const walk = { machine, input: { count: 1 }, events: [{ type: 'go' }, { type: 'back' }, { type: 'hide' }] };

it('names the states that no path reaches, and counts those that are left at once', () => {
  expect(statesOf(machine)).toEqual(['m.starting', 'm.here', 'm.there', 'm.hidden']);
  expect(unreached(walk)).toEqual(['m.hidden']);
});

it('finds paths that end in the same state when they are replayed', () => {
  expect(shortestPaths(walk)).toEqual([[], [{ type: 'go' }]]);
  expect(simplePaths(walk)).toHaveLength(2);
  expect(replay(walk, [{ type: 'go' }]).value).toBe('there');
});

it('takes the same walks for the same seed, and reports the events before a broken promise', () => {
  expect([seeded(3)(), seeded(3)()]).toEqual([seeded(3)(), seeded(3)()]);
  const seen: string[][] = [[], []];
  for (const list of seen) randomWalks(walk, { walks: 20, length: 10, seed: 7, holds: ({ event }) => list.push(event.type) });
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0]).toHaveLength(200);
  expect(() =>
    randomWalks(walk, {
      walks: 20,
      length: 10,
      holds: ({ after }) => {
        if (after.value === 'there') throw new Error('must not be there');
      },
    }),
  ).toThrow('m is broken after go (seed 1, walk 0): must not be there');
});
