import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { channelKnownUntil, sitesKnownUntil } from '../insights/index.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import type { Caller } from '../work-context.ts';

type Db = Kysely<Database>;
type Biz = 'dj' | 'ec';

/** Which ads the board covers; all of them when absent. */
export interface BoardFilter {
  biz?: Biz | undefined;
  channel?: string | undefined;
}

/** SQL condition on facts of days `d`. */
const isOfBoard = ({ biz, channel }: BoardFilter) =>
  sql`(${biz ?? null}::text is null or d.biz = ${biz ?? null}) and (${channel ?? null}::text is null or d.channel = ${channel ?? null})`;

/** Figures of yesterday up to the current time of day, with the current hour counted by its minutes. */
export interface PartialDay {
  spend_usd: number;
  revenue_usd: number;
  new_users: number;
  first_payers: number;
}

/**
 * Sums up what every account had at the same local time one day before. An account whose business date has not begun counts nothing of
 * yesterday. Spend is compared up to the account's last pull and sales up to the last pull of orders, because today's figures end there.
 */
export async function loadYesterdaySoFar(
  db: Db,
  caller: Caller,
  { date, now, ...filter }: BoardFilter & { date: string; now: Date },
): Promise<PartialDay> {
  const hour = (alias: string) => sql`(${sql.ref(`${alias}.stat_date`)} + make_interval(hours => ${sql.ref(`${alias}.stat_hour`)}))`;
  // Share of an hour that lies before the given time.
  const share = (alias: string, until: 'heard_then' | 'spent_then') =>
    sql`least(1, greatest(0, extract(epoch from ${sql.ref(`acc.${until}`)} - ${hour(alias)}) / 3600))`;
  const clocks = sql`acc as materialized (
    select a.id, (${sitesKnownUntil(now)} at time zone a.timezone_name) - interval '1 day' as heard_then,
      (${channelKnownUntil(now)} at time zone a.timezone_name) - interval '1 day' as spent_then
    from ad_account a left join fact_sync s on s.ad_account_id = a.id
  )`;
  const visible = (alias: string) => userInScope(scopeOf(caller), sql.ref(`${alias}.owner_user_id`));
  const found = await sql<PartialDay>`
    with ${clocks}
    select coalesce(round(sum(h.spend_usd * ${share('h', 'spent_then')})), 0)::bigint as spend_usd,
      coalesce(round(sum(h.revenue_usd * ${share('h', 'heard_then')})), 0)::bigint as revenue_usd,
      coalesce(round(sum(h.new_users * ${share('h', 'heard_then')})), 0)::bigint as new_users,
      (select count(*) from biz_order o join acc on acc.id = o.ad_account_id
        where o.stat_date = ${date}::date and o.is_first and (${filter.biz ?? null}::text is null or o.biz = ${filter.biz ?? null}) and o.paid_at <= ${sitesKnownUntil(now)} - interval '1 day'
          and ${visible('o')}) as first_payers
    from insight_hourly h join acc on acc.id = h.ad_account_id join insight_daily d on d.ad_id = h.ad_id and d.stat_date = h.stat_date
    where h.stat_date = ${date}::date and ${isOfBoard(filter)} and ${visible('h')}`.execute(db);
  return found.rows[0] ?? { spend_usd: 0, revenue_usd: 0, new_users: 0, first_payers: 0 };
}

/** Spend in one hour of the business clock. */
export interface HourlySpend {
  today: number | null;
  yesterday: number | null;
  mean: number | null;
}

export interface DayByHour {
  /** The 24 hours. Null before the first account began its day, and for today also after the last known hour. */
  hours: HourlySpend[];
  /** First hour of today that is not complete; 24 when all are. */
  movingFrom: number;
  /** Ids of the ad accounts with facts in these days. */
  accounts: number[];
}

/** An account whose figures end this many hours before those of others is compared only up to its end. */
const BEHIND_HOURS = sql`1`;

/**
 * Spend of accounts on their own business date and the days before, by hour of the business clock. Every account has the same offset on
 * each of these days, so an hour compares the same accounts. Spend before the business day begins counts in its first hour; spend after
 * its end is left out.
 */
export async function loadSpendByHour(
  db: Db,
  caller: Caller,
  { date, now, zone, days, ...filter }: BoardFilter & { date: string; now: Date; zone: string; days: number },
): Promise<DayByHour> {
  const hourOffset = (instant: RawBuilder<unknown>) =>
    sql`extract(epoch from ${instant} - (${date}::timestamp at time zone ${zone})) / 3600`;
  const found = await sql<HourlySpend & { hour: number; moving_from: number | null; accounts: number[] | null }>`
    with acc as materialized (
      select a.id, a.timezone_name, ${hourOffset(sql`(${date}::timestamp at time zone a.timezone_name)`)} as starts, ${hourOffset(channelKnownUntil(now))} as known
      from ad_account a left join fact_sync s on s.ad_account_id = a.id
    ), spent as materialized (
      select h.ad_account_id, ${date}::date - h.stat_date as back, h.stat_hour, sum(h.spend_usd) as spend
      from insight_hourly h join insight_daily d on d.ad_id = h.ad_id and d.stat_date = h.stat_date
      where h.stat_date between ${date}::date - ${sql.lit(days)} and ${date}::date
        and d.stat_date between ${date}::date - ${sql.lit(days)} and ${date}::date and ${isOfBoard(filter)}
        and ${userInScope(scopeOf(caller), sql`h.owner_user_id`)}
      group by 1, 2, 3
    ), covered as materialized (
      select acc.*, acc.known < max(acc.known) over () - ${BEHIND_HOURS} as is_behind from acc where acc.id in (select ad_account_id from spent)
    ), placed as (
      select s.back, greatest(floor(p.at), 0) as hour,
        s.spend * case when c.is_behind and s.back > 0 then least(1, greatest(0, c.known - p.at)) else 1 end as spend
      from spent s join covered c on c.id = s.ad_account_id
      cross join lateral (select ${hourOffset(sql`((${date}::timestamp + make_interval(hours => s.stat_hour)) at time zone c.timezone_name)`)} as at) p
      where p.at < 24
    ), reach as (
      select floor(min(starts)) as first_hour, floor(min(greatest(known, 0)) filter (where known > starts and not is_behind)) as moving_from,
        greatest(ceil(max(known) filter (where known > starts)) - 1, (select max(hour) from placed where back = 0 and spend <> 0)) as last_hour,
        array_agg(id order by id) as accounts
      from covered
    )
    select hour, reach.moving_from::int, reach.accounts,
      case when hour between reach.first_hour and reach.last_hour then coalesce(sums.today, 0) end::bigint as today,
      case when hour >= reach.first_hour then coalesce(round(sums.yesterday), 0) end::bigint as yesterday,
      case when hour >= reach.first_hour then coalesce(round(sums.mean), 0) end::bigint as mean
    from generate_series(0, 23) hour cross join reach left join (
      select placed.hour, sum(spend) filter (where back = 0) as today, sum(spend) filter (where back = 1) as yesterday,
        sum(spend) filter (where back > 0) / ${sql.lit(days)} as mean
      from placed group by 1
    ) sums using (hour) order by hour`.execute(db);
  const [first] = found.rows;
  return {
    hours: found.rows.map(({ today, yesterday, mean }) => ({ today, yesterday, mean })),
    movingFrom: first?.moving_from ?? 24,
    accounts: first?.accounts ?? [],
  };
}

/** Counts accounts with active campaigns of the viewer in which the business date has not begun. */
export async function countNotStarted(db: Db, caller: Caller, { biz, date, now }: { biz: Biz; date: string; now: Date }): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*) as count from ad_account a
    where (${now}::timestamptz at time zone a.timezone_name)::date < ${date}::date and exists (
      select 1 from campaign c where c.ad_account_id = a.id and c.deleted_at is null and c.status = 'ACTIVE' and c.biz = ${biz}
        and ${userInScope(scopeOf(caller), sql`c.owner_user_id`)})`.execute(db);
  return found.rows[0]?.count ?? 0;
}

/** Figures of an editor's materials. */
export interface EditorFigures {
  uploaded: number;
  used: number;
  hits: number;
  spend_usd: number;
  rev_d0: number;
  /** Ids of the ad accounts in which their ads have facts. */
  accounts: number[];
}

export async function loadEditorFigures(
  db: Db,
  caller: Caller,
  { biz, from, since, now }: { biz: Biz; from: string; since: Date; now: Date },
): Promise<EditorFigures> {
  const isOwn = (id: string) => userInScope(scopeOf(caller), sql.ref(id));
  const found = await sql<EditorFigures>`
    select
      (select count(*) from material m where m.biz = ${biz} and m.status not in ('uploading', 'failed') and m.created_at >= ${since}
        and m.created_at <= ${now} and m.deleted_at is null and ${isOwn('m.creator_user_id')}) as uploaded,
      (select count(*) from material m where m.biz = ${biz} and m.first_used_at >= ${since} and m.first_used_at <= ${now}
        and m.deleted_at is null and ${isOwn('m.creator_user_id')}) as used,
      (select count(*) from material m where m.biz = ${biz} and m.hit_level = 'hit' and m.deleted_at is null
        and ${isOwn('m.creator_user_id')}) as hits,
      coalesce(sum(f.spend_usd), 0)::bigint as spend_usd, coalesce(sum(f.rev_d0), 0)::bigint as rev_d0,
      coalesce(array_agg(distinct f.ad_account_id) filter (where f.ad_account_id is not null), '{}') as accounts
    from insight_daily f where f.stat_date >= ${from}::date and f.biz = ${biz} and ${isOwn('f.creator_user_id')}`.execute(db);
  return found.rows[0] ?? { uploaded: 0, used: 0, hits: 0, spend_usd: 0, rev_d0: 0, accounts: [] };
}

/** The stored covers of these objects, by their ids. */
export async function loadCoverKeys(
  db: Db,
  table: 'drama' | 'product' | 'material',
  ids: readonly number[],
): Promise<Map<number, string | null>> {
  const found = await db
    .selectFrom(table)
    .select(['id', 'cover_key'])
    .where('id', 'in', [...ids, 0])
    .execute();
  return new Map(found.map(({ id, cover_key }) => [id, cover_key]));
}
