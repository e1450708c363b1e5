import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { buildChart } from './build-chart.ts';
import { indexChart } from './chart-index.ts';

const machine = setup({}).createMachine({
  id: 'x',
  initial: 'a',
  on: { reset: '.a' },
  states: { a: { on: { go: 'b.c', stay: {} } }, b: { initial: 'c', states: { c: { on: { again: { target: 'c', reenter: true } } } } } },
});
const index = indexChart(buildChart(machine));
const listIds = (transitions: readonly { id: string }[]) => transitions.map(({ id }) => id);

describe('a chart index', () => {
  it('lists outer states before the states inside them, each with its parent', () => {
    expect([...index.states.keys()]).toEqual(['x', 'x.a', 'x.b', 'x.b.c']);
    expect(index.parents.get('x.b.c')?.id).toBe('x.b');
    expect(index.parents.has('x')).toBe(false);
  });

  it('finds the transitions that leave a state and those that arrive from another one', () => {
    expect(listIds(index.transitionsFrom('x.a'))).toEqual(['x.a:go:0', 'x.a:stay:0']);
    expect(listIds(index.transitionsTo('x.a'))).toEqual(['x:reset:0']);
    expect(listIds(index.transitionsTo('x.b.c'))).toEqual(['x.a:go:0']);
    expect(listIds(index.transitionsFrom('x.b.c'))).toEqual(['x.b.c:again:0']);
  });

  it('finds the state that an id belongs to', () => {
    expect(index.findState('x.b')?.id).toBe('x.b');
    expect(index.findState('x.a:go:0')?.id).toBe('x.a');
    expect(index.findState('nothing')).toBeUndefined();
  });
});
