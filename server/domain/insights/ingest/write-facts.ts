import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { AD_DAY_COLUMNS, ensureAdDays, uniqueDays } from './ad-days.ts';
import { channelMeasures, type DayFacts, type HourFacts, hourMeasures, maxRoundingOf } from './measures.ts';
import { centsPerUnitSql } from './rates.ts';

interface FactBatch {
  accountId: number;
  currency: string;
  /** Days that are reported as a whole; facts missing in the report become zero. */
  dates: readonly string[];
  now: Date;
}

const joinNames = (names: readonly string[], of: (name: string) => RawBuilder<unknown>) => sql.join(names.map(of));
const rowOf = (names: readonly string[], of: string) => sql`(${joinNames(names, (name) => sql.ref(`${of}.${name}`))})`;
/** SQL condition: all of these columns are zero. */
const isAllZero = (names: readonly string[], table: string) =>
  sql.join(
    names.map((name) => sql`coalesce(${sql.ref(`${table}.${name}`)}, 0) = 0`),
    sql` and `,
  );

const HOUR_COLUMNS = sql`as r(ad_id bigint, stat_date date, stat_hour int, ${joinNames(hourMeasures, (name) => sql`${sql.ref(name)} bigint`)})`;
const DAY_COLUMNS = sql`as r(ad_id bigint, stat_date date, reach bigint, ${joinNames(channelMeasures, (name) => sql`${sql.ref(name)} bigint`)})`;

/** Thrown when a currency has no rate at all, so that amounts cannot be converted. */
export class MissingRateError extends Error {
  constructor(currency: string) {
    super(`no exchange rate of ${currency}`);
  }
}

async function requireRate(db: Kysely<Database>, currency: string): Promise<void> {
  const { rows } = await sql<{ rate: number | null }>`select ${centsPerUnitSql(sql`${currency}`, sql`current_date`)} as rate`.execute(db);
  if (rows[0]?.rate === null || rows[0] === undefined) throw new MissingRateError(currency);
}

const HOUR_NAMES = [...hourMeasures, 'spend_usd'] as const;

async function writeHours(db: Kysely<Database>, { accountId, currency, dates }: FactBatch, hours: readonly HourFacts[]): Promise<void> {
  const keys = JSON.stringify(hours.map(({ ad_id, stat_date, stat_hour }) => ({ ad_id, stat_date, stat_hour })));
  await sql`
    with rate as materialized (
      select d.stat_date, ${centsPerUnitSql(sql`${currency}`, sql`d.stat_date`)} as cents from unnest(${dates}::date[]) d(stat_date))
    insert into insight_hourly (ad_id, stat_date, stat_hour, ad_account_id, owner_user_id, ${joinNames(hourMeasures, sql.ref)}, spend_usd)
    select r.ad_id, r.stat_date, r.stat_hour, d.ad_account_id, d.owner_user_id, ${joinNames(hourMeasures, (name) => sql.ref(`r.${name}`))},
      round(r.spend * rate.cents)
    from json_to_recordset(${JSON.stringify(hours)}::json) ${HOUR_COLUMNS}
    join insight_daily d on d.ad_id = r.ad_id and d.stat_date = r.stat_date
    join rate on rate.stat_date = r.stat_date
    on conflict (ad_id, stat_date, stat_hour) do update set ${joinNames(HOUR_NAMES, (name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`)}
    where ${rowOf(HOUR_NAMES, 'insight_hourly')} is distinct from ${rowOf(HOUR_NAMES, 'excluded')}`.execute(db);
  await sql`
    update insight_hourly h set ${joinNames(HOUR_NAMES, (name) => sql`${sql.ref(name)} = 0`)}
    where h.ad_account_id = ${accountId} and h.stat_date = any(${dates}::date[]) and not (${isAllZero(HOUR_NAMES, 'h')})
      and not exists (
        select from json_to_recordset(${keys}::json) as r(ad_id bigint, stat_date date, stat_hour int)
        where r.ad_id = h.ad_id and r.stat_date = h.stat_date and r.stat_hour = h.stat_hour)`.execute(db);
}

const DAY_NAMES = [...channelMeasures, 'spend_usd', 'reach'] as const;
const REPORTED_DAY_NAMES = [...channelMeasures.filter((name) => name !== 'plat_value_usd'), 'reach'];

async function writeDays(db: Kysely<Database>, { accountId, currency, dates, now }: FactBatch, days: readonly DayFacts[]): Promise<void> {
  const keys = JSON.stringify(uniqueDays(days));
  // Amounts in USD are the sums of the hours where hours are stored.
  await sql`
    with rate as materialized (
      select d.stat_date, ${centsPerUnitSql(sql`${currency}`, sql`d.stat_date`)} as cents from unnest(${dates}::date[]) d(stat_date)),
    told as materialized (
      select r.ad_id, r.stat_date, ${joinNames(REPORTED_DAY_NAMES, (name) => sql.ref(`r.${name}`))},
        case when h.spend = r.spend then h.spend_usd else round(r.spend * rate.cents) end as spend_usd,
        case when abs(h.plat_value_usd - r.plat_value_usd) <= ${maxRoundingOf(currency)} then h.plat_value_usd else r.plat_value_usd
        end as plat_value_usd
      from json_to_recordset(${JSON.stringify(days)}::json) ${DAY_COLUMNS}
      join rate on rate.stat_date = r.stat_date
      left join lateral (
        select sum(h.spend) as spend, sum(h.spend_usd) as spend_usd, sum(h.plat_value_usd) as plat_value_usd
        from insight_hourly h where h.ad_id = r.ad_id and h.stat_date = r.stat_date
      ) h on true)
    update insight_daily d set ${joinNames(DAY_NAMES, (name) => sql`${sql.ref(name)} = ${sql.ref(`told.${name}`)}`)}, pulled_at = ${now}::timestamptz
    from told where d.ad_id = told.ad_id and d.stat_date = told.stat_date`.execute(db);
  await sql`
    update insight_daily d set ${joinNames(DAY_NAMES, (name) => sql`${sql.ref(name)} = 0`)}, pulled_at = ${now}::timestamptz
    where d.ad_account_id = ${accountId} and d.stat_date = any(${dates}::date[]) and not (${isAllZero(DAY_NAMES, 'd')})
      and not exists (
        select from json_to_recordset(${keys}::json) ${AD_DAY_COLUMNS} where r.ad_id = d.ad_id and r.stat_date = d.stat_date)`.execute(db);
}

const NO_MEASURES = Object.fromEntries(channelMeasures.map((name) => [name, 0])) as Record<(typeof channelMeasures)[number], number>;

/**
 * Sums the hours of each day. The reach, which is not additive, and the measures that the channel does not report by the hour come from
 * the day itself.
 */
export function sumHours(hours: readonly HourFacts[], days: readonly DayFacts[]): DayFacts[] {
  const sums = new Map<string, DayFacts>();
  const reported = new Map(days.map((day) => [`${day.ad_id} ${day.stat_date}`, day]));
  for (const hour of hours) {
    const { ad_id, stat_date } = hour;
    const key = `${ad_id} ${stat_date}`;
    const day = reported.get(key);
    const sum = sums.get(key) ?? { ...NO_MEASURES, ad_id, stat_date, reach: day?.reach ?? 0 };
    for (const name of channelMeasures) {
      const measured = hour[name];
      sum[name] = measured === null ? (day?.[name] ?? 0) : sum[name] + measured;
    }
    sums.set(key, sum);
  }
  return [...sums.values()];
}

/**
 * Replaces the channel's facts of some days of an account, inside a transaction that has locked them. With `hours`, the days are the sums
 * of their hours. The owner of a day does not change.
 */
export async function writeFacts(
  db: Kysely<Database>,
  batch: FactBatch,
  { hours, days }: { hours: readonly HourFacts[] | null; days: readonly DayFacts[] },
): Promise<void> {
  await requireRate(db, batch.currency);
  const sums = hours === null ? days : sumHours(hours, days);
  await ensureAdDays(db, sums, batch.now);
  if (hours !== null) await writeHours(db, batch, hours);
  await writeDays(db, batch, sums);
}
