import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** Conversions within a week that complete the learning phase of an ad group. */
const LEARNING_CONVERSIONS = 50;

/**
 * Updates the learning phase of the ad groups of an account from the conversions the channel counted since the phase began or was
 * restarted by a large change. Enough conversions complete it; a week without them makes it fail.
 */
export async function advanceLearning(db: Kysely<Database>, accountId: number, now: Date): Promise<void> {
  await sql`
    with begun as (
      select g.id, a.timezone_name, greatest(g.created_at, (
          select max(v.at) from ad_event v where v.campaign_id = g.campaign_id and (v.ad_group_id = g.id or v.level = 'campaign')
            and v.event in ('budget', 'bid') and v.after ->> 'learning_stage' = 'LEARNING')) as at
      from ad_group g join ad_account a on a.id = g.ad_account_id
      where g.ad_account_id = ${accountId} and g.learning_stage = 'LEARNING' and g.status <> 'DELETED'
    ), counted as (
      select b.id, b.at, (select coalesce(sum(i.plat_purchases), 0) from insight_daily i join ad x on x.id = i.ad_id
        where x.ad_group_id = b.id and i.stat_date >= (b.at at time zone b.timezone_name)::date)::int as events
      from begun b
    ), stood as (
      select id, events, case when events >= ${LEARNING_CONVERSIONS} then 'SUCCESS' when at < ${now}::timestamptz - interval '7 days' then 'FAIL'
        else 'LEARNING' end as stage from counted
    )
    update ad_group g set learning_events = least(s.events, ${LEARNING_CONVERSIONS}), learning_stage = s.stage
    from stood s where s.id = g.id and (g.learning_events, g.learning_stage) is distinct from (least(s.events, ${LEARNING_CONVERSIONS}), s.stage)`.execute(
    db,
  );
}
