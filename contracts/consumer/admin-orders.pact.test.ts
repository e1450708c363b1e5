import { expect, it } from 'vitest';
import { accountExists, orderPaid, payerKnown, pixelPurchased, signedInAs, tooMany } from '#contracts/states/states.ts';
import {
  attributions,
  capiStatuses,
  orderMoments,
  orderStatuses,
  orderSystems,
  orderTypes,
  payChannels,
} from '#contracts/vocabulary/orders.ts';
import * as services from '#src/services/admin-orders.service.ts';
import { at, refLike } from './asset-rows.ts';
import { describePact, file, success } from './exchange.ts';
import { published } from './launch-rows.ts';
import { boolean, eachLike, instant, integer, oneOf, string } from './matching.ts';
import { askTooMany } from './orders.ts';
import { askForGone, askRefused, askWrongly } from './refused.ts';
import { date } from './reports.ts';

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
const purchased = [...paid, pixelPurchased({ browser_id: 601, server_id: 602, pixel_id: 81, site_id: 41, ad_id: 291, order_id: 501 })];

const order = {
  id: 501,
  order_no: 'GX-501',
  external_no: null,
  biz: 'dj',
  site: { id: 41, label: '爱剧' },
  user_key: 'anna',
  status: 'paid',
  order_type: 'first',
  amount: 1_999,
  currency: 'USD',
  amount_usd: 1_999,
  fee_usd: 0,
  refund_usd: 0,
  pay_channel: 'stripe',
  country: 'US',
  os: 'ios',
  ad: { id: 291, label: '替身新娘 US' },
  campaign: { id: 91, label: '替身新娘 US' },
  account: { id: 55, label: 'Galaxy US' },
  owner: { id: 11, label: '林管理' },
  content: { id: 51, label: '替身新娘' },
  material: { id: 71, label: '反转' },
  landing: { id: 42, label: '第一集' },
  attribution: 'click',
  cohort_date: '2026-11-20',
  day_n: 0,
  ordered_at: at,
  paid_at: at,
  refunded_at: null,
  stat_date: '2026-11-20',
  biz_date: '2026-11-20',
  capi_status: 'none',
};
const orderLike = {
  ...order,
  id: integer(501),
  order_no: string('GX-501'),
  biz: oneOf('dj', ['dj', 'ec']),
  site: refLike(order.site),
  user_key: string('anna'),
  status: oneOf('paid', orderStatuses),
  order_type: oneOf('first', orderTypes),
  amount: integer(1_999),
  currency: string('USD'),
  amount_usd: integer(1_999),
  fee_usd: integer(0),
  refund_usd: integer(0),
  pay_channel: oneOf('stripe', payChannels),
  country: string('US'),
  os: oneOf('ios', orderSystems),
  ad: refLike(order.ad),
  campaign: refLike(order.campaign),
  account: refLike(order.account),
  owner: refLike(order.owner),
  content: refLike(order.content),
  material: refLike(order.material),
  landing: refLike(order.landing),
  attribution: oneOf('click', attributions),
  cohort_date: date('2026-11-20'),
  day_n: integer(0),
  ordered_at: instant(at),
  paid_at: instant(at),
  stat_date: date('2026-11-20'),
  biz_date: date('2026-11-20'),
  capi_status: oneOf('none', capiStatuses),
};

describePact('admin-orders', (ask) => {
  const lists = (body: Parameters<typeof services.listAllOrders>[0]) =>
    ask(
      {
        given: paid,
        path: '/api/admin-orders/list',
        body,
        reply: success({ list: eachLike(orderLike), next_cursor: null, total: integer(1), total_capped: boolean(false) }),
      },
      async () => expect(await services.listAllOrders(body)).toEqual({ list: [order], next_cursor: null, total: 1, total_capped: false }),
    );

  it('lists orders by the time of their payment', () => lists({ time_basis: 'paid', status: ['paid'], page_size: 50 }));
  it('finds an order by its number, whatever its dates', () =>
    lists({ keyword: 'GX-501', date_from: '2020-01-01', date_to: '2020-01-02' }));

  it('lists no orders where there are none', () => {
    const answer = { list: [], next_cursor: null, total: 0, total_capped: false };
    return ask({ given: [superAdmin], path: '/api/admin-orders/list', body: {}, reply: success(answer) }, async () =>
      expect(await services.listAllOrders({})).toEqual(answer),
    );
  });

  it('refuses a cursor that it did not give', () =>
    askWrongly(ask, {
      given: [superAdmin],
      path: '/api/admin-orders/list',
      body: { cursor: 'nonsense' },
      call: () => services.listAllOrders({ cursor: 'nonsense' }),
      field: 'cursor',
      rule: 'cursor',
      message: '翻页位置无效，请重新查询',
    }));

  it('sums up the matching orders', () => {
    const sums = { orders: 1, payers: 1, revenue_usd: 1_999, fee_usd: 0, refund_usd: 0, net_usd: 1_999 };
    const sumsLike = Object.fromEntries(Object.entries(sums).map(([key, value]) => [key, integer(value)]));
    return ask({ given: paid, path: '/api/admin-orders/summary', body: { biz: 'dj' }, reply: success(sumsLike) }, async () =>
      expect(await services.summarizeAllOrders({ biz: 'dj' })).toEqual(sums),
    );
  });

  it('shows the history of an order', () => {
    const moment = { kind: 'created', at, source: null, outcome: null };
    const history = {
      id: 501,
      order_no: 'GX-501',
      ordered_at: at,
      order_type: 'first',
      status: 'paid',
      amount: 1_999,
      currency: 'USD',
      day_n: 0,
    };
    const raw = { key: 'currency', value: 'USD', masked: false };
    const group = { id: 191, label: '替身新娘 US' };
    const pixel = { id: 81, label: 'Pixel 4001' };
    const scheme = { id: 72, label: '美国放量' };
    const creator = { id: 11, label: '林管理' };
    const chain = { channel: 'meta', group, scheme, pixel, creator, platform_ad_id: '6003291' };
    const payer = { acquired_at: at, is_reacq: false, first_paid_at: at, orders: 1, total_usd: 1_999 };
    return ask(
      {
        given: [...paid, payerKnown(501)],
        path: '/api/admin-orders/detail',
        body: { id: 501 },
        reply: success({
          order: orderLike,
          timeline: eachLike({ ...moment, kind: oneOf('created', orderMoments), at: instant(at) }),
          chain: {
            channel: string('meta'),
            group: refLike(group),
            scheme: refLike(scheme),
            pixel: refLike(pixel),
            creator: refLike(creator),
            platform_ad_id: string('6003291'),
          },
          payer: {
            acquired_at: instant(at),
            is_reacq: boolean(false),
            first_paid_at: instant(at),
            orders: integer(1),
            total_usd: integer(1_999),
          },
          history: eachLike({
            ...history,
            id: integer(501),
            order_no: string('GX-501'),
            ordered_at: instant(at),
            order_type: oneOf('first', orderTypes),
            status: oneOf('paid', orderStatuses),
            amount: integer(1_999),
            currency: string('USD'),
            day_n: integer(0),
          }),
          raw: eachLike({ key: string(raw.key), value: string(raw.value), masked: boolean(false) }),
        }),
      },
      async () =>
        expect(await services.orderDetail({ id: 501 })).toEqual({
          order,
          timeline: [moment],
          chain,
          payer,
          history: [history],
          raw: [raw],
        }),
    );
  });

  it('refuses to show an order that does not exist', () =>
    askForGone(ask, {
      who: 'super',
      path: '/api/admin-orders/detail',
      body: { id: 99 },
      call: () => services.orderDetail({ id: 99 }),
    }));

  it('refuses orders to ordinary administrators', () =>
    askRefused(ask, {
      given: [signedInAs('admin')],
      path: '/api/admin-orders/list',
      body: {},
      refused: { code: 403, reason: 'ADMIN_ONLY', message: '仅超级管理员可用' },
      call: () => services.listAllOrders({}),
    }));

  const exported = { columns: ['order_no', 'biz_date'], locale: 'zh-cn' as const };
  it('exports the matching orders', () =>
    ask(
      {
        given: purchased,
        path: '/api/admin-orders/export',
        body: exported,
        reply: file({ plain: 'all-orders_202611201600.xlsx', name: '订单列表_202611201600.xlsx' }),
      },
      async () => expect((await services.exportAllOrders(exported)).name).toBe('订单列表_202611201600.xlsx'),
    ));

  it('refuses to export more orders than a file may hold', () =>
    askTooMany(ask, {
      given: [superAdmin, owner, tooMany('orders')],
      path: '/api/admin-orders/export',
      body: exported,
      call: () => services.exportAllOrders(exported),
    }));
});
