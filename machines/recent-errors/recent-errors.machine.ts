import { assign, setup } from 'xstate';

/** Most errors that are kept; older ones are dropped. */
export const MAX_ERRORS = 50;

/** Longest message that is kept, in characters. */
const MAX_MESSAGE_LENGTH = 1000;

/** Codes of refusals caused by user input: invalid, taken, too large, against a rule, a wrong sign-in. */
const INPUT_REFUSAL_CODES: readonly (number | undefined)[] = [400, 409, 413, 422, 1001, 1002, 1003];

/** The reportable facts about an error: no bodies, no secrets. */
export interface ErrorReport {
  /** Instant. */
  at: string;
  kind: 'refused' | 'broken' | 'toast' | 'crash';
  /** As the user saw it. */
  message: string;
  /** The call's path without its query; absent without a call, as are the fields up to `requestId`. */
  path?: string;
  method?: string;
  /** Code of the envelope. */
  code?: number;
  reason?: string;
  traceId?: string;
  /** HTTP status; 0 without an answer. */
  status?: number;
  requestId?: string;
  /** The user's page, without query string. */
  page: string;
}

export interface RecentError extends ErrorReport {
  /** Counted from 1 since the page was loaded. */
  id: number;
}

interface RecentErrorsContext {
  /** Newest first. */
  errors: readonly RecentError[];
  /** Number of failures while the list was closed. Refusals of user input are kept but not counted. */
  unread: number;
  last: number;
}

export type RecentErrorsEvent =
  | { type: 'errors.happened'; error: ErrorReport }
  | { type: 'errors.opened' }
  | { type: 'errors.closed' }
  | { type: 'errors.cleared' };

/** The newest errors of this visit, kept in memory only, so that a notice can still be read after it has disappeared. */
export const recentErrorsMachine = setup({
  types: {} as { context: RecentErrorsContext; events: RecentErrorsEvent; tags: 'open' },
  guards: {
    isFailure: (_, { error }: { error: ErrorReport }) => error.kind !== 'refused' || !INPUT_REFUSAL_CODES.includes(error.code),
  },
  actions: {
    keep: assign(({ context }, { error }: { error: ErrorReport }) => {
      const id = context.last + 1;
      const kept = { ...error, id, message: error.message.slice(0, MAX_MESSAGE_LENGTH) };
      return { last: id, errors: [kept, ...context.errors].slice(0, MAX_ERRORS) };
    }),
    countUnread: assign(({ context }) => ({ unread: Math.min(context.unread + 1, MAX_ERRORS) })),
    markRead: assign({ unread: 0 }),
    forget: assign({ errors: [], unread: 0 }),
  },
}).createMachine({
  id: 'recentErrors',
  description: 'The newest errors of this visit, and the number of unread ones.',
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
