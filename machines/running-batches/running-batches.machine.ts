import { type ActorRefFrom, assign, setup } from 'xstate';
import type { BatchRow } from '#contracts/endpoints/batches.ts';
import { type BatchProgressFact, batchProgressMachine } from '../kernel/batch/batch-progress.machine.ts';
import { pauseAfter } from '../kernel/batch/batch-watch.ts';
import { effect, missingActor } from '../kernel/placeholders.ts';
import { toChild } from '../kernel/tell.ts';

/** After a look that failed nobody is asked before this has passed, in milliseconds. */
export const FAILED_PAUSE_MS = 30_000;

/** The reader's own batches that run. */
export interface Running {
  running: BatchRow[];
  /** All of them; those named may be fewer. */
  total: number;
  /** Those that ran at the last look, and have ended since. */
  ended: BatchRow[];
}

interface RunningContext {
  answer: Running | undefined;
  /** Looks since something was expected to happen soon. */
  looks: number;
}

export type RunningBatchesEvent =
  /** Somebody is signed in. */
  | { type: 'running.began' }
  | { type: 'batch.started' }
  /** The reader comes back to the window: something may have been begun elsewhere. */
  | { type: 'window.focused' }
  | { type: 'running.opened'; batchId: number }
  | BatchProgressFact;

const toProgress = toChild(batchProgressMachine, 'progress');

/** What the reader has running on the server, on whichever page it was begun. Silent while nothing runs. */
export const runningBatchesMachine = setup({
  types: {} as {
    context: RunningContext;
    events: RunningBatchesEvent;
    children: { progress: 'progress'; loadRunning: 'loadRunning'; pause: 'pause' };
    tags: 'busy';
  },
  actors: {
    progress: batchProgressMachine,
    loadRunning: missingActor<Running, { known: number[] }>('loadRunning'),
    /** Is done after so many milliseconds, and not before the screen can be seen. */
    pause: missingActor<void, { ms: number }>('pause'),
  },
  guards: {
    isSomethingRunning: (_, { total }: Running) => total > 0,
    hasRunning: ({ context: { answer } }) => (answer?.total ?? 0) > 0,
  },
  actions: {
    keepRunning: assign(({ context }, answer: Running) => ({ answer, looks: context.looks + 1 })),
    hurry: assign({ looks: 0 }),
    announceEnded: effect<{ ended: BatchRow[] }>('announceEnded'),
    show: toProgress(({ batchId }: { batchId: number }) => ({ type: 'progress.followed', batchIds: [batchId], show: true })),
  },
}).createMachine({
  id: 'runningBatches',
  description: "The reader's own batches that run on the server, and the one of them that is on the screen.",
  context: { answer: undefined, looks: 0 },
  invoke: { id: 'progress', src: 'progress' },
  initial: 'signedOut',
  on: { 'running.opened': { actions: { type: 'show', params: ({ event }) => event } } },
  states: {
    signedOut: { on: { 'running.began': 'awake' } },
    awake: {
      description: 'Somebody is signed in, whose batches are looked for.',
      initial: 'looking',
      on: {
        'batch.started': { target: '.looking', actions: 'hurry' },
        'window.focused': '.looking',
        'progress.ended': { target: '.looking', actions: 'hurry' },
        'progress.resumed': { target: '.looking', actions: 'hurry' },
      },
      states: {
        silent: { description: 'Nothing runs, and nothing is asked.' },
        looking: {
          description: 'The server is asked what runs.',
          tags: 'busy',
          invoke: {
            id: 'loadRunning',
            src: 'loadRunning',
            input: ({ context: { answer } }) => ({ known: answer?.running.map(({ id }) => id) ?? [] }),
            onDone: [
              {
                guard: { type: 'isSomethingRunning', params: ({ event }) => event.output },
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
          description: 'Something runs; it is asked for again after a while.',
          invoke: {
            id: 'pause',
            src: 'pause',
            input: ({ context }) => ({ ms: pauseAfter(context.looks) }),
            onDone: 'looking',
            onError: 'looking',
          },
        },
        waiting: {
          description: 'Something ran when the server answered last; it is asked again after a longer while.',
          invoke: { id: 'pause', src: 'pause', input: { ms: FAILED_PAUSE_MS }, onDone: 'looking', onError: 'looking' },
        },
      },
    },
  },
});

export type RunningBatches = ActorRefFrom<typeof runningBatchesMachine>;
