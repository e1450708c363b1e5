import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TrendStep } from '#contracts/endpoints/report-shapes.ts';
import {
  hourlyMeasures,
  type Measure,
  type MetricKey,
  metricFrom,
  metricOf,
  type SumNeeded,
  sumName,
  sumsOf,
} from '#contracts/rules/metrics.ts';
import { STORED_EVENT_DAYS } from '#contracts/rules/pixel-events.ts';
import type { Database } from '#server/database/schema.ts';
import {
  accountsNow,
  buildSourceSums,
  canAnswer,
  chooseDaySource,
  type FactQuestion,
  type Grouping,
  isOfPixels,
  selectSources,
  toGrouping,
} from './base-sums.ts';
import { getTodayEverywhere, plusDays } from './days.ts';
import { type DimensionKey, getDimension } from './dimensions.ts';
import { findUnanswerable } from './figures.ts';
import { coveredSql, type Freshness, type FreshnessRecord, freshnessColumns, NO_FRESHNESS, toFreshness } from './freshness.ts';
import { channelKnownUntil, findReporter, sitesKnownUntil } from './known-until.ts';
import { ORDER_MEASURES } from './order-facts.ts';
import { pixelSources } from './pixel-facts.ts';
import { createSumPlan, metricSql, type Sums } from './sums.ts';

export interface TrendQuestion extends Omit<FactQuestion, 'before'> {
  readonly by: TrendStep;
  /** The first metric decides which series are shown. */
  readonly metrics: readonly [MetricKey, ...MetricKey[]];
  readonly seriesBy?: DimensionKey | undefined;
  /** Number of series besides `other`. */
  readonly top: number;
}

export interface TrendSeries {
  /** `total`, `other`, or the value of the dimension. */
  key: string;
  /** Null for `total`, `other` and unnamed values. */
  label: string | null;
  metric: MetricKey;
  data: (number | null)[];
}

export interface Trend extends Freshness {
  x: string[];
  series: TrendSeries[];
}

/** Measures that a channel may tell by the day only; the points of their metrics are null in a chart by the hour then. */
const DAILY_MEASURES = ['lp_views', 'plays_3s', 'thruplays', 'plat_purchases', 'plat_value_usd'] as const satisfies readonly Measure[];
const isUntold = sql.join(
  DAILY_MEASURES.map((measure) => sql`${sql.ref(`u.${measure}`)} is null`),
  sql` or `,
);

/** SQL: the daily measures that some hours of the covered accounts lack. The condition is that of their index. */
const untoldSql = ({ days }: Pick<FactQuestion, 'days'>) => sql<string[]>`(
  select array_remove(array[${sql.join(
    DAILY_MEASURES.map((measure) => sql`case when bool_or(${sql.ref(`u.${measure}`)} is null) then ${sql.lit(measure)} end`),
  )}], null)
  from insight_hourly u where u.ad_account_id in (select id from covered) and u.stat_date between ${days.from}::date and ${days.to}::date
    and (${isUntold}))`;

/** Indexes of metrics without hourly data. */
export function findUnknownByHour(metrics: readonly MetricKey[], facts?: FactQuestion['facts']): number[] {
  const known: readonly Measure[] = facts === 'orders' ? [...hourlyMeasures, ...ORDER_MEASURES] : hourlyMeasures;
  return metrics.flatMap((key, index) =>
    sumsOf(metricOf(key)).every(({ measure, ripens }) => ripens === undefined && known.includes(measure)) ? [] : [index],
  );
}

const getMonday = (date: string): string => plusDays(date, -((new Date(date).getUTCDay() + 6) % 7));

const TO_POINT: Readonly<Record<TrendStep, (found: { day: string; hour: number }) => string>> = {
  hour: ({ day, hour }) => `${day}T${String(hour).padStart(2, '0')}`,
  day: ({ day }) => day,
  week: ({ day }) => getMonday(day),
  month: ({ day }) => day.slice(0, 7),
};

/** Every point of the days, oldest first; for `account_today` the single day or its hours. */
function listPoints({ days, by }: TrendQuestion, today: string): string[] {
  const dates = days.isToday ? [today] : Array.from({ length: days.length }, (_, index) => plusDays(days.from, index));
  const hours = by === 'hour' ? Array.from({ length: 24 }, (_, hour) => hour) : [0];
  return [...new Set(dates.flatMap((day) => hours.map((hour) => TO_POINT[by]({ day, hour }))))];
}

interface TrendRecord extends FreshnessRecord {
  /** Days after the first day; null in the row with the freshness. */
  day: number | null;
  hour: number;
  /** Null for values without a series of their own. */
  series: number | string | null;
  label: string | null;
  place: number;
  /** `YYYY-MM-DDTHH` of the account that is furthest ahead. */
  last_hour: string | null;
  /** The last hours known from the channel and from our sites, in the same format. */
  pulled: string | null;
  heard: string | null;
  /** Daily measures that hours lack; null in all other rows and by other steps. */
  untold: string[] | null;
}

const OTHER = 'other';
const TOTAL = 'total';

const sumBase = ({ measure, ripens }: SumNeeded): RawBuilder<unknown> =>
  sql`coalesce(sum(base.${sql.ref(sumName(measure, ripens))}), 0)::bigint`;

const hourText = (clock: RawBuilder<unknown>) => sql`to_char(max(${clock}), 'YYYY-MM-DD"T"HH24')`;

/** SQL: the hour in which an instant ends, in the covered account where it is latest. */
const lastHour = (knownUntil: RawBuilder<Date>) => sql`(
  select ${hourText(sql`(${knownUntil} at time zone acc.timezone_name) - interval '1 microsecond'`)}
  from covered join acc on acc.id = covered.id left join fact_sync s on s.ad_account_id = covered.id)`;

async function loadTrendRecords(db: Kysely<Database>, question: TrendQuestion, keys: readonly MetricKey[]): Promise<TrendRecord[]> {
  const plan = createSumPlan(keys);
  const { days, by, seriesBy, top } = question;
  const day = days.isToday ? sql`0` : sql`(f.stat_date - ${days.from}::date)`;
  const groupings: Grouping[] = [
    { name: 'day', value: day, type: 'int' },
    { name: 'hour', value: by === 'hour' ? sql`f.stat_hour` : sql`0`, type: 'int' },
    ...(seriesBy === undefined ? [] : [toGrouping(seriesBy, 0)]),
  ];
  const facts = { ...question, before: false };
  const of = chooseDaySource(question, seriesBy === undefined ? [] : [seriesBy], by === 'hour' ? 'hour' : 'day');
  const able = selectSources(plan, of).filter(
    (source) => source.isDated && canAnswer(source, seriesBy === undefined ? [] : [seriesBy], question),
  );
  const sources = able.length > 0 ? able : [pixelSources(by === 'hour' ? 'hours' : 'days')[0]];
  const base = sql.join(
    sources.map((source) => buildSourceSums(source, facts, { groupings, sums: plan.sums })),
    sql` union all `,
  );
  const sums = plan.sums.map((sum) => sql`${sumBase(sum)} as ${sql.ref(sumName(sum.measure, sum.ripens))}`);
  const noSums = plan.sums.map(() => sql`null::bigint`);
  const names = seriesBy === undefined ? undefined : getDimension(seriesBy).names;
  const value = sql.raw(seriesBy === undefined ? 'bigint' : getDimension(seriesBy).type);
  // The values with the highest total of the first metric get a series of their own.
  const tops =
    seriesBy === undefined
      ? sql`tops as (select null::bigint as k0, 1 as place, null::text as label where false)`
      : sql`tops as (
          select g.k0, g.place, ${names?.label ?? sql`g.k0`}::text as label from (
            select base.k0, row_number() over (
              order by ${metricSql(question.metrics[0], sumBase)} desc nulls last, base.k0) as place
            from base group by base.k0
          ) g ${names?.join(sql`g.k0`) ?? sql``} where g.place <= ${top}
        )`;
  const found = await sql<TrendRecord>`
    with ${accountsNow(question.now)}, base as (${base}), ${coveredSql(facts)}, ${tops}
    select base.day, base.hour, ${seriesBy === undefined ? sql`null::bigint` : sql`tops.k0`} as series, tops.label, coalesce(tops.place, 0)::int as place,
      ${sql.join(sums)}, null::text as last_hour, null::text as pulled, null::text as heard,
      null::text[] as untold, ${NO_FRESHNESS}
    from base left join tops on ${seriesBy === undefined ? sql`false` : sql`tops.k0 = base.k0`}
    group by base.day, base.hour, tops.k0, tops.label, tops.place
    union all
    select null, 0, null::${value}, null, 0, ${sql.join(noSums)}, (select ${hourText(sql`acc.clock`)} from covered join acc on acc.id = covered.id),
      ${lastHour(channelKnownUntil(question.now))}, ${lastHour(sitesKnownUntil(question.now))},
      ${by === 'hour' ? untoldSql(question) : sql`null::text[]`}, ${freshnessColumns(question)}`.execute(db);
  return found.rows;
}

/** Sums of one series by point. */
type SeriesSums = Map<string, Record<string, number>>;

function addTo(line: SeriesSums, point: string, sums: Sums, names: readonly string[]): void {
  const at = line.get(point) ?? Object.fromEntries(names.map((name) => [name, 0]));
  for (const name of names) at[name] = (at[name] ?? 0) + (sums[name] ?? 0);
  line.set(point, at);
}

/** Figures over time: sums the facts first, then computes the metrics of each point. */
export async function queryTrend(db: Kysely<Database>, question: TrendQuestion): Promise<Trend> {
  const { days, by, metrics, seriesBy } = question;
  const found = await loadTrendRecords(db, question, metrics);
  const whole = found.find(({ day }) => day === null);
  if (whole === undefined) throw new Error('the query of a chart returned no row');
  const fresh = toFreshness(question, whole);
  // Points that have not begun in any time zone have no data.
  const hourNow = whole.last_hour ?? `${getTodayEverywhere(question.now).to}T23`;
  const last = hourNow.slice(0, 10);
  const pointAt = (hour: string) => TO_POINT[by]({ day: hour.slice(0, 10), hour: Number(hour.slice(11)) });
  const lastPoint = pointAt(hourNow);
  const plan = createSumPlan(metrics);
  const names = plan.sums.map(({ measure, ripens }) => sumName(measure, ripens));
  const lines = new Map<string, { label: string | null; place: number; line: SeriesSums }>();
  for (const row of found) {
    // Values that share facts have no sum of the rest.
    if (row.day === null || (row.place === 0 && seriesBy !== undefined && getDimension(seriesBy).isSeveral)) continue;
    const key = seriesBy === undefined ? TOTAL : row.place === 0 ? OTHER : String(row.series);
    const entry = lines.get(key) ?? { label: row.label, place: row.place || Number.MAX_SAFE_INTEGER, line: new Map() };
    lines.set(key, entry);
    const day = days.isToday ? last : plusDays(days.from, row.day);
    addTo(entry.line, TO_POINT[by]({ day, hour: row.hour }), row as unknown as Sums, names);
  }
  if (seriesBy === undefined && lines.size === 0) lines.set(TOTAL, { label: null, place: 0, line: new Map() });
  const x = listPoints(question, last);
  const known = { pulled: pointAt(whole.pulled ?? hourNow), heard: pointAt(whole.heard ?? hourNow), here: lastPoint };
  // A later point with reported data counts as known as well.
  for (const { line } of lines.values()) {
    for (const [point, sums] of line) {
      for (const { measure, ripens } of plan.sums) {
        const teller = findReporter(measure);
        if (point > known[teller] && sums[sumName(measure, ripens)] !== 0) known[teller] = point;
      }
    }
  }
  /** The last point for which all data of a metric is known; later points would show a misleading 0. */
  const getLastKnownPoint = (metric: MetricKey): string =>
    sumsOf(metricOf(metric)).reduce((least, { measure }) => {
      const point = known[findReporter(measure)];
      return point < least ? point : least;
    }, lastPoint);
  /** Before this point single events are no longer stored, so their hours are unknown. */
  const firstEventPoint = by === 'hour' ? pointAt(`${plusDays(last, -STORED_EVENT_DAYS)}${hourNow.slice(10)}`) : '';
  const getFirstKnownPoint = (metric: MetricKey): string =>
    sumsOf(metricOf(metric)).some(({ measure }) => isOfPixels(measure)) ? firstEventPoint : '';
  const missing =
    question.facts === undefined ? [] : findUnanswerable({ ...question, groupBy: seriesBy === undefined ? [] : [seriesBy] }, plan);
  const untold = whole.untold ?? [];
  const byDayOnly = metrics.filter((metric) => sumsOf(metricOf(metric)).some(({ measure }) => untold.includes(measure)));
  const empty = Object.fromEntries(names.map((name) => [name, 0]));
  const ordered = [...lines].toSorted(([, a], [, b]) => a.place - b.place);
  return {
    x,
    series: metrics.flatMap((metric) => {
      const [start, end] = [getFirstKnownPoint(metric), getLastKnownPoint(metric)];
      return ordered.map(([key, { label, line }]) => ({
        key,
        label,
        metric,
        data: x.map((point) =>
          point < start || point > end || missing.includes(metric) || byDayOnly.includes(metric)
            ? null
            : metricFrom(metricOf(metric), line.get(point) ?? empty),
        ),
      }));
    }),
    ...fresh,
  };
}
