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

/** Sums as they come from the database, by name. */
export type Sums = Readonly<Record<string, number | null>>;
export type MetricValues = Record<string, number | null>;

/** How a sum is had in SQL. */
export type SumInSql = (sum: SumNeeded) => RawBuilder<unknown>;

export interface SumPlan {
  readonly metrics: readonly MetricDefinition<MetricKey>[];
  /** Every sum the metrics are made from, once. */
  readonly sums: readonly SumNeeded[];
  readonly measures: readonly Measure[];
}

/** What has to be added up for the metrics. Money that was spent is added up in the currency of the account too. */
export function planOf(keys: readonly MetricKey[]): SumPlan {
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

function quotientSql({ formula, ripens }: MetricDefinition, column: SumInSql): RawBuilder<number | null> {
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
  if (formula.kind === 'sum') return sql<number | null>`(${top})`;
  return sql<number | null>`((${top})::float8 / nullif(${column({ measure: formula.by, ripens })}, 0))`;
}

/** The metric in SQL, to sort and to compare by: of quotients without the last factor. Null where there is no such number. */
export const metricInSql = (key: MetricKey, column: SumInSql): RawBuilder<number | null> => quotientSql(metricOf(key), column);

/** The metrics from sums. */
export function valuesFrom(metrics: readonly MetricDefinition[], sums: Sums): MetricValues {
  const values: MetricValues = {};
  for (const metric of metrics) values[metric.key] = metricFrom(metric, sums);
  return values;
}

/** The metrics of money that was spent, in the smallest unit of the account's currency. */
export function localValuesFrom(metrics: readonly MetricDefinition[], sums: Sums): MetricValues {
  return valuesFrom(
    metrics.filter(({ spent }) => spent),
    { ...sums, spend_usd: sums['spend'] ?? null },
  );
}
