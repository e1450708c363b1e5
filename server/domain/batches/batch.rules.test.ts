import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { itemStatuses } from '#contracts/vocabulary/batches.ts';
import type { ItemStatus } from '#server/database/schema.ts';
import {
  type Counts,
  canBecome,
  isConclusive,
  isLaneWide,
  nextCheckAt,
  repeatDelayMs,
  shiftOf,
  splitIntoBatches,
  statusOf,
} from './batch.rules.ts';

const now = new Date('2026-11-20T00:00:00Z');
const none: Counts = { total: 0, done: 0, ok: 0, fail: 0, skip: 0, unknown: 0, canceled: 0 };

describe('an item', () => {
  test.each<[ItemStatus, ItemStatus[]]>([
    ['pending', ['running', 'succeeded', 'failed', 'unknown', 'skipped', 'canceled']],
    ['running', ['pending', 'succeeded', 'failed', 'unknown', 'skipped']],
    ['unknown', ['succeeded', 'failed']],
    ['failed', ['pending']],
    ['skipped', ['pending']],
    ['succeeded', ['pending']],
    ['canceled', ['pending']],
  ])('that is %s becomes only %j', (from, allowed) => {
    expect(itemStatuses.filter((to) => canBecome(from, to)).sort()).toEqual([...allowed].sort());
  });

  test('throws on a step that its status does not allow', () => {
    expect(() => shiftOf('canceled', 'running')).toThrow('cannot become running after canceled');
    expect(() => shiftOf('unknown', 'pending')).toThrow();
  });
});

test('keeps the counts of a batch equal to its items after any sequence of steps', () => {
  const walk = fc.array(fc.tuple(fc.nat({ max: 4 }), fc.constantFrom(...itemStatuses)), { maxLength: 60 });
  fc.assert(
    fc.property(walk, (steps) => {
      const items: ItemStatus[] = ['pending', 'pending', 'pending', 'pending', 'pending'];
      const counts = { ...none, total: items.length };
      for (const [index, to] of steps) {
        const from = items[index] ?? 'pending';
        if (!canBecome(from, to)) continue;
        items[index] = to;
        const shift = shiftOf(from, to);
        for (const key of Object.keys(shift) as (keyof typeof shift)[]) counts[key] += shift[key];
      }
      const count = (status: ItemStatus) => items.filter((each) => each === status).length;
      expect(counts).toEqual({
        total: 5,
        done: 5 - count('pending') - count('running'),
        ok: count('succeeded'),
        fail: count('failed'),
        skip: count('skipped'),
        unknown: count('unknown'),
        canceled: count('canceled'),
      });
      expect(counts.done).toBe(counts.ok + counts.fail + counts.skip + counts.unknown + counts.canceled);
    }),
  );
});

describe('a batch', () => {
  test.each<[string, Partial<Counts>, boolean, string]>([
    ['that nobody began', { total: 2 }, false, 'pending'],
    ['that was begun', { total: 2, done: 1, ok: 1 }, true, 'running'],
    ['without fault', { total: 2, done: 2, ok: 2 }, true, 'succeeded'],
    ['where some were skipped', { total: 2, done: 2, ok: 1, skip: 1 }, true, 'succeeded'],
    ['where all were skipped', { total: 2, done: 2, skip: 2 }, true, 'succeeded'],
    ['where one failed', { total: 2, done: 2, ok: 1, fail: 1 }, true, 'partial'],
    ['where one is unknown', { total: 2, done: 2, ok: 1, unknown: 1 }, true, 'partial'],
    ['where nothing succeeded', { total: 2, done: 2, fail: 1, skip: 1 }, true, 'failed'],
    ['where nothing is known', { total: 2, done: 2, unknown: 2 }, true, 'failed'],
    ['that was stopped', { total: 3, done: 3, ok: 1, fail: 1, canceled: 1 }, true, 'canceled'],
    ['that was stopped before it began', { total: 1, done: 1, canceled: 1 }, false, 'canceled'],
  ])('%s is %#', (_name, counts, hasBegun, status) => {
    expect(statusOf({ ...none, ...counts }, hasBegun)).toBe(status);
  });
});

test('marks a batch as failed when every item was skipped for lack of permission', () => {
  expect(statusOf({ ...none, total: 2, done: 2, skip: 2 }, true, true)).toBe('failed');
  expect(statusOf({ ...none, total: 2, done: 2, ok: 1, skip: 1 }, true, true)).toBe('succeeded');
});

test('believes that an object is missing on the channel only at the last of three checks', () => {
  const since = new Date('2026-11-20T08:00:00Z');
  const checks = [0, 1, 2].map((count) => nextCheckAt(since, count) ?? since);
  expect(checks.map((at) => isConclusive(since, at))).toEqual([false, false, true]);
});

test('checks an unknown item three times, then leaves it to a person', () => {
  const since = new Date('2026-11-20T08:00:00Z');
  const after = [0, 1, 2, 3].map((checks) => nextCheckAt(since, checks)?.toISOString().slice(11, 19));
  expect(after).toEqual(['08:00:30', '08:02:00', '08:10:00', undefined]);
});

test('repeats a call up to three times only when it certainly had no effect', () => {
  const seconds = (fault: Parameters<typeof repeatDelayMs>[0]) =>
    [0, 1, 2, 3].map((times) => (repeatDelayMs(fault, times, now) ?? 0) / 1000);
  for (const reason of ['PLATFORM_LIMIT', 'PLATFORM_DOWN']) expect(seconds({ reason })).toEqual([6, 30, 120, 0]);
  expect(seconds({ reason: 'PLATFORM_REJECTED', platform: { code: '100', subcode: '1487390' } })).toEqual([6, 30, 120, 0]);
  for (const reason of ['PLATFORM_REJECTED', 'PLATFORM_UNKNOWN', 'PLATFORM_AUTH', 'NOT_FOUND', 'INTERNAL'])
    expect(seconds({ reason })).toEqual([0, 0, 0, 0]);
});

test('waits for a quota until the time that the channel tells, but not for hours and not without end', () => {
  const delay = (scope: 'app' | 'account' | 'page' | 'object', minutes: number, repeats = 0) => {
    const until = new Date(now.getTime() + minutes * 60_000);
    return (repeatDelayMs({ reason: 'PLATFORM_LIMIT', wait: { until, scope } }, repeats, now) ?? 0) / 1000;
  };
  for (const scope of ['app', 'account', 'page'] as const) {
    expect([0, 5, 60].map((minutes) => delay(scope, minutes, 3))).toEqual([0, 300, 3600]);
    expect([delay(scope, 90), delay(scope, 90, 3), delay(scope, 5, 19), delay(scope, 5, 20)]).toEqual([6, 0, 300, 0]);
  }
  expect([delay('object', 60), delay('object', 60, 3)]).toEqual([6, 0]);
});

test('holds back the lane only when a quota covers it', () => {
  const reasons = ['PLATFORM_LIMIT', 'PLATFORM_DOWN', 'PLATFORM_REJECTED'];
  expect(reasons.filter((reason) => isLaneWide({ reason }))).toEqual(['PLATFORM_LIMIT']);
  const scopes = ['app', 'account', 'page', 'object'] as const;
  const wide = scopes.filter((scope) => isLaneWide({ reason: 'PLATFORM_LIMIT', wait: { until: now, scope } }));
  expect(wide).toEqual(['app', 'account', 'page']);
});

test('splits an order into batches without losing or reordering items', () => {
  const items = Array.from({ length: 1201 }, (_, index) => index);
  const parts = splitIntoBatches(items, 500);
  expect(parts.map((part) => part.length)).toEqual([500, 500, 201]);
  expect(parts.flat()).toEqual(items);
});
