import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { centsPerUnitSql, channelKnownUntil, getTodayEverywhere, isFactVisible } from '../insights/index.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import type { Caller } from '../work-context.ts';
import { daysAgo } from './board-days.ts';

/** Complete days whose average the forecast continues. */
const FORECAST_DAYS = 7;

/** First day of a month and of the month after. */
export interface Month {
  from: string;
  next: string;
}

/** What one owner has running and has spent; amounts in USD cents. */
export interface OwnerPace {
  /** 0 without an owner. */
  id: number;
  label: string | null;
  budget_usd: number;
  budgets: number;
  lifetime_budgets: number;
  rateless_budgets: number;
  spend_usd: number;
  paced_spend_usd: number;
  expected_usd: number;
  known_until: Date | null;
  month_spend_usd: number;
  month_forecast_usd: number;
  accounts: number[];
}

/**
 * Running budgets and spend by owner. Every account counts by its own day, and only up to the moment until which its facts are known: an
 * account that is behind would otherwise seem to spend too little.
 */
export async function loadOwnerPaces(
  db: Kysely<Database>,
  viewer: Caller,
  { biz, month, now }: { biz: 'dj' | 'ec'; month: Month; now: Date },
): Promise<OwnerPace[]> {
  const today = getTodayEverywhere(now);
  // Facts are needed from the start of the month, and of the complete days before the earliest current day.
  const weekFrom = daysAgo(today.from, FORECAST_DAYS);
  const factsFrom = weekFrom < month.from ? weekFrom : month.from;
  const isOwn = (owner: string) => userInScope(scopeOf(viewer), sql.ref(owner));
  const found = await sql<OwnerPace>`
    with acc as materialized (
      select a.id, a.currency, d.today, k.known, k.known at time zone a.timezone_name as known_there,
        d.today::timestamp at time zone a.timezone_name as begins, (d.today + 1)::timestamp at time zone a.timezone_name as ends
      from ad_account a left join fact_sync s on s.ad_account_id = a.id
      cross join lateral (select (${now}::timestamptz at time zone a.timezone_name)::date as today) d
      cross join lateral (select ${channelKnownUntil(now)} as known) k
    ), running as materialized (
      select c.ad_account_id, c.owner_user_id, c.id as campaign_id, null::bigint as ad_group_id, c.budget_mode, c.daily_budget,
        greatest(c.start_at, case when c.source = 'system' then c.created_at end) as began
      from campaign c
      where c.deleted_at is null and c.effective_status = 'ACTIVE' and c.biz = ${biz} and c.budget_mode is not null and ${isOwn('c.owner_user_id')}
      union all
      select g.ad_account_id, g.owner_user_id, g.campaign_id, g.id, g.budget_mode, g.daily_budget,
        greatest(c.start_at, g.start_at, case when g.source = 'system' then g.created_at end)
      from ad_group g join campaign c on c.id = g.campaign_id
      where g.deleted_at is null and g.effective_status = 'ACTIVE' and g.biz = ${biz} and c.budget_mode is null and ${isOwn('g.owner_user_id')}
    ), spent_today as materialized (
      select d.campaign_id, d.ad_group_id, sum(d.spend_usd) as spend
      from insight_daily d join acc on acc.id = d.ad_account_id
      where d.stat_date between ${today.from}::date and ${today.to}::date and d.stat_date = acc.today and d.spend_usd <> 0
        and d.campaign_id in (select campaign_id from running)
      group by 1, 2
    ), budgets as (
      select r.ad_account_id, r.owner_user_id, r.budget_mode, acc.known, round(r.daily_budget * p.cents) as budget,
        r.daily_budget * p.cents * greatest(0, extract(epoch from acc.known - greatest(acc.begins, r.began)) / extract(epoch from acc.ends - acc.begins)) as expected,
        (select sum(t.spend) from spent_today t where t.campaign_id = r.campaign_id and (r.ad_group_id is null or t.ad_group_id = r.ad_group_id)) as spend
      from running r join acc on acc.id = r.ad_account_id
      cross join lateral (select ${centsPerUnitSql(sql`acc.currency`, sql`acc.today`)} as cents) p
    ), paced as (
      select coalesce(owner_user_id, 0) as owner, sum(budget) as budget, count(budget) as budgets, sum(spend) filter (where budget is not null) as spend,
        sum(expected) as expected, min(known) filter (where budget is not null) as known_until,
        count(*) filter (where budget_mode = 'lifetime') as lifetime, count(*) filter (where budget_mode = 'daily' and budget is null) as rateless,
        array_agg(distinct ad_account_id) as accounts
      from budgets group by 1
    ), account_spent as (
      select f.owner_user_id, f.ad_account_id,
        sum(f.spend_usd) filter (where f.stat_date = acc.today) as today,
        coalesce(sum(f.spend_usd) filter (where f.stat_date >= ${month.from}::date and f.stat_date < ${month.next}::date), 0) as month,
        coalesce(sum(f.spend_usd) filter (where f.stat_date < acc.known_there::date
          and f.stat_date >= acc.known_there::date - ${sql.lit(FORECAST_DAYS)}), 0) / ${sql.lit(FORECAST_DAYS)}::numeric as by_day,
        greatest(0, extract(epoch from ${month.next}::timestamp - greatest(acc.known_there, ${month.from}::timestamp)) / 86400) as days_left
      from insight_account_daily f join acc on acc.id = f.ad_account_id
      where f.stat_date between ${factsFrom}::date and ${today.to}::date and f.biz = ${biz} and f.spend_usd <> 0 and ${isFactVisible(viewer)}
      group by f.owner_user_id, f.ad_account_id, acc.known_there
    ), spent as (
      select coalesce(owner_user_id, 0) as owner, sum(today) as today, sum(month) as month, sum(month + by_day * days_left) as forecast,
        array_agg(ad_account_id) as accounts
      from account_spent group by 1
    )
    select owner as id, u.name as label, coalesce(p.budget, 0)::bigint as budget_usd, coalesce(p.budgets, 0)::int as budgets,
      coalesce(p.lifetime, 0)::int as lifetime_budgets, coalesce(p.rateless, 0)::int as rateless_budgets,
      coalesce(s.today, 0)::bigint as spend_usd, coalesce(p.spend, 0)::bigint as paced_spend_usd, coalesce(round(p.expected), 0)::bigint as expected_usd,
      p.known_until, coalesce(s.month, 0)::bigint as month_spend_usd, coalesce(round(s.forecast), 0)::bigint as month_forecast_usd,
      coalesce(p.accounts, '{}') || coalesce(s.accounts, '{}') as accounts
    from paced p full join spent s using (owner) left join sys_user u on u.id = owner
    where p.owner is not null or s.today <> 0 or s.month <> 0 or round(s.forecast) <> 0
    order by budget_usd desc, month_spend_usd desc, owner`.execute(db);
  return found.rows;
}
