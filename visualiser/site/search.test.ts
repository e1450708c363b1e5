import { describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import { buildChart } from '../model/build-chart.ts';
import { createSearchEntries, searchMachines } from './search.ts';

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
const entries = createSearchEntries(
  [door, lamp].map((machine) => ({
    key: machine.id,
    at: `house/${machine.id}.ts`,
    chart: buildChart(machine),
    actors: {},
    isLaidOut: true,
  })),
);
const searchFor = (query: string) =>
  searchMachines(entries, query).map(({ machine, items }) => [machine.key, items.map(({ kind, text, id }) => `${kind} ${text} (${id})`)]);

describe('the search', () => {
  it('shows every machine while nothing is searched', () => {
    expect(searchFor(' ')).toEqual([
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
    expect(searchFor(query)).toEqual(expected);
  });

  it('names an event once, with all its ids', () => {
    const [one] = searchMachines(entries, 'switch');
    expect(one?.ids).toEqual(['lamp.dark:switch.pressed:0', 'lamp.bright:switch.pressed:0']);
  });

  it('shows machines with a matching name first', () => {
    expect(searchFor('light').map(([key]) => key)).toEqual(['lamp', 'door']);
  });

  it('finds machines that contain every word, anywhere', () => {
    expect(searchFor('pressed lamp').map(([key]) => key)).toEqual(['lamp']);
    expect(searchFor('pressed lamp locked')).toEqual([]);
  });
});
