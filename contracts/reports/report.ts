import { type Measure, type MetricKey, metricOf, metrics, sumsOf } from '../rules/metrics.ts';
import type { adFilters } from '../vocabulary/launch-filters.ts';
import type { reportFilters } from '../vocabulary/report-filters.ts';
import type { Filters, SetFilters, Words } from '../vocabulary/vocabulary.ts';

/** The filters of ads, and any others that apply to figures. */
type ReportFilters = typeof adFilters & Filters;

/** Dimension fields by which rows can be sorted, and the dimensions that have them. */
export type SortableFields = Readonly<Record<string, readonly string[]>>;

/** A report page, from which endpoints, server calls, addresses and exports are derived. */
export interface ReportDeclaration {
  /** The prefix of the names of its endpoints. */
  readonly key: string;
  /** What its figures are computed from; days of ads by default. */
  readonly facts?: 'orders';
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
  /** The dimension that splits the chart; the first of `groupBy` when absent. */
  readonly chartedBy?: string;
  /** Fields by which rows can be sorted, in addition to the dimensions and the metrics, each with the dimensions that have it. */
  readonly sortable: SortableFields;
  /** Columns of files, in addition to the dimensions and the metrics. */
  readonly exported: readonly string[];
  readonly metrics: readonly MetricKey[];
  readonly filters: ReportFilters;
  /** Editors also see what others spent on their materials, as amounts without accounts and owners. */
  readonly showsOwnMaterials?: true;
  /** Filters that apply where the request does not set them. */
  readonly defaults?: SetFilters<typeof reportFilters>;
  /** Organic orders are a row of their own, apart from orders of ads that nobody owns. */
  readonly organicApart?: true;
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

/** Measures that count distinct objects. */
const distinctMeasures: ReadonlySet<Measure> = new Set([
  ...metrics.filter(({ totals }) => totals === 'distinct').flatMap((metric) => sumsOf(metric).map(({ measure }) => measure)),
  'repeat_payers',
]);

/** The metrics of a chart. Present counts, shares of rows and counts of distinct objects have no value for a single point. */
export const chartedMetrics = (report: Pick<ReportDeclaration, 'metrics'>): readonly MetricKey[] =>
  report.metrics.filter((key) => {
    const metric = metricOf(key);
    return (
      metric.single !== true &&
      metric.formula.kind !== 'share' &&
      !OF_NOW.includes(key) &&
      !sumsOf(metric).some(({ measure }) => distinctMeasures.has(measure))
    );
  });
