import type { Heat, Histogram, OrderRow } from '#contracts/endpoints/orders.ts';
import { type OrderDimension, orders } from '#contracts/reports/orders.ts';
import type { VocabularyFilters } from '../kernel/list/vocabulary-query.ts';
import type { DimsIn, ReportRow } from '../kernel/report/report-tree.ts';
import type { TrendAnswer } from '../kernel/report/trend.machine.ts';
import { addressesOf } from '../parts/reports/report-fields.ts';
import { createReportPage, type ShownMetrics } from '../parts/reports/report-page.machine.ts';

export type OrderFilters = VocabularyFilters<(typeof orders)['filters']>;
interface Named {
  id: number | string;
  label: string;
}
/** A row with the names of its dimensions. */
export type OrderReportRow = ReportRow<DimsIn<Record<OrderDimension, Named>>>;

/** An order as the drawer shows it. */
export type ListedOrder = Pick<
  OrderRow,
  | 'id'
  | 'order_no'
  | 'paid_at'
  | 'user_key'
  | 'order_type'
  | 'amount'
  | 'currency'
  | 'amount_usd'
  | 'refund_usd'
  | 'refunded_at'
  | 'pay_channel'
  | 'country'
  | 'os'
  | 'content'
  | 'material'
  | 'ad'
  | 'day_n'
  | 'status'
  | 'capi_status'
>;

/** A page of the orders of a row, or of a payer. */
export interface OrderPage {
  list: ListedOrder[];
  total: number;
  page: number;
}

/** The data of the special charts. */
export type OrderPlot =
  | { kind: 'heat'; orders: Heat['cells']; revenue: Heat['cells'] }
  | { kind: 'histogram'; buckets: Histogram['buckets'] }
  | { kind: 'types'; trend: TrendAnswer }
  | { kind: 'countries'; rows: { key: string; label: string; orders: number; revenue: number }[] };

/** The charts that load data of their own. */
export const orderPlots = ['heat', 'histogram', 'types', 'countries'] as const satisfies readonly OrderPlot['kind'][];

const addresses = addressesOf(orders, { charted: ['revenue', 'orders'], presets: [] });
export const ordersQuery = addresses.query;

/** The metrics that the page shows by itself. */
export const orderMetrics: ShownMetrics = {
  usual: ['orders', 'payers', 'first_payers', 'revenue', 'share', 'aov', 'arppu', 'refund', 'refund_rate', 'net_revenue', 'repeat_rate'],
  cards: ['revenue', 'orders', 'payers', 'arppu', 'refund_rate', 'repeat_rate'],
};

/** Metrics of orders, their charts, and the single orders of a row or of a payer. */
export const ordersPage = createReportPage<OrderFilters, OrderReportRow, OrderPage, OrderPlot>({
  id: 'orders',
  description: 'Metrics of orders, by when and for how much people pay, and the single orders of one row.',
  of: 'orders',
  ...addresses,
  metrics: orderMetrics,
  plot: 'trend',
  loadedPlots: orderPlots,
  hasRowDetail: true,
  hasRowExport: true,
});
