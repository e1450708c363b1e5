import { type FiltersOf, type QueryDefinition, toSearch } from '../list/list-query.ts';
import { type AnyField, readDays, readFilters } from './report-query.ts';

/** The time span of one point of a trend. */
export const STEPS = ['hour', 'day', 'week', 'month'] as const;
export type TrendStep = (typeof STEPS)[number];

/** The query of a chart: its days, step, metrics, and whether the first metric is split by the dimension of the table. */
export interface TrendQuery<Filters> {
  /** YYYY-MM-DD, both included; undefined leaves the days to the report's default. */
  dateFrom: string | undefined;
  dateTo: string | undefined;
  accountToday?: true | undefined;
  /** Undefined lets the page choose a step that fits the days. */
  step: TrendStep | undefined;
  /** One to four; only the first one may be split. */
  metrics: string[];
  /** Whether the first metric is stacked, with one layer for each of the largest rows. */
  isSplit: boolean;
  filters: Filters;
}

/** Most metrics in one chart. */
export const MAX_TREND_METRICS = 4;

export interface TrendQueryDefinition<Filters> extends Pick<QueryDefinition<Filters>, 'replaceIn'> {
  read(search: string): TrendQuery<Filters>;
  /** Only the chart's own part: its report writes the days and filters. */
  write(query: TrendQuery<Filters>): string;
  /** The whole query as one text, for comparison. */
  keyOf(query: TrendQuery<Filters>): string;
}

const OWN_KEYS = ['step', 'chart', 'divided'];

/** Defines a chart's part of an address, beside the report whose days and filters it shares. */
export function defineTrendQuery<Fields extends Record<string, AnyField>>({
  fields,
  metrics,
  defaultMetrics,
  isSplit: isSplitByDefault = true,
}: {
  /** The filters of its report. */
  fields: Fields;
  /** Metrics that can be charted. */
  metrics: readonly string[];
  defaultMetrics: readonly [string, ...string[]];
  /** Whether the first metric is split where the address says nothing. */
  isSplit?: boolean;
}): TrendQueryDefinition<FiltersOf<Fields>> {
  const defaultChart = defaultMetrics.join(',');
  const metricsOf = (raw: string) => {
    const known = [...new Set(raw.split(','))].filter((key) => metrics.includes(key)).slice(0, MAX_TREND_METRICS);
    return known.length > 0 ? known : [...defaultMetrics];
  };
  return {
    replaceIn(search, part) {
      const whole = new URLSearchParams(search);
      for (const name of OWN_KEYS) whole.delete(name);
      for (const [name, value] of new URLSearchParams(part)) whole.set(name, value);
      return toSearch(whole);
    },
    read(search) {
      const given = new URLSearchParams(search);
      const split = given.get('divided');
      return {
        ...readDays(given),
        step: STEPS.find((one) => one === given.get('step')),
        metrics: metricsOf(given.get('chart') ?? ''),
        isSplit: split === null ? isSplitByDefault : split === (isSplitByDefault ? '0' : '1') ? !isSplitByDefault : isSplitByDefault,
        filters: readFilters(fields, given),
      };
    },
    write({ step, metrics: shown, isSplit }) {
      const out = new URLSearchParams();
      if (step) out.set('step', step);
      if (shown.join(',') !== defaultChart) out.set('chart', shown.join(','));
      if (isSplit !== isSplitByDefault) out.set('divided', isSplit ? '1' : '0');
      return toSearch(out);
    },
    keyOf: ({ dateFrom, dateTo, accountToday, step, metrics: shown, isSplit, filters }) =>
      JSON.stringify([
        dateFrom,
        dateTo,
        accountToday,
        step,
        shown,
        isSplit,
        Object.entries(filters).filter(([, value]) => value !== undefined),
      ]),
  };
}
