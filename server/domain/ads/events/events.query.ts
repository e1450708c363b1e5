import { type RawBuilder, sql } from 'kysely';
import type { EventRow } from '#contracts/endpoints/ad-events.ts';
import type { EntityLevel } from '#server/database/schema-launches.ts';
import { type Language, reasonText } from '../../messages.ts';
import { scopeOf, userInScope } from '../../people/index.ts';
import type { Position } from '../../searching.ts';
import type { Caller } from '../../work-context.ts';

type Viewer = Pick<Caller, 'userId' | 'isAdmin' | 'isLeader' | 'departmentPath'>;

/** SQL condition: the caller sees event `v`, because the owner at that time is in their scope. */
export const eventVisible = (caller: Viewer): RawBuilder<boolean> => userInScope(scopeOf(caller), sql`v.owner_user_id`);

/** Events `v` joined with the objects they name. Launched objects are never erased, so their names exist. */
export const EVENT_SOURCES = sql`
  ad_event v join ad_account a on a.id = v.ad_account_id join campaign c on c.id = v.campaign_id
    left join ad_group g on g.id = v.ad_group_id left join ad x on x.id = v.ad_id
    left join drama d on d.id = c.drama_id left join product pr on pr.id = c.product_id
    left join sys_user o on o.id = v.owner_user_id left join sys_user u on u.id = v.actor_user_id
    left join host_rule hr on hr.id = v.rule_id`;

/** SQL: a column of the object of the event, for columns that all levels have. */
export const entityColumn = (
  column: 'id' | 'name' | 'effective_status' | 'status' | 'version' | 'sync_state' | 'owner_user_id' | 'updated_at',
) => sql`(case v.level when 'campaign' then c.${sql.ref(column)} when 'ad_group' then g.${sql.ref(column)} else x.${sql.ref(column)} end)`;

/** SQL: the channel's id of the object. */
export const PLATFORM_ID = sql`(case v.level when 'campaign' then c.platform_campaign_id when 'ad_group' then g.platform_adset_id else x.platform_ad_id end)`;

const idAndLabel = (id: RawBuilder<unknown>, label: RawBuilder<unknown>) =>
  sql`case when ${id} is not null then jsonb_build_object('id', ${id}, 'label', ${label}) end`;

export const EVENT_COLUMNS = sql`
  v.id, v.at, v.level, jsonb_build_object('id', ${entityColumn('id')}, 'label', ${entityColumn('name')}) as entity,
  jsonb_build_object('id', c.id, 'label', c.name) as campaign, jsonb_build_object('id', a.id, 'label', a.name) as account, a.currency,
  coalesce(${idAndLabel(sql`d.id`, sql`d.title`)}, ${idAndLabel(sql`pr.id`, sql`pr.name`)}) as content, ${idAndLabel(sql`o.id`, sql`o.name`)} as owner,
  v.event, v.actor_type, ${idAndLabel(sql`u.id`, sql`u.name`)} as actor, ${idAndLabel(sql`v.rule_id`, sql`coalesce(hr.name, '#' || v.rule_id)`)} as rule,
  v.batch_id, v.before, v.after, v.reason, v.snapshot`;

export type EventRecord = Omit<EventRow, 'at' | 'snapshot'> & { at: Date; snapshot: Partial<EventRow['snapshot']> | null };

const DAILY_CAP_WORDS = { zh: '达到日上限', en: 'Daily cap reached' };

/** The reason as text, also for events the server caused by itself. */
function describeReason(reason: string | null, language: Language): string | null {
  if (reason === 'EMPTY') return reasonText('NOTHING_MADE', language);
  return reason === 'DAILY_CAP' ? DAILY_CAP_WORDS[language] : reason;
}

export const toEventRow = (found: EventRecord, language: Language): EventRow => ({
  id: found.id,
  at: found.at.toISOString(),
  level: found.level,
  entity: found.entity,
  campaign: found.campaign,
  account: found.account,
  currency: found.currency,
  content: found.content,
  owner: found.owner,
  event: found.event,
  actor_type: found.actor_type,
  actor: found.actor,
  rule: found.rule,
  batch_id: found.batch_id,
  before: found.before,
  after: found.after,
  reason: describeReason(found.reason, language),
  snapshot: {
    spend_usd: found.snapshot?.spend_usd ?? null,
    orders: found.snapshot?.orders ?? null,
    roi: found.snapshot?.roi ?? null,
    roi_d0: found.snapshot?.roi_d0 ?? null,
    hours_running: found.snapshot?.hours_running ?? null,
  },
});

export const afterPosition = (position: Position | undefined): RawBuilder<boolean>[] =>
  position === undefined ? [] : [sql<boolean>`(v.at, v.id) < (${position.at}::timestamptz, ${position.id}::bigint)`];

export const NEWEST_FIRST = sql`order by v.at desc, v.id desc`;

/** SQL condition: the event concerns the object or, with `includesBelow`, anything below it. */
export function concernsEntity(level: EntityLevel, id: number, includesBelow: boolean): RawBuilder<boolean> {
  const own = { campaign: sql`v.campaign_id`, ad_group: sql`v.ad_group_id`, ad: sql`v.ad_id` }[level];
  return includesBelow ? sql<boolean>`${own} = ${id}` : sql<boolean>`(${own} = ${id} and v.level = ${level})`;
}
