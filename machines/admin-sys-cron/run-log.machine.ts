import { assign, setup } from 'xstate';
import { type Failure, failureOf } from '../kernel/form/faults.ts';
import { missingActor } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';

/** How often the log of a running task is asked for more. */
export const FOLLOW_PAUSE_MS = 2000;

interface RunLogContext {
  runId: number;
  text: string;
  /** How much of the log is known, in characters. */
  offset: number;
  failure: Failure | undefined;
}

export interface LogPart {
  text: string;
  nextOffset: number;
  /** The run has ended and this was the last of it. */
  done: boolean;
}

/** A run came to its end while its log was followed. */
export type RunLogFact = { type: 'runLog.ended'; runId: number };

export type RunLogEvent =
  | { type: 'runLog.opened'; runId: number }
  | { type: 'runLog.closed' }
  | { type: 'runLog.retried' }
  /** It is on the screen (again): a log that was followed is followed on, whatever became of the clock meanwhile. */
  | { type: 'runLog.seen' };

/** The log of one run, followed while it grows. */
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
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
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
      description: 'The run goes on; the next part is asked for after a while.',
      tags: ['open', 'following'],
      after: { followPause: 'following' },
      on: { 'runLog.seen': 'following' },
    },
    following: {
      description: 'The next part is on its way, below what is shown.',
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
    complete: { description: 'The run has ended, and the whole log is here.', tags: 'open' },
    failed: { tags: ['open', 'failed'], on: { 'runLog.retried': 'loading' } },
  },
});
