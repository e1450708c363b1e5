import { type ActorRefFrom, assign, emit, raise, setup } from 'xstate';
import { toFailure } from '../form/faults.ts';
import type { FormFact } from '../form/form-dialog.machine.ts';
import type { ListFact } from '../list/list.machine.ts';
import type { ListQuery } from '../list/list-query.ts';
import type { CommandFact } from '../page/command.machine.ts';
import { missingActor } from '../placeholders.ts';
import { tell, toChild } from '../tell.ts';
import {
  type BatchIds,
  type BatchItemFilters,
  type BatchRetry,
  batchCancel,
  batchItems,
  batchItemsExport,
  batchResolve,
  batchRetry,
  batchUndo,
} from './batch-parts.machine.ts';
import {
  type BatchesAnswer,
  type BatchProgressContext,
  type BatchResults,
  batchIdsToPoll,
  findUntoldEnd,
  hasUnknown,
  isAnyRunning,
  isOver,
  mergeBatches,
  NO_BATCHES,
  orderIdOf,
  pauseAfter,
  shownCounts,
  UNKNOWN_PAUSE_MS,
} from './batch-progress-state.ts';
import { type BatchItemRow, type BatchOrder, type BatchRow, endText, type OrderStatus, orderStatusOf } from './order-status.ts';

export type BatchProgressEvent =
  /**
   * Follows these batches; `show` also brings them on the screen, `isNoticed` reports their success by a notice, which offers to undo it
   * if `isUndoable`.
   */
  | { type: 'progress.followed'; batchIds: number[]; show: boolean; isNoticed?: true; isUndoable?: true }
  /** `key`: a new UUID. */
  | { type: 'progress.undoRequested'; batchIds: number[]; key: string }
  | { type: 'progress.dismissed' }
  | { type: 'progress.checkRequested' }
  /** The page of these batches is on the screen again, or no longer. */
  | { type: 'progress.seen' }
  | { type: 'progress.left' }
  | { type: 'progress.failedRequested' }
  /** Failed objects of these batches were changed and run again. */
  | { type: 'progress.retried'; batchIds: number[] }
  /** Raised internally: counts have changed, or the results of an ended order are known. */
  | { type: 'progress.advanced' }
  | { type: 'progress.concluded' }
  | ListFact
  | CommandFact<'batchCancel', BatchIds, BatchRow[]>
  | CommandFact<'batchRetry', BatchRetry>
  | CommandFact<'batchUndo', BatchIds, number[]>
  | CommandFact<'batchItemsExport', ListQuery<BatchItemFilters>>
  | FormFact<'batchResolve', BatchItemRow>;

/** The end of an order, named by its first batch. `watched`: it is on the screen, or was when it was over. */
export interface BatchEnd extends BatchResults {
  batchId: number;
  watched: boolean;
}

export type BatchProgressFact =
  /** Told once for every end: again after a retry, and when an unknown result becomes known. */
  | ({ type: 'progress.ended' } & BatchEnd)
  /** Failed items run again, or a batch that undoes another one has started. */
  | { type: 'progress.resumed'; batchId: number }
  | { type: 'progress.failedChosen'; ids: number[] }
  /** The user wants to undo a batch that this page started. */
  | { type: 'progress.undoChosen'; batchId: number; key: string };

/** Emitted to views: a small order has succeeded, and nothing of it is on the screen. */
export interface BatchSuccess extends BatchIds {
  type: 'progress.succeeded';
  status: OrderStatus;
  isUndoable: boolean;
}

const toItems = toChild(batchItems, 'items');

/**
 * Follows batches on the server to their ends by their ids alone, so following continues after a reload. One order may be on the screen
 * with its results; closing that stops nothing.
 */
export const batchProgressMachine = setup({
  types: {} as {
    context: BatchProgressContext;
    events: BatchProgressEvent;
    emitted: BatchProgressFact | BatchSuccess;
    children: {
      items: 'items';
      cancel: 'cancel';
      retry: 'retry';
      undo: 'undo';
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
    undo: batchUndo,
    resolve: batchResolve,
    download: batchItemsExport,
    loadBatches: missingActor<BatchesAnswer, BatchIds>('loadBatches'),
    collectResults: missingActor<BatchResults, BatchIds>('collectResults'),
    /** Resolves after this time, and not before the screen is visible. */
    pause: missingActor<void, { ms: number }>('pause'),
  },
  guards: {
    isNoticed: ({ context }) => findUntoldEnd(context)?.isNoticed === true,
    hasUntoldEnd: ({ context }) => findUntoldEnd(context) !== undefined,
    isAnyRunning: ({ context }) => isAnyRunning(context),
    hasUnknown: ({ context }) => hasUnknown(context),
    hasOrders: ({ context }) => context.orders.length > 0,
    isShownOver: ({ context: { orders, shown, answer } }) =>
      orders.some((order) => orderIdOf(order) === shown && isOver(answer ?? NO_BATCHES, order)),
    isShown: (_, { show }: { show: boolean }) => show,
    isAdvanced: ({ context }, { batches }: { batches: BatchRow[] }) =>
      shownCounts(context, mergeBatches(context.answer?.batches ?? [], batches)) !== shownCounts(context, context.answer?.batches ?? []),
    hasFailed: ({ context: { shown, answer } }) => shown !== undefined && (answer?.results[shown]?.failedIds.length ?? 0) > 0,
  },
  actions: {
    follow: assign(
      ({ context: { orders } }, { batchIds, isNoticed, isUndoable }: BatchIds & Pick<BatchOrder, 'isNoticed' | 'isUndoable'>) => ({
        orders: orders.some((order) => orderIdOf(order) === batchIds[0])
          ? orders
          : [...orders, { batchIds, toldEnd: undefined, isNoticed, isUndoable }],
      }),
    ),
    show: assign((_, { batchIds }: BatchIds) => ({ shown: batchIds[0] })),
    hide: assign(({ context: { orders, shown, answer = NO_BATCHES } }) => ({
      shown: undefined,
      orders: orders.map((order) =>
        orderIdOf(order) === shown && isOver(answer, order) ? { ...order, isSeenOver: true as const } : order,
      ),
    })),
    resetPause: assign(({ context: { answer } }) => ({ answer: answer && { ...answer, polls: 0 } })),
    keepBatches: assign(({ context: { answer = NO_BATCHES } }, { batches, gone }: BatchesAnswer) => ({
      failure: undefined,
      answer: {
        ...answer,
        batches: mergeBatches(answer.batches, batches),
        gone: [...new Set([...answer.gone, ...gone])],
        polls: answer.polls + 1,
      },
    })),
    /** Marks batches whose failed items run again as running, so that their next end is told. */
    reopen: assign(({ context: { orders, answer = NO_BATCHES } }, { batchIds }: BatchIds) => ({
      orders: orders.map((order) =>
        order.batchIds.some((one) => batchIds.includes(one)) ? { ...order, toldEnd: undefined, isSeenOver: undefined } : order,
      ),
      answer: {
        ...answer,
        polls: 0,
        batches: answer.batches.map((batch) =>
          batchIds.includes(batch.id) && batch.can.includes('retry') ? { ...batch, status: 'running' as const, can: [] } : batch,
        ),
      },
    })),
    /** Batches that were undone cannot be undone once more. */
    markUndone: assign(({ context: { answer } }, { batchIds }: BatchIds) => ({
      answer: answer && {
        ...answer,
        batches: answer.batches.map((batch) => (batchIds.includes(batch.id) ? { ...batch, undoable: undefined } : batch)),
      },
    })),
    keepResults: assign(({ context }, results: BatchResults) => {
      const { answer = NO_BATCHES, orders } = context;
      const ended = findUntoldEnd(context);
      const orderStatus = ended && orderStatusOf(answer.batches, ended);
      if (!ended || !orderStatus) return {};
      return {
        answer: { ...answer, results: { ...answer.results, [orderIdOf(ended)]: results } },
        orders: orders.map((order) => (order === ended ? { ...order, toldEnd: endText(orderStatus) } : order)),
      };
    }),
    keepFailure: assign(({ context: { answer = NO_BATCHES } }, { error }: { error: unknown }) => ({
      failure: toFailure(error),
      answer: { ...answer, polls: answer.polls + 1 },
    })),
    forgetEnded: assign(({ context: { orders, shown, answer = NO_BATCHES } }) => ({
      orders: orders.filter((order) => orderIdOf(order) === shown || !isOver(answer, order)),
    })),
    tellEnded: tell<BatchProgressContext, BatchResults>((context, results) => {
      const { isSeenOver = false, ...order } = findUntoldEnd(context) ?? { batchIds: [] };
      const batchId = orderIdOf(order);
      return { type: 'progress.ended', batchId, watched: isSeenOver || batchId === context.shown, ...results };
    }),
    tellResumed: tell<BatchProgressContext, BatchIds>((_, { batchIds }) => ({ type: 'progress.resumed', batchId: batchIds[0] })),
    tellFailed: tell<BatchProgressContext>(({ shown, answer }) => ({
      type: 'progress.failedChosen',
      ids: (shown !== undefined && answer?.results[shown]?.failedIds) || [],
    })),
    emitSuccess: emit(({ context }): BatchSuccess => {
      const order = findUntoldEnd(context);
      const { batchIds = [], isUndoable = false } = order ?? {};
      // Run only for an order that has ended, whose batches are therefore known.
      const status = orderStatusOf(context.answer?.batches ?? [], { batchIds }) as OrderStatus;
      return { type: 'progress.succeeded', batchIds, status, isUndoable };
    }),
    tellUndo: tell<BatchProgressContext, { batchIds: number[]; key: string }>((_, { batchIds, key }) => ({
      type: 'progress.undoChosen',
      batchId: batchIds[0],
      key,
    })),
    announceAdvance: raise({ type: 'progress.advanced' }),
    announceEnd: raise({ type: 'progress.concluded' }),
    seeItems: toItems(() => ({ type: 'list.seen' })),
    leaveItems: toItems(() => ({ type: 'list.left' })),
    renewItems: toItems(() => ({ type: 'list.refreshDue' })),
    reloadItems: toItems(() => ({ type: 'list.refreshRequested' })),
    /** Closes the question whether to cancel: nothing is left to cancel. */
    dismissCancel: toChild(batchCancel, 'cancel')(() => ({ type: 'command.cancelled' })),
    replaceItem: toItems(({ row }: { row: BatchItemRow }) => ({ type: 'list.rowReplaced', row })),
  },
}).createMachine({
  id: 'batchProgress',
  description: 'Batches followed to their ends, one of them on the screen.',
  context: { orders: [], shown: undefined, answer: undefined, failure: undefined },
  invoke: [
    { id: 'cancel', src: 'cancel' },
    { id: 'retry', src: 'retry' },
    { id: 'undo', src: 'undo' },
    { id: 'resolve', src: 'resolve' },
    { id: 'download', src: 'download' },
  ],
  type: 'parallel',
  on: { 'progress.undoRequested': { actions: { type: 'tellUndo', params: ({ event }) => event } } },
  states: {
    watch: {
      description: 'Polls the batches while one of them has not ended.',
      initial: 'idle',
      on: {
        'progress.followed': { target: '.loading', actions: [{ type: 'follow', params: ({ event }) => event }, 'resetPause'] },
        'progress.checkRequested': { target: '.loading', actions: 'resetPause' },
        'progress.left': '.suspended',
        'batchCancel.done': {
          target: '.loading',
          actions: [{ type: 'keepBatches', params: ({ event }) => ({ batches: event.result, gone: [] }) }, 'resetPause'],
        },
        'progress.retried': {
          target: '.loading',
          actions: [
            { type: 'reopen', params: ({ event }) => event },
            { type: 'tellResumed', params: ({ event }) => event },
          ],
        },
        'batchRetry.done': {
          target: '.loading',
          actions: [
            { type: 'reopen', params: ({ event }) => event.subject },
            { type: 'tellResumed', params: ({ event }) => event.subject },
          ],
        },
        'batchUndo.done': {
          target: '.loading',
          actions: [
            { type: 'markUndone', params: ({ event }) => event.subject },
            { type: 'follow', params: ({ event }) => ({ batchIds: event.result }) },
            'resetPause',
            { type: 'tellResumed', params: ({ event }) => ({ batchIds: event.result }) },
          ],
        },
        'batchResolve.saved': { target: '.loading', actions: 'resetPause' },
      },
      states: {
        idle: {
          description: 'No batch is awaited.',
          entry: 'forgetEnded',
          on: { 'progress.seen': { guard: 'hasOrders', target: 'loading' } },
        },
        loading: {
          description: 'The state of the batches is being loaded.',
          tags: 'busy',
          invoke: {
            id: 'loadBatches',
            src: 'loadBatches',
            input: ({ context }) => ({ batchIds: batchIdsToPoll(context) }),
            onDone: [
              {
                guard: { type: 'isAdvanced', params: ({ event }) => event.output },
                target: 'deciding',
                actions: [{ type: 'keepBatches', params: ({ event }) => event.output }, 'announceAdvance'],
              },
              { target: 'deciding', actions: { type: 'keepBatches', params: ({ event }) => event.output } },
            ],
            onError: { target: 'pausing', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
        },
        deciding: {
          description: 'Decides what the answer means: an end to tell, more polling, or nothing.',
          always: [
            { guard: 'hasUntoldEnd', target: 'collecting' },
            { guard: 'isAnyRunning', target: 'pausing' },
            { guard: 'hasUnknown', target: 'pausing' },
            { target: 'idle' },
          ],
        },
        collecting: {
          description: 'An order has ended: its succeeded and failed objects are being loaded.',
          tags: 'busy',
          invoke: {
            id: 'collectResults',
            src: 'collectResults',
            input: ({ context }) => ({ batchIds: findUntoldEnd(context)?.batchIds ?? [] }),
            onDone: [
              {
                guard: 'isNoticed',
                target: 'deciding',
                actions: [
                  'emitSuccess',
                  { type: 'tellEnded', params: ({ event }) => event.output },
                  { type: 'keepResults', params: ({ event }) => event.output },
                  'announceEnd',
                ],
              },
              {
                target: 'deciding',
                actions: [
                  { type: 'tellEnded', params: ({ event }) => event.output },
                  { type: 'keepResults', params: ({ event }) => event.output },
                  'announceEnd',
                ],
              },
            ],
            onError: { target: 'pausing', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
        },
        pausing: {
          description: 'Waits for the next poll: short at first, then longer.',
          invoke: {
            id: 'pause',
            src: 'pause',
            input: ({ context }) => ({
              ms: isAnyRunning(context) ? pauseAfter(context.answer?.polls ?? 0) : UNKNOWN_PAUSE_MS,
            }),
            onDone: 'loading',
            onError: 'loading',
          },
        },
        suspended: {
          description: 'Another page is on the screen: polling stops until this one is seen again.',
          on: { 'progress.seen': [{ guard: 'hasOrders', target: 'loading' }, { target: 'idle' }] },
        },
      },
    },
    screen: {
      description: 'Which batch is on the screen.',
      initial: 'empty',
      on: {
        'progress.followed': {
          guard: { type: 'isShown', params: ({ event }) => event },
          target: '.showing',
          actions: { type: 'show', params: ({ event }) => event },
        },
        'batchUndo.done': { target: '.showing', actions: { type: 'show', params: ({ event }) => ({ batchIds: event.result }) } },
      },
      states: {
        empty: { description: 'No batch is on the screen.' },
        showing: {
          description: 'A batch is on the screen with its objects.',
          tags: 'open',
          // The list keeps the batch it shows; in an order of several batches the user moves from one to the next.
          invoke: { id: 'items', src: 'items', input: ({ context }) => ({ search: `?batch_id=${context.shown}` }) },
          on: {
            'progress.advanced': { actions: 'renewItems' },
            'progress.concluded': [{ guard: 'isShownOver', actions: ['reloadItems', 'dismissCancel'] }, { actions: 'reloadItems' }],
            'progress.seen': { actions: 'seeItems' },
            'progress.left': { actions: 'leaveItems' },
            'batchRetry.done': { actions: 'reloadItems' },
            'progress.retried': { actions: 'reloadItems' },
            'batchCancel.done': { actions: 'reloadItems' },
            'batchResolve.saved': { actions: { type: 'replaceItem', params: ({ event }) => ({ row: event.saved }) } },
            'progress.failedRequested': { guard: 'hasFailed', target: 'empty', actions: ['tellFailed', 'hide'] },
            'progress.dismissed': { target: 'empty', actions: 'hide' },
          },
        },
      },
    },
  },
});

export type BatchProgress = ActorRefFrom<typeof batchProgressMachine>;
