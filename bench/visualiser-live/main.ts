// The watched page: a machine that takes so many events a second, each of which replaces so many rows.
import { assign, createActor, setup } from 'xstate';
import { connect } from '#visualiser/connection/connect.ts';

const options = new URLSearchParams(window.location.search);
const eventsPerSecond = Number(options.get('events'));
const rowCount = Number(options.get('rows'));

interface Row {
  id: number;
  name: string;
  spend: number;
  turn: number;
}

const createRows = (turn: number): Row[] =>
  Array.from({ length: rowCount }, (_, id) => ({ id, name: `row ${id}`, spend: id * turn, turn }));

const ticker = setup({
  types: {} as { context: { turn: number; rows: readonly Row[] }; events: { type: 'tick'; turn: number } },
}).createMachine({
  id: 'ticker',
  context: { turn: 0, rows: [] },
  initial: 'even',
  states: {
    even: { on: { tick: { target: 'odd', actions: assign(({ event: { turn } }) => ({ turn, rows: createRows(turn) })) } } },
    odd: { on: { tick: { target: 'even', actions: assign(({ event: { turn } }) => ({ turn, rows: createRows(turn) })) } } },
  },
});

const actor = createActor(ticker).start();
connect(actor, { takesEvents: false, getRefusal: () => undefined, canRecord: () => true, subscribe: () => undefined });

const startedAt = performance.now();
let turn = 0;
setInterval(() => {
  const due = ((performance.now() - startedAt) * eventsPerSecond) / 1000;
  // After a pause the page does not catch up with everything at once.
  if (due - turn > eventsPerSecond) turn = Math.floor(due);
  while (turn < due) {
    turn += 1;
    actor.send({ type: 'tick', turn });
  }
}, 5);
