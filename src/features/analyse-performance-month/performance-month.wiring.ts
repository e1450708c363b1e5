import { monthMetrics } from '#contracts/reports/performance.ts';
import {
  getMonthDays,
  getShownMonth,
  type MonthsFilters,
  type MonthTableFilters,
} from '#machines/analyse-performance-month/month-queries.ts';
import { monthTable, monthTableExport, performanceMonthMachine } from '#machines/analyse-performance-month/performance-month.machine.ts';
import type { ReportQuery } from '#machines/kernel/report/report-query.ts';
import type { PerformanceRow } from '#machines/parts/reports/performance-row.ts';
import { staff, units } from '#src/parts/assets/pickers.wiring.ts';
import { listPageWith } from '#src/parts/lists/list-page.wiring.ts';
import { getBusinessToday } from '#src/parts/reports/days.wiring.ts';
import { reportActors, reportExportActors, withoutEmpty } from '#src/parts/reports/report-calls.wiring.ts';
import { exportCallAs } from '#src/services/export-actors.ts';
import type { ExportRequest } from '#src/services/paging.ts';
import { exportMonthPerformance, exportPerformance, monthPerformance, queryPerformance } from '#src/services/performance.service.ts';

const toMonthRequest = ({ year, metric = monthMetrics[0], biz, department_id, creator_id }: MonthsFilters) => ({
  metric,
  ...withoutEmpty({ year, biz, department_id, creator_id }),
});

const toTableFilters = ({ biz, department_id, creator_id }: MonthTableFilters) =>
  withoutEmpty({ biz, creator_department_id: department_id, creator_id: creator_id === undefined ? undefined : [creator_id] });

const withMonth = (query: ReportQuery<MonthTableFilters>): ReportQuery<MonthTableFilters> => {
  const { from, to } = getMonthDays(getShownMonth(query.filters, getBusinessToday()));
  return { ...query, dateFrom: from, dateTo: to };
};

/** Provides the performance by month with all actors. */
export const performanceByMonth = listPageWith(performanceMonthMachine, {
  path: '/analyse/performance-month',
  rows: async (request, signal) => {
    const { months, current, totals, settled, ...reply } = await monthPerformance(toMonthRequest(request), signal);
    return { ...reply, totals: { months, current, totals, settled, provisionalFrom: reply.provisional_from } };
  },
  exportCall: exportCallAs(exportMonthPerformance, ({ columns, locale, ...filters }: ExportRequest<never, MonthsFilters>) => ({
    ...toMonthRequest(filters),
    columns,
    locale,
  })),
  parts: {
    table: monthTable.provide({
      actors: reportActors<MonthTableFilters, PerformanceRow, Parameters<typeof queryPerformance>[0]>(
        queryPerformance,
        toTableFilters,
        undefined,
        withMonth,
      ),
    }),
    tableExport: monthTableExport.provide({ actors: reportExportActors(exportPerformance, toTableFilters, undefined, withMonth) }),
    creators: staff,
    units,
  },
});
