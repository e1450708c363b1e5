import { type Kysely, type RawBuilder, sql } from 'kysely';
import { COHORT_DAYS, type Measure, type MetricKey, metricFrom, metricOf, sumName } from '#contracts/rules/metrics.ts';
import type { Database } from '#server/database/schema.ts';
import { accountsNow, type FactQuestion, type Grouping, sumsOfSource } from './base-sums.ts';
import { daysBetween, plusDays } from './days.ts';
import { adDays } from './facts.ts';
import { planOf, type Sums } from './sums.ts';

/** Acquisition days that stand in lines of their own; more of them stand together by the week. */
const DAYS_APART = 90;
const WEEK = 7;

/** What users of the acquisition days of a line brought back until a day after it. */
interface Return {
  /** Over the days that are ripe; null where none is. */
  v: number | null;
  /** Every day of the line is ripe. */
  mature: boolean;
}

interface CohortLine {
  spend_usd: number;
  new_users: number;
  /** By days after the acquisition. */
  dn: Record<string, Return>;
}

export interface Cohort {
  /** The oldest first; the first day of a line that is a week. */
  rows: (CohortLine & { date: string })[];
  step: 'day' | 'week';
  totals: CohortLine;
}

const RETURNS = COHORT_DAYS.map((day): { day: number; metric: MetricKey } => ({ day, metric: `roi_d${day}` }));
const PLAN = planOf(['spend', 'new_users', ...RETURNS.map(({ metric }) => metric)]);

interface Found extends Record<string, number | string> {
  day: number;
  account_today: string;
}

/** Facts of a day, with the day of today where their account is. */
interface Facts {
  date: string;
  today: string;
  sums: Sums;
}

function lineOf(facts: readonly Facts[]): CohortLine {
  const sums: Record<string, number> = {};
  for (const one of facts) for (const [name, value] of Object.entries(one.sums)) sums[name] = (sums[name] ?? 0) + (value ?? 0);
  const isRipe = (after: number) => facts.every(({ date, today }) => after === 0 || daysBetween(date, today) > after);
  return {
    spend_usd: sums['spend_usd'] ?? 0,
    new_users: sums['new_users'] ?? 0,
    dn: Object.fromEntries(RETURNS.map(({ day, metric }) => [day, { v: metricFrom(metricOf(metric), sums), mature: isRipe(day) }])),
  };
}

const sumIn = (name: string): RawBuilder<unknown> => sql`coalesce(sum(base.${sql.ref(name)}), 0)::float8 as ${sql.ref(name)}`;

/** What users brought back, by the day they were acquired. Facts that the caller does not see are not in it. */
export async function queryCohort(db: Kysely<Database>, question: Omit<FactQuestion, 'before'>): Promise<Cohort> {
  const { days, now } = question;
  const names = PLAN.sums.map(({ measure, ripens }) => sumName(measure, ripens));
  const measures: readonly Measure[] = PLAN.measures;
  const byDay: Grouping[] = [{ name: 'day', value: sql`(f.stat_date - ${days.from}::date)`, type: 'int' }];
  const base = sumsOfSource(adDays(measures), { ...question, before: false }, { groupings: byDay, sums: PLAN.sums });
  const found = await sql<Found>`
    with ${accountsNow(now)}, base as (${base})
    select base.day, acc.today::text as account_today, ${sql.join(names.map(sumIn))}
    from base join acc on acc.id = base.account_id group by 1, 2 order by 1`.execute(db);
  const facts = found.rows.map(
    ({ day, account_today, ...sums }): Facts => ({
      date: plusDays(days.from, day),
      today: account_today,
      sums: sums as Record<string, number>,
    }),
  );
  const size = days.length > DAYS_APART ? WEEK : 1;
  const lines = new Map<string, Facts[]>();
  for (const one of facts) {
    const date = plusDays(days.from, Math.floor(daysBetween(days.from, one.date) / size) * size);
    lines.set(date, [...(lines.get(date) ?? []), one]);
  }
  return {
    rows: [...lines].map(([date, some]) => ({ date, ...lineOf(some) })),
    step: size === 1 ? 'day' : 'week',
    totals: lineOf(facts),
  };
}
