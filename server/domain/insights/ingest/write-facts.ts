import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { AD_DAYS, distinctDays, ensureAdDays } from './ad-days.ts';
import { channelMeasures, type DayFacts, type HourFacts, hourMeasures } from './measures.ts';
import { centsPerUnit } from './rates.ts';

interface FactsOf {
  accountId: number;
  currency: string;
  /** Days that are told anew as a whole: what is not told of them any more becomes nothing. */
  dates: readonly string[];
  now: Date;
}

const list = (names: readonly string[], of: (name: string) => RawBuilder<unknown>) => sql.join(names.map(of));
const row = (names: readonly string[], of: string) => sql`(${list(names, (name) => sql.ref(`${of}.${name}`))})`;
/** One element of `table` has none of these. */
const nothing = (names: readonly string[], table: string) =>
  sql.join(
    names.map((name) => sql`${sql.ref(`${table}.${name}`)} = 0`),
    sql` and `,
  );

const HOURS = sql`as r(ad_id bigint, stat_date date, stat_hour int, ${list(hourMeasures, (name) => sql`${sql.ref(name)} bigint`)})`;
const DAYS = sql`as r(ad_id bigint, stat_date date, reach bigint, ${list(channelMeasures, (name) => sql`${sql.ref(name)} bigint`)})`;

/** Where the rate of a currency is missing altogether, amounts cannot be written. */
export class NoRate extends Error {
  constructor(currency: string) {
    super(`no exchange rate of ${currency}`);
  }
}

async function requireRate(db: Kysely<Database>, currency: string): Promise<void> {
  const { rows } = await sql<{ rate: number | null }>`select ${centsPerUnit(sql`${currency}`, sql`current_date`)} as rate`.execute(db);
  if (rows[0]?.rate === null || rows[0] === undefined) throw new NoRate(currency);
}

const hourNames = [...hourMeasures, 'spend_usd'] as const;

async function writeHours(db: Kysely<Database>, { accountId, currency, dates }: FactsOf, hours: readonly HourFacts[]): Promise<void> {
  const keys = JSON.stringify(hours.map(({ ad_id, stat_date, stat_hour }) => ({ ad_id, stat_date, stat_hour })));
  await sql`
    with rate as materialized (
      select d.stat_date, ${centsPerUnit(sql`${currency}`, sql`d.stat_date`)} as cents from unnest(${dates}::date[]) d(stat_date))
    insert into insight_hourly (ad_id, stat_date, stat_hour, ad_account_id, owner_user_id, ${list(hourMeasures, sql.ref)}, spend_usd)
    select r.ad_id, r.stat_date, r.stat_hour, d.ad_account_id, d.owner_user_id, ${list(hourMeasures, (name) => sql.ref(`r.${name}`))},
      round(r.spend * rate.cents)
    from json_to_recordset(${JSON.stringify(hours)}::json) ${HOURS}
    join insight_daily d on d.ad_id = r.ad_id and d.stat_date = r.stat_date
    join rate on rate.stat_date = r.stat_date
    on conflict (ad_id, stat_date, stat_hour) do update set ${list(hourNames, (name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`)}
    where ${row(hourNames, 'insight_hourly')} is distinct from ${row(hourNames, 'excluded')}`.execute(db);
  await sql`
    update insight_hourly h set ${list(hourNames, (name) => sql`${sql.ref(name)} = 0`)}
    where h.ad_account_id = ${accountId} and h.stat_date = any(${dates}::date[]) and not (${nothing(hourNames, 'h')})
      and not exists (
        select from json_to_recordset(${keys}::json) as r(ad_id bigint, stat_date date, stat_hour int)
        where r.ad_id = h.ad_id and r.stat_date = h.stat_date and r.stat_hour = h.stat_hour)`.execute(db);
}

const dayNames = [...channelMeasures, 'spend_usd', 'reach'] as const;

async function writeDays(db: Kysely<Database>, { accountId, currency, dates, now }: FactsOf, days: readonly DayFacts[]): Promise<void> {
  const keys = JSON.stringify(distinctDays(days));
  // What was spent in USD is what its hours sum up to, wherever they are kept.
  await sql`
    with rate as materialized (
      select d.stat_date, ${centsPerUnit(sql`${currency}`, sql`d.stat_date`)} as cents from unnest(${dates}::date[]) d(stat_date)),
    told as materialized (
      select r.*, case when h.spend = r.spend then h.spend_usd else round(r.spend * rate.cents) end as spend_usd
      from json_to_recordset(${JSON.stringify(days)}::json) ${DAYS}
      join rate on rate.stat_date = r.stat_date
      left join lateral (
        select sum(h.spend) as spend, sum(h.spend_usd) as spend_usd from insight_hourly h where h.ad_id = r.ad_id and h.stat_date = r.stat_date
      ) h on true)
    update insight_daily d set ${list(dayNames, (name) => sql`${sql.ref(name)} = ${sql.ref(`told.${name}`)}`)}, pulled_at = ${now}::timestamptz
    from told where d.ad_id = told.ad_id and d.stat_date = told.stat_date`.execute(db);
  await sql`
    update insight_daily d set ${list(dayNames, (name) => sql`${sql.ref(name)} = 0`)}, pulled_at = ${now}::timestamptz
    where d.ad_account_id = ${accountId} and d.stat_date = any(${dates}::date[]) and not (${nothing(dayNames, 'd')})
      and not exists (
        select from json_to_recordset(${keys}::json) ${AD_DAYS} where r.ad_id = d.ad_id and r.stat_date = d.stat_date)`.execute(db);
}

/** What a day's hours come to; how many people it reached only the day itself tells. */
export function daysOfHours(hours: readonly HourFacts[], told: readonly DayFacts[]): DayFacts[] {
  const sums = new Map<string, DayFacts>();
  const reach = new Map(told.map((day) => [`${day.ad_id} ${day.stat_date}`, day.reach]));
  for (const { stat_hour: _hour, ...hour } of hours) {
    const key = `${hour.ad_id} ${hour.stat_date}`;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { ...hour, reach: reach.get(key) ?? 0 });
    else for (const name of channelMeasures) sum[name] += hour[name];
  }
  return [...sums.values()];
}

/**
 * Replaces what the channel told of some days of an account; inside of a transaction that holds its facts. With `hours`, days are what
 * their hours come to. To whom a day belongs stays as it was written first.
 */
export async function writeFacts(
  db: Kysely<Database>,
  of: FactsOf,
  { hours, days }: { hours: readonly HourFacts[] | null; days: readonly DayFacts[] },
): Promise<void> {
  await requireRate(db, of.currency);
  const sums = hours === null ? days : daysOfHours(hours, days);
  await ensureAdDays(db, sums, of.now);
  if (hours !== null) await writeHours(db, of, hours);
  await writeDays(db, of, sums);
}
