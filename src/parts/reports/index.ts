/**
 * What every page of figures shows: its days, its metrics as columns and the sets of them, the chart above its table, what is said about
 * how fresh and how whole the figures are. The machines are `machines/kernel/report*` and `trend*`.
 *
 * A page invokes `createReportMachine` and `createTrendMachine` over the same fields. It provides `loadRows`, `loadBranch` and `loadTrend` by
 * `reportRequest`, `branchRequest`, `loadTrendOf` and the answers of `use-report-calls.ts`, and tells the chart of every step of the report.
 */
export { useListMetrics } from './list-metrics.ts';
export { type MetricPreset, metricPresets, useMetricColumns } from './metric-columns.ts';
export { RangeFilter, useRangeWords } from './range-filter.tsx';
export { isHourly, meantDays, meantStep } from './report-days.ts';
export { ReportCompare, ReportRange, useOnlyChip } from './report-range.tsx';
export { ReportTrend } from './report-trend.tsx';
export { ReportWarnings } from './report-warnings.tsx';
export { RowTrendDrawer } from './row-trend-drawer.tsx';
export { Segments } from './segments.tsx';
export { readersToday } from './use-days.ts';
export { useReportView } from './use-report-view.ts';
