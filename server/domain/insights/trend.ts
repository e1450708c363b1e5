import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TrendStep } from '#contracts/endpoints/report-shapes.ts';
import { hourlyMeasures, type MetricKey, metricFrom, metricOf, type SumNeeded, sumName, sumsOf } from '#contracts/rules/metrics.ts';
import type { Database } from '#server/database/schema.ts';
import { accountsNow, daysAskedOf, type FactQuestion, type Grouping, groupingOf, sourcesOf, sumsOfSource } from './base-sums.ts';
import { plusDays, todayEverywhere } from './days.ts';
import { type DimensionKey, dimensionOf } from './dimensions.ts';
import { coveredSql, type Freshness, type FreshnessFound, freshnessColumns, freshnessFrom, noFreshness } from './freshness.ts';
import { heardTo, pulledTo, tellerOf } from './known-until.ts';
import { metricInSql, planOf, type Sums } from './sums.ts';

export interface TrendQuestion extends Omit<FactQuestion, 'before'> {
  readonly by: TrendStep;
  /** The first one says which series there are. */
  readonly metrics: readonly [MetricKey, ...MetricKey[]];
  readonly seriesBy?: DimensionKey | undefined;
  /** Series besides `other`. */
  readonly top: number;
}

export interface TrendSeries {
  /** `total`, `other`, or the value of the dimension. */
  key: string;
  /** Null of a dimension's value without a name, of `total` and of `other`. */
  label: string | null;
  metric: MetricKey;
  data: (number | null)[];
}

export interface Trend extends Freshness {
  x: string[];
  series: TrendSeries[];
}

/** Metrics that no hour is known of. */
export const unknownByHour = (metrics: readonly MetricKey[]): number[] =>
  metrics.flatMap((key, index) =>
    sumsOf(metricOf(key)).every(({ measure, ripens }) => ripens === undefined && hourlyMeasures.includes(measure)) ? [] : [index],
  );

/** The Monday of a date's week. */
const mondayOf = (date: string): string => plusDays(date, -((new Date(date).getUTCDay() + 6) % 7));

const pointOf: Readonly<Record<TrendStep, (found: { day: string; hour: number }) => string>> = {
  hour: ({ day, hour }) => `${day}T${String(hour).padStart(2, '0')}`,
  day: ({ day }) => day,
  week: ({ day }) => mondayOf(day),
  month: ({ day }) => day.slice(0, 7),
};

/** Every point of the days, the oldest first. Of each account's own today: the one day there is, or its hours. */
function pointsOf({ days, by }: TrendQuestion, today: string): string[] {
  const dates = days.isToday ? [today] : Array.from({ length: days.length }, (_, index) => plusDays(days.from, index));
  const hours = by === 'hour' ? Array.from({ length: 24 }, (_, hour) => hour) : [0];
  return [...new Set(dates.flatMap((day) => hours.map((hour) => pointOf[by]({ day, hour }))))];
}

interface Found extends FreshnessFound {
  /** Days after the first one; null in the row that says how fresh the figures are. */
  day: number | null;
  hour: number;
  /** Null of those without a series of their own. */
  series: number | string | null;
  label: string | null;
  place: number;
  /** `YYYY-MM-DDTHH` of the account that is furthest ahead. */
  last_hour: string | null;
  /** The same of the last hour of which the network told something, and of the last one of which our own sites did. */
  pulled: string | null;
  heard: string | null;
}

const OTHER = 'other';
const TOTAL = 'total';

const added = ({ measure, ripens }: SumNeeded): RawBuilder<unknown> =>
  sql`coalesce(sum(base.${sql.ref(sumName(measure, ripens))}), 0)::bigint`;

const hourText = (clock: RawBuilder<unknown>) => sql`to_char(max(${clock}), 'YYYY-MM-DD"T"HH24')`;

/** SQL: the hour that a moment ends in, at the covered account where it is latest. */
const lastHour = (known: RawBuilder<Date>) => sql`(
  select ${hourText(sql`(${known} at time zone acc.timezone_name) - interval '1 microsecond'`)}
  from covered join acc on acc.id = covered.id left join fact_sync s on s.ad_account_id = covered.id)`;

async function ask(db: Kysely<Database>, question: TrendQuestion, keys: readonly MetricKey[]): Promise<Found[]> {
  const plan = planOf(keys);
  const { days, by, seriesBy, top } = question;
  const day = days.isToday ? sql`0` : sql`(f.stat_date - ${days.from}::date)`;
  const groupings: Grouping[] = [
    { name: 'day', value: day, type: 'int' },
    { name: 'hour', value: by === 'hour' ? sql`f.stat_hour` : sql`0`, type: 'int' },
    ...(seriesBy === undefined ? [] : [groupingOf(seriesBy, 0)]),
  ];
  const facts = { ...question, before: false };
  const of = by === 'hour' ? 'hours' : daysAskedOf(question, seriesBy === undefined ? [] : [seriesBy]);
  const sources = sourcesOf(plan, of).filter(({ isDated }) => isDated);
  const base = sql.join(
    sources.map((source) => sumsOfSource(source, facts, { groupings, sums: plan.sums })),
    sql` union all `,
  );
  const sums = plan.sums.map((sum) => sql`${added(sum)} as ${sql.ref(sumName(sum.measure, sum.ripens))}`);
  const noSums = plan.sums.map(() => sql`null::bigint`);
  const names = seriesBy === undefined ? undefined : dimensionOf(seriesBy).names;
  const value = sql.raw(seriesBy === undefined ? 'bigint' : dimensionOf(seriesBy).type);
  // The most of the first metric, summed over all days, have a series of their own.
  const tops =
    seriesBy === undefined
      ? sql`tops as (select null::bigint as k0, 1 as place, null::text as label where false)`
      : sql`tops as (
          select g.k0, g.place, ${names?.label ?? sql`g.k0`}::text as label from (
            select base.k0, row_number() over (
              order by ${metricInSql(question.metrics[0], added)} desc nulls last, base.k0) as place
            from base group by base.k0
          ) g ${names?.join(sql`g.k0`) ?? sql``} where g.place <= ${top}
        )`;
  const found = await sql<Found>`
    with ${accountsNow(question.now)}, base as (${base}), ${coveredSql(facts)}, ${tops}
    select base.day, base.hour, ${seriesBy === undefined ? sql`null::bigint` : sql`tops.k0`} as series, tops.label, coalesce(tops.place, 0)::int as place,
      ${sql.join(sums)}, null::text as last_hour, null::text as pulled, null::text as heard, ${noFreshness}
    from base left join tops on ${seriesBy === undefined ? sql`false` : sql`tops.k0 = base.k0`}
    group by base.day, base.hour, tops.k0, tops.label, tops.place
    union all
    select null, 0, null::${value}, null, 0, ${sql.join(noSums)}, (select ${hourText(sql`acc.clock`)} from covered join acc on acc.id = covered.id),
      ${lastHour(pulledTo(question.now))}, ${lastHour(heardTo(question.now))},
      ${freshnessColumns(question)}`.execute(db);
  return found.rows;
}

/** Sums of one series, by point. */
type Line = Map<string, Record<string, number>>;

function addTo(line: Line, point: string, sums: Sums, names: readonly string[]): void {
  const at = line.get(point) ?? Object.fromEntries(names.map((name) => [name, 0]));
  for (const name of names) at[name] = (at[name] ?? 0) + (sums[name] ?? 0);
  line.set(point, at);
}

/** Figures over time; sums first, then the metric of each point. */
export async function queryTrend(db: Kysely<Database>, question: TrendQuestion): Promise<Trend> {
  const { days, by, metrics, seriesBy } = question;
  const found = await ask(db, question, metrics);
  const whole = found.find(({ day }) => day === null);
  if (whole === undefined) throw new Error('a trend answered nothing');
  const fresh = freshnessFrom(question, whole);
  // Of what has not begun anywhere nothing is known.
  const hourNow = whole.last_hour ?? `${todayEverywhere(question.now).to}T23`;
  const last = hourNow.slice(0, 10);
  const pointAt = (hour: string) => pointOf[by]({ day: hour.slice(0, 10), hour: Number(hour.slice(11)) });
  const lastPoint = pointAt(hourNow);
  const plan = planOf(metrics);
  const names = plan.sums.map(({ measure, ripens }) => sumName(measure, ripens));
  const lines = new Map<string, { label: string | null; place: number; line: Line }>();
  for (const row of found) {
    if (row.day === null) continue;
    const key = seriesBy === undefined ? TOTAL : row.place === 0 ? OTHER : String(row.series);
    const entry = lines.get(key) ?? { label: row.label, place: row.place || Number.MAX_SAFE_INTEGER, line: new Map() };
    lines.set(key, entry);
    const day = days.isToday ? last : plusDays(days.from, row.day);
    addTo(entry.line, pointOf[by]({ day, hour: row.hour }), row as unknown as Sums, names);
  }
  if (seriesBy === undefined && lines.size === 0) lines.set(TOTAL, { label: null, place: 0, line: new Map() });
  const x = pointsOf(question, last);
  const known = { pulled: pointAt(whole.pulled ?? hourNow), heard: pointAt(whole.heard ?? hourNow) };
  // What was told of a later point all the same is known there.
  for (const { line } of lines.values()) {
    for (const [point, sums] of line) {
      for (const { measure, ripens } of plan.sums) {
        const teller = tellerOf(measure);
        if (point > known[teller] && sums[sumName(measure, ripens)] !== 0) known[teller] = point;
      }
    }
  }
  /** The last point of which everything is known that a metric is made of; after it there would be a 0 that nobody told. */
  const lastOf = (metric: MetricKey): string =>
    sumsOf(metricOf(metric)).reduce((least, { measure }) => {
      const point = known[tellerOf(measure)];
      return point < least ? point : least;
    }, lastPoint);
  const empty = Object.fromEntries(names.map((name) => [name, 0]));
  const ordered = [...lines].toSorted(([, a], [, b]) => a.place - b.place);
  return {
    x,
    series: metrics.flatMap((metric) => {
      const end = lastOf(metric);
      return ordered.map(([key, { label, line }]) => ({
        key,
        label,
        metric,
        data: x.map((point) => (point > end ? null : metricFrom(metricOf(metric), line.get(point) ?? empty))),
      }));
    }),
    ...fresh,
  };
}
