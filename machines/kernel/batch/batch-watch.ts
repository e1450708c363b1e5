import type { Failure } from '../form/faults.ts';
import { type BatchOrder, type BatchRow, endText, hasEnded, standingOf } from './batch-standing.ts';

/** How long a running batch is left alone, in milliseconds: shortly at first, then longer. */
const FIRST_PAUSE_MS = 1500;
export const LONGEST_PAUSE_MS = 5000;
/** Nothing runs any more, and only results that nobody knows yet are waited for. */
export const UNKNOWN_PAUSE_MS = 10_000;

const GROWTH = 1.3;

/** Milliseconds before the next look, after so many of them. */
export const pauseAfter = (looks: number): number =>
  Math.min(Math.round(FIRST_PAUSE_MS * GROWTH ** Math.max(looks - 1, 0)), LONGEST_PAUSE_MS);

/** Ids of the objects, by what became of them. */
export interface BatchResults {
  okIds: number[];
  failedIds: number[];
}

/** Batches as they stand; those nobody may see (any more) are missing. */
export interface BatchSight {
  batches: BatchRow[];
  gone: number[];
}

export interface Known extends BatchSight {
  /** Looks since something was expected to happen soon. */
  looks: number;
  /** By the name of the order. */
  results: Record<number, BatchResults>;
}

/** What is remembered of batches that are followed. */
export interface Watched {
  orders: BatchOrder[];
  /** Name of the order on the screen. */
  shown: number | undefined;
  answer: Known | undefined;
  failure: Failure | undefined;
}

export const nameOf = ({ batchIds }: Pick<BatchOrder, 'batchIds'>): number => batchIds[0] ?? 0;
export const NOTHING: Known = { batches: [], gone: [], results: {}, looks: 0 };

export const isOver = (known: Known, { batchIds }: BatchOrder) =>
  batchIds.every((one) => known.gone.includes(one) || known.batches.some((batch) => batch.id === one && hasEnded(batch)));

/** An order whose end was not told yet. */
export const endToTell = ({ orders, answer = NOTHING }: Watched): BatchOrder | undefined =>
  orders.find((order) => {
    const standing = standingOf(answer.batches, order);
    return standing !== undefined && isOver(answer, order) && order.told !== endText(standing);
  });

export const isWaitedFor = ({ orders, answer = NOTHING }: Watched): boolean => orders.some((order) => !isOver(answer, order));

/** The order on the screen has results that nobody knows yet. */
export const hasUnknown = ({ orders, shown, answer = NOTHING }: Watched): boolean =>
  orders.some((order) => nameOf(order) === shown && (standingOf(answer.batches, order)?.unknown ?? 0) > 0);

/** What may have changed since it was last looked at. */
export const worthALook = ({ orders, answer = NOTHING }: Watched): number[] =>
  orders
    .flatMap(({ batchIds }) => batchIds)
    .filter((one) => {
      const known = answer.batches.find((batch) => batch.id === one);
      return (!known || !hasEnded(known) || known.unknown > 0) && !answer.gone.includes(one);
    });

export const shownCounts = ({ orders, shown }: Watched, batches: readonly BatchRow[]): string => {
  const order = orders.find((one) => nameOf(one) === shown);
  const standing = order && standingOf(batches, order);
  return standing ? `${standing.done} ${endText(standing)}` : '';
};

export const merged = (known: readonly BatchRow[], newer: readonly BatchRow[]): BatchRow[] => [
  ...known.filter(({ id: one }) => !newer.some((batch) => batch.id === one)),
  ...newer,
];
