import { type Static, Type } from 'typebox';
import { orderDaily } from '../reports/order-daily.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { PlainDimsOf } from './report-dimensions.ts';
import { reportEndpoints } from './report-endpoints.ts';
import { CalendarDate, Currency, Exact, Instant, Money } from './shapes.ts';

const calls = reportEndpoints(orderDaily, {
  dims: PlainDimsOf(orderDaily.groupBy),
  filters: filterSchemas(orderDaily.filters),
  summaries: {
    query: { zh: '订单日报', en: 'Figures of orders by business day' },
    trend: { zh: '订单日报趋势', en: 'Figures of orders by business day over time' },
    export: { zh: '导出订单日报', en: 'Export figures of orders by business day' },
  },
});
export const queryOrderDaily = calls.query;
export const trendOrderDaily = calls.trend;
export const exportOrderDaily = calls.export;

export type OrderDailyRow = Static<typeof queryOrderDaily.reply>['list'][number];

const Sums = {
  orders: noted(Type.Integer(), { zh: '订单数；差额可为负。', en: 'Number of orders; negative in a difference.' }),
  revenue_usd: Money,
  refund_usd: Money,
};
const DayCount = Exact({
  orders: noted(Type.Integer(), { zh: '当天支付的订单，含后来退款的。', en: 'Orders paid on the day, also if refunded later.' }),
  amount: noted(Money, { zh: '这些订单的金额，按其币种。', en: 'Their amount, in their currency.' }),
  refunds: noted(Type.Integer(), { zh: '当天退款的订单数。', en: 'Orders refunded on the day.' }),
});

export const reconcileOrders = endpoint({
  name: 'orderDaily.reconcile',
  method: 'POST',
  path: '/admin-order-daily/reconcile',
  summary: { zh: '订单对账', en: 'Reconciliation of orders' },
  access: 'superAdmin',
  effect: 'read',
  request: Exact({ date_from: CalendarDate, date_to: CalendarDate }),
  reply: Exact({
    by_biz_date: noted(Exact(Sums), { zh: '这些日期按业务日期的合计。', en: 'Sums of these days, by business date.' }),
    by_stat_date: noted(Exact(Sums), {
      zh: '这些日期按支付日（账户时区）的合计。',
      en: 'Sums of these days, by the payment date of the account.',
    }),
    difference: noted(Exact(Sums), { zh: '前者减后者。', en: 'The former less the latter.' }),
    known_until: noted(Instant, {
      zh: '订单拉取到的时间，两边都只计到此刻。',
      en: 'Orders were read up to this moment; both sides count up to it.',
    }),
    days: noted(
      Type.Array(
        Exact({
          biz_date: CalendarDate,
          currency: Currency,
          feed: noted(DayCount, { zh: '站点自己的统计。', en: 'What the sites count themselves.' }),
          stored: noted(DayCount, { zh: '这里保存的订单。', en: 'The orders stored here.' }),
          difference: noted(DayCount, { zh: '保存的减站点的；全为零即一致。', en: 'Stored less feed; all zero where they agree.' }),
        }),
      ),
      {
        zh: '每个业务日期与币种一行，从新到旧；不同币种不相加。',
        en: 'One row for each business date and currency, from the newest. Different currencies are never summed.',
      },
    ),
  }),
});
export type Reconciliation = Static<typeof reconcileOrders.reply>;
