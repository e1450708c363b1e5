import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CloseLogRow, closeTrend, listRemovals, logRules, RemoveLogRow } from '#contracts/endpoints/ad-logs.ts';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { SimpleRow } from '#contracts/endpoints/shapes.ts';
import type { closeLogFilters, logFilters } from '#contracts/vocabulary/launch-logs.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import { startOfDay } from '../../instants.ts';
import type { Language } from '../../messages.ts';
import { scopeOf, userInScope } from '../../people/index.ts';
import { contains, containsWord, type Position } from '../../searching.ts';
import type { Caller } from '../../work-context.ts';
import {
  afterPosition,
  EVENT_COLUMNS,
  EVENT_SOURCES,
  type EventRecord,
  entityColumn,
  eventVisible,
  NEWEST_FIRST,
  PLATFORM_ID,
  toEventRow,
} from './events.query.ts';

type Db = Kysely<Database>;

export type CloseFilter = SetFilters<typeof closeLogFilters>;
export type RemovalFilter = SetFilters<typeof logFilters> & Pick<RequestOf<typeof listRemovals>, 'under'>;

const idIn = (value: RawBuilder<unknown>, ids: readonly number[] | undefined): RawBuilder<boolean>[] =>
  ids === undefined ? [] : [sql<boolean>`${value} = any(${[...ids]}::bigint[])`];

/** The filters of both logs. Days are in the reader's timezone. */
function commonConditions(caller: Caller, filter: SetFilters<typeof logFilters>): RawBuilder<boolean>[] {
  const { actor_type, actor_user_id, level, rule_id, reason, keyword, date_from, date_to, id } = filter;
  return [
    eventVisible(caller),
    ...(actor_type === undefined ? [] : [sql<boolean>`v.actor_type = any(${[...actor_type]}::text[])`]),
    ...idIn(sql`v.owner_user_id`, filter.user_id),
    ...(actor_user_id === undefined ? [] : [sql<boolean>`v.actor_user_id = ${actor_user_id}`]),
    ...idIn(sql`v.ad_account_id`, filter.ad_account_id),
    ...(level === undefined ? [] : [sql<boolean>`v.level = ${level}`]),
    ...idIn(sql`c.drama_id`, filter.drama_id),
    ...idIn(sql`c.product_id`, filter.product_id),
    ...(rule_id === undefined ? [] : [sql<boolean>`v.rule_id = ${rule_id}`]),
    ...(reason?.trim() ? [sql<boolean>`v.reason ilike ${contains(reason)}`] : []),
    ...(keyword?.trim() ? [sql<boolean>`(${entityColumn('name')} ilike ${contains(keyword)} or ${PLATFORM_ID} = ${keyword.trim()})`] : []),
    ...(date_from === undefined ? [] : [sql<boolean>`v.at >= ${startOfDay(date_from, caller.timezone)}`]),
    ...(date_to === undefined ? [] : [sql<boolean>`v.at < ${startOfDay(date_to, caller.timezone, 1)}`]),
    ...(id === undefined ? [] : [sql<boolean>`v.id = ${id}`]),
  ];
}

const allOf = (parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> => sql<boolean>`${sql.join([...parts], sql` and `)}`;

export const closeCondition = (caller: Caller, { event, ...filter }: CloseFilter): RawBuilder<boolean> =>
  allOf([
    event === undefined ? sql<boolean>`v.event in ('close', 'open')` : sql<boolean>`v.event = ${event}`,
    ...commonConditions(caller, filter),
  ]);

/** SQL: removal `v` happened together with removal `p` of a parent. Both have the same instant, because one transaction wrote them. */
const REMOVED_WITH_PARENT = sql`p.event = 'remove' and p.campaign_id = v.campaign_id and p.at = v.at
  and ((p.level = 'campaign' and v.level <> 'campaign') or (p.level = 'ad_group' and v.level = 'ad' and p.ad_group_id = v.ad_group_id))`;

/**
 * Removals. Those that happened together with the removal of a parent are folded into it, and listed only when `under` asks for that
 * parent.
 */
export function removalCondition(caller: Caller, { under, ...filter }: RemovalFilter): RawBuilder<boolean> {
  const folded =
    under === undefined
      ? sql<boolean>`not exists (select 1 from ad_event p where ${REMOVED_WITH_PARENT})`
      : sql<boolean>`exists (select 1 from ad_event p where p.id = ${under} and ${REMOVED_WITH_PARENT})`;
  return allOf([sql<boolean>`v.event = 'remove'`, folded, ...commonConditions(caller, filter)]);
}

/** The number of rows of a log, counted up to `max`. */
export async function countEvents(db: Db, where: RawBuilder<boolean>, max: number): Promise<number> {
  const found = await sql<{ total: number }>`
    select count(*) as total from (select 1 from ${EVENT_SOURCES} where ${where} limit ${max}) counted`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** SQL: the ads that an event concerned. */
const EVENT_ADS = sql`(select k.id from ad k where k.campaign_id = v.campaign_id
  and (v.ad_group_id is null or k.ad_group_id = v.ad_group_id) and (v.ad_id is null or k.id = v.ad_id))`;

/** SQL: statuses of orders that count as revenue, regardless of later refunds. */
const IS_PAID = sql`r.status in ('paid', 'partial_refunded', 'refunding', 'refunded')`;

const inScope = (caller: Caller, owner: RawBuilder<unknown>) => userInScope(scopeOf(caller), owner);

type CloseRecord = EventRecord & Pick<CloseLogRow, 'after_revenue_usd' | 'current_status' | 'version'> & { can_open: boolean };

interface Reader {
  caller: Caller;
  language: Language;
}

export const toCloseRow = (
  { current_status, version, after_revenue_usd, can_open, ...found }: CloseRecord,
  { caller, language }: Reader,
): CloseLogRow => ({
  ...toEventRow(found, language),
  after_revenue_usd,
  current_status,
  version,
  reopenable: can_open && caller.actions.includes('status'),
});

/** Closings and openings, newest first; convert the rows with `toCloseRow`. */
export const selectCloses = (caller: Caller, filter: CloseFilter, position?: Position): RawBuilder<CloseRecord> => sql<CloseRecord>`
  select ${EVENT_COLUMNS}, ${entityColumn('effective_status')} as current_status, ${entityColumn('version')} as version,
    (${entityColumn('status')} = 'PAUSED' and ${entityColumn('sync_state')} <> 'missing' and ${inScope(caller, entityColumn('owner_user_id'))}) as can_open,
    case when v.event = 'close' then (
      select coalesce(sum(r.amount_usd), 0)::bigint from biz_order r
      where r.ad_id in ${EVENT_ADS} and r.paid_at > v.at and r.stat_date >= (v.at at time zone 'UTC')::date - 1 and ${IS_PAID} and ${inScope(caller, sql`r.owner_user_id`)}
    ) end as after_revenue_usd
  from ${EVENT_SOURCES} where ${allOf([closeCondition(caller, filter), ...afterPosition(position)])} ${NEWEST_FIRST}`;

type RemovalRecord = EventRecord & Omit<RemoveLogRow, keyof EventRecord | 'lifetime_roi'>;

export function toRemovalRow(
  { platform_id, children, lifetime_spend_usd, lifetime_revenue_usd, ...found }: RemovalRecord,
  language: Language,
): RemoveLogRow {
  const roi = lifetime_spend_usd === 0 ? null : Math.round((lifetime_revenue_usd / lifetime_spend_usd) * 1e6) / 1e6;
  return { ...toEventRow(found, language), platform_id, children, lifetime_spend_usd, lifetime_revenue_usd, lifetime_roi: roi };
}

/** Removals, newest first; convert the rows with `toRemovalRow`. */
export const selectRemovals = (caller: Caller, filter: RemovalFilter, position?: Position): RawBuilder<RemovalRecord> => sql<RemovalRecord>`
  select ${EVENT_COLUMNS}, ${PLATFORM_ID} as platform_id, life.spend as lifetime_spend_usd, life.revenue as lifetime_revenue_usd,
    (select count(*) from ad_event k where k.event = 'remove' and k.campaign_id = v.campaign_id and k.at = v.at and (
      (v.level = 'campaign' and k.level <> 'campaign') or (v.level = 'ad_group' and k.level = 'ad' and k.ad_group_id = v.ad_group_id)
    )) as children
  from ${EVENT_SOURCES} cross join lateral (
    select coalesce(sum(i.spend_usd), 0)::bigint as spend, coalesce(sum(i.revenue_usd), 0)::bigint as revenue
    from insight_daily i where i.ad_id in ${EVENT_ADS} and ${inScope(caller, sql`i.owner_user_id`)}
  ) life
  where ${allOf([removalCondition(caller, filter), ...afterPosition(position)])} ${NEWEST_FIRST}`;

const LOG_EVENTS = { close: ['close', 'open'], remove: ['remove'] } as const;

/** Rules that did something which the caller may see in a log, the one that did so last first. */
export async function loadLogRules(
  db: Db,
  caller: Caller,
  { kind, keyword, ids, page = 1, page_size = 20 }: RequestOf<typeof logRules>,
): Promise<ReplyOf<typeof logRules>> {
  const conditions = [...idIn(sql`hr.id`, ids), ...(keyword?.trim() ? [containsWord(sql`hr.name`, keyword)] : [])];
  const acting = sql`
    host_rule hr cross join lateral (
      select v.at from ad_event v
      where v.rule_id = hr.id and v.event = any(${[...LOG_EVENTS[kind]]}::text[]) and ${eventVisible(caller)}
      order by v.at desc limit 1) last
    where ${conditions.length === 0 ? sql`true` : allOf(conditions)}`;
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*) as total from ${acting}`.execute(db),
    sql<SimpleRow>`
      select hr.id, hr.name as label, coalesce((select u.name from sys_user u where u.id = hr.owner_user_id), '') as sub,
        case when hr.deleted_at is null then hr.status else 'deleted' end as status
      from ${acting} order by last.at desc, hr.id limit ${page_size} offset ${(page - 1) * page_size}`.execute(db),
  ]);
  return { list: found.rows, total: counted.rows[0]?.total ?? 0 };
}

const STEP_UNITS = { day: sql`'day'`, week: sql`'week'`, month: sql`'month'` } as const;

/** The number of closings or openings per step in the reader's timezone and per kind of actor. */
export async function countCloses(
  db: Db,
  caller: Caller,
  { by, ...filter }: RequestOf<typeof closeTrend>,
): Promise<{ at: string; actor_type: string; count: number }[]> {
  const found = await sql<{ at: string; actor_type: string; count: number }>`
    select date_trunc(${STEP_UNITS[by]}, v.at at time zone ${caller.timezone})::date as at, v.actor_type, count(*) as count
    from ${EVENT_SOURCES} where ${closeCondition(caller, filter)} group by 1, 2 order by 1, 2`.execute(db);
  return found.rows;
}

export async function loadFirst<Found>(db: Db, rows: RawBuilder<Found>, limit: number): Promise<Found[]> {
  return (await sql<Found>`${rows} limit ${limit}`.execute(db)).rows;
}
