import { orderDaily } from '#contracts/reports/order-daily.ts';
import { type OrderDailyFilters, type OrderDailyPlot, orderDailyPage } from '#machines/admin-order-daily/order-daily.machine.ts';
import type { PlotSubject } from '#machines/parts/reports/report-page.machine.ts';
import { reportPageWith } from '#src/parts/report-page/report-page.wiring.ts';
import { toRequestDays, toTrendAnswer, withoutEmpty } from '#src/parts/reports/report-calls.wiring.ts';
import { exportOrderDaily, queryOrderDaily, reconcileOrders, trendOrderDaily } from '#src/services/order-daily.service.ts';

/** Months of the comparison, as many whole ones as a report may cover. */
const MONTHS = 6;
const MONTH_METRICS = ['orders', 'payers', 'revenue', 'refund_rate', 'net_revenue', 'spend', 'profit', 'roi', 'organic_share'] as const;

/** The first day of the month that is this many months before the date. */
export function firstDayOfMonth(date: string, monthsBefore: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - monthsBefore, 1)).toISOString().slice(0, 10);
}

async function loadPlot({ plot, query }: PlotSubject<OrderDailyFilters>, signal: AbortSignal): Promise<OrderDailyPlot> {
  const days = toRequestDays(query);
  const asked = { ...days, filters: withoutEmpty(query.filters) };
  switch (plot as OrderDailyPlot['kind']) {
    case 'types': {
      const [revenue, rate] = await Promise.all([
        trendOrderDaily({ ...asked, by: 'day', metrics: ['revenue'], series_by: 'order_type' }, signal),
        trendOrderDaily({ ...asked, by: 'day', metrics: ['refund_rate'] }, signal),
      ]);
      const parts = revenue.series.map(({ key, label, metric, data }) => ({ metric, part: key, label, data }));
      const lines = rate.series.map(({ label, metric, data }) => ({ metric, part: undefined, label, data }));
      return { kind: 'types', trend: toTrendAnswer(revenue, 'day', [...parts, ...lines]) };
    }
    case 'months': {
      const { list } = await queryOrderDaily(
        {
          date_from: firstDayOfMonth(days.date_to, MONTHS - 1),
          date_to: days.date_to,
          filters: asked.filters,
          group_by: ['month'],
          metrics: [...MONTH_METRICS],
          sort: [{ field: 'month', order: 'desc' }],
        },
        signal,
      );
      return { kind: 'months', months: list.map(({ key, dims, m }) => ({ month: dims.month?.label ?? key, m })) };
    }
    case 'reconcile':
      return { kind: 'reconcile', answer: await reconcileOrders({ date_from: days.date_from, date_to: days.date_to }, signal) };
  }
}

/** Provides the daily report of orders with all actors. */
export const orderDailyReport = reportPageWith(orderDaily, orderDailyPage, {
  query: queryOrderDaily,
  trend: trendOrderDaily,
  export: exportOrderDaily,
  filtersOf: withoutEmpty,
  usualSort: 'revenue',
  plotData: loadPlot,
});
