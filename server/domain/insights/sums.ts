import { type RawBuilder, sql } from 'kysely';
import {
  COHORT_DAYS,
  type Measure,
  type MetricDefinition,
  type MetricKey,
  metricFrom,
  metricOf,
  type SumNeeded,
  sumName,
  sumsOf,
} from '#contracts/rules/metrics.ts';

/** Sums from the database by name. */
export type Sums = Readonly<Record<string, number | null>>;
export type MetricValues = Record<string, number | null>;

/** Provides a sum as SQL. */
export type SumInSql = (sum: SumNeeded) => RawBuilder<unknown>;

export interface SumPlan {
  readonly metrics: readonly MetricDefinition<MetricKey>[];
  /** Every sum the metrics need, without duplicates. */
  readonly sums: readonly SumNeeded[];
  readonly measures: readonly Measure[];
}

/** The sums that the metrics need. Spend is also summed in the account's currency. */
export function createSumPlan(keys: readonly MetricKey[]): SumPlan {
  const metrics = [...new Set(keys)].map(metricOf);
  const sums = new Map<string, SumNeeded>();
  for (const metric of metrics) {
    for (const sum of sumsOf(metric)) sums.set(sumName(sum.measure, sum.ripens), sum);
    if (metric.spent) sums.set('spend', { measure: 'spend', ripens: undefined });
  }
  const all = [...sums.values()];
  return {
    metrics,
    sums: all,
    measures: [...new Set(all.map(({ measure }) => measure))],
  };
}

function formulaSql({ formula, ripens }: MetricDefinition, column: SumInSql): RawBuilder<number | null> {
  if (formula.kind === 'payback') {
    const cases = COHORT_DAYS.map((day) => {
      const [revenue, cost] = (['rev', 'spend'] as const).map((of) =>
        column({ measure: of === 'rev' ? `rev_d${day}` : 'spend_usd', ripens: day || undefined }),
      );
      return sql`when ${cost} > 0 and ${revenue} >= ${cost} then ${sql.lit(day)}`;
    });
    return sql<number | null>`(case ${sql.join(cases, sql` `)} end)`;
  }
  const top = sql.join(
    formula.of.map((measure) => column({ measure, ripens })),
    sql` - `,
  );
  // Rows are sorted by their share like by its dividend.
  if (formula.kind !== 'quotient') return sql<number | null>`(${top})`;
  return sql<number | null>`((${top})::float8 / nullif(${column({ measure: formula.by, ripens })}, 0))`;
}

/** The metric as SQL for sorting and comparing, a quotient without its constant factor. Null when it has no value. */
export const metricSql = (key: MetricKey, column: SumInSql): RawBuilder<number | null> => formulaSql(metricOf(key), column);

export function computeMetrics(metrics: readonly MetricDefinition[], sums: Sums): MetricValues {
  const values: MetricValues = {};
  for (const metric of metrics) values[metric.key] = metricFrom(metric, sums);
  return values;
}

/** Names of the sums whose totals the metrics need, to compute shares. */
export const findSharedSums = ({ metrics }: Pick<SumPlan, 'metrics'>): string[] => [
  ...new Set(
    metrics
      .filter(({ formula }) => formula.kind === 'share')
      .flatMap((metric) => sumsOf(metric).map(({ measure, ripens }) => sumName(measure, ripens))),
  ),
];

/** Spend metrics in the minor unit of the account's currency. */
export function computeLocalMetrics(metrics: readonly MetricDefinition[], sums: Sums): MetricValues {
  return computeMetrics(
    metrics.filter(({ spent }) => spent),
    { ...sums, spend_usd: sums['spend'] ?? null },
  );
}
