import { type Kysely, type RawBuilder, sql } from 'kysely';
import { COHORT_DAYS, type Measure, type MetricKey, metricFrom, metricOf, sumName } from '#contracts/rules/metrics.ts';
import type { Database } from '#server/database/schema.ts';
import { accountsNow, buildSourceSums, type FactQuestion, type Grouping } from './base-sums.ts';
import { daysBetween, plusDays } from './days.ts';
import { adDays } from './facts.ts';
import { createSumPlan, type Sums } from './sums.ts';

/** Longer periods show their acquisition days by week. */
const MAX_SINGLE_DAYS = 90;
const WEEK_DAYS = 7;

/** Return of the users acquired in a line, up to a day after their acquisition. */
interface CohortReturn {
  /** Computed over the ripe days; null when none is ripe. */
  v: number | null;
  /** True when every day of the line is ripe. */
  mature: boolean;
}

interface CohortLine {
  spend_usd: number;
  new_users: number;
  /** Returns by days after acquisition. */
  dn: Record<string, CohortReturn>;
}

export interface Cohort {
  /** Oldest first; a weekly line has the date of its first day. */
  rows: (CohortLine & { date: string })[];
  step: 'day' | 'week';
  totals: CohortLine;
}

const RETURN_METRICS = COHORT_DAYS.map((day): { day: number; metric: MetricKey } => ({ day, metric: `roi_d${day}` }));
const PLAN = createSumPlan(['spend', 'new_users', ...RETURN_METRICS.map(({ metric }) => metric)]);

interface CohortRecord extends Record<string, number | string> {
  day: number;
  account_today: string;
}

/** Facts of one day, with the current date of their account. */
interface CohortDay {
  date: string;
  today: string;
  sums: Sums;
}

function toLine(facts: readonly CohortDay[]): CohortLine {
  const sums: Record<string, number> = {};
  for (const one of facts) for (const [name, value] of Object.entries(one.sums)) sums[name] = (sums[name] ?? 0) + (value ?? 0);
  const isRipe = (after: number) => facts.every(({ date, today }) => after === 0 || daysBetween(date, today) > after);
  return {
    spend_usd: sums['spend_usd'] ?? 0,
    new_users: sums['new_users'] ?? 0,
    dn: Object.fromEntries(RETURN_METRICS.map(({ day, metric }) => [day, { v: metricFrom(metricOf(metric), sums), mature: isRipe(day) }])),
  };
}

const sumColumn = (name: string): RawBuilder<unknown> => sql`coalesce(sum(base.${sql.ref(name)}), 0)::float8 as ${sql.ref(name)}`;

/** Returns of users by acquisition day, limited to facts the caller may see. */
export async function queryCohort(db: Kysely<Database>, question: Omit<FactQuestion, 'before'>): Promise<Cohort> {
  const { days, now } = question;
  const names = PLAN.sums.map(({ measure, ripens }) => sumName(measure, ripens));
  const measures: readonly Measure[] = PLAN.measures;
  const byDay: Grouping[] = [{ name: 'day', value: sql`(f.stat_date - ${days.from}::date)`, type: 'int' }];
  const base = buildSourceSums(adDays(measures), { ...question, before: false }, { groupings: byDay, sums: PLAN.sums });
  const found = await sql<CohortRecord>`
    with ${accountsNow(now)}, base as (${base})
    select base.day, acc.today::text as account_today, ${sql.join(names.map(sumColumn))}
    from base join acc on acc.id = base.account_id group by 1, 2 order by 1`.execute(db);
  const facts = found.rows.map(
    ({ day, account_today, ...sums }): CohortDay => ({
      date: plusDays(days.from, day),
      today: account_today,
      sums: sums as Record<string, number>,
    }),
  );
  const size = days.length > MAX_SINGLE_DAYS ? WEEK_DAYS : 1;
  const lines = new Map<string, CohortDay[]>();
  for (const one of facts) {
    const date = plusDays(days.from, Math.floor(daysBetween(days.from, one.date) / size) * size);
    lines.set(date, [...(lines.get(date) ?? []), one]);
  }
  return {
    rows: [...lines].map(([date, lineDays]) => ({ date, ...toLine(lineDays) })),
    step: size === 1 ? 'day' : 'week',
    totals: toLine(facts),
  };
}
