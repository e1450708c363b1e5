import { expect, it } from 'vitest';
import { scheduleAccounts } from './launch-schedule.ts';

const now = new Date('2026-11-20T08:00:00Z');
/** An account with so many writes, whose quota alone would let them end after so many seconds. */
const account = (writes: number, quotaS: number) => ({ writes, ends_at: new Date(now.getTime() + quotaS * 1000) });
const secondsOf = (all: Parameters<typeof scheduleAccounts>[0]) =>
  scheduleAccounts(all, now).map((end) => (end === null ? null : (end.getTime() - now.getTime()) / 1000));
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

it.each([
  ['a second a write without a limit', [account(12, 1)], [12]],
  ['four at a time without limits', times(5, account(100, 10)), [100, 100, 100, 100, 200]],
  ['all at once where each waits for its quota', times(5, account(200, 3_000)), times(5, 3_000)],
  ['after those that leave no place', [...times(4, account(600, 10)), account(200, 3_000)], [600, 600, 600, 600, 3_600]],
  ['after the writes of those that wait', [...times(4, account(200, 3_000)), account(100, 10)], [3_000, 3_000, 3_000, 3_000, 300]],
  ['no faster than all writes take', times(8, account(500, 600)), [600, 600, 600, 600, 1_000, 1_000, 1_000, 1_000]],
  ['at an unknown time without an answer', [{ writes: 10, ends_at: null }, account(10, 1)], [null, 10]],
])('accounts end %s', (_how, all, ends) => {
  expect(secondsOf(all)).toEqual(ends);
});
