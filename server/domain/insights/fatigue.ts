import { type Kysely, sql } from 'kysely';
import type { Fatigue } from '#contracts/endpoints/video.ts';
import { FATIGUE, MIN_SAMPLE_IMPRESSIONS } from '#contracts/reports/video.ts';
import { metricFrom, metricOf } from '#contracts/rules/metrics.ts';
import type { Database } from '#server/database/schema.ts';
import { accountsNow, buildSourceSums, type FactQuestion } from './base-sums.ts';
import { daysBetween, getTodayEverywhere, plusDays } from './days.ts';
import { adDays } from './facts.ts';
import { createSumPlan, type Sums } from './sums.ts';

const PLAN = createSumPlan(['impressions', 'ctr_link', 'cpm']);
const NAMES = ['impressions', 'link_clicks', 'spend_usd'] as const;

/** Before any fact. */
const EARLIEST = '2000-01-01';

interface FatigueDay extends Sums {
  readonly day: number;
  readonly impressions: number;
  readonly link_clicks: number;
  readonly spend_usd: number;
}

/** Index of the first day whose CTR fell too far below that of the first days with impressions; -1 when none did. */
export function findTiredDay(days: readonly Pick<FatigueDay, 'impressions' | 'link_clicks'>[]): number {
  const shown = days.filter(({ impressions }) => impressions > 0).slice(0, FATIGUE.firstDays);
  const last = shown.at(-1);
  if (last === undefined || shown.length < FATIGUE.firstDays) return -1;
  const sum = (key: 'impressions' | 'link_clicks') => shown.reduce((total, day) => total + day[key], 0);
  const least = (sum('link_clicks') / sum('impressions')) * FATIGUE.share;
  return days.findIndex(
    ({ impressions, link_clicks }, at) =>
      at > days.indexOf(last) && impressions >= MIN_SAMPLE_IMPRESSIONS && link_clicks / impressions < least,
  );
}

/** The CTR and CPM of a material for every day since its first impressions, as far as the caller may see them. */
export async function queryFatigue(db: Kysely<Database>, question: Omit<FactQuestion, 'before' | 'days' | 'under'>): Promise<Fatigue> {
  const { to } = getTodayEverywhere(question.now);
  const days = { from: EARLIEST, to, length: daysBetween(EARLIEST, to) + 1, isToday: false };
  const base = buildSourceSums(
    adDays(NAMES),
    { ...question, days, under: [], before: false },
    { groupings: [{ name: 'day', value: sql`(f.stat_date - ${EARLIEST}::date)`, type: 'int' }], sums: PLAN.sums },
  );
  const found = await sql<FatigueDay>`
    with ${accountsNow(question.now)}, base as (${base})
    select base.day, ${sql.join(NAMES.map((name) => sql`coalesce(sum(base.${sql.ref(name)}), 0)::float8 as ${sql.ref(name)}`))}
    from base group by 1 order by 1`.execute(db);
  const shown = found.rows.filter(({ impressions }) => impressions > 0);
  const [first, last] = [shown[0], shown.at(-1)];
  if (first === undefined || last === undefined) return { x: [], ctr_link: [], cpm: [] };
  const byDay = new Map(found.rows.map((row) => [row.day, row]));
  const none = { impressions: 0, link_clicks: 0, spend_usd: 0 };
  const all = Array.from({ length: last.day - first.day + 1 }, (_, at) => byDay.get(first.day + at) ?? { ...none, day: first.day + at });
  const x = all.map(({ day }) => plusDays(EARLIEST, day));
  const tired = x[findTiredDay(all)];
  return {
    x,
    ctr_link: all.map((sums) => metricFrom(metricOf('ctr_link'), sums)),
    cpm: all.map((sums) => metricFrom(metricOf('cpm'), sums)),
    ...(tired !== undefined && { tired_at: tired }),
  };
}
