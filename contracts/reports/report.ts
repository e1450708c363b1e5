import { type MetricKey, metricOf } from '../rules/metrics.ts';
import type { adFilters } from '../vocabulary/launch-filters.ts';
import type { reportFilters } from '../vocabulary/report-filters.ts';
import type { Filters, Words } from '../vocabulary/vocabulary.ts';

/** The filters of ads, and any others that figures can be narrowed by. */
type ReportFilters = typeof adFilters & Filters;

/** A page of figures: endpoints, calls of the server, addresses and exports follow from it. */
export interface ReportDeclaration {
  /** Begins the names of its endpoints. */
  readonly key: string;
  /** Where its calls are, below the base path. */
  readonly path: `/${string}`;
  /** Routes that ask it. */
  readonly pages: readonly [string, ...string[]];
  /** Of what its files are. */
  readonly title: Words;
  /** Begins the name of its files. */
  readonly slug: string;
  readonly groupBy: readonly [string, ...string[]];
  /** Fields of dimensions that rows can be sorted by, besides the dimensions themselves and the metrics. */
  readonly sortable: readonly string[];
  /** Columns of files, besides the dimensions themselves and the metrics. */
  readonly exported: readonly string[];
  readonly metrics: readonly MetricKey[];
  readonly filters: ReportFilters;
}

/** Refuses filters that figures cannot be narrowed by. */
type Known<Names extends PropertyKey> = Readonly<Record<Exclude<Names, keyof typeof reportFilters>, never>>;

export const report = <const Declared extends ReportDeclaration>(
  declared: Declared & { readonly filters: Known<keyof Declared['filters']> },
): Declared => declared;

/** Counts of this moment: they have no past. */
const OF_NOW: readonly MetricKey[] = ['campaigns_running', 'ads_running'];

/** Metrics that stand in a chart: what is of this moment, or counts each object once, is of no single day. */
export const chartedMetrics = ({ metrics }: Pick<ReportDeclaration, 'metrics'>): readonly MetricKey[] =>
  metrics.filter((key) => {
    const { single, totals } = metricOf(key);
    return single !== true && totals !== 'distinct' && !OF_NOW.includes(key);
  });
