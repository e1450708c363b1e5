import { asSearch, type FiltersOf, type QueryDefinition } from '../list/list-query.ts';
import { type AnyField, readDays, readFilters } from './report-query.ts';

/** What one point of a trend is. */
export const STEPS = ['hour', 'day', 'week', 'month'] as const;
export type TrendStep = (typeof STEPS)[number];

/** What a chart may be asked: over which days, by what step, which numbers, in one line each or divided by what the table is divided by. */
export interface TrendQuery<Filters> {
  /** YYYY-MM-DD, both included; undefined leaves the days to the page's default. Its report says which. */
  dateFrom: string | undefined;
  dateTo: string | undefined;
  accountToday?: true | undefined;
  /** Undefined leaves it to the page: what fits the days. */
  step: TrendStep | undefined;
  /** One to four; the first one may be divided. */
  metrics: string[];
  /** The first metric stands for each of the largest rows, on top of one another. */
  divided: boolean;
  filters: Filters;
}

/** Metrics in one chart at most. */
export const MOST_TREND_METRICS = 4;

export interface TrendQueryDefinition<Filters> extends Pick<QueryDefinition<Filters>, 'replaceIn'> {
  read(search: string): TrendQuery<Filters>;
  /** Only what the chart itself says: days and filters stand in the address as its report wrote them. */
  write(query: TrendQuery<Filters>): string;
  /** The whole question, as one text: two that are asked the same are the same. */
  questionOf(query: TrendQuery<Filters>): string;
}

const OWN = ['step', 'chart', 'divided'];

/** The one definition of a chart's part of an address, beside the report whose days and filters it shares. */
export function defineTrendQuery<Fields extends Record<string, AnyField>>({
  fields,
  metrics,
  defaultMetrics,
  divided: usually = true,
}: {
  /** As its report has them. */
  fields: Fields;
  /** That can be charted. */
  metrics: readonly string[];
  defaultMetrics: readonly [string, ...string[]];
  /** Whether the first metric is divided where the address says nothing. */
  divided?: boolean;
}): TrendQueryDefinition<FiltersOf<Fields>> {
  const usual = defaultMetrics.join(',');
  const metricsOf = (raw: string) => {
    const known = [...new Set(raw.split(','))].filter((key) => metrics.includes(key)).slice(0, MOST_TREND_METRICS);
    return known.length > 0 ? known : [...defaultMetrics];
  };
  return {
    replaceIn(search, part) {
      const whole = new URLSearchParams(search);
      for (const name of OWN) whole.delete(name);
      for (const [name, value] of new URLSearchParams(part)) whole.set(name, value);
      return asSearch(whole);
    },
    read(search) {
      const given = new URLSearchParams(search);
      const divided = given.get('divided');
      return {
        ...readDays(given),
        step: STEPS.find((one) => one === given.get('step')),
        metrics: metricsOf(given.get('chart') ?? ''),
        divided: divided === null ? usually : divided === (usually ? '0' : '1') ? !usually : usually,
        filters: readFilters(fields, given),
      };
    },
    write({ step, metrics: shown, divided }) {
      const out = new URLSearchParams();
      if (step) out.set('step', step);
      if (shown.join(',') !== usual) out.set('chart', shown.join(','));
      if (divided !== usually) out.set('divided', divided ? '1' : '0');
      return asSearch(out);
    },
    questionOf: ({ dateFrom, dateTo, accountToday, step, metrics: shown, divided, filters }) =>
      JSON.stringify([
        dateFrom,
        dateTo,
        accountToday,
        step,
        shown,
        divided,
        Object.entries(filters).filter(([, value]) => value !== undefined),
      ]),
  };
}
