import { describe, expect, it } from 'vitest';
import { listSteps } from './trend-steps.ts';

describe('steps of a trend', () => {
  it('are all days from the first to the last', () => {
    expect(listSteps('2026-02-27', '2026-03-01', 'day')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  });

  it('are weeks by their Mondays, including the one that had already begun', () => {
    expect(listSteps('2026-11-18', '2026-11-30', 'week')).toEqual(['2026-11-16', '2026-11-23', '2026-11-30']);
    expect(listSteps('2026-11-22', '2026-11-22', 'week')).toEqual(['2026-11-16']);
  });

  it('are months by their first days, across the end of a year', () => {
    expect(listSteps('2026-11-30', '2027-01-01', 'month')).toEqual(['2026-11-01', '2026-12-01', '2027-01-01']);
  });

  it('end at the last date with four digits', () => {
    expect(listSteps('9999-12-31', '9999-12-31', 'day')).toEqual(['9999-12-31']);
    expect(listSteps('9999-12-31', '9999-12-31', 'month')).toEqual(['9999-12-01']);
  });
});
