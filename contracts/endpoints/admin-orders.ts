import { type Static, Type } from 'typebox';
import { orderLogColumnWords, orderLogFilters } from '../vocabulary/order-log.ts';
import { orderMoments, orderStatuses, orderTypes } from '../vocabulary/orders.ts';
import { eventSources } from '../vocabulary/pixels.ts';
import { columnKeys } from '../vocabulary/vocabulary.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { OrderRow } from './orders.ts';
import { lastAddedFirst } from './row-order.ts';
import {
  Count,
  Currency,
  Exact,
  exportColumns,
  exportOptions,
  Id,
  Instant,
  KeysetAnswer,
  KeysetRequest,
  Money,
  Nullable,
  OneOf,
  Ref,
  Spreadsheet,
} from './shapes.ts';

const access = 'superAdmin';
const filters = filterSchemas(orderLogFilters);

export const listAllOrders = endpoint({
  name: 'adminOrders.list',
  method: 'POST',
  path: '/admin-orders/list',
  summary: { zh: '全部订单', en: 'All orders' },
  access,
  effect: 'read',
  request: KeysetRequest(filters),
  order: [
    {
      field: 'ordered_at',
      order: 'desc',
      note: {
        zh: 'time_basis 指名的那个时刻，默认下单时刻。',
        en: 'The moment that time_basis names; without it when the order was placed.',
      },
    },
    ...lastAddedFirst,
  ],
  reply: KeysetAnswer(OrderRow),
});

export const summarizeAllOrders = endpoint({
  name: 'adminOrders.summary',
  method: 'POST',
  path: '/admin-orders/summary',
  summary: { zh: '全部订单合计', en: 'Sums of all orders' },
  access,
  effect: 'read',
  request: Exact(filters),
  reply: Exact({
    orders: noted(Count, { zh: '其中已支付的订单，含后来退款的。', en: 'Those that were paid, also if refunded later.' }),
    payers: noted(Count, { zh: '已支付订单的不同用户。', en: 'Distinct users of the paid orders.' }),
    revenue_usd: noted(Money, {
      zh: '已支付订单的金额。只合计美元，不合计不同币种。',
      en: 'Amounts of the paid orders. US dollars only: different currencies are never summed.',
    }),
    fee_usd: Money,
    refund_usd: noted(Money, { zh: '这些订单的退款，不论何时退。', en: 'Refunds of these orders, whenever they happened.' }),
    net_usd: noted(Money, { zh: '金额减退款减手续费。', en: 'Revenue less refunds and fees.' }),
  }),
});
export type OrderSums = Static<typeof summarizeAllOrders.reply>;

const Moment = Exact({
  kind: OneOf([...orderMoments]),
  at: Instant,
  source: noted(Nullable(OneOf(eventSources)), { zh: '仅回传：由浏览器还是服务端发送。', en: 'Of postbacks only: which side sent it.' }),
  outcome: noted(Nullable(OneOf(['kept', 'duplicate', 'error'] as const)), {
    zh: '仅回传：被保留、因重复被丢弃、或出错。',
    en: 'Of postbacks only: kept, dropped as a duplicate, or failed.',
  }),
});

const PayerOrder = Exact({
  id: Id,
  order_no: Type.String(),
  ordered_at: Instant,
  order_type: OneOf([...orderTypes]),
  status: OneOf([...orderStatuses]),
  amount: Money,
  currency: Currency,
  day_n: OrderRow.properties.day_n,
});

export const orderDetail = endpoint({
  name: 'adminOrders.detail',
  method: 'POST',
  path: '/admin-orders/detail',
  summary: { zh: '一个订单的经过', en: 'The history of an order' },
  access,
  effect: 'read',
  request: Exact({ id: Id }),
  reply: Exact({
    order: OrderRow,
    timeline: noted(Type.Array(Moment), {
      zh: '从早到晚。单条像素事件只保存 7 天，更早的回传不在其中。',
      en: 'From the earliest. Single pixel events are kept for 7 days, so older postbacks are missing.',
    }),
    chain: noted(
      Exact({
        channel: noted(Nullable(Type.String()), { zh: '广告平台。', en: 'The ad network.' }),
        group: noted(Nullable(Ref), { zh: '广告组。', en: 'The ad set.' }),
        scheme: Nullable(Ref),
        pixel: Nullable(Ref),
        creator: noted(Nullable(Ref), { zh: '素材的剪辑师。', en: 'The editor credited for the creative.' }),
        platform_ad_id: Nullable(Type.String()),
      }),
      {
        zh: '归因链中订单行没有的部分，取自支付时的快照；已删除对象的名称仍在。',
        en: 'What the row of the order lacks of its attribution, as it was at the payment; names of deleted objects stay.',
      },
    ),
    payer: noted(
      Nullable(
        Exact({
          acquired_at: Instant,
          is_reacq: noted(Type.Boolean(), { zh: '久未活跃后回流。', en: 'Came back after a long absence.' }),
          first_paid_at: Instant,
          orders: noted(Count, { zh: '该站点上的已支付订单。', en: 'Paid orders on the site.' }),
          total_usd: Money,
        }),
      ),
      { zh: '用户从未支付则为空。', en: 'Null for a user who never paid.' },
    ),
    history: noted(Type.Array(PayerOrder), {
      zh: '该用户在该站点上最近的 50 个订单，从新到旧。',
      en: 'The latest 50 orders of the user on the site, from the newest.',
    }),
    raw: noted(
      Type.Array(
        Exact({
          key: Type.String(),
          value: Type.String(),
          masked: noted(Type.Boolean(), { zh: '个人信息，只显示首尾。', en: 'Personal; only its ends are shown.' }),
        }),
      ),
      { zh: '站点上报的字段，按保存的内容。', en: 'What the site reported, as it was stored.' },
    ),
  }),
  reasons: ['NOT_FOUND'],
});
export type OrderDetail = Static<typeof orderDetail.reply>;

export const exportAllOrders = endpoint({
  name: 'adminOrders.export',
  method: 'POST',
  path: '/admin-orders/export',
  summary: { zh: '导出全部订单', en: 'Export all orders' },
  access,
  action: 'export',
  effect: 'read',
  request: Exact({ ...filters, ...exportOptions, columns: exportColumns(columnKeys(orderLogColumnWords)) }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});
