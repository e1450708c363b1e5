import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { indexOf } from './chart-index.ts';
import { chartOf } from './chart-of.ts';

const machine = setup({}).createMachine({
  id: 'x',
  initial: 'a',
  on: { reset: '.a' },
  states: { a: { on: { go: 'b.c', stay: {} } }, b: { initial: 'c', states: { c: { on: { again: { target: 'c', reenter: true } } } } } },
});
const index = indexOf(chartOf(machine));
const ids = (transitions: readonly { id: string }[]) => transitions.map(({ id }) => id);

describe('a chart by its ids', () => {
  it('holds outer states before those within them, and what is around each', () => {
    expect([...index.states.keys()]).toEqual(['x', 'x.a', 'x.b', 'x.b.c']);
    expect(index.parents.get('x.b.c')?.id).toBe('x.b');
    expect(index.parents.has('x')).toBe(false);
  });

  it('knows what leaves a state and what arrives there from another', () => {
    expect(ids(index.leaving('x.a'))).toEqual(['x.a:go:0', 'x.a:stay:0']);
    expect(ids(index.arriving('x.a'))).toEqual(['x:reset:0']);
    expect(ids(index.arriving('x.b.c'))).toEqual(['x.a:go:0']);
    expect(ids(index.leaving('x.b.c'))).toEqual(['x.b.c:again:0']);
  });

  it('knows the state that an id belongs to', () => {
    expect(index.stateOf('x.b')?.id).toBe('x.b');
    expect(index.stateOf('x.a:go:0')?.id).toBe('x.a');
    expect(index.stateOf('nothing')).toBeUndefined();
  });
});
