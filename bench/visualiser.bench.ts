import { setTimeout as sleep } from 'node:timers/promises';
import { type AnyActorRef, assign, createActor, sendTo, setup } from 'xstate';
import { record } from '#visualiser/recorder/record.ts';
import { median, ratio, row } from './stage.ts';

const RUNS = 5;
const EVENTS_A_SECOND = 1000;
const SECONDS = 3;
/** Events come in bursts, as from a busy page. */
const BURST_MS = 10;
const PAGES = 20;
const ROWS = 100;

const rowsOf = (page: number) =>
  Array.from({ length: ROWS }, (_, id) => ({ id, name: `row ${id}`, page, token: 'x', roles: ['a', 'b'], at: '2026-11-22T00:00:00Z' }));

/** A machine like that of a page: a table that changes a little with each event, and a state for the actions of the reader. */
const page = setup({
  types: {} as {
    context: { query: { page: number; keyword: string }; answer: { list: ReturnType<typeof rowsOf> }; chosen: readonly number[] };
    events: { type: 'row.chosen'; id: number } | { type: 'query.changed'; page: number };
    input: { page: number };
  },
}).createMachine({
  id: 'page',
  context: ({ input }) => ({ query: { page: input.page, keyword: '' }, answer: { list: rowsOf(input.page) }, chosen: [] }),
  initial: 'still',
  states: {
    still: { on: { 'row.chosen': 'busy' } },
    busy: { always: 'still' },
  },
  on: {
    'query.changed': { actions: assign(({ context, event }) => ({ query: { ...context.query, page: event.page } })) },
    'row.chosen': { actions: assign(({ event }) => ({ chosen: [event.id] })) },
  },
});

const desk = setup({ actors: { page }, types: {} as { events: { type: 'reader.acted'; page: number; turn: number } } }).createMachine({
  id: 'desk',
  invoke: Array.from({ length: PAGES }, (_, at) => ({ id: `page ${at}`, src: 'page' as const, input: { page: at } })),
  on: {
    'reader.acted': {
      actions: sendTo(
        ({ self, event }) => self.getSnapshot().children[`page ${event.page}`] as AnyActorRef,
        ({ event }) => (event.turn % 2 === 0 ? { type: 'query.changed', page: event.turn } : { type: 'row.chosen', id: event.turn }),
      ),
    },
  },
});

interface Cost {
  /** Milliseconds for all events, and for the longest burst of them. */
  handling: number;
  longest: number;
  /** Milliseconds for all messages, and for the longest time in which the page could do nothing else. */
  telling: number;
  longestFlush: number;
  entries: number;
}

async function once(isRecorded: boolean): Promise<Cost> {
  const root = createActor(desk).start();
  const cost: Cost = { handling: 0, longest: 0, telling: 0, longestFlush: 0, entries: 0 };
  const timed = (work: () => void) => {
    const began = performance.now();
    work();
    return performance.now() - began;
  };
  const told = (flush: () => void) => {
    const took = timed(flush);
    cost.telling += took;
    cost.longestFlush = Math.max(cost.longestFlush, took);
  };
  const recorder = isRecorded
    ? record(root, {
        now: () => performance.now(),
        onEntries: (entries) => {
          cost.entries += entries.length;
          // A channel to another tab serialises the message like this.
          structuredClone(entries);
        },
        scheduleFlush: (flush) => void setTimeout(() => told(flush), 50),
      })
    : undefined;
  await sleep(200);
  Object.assign(cost, { telling: 0, longestFlush: 0, entries: 0 });
  const inBurst = (EVENTS_A_SECOND * BURST_MS) / 1000;
  const began = performance.now();
  for (let turn = 0; turn < EVENTS_A_SECOND * SECONDS; turn += inBurst) {
    const took = timed(() => {
      for (let at = turn; at < turn + inBurst; at += 1) root.send({ type: 'reader.acted', page: at % PAGES, turn: at });
    });
    cost.handling += took;
    cost.longest = Math.max(cost.longest, took);
    await sleep(Math.max(0, began + (turn / EVENTS_A_SECOND) * 1000 - performance.now()));
  }
  await sleep(250);
  recorder?.stop();
  root.stop();
  return cost;
}

async function measured(isRecorded: boolean) {
  const runs: Cost[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await once(isRecorded));
  return (of: keyof Cost) => median(runs.map((one) => one[of]));
}

process.stdout.write(
  `${EVENTS_A_SECOND} events a second for ${SECONDS} s, each passed on to one of ${PAGES} pages of ${ROWS} rows; ${RUNS} runs\n`,
);
// A warm-up, so that the first measurement does not pay for all.
await once(true);
const without = await measured(false);
const recorded = await measured(true);
row(
  'dealing with a second of events, ms',
  (without('handling') / SECONDS).toFixed(2),
  (recorded('handling') / SECONDS).toFixed(2),
  ratio(recorded('handling'), without('handling')),
);
row('longest burst, ms', without('longest').toFixed(2), recorded('longest').toFixed(2));
row('telling of a second of events, ms', '', (recorded('telling') / SECONDS).toFixed(2));
row('longest flush, ms', '', recorded('longestFlush').toFixed(2), 'aim 16');
row('of a second, recorded, %', '', ((recorded('handling') + recorded('telling')) / SECONDS / 10).toFixed(2));
row('entries told', '', recorded('entries'));
