import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { heatmapOfOrders, listOrders, OrderRow, OrdersRow, queryOrders } from '#contracts/endpoints/orders.ts';
import { orders } from '#contracts/reports/orders.ts';
import type { OrderEvent } from '#server/channel/site-feed.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures, type LaunchedAd } from '#tests/support/facts.ts';
import { sheetsIn } from '#tests/support/sheet.ts';
import { ingestOrders } from '../orders/place-orders.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const SITE = 'orders.galaxy-drama.test';
const drama = { wolf: 0, rose: 0 };
let wolf: LaunchedAd;
let wolfAbroad: LaunchedAd;
let rose: LaunchedAd;
const platformIds = new Map<LaunchedAd, string>();

const DAYS = { date_from: '2026-11-10', date_to: '2026-11-20' };
const at = (text: string) => new Date(`2026-11-${text}:00Z`);

interface Sale extends Partial<OrderEvent> {
  of?: LaunchedAd;
  paid: Date;
}

const toEvent = (order_no: string, { of, paid, ...more }: Sale): OrderEvent => ({
  cursor: order_no,
  order_no,
  external_no: null,
  site: SITE,
  url: null,
  user_key: order_no,
  order_type: 'first',
  status: 'paid',
  amount: 999,
  fee: 50,
  refund: 0,
  currency: 'USD',
  pay_channel: 'stripe',
  country: 'US',
  os: 'ios',
  ordered_at: paid,
  paid_at: paid,
  refunded_at: null,
  acquired_at: paid,
  is_reacq: false,
  touch: of === undefined ? null : { ad_id: platformIds.get(of) ?? '', kind: 'click', at: more.acquired_at ?? paid },
  event_id: `pu.${order_no}`,
  customer: null,
  ...more,
});

beforeAll(async () => {
  server = await createTestApp();
  server.clock.forward({ hours: 20 });
  await rows.site({ domain: SITE, timezone_name: 'UTC' });
  await server.db
    .insertInto('exchange_rate')
    .values({ currency: 'USD', rate_date: '2026-11-01', usd_per_unit: 1 } as never)
    .onConflict((c) => c.doNothing())
    .execute();
  drama.wolf = await rows.drama({ title: '狼王' });
  drama.rose = await rows.drama({ title: '玫瑰' });
  const shanghai = await rows.account('opt_01');
  const angeles = await rows.account('opt_05', { timezone: 'America/Los_Angeles' });
  const adOf = async (account: number, by: string, drama_id: number, country = 'US') => {
    const made = await rows.ad(await rows.group(await rows.campaign(account, by, { drama_id }), { country }));
    const { platform_ad_id } = await server.db
      .selectFrom('ad')
      .select('platform_ad_id')
      .where('id', '=', made.ad)
      .executeTakeFirstOrThrow();
    platformIds.set(made, platform_ad_id ?? '');
    return made;
  };
  wolf = await adOf(shanghai, 'opt_01', drama.wolf);
  wolfAbroad = await adOf(angeles, 'opt_01', drama.wolf, 'JP');
  rose = await adOf(angeles, 'opt_05', drama.rose);
  const spent = { spend: 1_000, spend_usd: 1_000, impressions: 100 };
  await rows.days([
    rows.dayOf(wolf, '2026-11-16', spent),
    rows.dayOf(wolfAbroad, '2026-11-16', spent),
    rows.dayOf(rose, '2026-11-17', { ...spent, spend: 500, spend_usd: 500 }),
  ]);
  const anna = { user_key: 'anna', acquired_at: at('16T01:00') };
  const sales: Record<string, Sale> = {
    // Monday the 16th, 9 o’clock in Shanghai.
    a1: { of: wolf, paid: at('16T01:30'), ...anna },
    // The same person in another account and time zone: the 18th in Shanghai, the 17th in Los Angeles.
    a2: {
      of: wolfAbroad,
      paid: at('18T02:00'),
      ...anna,
      order_type: 'repeat',
      amount: 2_999,
      country: 'JP',
      os: 'android',
      pay_channel: 'paypal',
    },
    b1: { of: wolf, paid: at('16T04:00'), user_key: 'ben', order_type: 'subscribe', amount: 12_000, is_reacq: true },
    c1: { of: rose, paid: at('17T20:00'), user_key: 'cleo', acquired_at: at('12T20:00'), order_type: 'renew', os: 'web' },
    // Organic: it belongs to no ad.
    o1: { paid: at('16T02:00'), user_key: 'otto', country: 'DE' },
    // Given back later than it was paid.
    d1: { of: wolf, paid: at('15T04:00'), user_key: 'dora', status: 'refunded', refund: 999, refunded_at: at('17T04:00') },
    // Never paid.
    e1: { of: wolf, paid: at('16T05:00'), user_key: 'anna', status: 'created', paid_at: null },
  };
  await ingestOrders(
    server.db,
    Object.entries(sales).map(([order_no, sale]) => toEvent(order_no, sale)),
    server.clock.now(),
  );
});
afterAll(() => server.close());

type Request = RequestOf<typeof queryOrders>;
type ListRequest = RequestOf<typeof listOrders>;
const ask = async (as: string, request: Partial<Request> = {}) =>
  (await server.as(as, '/analyse-orders/query', { ...DAYS, group_by: ['drama'], ...request })).data;
const listed = async (as: string, request: Partial<Request> = {}): Promise<OrdersRow[]> => (await ask(as, request)).list;
const list = async (as: string, request: Partial<ListRequest> = {}) =>
  (await server.as(as, '/analyse-orders/list', { ...DAYS, ...request })).data;
const numbers = (found: { list: OrderRow[] }) => found.list.map(({ order_no }) => order_no);

/** Metrics of each row by the label of its first dimension. */
const byLabel = (found: readonly OrdersRow[], key: keyof OrdersRow['dims'], ...metrics: string[]) =>
  Object.fromEntries(
    found.map(({ dims, m }) => [dims[key]?.label, metrics.length === 1 ? m[metrics[0] ?? ''] : metrics.map((name) => m[name])]),
  );

describe('figures of orders', () => {
  it('are computed from single orders, with each payer counted once', async () => {
    const { list: found, totals } = await ask('admin', { sort: [{ field: 'revenue', order: 'desc' }] });
    expect(byLabel(found, 'drama', 'orders', 'payers', 'revenue', 'first_payers')).toEqual({
      狼王: [4, 3, 16_997, 4],
      玫瑰: [1, 1, 999, 1],
      无剧目: [1, 1, 999, 1],
    });
    expect(totals.m).toMatchObject({
      orders: 6,
      payers: 5,
      revenue: 18_995,
      share: 1,
      arppu: 3_799,
      orders_per_payer: 1.2,
      repeat_rate: 0.2,
      sub_share: 0.333333,
      refund: 999,
      refund_rate: 0.052593,
      fee: 300,
      net_revenue: 18_995 - 999 - 300,
      spend: 2_500,
      roi: 7.598,
    });
    expect(found[0]?.m['share']).toBe(0.894814);
  });

  it.each(['drama', 'date', 'user', 'account'] as const)('agree with drama performance by %s', async (dimension) => {
    const metrics = ['orders', 'first_payers', 'revenue', 'refund', 'net_revenue', 'spend', 'roi'] as const;
    const request = {
      ...DAYS,
      group_by: [dimension],
      metrics: [...metrics],
      sort: [{ field: dimension, order: 'asc' as const }],
      page_size: 50 as const,
    };
    for (const [viewer, filters] of [
      ['admin', { attribution: ['click', 'view'] }],
      ['admin', { attribution: ['click'], country: ['JP'] }],
      ['opt_01', {}],
      ['lead_a', { drama_id: [drama.wolf] }],
    ] satisfies [string, NonNullable<Request['filters']>][]) {
      const { attribution, ...adFilters }: NonNullable<Request['filters']> = filters;
      const ofAds = (await server.as(viewer, '/analyse-effect/query', { ...request, filters: adFilters })).data;
      const ofOrders = (await server.as(viewer, '/analyse-orders/query', { ...request, filters })).data;
      const isNarrowed = attribution !== undefined;
      const figures = (answer: { list: OrdersRow[] }) =>
        answer.list.flatMap(({ dims, m }) =>
          // Spend cannot be narrowed by the attribution of orders, and rows with nothing but spend are then not listed.
          isNarrowed
            ? m['orders'] === 0 && m['refund'] === 0
              ? []
              : [[dims[dimension]?.id, m['orders'], m['first_payers'], m['revenue'], m['refund'], m['net_revenue']]]
            : [[dims[dimension]?.id, ...metrics.map((key) => m[key])]],
        );
      expect(figures(ofOrders)).toEqual(figures(ofAds));
      expect(ofOrders.list.length).toBeGreaterThan(0);
    }
  });

  it.each(orders.groupBy)('add up to the same totals by %s', async (dimension) => {
    const { list: found, totals, total } = await ask('admin', { group_by: [dimension], page_size: 50 });
    expect(total).toBe(found.length);
    for (const key of ['orders', 'revenue', 'refund', 'fee', 'first_payers']) {
      expect(found.reduce((sum: number, { m }: OrdersRow) => sum + (m[key] ?? 0), 0)).toBe(totals.m[key]);
    }
    // Rows know their spend or none of them does.
    const spent = found.map(({ m }: OrdersRow) => m['spend'] ?? null);
    expect(
      spent.every((spend: number | null) => spend === null)
        ? null
        : spent.reduce((sum: number, spend: number | null) => sum + (spend ?? 0), 0),
    ).toBe(totals.m['spend']);
    expect(totals.m).toMatchObject({ orders: 6, payers: 5, repeat_rate: 0.2 });
  });

  it('have values in words for the dimensions of orders', async () => {
    const orderCounts = async (key: (typeof orders.groupBy)[number]) => byLabel(await listed('admin', { group_by: [key] }), key, 'orders');
    expect(await orderCounts('payer_country')).toEqual({ 美国: 4, 日本: 1, 德国: 1 });
    expect(await orderCounts('order_type')).toEqual({ 首充: 3, 复充: 1, 订阅: 1, 续订: 1 });
    expect(await orderCounts('pay_channel')).toEqual({ Stripe: 5, PayPal: 1 });
    expect(await orderCounts('os')).toEqual({ iOS: 4, 安卓: 1, 网页: 1 });
    expect(await orderCounts('price')).toEqual({ '5–10 USD': 4, '25–30 USD': 1, '100+ USD': 1 });
    expect(await orderCounts('day_n')).toEqual({ D0: 4, 'D2–3': 1, 'D4–7': 1 });
    expect(await orderCounts('new_or_reacq')).toEqual({ 新增用户: 5, 回流用户: 1 });
    expect(await orderCounts('account')).toMatchObject({ 自然量: 1 });
    expect(await orderCounts('hour')).toMatchObject({ '09:00': 1, '02:00': 1 });
  });

  it('know no spend by what only orders have, in rows as well as under filters', async () => {
    const { list: found, totals } = await ask('admin', { group_by: ['order_type'] });
    expect([...found, totals].map(({ m }: Pick<OrdersRow, 'm'>) => [m['spend'], m['roi']])).toEqual(
      Array.from({ length: 5 }, () => [null, null]),
    );
    expect(found.filter(({ local }: OrdersRow) => local !== undefined)).toEqual([]);
    const filtered = await ask('admin', { filters: { os: ['ios'] } });
    expect(filtered.totals.m).toMatchObject({ orders: 4, spend: null, roi: null });
    const below = await ask('admin', { group_by: ['date'], under: [{ by: 'order_type', id: 'first' }] });
    expect(below.totals.m).toMatchObject({ orders: 3, spend: null });
  });

  it('are narrowed by what only orders have', async () => {
    const count = async (filters: Request['filters']) => (await ask('admin', { filters })).totals.m['orders'];
    expect(await count({ order_type: ['subscribe', 'renew'] })).toBe(2);
    expect(await count({ pay_channel: ['paypal'] })).toBe(1);
    expect(await count({ payer_country: ['DE', 'JP'] })).toBe(2);
    expect(await count({ country: ['JP'] })).toBe(1);
    expect(await count({ order_status: ['refunded'] })).toBe(1);
    expect(await count({ attribution: ['none'] })).toBe(1);
    expect(await count({ amount_from: 10, amount_to: 30 })).toBe(1);
    expect(await count({ user_key: 'anna' })).toBe(2);
    expect(await count({ ad_id: [rose.ad] })).toBe(1);
  });

  it('count a refund on its own date, and all dates by the chosen basis', async () => {
    const dates = async (time_basis: 'payment' | 'business') =>
      byLabel(
        await listed('admin', { group_by: ['date'], metrics: ['orders', 'refund'], filters: { time_basis } }),
        'date',
        'orders',
        'refund',
      );
    expect(await dates('payment')).toEqual({ '2026-11-17': [2, 999], '2026-11-16': [3, 0], '2026-11-15': [1, 0] });
    expect(await dates('business')).toEqual({ '2026-11-18': [2, 0], '2026-11-17': [0, 999], '2026-11-16': [3, 0], '2026-11-15': [1, 0] });
  });

  it('show organic orders to administrators only, and everyone else what they may see', async () => {
    expect(byLabel(await listed('opt_01', { group_by: ['user'] }), 'user', 'orders')).toEqual({ 陈一鸣: 4 });
    expect((await ask('opt_01', { filters: { attribution: ['none'] } })).totals.m['orders']).toBe(0);
    expect((await ask('lead_a')).totals.m['orders']).toBe(5);
    expect((await ask('ana_01')).list).toEqual([]);
    expect((await server.as('edit_01', '/analyse-orders/query', { ...DAYS, group_by: ['drama'] })).reason).toBe('NO_PATH');
    expect((await list('opt_05', { user_key: 'anna' } as never))?.total ?? 0).toBe(0);
  });

  it('compare with the period before', async () => {
    const before = await ask('admin', { date_from: '2026-11-17', date_to: '2026-11-18', compare: 'prev' });
    expect(before.totals.m).toMatchObject({ orders: 2, payers: 2, share: 1 });
    expect(before.totals.prev).toMatchObject({ orders: 4, payers: 4, share: 1 });
  });

  it('of today are those of each account’s own day', async () => {
    const { totals } = await ask('admin', { date_mode: 'account_today' });
    expect(totals.m).toMatchObject({ orders: 0, payers: 0 });
  });

  it('over time are there by the hour, with one line per type of order', async () => {
    const trend = (
      await server.as('admin', '/analyse-orders/trend', {
        date_from: '2026-11-16',
        date_to: '2026-11-16',
        by: 'hour',
        metrics: ['orders', 'fee'],
      })
    ).data;
    const [count, fee] = trend.series;
    expect([count?.data[9], count?.data[12], fee?.data[9], count?.data[2]]).toEqual([1, 1, 50, 1]);
    const types = (
      await server.as('admin', '/analyse-orders/trend', { ...DAYS, by: 'day', metrics: ['revenue', 'spend'], series_by: 'order_type' })
    ).data;
    expect(types.series.map(({ label, metric }: { label: string; metric: string }) => [label, metric]).slice(0, 4)).toEqual([
      ['订阅', 'revenue'],
      ['复充', 'revenue'],
      ['首充', 'revenue'],
      ['续订', 'revenue'],
    ]);
    expect(
      types.series
        .filter(({ metric }: { metric: string }) => metric === 'spend')
        .flatMap(({ data }: { data: unknown[] }) => data)
        .every((value: unknown) => value === null),
    ).toBe(true);
  });
});

describe('charts of orders', () => {
  const added = (cells: (number | null)[][]) => cells.flat().reduce<number>((sum, value) => sum + (value ?? 0), 0);

  it('show every weekday and hour', async () => {
    const heat = async (metric: RequestOf<typeof heatmapOfOrders>['metric'], filters: Request['filters'] = {}) =>
      (await server.as('admin', '/analyse-orders/heatmap', { ...DAYS, metric, filters })).data.cells;
    const cells = await heat('orders');
    expect(cells).toHaveLength(7);
    expect(cells.every((hours) => hours.length === 24)).toBe(true);
    expect([cells[0]?.[9], cells[0]?.[12], cells[0]?.[2], cells[1]?.[18], cells[6]?.[12]]).toEqual([1, 1, 1, 1, 1]);
    expect(added(cells)).toBe(6);
    expect((await heat('aov'))[0]?.[12]).toBe(12_000);
    expect((await heat('aov'))[5]?.[5]).toBeNull();
    expect(added(await heat('payers'))).toBe(6);
    expect((await heat('orders', { time_basis: 'business' }))[2]?.[10]).toBe(1);
  });

  it('show every price bucket, the last one without an end', async () => {
    const { buckets } = (await server.as('admin', '/analyse-orders/histogram', DAYS)).data;
    expect(buckets).toHaveLength(21);
    expect(buckets[1]).toEqual({ from: 5, to: 10, orders: 4, revenue_usd: 3_996 });
    expect(buckets[2]).toEqual({ from: 10, to: 15, orders: 0, revenue_usd: 0 });
    expect(buckets.at(-1)).toEqual({ from: 100, to: null, orders: 1, revenue_usd: 12_000 });
  });
});

describe('single orders', () => {
  it('are those of a row, as many as it counts', async () => {
    for (const by of ['order_type', 'payer_country', 'price', 'day_n', 'hour', 'drama', 'date'] as const) {
      for (const { dims, m } of await listed('admin', { group_by: [by] })) {
        const found = await list('admin', { under: [{ by, id: dims[by]?.id ?? 0 }] });
        expect([by, dims[by]?.label, found.total, found.list.length]).toEqual([by, dims[by]?.label, m['orders'], m['orders']]);
      }
    }
  });

  it('say what they belong to and whether they were sent to the pixel, newest first', async () => {
    const found = await list('opt_01');
    expect(numbers(found)).toEqual(['a2', 'b1', 'a1', 'd1']);
    expect(found.list[0]).toMatchObject({
      user_key: 'anna',
      amount: 2_999,
      currency: 'USD',
      country: 'JP',
      content: { id: drama.wolf, label: '狼王' },
      ad: { id: wolfAbroad.ad },
      owner: { label: '陈一鸣' },
      day_n: 2,
      stat_date: '2026-11-17',
      biz_date: '2026-11-18',
      capi_status: 'none',
      paid_at: '2026-11-18T02:00:00.000Z',
    });
    expect(numbers(await list('opt_01', { sort: [{ field: 'amount_usd', order: 'desc' }], page_size: 20 }))[0]).toBe('b1');
  });

  it('of one payer are all there ever were, also unpaid ones, as far as the caller may see them', async () => {
    const ofAnna = async (as: string) => (await server.as(as, '/analyse-orders/list', { filters: { user_key: 'anna' } })).data;
    expect(numbers(await ofAnna('admin')).toSorted()).toEqual(['a1', 'a2', 'e1']);
    expect((await ofAnna('opt_05')).total).toBe(0);
    const without = await server.as('admin', '/analyse-orders/list', {});
    expect(without.data.errors).toEqual([expect.objectContaining({ field: 'date_from', rule: 'required' })]);
  });
});

describe('exports', () => {
  const file = async (path: string, payload: object) => {
    const token = await server.signIn('admin');
    const { rawPayload } = await server.app.inject({
      method: 'POST',
      url: `/api/analyse-orders/${path}`,
      headers: { authorization: `Bearer ${token}` },
      payload: { ...DAYS, locale: 'en', ...payload },
    });
    const [data = [], notes = []] = sheetsIn(rawPayload);
    return { data, notes: new Map(notes.map(([name = '', value = '']) => [name, value])) };
  };

  it('name the basis of the dates, and hold the shares of the rows', async () => {
    const { data, notes } = await file('export', {
      group_by: ['order_type'],
      columns: ['order_type', 'orders', 'share', 'payers'],
      sort: [{ field: 'revenue', order: 'desc' }],
    });
    expect(data.slice(0, 2)).toEqual([
      ['Order type', 'Orders', 'Share', 'Payers'],
      ['Subscription', '1', '0.631745', '1'],
    ]);
    expect(data.at(-1)).toEqual(['Total', '6', '1', '5']);
    expect(notes.get('Dates by')).toBe('Payment date (account time zone)');
    const business = await file('export', { group_by: ['date'], columns: ['date', 'orders'], filters: { time_basis: 'business' } });
    expect([...business.notes.entries()].filter(([, value]) => value === 'Business date').length).toBeGreaterThan(0);
  });

  it('hold the single orders of a row', async () => {
    const { data, notes } = await file('list_export', {
      under: [{ by: 'drama', id: drama.wolf }],
      columns: ['order_no', 'user_key', 'amount', 'currency', 'country', 'capi_status'],
    });
    expect(data[1]).toEqual(['a2', 'anna', '29.99', 'USD', 'Japan', 'Not sent']);
    expect(data).toHaveLength(5);
    expect(notes.get('Dates by')).toBe('Payment date (account time zone)');
  });
});
