import { type Static, Type } from 'typebox';
import { heatMetrics, orders } from '../reports/orders.ts';
import { orderListColumns, orderListSortable } from '../vocabulary/order-list.ts';
import { attributions, capiStatuses, orderStatuses, orderSystems, orderTypes, payChannels } from '../vocabulary/orders.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { PlainDimsOf } from './report-dimensions.ts';
import { reportEndpoints } from './report-endpoints.ts';
import { DimensionId, reportDays } from './report-shapes.ts';
import { newestFirst } from './row-order.ts';
import {
  Biz,
  CalendarDate,
  Count,
  Currency,
  Exact,
  exportColumns,
  exportOptions,
  Id,
  Instant,
  ListAnswer,
  ListRequest,
  Money,
  Nullable,
  OneOf,
  Ref,
  Spreadsheet,
} from './shapes.ts';

const filters = filterSchemas(orders.filters);
const access = { pages: orders.pages };

const calls = reportEndpoints(orders, {
  dims: PlainDimsOf(orders.groupBy),
  filters,
  summaries: {
    query: { zh: '订单分析', en: 'Figures of orders' },
    trend: { zh: '订单分析趋势', en: 'Figures of orders over time' },
    export: { zh: '导出订单分析', en: 'Export figures of orders' },
  },
});
export const queryOrders = calls.query;
export const trendOrders = calls.trend;
export const exportOrders = calls.export;

export type OrdersRow = Static<typeof queryOrders.reply>['list'][number];

const HeatAnswer = Exact({
  cells: noted(Type.Array(Type.Array(Nullable(Type.Number()), { minItems: 24, maxItems: 24 }), { minItems: 7, maxItems: 7 }), {
    zh: '从周一到周日，每天 24 个小时；没有数值为空。',
    en: 'From Monday to Sunday, 24 hours each; null where there is no value.',
  }),
});
export type Heat = Static<typeof HeatAnswer>;

export const heatmapOfOrders = endpoint({
  name: 'orders.heatmap',
  method: 'POST',
  path: '/analyse-orders/heatmap',
  summary: { zh: '订单按星期与小时', en: 'Orders by weekday and hour' },
  access,
  effect: 'read',
  request: Exact({ ...reportDays, filters: Type.Optional(Exact(filters)), metric: OneOf([...heatMetrics]) }),
  reply: HeatAnswer,
});

const HistogramAnswer = Exact({
  buckets: noted(
    Type.Array(
      Exact({
        from: noted(Type.Integer({ minimum: 0 }), { zh: '区间起点，整数美元。', en: 'Where the bucket begins, in whole US dollars.' }),
        to: noted(Nullable(Type.Integer({ minimum: 1 })), {
          zh: '区间终点，不含；最后一档为空。',
          en: 'Where it ends, exclusive; null for the last one.',
        }),
        orders: Count,
        revenue_usd: Money,
      }),
    ),
    {
      zh: '每 5 美元一档，最后一档为 100 以上；没有订单的档也在。',
      en: 'Steps of 5 US dollars, 100 or more in the last; buckets without orders are included.',
    },
  ),
});
export type Histogram = Static<typeof HistogramAnswer>;

export const histogramOfOrders = endpoint({
  name: 'orders.histogram',
  method: 'POST',
  path: '/analyse-orders/histogram',
  summary: { zh: '订单金额分布', en: 'Orders by amount' },
  access,
  effect: 'read',
  request: Exact({ ...reportDays, filters: Type.Optional(Exact(filters)) }),
  reply: HistogramAnswer,
});

export const OrderRow = Exact({
  id: Id,
  order_no: Type.String(),
  external_no: noted(Nullable(Type.String()), { zh: '支付方的单号。', en: 'The number of the payment provider.' }),
  biz: Biz,
  site: Ref,
  user_key: Type.String(),
  status: OneOf([...orderStatuses]),
  order_type: OneOf([...orderTypes]),
  amount: Money,
  currency: Currency,
  amount_usd: Money,
  fee_usd: Money,
  refund_usd: Money,
  pay_channel: OneOf([...payChannels]),
  country: noted(Type.String({ pattern: '^[A-Z]{2}$' }), { zh: '付费用户实际所在的国家。', en: 'The country the payer really was in.' }),
  os: OneOf([...orderSystems]),
  ad: Nullable(Ref),
  campaign: Nullable(Ref),
  account: Nullable(Ref),
  owner: Nullable(Ref),
  content: noted(Nullable(Ref), { zh: '剧目或商品。', en: 'The drama or product.' }),
  material: Nullable(Ref),
  landing: Nullable(Ref),
  attribution: OneOf([...attributions]),
  cohort_date: noted(Nullable(CalendarDate), { zh: '用户的获客日期。', en: 'The day the user was acquired.' }),
  day_n: noted(Nullable(Type.Integer({ minimum: 0 })), {
    zh: '获客后的第几天，当天为 0。',
    en: 'Days since the acquisition, 0 on that day.',
  }),
  ordered_at: Instant,
  paid_at: Nullable(Instant),
  refunded_at: Nullable(Instant),
  stat_date: noted(CalendarDate, {
    zh: '账户当地的日期；自然量为站点当地的日期。',
    en: 'The day of the account; of the site for organic orders.',
  }),
  stat_hour: noted(Type.Integer({ minimum: 0, maximum: 23 }), {
    zh: '该日的第几小时，与日期同一时区。',
    en: 'The hour of that day, in the same time zone.',
  }),
  biz_date: noted(CalendarDate, { zh: '业务日期。', en: 'The business date.' }),
  capi_status: noted(OneOf([...capiStatuses]), { zh: '回传给像素的状态。', en: 'Whether it was sent to the pixel.' }),
});
export type OrderRow = Static<typeof OrderRow>;

const chosenOrders = {
  date_from: noted(Type.Optional(CalendarDate), {
    zh: '支付日期不早于，含当天；不带日期时为该用户的全部订单，含未支付的，需带 user_key。',
    en: 'Paid on this day or later. Without dates all orders of one payer, also unpaid ones; user_key is then required.',
  }),
  date_to: noted(Type.Optional(CalendarDate), { zh: '支付日期不晚于，含当天。', en: 'Paid on this day or earlier.' }),
  date_mode: reportDays.date_mode,
  filters: Type.Optional(Exact(filters)),
  under: noted(Type.Optional(Type.Array(Exact({ by: OneOf([...orders.groupBy]), id: DimensionId }), { maxItems: 4 })), {
    zh: '只要报表中这些行的订单。',
    en: 'Only the orders of these rows of the report.',
  }),
};

const { keyword: _keyword, ...listRequest } = ListRequest([...orderListSortable], chosenOrders).properties;

export const listOrders = endpoint({
  name: 'orders.list',
  method: 'POST',
  path: '/analyse-orders/list',
  summary: { zh: '订单明细', en: 'Orders' },
  access,
  effect: 'read',
  request: Exact(listRequest),
  order: newestFirst('paid_at'),
  reply: ListAnswer(OrderRow),
});

export const exportOrderList = endpoint({
  name: 'orders.listExport',
  method: 'POST',
  path: '/analyse-orders/list_export',
  summary: { zh: '导出订单明细', en: 'Export orders' },
  access,
  action: 'export',
  effect: 'read',
  request: Exact({ ...chosenOrders, sort: listRequest.sort, ...exportOptions, columns: exportColumns(orderListColumns) }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});
