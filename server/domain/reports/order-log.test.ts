import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { listAllOrders } from '#contracts/endpoints/admin-orders.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures, type LaunchedAd } from '#tests/support/facts.ts';
import { orderEvent } from '#tests/support/order-events.ts';
import { sheetCells } from '#tests/support/sheet.ts';
import { ingestOrders } from '../orders/place-orders.ts';
import { maskText } from './order-log.query.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const site = 'log.galaxy-drama.test';
const at = (text: string) => new Date(`2026-11-${text}:00Z`);
let ad: LaunchedAd;

beforeAll(async () => {
  server = await createTestApp();
  server.clock.forward({ hours: 20 });
  await rows.site({ domain: site, timezone_name: 'UTC' });
  await server.db
    .insertInto('exchange_rate')
    .values([
      { currency: 'USD', rate_date: '2026-11-01', usd_per_unit: 1 },
      { currency: 'EUR', rate_date: '2026-11-01', usd_per_unit: 2 },
    ] as never)
    .onConflict((c) => c.doNothing())
    .execute();
  ad = await rows.ad(await rows.group(await rows.campaign(await rows.account('opt_01'), 'opt_01')), { name: '已删广告' });
  const { platform_ad_id } = await server.db.selectFrom('ad').select('platform_ad_id').where('id', '=', ad.ad).executeTakeFirstOrThrow();
  await rows.days([rows.dayOf(ad, '2026-11-16', { spend: 100, spend_usd: 100, impressions: 10 })]);
  const anna = { user_key: 'anna-the-payer', acquired_at: at('16T01:00') };
  const touch = { ad_id: platform_ad_id ?? '', kind: 'click' as const, at: at('16T01:00') };
  await ingestOrders(
    server.db,
    [
      orderEvent('first-1', at('16T01:30'), { site, ...anna, touch, ordered_at: at('16T01:29') }),
      orderEvent('repeat-1', at('18T02:00'), { site, ...anna, touch, order_type: 'repeat', amount: 500, currency: 'EUR', os: 'web' }),
      orderEvent('organic-1', at('16T17:00'), { site, country: 'DE' }),
      orderEvent('back-1', at('14T04:00'), { site, status: 'refunded', refund: 999, refunded_at: at('17T04:00') }),
      orderEvent('unpaid-1', at('17T05:00'), { site, status: 'created', paid_at: null }),
      ...Array.from({ length: 55 }, (_, n) => orderEvent(`many-${n}`, at('01T03:00'), { site, user_key: `crowd-${n % 11}` })),
    ],
    server.clock.now(),
  );
  await server.db.updateTable('ad').set({ deleted_at: server.clock.now() }).where('id', '=', ad.ad).execute();
});
afterAll(() => server.close());

type Request = RequestOf<typeof listAllOrders>;
const WEEK = { date_from: '2026-11-14', date_to: '2026-11-20' };
const ask = async (request: Request) => (await server.as('super', '/admin-orders/list', request)).data;
const numbers = async (request: Request) => (await ask({ ...WEEK, ...request })).list.map(({ order_no }) => order_no);
const sums = async (request: Request) => (await server.as('super', '/admin-orders/summary', { ...WEEK, ...request })).data;

describe('the list of all orders', () => {
  it('holds organic and unpaid orders as well, newest first', async () => {
    expect(await numbers({})).toEqual(['repeat-1', 'unpaid-1', 'organic-1', 'first-1', 'back-1']);
  });

  it('compares its dates with the chosen moment', async () => {
    expect(await numbers({ time_basis: 'paid' })).toEqual(['repeat-1', 'organic-1', 'first-1', 'back-1']);
    expect(await numbers({ time_basis: 'refunded' })).toEqual(['back-1']);
    // One o’clock in the morning of the 17th in Shanghai, the place of business.
    expect(await numbers({ time_basis: 'business', date_from: '2026-11-17', date_to: '2026-11-17' })).toEqual(['unpaid-1', 'organic-1']);
  });

  it('finds an order by its number whatever its dates, and others by payer or external number within them', async () => {
    expect(await numbers({ keyword: ' many-7 ' })).toEqual(['many-7']);
    expect(await numbers({ keyword: 'many-7', status: ['created'] })).toEqual([]);
    expect(await numbers({ keyword: 'st_first-1' })).toEqual(['first-1']);
    expect(await numbers({ keyword: 'anna-the-payer' })).toEqual(['repeat-1', 'first-1']);
    expect(await numbers({ keyword: 'crowd-1' })).toEqual([]);
  });

  it.each<[string, Request, string[]]>([
    ['attribution', { attribution: ['click'] }, ['repeat-1', 'first-1']],
    ['organic', { attribution: ['none'], status: ['paid'] }, ['organic-1']],
    ['country of the payer', { payer_country: ['DE'] }, ['organic-1']],
    ['system', { os: ['web'] }, ['repeat-1']],
    ['amount in US dollars', { amount_from: 10 }, ['repeat-1']],
    ['type', { order_type: ['repeat'], biz: 'dj' }, ['repeat-1']],
  ])('is narrowed by %s', async (_, request, expected) => {
    expect(await numbers(request)).toEqual(expected);
  });

  it('continues after the last row, without gaps among orders of one moment', async () => {
    const days = { date_from: '2026-11-01', date_to: '2026-11-01', page_size: 50 as const };
    const first = await ask(days);
    const second = await ask({ ...days, cursor: first.next_cursor ?? '' });
    expect([first.list.length, first.total, second.list.length, second.next_cursor]).toEqual([50, 55, 5, null]);
    expect(new Set([...first.list, ...second.list].map(({ id }) => id)).size).toBe(55);
  });

  it('sums up paid orders in US dollars only', async () => {
    expect(await sums({})).toEqual({
      orders: 4,
      payers: 3,
      revenue_usd: 3 * 999 + 1000,
      fee_usd: 3 * 50 + 100,
      refund_usd: 999,
      net_usd: 3 * 999 + 1000 - 999 - 250,
    });
    const row = (await ask({ ...WEEK, keyword: 'repeat-1' })).list[0];
    expect(row).toMatchObject({ amount: 500, currency: 'EUR', amount_usd: 1000 });
  });

  it('keeps the name of an ad that was deleted, and shows the way of an order with personal data masked', async () => {
    const row = (await ask({ ...WEEK, keyword: 'first-1' })).list[0];
    expect(row?.ad).toEqual({ id: ad.ad, label: '已删广告' });
    const { data } = await server.as('super', '/admin-orders/detail', { id: row?.id ?? 0 });
    expect(data.timeline.map(({ kind }) => kind)).toEqual(['acquired', 'created', 'paid']);
    expect(data.chain).toMatchObject({ channel: 'meta', group: { id: ad.group } });
    expect(data.payer).toMatchObject({ orders: 2, total_usd: 1999, is_reacq: false });
    expect(data.history.map(({ order_no }) => order_no)).toEqual(['repeat-1', 'first-1']);
    expect(data.raw).toContainEqual({ key: 'user_key', value: 'ann••••yer', masked: true });
    expect(data.raw).toContainEqual({ key: 'order_no', value: 'first-1', masked: false });
  });

  it('masks short texts altogether', () => {
    expect(maskText('abcdefghi')).toBe('••••');
    expect(maskText('abcdefghij')).toBe('abc••••hij');
  });

  it('is exported with the orders as they are listed', async () => {
    const token = await server.signIn('super');
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/admin-orders/export',
      headers: { authorization: `Bearer ${token}` },
      payload: { ...WEEK, columns: ['order_no', 'amount', 'currency', 'amount_usd'], locale: 'en' },
    });
    expect(sheetCells(answer.rawPayload, 0).slice(0, 2)).toEqual([
      ['Order no.', 'Amount', 'Currency', 'Amount (USD)'],
      ['repeat-1', '5', 'EUR', '10'],
    ]);
  });
});
