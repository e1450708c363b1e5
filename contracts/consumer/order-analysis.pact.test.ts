import { expect, it } from 'vitest';
import type { orders } from '#contracts/reports/orders.ts';
import { orderPaid, orderPaidAt, signedInAs, tooMany } from '#contracts/states/states.ts';
import {
  capiStatuses,
  orderStatuses,
  orderSystems,
  orderTypes,
  PRICE_LAST,
  PRICE_STEP,
  payChannels,
} from '#contracts/vocabulary/orders.ts';
import * as services from '#src/services/orders.service.ts';
import { refLike } from './asset-rows.ts';
import { describePact, file, success } from './exchange.ts';
import { published, warningsLike, warningsOf } from './launch-rows.ts';
import { boolean, eachLike, instant, integer, number, oneOf, someText, string } from './matching.ts';
import { askTooMany } from './orders.ts';
import { askWrongly } from './refused.ts';
import { date, fresh, freshLike, plain, today } from './reports.ts';

const admin = [signedInAs('admin')];
const paid = [...published, orderPaid({ id: 501, campaign_id: 91, site_id: 41, order_no: 'GX-501', user_key: 'anna', amount_usd: 1_999 })];
const metrics = ['orders' as const, 'payers' as const, 'revenue' as const, 'share' as const, 'repeat_rate' as const];
const m = { orders: 1, payers: 1, revenue: 1_999, share: 1, repeat_rate: 0 };
const mLike = { orders: integer(1), payers: integer(1), revenue: integer(1_999), share: number(1), repeat_rate: number(0) };
const behind = { id: 55, label: 'Galaxy US' };
const freshness = { ...fresh, warnings: warningsOf(behind) };
const freshnessLike = { ...freshLike, warnings: warningsLike(behind) };
type Dimension = (typeof orders)['groupBy'][number];
const name = <Id extends number | string>(id: Id, label: string) => ({ id, label });

describePact('order-analysis', (ask) => {
  const reads = (dims: Partial<Record<Dimension, { id: number | string; label: string }>>) => {
    const group_by = Object.keys(dims) as Dimension[];
    const key = Object.values(dims)
      .map(({ id }) => id)
      .join('|');
    const dimsLike = Object.fromEntries(
      Object.entries(dims).map(([by, { id, label }]) => [
        by,
        by === 'date'
          ? { id: date(String(id)), label: date(label) }
          : { id: typeof id === 'number' ? integer(id) : string(id), label: someText(label) },
      ]),
    );
    const body = { ...today, group_by, metrics };
    return ask(
      {
        given: paid,
        path: '/api/analyse-orders/query',
        body,
        reply: success({
          list: eachLike({ key: string(key), dims: dimsLike, m: mLike }),
          totals: { m: mLike },
          total: integer(1),
          ...freshnessLike,
        }),
      },
      async () =>
        expect(plain(await services.queryOrders(body))).toMatchObject({ list: [{ key, dims, m }], totals: { m }, total: 1, ...freshness }),
    );
  };

  it('reads figures of orders by date, drama and creative', () =>
    reads({ date: name('2026-11-20', '2026-11-20'), drama: name(51, '替身新娘'), material: name(71, '反转') }));
  it('reads figures of orders by hour, country and system of the payer', () =>
    reads({ hour: name('00', '00:00'), payer_country: name('US', '美国'), os: name('ios', 'iOS') }));
  it('reads figures of orders by type, payment channel and price', () =>
    reads({ order_type: name('first', '首充'), pay_channel: name('stripe', 'Stripe'), price: name(15, '15–20 USD') }));
  it('reads figures of orders by origin of the payer, day after the acquisition and landing page', () =>
    reads({ new_or_reacq: name('new', '新增用户'), day_n: name(0, 'D0'), landing: name(42, '第一集') }));
  it('reads figures of orders by person, ad account and campaign', () =>
    reads({ user: name(11, '林管理'), account: name(55, 'Galaxy US'), campaign: name(91, '替身新娘 US') }));
  it('reads figures of orders by ad and product', () => reads({ ad: name(291, '替身新娘 US'), product: name(0, '无商品') }));

  it('reads figures of orders of a business date, which the account calls the day before', () => {
    const period = { date_from: '2020-01-02', date_to: '2020-01-02' };
    const body = {
      ...period,
      filters: { time_basis: 'business' as const },
      group_by: ['order_type' as const],
      metrics: ['orders' as const],
    };
    const row = { key: 'first', dims: { order_type: name('first', '首充') }, m: { orders: 1 } };
    return ask(
      {
        given: [...paid, orderPaidAt({ order_id: 501, paid_at: '2020-01-01T20:00:00Z' })],
        path: '/api/analyse-orders/query',
        body,
        reply: success({
          list: eachLike({
            key: string(row.key),
            dims: { order_type: { id: string('first'), label: someText('首充') } },
            m: { orders: integer(1) },
          }),
          totals: { m: { orders: integer(1) } },
          total: integer(1),
          ...freshLike,
        }),
      },
      async () => expect(plain(await services.queryOrders(body))).toMatchObject({ list: [row], totals: { m: row.m }, total: 1, ...fresh }),
    );
  });

  it('reads figures of orders of an ad account, with those of the day before', () => {
    const body = { ...today, group_by: ['account' as const], metrics: ['revenue' as const, 'spend' as const], compare: 'prev' as const };
    const figures = {
      m: { revenue: 1_999, spend: 1_200 },
      prev: { revenue: 0, spend: 0 },
      running: true,
      local: { currency: 'USD', m: { spend: 1_200 } },
    };
    const figuresLike = {
      m: { revenue: integer(1_999), spend: integer(1_200) },
      prev: { revenue: integer(0), spend: integer(0) },
      running: boolean(true),
      local: { currency: string('USD'), m: { spend: integer(1_200) } },
    };
    return ask(
      {
        given: paid,
        path: '/api/analyse-orders/query',
        body,
        reply: success({
          list: eachLike({ key: string('55'), dims: { account: refLike(behind) }, ...figuresLike }),
          totals: figuresLike,
          total: integer(1),
          ...freshnessLike,
        }),
      },
      async () =>
        expect(plain(await services.queryOrders(body))).toEqual({
          list: [{ key: '55', dims: { account: behind }, ...figures }],
          totals: figures,
          total: 1,
          ...freshness,
        }),
    );
  });

  it('reads figures of orders over time, one line per type', () => {
    const body = { ...today, by: 'day' as const, metrics: ['revenue' as const], series_by: 'order_type' as const };
    return ask(
      {
        given: paid,
        path: '/api/analyse-orders/trend',
        body,
        reply: success({
          x: eachLike(date('2026-11-20')),
          series: eachLike({ key: string('first'), label: string('首充'), metric: string('revenue'), data: eachLike(integer(1_999)) }),
          ...freshLike,
        }),
      },
      async () =>
        expect(plain(await services.trendOrders(body))).toEqual({
          x: ['2026-11-20'],
          series: [{ key: 'first', label: '首充', metric: 'revenue', data: [1_999] }],
          ...fresh,
        }),
    );
  });

  it('reads orders by weekday and hour', () => {
    const body = { ...today, metric: 'orders' as const };
    return ask(
      { given: paid, path: '/api/analyse-orders/heatmap', body, reply: success({ cells: eachLike(eachLike(integer(1), 24), 7) }) },
      async () =>
        expect((await services.heatmapOfOrders(body)).cells).toEqual(Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 1))),
    );
  });

  it('reads orders by amount', () => {
    const buckets = Array.from({ length: PRICE_LAST / PRICE_STEP + 1 }, (_, index) => {
      const from = index * PRICE_STEP;
      return { from, to: from < PRICE_LAST ? from + PRICE_STEP : null, orders: 0, revenue_usd: 0 };
    });
    const bucketsLike = buckets.map((bucket) => ({ ...bucket, orders: integer(0), revenue_usd: integer(0) }));
    return ask({ given: paid, path: '/api/analyse-orders/histogram', body: today, reply: success({ buckets: bucketsLike }) }, async () =>
      expect((await services.histogramOfOrders(today)).buckets).toEqual(buckets),
    );
  });

  const order = {
    id: 501,
    order_no: 'GX-501',
    paid_at: '2026-11-20T08:00:00.000Z',
    user_key: 'anna',
    order_type: 'first',
    amount: 1_999,
    currency: 'USD',
    amount_usd: 1_999,
    refund_usd: 0,
    refunded_at: null,
    pay_channel: 'stripe',
    country: 'US',
    os: 'ios',
    content: name(51, '替身新娘'),
    material: name(71, '反转'),
    ad: name(291, '替身新娘 US'),
    day_n: 0,
    status: 'paid',
    capi_status: 'none',
  };
  const orderLike = {
    id: integer(501),
    order_no: string('GX-501'),
    paid_at: instant(order.paid_at),
    user_key: string('anna'),
    order_type: oneOf('first', orderTypes),
    amount: integer(1_999),
    currency: string('USD'),
    amount_usd: integer(1_999),
    refund_usd: integer(0),
    refunded_at: null,
    pay_channel: oneOf('stripe', payChannels),
    country: string('US'),
    os: oneOf('ios', orderSystems),
    content: refLike(order.content),
    material: refLike(order.material),
    ad: refLike(order.ad),
    day_n: integer(0),
    status: oneOf('paid', orderStatuses),
    capi_status: oneOf('none', capiStatuses),
  };
  const lists = (body: Parameters<typeof services.listOrders>[0]) =>
    ask(
      {
        given: paid,
        path: '/api/analyse-orders/list',
        body,
        reply: success({ list: eachLike(orderLike), total: integer(1), page: integer(1) }),
      },
      async () => expect(await services.listOrders(body)).toMatchObject({ list: [order], total: 1, page: 1 }),
    );

  it('lists the orders of a row', () => lists({ ...today, under: [{ by: 'drama', id: 51 }], page: 1, page_size: 50 }));
  it('lists all orders of a payer', () => lists({ filters: { user_key: 'anna' }, page: 1, page_size: 50 }));

  it('refuses to list all orders of everyone', () =>
    askWrongly(ask, {
      given: admin,
      path: '/api/analyse-orders/list',
      body: {},
      call: () => services.listOrders({}),
      field: 'date_from',
      rule: 'required',
      message: '请输入date_from',
    }));

  const exported = { ...today, group_by: ['ad' as const], columns: ['ad', 'orders'], locale: 'zh-cn' } as Parameters<
    typeof services.exportOrders
  >[0];
  it('exports the figures', () =>
    ask(
      {
        given: paid,
        path: '/api/analyse-orders/export',
        body: exported,
        reply: file({ plain: 'orders_202611201600.xlsx', name: '订单分析_202611201600.xlsx' }),
      },
      async () => expect((await services.exportOrders(exported)).name).toBe('订单分析_202611201600.xlsx'),
    ));
  it('refuses to export more figures than a file may hold', () =>
    askTooMany(ask, {
      given: [...admin, tooMany('orders')],
      path: '/api/analyse-orders/export',
      body: exported,
      call: () => services.exportOrders(exported),
    }));

  const listed = { ...today, columns: ['order_no', 'capi_status'], locale: 'zh-cn' as const };
  it('exports single orders', () =>
    ask(
      {
        given: paid,
        path: '/api/analyse-orders/list_export',
        body: listed,
        reply: file({ plain: 'order-list_202611201600.xlsx', name: '订单明细_202611201600.xlsx' }),
      },
      async () => expect((await services.exportOrderList(listed)).name).toBe('订单明细_202611201600.xlsx'),
    ));
  it('refuses to export more orders than a file may hold', () =>
    askTooMany(ask, {
      given: [...admin, tooMany('orders')],
      path: '/api/analyse-orders/list_export',
      body: listed,
      call: () => services.exportOrderList(listed),
    }));
});
