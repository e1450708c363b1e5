import { type RawBuilder, sql } from 'kysely';
import { type MetricKey, metricOf, type SumNeeded, sumName } from '#contracts/rules/metrics.ts';
import type { RowFigures } from './figures.ts';
import { computeMetrics, createSumPlan, metricSql, type Sums } from './sums.ts';

/** SQL that a list uses to show and sort by metrics of rows that each have facts of their own. */
export interface RowFacts {
  /** Used as `left join lateral ${relation} on true`. */
  readonly relation: RawBuilder<unknown>;
  /** Columns of the relation that `toFigures` needs. */
  readonly columns: RawBuilder<unknown>;
  /** The same columns summed over all rows of the query. */
  readonly summedColumns: RawBuilder<unknown>;
  /** A metric of the row; null when it has no value. */
  metric(key: MetricKey): RawBuilder<number | null>;
  toFigures(row: Readonly<Record<string, unknown>>): Pick<RowFigures, 'm' | 'running'>;
}

interface RowFactsOptions {
  readonly metrics: readonly MetricKey[];
  /** Condition on a fact `f` of the row; visibility is part of it. */
  readonly matches: RawBuilder<boolean>;
  readonly now: Date;
  /** Facts by account, owner and day are far fewer rows than those by ad; `ads` by default. */
  readonly of?: 'ads' | 'accounts';
  /** Name of the relation, for queries with several; `x` by default. */
  readonly name?: string;
}

/**
 * Facts of a row, where rows differ in their days and content. The metrics may not ripen, because their maturity depends on the days of
 * the row.
 */
export function rowFacts({ metrics, matches, now, of = 'ads', name = 'x' }: RowFactsOptions): RowFacts {
  const ripening = metrics.find((key) => metricOf(key).ripens);
  if (ripening !== undefined) throw new Error(`${ripening} ripens`);
  const plan = createSumPlan(metrics);
  const nameOf = ({ measure, ripens }: SumNeeded) => sumName(measure, ripens);
  const column = (sum: SumNeeded) => sql`${sql.ref(`${name}.${nameOf(sum)}`)}`;
  const running = sql.ref(`${name}.running`);
  const prefix = `${name}:`;
  const facts = sql.table(of === 'ads' ? 'insight_daily' : 'insight_account_daily');
  return {
    relation: sql`(
      select ${sql.join(plan.sums.map((sum) => sql`coalesce(sum(f.${sql.ref(sum.measure)}::float8), 0) as ${sql.ref(nameOf(sum))}`))},
        coalesce(bool_or(f.stat_date >= (${now}::timestamptz at time zone fa.timezone_name)::date), false) as running
      from ${facts} f join ad_account fa on fa.id = f.ad_account_id where ${matches}
    ) ${sql.table(name)}`,
    columns: sql.join([
      ...plan.sums.map((sum) => sql`${column(sum)} as ${sql.ref(prefix + nameOf(sum))}`),
      sql`${running} as ${sql.ref(`${prefix}running`)}`,
    ]),
    summedColumns: sql.join([
      ...plan.sums.map((sum) => sql`coalesce(sum(${column(sum)}), 0) as ${sql.ref(prefix + nameOf(sum))}`),
      sql`coalesce(bool_or(${running}), false) as ${sql.ref(`${prefix}running`)}`,
    ]),
    metric: (key) => metricSql(key, column),
    toFigures(row) {
      const sums: Sums = Object.fromEntries(plan.sums.map((sum) => [nameOf(sum), row[prefix + nameOf(sum)] as number]));
      return { m: computeMetrics(plan.metrics, sums), ...(row[`${prefix}running`] === true && { running: true }) };
    },
  };
}
