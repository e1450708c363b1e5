import { chartedMetrics, type ReportDeclaration } from '#contracts/reports/report.ts';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import { vocabularyFields } from '../../kernel/list/vocabulary-query.ts';
import { defineReportQuery } from '../../kernel/report/report-query.ts';
import { defineTrendQuery } from '../../kernel/report/trend-query.ts';

const PRESETS = ['launch', 'recovery', 'video'] as const;

interface Options {
  /** Metrics of its chart by default. */
  charted: readonly [MetricKey, ...MetricKey[]];
  presets?: readonly string[];
}

/** The address queries of a declared report: of its table and of the chart above it. */
export function addressesOf<Declared extends ReportDeclaration>(report: Declared, { charted, presets = PRESETS }: Options) {
  const fields = vocabularyFields<Declared['filters']>(report.filters);
  const [usual] = report.groupBy;
  return {
    query: defineReportQuery({
      fields,
      groups: report.groupBy,
      defaultGroups: [usual],
      metrics: report.metrics,
      sortable: report.sortable,
      presets,
    }),
    trendQuery: defineTrendQuery({ fields, metrics: chartedMetrics(report), defaultMetrics: charted, isSplit: false }),
  };
}
