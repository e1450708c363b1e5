import type { Reconciliation } from '#contracts/endpoints/order-daily.ts';
import { type OrderDailyDimension, orderDaily } from '#contracts/reports/order-daily.ts';
import type { VocabularyFilters } from '../kernel/list/vocabulary-query.ts';
import type { DimsIn, ReportRow } from '../kernel/report/report-tree.ts';
import type { TrendAnswer } from '../kernel/report/trend.machine.ts';
import { addressesOf } from '../parts/reports/report-fields.ts';
import { createReportPage, type ShownMetrics } from '../parts/reports/report-page.machine.ts';

export type OrderDailyFilters = VocabularyFilters<(typeof orderDaily)['filters']>;
interface Named {
  id: number | string;
  label: string;
}
/** A row with the names of its dimensions. */
export type OrderDailyReportRow = ReportRow<DimsIn<Record<OrderDailyDimension, Named>>>;

/** The metrics of a month, compared with the month before. */
export interface OrderMonth {
  month: string;
  m: Readonly<Record<string, number | null>>;
}

/** The data of the special charts. */
export type OrderDailyPlot =
  | { kind: 'types'; trend: TrendAnswer }
  | { kind: 'months'; months: OrderMonth[] }
  | { kind: 'reconcile'; answer: Reconciliation };

/** The charts that load data of their own. */
export const orderDailyPlots = ['types', 'months', 'reconcile'] as const satisfies readonly OrderDailyPlot['kind'][];

const addresses = addressesOf(orderDaily, { charted: ['revenue', 'orders'], presets: [] });
export const orderDailyQuery = addresses.query;

/** The metrics that the page shows by itself. */
export const orderDailyMetrics: ShownMetrics = {
  usual: ['orders', 'payers', 'revenue', 'aov', 'refund', 'refund_rate', 'net_revenue', 'spend', 'roi', 'profit', 'organic_share'],
  cards: ['revenue', 'orders', 'refund_rate', 'net_revenue', 'profit', 'organic_share'],
};

/** Revenue by business day with its order types, month by month, and its reconciliation with the sites. */
export const orderDailyPage = createReportPage<OrderDailyFilters, OrderDailyReportRow, null, OrderDailyPlot>({
  id: 'orderDaily',
  description: 'Revenue by business day with its order types, month by month, and its reconciliation with the sites.',
  of: 'orders of each day',
  ...addresses,
  metrics: orderDailyMetrics,
  plot: 'types',
  loadedPlots: orderDailyPlots,
});
