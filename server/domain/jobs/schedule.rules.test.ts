import { describe, expect, it } from 'vitest';
import { findScheduleFault, nextRun, nextRuns } from './schedule.rules.ts';

const now = new Date('2026-11-20T10:00:00Z');

describe('a schedule', () => {
  it.each(['* * * * *', '*/5 * * * *', '0 21 * * *', '8,23,38,53 * * * *', '0 16 7 * *', '30 */6 * * 1-5', '0 0 29 2 *'])(
    'may be %s',
    (cron) => {
      expect(findScheduleFault(cron, now)).toBeUndefined();
    },
  );

  it.each(['', '* * * *', '* * * * * *', '60 * * * *', '@hourly', 'every hour now and then', '0 0 30 2 *', '* * * * * 2027', "0 0 * * '"])(
    'may not be "%s"',
    (cron) => {
      expect(findScheduleFault(cron, now)).toBe('cron');
    },
  );

  it("is interpreted in UTC, regardless of the machine's time zone", () => {
    expect(nextRun('0 21 * * *', now)).toEqual(new Date('2026-11-20T21:00:00Z'));
  });

  it('never returns the instant it starts from', () => {
    expect(nextRun('0 10 * * *', now)).toEqual(new Date('2026-11-21T10:00:00Z'));
  });

  it('returns as many runs as requested', () => {
    expect(nextRuns('*/20 * * * *', now, 3).map((at) => at.toISOString().slice(11, 16))).toEqual(['10:20', '10:40', '11:00']);
  });

  it('returns no runs when the text is not a schedule', () => {
    expect(nextRuns('nonsense', now, 3)).toEqual([]);
  });
});
