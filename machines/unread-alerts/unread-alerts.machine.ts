import { assign, setup } from 'xstate';
import { missingActor } from '../kernel/placeholders.ts';

/** Time between two counts while the window is visible. */
export const COUNT_PAUSE_MS = 60_000;

/** Pages that list the user's alerts, and whose users may read them. */
const ALERT_PAGES = ['/index', '/admin/index'];

/** The page that lists the alerts of a user who may open these pages. */
export const alertPageOf = (paths: readonly string[]): string | undefined => ALERT_PAGES.find((page) => paths.includes(page));

interface UnreadAlerts {
  /** Undefined before the first count. */
  unread: number | undefined;
}

export type UnreadAlertsEvent =
  /** The pages that the user may open are known. */
  | { type: 'alerts.permitted'; paths: readonly string[] }
  /** The user read alerts, and the server counted the others. */
  | { type: 'alerts.read'; unread: number }
  /** The user returned to the window: alerts may have been raised, or read elsewhere. */
  | { type: 'window.focused' };

/** The number of unread alerts. A failed count changes nothing; the next one comes after the usual pause. */
export const unreadAlertsMachine = setup({
  types: {} as { context: UnreadAlerts; events: UnreadAlertsEvent; children: { countUnread: 'countUnread'; awaitReader: 'awaitReader' } },
  actors: {
    countUnread: missingActor<number>('countUnread'),
    /** Resolves once the window is visible, at once if it already is. */
    awaitReader: missingActor<void>('awaitReader'),
  },
  delays: { countPause: COUNT_PAUSE_MS },
  guards: { mayRead: (_, { paths }: { paths: readonly string[] }) => alertPageOf(paths) !== undefined },
  actions: {
    keepUnread: assign((_, { unread }: { unread: number }) => ({ unread })),
    forgetUnread: assign({ unread: undefined }),
  },
}).createMachine({
  id: 'unreadAlerts',
  description: "How many of the user's alerts are unread.",
  context: { unread: undefined },
  initial: 'idle',
  on: {
    'alerts.permitted': [
      { guard: { type: 'mayRead', params: ({ event }) => event }, target: '.awake.counting' },
      { target: '.idle', actions: 'forgetUnread' },
    ],
  },
  states: {
    idle: { description: 'Nobody is signed in who may read alerts.' },
    awake: {
      description: 'A user is signed in who may read alerts.',
      initial: 'counting',
      on: {
        'window.focused': '.counting',
        'alerts.read': { target: '.pausing', reenter: true, actions: { type: 'keepUnread', params: ({ event }) => event } },
      },
      states: {
        counting: {
          description: 'The server counts.',
          invoke: {
            id: 'countUnread',
            src: 'countUnread',
            onDone: { target: 'pausing', actions: { type: 'keepUnread', params: ({ event }) => ({ unread: event.output }) } },
            onError: 'pausing',
          },
        },
        pausing: { description: 'The number is fresh.', after: { countPause: 'awaitingReader' } },
        awaitingReader: {
          description: 'The number is stale; it is counted again once the window is visible.',
          invoke: { id: 'awaitReader', src: 'awaitReader', onDone: 'counting', onError: 'pausing' },
        },
      },
    },
  },
});
