/**
 * What every page of figures shows: its days, its metrics as columns and the sets of them, the chart above its table, what is said about
 * how fresh and how whole the figures are. The machines are `machines/kernel/report*` and `trend*`.
 *
 * A page of a declared report is made by `createReportPage` and shown by `#src/parts/report-page`. Others invoke `createReportMachine` and
 * `createTrendMachine` over the same fields, and are provided by `reportActors`, `trendActors` and `reportExportActors` of
 * `report-calls.wiring.ts`.
 */

export { ChosenSum } from './chosen-sum.tsx';
export { readersToday } from './days.wiring.ts';
export { FiguresTable, type FiguresTableProps } from './figures-table.tsx';
export { useListMetrics } from './list-metrics.ts';
export { metricPresets, useMetricColumns } from './metric-columns.ts';
export { RangeFilter, useRangeWords } from './range-filter.tsx';
export { isHourly, meantDays, meantStep } from './report-days.ts';
export { ReportRange, useOnlyChip } from './report-range.tsx';
export { ReportTrend } from './report-trend.tsx';
export { ReportWarnings } from './report-warnings.tsx';
export { RowTrendDrawer } from './row-trend-drawer.tsx';
export { Segments } from './segments.tsx';
