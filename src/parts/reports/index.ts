/**
 * What all report pages share: days, metric columns and their presets, the chart above the table, and warnings about fresh and missing
 * data. The machines are `machines/kernel/report*` and `trend*`.
 *
 * A page of a declared report is made by `createReportPage` and shown by `#src/parts/report-page`. Other pages invoke
 * `createReportMachine` and `createTrendMachine` over the same fields, provided by `reportActors`, `trendActors` and `reportExportActors`
 * of `report-calls.wiring.ts`.
 */

export { ChosenSum } from './chosen-sum.tsx';
export { CohortGrid } from './cohort-grid.tsx';
export { getBusinessToday, getUserToday } from './days.wiring.ts';
export { FiguresTable, type FiguresTableProps } from './figures-table.tsx';
export { useListMetrics } from './list-metrics.ts';
export { useMetricColumns } from './metric-columns.ts';
export { RangeFilter, useRangeWords } from './range-filter.tsx';
export { isHourly, toEffectiveDays, toEffectiveStep } from './report-days.ts';
export { toReportSearch } from './report-link.ts';
export { ReportRange, useNarrowedDaysChip } from './report-range.tsx';
export { ReportTrend } from './report-trend.tsx';
export { ReportWarnings } from './report-warnings.tsx';
export { RowTrendDrawer } from './row-trend-drawer.tsx';
export { Segments } from './segments.tsx';
export { chartLines } from './trend-lines.ts';
