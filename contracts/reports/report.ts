import { type MetricKey, metricOf } from '../rules/metrics.ts';
import type { adFilters } from '../vocabulary/launch-filters.ts';
import type { reportFilters } from '../vocabulary/report-filters.ts';
import type { Filters, SetFilters, Words } from '../vocabulary/vocabulary.ts';

/** The filters of ads, and any others that apply to figures. */
type ReportFilters = typeof adFilters & Filters;

/** A report page, from which endpoints, server calls, addresses and exports are derived. */
export interface ReportDeclaration {
  /** The prefix of the names of its endpoints. */
  readonly key: string;
  /** The path of its calls below the base path. */
  readonly path: `/${string}`;
  /** What the names of its calls begin with, where reports share a path: `user_` of `user_query`. */
  readonly prefix?: string;
  /** The routes that use it. */
  readonly pages: readonly [string, ...string[]];
  /** The subject of its files. */
  readonly title: Words;
  /** The prefix of the names of its files. */
  readonly slug: string;
  readonly groupBy: readonly [string, ...string[]];
  /** The dimension that everything in it has. Replies tell what was spent without one, which is left out. */
  readonly subject?: 'scheme';
  /** Dimension fields by which rows can be sorted, in addition to the dimensions and the metrics. */
  readonly sortable: readonly string[];
  /** Columns of files, in addition to the dimensions and the metrics. */
  readonly exported: readonly string[];
  readonly metrics: readonly MetricKey[];
  readonly filters: ReportFilters;
  /** Editors also see what others spent on their materials, as amounts without accounts and owners. */
  readonly showsOwnMaterials?: true;
  /** Filters that always apply. */
  readonly always?: SetFilters<typeof reportFilters>;
}

/** Refuses filters that do not apply to figures. */
type Known<Names extends PropertyKey> = Readonly<Record<Exclude<Names, keyof typeof reportFilters>, never>>;

export const report = <const Declared extends ReportDeclaration>(
  declared: Declared & { readonly filters: Known<keyof Declared['filters']> },
): Declared => declared;

/** Counts of the present moment, which have no history. */
const OF_NOW: readonly MetricKey[] = ['campaigns_running', 'ads_running'];

/** The metrics of a chart. Present counts and counts of distinct objects have no value for a single day. */
export const chartedMetrics = ({ metrics }: Pick<ReportDeclaration, 'metrics'>): readonly MetricKey[] =>
  metrics.filter((key) => {
    const { single, totals } = metricOf(key);
    return single !== true && totals !== 'distinct' && !OF_NOW.includes(key);
  });
