import { describe, expect, it } from 'vitest';
import { isHourly, toEffectiveDays, toEffectiveStep } from './report-days.ts';

const today = '2026-11-20';
const days = (dateFrom: string, dateTo: string) => ({ dateFrom, dateTo });
const none = { dateFrom: undefined, dateTo: undefined };

describe('days of a report', () => {
  it('are those of the address, by default the last seven', () => {
    expect(toEffectiveDays(days('2026-11-01', '2026-11-02'), today)).toEqual({ from: '2026-11-01', to: '2026-11-02' });
    expect(toEffectiveDays(none, today)).toEqual({ from: '2026-11-14', to: '2026-11-20' });
  });

  it.each([
    ['the current day of each account', { ...none, accountToday: true as const }, 'hour'],
    ['one day', days('2026-11-20', '2026-11-20'), 'hour'],
    ['a week', none, 'day'],
    ['a quarter', days('2026-08-01', '2026-10-31'), 'week'],
    ['a week by hours, as somebody chose', { ...none, step: 'hour' as const }, 'hour'],
    ['a month by hours, which nobody can tell', { ...days('2026-10-01', '2026-10-31'), step: 'hour' as const }, 'day'],
    ['a quarter by months, as somebody chose', { ...days('2026-08-01', '2026-10-31'), step: 'month' as const }, 'month'],
  ])('determine the step: %s', (_what, query, step) => expect(toEffectiveStep(query, today)).toBe(step));

  it('can be shown by hour up to a fortnight', () => {
    expect(isHourly(days('2026-11-07', today), today)).toBe(true);
    expect(isHourly(days('2026-11-06', today), today)).toBe(false);
  });
});
