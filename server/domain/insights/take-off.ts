import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { readLimits } from '../limits.ts';

const CENTS = 100;
const HOURS_A_DAY = 24;
/** Hours are reported again for some days, so recent decisions are made again. */
const REVISED_DAYS = 7;

/**
 * Decides which ads spent so much in their first hours that they took off, once these hours are over. The decision is stored because
 * hourly facts are kept for a limited time. Older ads without hours are decided by the days that lie within these hours. Returns the number of changed ads.
 */
export async function decideTakeOffs(db: Kysely<Database>, now: Date): Promise<number> {
  const { takeOffSpendUsd, takeOffHours: hours } = await readLimits(db);
  const days = Math.ceil(hours / HOURS_A_DAY);
  const { numAffectedRows } = await sql`
    with young as (
      select x.id, x.took_off, x.created_at, a.timezone_name, (x.created_at at time zone a.timezone_name)::date as first_day
      from ad x join ad_account a on a.id = x.ad_account_id
      where x.created_at <= ${now}::timestamptz - make_interval(hours => ${hours})
        and (x.took_off is null or x.created_at > ${now}::timestamptz - make_interval(days => ${REVISED_DAYS}))
    ), decided as (
      select y.id, coalesce(
        (select sum(h.spend_usd) filter (where moment.at >= date_trunc('hour', y.created_at)
            and moment.at < y.created_at + make_interval(hours => ${hours}))
          from insight_hourly h
          cross join lateral (select (h.stat_date + make_interval(hours => h.stat_hour)) at time zone y.timezone_name as at) moment
          where h.ad_id = y.id and h.stat_date between y.first_day and y.first_day + ${days}::int),
        (select sum(d.spend_usd) from insight_daily d where d.ad_id = y.id and d.stat_date between y.first_day and y.first_day + ${days - 1}::int),
        0) >= ${takeOffSpendUsd * CENTS} as took_off
      from young y
    )
    update ad x set took_off = d.took_off from decided d where d.id = x.id and x.took_off is distinct from d.took_off`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
