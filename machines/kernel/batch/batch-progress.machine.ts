import { type ActorRefFrom, assign, raise, setup } from 'xstate';
import { failureOf } from '../form/faults.ts';
import type { FormFact } from '../form/form-dialog.machine.ts';
import type { ListFact } from '../list/list.machine.ts';
import type { ListQuery } from '../list/list-query.ts';
import type { CommandFact } from '../page/command.machine.ts';
import { missingActor } from '../placeholders.ts';
import { tell, toChild } from '../tell.ts';
import {
  type BatchItemFilters,
  type BatchRetry,
  batchCancel,
  batchItems,
  batchItemsExport,
  batchResolve,
  batchRetry,
  type Several,
} from './batch-parts.machine.ts';
import { type BatchItemRow, type BatchRow, endText, standingOf } from './batch-standing.ts';
import {
  type BatchResults,
  type BatchSight,
  endToTell,
  hasUnknown,
  isOver,
  isWaitedFor,
  merged,
  NOTHING,
  nameOf,
  pauseAfter,
  shownCounts,
  UNKNOWN_PAUSE_MS,
  type Watched,
  worthALook,
} from './batch-watch.ts';

export type BatchProgressEvent =
  /** Followed from now on, or still; `show` brings it on the screen. */
  | { type: 'progress.followed'; batchIds: number[]; show: boolean }
  | { type: 'progress.dismissed' }
  | { type: 'progress.checkRequested' }
  /** Whose page this belongs to is on the screen (again), or is not any more. */
  | { type: 'progress.seen' }
  | { type: 'progress.left' }
  | { type: 'progress.failedWanted' }
  /** To itself: counts have changed, and the results of an end are known. */
  | { type: 'progress.advanced' }
  | { type: 'progress.concluded' }
  | ListFact
  | CommandFact<'batchCancel', Several, BatchRow[]>
  | CommandFact<'batchRetry', BatchRetry>
  | CommandFact<'batchItemsExport', ListQuery<BatchItemFilters>>
  | FormFact<'batchResolve', BatchItemRow>;

/** The end of an order, by its first batch. `watched`: it is on the screen. */
export interface BatchEnd extends BatchResults {
  batchId: number;
  watched: boolean;
}

export type BatchProgressFact =
  /** Told once for every end: again after a retry, and when a result that was unknown becomes known. */
  | ({ type: 'progress.ended' } & BatchEnd)
  /** What failed runs again. */
  | { type: 'progress.resumed'; batchId: number }
  | { type: 'progress.failedChosen'; ids: number[] };

const toItems = toChild(batchItems, 'items');

/**
 * Batches that run on the server, followed to their ends by their numbers alone: whoever comes back after a reload goes on
 * where it was. One of them may be on the screen with its results; closing that stops nothing.
 */
export const batchProgressMachine = setup({
  types: {} as {
    context: Watched;
    events: BatchProgressEvent;
    emitted: BatchProgressFact;
    children: {
      items: 'items';
      cancel: 'cancel';
      retry: 'retry';
      resolve: 'resolve';
      download: 'download';
      loadBatches: 'loadBatches';
      collectResults: 'collectResults';
      pause: 'pause';
    };
    tags: 'open' | 'busy';
  },
  actors: {
    items: batchItems,
    cancel: batchCancel,
    retry: batchRetry,
    resolve: batchResolve,
    download: batchItemsExport,
    loadBatches: missingActor<BatchSight, Several>('loadBatches'),
    collectResults: missingActor<BatchResults, Several>('collectResults'),
    /** Is done after so many milliseconds, and not before the screen can be seen. */
    pause: missingActor<void, { ms: number }>('pause'),
  },
  guards: {
    hasEndToTell: ({ context }) => endToTell(context) !== undefined,
    isWaitedFor: ({ context }) => isWaitedFor(context),
    hasUnknown: ({ context }) => hasUnknown(context),
    hasOrders: ({ context }) => context.orders.length > 0,
    isToBeShown: (_, { show }: { show: boolean }) => show,
    isAdvanced: ({ context }, { batches }: { batches: BatchRow[] }) =>
      shownCounts(context, merged(context.answer?.batches ?? [], batches)) !== shownCounts(context, context.answer?.batches ?? []),
    hasFailed: ({ context: { shown, answer } }) => shown !== undefined && (answer?.results[shown]?.failedIds.length ?? 0) > 0,
  },
  actions: {
    follow: assign(({ context: { orders } }, { batchIds }: Several) => ({
      orders: orders.some((order) => nameOf(order) === batchIds[0]) ? orders : [...orders, { batchIds, told: undefined }],
    })),
    show: assign((_, { batchIds }: Several) => ({ shown: batchIds[0] })),
    hide: assign({ shown: undefined }),
    hurry: assign(({ context: { answer } }) => ({ answer: answer && { ...answer, looks: 0 } })),
    keepBatches: assign(({ context: { answer = NOTHING } }, { batches, gone }: BatchSight) => ({
      failure: undefined,
      answer: {
        ...answer,
        batches: merged(answer.batches, batches),
        gone: [...new Set([...answer.gone, ...gone])],
        looks: answer.looks + 1,
      },
    })),
    /** What failed runs again; its end is another one. */
    reopen: assign(({ context: { orders, answer = NOTHING } }, { batchIds }: Several) => ({
      orders: orders.map((order) => (order.batchIds.some((one) => batchIds.includes(one)) ? { ...order, told: undefined } : order)),
      answer: {
        ...answer,
        looks: 0,
        batches: answer.batches.map((batch) =>
          batchIds.includes(batch.id) && batch.can.includes('retry') ? { ...batch, status: 'running' as const, can: [] } : batch,
        ),
      },
    })),
    keepResults: assign(({ context }, results: BatchResults) => {
      const { answer = NOTHING, orders } = context;
      const ended = endToTell(context);
      const standing = ended && standingOf(answer.batches, ended);
      if (!ended || !standing) return {};
      return {
        answer: { ...answer, results: { ...answer.results, [nameOf(ended)]: results } },
        orders: orders.map((order) => (order === ended ? { ...order, told: endText(standing) } : order)),
      };
    }),
    keepFailure: assign(({ context: { answer = NOTHING } }, { error }: { error: unknown }) => ({
      failure: failureOf(error),
      answer: { ...answer, looks: answer.looks + 1 },
    })),
    forgetEnded: assign(({ context: { orders, shown, answer = NOTHING } }) => ({
      orders: orders.filter((order) => nameOf(order) === shown || !isOver(answer, order)),
    })),
    tellEnded: tell<Watched, BatchResults>((context, results) => {
      const batchId = nameOf(endToTell(context) ?? { batchIds: [] });
      return { type: 'progress.ended', batchId, watched: batchId === context.shown, ...results };
    }),
    tellResumed: tell<Watched, Several>((_, { batchIds }) => ({ type: 'progress.resumed', batchId: batchIds[0] })),
    tellFailed: tell<Watched>(({ shown, answer }) => ({
      type: 'progress.failedChosen',
      ids: (shown !== undefined && answer?.results[shown]?.failedIds) || [],
    })),
    announceAdvance: raise({ type: 'progress.advanced' }),
    announceEnd: raise({ type: 'progress.concluded' }),
    seeItems: toItems(() => ({ type: 'list.seen' })),
    leaveItems: toItems(() => ({ type: 'list.left' })),
    renewItems: toItems(() => ({ type: 'list.refreshDue' })),
    reloadItems: toItems(() => ({ type: 'list.refreshRequested' })),
    replaceItem: toItems(({ row }: { row: BatchItemRow }) => ({ type: 'list.rowReplaced', row })),
  },
}).createMachine({
  id: 'batchProgress',
  description: 'Batches followed to their ends, and the one of them that is on the screen.',
  context: { orders: [], shown: undefined, answer: undefined, failure: undefined },
  invoke: [
    { id: 'cancel', src: 'cancel' },
    { id: 'retry', src: 'retry' },
    { id: 'resolve', src: 'resolve' },
    { id: 'download', src: 'download' },
  ],
  type: 'parallel',
  states: {
    watch: {
      description: 'Asks how the batches stand, as long as one of them is waited for.',
      initial: 'idle',
      on: {
        'progress.followed': { target: '.looking', actions: [{ type: 'follow', params: ({ event }) => event }, 'hurry'] },
        'progress.checkRequested': { target: '.looking', actions: 'hurry' },
        'progress.left': '.resting',
        'batchCancel.done': {
          target: '.looking',
          actions: [{ type: 'keepBatches', params: ({ event }) => ({ batches: event.result, gone: [] }) }, 'hurry'],
        },
        'batchRetry.done': {
          target: '.looking',
          actions: [
            { type: 'reopen', params: ({ event }) => event.subject },
            { type: 'tellResumed', params: ({ event }) => event.subject },
          ],
        },
        'batchResolve.saved': { target: '.looking', actions: 'hurry' },
      },
      states: {
        idle: {
          description: 'Nothing is waited for.',
          entry: 'forgetEnded',
          on: { 'progress.seen': { guard: 'hasOrders', target: 'looking' } },
        },
        looking: {
          description: 'The server is asked how the batches stand.',
          tags: 'busy',
          invoke: {
            id: 'loadBatches',
            src: 'loadBatches',
            input: ({ context }) => ({ batchIds: worthALook(context) }),
            onDone: [
              {
                guard: { type: 'isAdvanced', params: ({ event }) => event.output },
                target: 'judging',
                actions: [{ type: 'keepBatches', params: ({ event }) => event.output }, 'announceAdvance'],
              },
              { target: 'judging', actions: { type: 'keepBatches', params: ({ event }) => event.output } },
            ],
            onError: { target: 'pausing', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
        },
        judging: {
          description: 'What the answer means: an end to tell, more to wait for, or nothing.',
          always: [
            { guard: 'hasEndToTell', target: 'collecting' },
            { guard: 'isWaitedFor', target: 'pausing' },
            { guard: 'hasUnknown', target: 'pausing' },
            { target: 'idle' },
          ],
        },
        collecting: {
          description: 'One has ended: which objects went well, and which did not.',
          tags: 'busy',
          invoke: {
            id: 'collectResults',
            src: 'collectResults',
            input: ({ context }) => ({ batchIds: endToTell(context)?.batchIds ?? [] }),
            onDone: {
              target: 'judging',
              actions: [
                { type: 'tellEnded', params: ({ event }) => event.output },
                { type: 'keepResults', params: ({ event }) => event.output },
                'announceEnd',
              ],
            },
            onError: { target: 'pausing', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
        },
        pausing: {
          description: 'Until the next look: soon at first, then less often.',
          invoke: {
            id: 'pause',
            src: 'pause',
            input: ({ context }) => ({
              ms: isWaitedFor(context) ? pauseAfter(context.answer?.looks ?? 0) : UNKNOWN_PAUSE_MS,
            }),
            onDone: 'looking',
            onError: 'looking',
          },
        },
        resting: {
          description: 'Another page is on the screen: nothing is asked until this one is seen again.',
          on: { 'progress.seen': [{ guard: 'hasOrders', target: 'looking' }, { target: 'idle' }] },
        },
      },
    },
    screen: {
      description: 'Which batch the reader looks at.',
      initial: 'clear',
      on: {
        'progress.followed': {
          guard: { type: 'isToBeShown', params: ({ event }) => event },
          target: '.filled',
          actions: { type: 'show', params: ({ event }) => event },
        },
      },
      states: {
        clear: { description: 'None is on the screen.' },
        filled: {
          description: 'One is on the screen, with its objects.',
          tags: 'open',
          // The list remembers which batch it shows; where an order has several, the reader goes from one to the next.
          invoke: { id: 'items', src: 'items', input: ({ context }) => ({ search: `?batch_id=${context.shown}` }) },
          on: {
            'progress.advanced': { actions: 'renewItems' },
            'progress.concluded': { actions: 'reloadItems' },
            'progress.seen': { actions: 'seeItems' },
            'progress.left': { actions: 'leaveItems' },
            'batchRetry.done': { actions: 'reloadItems' },
            'batchCancel.done': { actions: 'reloadItems' },
            'batchResolve.saved': { actions: { type: 'replaceItem', params: ({ event }) => ({ row: event.saved }) } },
            'progress.failedWanted': { guard: 'hasFailed', target: 'clear', actions: ['tellFailed', 'hide'] },
            'progress.dismissed': { target: 'clear', actions: 'hide' },
          },
        },
      },
    },
  },
});

export type BatchProgress = ActorRefFrom<typeof batchProgressMachine>;
