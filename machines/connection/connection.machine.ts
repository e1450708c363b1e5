import { setup } from 'xstate';
import { effect, missingActor } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';

/** How long the restored connection is announced. */
export const BACK_ONLINE_MS = 4000;

/** Interval of checks while the server does not answer. */
export const CHECK_AGAIN_MS = 5000;

export interface ConnectionInput {
  /** Reported by the browser. Only "offline" is reliable. */
  isOnline: boolean;
}

export type ConnectionEvent =
  /** Reported by the browser. */
  | { type: 'network.lost' }
  | { type: 'network.found' }
  /** A call ended without an answer. */
  | { type: 'call.unanswered' }
  | { type: 'call.answered' };

/** The server can be reached again. */
export type ConnectionFact = { type: 'connection.restored' };

/** Whether the server can be reached, by the browser's reports and the results of calls. */
export const connectionMachine = setup({
  types: {} as { context: ConnectionInput; events: ConnectionEvent; input: ConnectionInput; tags: 'offline' },
  actors: { reachServer: missingActor<void>('reachServer') },
  guards: { isOnline: ({ context }) => context.isOnline },
  delays: { backOnline: BACK_ONLINE_MS, checkAgain: CHECK_AGAIN_MS },
  actions: {
    tellRestored: tell<ConnectionInput>(() => ({ type: 'connection.restored' })),
    announceLost: effect('announceLost'),
    announceRestored: effect('announceRestored'),
  },
}).createMachine({
  id: 'connection',
  description: 'Whether the server can be reached. The screen keeps its content while it cannot.',
  context: ({ input }) => input,
  initial: 'starting',
  states: {
    starting: {
      description: "The browser's report decides the initial state.",
      always: [{ guard: 'isOnline', target: 'online' }, { target: 'offline' }],
    },
    online: { on: { 'network.lost': 'offline', 'call.unanswered': 'doubted' } },
    doubted: {
      description: 'One call without an answer is no proof: the server is checked by a small call.',
      invoke: { id: 'reachServer', src: 'reachServer', onDone: 'online', onError: 'offline' },
      on: { 'network.lost': 'offline', 'call.answered': 'online' },
    },
    offline: {
      tags: 'offline',
      entry: 'announceLost',
      initial: 'waiting',
      on: { 'call.answered': 'backOnline' },
      states: {
        waiting: {
          description: 'Waits for the next check, or until the browser finds a network.',
          on: { 'network.found': 'checking' },
          after: { checkAgain: 'checking' },
        },
        checking: {
          description: 'The server is checked by a small call.',
          invoke: { id: 'checkAgain', src: 'reachServer', onDone: '#connection.backOnline', onError: 'waiting' },
          on: { 'network.lost': 'waiting' },
        },
      },
    },
    backOnline: {
      description: 'The restored connection is announced for a moment.',
      entry: ['announceRestored', 'tellRestored'],
      on: { 'network.lost': 'offline', 'call.unanswered': 'doubted' },
      after: { backOnline: 'online' },
    },
  },
});
