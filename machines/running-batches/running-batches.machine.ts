import { type ActorRefFrom, assign, setup } from 'xstate';
import type { BatchRow } from '#contracts/endpoints/batches.ts';
import { type BatchProgressFact, batchProgressMachine } from '../kernel/batch/batch-progress.machine.ts';
import { pauseAfter } from '../kernel/batch/batch-progress-state.ts';
import { effect, missingActor } from '../kernel/placeholders.ts';
import { toChild } from '../kernel/tell.ts';

/** Pause after a failed poll, in milliseconds. */
export const FAILED_PAUSE_MS = 30_000;

/** The user's own running batches. */
export interface RunningBatchesAnswer {
  running: BatchRow[];
  /** Number of all running batches; `running` may contain fewer. */
  total: number;
  /** Batches that have ended since the last poll. */
  ended: BatchRow[];
}

interface RunningContext {
  answer: RunningBatchesAnswer | undefined;
  /** Polls since the last change that makes a quick next one worthwhile. */
  polls: number;
}

export type RunningBatchesEvent =
  /** A user is signed in. */
  | { type: 'running.started' }
  | { type: 'batch.started' }
  /** The user returned to the window: a batch may have been started elsewhere. */
  | { type: 'window.focused' }
  | { type: 'running.opened'; batchId: number }
  | BatchProgressFact;

const toProgress = toChild(batchProgressMachine, 'progress');

/** The user's running batches, wherever they were started. Stops polling while none runs. */
export const runningBatchesMachine = setup({
  types: {} as {
    context: RunningContext;
    events: RunningBatchesEvent;
    children: { progress: 'progress'; loadRunning: 'loadRunning'; pause: 'pause' };
    tags: 'busy';
  },
  actors: {
    progress: batchProgressMachine,
    loadRunning: missingActor<RunningBatchesAnswer, { known: number[] }>('loadRunning'),
    /** Resolves after this time, and not before the screen is visible. */
    pause: missingActor<void, { ms: number }>('pause'),
  },
  guards: {
    isAnyRunning: (_, { total }: RunningBatchesAnswer) => total > 0,
    hasRunning: ({ context: { answer } }) => (answer?.total ?? 0) > 0,
  },
  actions: {
    keepRunning: assign(({ context }, answer: RunningBatchesAnswer) => ({ answer, polls: context.polls + 1 })),
    resetPause: assign({ polls: 0 }),
    announceEnded: effect<{ ended: BatchRow[] }>('announceEnded'),
    show: toProgress(({ batchId }: { batchId: number }) => ({ type: 'progress.followed', batchIds: [batchId], show: true })),
  },
}).createMachine({
  id: 'runningBatches',
  description: "The user's running batches, and the one of them on the screen.",
  context: { answer: undefined, polls: 0 },
  invoke: { id: 'progress', src: 'progress' },
  initial: 'signedOut',
  on: { 'running.opened': { actions: { type: 'show', params: ({ event }) => event } } },
  states: {
    signedOut: { on: { 'running.started': 'awake' } },
    awake: {
      description: 'A user is signed in, whose batches are polled.',
      initial: 'loading',
      on: {
        'batch.started': { target: '.loading', actions: 'resetPause' },
        'window.focused': '.loading',
        'progress.ended': { target: '.loading', actions: 'resetPause' },
        'progress.resumed': { target: '.loading', actions: 'resetPause' },
      },
      states: {
        silent: { description: 'Nothing runs, and nothing is polled.' },
        loading: {
          description: 'The running batches are loading.',
          tags: 'busy',
          invoke: {
            id: 'loadRunning',
            src: 'loadRunning',
            input: ({ context: { answer } }) => ({ known: answer?.running.map(({ id }) => id) ?? [] }),
            onDone: [
              {
                guard: { type: 'isAnyRunning', params: ({ event }) => event.output },
                target: 'pausing',
                actions: [
                  { type: 'keepRunning', params: ({ event }) => event.output },
                  { type: 'announceEnded', params: ({ event }) => event.output },
                ],
              },
              {
                target: 'silent',
                actions: [
                  { type: 'keepRunning', params: ({ event }) => event.output },
                  { type: 'announceEnded', params: ({ event }) => event.output },
                ],
              },
            ],
            onError: [{ guard: 'hasRunning', target: 'waiting' }, { target: 'silent' }],
          },
        },
        pausing: {
          description: 'A batch runs; waits for the next poll.',
          invoke: {
            id: 'pause',
            src: 'pause',
            input: ({ context }) => ({ ms: pauseAfter(context.polls) }),
            onDone: 'loading',
            onError: 'loading',
          },
        },
        waiting: {
          description: 'The last poll failed while a batch was running; waits longer for the next one.',
          invoke: { id: 'pause', src: 'pause', input: { ms: FAILED_PAUSE_MS }, onDone: 'loading', onError: 'loading' },
        },
      },
    },
  },
});

export type RunningBatches = ActorRefFrom<typeof runningBatchesMachine>;
