import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { buildChart } from '../model/build-chart.ts';
import { findables, search } from './search.ts';

const lamp = setup({ actions: { shine: () => undefined } }).createMachine({
  id: 'lamp',
  description: 'Gives light.',
  initial: 'dark',
  states: {
    dark: { description: 'Nothing is seen.', on: { 'switch.pressed': { target: 'bright', actions: 'shine' } } },
    bright: { tags: 'warm', on: { 'switch.pressed': { target: 'dark', description: 'Saves power.' }, 'bulb.broke': 'dark' } },
  },
});
const door = setup({ guards: { isLocked: () => false } }).createMachine({
  id: 'door',
  initial: 'shut',
  states: { shut: { on: { 'handle.pressed': { guard: 'isLocked', target: 'open' } } }, open: { description: 'Lets light in.' } },
});
const all = findables(
  [door, lamp].map((machine) => ({
    key: machine.id,
    at: `house/${machine.id}.ts`,
    chart: buildChart(machine),
    actors: {},
    isLaidOut: true,
  })),
);
const found = (query: string) =>
  search(all, query).map(({ machine, items }) => [machine.key, items.map(({ kind, text, id }) => `${kind} ${text} (${id})`)]);

describe('the search', () => {
  it('shows every machine as long as nothing is searched for', () => {
    expect(found(' ')).toEqual([
      ['door', []],
      ['lamp', []],
    ]);
  });

  it.each<[string, unknown]>([
    ['bright', [['lamp', ['state bright (lamp.bright)']]]],
    ['switch', [['lamp', ['event switch.pressed (lamp.dark:switch.pressed:0)']]]],
    ['islocked', [['door', ['guard isLocked (door.shut:handle.pressed:0)']]]],
    ['shine', [['lamp', ['action shine (lamp.dark:switch.pressed:0)']]]],
    ['warm', [['lamp', ['tag warm (lamp.bright)']]]],
    ['power', [['lamp', ['description Saves power. (lamp.bright:switch.pressed:0)']]]],
    ['house/door', [['door', []]]],
    ['nowhere', []],
  ])('finds %s', (query, expected) => {
    expect(found(query)).toEqual(expected);
  });

  it('names an event once, and knows every place of it', () => {
    const [one] = search(all, 'switch');
    expect(one?.ids).toEqual(['lamp.dark:switch.pressed:0', 'lamp.bright:switch.pressed:0']);
  });

  it('shows first what is named like it', () => {
    expect(found('light').map(([key]) => key)).toEqual(['lamp', 'door']);
  });

  it('finds what holds every word, wherever it stands', () => {
    expect(found('pressed lamp').map(([key]) => key)).toEqual(['lamp']);
    expect(found('pressed lamp locked')).toEqual([]);
  });
});
