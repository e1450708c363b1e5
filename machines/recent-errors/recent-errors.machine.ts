import { assign, setup } from 'xstate';

/** Older ones make room. */
export const MOST_ERRORS = 50;

/** Longest message that is kept, in characters. */
const MESSAGE_ROOM = 1000;

/** Codes of refusals that answer what a person typed or chose: invalid, taken, too large, against a rule, a wrong sign-in. */
const ANSWERS_TO_INPUT: readonly (number | undefined)[] = [400, 409, 413, 422, 1001, 1002, 1003];

/** What can be passed on of something that went wrong: no bodies, no secrets. */
export interface ErrorReport {
  /** Instant. */
  at: string;
  kind: 'refused' | 'broken' | 'toast' | 'crash';
  /** As the reader saw it. */
  message: string;
  /** The call's path without its query; absent where no call was made, as are all that follow. */
  path?: string;
  method?: string;
  /** Of the envelope. */
  code?: number;
  reason?: string;
  traceId?: string;
  /** HTTP status; 0 where no answer came. */
  status?: number;
  requestId?: string;
  /** Where the reader was, without query. */
  page: string;
}

export interface RecentError extends ErrorReport {
  /** Counted from 1 since the page was loaded. */
  id: number;
}

interface RecentErrorsContext {
  /** Newest first. */
  errors: readonly RecentError[];
  /** Failures that came while nobody looked. A refusal of what was typed is kept and not counted. */
  unread: number;
  last: number;
}

export type RecentErrorsEvent =
  | { type: 'errors.happened'; error: ErrorReport }
  | { type: 'errors.opened' }
  | { type: 'errors.closed' }
  | { type: 'errors.cleared' };

/** The newest failures of this visit, kept in memory only, so that a notice that went after three seconds can still be read. */
export const recentErrorsMachine = setup({
  types: {} as { context: RecentErrorsContext; events: RecentErrorsEvent; tags: 'open' },
  guards: {
    isFailure: (_, { error }: { error: ErrorReport }) => error.kind !== 'refused' || !ANSWERS_TO_INPUT.includes(error.code),
  },
  actions: {
    keep: assign(({ context }, { error }: { error: ErrorReport }) => {
      const id = context.last + 1;
      const kept = { ...error, id, message: error.message.slice(0, MESSAGE_ROOM) };
      return { last: id, errors: [kept, ...context.errors].slice(0, MOST_ERRORS) };
    }),
    countUnread: assign(({ context }) => ({ unread: Math.min(context.unread + 1, MOST_ERRORS) })),
    markRead: assign({ unread: 0 }),
    forget: assign({ errors: [], unread: 0 }),
  },
}).createMachine({
  id: 'recentErrors',
  description: 'The newest failures of this visit, and how many of them nobody has looked at.',
  context: { errors: [], unread: 0, last: 0 },
  initial: 'closed',
  on: { 'errors.cleared': { actions: 'forget' } },
  states: {
    closed: {
      on: {
        'errors.happened': [
          {
            guard: { type: 'isFailure', params: ({ event }) => event },
            actions: [{ type: 'keep', params: ({ event }) => event }, 'countUnread'],
          },
          { actions: { type: 'keep', params: ({ event }) => event } },
        ],
        'errors.opened': 'open',
      },
    },
    open: {
      tags: 'open',
      entry: 'markRead',
      on: {
        'errors.happened': { actions: { type: 'keep', params: ({ event }) => event } },
        'errors.closed': 'closed',
      },
    },
  },
});
