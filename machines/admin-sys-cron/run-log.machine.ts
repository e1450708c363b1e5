import { assign, setup } from 'xstate';
import { type Failure, toFailure } from '../kernel/form/faults.ts';
import { missingActor } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';

/** Interval at which more of a running task's log is loaded. */
export const FOLLOW_PAUSE_MS = 2000;

interface RunLogContext {
  runId: number;
  text: string;
  /** Length of the known log, in characters. */
  offset: number;
  failure: Failure | undefined;
}

export interface LogPart {
  text: string;
  nextOffset: number;
  /** The run has ended and this was the last part. */
  done: boolean;
}

/** A run ended while its log was followed. */
export type RunLogFact = { type: 'runLog.ended'; runId: number };

export type RunLogEvent =
  | { type: 'runLog.opened'; runId: number }
  | { type: 'runLog.closed' }
  | { type: 'runLog.retried' }
  /** The log is on the screen again, so following continues. */
  | { type: 'runLog.seen' };

/** The log of one run, loaded in parts while it grows. */
export const runLogMachine = setup({
  types: {} as { context: RunLogContext; events: RunLogEvent; tags: 'open' | 'busy' | 'following' | 'failed' },
  actors: { loadPart: missingActor<LogPart, { runId: number; offset: number }>('loadPart') },
  guards: { isLast: (_, { part }: { part: LogPart }) => part.done },
  delays: { followPause: FOLLOW_PAUSE_MS },
  actions: {
    begin: assign((_, { runId }: { runId: number }) => ({ runId, text: '', offset: 0, failure: undefined })),
    append: assign(({ context }, { part }: { part: LogPart }) => ({
      text: context.text + part.text,
      offset: part.nextOffset,
      failure: undefined,
    })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    tellEnded: tell<RunLogContext>(({ runId }) => ({ type: 'runLog.ended', runId })),
    forget: assign({ runId: 0, text: '', offset: 0, failure: undefined }),
  },
}).createMachine({
  id: 'runLog',
  description: 'The log of one run of a scheduled task.',
  context: { runId: 0, text: '', offset: 0, failure: undefined },
  initial: 'closed',
  on: {
    'runLog.opened': { target: '.loading', reenter: true, actions: { type: 'begin', params: ({ event }) => event } },
    'runLog.closed': { target: '.closed', actions: 'forget' },
  },
  states: {
    closed: {},
    loading: {
      tags: ['open', 'busy'],
      invoke: {
        id: 'loadPart',
        src: 'loadPart',
        input: ({ context: { runId, offset } }) => ({ runId, offset }),
        onDone: [
          {
            guard: { type: 'isLast', params: ({ event }) => ({ part: event.output }) },
            target: 'complete',
            actions: { type: 'append', params: ({ event }) => ({ part: event.output }) },
          },
          { target: 'pausing', actions: { type: 'append', params: ({ event }) => ({ part: event.output }) } },
        ],
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    pausing: {
      description: 'The run continues; waits before it loads the next part.',
      tags: ['open', 'following'],
      after: { followPause: 'following' },
      on: { 'runLog.seen': 'following' },
    },
    following: {
      description: 'The next part is loading.',
      tags: ['open', 'following'],
      invoke: {
        id: 'loadPart',
        src: 'loadPart',
        input: ({ context: { runId, offset } }) => ({ runId, offset }),
        onDone: [
          {
            guard: { type: 'isLast', params: ({ event }) => ({ part: event.output }) },
            target: 'complete',
            actions: [{ type: 'append', params: ({ event }) => ({ part: event.output }) }, 'tellEnded'],
          },
          { target: 'pausing', actions: { type: 'append', params: ({ event }) => ({ part: event.output }) } },
        ],
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
    },
    complete: { description: 'The run has ended and its whole log is loaded.', tags: 'open' },
    failed: { tags: ['open', 'failed'], on: { 'runLog.retried': 'loading' } },
  },
});
