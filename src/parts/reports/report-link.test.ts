import { expect, it } from 'vitest';
import { landing } from '#contracts/reports/landing.ts';
import { orders } from '#contracts/reports/orders.ts';
import { toReportSearch } from './report-link.ts';

it('keeps the days and the filters that the other report has, and narrows to one object', () => {
  const search = '?tab=ad&date_from=2026-11-01&date_to=2026-11-07&country=US&campaign_id=9&sort=spend.desc&page=3';
  expect(toReportSearch(orders, search, { ad_id: 4 })).toBe('?date_from=2026-11-01&date_to=2026-11-07&country=US&campaign_id=9&ad_id=4');
  expect(toReportSearch(landing, search, { landing_page_id: 5 })).toBe(
    '?date_from=2026-11-01&date_to=2026-11-07&country=US&landing_page_id=5',
  );
});

it('leads to the days that a narrowed table shows, and to the current day of each account', () => {
  const search = '?date_from=2026-11-01&date_to=2026-11-07&only=2026-11-03~2026-11-04';
  expect(toReportSearch(orders, search, { drama_id: 2 })).toBe('?date_from=2026-11-03&date_to=2026-11-04&drama_id=2');
  expect(toReportSearch(orders, '?date_mode=account_today', { drama_id: 2 })).toBe('?date_mode=account_today&drama_id=2');
});
