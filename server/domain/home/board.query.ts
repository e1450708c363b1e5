import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { channelKnownUntil, sitesKnownUntil } from '../insights/index.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import type { Caller } from '../work-context.ts';

type Db = Kysely<Database>;
type Biz = 'dj' | 'ec';

/** What yesterday had by the hour that it is now, the hour that runs counted by its minutes. */
export interface SoFar {
  spend_usd: number;
  revenue_usd: number;
  new_users: number;
  first_payers: number;
}

/**
 * Of a business date, what every account had one day before this very moment of its own. An account in whose place today has not begun
 * has nothing today, and counts nothing of yesterday. What was spent is compared up to the last pull of the account, and what was
 * sold up to the last pull of orders: today's own figures end there.
 */
export async function yesterdaySoFar(db: Db, caller: Caller, { biz, date, now }: { biz: Biz; date: string; now: Date }): Promise<SoFar> {
  const hour = (alias: string) => sql`(${sql.ref(`${alias}.stat_date`)} + make_interval(hours => ${sql.ref(`${alias}.stat_hour`)}))`;
  // The part of an hour that lies before the moment: all, none, or some minutes of it.
  const share = (alias: string, until: 'heard_then' | 'spent_then') =>
    sql`least(1, greatest(0, extract(epoch from ${sql.ref(`acc.${until}`)} - ${hour(alias)}) / 3600))`;
  const clocks = sql`acc as materialized (
    select a.id, (${sitesKnownUntil(now)} at time zone a.timezone_name) - interval '1 day' as heard_then,
      (${channelKnownUntil(now)} at time zone a.timezone_name) - interval '1 day' as spent_then
    from ad_account a left join fact_sync s on s.ad_account_id = a.id
  )`;
  const visible = (alias: string) => userInScope(scopeOf(caller), sql.ref(`${alias}.owner_user_id`));
  const found = await sql<SoFar>`
    with ${clocks}
    select coalesce(round(sum(h.spend_usd * ${share('h', 'spent_then')})), 0)::bigint as spend_usd,
      coalesce(round(sum(h.revenue_usd * ${share('h', 'heard_then')})), 0)::bigint as revenue_usd,
      coalesce(round(sum(h.new_users * ${share('h', 'heard_then')})), 0)::bigint as new_users,
      (select count(*) from biz_order o join acc on acc.id = o.ad_account_id
        where o.stat_date = ${date}::date and o.is_first and o.biz = ${biz} and o.paid_at <= ${sitesKnownUntil(now)} - interval '1 day'
          and ${visible('o')}) as first_payers
    from insight_hourly h join acc on acc.id = h.ad_account_id join insight_daily d on d.ad_id = h.ad_id and d.stat_date = h.stat_date
    where h.stat_date = ${date}::date and d.biz = ${biz} and ${visible('h')}`.execute(db);
  return found.rows[0] ?? { spend_usd: 0, revenue_usd: 0, new_users: 0, first_payers: 0 };
}

/** What was spent in an hour of the business clock. */
export interface HourSpent {
  today: number | null;
  yesterday: number | null;
  mean: number | null;
}

export interface DayByHour {
  /** Twenty-four of them. Null before any account began its day, and today also after the last hour that is known. */
  hours: HourSpent[];
  /** The first hour of which today is not known in full; 24 where all is. */
  movingFrom: number;
  /** Those with facts in these days. */
  accounts: number[];
}

/** Hours: an account whose figures end so much earlier than another's is compared only as far as they have come. */
const BEHIND = sql`1`;

/**
 * What accounts spent on their own business date and on the days before, by the hour of the business clock: every account stands at
 * the same place on each of these days, so that an hour compares the same accounts. What an account had before the business day begins
 * counts in its first hour; what comes after its end is left out.
 */
export async function spentByHour(
  db: Db,
  caller: Caller,
  { biz, date, now, zone, days }: { biz: Biz; date: string; now: Date; zone: string; days: number },
): Promise<DayByHour> {
  const place = (instant: RawBuilder<unknown>) => sql`extract(epoch from ${instant} - (${date}::timestamp at time zone ${zone})) / 3600`;
  const found = await sql<HourSpent & { hour: number; moving_from: number | null; accounts: number[] | null }>`
    with acc as materialized (
      select a.id, a.timezone_name, ${place(sql`(${date}::timestamp at time zone a.timezone_name)`)} as starts, ${place(channelKnownUntil(now))} as known
      from ad_account a left join fact_sync s on s.ad_account_id = a.id
    ), spent as materialized (
      select h.ad_account_id, ${date}::date - h.stat_date as back, h.stat_hour, sum(h.spend_usd) as spend
      from insight_hourly h join insight_daily d on d.ad_id = h.ad_id and d.stat_date = h.stat_date
      where h.stat_date between ${date}::date - ${sql.lit(days)} and ${date}::date and d.biz = ${biz}
        and ${userInScope(scopeOf(caller), sql`h.owner_user_id`)}
      group by 1, 2, 3
    ), covered as materialized (
      select acc.*, acc.known < max(acc.known) over () - ${BEHIND} as is_behind from acc where acc.id in (select ad_account_id from spent)
    ), placed as (
      select s.back, greatest(floor(p.at), 0) as hour,
        s.spend * case when c.is_behind and s.back > 0 then least(1, greatest(0, c.known - p.at)) else 1 end as spend
      from spent s join covered c on c.id = s.ad_account_id
      cross join lateral (select ${place(sql`((${date}::timestamp + make_interval(hours => s.stat_hour)) at time zone c.timezone_name)`)} as at) p
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

/** Accounts with something of the viewer's in them that may run, and in whose place the business date has not begun. */
export async function notStarted(db: Db, caller: Caller, { biz, date, now }: { biz: Biz; date: string; now: Date }): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*) as count from ad_account a
    where (${now}::timestamptz at time zone a.timezone_name)::date < ${date}::date and exists (
      select 1 from campaign c where c.ad_account_id = a.id and c.deleted_at is null and c.status = 'ACTIVE' and c.biz = ${biz}
        and ${userInScope(scopeOf(caller), sql`c.owner_user_id`)})`.execute(db);
  return found.rows[0]?.count ?? 0;
}

/** What somebody who makes materials made and what became of it. */
export interface Making {
  uploaded: number;
  used: number;
  hits: number;
  spend_usd: number;
  rev_d0: number;
  /** In which its ads have facts. */
  accounts: number[];
}

export async function making(
  db: Db,
  caller: Caller,
  { biz, from, since, now }: { biz: Biz; from: string; since: Date; now: Date },
): Promise<Making> {
  const own = (id: string) => userInScope(scopeOf(caller), sql.ref(id));
  const found = await sql<Making>`
    select
      (select count(*) from material m where m.biz = ${biz} and m.status not in ('uploading', 'failed') and m.created_at >= ${since}
        and m.created_at <= ${now} and m.deleted_at is null and ${own('m.creator_user_id')}) as uploaded,
      (select count(*) from material m where m.biz = ${biz} and m.first_used_at >= ${since} and m.first_used_at <= ${now}
        and m.deleted_at is null and ${own('m.creator_user_id')}) as used,
      (select count(*) from material m where m.biz = ${biz} and m.hit_level = 'hit' and m.deleted_at is null
        and ${own('m.creator_user_id')}) as hits,
      coalesce(sum(f.spend_usd), 0)::bigint as spend_usd, coalesce(sum(f.rev_d0), 0)::bigint as rev_d0,
      coalesce(array_agg(distinct f.ad_account_id) filter (where f.ad_account_id is not null), '{}') as accounts
    from insight_daily f where f.stat_date >= ${from}::date and f.biz = ${biz} and ${own('f.creator_user_id')}`.execute(db);
  return found.rows[0] ?? { uploaded: 0, used: 0, hits: 0, spend_usd: 0, rev_d0: 0, accounts: [] };
}
