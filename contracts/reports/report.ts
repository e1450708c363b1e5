import { type MetricKey, metricOf } from '../rules/metrics.ts';
import type { Words, WordsOf } from '../vocabulary/vocabulary.ts';

/** Several of a few known words. */
export const several = <const Value extends string>(values: readonly Value[], valueWords: WordsOf<Value>, words: Words) =>
  ({ kind: 'several', values, valueWords, ...words }) as const;
/** Several short codes of a dictionary. */
export const codes = (dictionary: 'languages' | 'genres', words: Words) => ({ kind: 'codes', dictionary, ...words }) as const;
/** A calendar date. */
export const day = (words: Words) => ({ kind: 'day', ...words }) as const;

/** A filter that a report has besides those of all ads: its schema and its place in an address follow. */
export type ReportFilter = ReturnType<typeof several<string>> | ReturnType<typeof codes> | ReturnType<typeof day>;

/** The value that such a filter holds. */
export type FilterValue<Filter> = Filter extends { readonly kind: 'several'; readonly values: readonly (infer Value)[] }
  ? Value[]
  : Filter extends { readonly kind: 'codes' }
    ? string[]
    : string;

/** Values of declared filters. */
export type FilterValues<Filters> = { -readonly [Name in keyof Filters]?: FilterValue<Filters[Name]> | undefined };

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
  readonly filters: Readonly<Record<string, ReportFilter>>;
}

export const report = <const Declared extends ReportDeclaration>(declared: Declared): Declared => declared;

/** Counts of this moment: they have no past. */
const OF_NOW: readonly MetricKey[] = ['campaigns_running', 'ads_running'];

/** Metrics that stand in a chart: what is of this moment, or counts each object once, is of no single day. */
export const chartedMetrics = ({ metrics }: Pick<ReportDeclaration, 'metrics'>): readonly MetricKey[] =>
  metrics.filter((key) => {
    const { single, totals } = metricOf(key);
    return single !== true && totals !== 'distinct' && !OF_NOW.includes(key);
  });
