import { type RawBuilder, sql } from 'kysely';
import { type MetricKey, metricOf, type SumNeeded, sumName } from '#contracts/rules/metrics.ts';
import type { RowFigures } from './figures.ts';
import { computeMetrics, createSumPlan, metricSql, type Sums } from './sums.ts';

/** SQL that a list uses to show and sort by metrics of rows that each have facts of their own. */
export interface RowFacts {
  /** Used as `left join lateral ${relation} on true`, named `x`. */
  readonly relation: RawBuilder<unknown>;
  /** Columns of `x` that `toFigures` needs. */
  readonly columns: RawBuilder<unknown>;
  /** A metric of the row; null when it has no value. */
  metric(key: MetricKey): RawBuilder<number | null>;
  toFigures(row: Readonly<Record<string, unknown>>): Pick<RowFigures, 'm' | 'running'>;
}

const PREFIX = 'x:';

/**
 * Facts of a row, where rows differ in their days and content. `matches` is the condition on a fact `f` of the row; visibility is part of
 * it. The metrics may not ripen, because their maturity depends on the days of the row.
 */
export function rowFacts({ metrics, matches, now }: { metrics: readonly MetricKey[]; matches: RawBuilder<boolean>; now: Date }): RowFacts {
  const ripening = metrics.find((key) => metricOf(key).ripens);
  if (ripening !== undefined) throw new Error(`${ripening} ripens`);
  const plan = createSumPlan(metrics);
  const nameOf = ({ measure, ripens }: SumNeeded) => sumName(measure, ripens);
  const column = (sum: SumNeeded) => sql`x.${sql.ref(nameOf(sum))}`;
  return {
    relation: sql`(
      select ${sql.join(plan.sums.map((sum) => sql`coalesce(sum(f.${sql.ref(sum.measure)}::float8), 0) as ${sql.ref(nameOf(sum))}`))},
        coalesce(bool_or(f.stat_date >= (${now}::timestamptz at time zone fa.timezone_name)::date), false) as running
      from insight_daily f join ad_account fa on fa.id = f.ad_account_id where ${matches}
    ) x`,
    columns: sql.join([
      ...plan.sums.map((sum) => sql`${column(sum)} as ${sql.ref(PREFIX + nameOf(sum))}`),
      sql`x.running as ${sql.ref(`${PREFIX}running`)}`,
    ]),
    metric: (key) => metricSql(key, column),
    toFigures(row) {
      const sums: Sums = Object.fromEntries(plan.sums.map((sum) => [nameOf(sum), row[PREFIX + nameOf(sum)] as number]));
      return { m: computeMetrics(plan.metrics, sums), ...(row[`${PREFIX}running`] === true && { running: true }) };
    },
  };
}
