import type { Failure } from '../form/faults.ts';
import { type BatchOrder, type BatchRow, endText, type FollowedBatch, hasEnded, orderStatusOf } from './order-status.ts';

/** Pauses between polls of a running batch: short at first, then longer. */
const FIRST_PAUSE_MS = 1500;
export const MAX_PAUSE_MS = 5000;
/** Pause between polls when no batch runs and only unknown results are awaited. */
export const UNKNOWN_PAUSE_MS = 10_000;

const PAUSE_GROWTH = 1.3;

/** Milliseconds before the next poll, by the number of polls so far. */
export const pauseAfter = (polls: number): number =>
  Math.min(Math.round(FIRST_PAUSE_MS * PAUSE_GROWTH ** Math.max(polls - 1, 0)), MAX_PAUSE_MS);

/** Ids of the objects by result. */
export interface BatchResults {
  okIds: number[];
  failedIds: number[];
}

/** Batches in their current state, and ids of batches that are gone or hidden from the user. */
export interface BatchesAnswer {
  batches: FollowedBatch[];
  gone: number[];
}

export interface KnownBatches extends BatchesAnswer {
  /** Polls since the last change that makes a quick next one worthwhile. */
  polls: number;
  /** By the id of the order. */
  results: Record<number, BatchResults>;
}

export interface BatchProgressContext {
  orders: BatchOrder[];
  /** Id of the order on the screen. */
  shown: number | undefined;
  answer: KnownBatches | undefined;
  failure: Failure | undefined;
}

export const orderIdOf = ({ batchIds }: Pick<BatchOrder, 'batchIds'>): number => batchIds[0] ?? 0;
export const NO_BATCHES: KnownBatches = { batches: [], gone: [], results: {}, polls: 0 };

export const isOver = (known: KnownBatches, { batchIds }: BatchOrder) =>
  batchIds.every((one) => known.gone.includes(one) || known.batches.some((batch) => batch.id === one && hasEnded(batch)));

/** The first order that has ended without its end having been told. */
export const findUntoldEnd = ({ orders, answer = NO_BATCHES }: BatchProgressContext): BatchOrder | undefined =>
  orders.find((order) => {
    const orderStatus = orderStatusOf(answer.batches, order);
    return orderStatus !== undefined && isOver(answer, order) && order.toldEnd !== endText(orderStatus);
  });

export const isAnyRunning = ({ orders, answer = NO_BATCHES }: BatchProgressContext): boolean =>
  orders.some((order) => !isOver(answer, order));

/** Whether the order on the screen has unknown results. */
export const hasUnknown = ({ orders, shown, answer = NO_BATCHES }: BatchProgressContext): boolean =>
  orders.some((order) => orderIdOf(order) === shown && (orderStatusOf(answer.batches, order)?.unknown ?? 0) > 0);

/** Ids of the batches that may have changed since the last poll. */
export const batchIdsToPoll = ({ orders, answer = NO_BATCHES }: BatchProgressContext): number[] =>
  orders
    .flatMap(({ batchIds }) => batchIds)
    .filter((one) => {
      const known = answer.batches.find((batch) => batch.id === one);
      return (!known || !hasEnded(known) || known.unknown > 0) && !answer.gone.includes(one);
    });

export const shownCounts = ({ orders, shown }: BatchProgressContext, batches: readonly BatchRow[]): string => {
  const order = orders.find((one) => orderIdOf(one) === shown);
  const orderStatus = order && orderStatusOf(batches, order);
  return orderStatus ? `${orderStatus.done} ${endText(orderStatus)}` : '';
};

export const mergeBatches = (known: readonly FollowedBatch[], newer: readonly FollowedBatch[]): FollowedBatch[] => [
  ...known.filter(({ id: one }) => !newer.some((batch) => batch.id === one)),
  ...newer,
];
