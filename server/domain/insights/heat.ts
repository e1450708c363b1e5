import { type Kysely, sql } from 'kysely';
import { type MetricKey, metricFrom, metricOf, sumName } from '#contracts/rules/metrics.ts';
import type { Database } from '#server/database/schema.ts';
import { buildSourceSums, chooseDaySource, type FactQuestion, type Grouping, selectSources } from './base-sums.ts';
import { createSumPlan, type Sums } from './sums.ts';

const WEEKDAYS = 7;
const HOURS = 24;

const GROUPINGS: readonly Grouping[] = [
  { name: 'weekday', value: sql`extract(isodow from f.stat_date)::int`, type: 'int' },
  { name: 'hour', value: sql`f.stat_hour`, type: 'int' },
];

/** A metric of orders by weekday, from Monday, and hour. */
export async function queryHeat(
  db: Kysely<Database>,
  question: Omit<FactQuestion, 'before' | 'facts'>,
  metric: MetricKey,
): Promise<(number | null)[][]> {
  const orders: FactQuestion = { ...question, before: false, facts: 'orders' };
  const plan = createSumPlan([metric]);
  const base = sql.join(
    selectSources(plan, chooseDaySource(orders, [], 'hour')).map((source) =>
      buildSourceSums(source, orders, { groupings: GROUPINGS, sums: plan.sums }),
    ),
    sql` union all `,
  );
  const names = plan.sums.map(({ measure, ripens }) => sumName(measure, ripens));
  const sums = names.map((name) => sql`coalesce(sum(base.${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`);
  const found = await sql<{ weekday: number; hour: number } & Sums>`
    select base.weekday, base.hour, ${sql.join(sums)} from (${base}) base group by 1, 2`.execute(db);
  const empty = Object.fromEntries(names.map((name) => [name, 0]));
  const valueOf = (weekday: number, hour: number) =>
    metricFrom(metricOf(metric), found.rows.find((row) => row.weekday === weekday && row.hour === hour) ?? empty);
  return Array.from({ length: WEEKDAYS }, (_, day) => Array.from({ length: HOURS }, (__, hour) => valueOf(day + 1, hour)));
}
