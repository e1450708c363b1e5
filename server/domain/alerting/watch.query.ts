import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { sitesKnownUntil } from '../insights/index.ts';
import type { Limits } from '../limits.ts';
import type { WatchedAccount, WatchedHours } from './watch.rules.ts';

/** An account whose figures are older is stale and never judged. */
const STALE_MINUTES = 90;

export interface LoadedAccount extends WatchedAccount {
  id: number;
  name: string;
  /** Local date of the last complete hour. */
  date: string;
}

interface Row extends WatchedHours {
  id: number;
  name: string;
  date: string;
  has_active: boolean;
  orders_known: boolean;
  back: number;
}

/** Accounts with fresh figures: their last complete hours, and the same hours of the previous days since their first spend. */
export async function loadWatchedAccounts(
  db: Kysely<Database>,
  { watchDays, watchHours, watchOrderHours }: Pick<Limits, 'watchDays' | 'watchHours' | 'watchOrderHours'>,
  now: Date,
): Promise<LoadedAccount[]> {
  const freshSince = new Date(now.getTime() - STALE_MINUTES * 60_000);
  const longest = Math.max(watchHours, watchOrderHours);
  const { rows } = await sql<Row>`
    with acc as materialized (
      select a.id, a.name, date_trunc('hour', least(s.pulled_at, ${now}::timestamptz) at time zone a.timezone_name) as until
      from ad_account a join fact_sync s on s.ad_account_id = a.id
      where a.deleted_at is null and a.enabled and s.failed_since is null and s.pulled_at >= ${freshSince}
    ), spent as materialized (
      select h.ad_account_id as id, h.stat_date + make_interval(hours => h.stat_hour) as at, sum(h.spend_usd) as spend, sum(h.orders) as orders
      from acc join insight_hourly h on h.ad_account_id = acc.id
        and h.stat_date between (acc.until - make_interval(hours => ${longest}))::date - ${watchDays}::int and acc.until::date
      group by 1, 2
    ), began as (select id, min(at) as at from spent where spend > 0 group by 1)
    select acc.id, acc.name, acc.until::date::text as date, back,
      ${sitesKnownUntil(now)} >= ${freshSince} as orders_known,
      exists (select 1 from campaign c where c.ad_account_id = acc.id and c.deleted_at is null and c.status = 'ACTIVE'
        and c.effective_status <> 'COMPLETED') as has_active,
      coalesce(sum(spent.spend) filter (where spent.at >= days.until - make_interval(hours => ${watchHours})), 0)::bigint as spend,
      coalesce(sum(spent.spend) filter (where spent.at >= days.until - make_interval(hours => ${watchOrderHours})), 0)::bigint as "orderSpend",
      coalesce(sum(spent.orders) filter (where spent.at >= days.until - make_interval(hours => ${watchOrderHours})), 0)::bigint as orders
    from acc join began on began.id = acc.id cross join generate_series(0, ${watchDays}::int) back
    cross join lateral (select acc.until - make_interval(days => back) as until) days
    left join spent on spent.id = acc.id and spent.at < days.until and spent.at >= days.until - make_interval(hours => ${longest})
    where back = 0 or began.at < days.until
    group by acc.id, acc.name, acc.until, back order by acc.id, back`.execute(db);
  const accounts = new Map<number, LoadedAccount>();
  for (const { id, name, date, has_active, orders_known, back, ...hours } of rows) {
    if (back === 0)
      accounts.set(id, { id, name, date, now: hours, before: [], hasActiveCampaigns: has_active, areOrdersKnown: orders_known });
    else accounts.set(id, withDay(accounts.get(id), hours));
  }
  return [...accounts.values()];
}

function withDay(account: LoadedAccount | undefined, hours: WatchedHours): LoadedAccount {
  if (account === undefined) throw new Error('the current hours come first');
  return { ...account, before: [...account.before, hours] };
}
