import type { BatchStatus, ItemStatus } from '#server/database/schema.ts';
import type { ItemFault } from './batch-type.ts';

export interface Counts {
  total: number;
  done: number;
  ok: number;
  fail: number;
  skip: number;
  unknown: number;
  canceled: number;
}

/** Status changes that an item may make. `unknown` is left only when the outcome becomes known, never by a retry. */
const ALLOWED_STEPS: Readonly<Record<ItemStatus, readonly ItemStatus[]>> = {
  pending: ['running', 'succeeded', 'failed', 'unknown', 'skipped', 'canceled'],
  running: ['succeeded', 'failed', 'unknown', 'skipped', 'pending'],
  unknown: ['succeeded', 'failed'],
  failed: ['pending'],
  // Only items skipped because their parent failed; they follow when the parent is retried.
  skipped: ['pending'],
  // Only closing items of a branch that is retried, and items whose effect was undone.
  succeeded: ['pending'],
  // Only closing items of a branch that is retried.
  canceled: ['pending'],
};

export const canBecome = (from: ItemStatus, to: ItemStatus): boolean => ALLOWED_STEPS[from].includes(to);

type Bucket = 'ok' | 'fail' | 'skip' | 'unknown' | 'canceled';
const BUCKETS: Readonly<Record<ItemStatus, Bucket | null>> = {
  pending: null,
  running: null,
  succeeded: 'ok',
  failed: 'fail',
  skipped: 'skip',
  unknown: 'unknown',
  canceled: 'canceled',
};

export type Shift = Readonly<Record<Exclude<keyof Counts, 'total'>, number>>;

/** How the counts change when `items` items change status. Throws for a change that items cannot make. */
export function shiftOf(from: ItemStatus, to: ItemStatus, items = 1): Shift {
  if (!canBecome(from, to)) throw new Error(`an item cannot become ${to} after ${from}`);
  const shift = { done: 0, ok: 0, fail: 0, skip: 0, unknown: 0, canceled: 0 };
  const [left, entered] = [BUCKETS[from], BUCKETS[to]];
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

export const addShifts = (a: Shift, b: Shift): Shift => ({
  done: a.done + b.done,
  ok: a.ok + b.ok,
  fail: a.fail + b.fail,
  skip: a.skip + b.skip,
  unknown: a.unknown + b.unknown,
  canceled: a.canceled + b.canceled,
});

export const NO_SHIFT: Shift = { done: 0, ok: 0, fail: 0, skip: 0, unknown: 0, canceled: 0 };

/**
 * The status that follows from the counts: canceled if some items never ran, failed if none succeeded. Skipped items do not count as
 * failures unless the user had lost the permission (`isUnauthorized`).
 */
export function statusOf({ total, done, ok, fail, unknown, canceled }: Counts, hasBegun: boolean, isUnauthorized = false): BatchStatus {
  if (done < total) return hasBegun ? 'running' : 'pending';
  if (canceled > 0) return 'canceled';
  if (fail + unknown === 0) return isUnauthorized && ok === 0 ? 'failed' : 'succeeded';
  return ok === 0 ? 'failed' : 'partial';
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const CHECK_DELAYS_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS];

/** When an unknown item is checked next; null after the last check, when it waits for a person. */
export function nextCheckAt(unknownSince: Date, checks: number): Date | null {
  const delayMs = CHECK_DELAYS_MS[checks];
  return delayMs === undefined ? null : new Date(unknownSince.getTime() + delayMs);
}

/**
 * The channel may be late until shortly before the last check; an object it does not have nine minutes after the outcome became unknown
 * was never made. After a server crash this takes about twelve minutes in all: one for the lease to expire, ten until the last check, one
 * for the job that checks.
 */
const CONCLUSIVE_AFTER_MS = 9 * MINUTE_MS;

export const isConclusive = (unknownSince: Date, now: Date): boolean => now.getTime() - unknownSince.getTime() >= CONCLUSIVE_AFTER_MS;

const REPEAT_DELAYS_MS = [6 * SECOND_MS, 30 * SECOND_MS, 120 * SECOND_MS];
/** The channel reports this failure as permanent, but it goes away on a retry. */
const FLAKY_SUBCODE = '1487390';

/** A quota that says when it lets calls through again is waited for, but not longer than this and not more often than this. */
const MAX_QUOTA_WAIT_MS = 70 * MINUTE_MS;
const MAX_QUOTA_WAITS = 20;

type RepeatableFault = Pick<ItemFault, 'platform' | 'wait'> & { readonly reason: string };

/**
 * Delay before a failed call to the channel is repeated automatically; null when it is not. Only calls that certainly had no effect are
 * repeated: throttled, not sent, or one failure known to be temporary. The limit of a single object is not waited for, because it lasts
 * an hour or longer and a person may rather do something else.
 */
export function repeatDelayMs({ reason, platform, wait }: RepeatableFault, repeats: number, now: Date): number | null {
  const canRepeat = reason === 'PLATFORM_LIMIT' || reason === 'PLATFORM_DOWN' || platform?.subcode === FLAKY_SUBCODE;
  if (!canRepeat) return null;
  const quotaMs = wait === undefined || wait.scope === 'object' ? null : Math.max(0, wait.until.getTime() - now.getTime());
  if (quotaMs === null || quotaMs > MAX_QUOTA_WAIT_MS) return REPEAT_DELAYS_MS[repeats] ?? null;
  return repeats < MAX_QUOTA_WAITS ? quotaMs : null;
}

/** A used-up quota would stop the next item of the lane too; the limit of one object and any other failure concern one item only. */
export const isLaneWide = ({ reason, wait }: Partial<RepeatableFault>): boolean => reason === 'PLATFORM_LIMIT' && wait?.scope !== 'object';

export function splitIntoBatches<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let from = 0; from < items.length; from += size) parts.push(items.slice(from, from + size));
  return parts;
}
