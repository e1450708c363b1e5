import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Caller } from '../call.ts';
import { scopeOf, userInScope } from '../people/index.ts';

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
 * has nothing today, and counts nothing of yesterday.
 */
export async function yesterdaySoFar(db: Db, caller: Caller, { biz, date, now }: { biz: Biz; date: string; now: Date }): Promise<SoFar> {
  const hour = (alias: string) => sql`(${sql.ref(`${alias}.stat_date`)} + make_interval(hours => ${sql.ref(`${alias}.stat_hour`)}))`;
  // The part of an hour that lies before the moment: all, none, or some minutes of it.
  const share = (alias: string) => sql`least(1, greatest(0, extract(epoch from acc.then - ${hour(alias)}) / 3600))`;
  const clocks = sql`acc as materialized (
    select a.id, (${now}::timestamptz at time zone a.timezone_name) - interval '1 day' as then from ad_account a
  )`;
  const visible = (alias: string) => userInScope(scopeOf(caller), sql.ref(`${alias}.owner_user_id`));
  const found = await sql<SoFar>`
    with ${clocks}
    select coalesce(round(sum(h.spend_usd * ${share('h')})), 0)::bigint as spend_usd,
      coalesce(round(sum(h.revenue_usd * ${share('h')})), 0)::bigint as revenue_usd,
      coalesce(round(sum(h.new_users * ${share('h')})), 0)::bigint as new_users,
      (select count(*) from biz_order o join acc on acc.id = o.ad_account_id
        where o.stat_date = ${date}::date and o.is_first and o.biz = ${biz} and o.paid_at <= ${now}::timestamptz - interval '1 day'
          and ${visible('o')}) as first_payers
    from insight_hourly h join acc on acc.id = h.ad_account_id join insight_daily d on d.ad_id = h.ad_id and d.stat_date = h.stat_date
    where h.stat_date = ${date}::date and d.biz = ${biz} and ${visible('h')}`.execute(db);
  return found.rows[0] ?? { spend_usd: 0, revenue_usd: 0, new_users: 0, first_payers: 0 };
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
      coalesce(sum(f.spend_usd), 0)::bigint as spend_usd, coalesce(sum(f.rev_d0), 0)::bigint as rev_d0
    from insight_daily f where f.stat_date >= ${from}::date and f.biz = ${biz} and ${own('f.creator_user_id')}`.execute(db);
  return found.rows[0] ?? { uploaded: 0, used: 0, hits: 0, spend_usd: 0, rev_d0: 0 };
}
