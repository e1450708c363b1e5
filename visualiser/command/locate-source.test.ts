import { expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { locateSource } from './locate-source.ts';

const config = {
  id: 'door',
  initial: 'closed',
  states: {
    closed: { initial: 'locked', states: { locked: { on: { open: { target: 'open', actions: 'ring' } } }, open: {} } },
    open: { after: { 500: 'closed' }, always: 'half open' },
    'half open': { invoke: { src: 'wind', onDone: 'closed' }, on: { '*': 'open' } },
  },
} as const;

const source = `import { setup } from 'xstate';
// export const door = nothing
const other = setup({ states: { open: 1 } });
export const door = setup({
  actions: {
    states() { return { open: {} }; },
    ring: () => {},
  },
}).createMachine({
  id: 'door', // states: {
  initial: 'closed',
  states: {
    closed: {
      initial: 'locked',
      states: {
        locked: { on: { open: 'open' } },
        open: {},
      },
    },
    open: {
      entry: ({ context }) => { const open = { a: \`}\${1}\` }; },
      always: 'half open',
      after: { 500: 'closed' },
    },
    'half open': {
      invoke: { src: 'wind', onDone: 'closed' },
      on: { '*': 'open' },
    },
  },
});
export default door;
`;

it('finds states, transitions and actions by their place, not by their names alone', () => {
  expect(locateSource(source, 'door', createMachine(config))).toEqual({
    lines: {
      door: 4,
      'door.closed': 13,
      'door.closed.locked': 16,
      'door.closed.locked:open:0': 16,
      'door.closed.open': 17,
      'door.open': 20,
      'door.open::0': 22,
      'door.open:xstate.after.500:0': 23,
      'door.half open': 25,
      'door.half open:xstate.done.actor.0.door.half open:0': 26,
      'door.half open:*:0': 27,
    },
    actionLines: { states: 6, ring: 7 },
  });
});

it('finds the machine alone where its states are built elsewhere, and nothing of an unknown export', () => {
  const found = (text: string, name: string) => locateSource(text, name, createMachine(config));
  expect(found('export const door = build();', 'door')).toEqual({ lines: { door: 1 }, actionLines: {} });
  expect(found('export { door } from "./door";', 'gate')).toEqual({ lines: {}, actionLines: {} });
});
