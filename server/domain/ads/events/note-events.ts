import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { EntityLevel, EventKind } from '#server/database/schema-launches.ts';

/**
 * The actor of an event. For `cron`, the user is the one who scheduled it; `super` is a super administrator. The daily cap of a hosted
 * account acts as a rule without an id.
 */
export type EventActor =
  | { readonly type: 'user' | 'super' | 'cron'; readonly userId: number }
  | { readonly type: 'rule'; readonly ruleId: number | null }
  | { readonly type: 'platform' };

/** An event of a campaign, ad group or ad. */
export interface NewEvent {
  readonly level: EntityLevel;
  readonly id: number;
  readonly event: EventKind;
  readonly actor: EventActor;
  readonly batchId?: number | null;
  /** The changed fields before and after. */
  readonly before?: object;
  readonly after?: object;
  readonly reason?: string | null;
}

interface EventRow {
  n: number;
  level: EntityLevel;
  id: number;
  event: EventKind;
  actor_type: EventActor['type'];
  actor_user_id: number | null;
  rule_id: number | null;
  batch_id: number | null;
  before: object;
  after: object;
  reason: string | null;
}

const toRow = ({ level, id, event, actor, batchId, before, after, reason }: NewEvent, n: number): EventRow => ({
  n,
  level,
  id,
  event,
  actor_type: actor.type,
  actor_user_id: 'userId' in actor ? actor.userId : null,
  rule_id: 'ruleId' in actor ? actor.ruleId : null,
  batch_id: batchId ?? null,
  before: before ?? {},
  after: after ?? {},
  reason: reason ?? null,
});

/**
 * Writes events with a snapshot of the moment: spend, orders and ROI of the account's current day, and the hours the object has been
 * running. Account, owner and parents are read from the object, so call it after the change, in the same transaction. An unknown object
 * leaves no event.
 */
export async function writeEvents(db: Kysely<Database>, events: readonly NewEvent[], at: Date): Promise<void> {
  if (events.length === 0) return;
  await sql`
    insert into ad_event (at, level, campaign_id, ad_group_id, ad_id, ad_account_id, owner_user_id, event, actor_type, actor_user_id,
      rule_id, batch_id, before, after, reason, snapshot)
    select ${at}::timestamptz, r.level, e.campaign_id, e.ad_group_id, e.ad_id, e.ad_account_id, e.owner_user_id, r.event, r.actor_type,
      r.actor_user_id, r.rule_id, r.batch_id, r.before, r.after, left(r.reason, 200),
      jsonb_build_object(
        'spend_usd', coalesce(f.spend_usd, 0), 'orders', coalesce(f.orders, 0),
        'roi', round(f.revenue_usd / nullif(f.spend_usd, 0), 6), 'roi_d0', round(f.rev_d0 / nullif(f.spend_usd, 0), 6),
        'hours_running', case
          when r.event in ('open', 'publish', 'copy') then 0
          when e.status = 'ACTIVE' or r.before ->> 'status' = 'ACTIVE' then greatest(0, round((extract(epoch from ${at}::timestamptz - coalesce((
            select max(v.at) from ad_event v where v.campaign_id = e.campaign_id and v.level = r.level
              and v.ad_group_id is not distinct from e.ad_group_id and v.ad_id is not distinct from e.ad_id
              and v.event in ('open', 'publish', 'copy')), e.created_at)) / 3600)::numeric, 1))
        end)
    from jsonb_to_recordset(${JSON.stringify(events.map(toRow))}::jsonb) as r(n int, level text, id bigint, event text, actor_type text,
      actor_user_id bigint, rule_id bigint, batch_id bigint, before jsonb, after jsonb, reason text)
    join lateral (
      select c.id as campaign_id, null::bigint as ad_group_id, null::bigint as ad_id, c.ad_account_id, c.owner_user_id, c.status, c.created_at
      from campaign c where r.level = 'campaign' and c.id = r.id
      union all
      select g.campaign_id, g.id, null, g.ad_account_id, g.owner_user_id, g.status, g.created_at
      from ad_group g where r.level = 'ad_group' and g.id = r.id
      union all
      select d.campaign_id, d.ad_group_id, d.id, d.ad_account_id, d.owner_user_id, d.status, d.created_at
      from ad d where r.level = 'ad' and d.id = r.id
    ) e on true
    join ad_account a on a.id = e.ad_account_id
    left join lateral (
      select sum(i.spend_usd) as spend_usd, sum(i.orders) as orders, sum(i.revenue_usd) as revenue_usd, sum(i.rev_d0) as rev_d0
      from insight_daily i
      where i.stat_date = (${at}::timestamptz at time zone a.timezone_name)::date and i.ad_id in (
        select x.id from ad x where x.campaign_id = e.campaign_id
          and (e.ad_group_id is null or x.ad_group_id = e.ad_group_id) and (e.ad_id is null or x.id = e.ad_id))
    ) f on true
    order by r.n`.execute(db);
}
