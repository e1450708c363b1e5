import type { BatchStatus, ItemStatus } from '#server/database/schema.ts';

export interface Counts {
  total: number;
  done: number;
  ok: number;
  fail: number;
  skip: number;
  unknown: number;
  canceled: number;
}

/** Which steps an item can take. `unknown` is left only by finding out, never by a repetition. */
const steps: Readonly<Record<ItemStatus, readonly ItemStatus[]>> = {
  pending: ['running', 'succeeded', 'failed', 'unknown', 'skipped', 'canceled'],
  running: ['succeeded', 'failed', 'unknown', 'skipped', 'pending'],
  unknown: ['succeeded', 'failed'],
  failed: ['pending'],
  // Only those that were skipped because their parent had failed; the retry of the parent takes them along.
  skipped: ['pending'],
  // Only what closes a branch where something is taken up again, and what was taken back.
  succeeded: ['pending'],
  // Only what closes a branch where something is taken up again.
  canceled: ['pending'],
};

export const canBecome = (from: ItemStatus, to: ItemStatus): boolean => steps[from].includes(to);

type Bucket = 'ok' | 'fail' | 'skip' | 'unknown' | 'canceled';
const buckets: Readonly<Record<ItemStatus, Bucket | null>> = {
  pending: null,
  running: null,
  succeeded: 'ok',
  failed: 'fail',
  skipped: 'skip',
  unknown: 'unknown',
  canceled: 'canceled',
};

export type Shift = Readonly<Record<Exclude<keyof Counts, 'total'>, number>>;

/** What the counts change by when so many items take a step. Throws for a step that items cannot take. */
export function shiftOf(from: ItemStatus, to: ItemStatus, items = 1): Shift {
  if (!canBecome(from, to)) throw new Error(`an item cannot become ${to} after ${from}`);
  const shift = { done: 0, ok: 0, fail: 0, skip: 0, unknown: 0, canceled: 0 };
  const [left, entered] = [buckets[from], buckets[to]];
  if (left !== null) {
    shift[left] -= items;
    shift.done -= items;
  }
  if (entered !== null) {
    shift[entered] += items;
    shift.done += items;
  }
  return shift;
}

/** Both together. */
export const plus = (a: Shift, b: Shift): Shift => ({
  done: a.done + b.done,
  ok: a.ok + b.ok,
  fail: a.fail + b.fail,
  skip: a.skip + b.skip,
  unknown: a.unknown + b.unknown,
  canceled: a.canceled + b.canceled,
});

export const noShift: Shift = { done: 0, ok: 0, fail: 0, skip: 0, unknown: 0, canceled: 0 };

/**
 * How a batch stands by its counts: canceled while items were never executed, failed without any success. Skipped items had nothing to do,
 * unless their orderer had lost the right (`isRefused`).
 */
export function statusOf({ total, done, ok, fail, unknown, canceled }: Counts, hasBegun: boolean, isRefused = false): BatchStatus {
  if (done < total) return hasBegun ? 'running' : 'pending';
  if (canceled > 0) return 'canceled';
  if (fail + unknown === 0) return isRefused && ok === 0 ? 'failed' : 'succeeded';
  return ok === 0 ? 'failed' : 'partial';
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const CHECKS_AFTER_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS];

/** When an unknown item is looked for next; null once it was looked for often enough and waits for a person. */
export function nextCheckAt(unknownSince: Date, checks: number): Date | null {
  const after = CHECKS_AFTER_MS[checks];
  return after === undefined ? null : new Date(unknownSince.getTime() + after);
}

/**
 * Before the last of these checks, and only before it, the channel may still be late: what it does not have nine minutes after its outcome
 * became unknown was never made. A killed server therefore leaves what it was about to make open for about twelve minutes: one for its
 * lease to lapse, ten to the last check, one for the task that checks.
 */
const CONCLUSIVE_AFTER_MS = 9 * MINUTE_MS;

export const isConclusive = (unknownSince: Date, now: Date): boolean => now.getTime() - unknownSince.getTime() >= CONCLUSIVE_AFTER_MS;

const REPEATS_AFTER_MS = [6 * SECOND_MS, 30 * SECOND_MS, 120 * SECOND_MS];
/** The channel calls it permanent, and it is not. */
const FLAKY_SUBCODE = '1487390';

/**
 * How long the program waits before it repeats a failed call to the channel by itself; null when it does not. Only what was
 * certainly not carried out is repeated: throttled, not sent, and one failure known to be flaky.
 */
export function repeatAfterMs(fault: { reason: string; platform?: { subcode?: string } }, repeats: number): number | null {
  const isRepeated = fault.reason === 'PLATFORM_LIMIT' || fault.reason === 'PLATFORM_DOWN' || fault.platform?.subcode === FLAKY_SUBCODE;
  return isRepeated ? (REPEATS_AFTER_MS[repeats] ?? null) : null;
}

/** What is refused for being too much would be refused to whatever comes next in its lane; all else is of one item alone. */
export const isOfLane = (fault: { reason?: string }): boolean => fault.reason === 'PLATFORM_LIMIT';

/** The objects of one order, so many to a batch. */
export function inBatches<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let from = 0; from < items.length; from += size) parts.push(items.slice(from, from + size));
  return parts;
}
