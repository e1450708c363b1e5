import { expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { locateStates } from './locate-states.ts';

const config = {
  id: 'door',
  initial: 'closed',
  states: { closed: { initial: 'locked', states: { locked: {}, open: {} } }, open: {}, 'half open': {} },
} as const;

const source = `import { setup } from 'xstate';
// export const door = nothing
const other = setup({ states: { open: 1 } });
export const door = setup({ actions: { states() { return { open: {} }; } } }).createMachine({
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
    },
    'half open': {},
  },
});
export default door;
`;

it('finds states by their place, not by their names alone', () => {
  expect(locateStates(source, 'door', createMachine(config))).toEqual({
    door: 4,
    'door.closed': 8,
    'door.closed.locked': 11,
    'door.closed.open': 12,
    'door.open': 15,
    'door.half open': 18,
  });
});

it('finds the machine alone where its states are built elsewhere, and nothing of an unknown export', () => {
  expect(locateStates('export const door = build();', 'door', createMachine(config))).toEqual({ door: 1 });
  expect(locateStates('export { door } from "./door";', 'gate', createMachine(config))).toEqual({});
});
