import { chartedMetrics, type FilterValues, type ReportDeclaration, type ReportFilter } from '#contracts/reports/report.ts';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import { date, type Field, severalOf } from '../../kernel/list/list-query.ts';
import { defineReportQuery } from '../../kernel/report/report-query.ts';
import { defineTrendQuery } from '../../kernel/report/trend-query.ts';
import { adFilterFields } from '../launches/ad-filter-fields.ts';

/** Codes that one filter names at most. */
const CODES_MOST = 60;

const codes: Field<string[]> = {
  read: (raw) => {
    const known = [...new Set(raw.split(',').filter((code) => /^[a-z-]{1,20}$/.test(code)))].slice(0, CODES_MOST);
    return known.length > 0 ? known : undefined;
  },
  write: (values) => values.join(','),
};

const fieldOf = (filter: ReportFilter) => (filter.kind === 'day' ? date : filter.kind === 'codes' ? codes : severalOf(...filter.values));

type Fields<Filters> = { [Name in keyof Filters]: Field<NonNullable<FilterValues<Filters>[Name & keyof FilterValues<Filters>]>> };

/** The filters of ads and those that a report declares, as they stand in an address. */
const fieldsOf = <Filters extends Readonly<Record<string, ReportFilter>>>(filters: Filters) => ({
  ...adFilterFields,
  ...(Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, fieldOf(filter)])) as Fields<Filters>),
});

const PRESETS = ['launch', 'recovery', 'video'] as const;

interface Options {
  /** Metrics of its chart where the address names none. */
  charted: readonly [MetricKey, ...MetricKey[]];
  presets?: readonly string[];
}

/** The addresses of a declared report: of its table, and of the chart above it. */
export function addressesOf<Filters extends Readonly<Record<string, ReportFilter>>>(
  report: Omit<ReportDeclaration, 'filters'> & { filters: Filters },
  { charted, presets = PRESETS }: Options,
) {
  const fields = fieldsOf(report.filters);
  const [usual] = report.groupBy;
  return {
    query: defineReportQuery({
      fields,
      groups: report.groupBy,
      defaultGroups: [usual],
      metrics: [...report.metrics, ...report.sortable],
      presets,
    }),
    trendQuery: defineTrendQuery({ fields, metrics: chartedMetrics(report), defaultMetrics: charted, divided: false }),
  };
}
