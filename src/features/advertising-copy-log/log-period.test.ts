import { describe, expect, it } from 'vitest';
import { toPeriod, toRequestFilters } from './log-period.ts';

const today = '2026-11-20';

describe('days of the operation log', () => {
  it.each([
    ['the last seven where nothing is said', {}, '2026-11-14', '2026-11-20'],
    ['those of the address', { date_from: '2026-10-01', date_to: '2026-10-03' }, '2026-10-01', '2026-10-03'],
    ['from a day until today', { date_from: '2026-11-01' }, '2026-11-01', '2026-11-20'],
    ['a week up to a day', { date_to: '2026-03-02' }, '2026-02-24', '2026-03-02'],
    ['one day that is still to come', { date_from: '2026-12-01' }, '2026-12-01', '2026-12-01'],
  ])('are %s', (_, filters, from, to) => {
    expect(toPeriod(filters, today)).toEqual({ from, to });
    expect(toRequestFilters({ account: 'li', ...filters }, today)).toEqual({ account: 'li', date_from: from, date_to: to });
  });

  it('are ignored for an entry named by its id', () => {
    expect(toRequestFilters({ id: 7 }, today)).toEqual({ id: 7 });
  });
});
