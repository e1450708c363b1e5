import { expect, it } from 'vitest';
import type { orderDaily } from '#contracts/reports/order-daily.ts';
import { accountExists, orderPaid, orderPaidAt, signedInAs, tooMany } from '#contracts/states/states.ts';
import * as services from '#src/services/order-daily.service.ts';
import { refLike } from './asset-rows.ts';
import { describePact, file, success } from './exchange.ts';
import { published, warningsLike, warningsOf } from './launch-rows.ts';
import { boolean, eachLike, instant, integer, number, someText, string } from './matching.ts';
import { askTooMany } from './orders.ts';
import { askRefused } from './refused.ts';
import { date, fresh, freshLike, plain, today } from './reports.ts';

const superAdmin = signedInAs('super');
/** The owner of everything, whom the super admin does not lead. */
const owner = accountExists({ id: 11, account: 'lin', name: '林管理', version: 1, department_id: 1, role_ids: [], is_leader: 0 });
const [, ...launched] = published;
const paid = [
  superAdmin,
  owner,
  ...launched,
  orderPaid({ id: 501, campaign_id: 91, site_id: 41, order_no: 'GX-501', user_key: 'anna', amount_usd: 1_999 }),
];
const metrics = ['orders' as const, 'revenue' as const, 'organic_share' as const];
const m = { orders: 1, revenue: 1_999, organic_share: 0 };
const mLike = { orders: integer(1), revenue: integer(1_999), organic_share: number(0) };
const behind = { id: 55, label: 'Galaxy US' };
type Dimension = (typeof orderDaily)['groupBy'][number];
const name = <Id extends number | string>(id: Id, label: string) => ({ id, label });

describePact('order-daily', (ask) => {
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
        path: '/api/admin-order-daily/query',
        body,
        reply: success({
          list: eachLike({ key: string(key), dims: dimsLike, m: mLike }),
          totals: { m: mLike },
          total: integer(1),
          ...freshLike,
          warnings: warningsLike(behind),
        }),
      },
      async () =>
        expect(plain(await services.queryOrderDaily(body))).toMatchObject({
          list: [{ key, dims, m }],
          totals: { m },
          total: 1,
          ...fresh,
          warnings: warningsOf(behind),
        }),
    );
  };

  it('reads figures of orders by business date, business line and site', () =>
    reads({ date: name('2026-11-20', '2026-11-20'), biz: name('dj', '短剧'), site: name(41, '爱剧') }));
  it('reads figures of orders by month, drama and product', () =>
    reads({ month: name('2026-11', '2026-11'), drama: name(51, '替身新娘'), product: name(0, '无商品') }));
  it('reads figures of orders by person, department and channel', () =>
    reads({ user: name(11, '林管理'), department: name(1, '公司'), channel: name('meta', 'Meta') }));
  it('reads figures of orders by country, payment channel and type', () =>
    reads({ payer_country: name('US', '美国'), pay_channel: name('stripe', 'Stripe'), order_type: name('first', '首充') }));

  it('reads figures with those of the period before', () => {
    const body = { ...today, group_by: ['drama' as const], metrics: ['spend' as const], compare: 'prev' as const };
    const drama = name(51, '替身新娘');
    const line = { m: { spend: 1_200 }, prev: { spend: 0 }, running: true, local: { currency: 'USD', m: { spend: 1_200 } } };
    const lineLike = {
      m: { spend: integer(1_200) },
      prev: { spend: integer(0) },
      running: boolean(true),
      local: { currency: string('USD'), m: { spend: integer(1_200) } },
    };
    return ask(
      {
        given: paid,
        path: '/api/admin-order-daily/query',
        body,
        reply: success({
          list: eachLike({ key: string('51'), dims: { drama: refLike(drama) }, ...lineLike }),
          totals: lineLike,
          total: integer(1),
          ...freshLike,
        }),
      },
      async () =>
        expect(plain(await services.queryOrderDaily(body))).toEqual({
          list: [{ key: '51', dims: { drama }, ...line }],
          totals: line,
          total: 1,
          ...fresh,
        }),
    );
  });

  it('reads revenue over time, one line per type', () => {
    const body = { ...today, by: 'day' as const, metrics: ['revenue' as const], series_by: 'order_type' as const };
    return ask(
      {
        given: paid,
        path: '/api/admin-order-daily/trend',
        body,
        reply: success({
          x: eachLike(date('2026-11-20')),
          series: eachLike({ key: string('first'), label: string('首充'), metric: string('revenue'), data: eachLike(integer(1_999)) }),
          ...freshLike,
        }),
      },
      async () =>
        expect(plain(await services.trendOrderDaily(body))).toEqual({
          x: ['2026-11-20'],
          series: [{ key: 'first', label: '首充', metric: 'revenue', data: [1_999] }],
          ...fresh,
        }),
    );
  });

  it('reconciles orders with the sites, which do not know one of them', () => {
    const body = { date_from: '2020-01-01', date_to: '2020-01-02' };
    const sums = { orders: 1, revenue_usd: 1_999, refund_usd: 0 };
    const none = { orders: 0, revenue_usd: 0, refund_usd: 0 };
    const like = (counts: object) => Object.fromEntries(Object.entries(counts).map(([key, value]) => [key, integer(value)]));
    const known_until = '2026-11-20T08:00:00.000Z';
    const counted = { orders: 1, amount: 1_999, refunds: 0 };
    const uncounted = { orders: 0, amount: 0, refunds: 0 };
    const day = { biz_date: '2020-01-01', currency: 'USD', feed: uncounted, stored: counted, difference: counted };
    return ask(
      {
        given: [...paid, orderPaidAt({ order_id: 501, paid_at: '2020-01-01T12:00:00Z' })],
        path: '/api/admin-order-daily/reconcile',
        body,
        reply: success({
          by_biz_date: like(sums),
          by_stat_date: like(sums),
          difference: like(none),
          known_until: instant(known_until),
          days: eachLike({
            biz_date: date(day.biz_date),
            currency: string('USD'),
            feed: like(uncounted),
            stored: like(counted),
            difference: like(counted),
          }),
        }),
      },
      async () =>
        expect(await services.reconcileOrders(body)).toEqual({
          by_biz_date: sums,
          by_stat_date: sums,
          difference: none,
          known_until,
          days: [day],
        }),
    );
  });

  it('refuses the report to ordinary administrators', () =>
    askRefused(ask, {
      given: [signedInAs('admin')],
      path: '/api/admin-order-daily/query',
      body: { ...today, group_by: ['date'] },
      refused: { code: 403, reason: 'ADMIN_ONLY', message: '仅超级管理员可用' },
      call: () => services.queryOrderDaily({ ...today, group_by: ['date'] }),
    }));

  const exported = { ...today, group_by: ['date' as const], columns: ['date' as const, 'orders' as const], locale: 'zh-cn' as const };
  it('exports the figures', () =>
    ask(
      {
        given: paid,
        path: '/api/admin-order-daily/export',
        body: exported,
        reply: file({ plain: 'order-daily_202611201600.xlsx', name: '订单分析_202611201600.xlsx' }),
      },
      async () => expect((await services.exportOrderDaily(exported)).name).toBe('订单分析_202611201600.xlsx'),
    ));

  const byType = { ...exported, group_by: ['drama' as const], columns: ['drama' as const, 'orders' as const] };
  it('refuses to export more figures than a file may hold', () =>
    askTooMany(ask, {
      given: [superAdmin, owner, tooMany('figures by drama')],
      path: '/api/admin-order-daily/export',
      body: byType,
      call: () => services.exportOrderDaily(byType),
    }));
});
