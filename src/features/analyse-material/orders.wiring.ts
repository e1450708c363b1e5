import { orders } from '#contracts/reports/orders.ts';
import { type OrderFilters, type OrderPlot, ordersPage } from '#machines/analyse-material/orders.machine.ts';
import type { PlotSubject, RowDetailSubject } from '#machines/parts/reports/report-page.machine.ts';
import { reportPageWith } from '#src/parts/report-page/report-page.wiring.ts';
import { toRequestDays, toTrendAnswer, withoutEmpty } from '#src/parts/reports/report-calls.wiring.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import {
  exportOrderList,
  exportOrders,
  heatmapOfOrders,
  histogramOfOrders,
  listOrders,
  queryOrders,
  trendOrders,
} from '#src/services/orders.service.ts';

const LIST_PAGE_SIZE = 50;
/** Countries of the chart; more bars would not be readable. */
const MAX_COUNTRIES = 20;

type Request = Parameters<typeof listOrders>[0];

/** The orders of a row over the days and filters of the report, or all orders of a payer, who has no path. */
const toChosenOrders = ({
  id,
  path,
  query,
}: RowDetailSubject<OrderFilters>): Pick<Request, 'date_from' | 'date_to' | 'date_mode' | 'filters' | 'under'> =>
  path === undefined
    ? { filters: { user_key: String(id) } }
    : { ...toRequestDays(query), filters: withoutEmpty(query.filters), under: path as NonNullable<Request['under']> };

async function loadPlot({ plot, query }: PlotSubject<OrderFilters>, signal: AbortSignal): Promise<OrderPlot> {
  const asked = { ...toRequestDays(query), filters: withoutEmpty(query.filters) };
  switch (plot as OrderPlot['kind']) {
    case 'heat': {
      const [counts, amounts] = await Promise.all([
        heatmapOfOrders({ ...asked, metric: 'orders' }, signal),
        heatmapOfOrders({ ...asked, metric: 'revenue' }, signal),
      ]);
      return { kind: 'heat', orders: counts.cells, revenue: amounts.cells };
    }
    case 'histogram':
      return { kind: 'histogram', buckets: (await histogramOfOrders(asked, signal)).buckets };
    case 'types': {
      const reply = await trendOrders({ ...asked, by: 'day', metrics: ['revenue'], series_by: 'order_type' }, signal);
      const lines = reply.series.map(({ key, label, metric, data }) => ({ metric, part: key, label, data }));
      return { kind: 'types', trend: toTrendAnswer(reply, 'day', lines) };
    }
    case 'countries': {
      const { list } = await queryOrders(
        {
          ...asked,
          group_by: ['payer_country'],
          metrics: ['orders', 'revenue'],
          sort: [{ field: 'revenue', order: 'desc' }],
          page_size: MAX_COUNTRIES,
        },
        signal,
      );
      return {
        kind: 'countries',
        rows: list.map(({ key, dims, m }) => ({
          key,
          label: dims.payer_country?.label ?? key,
          orders: m['orders'] ?? 0,
          revenue: m['revenue'] ?? 0,
        })),
      };
    }
  }
}

/** Provides the order analysis with all actors. */
export const orderAnalysis = reportPageWith(orders, ordersPage, {
  query: queryOrders,
  trend: trendOrders,
  export: exportOrders,
  filtersOf: withoutEmpty,
  usualSort: 'revenue',
  rowDetail: (subject, signal) => listOrders({ ...toChosenOrders(subject), page: subject.page ?? 1, page_size: LIST_PAGE_SIZE }, signal),
  rowExport: {
    call: exportOrderList,
    toRequest: ({ query, columns }) => ({ ...toChosenOrders(query), columns: [...columns], locale: currentLocale() }),
  },
  plotData: loadPlot,
});
