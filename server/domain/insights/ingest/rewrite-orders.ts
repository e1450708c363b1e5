import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { AD_DAY_COLUMNS, type AdDay, uniqueDays } from './ad-days.ts';

/** SQL condition on an order: it was paid, even if refunded later. */
export const isCountedIn = (table: string) =>
  sql<boolean>`${sql.ref(`${table}.status`)} in ('paid', 'refunding', 'partial_refunded', 'refunded')`;
const IS_COUNTED = isCountedIn('o');

const RETURN_DAYS = [0, 1, 3, 7, 14, 30, 60, 90] as const;
const RETURN_COLUMNS = RETURN_DAYS.map((day) => `rev_d${day}`);
const ORDER_COLUMNS = ['orders', 'first_payers', 'revenue_usd', 'fee_usd', 'refund_usd', 'payers_d0', 'rev_h24', ...RETURN_COLUMNS];

/**
 * Recomputes the order sums of existing ad-days: payments, first payments and refunds of the day, and all payments of the users acquired
 * on it.
 * Repeating it with the same orders gives the same result.
 */
export async function rewriteOrderSums(
  db: Kysely<Database>,
  days: readonly AdDay[],
  { hoursSince }: { hoursSince?: string } = {},
): Promise<void> {
  const adDays = uniqueDays(days);
  if (adDays.length === 0) return;
  const json = JSON.stringify(adDays);
  await sql`
    with p as materialized (select * from json_to_recordset(${json}::json) ${AD_DAY_COLUMNS}),
    paid as (
      select p.ad_id, p.stat_date, count(*) as orders, count(*) filter (where o.is_first) as first_payers,
        sum(o.amount_usd) as revenue_usd, sum(o.fee_usd) as fee_usd
      from p join biz_order o on o.ad_id = p.ad_id and o.stat_date = p.stat_date where ${IS_COUNTED} group by 1, 2),
    given_back as (
      select p.ad_id, p.stat_date, sum(o.refund_usd) as refund_usd
      from p join ad a on a.id = p.ad_id join ad_account x on x.id = a.ad_account_id
      join biz_order o on o.ad_id = p.ad_id and o.refunded_at is not null
        and o.refunded_at >= (p.stat_date::timestamp - interval '1 day') at time zone 'UTC'
        and o.refunded_at < (p.stat_date::timestamp + interval '2 days') at time zone 'UTC'
        and (o.refunded_at at time zone x.timezone_name)::date = p.stat_date
      group by 1, 2),
    cohort as (
      select p.ad_id, p.stat_date, count(distinct o.user_key) filter (where o.day_n = 0) as payers_d0,
        sum(o.amount_usd) filter (where o.is_h24) as rev_h24,
        ${sql.join(RETURN_DAYS.map((day) => sql`sum(o.amount_usd) filter (where o.day_n <= ${sql.lit(day)}) as ${sql.ref(`rev_d${day}`)}`))}
      from p join biz_order o on o.ad_id = p.ad_id and o.cohort_date = p.stat_date where ${IS_COUNTED} group by 1, 2),
    told as (
      select ad_id, stat_date, ${sql.join(ORDER_COLUMNS.map((name) => sql`coalesce(${sql.ref(name)}, 0) as ${sql.ref(name)}`))}
      from p left join paid using (ad_id, stat_date) left join given_back using (ad_id, stat_date) left join cohort using (ad_id, stat_date))
    update insight_daily d set ${sql.join(ORDER_COLUMNS.map((name) => sql`${sql.ref(name)} = ${sql.ref(`told.${name}`)}`))}
    from told where d.ad_id = told.ad_id and d.stat_date = told.stat_date
      and (${sql.join(ORDER_COLUMNS.map((name) => sql.ref(`d.${name}`)))}) is distinct from (${sql.join(ORDER_COLUMNS.map((name) => sql.ref(`told.${name}`)))})`.execute(
    db,
  );
  await rewriteHours(db, hoursSince === undefined ? adDays : adDays.filter(({ stat_date }) => stat_date >= hoursSince));
}

async function rewriteHours(db: Kysely<Database>, days: readonly AdDay[]): Promise<void> {
  if (days.length === 0) return;
  const json = JSON.stringify(days);
  await sql`
    insert into insight_hourly (ad_id, stat_date, stat_hour, ad_account_id, owner_user_id, orders, revenue_usd)
    select p.ad_id, p.stat_date, o.stat_hour, d.ad_account_id, d.owner_user_id, count(*), sum(o.amount_usd)
    from json_to_recordset(${json}::json) as p(ad_id bigint, stat_date date)
    join insight_daily d on d.ad_id = p.ad_id and d.stat_date = p.stat_date
    join biz_order o on o.ad_id = p.ad_id and o.stat_date = p.stat_date
    where ${IS_COUNTED}
    group by 1, 2, 3, 4, 5
    on conflict (ad_id, stat_date, stat_hour) do update set orders = excluded.orders, revenue_usd = excluded.revenue_usd
    where (insight_hourly.orders, insight_hourly.revenue_usd) is distinct from (excluded.orders, excluded.revenue_usd)`.execute(db);
  await sql`
    update insight_hourly h set orders = 0, revenue_usd = 0
    from json_to_recordset(${json}::json) as p(ad_id bigint, stat_date date)
    where h.ad_id = p.ad_id and h.stat_date = p.stat_date and h.orders <> 0
      and not exists (
        select from biz_order o where o.ad_id = h.ad_id and o.stat_date = h.stat_date and o.stat_hour = h.stat_hour and ${IS_COUNTED})`.execute(
    db,
  );
}
