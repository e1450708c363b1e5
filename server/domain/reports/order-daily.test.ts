import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { OrderDailyRow, queryOrderDaily } from '#contracts/endpoints/order-daily.ts';
import type { OrderDay } from '#server/channel/site-feed.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures } from '#tests/support/facts.ts';
import { orderEvent } from '#tests/support/order-events.ts';
import { ingestOrders } from '../orders/place-orders.ts';
import { compareDays, reconcileDays } from './reconcile.query.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const site = 'daily.galaxy-drama.test';
const DAYS = { date_from: '2026-11-10', date_to: '2026-11-20' };
const at = (text: string) => new Date(`2026-11-${text}:00Z`);

beforeAll(async () => {
  server = await createTestApp();
  server.clock.forward({ hours: 20 });
  await rows.site({ domain: site, name: '日报站', timezone_name: 'UTC' });
  await server.db
    .insertInto('exchange_rate')
    .values([
      { currency: 'USD', rate_date: '2026-11-01', usd_per_unit: 1 },
      { currency: 'EUR', rate_date: '2026-11-01', usd_per_unit: 2 },
    ] as never)
    .onConflict((c) => c.doNothing())
    .execute();
  const account = await rows.account('opt_01', { timezone: 'America/Los_Angeles' });
  const owned = await rows.ad(await rows.group(await rows.campaign(account, 'opt_01')));
  const unowned = await rows.ad(await rows.group(await rows.campaign(account, null)));
  const platformIdOf = async (id: number) =>
    (await server.db.selectFrom('ad').select('platform_ad_id').where('id', '=', id).executeTakeFirstOrThrow()).platform_ad_id ?? '';
  const spent = { spend: 1_000, spend_usd: 1_000, impressions: 100 };
  await rows.days([rows.dayOf(owned, '2026-11-16', spent), rows.dayOf(unowned, '2026-11-16', spent)]);
  const touch = async (id: number, moment: Date) => ({ ad_id: await platformIdOf(id), kind: 'click' as const, at: moment });
  await ingestOrders(
    server.db,
    [
      // One o’clock in the morning of the 17th where business counts its days, still the 16th of the account.
      orderEvent('night', at('16T17:00'), { site, amount: 2_000, touch: await touch(owned.ad, at('16T16:00')) }),
      orderEvent('unowned', at('16T20:00'), { site, order_type: 'subscribe', touch: await touch(unowned.ad, at('16T19:00')) }),
      orderEvent('organic', at('16T05:00'), { site, pay_channel: 'paypal' }),
      orderEvent('euro', at('16T06:00'), { site, amount: 500, currency: 'EUR' }),
      orderEvent('back', at('15T04:00'), { site, status: 'refunded', refund: 999, refunded_at: at('17T04:00') }),
    ],
    server.clock.now(),
  );
});
afterAll(() => server.close());

type Request = RequestOf<typeof queryOrderDaily>;
const ask = async (request: Partial<Request>) =>
  (await server.as('super', '/admin-order-daily/query', { ...DAYS, group_by: ['date'], ...request })).data;
const byLabel = (list: readonly OrderDailyRow[], key: keyof OrderDailyRow['dims'], metric: string) =>
  Object.fromEntries(list.map(({ dims, m }) => [dims[key]?.label, m[metric]]));

describe('the daily report of orders', () => {
  it('counts by business date unless asked for the payment date, and spend by the date of the account', async () => {
    const business = await ask({});
    expect(byLabel(business.list, 'date', 'revenue')).toMatchObject({ '2026-11-17': 2_999, '2026-11-16': 1_999, '2026-11-15': 999 });
    expect(byLabel(business.list, 'date', 'spend')).toMatchObject({ '2026-11-16': 2_000 });
    const payment = await ask({ filters: { time_basis: 'payment' } });
    expect(byLabel(payment.list, 'date', 'revenue')).toMatchObject({ '2026-11-16': 4_998, '2026-11-15': 999 });
    expect(business.totals.m['revenue']).toBe(payment.totals.m['revenue']);
  });

  it.each(['user', 'department', 'channel', 'drama'] as const)(
    'shows organic orders as a row of their own by %s, apart from ads that nobody owns',
    async (dimension) => {
      const { list, totals } = await ask({ group_by: [dimension] });
      const revenue = byLabel(list, dimension, 'revenue');
      expect(revenue['自然量']).toBe(999 + 1_000 + 999);
      expect(list.reduce((sum, { m }) => sum + (m['revenue'] ?? 0), 0)).toBe(totals.m['revenue']);
      if (dimension === 'user') expect(revenue['未分配']).toBe(999);
    },
  );

  it('unfolds the organic row', async () => {
    const { list, totals } = await ask({ group_by: ['pay_channel'], under: [{ by: 'user', id: -1 }] });
    expect(byLabel(list, 'pay_channel', 'orders')).toEqual({ Stripe: 2, PayPal: 1 });
    expect(totals.m['orders']).toBe(3);
  });

  it('tells the share of organic revenue, and counts orders to their own site', async () => {
    const { list } = await ask({ group_by: ['site'], metrics: ['orders', 'revenue', 'organic_share'] });
    expect(byLabel(list, 'site', 'orders')).toEqual({ 日报站: 5 });
    expect(list[0]?.m['organic_share']).toBeCloseTo(2_998 / 5_997, 5);
  });

  it('splits a chart by order type', async () => {
    const { data } = await server.as('super', '/admin-order-daily/trend', {
      ...DAYS,
      by: 'day',
      metrics: ['revenue'],
      series_by: 'order_type',
    });
    expect(data.series.map(({ key }) => key).sort()).toEqual(['first', 'subscribe']);
  });
});

describe('reconciliation with the sites', () => {
  const period = { from: DAYS.date_from, to: DAYS.date_to, until: at('20T00:00') };
  const told: OrderDay[] = [
    { date: '2026-11-17', currency: 'USD', orders: 2, amount: 2_999, refunds: 1 },
    { date: '2026-11-16', currency: 'EUR', orders: 1, amount: 500, refunds: 0 },
    { date: '2026-11-16', currency: 'USD', orders: 1, amount: 999, refunds: 0 },
    { date: '2026-11-15', currency: 'USD', orders: 1, amount: 999, refunds: 0 },
  ];
  const differences = async (days: OrderDay[]) => {
    const asked: unknown[] = [];
    const compared = await reconcileDays(
      server.db,
      {
        orderDays: async (query) => {
          asked.push(query);
          return days;
        },
      },
      period,
    );
    expect(asked).toEqual([{ ...period, timezone: 'Asia/Shanghai' }]);
    return compared;
  };
  const gapsOf = (days: Awaited<ReturnType<typeof differences>>) =>
    days.flatMap(({ biz_date, currency, difference: { orders, amount, refunds } }) =>
      orders === 0 && amount === 0 && refunds === 0 ? [] : [[biz_date, currency, orders, amount, refunds]],
    );

  it('agrees by business day and currency where every order was read', async () => {
    const days = await differences(told);
    expect(days.map(({ biz_date, currency }) => `${biz_date} ${currency}`)).toEqual([
      '2026-11-17 USD',
      '2026-11-16 USD',
      '2026-11-16 EUR',
      '2026-11-15 USD',
    ]);
    expect(gapsOf(days)).toEqual([]);
  });

  it('shows an order that the sites counted and was never stored, and a stored one that they do not know', async () => {
    const [first, ...others] = told;
    const more = { date: '2026-11-14', currency: 'JPY', orders: 1, amount: 700, refunds: 0 };
    const changed = [{ ...first, orders: 3, amount: 3_999, date: '2026-11-17', currency: 'USD', refunds: 0 }, ...others.slice(0, -1), more];
    expect(gapsOf(await differences(changed))).toEqual([
      ['2026-11-17', 'USD', -1, -1_000, 1],
      ['2026-11-15', 'USD', 1, 999, 0],
      ['2026-11-14', 'JPY', -1, -700, 0],
    ]);
  });

  it('counts only what had been read', async () => {
    const early = await reconcileDays(server.db, { orderDays: async () => [] }, { ...period, until: at('16T10:00') });
    expect(early.map(({ biz_date, currency, stored }) => [biz_date, currency, stored.orders])).toEqual([
      ['2026-11-16', 'USD', 1],
      ['2026-11-16', 'EUR', 1],
      ['2026-11-15', 'USD', 1],
    ]);
  });

  it('is empty without orders on either side', () => {
    expect(compareDays([], [])).toEqual([]);
  });
});
