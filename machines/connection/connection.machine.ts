import { setup } from 'xstate';
import { effect, missingActor } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';

/** How long it is said that the connection is back. */
export const BACK_ONLINE_MS = 4000;

/** While nothing answers, the server is asked this often. */
export const ASK_AGAIN_MS = 5000;

export interface ConnectionInput {
  /** What the browser says. It is sure of "no", not of "yes". */
  isOnline: boolean;
}

export type ConnectionEvent =
  /** The browser says so. */
  | { type: 'network.lost' }
  | { type: 'network.found' }
  /** A call ended without any answer. */
  | { type: 'call.unanswered' }
  | { type: 'call.answered' };

/** The server can be reached again after it could not. */
export type ConnectionFact = { type: 'connection.restored' };

/** Whether the server can be reached: by the word of the browser, and by what becomes of calls. */
export const connectionMachine = setup({
  types: {} as { context: ConnectionInput; events: ConnectionEvent; input: ConnectionInput; tags: 'offline' },
  actors: { reachServer: missingActor<void>('reachServer') },
  guards: { isOnline: ({ context }) => context.isOnline },
  delays: { backOnline: BACK_ONLINE_MS, askAgain: ASK_AGAIN_MS },
  actions: {
    tellRestored: tell<ConnectionInput>(() => ({ type: 'connection.restored' })),
    announceLost: effect('announceLost'),
    announceRestored: effect('announceRestored'),
  },
}).createMachine({
  id: 'connection',
  description: 'Whether the server can be reached. Nothing on the screen is thrown away while it cannot.',
  context: ({ input }) => input,
  initial: 'starting',
  states: {
    starting: {
      description: 'The browser is believed at first.',
      always: [{ guard: 'isOnline', target: 'online' }, { target: 'offline' }],
    },
    online: { on: { 'network.lost': 'offline', 'call.unanswered': 'doubted' } },
    doubted: {
      description: 'One call without an answer is no proof: the server is asked for something small.',
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
          description: 'Until it is time to ask again, or the browser has found a network.',
          on: { 'network.found': 'asking' },
          after: { askAgain: 'asking' },
        },
        asking: {
          description: 'The server is asked for something small.',
          invoke: { id: 'askAgain', src: 'reachServer', onDone: '#connection.backOnline', onError: 'waiting' },
          on: { 'network.lost': 'waiting' },
        },
      },
    },
    backOnline: {
      description: 'For a moment it is said that the server can be reached again.',
      entry: ['announceRestored', 'tellRestored'],
      on: { 'network.lost': 'offline', 'call.unanswered': 'doubted' },
      after: { backOnline: 'online' },
    },
  },
});
