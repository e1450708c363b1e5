import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CloseLogRow, closeTrend, listRemovals, RemoveLogRow } from '#contracts/endpoints/ad-logs.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { closeLogFilters, logFilters } from '#contracts/vocabulary/launch-logs.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import { startOfDay } from '../../instants.ts';
import type { Language } from '../../messages.ts';
import { scopeOf, userInScope } from '../../people/index.ts';
import { contains, type Position } from '../../searching.ts';
import type { Caller } from '../../work-context.ts';
import {
  after,
  EVENT_COLUMNS,
  EVENT_SOURCES,
  eventAsRow,
  eventVisible,
  type FoundEvent,
  NEWEST_FIRST,
  ofEntity,
  PLATFORM_ID,
} from './events.query.ts';

type Db = Kysely<Database>;

export type CloseFilter = SetFilters<typeof closeLogFilters>;
export type RemovalFilter = SetFilters<typeof logFilters> & Pick<RequestOf<typeof listRemovals>, 'under'>;

const among = (value: RawBuilder<unknown>, ids: readonly number[] | undefined): RawBuilder<boolean>[] =>
  ids === undefined ? [] : [sql<boolean>`${value} = any(${[...ids]}::bigint[])`];

/** What both logs are narrowed by. Days are those of the reader. */
function common(caller: Caller, filter: SetFilters<typeof logFilters>): RawBuilder<boolean>[] {
  const { actor_type, actor_user_id, level, rule_id, reason, keyword, date_from, date_to, id } = filter;
  return [
    eventVisible(caller),
    ...(actor_type === undefined ? [] : [sql<boolean>`v.actor_type = any(${[...actor_type]}::text[])`]),
    ...among(sql`v.owner_user_id`, filter.user_id),
    ...(actor_user_id === undefined ? [] : [sql<boolean>`v.actor_user_id = ${actor_user_id}`]),
    ...among(sql`v.ad_account_id`, filter.ad_account_id),
    ...(level === undefined ? [] : [sql<boolean>`v.level = ${level}`]),
    ...among(sql`c.drama_id`, filter.drama_id),
    ...among(sql`c.product_id`, filter.product_id),
    ...(rule_id === undefined ? [] : [sql<boolean>`v.rule_id = ${rule_id}`]),
    ...(reason?.trim() ? [sql<boolean>`v.reason ilike ${contains(reason)}`] : []),
    ...(keyword?.trim() ? [sql<boolean>`(${ofEntity('name')} ilike ${contains(keyword)} or ${PLATFORM_ID} = ${keyword.trim()})`] : []),
    ...(date_from === undefined ? [] : [sql<boolean>`v.at >= ${startOfDay(date_from, caller.timezone)}`]),
    ...(date_to === undefined ? [] : [sql<boolean>`v.at < ${startOfDay(date_to, caller.timezone, 1)}`]),
    ...(id === undefined ? [] : [sql<boolean>`v.id = ${id}`]),
  ];
}

const all = (parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> => sql<boolean>`${sql.join([...parts], sql` and `)}`;

export const closesMatching = (caller: Caller, { event, ...filter }: CloseFilter): RawBuilder<boolean> =>
  all([event === undefined ? sql<boolean>`v.event in ('close', 'open')` : sql<boolean>`v.event = ${event}`, ...common(caller, filter)]);

/** SQL: one removal `v` went with that of what it was in, `p`: at the same instant, since one transaction wrote both. */
const TOGETHER = sql`p.event = 'remove' and p.campaign_id = v.campaign_id and p.at = v.at
  and ((p.level = 'campaign' and v.level <> 'campaign') or (p.level = 'ad_group' and v.level = 'ad' and p.ad_group_id = v.ad_group_id))`;

/** Removals; what went with something above it is folded into that, and listed where that one is asked for. */
export function removalsMatching(caller: Caller, { under, ...filter }: RemovalFilter): RawBuilder<boolean> {
  const folded =
    under === undefined
      ? sql<boolean>`not exists (select 1 from ad_event p where ${TOGETHER})`
      : sql<boolean>`exists (select 1 from ad_event p where p.id = ${under} and ${TOGETHER})`;
  return all([sql<boolean>`v.event = 'remove'`, folded, ...common(caller, filter)]);
}

/** Rows of a log, counted up to `max`. */
export async function countEvents(db: Db, where: RawBuilder<boolean>, max: number): Promise<number> {
  const found = await sql<{ total: number }>`
    select count(*) as total from (select 1 from ${EVENT_SOURCES} where ${where} limit ${max}) counted`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** The ads that an event was about. */
const ADS_OF = sql`(select k.id from ad k where k.campaign_id = v.campaign_id
  and (v.ad_group_id is null or k.ad_group_id = v.ad_group_id) and (v.ad_id is null or k.id = v.ad_id))`;

/** Statuses of orders that count as revenue, whatever was given back later. */
const PAID = sql`r.status in ('paid', 'partial_refunded', 'refunding', 'refunded')`;

const inScope = (caller: Caller, owner: RawBuilder<unknown>) => userInScope(scopeOf(caller), owner);

type FoundClose = FoundEvent & Pick<CloseLogRow, 'after_revenue_usd' | 'current_status' | 'version'> & { can_open: boolean };

interface Reader {
  caller: Caller;
  language: Language;
}

export const closeAsRow = (
  { current_status, version, after_revenue_usd, can_open, ...found }: FoundClose,
  { caller, language }: Reader,
): CloseLogRow => ({
  ...eventAsRow(found, language),
  after_revenue_usd,
  current_status,
  version,
  reopenable: can_open && caller.actions.includes('status'),
});

/** Closes and openings, newest first; each is for `closeAsRow`. */
export const selectCloses = (caller: Caller, filter: CloseFilter, position?: Position): RawBuilder<FoundClose> => sql<FoundClose>`
  select ${EVENT_COLUMNS}, ${ofEntity('effective_status')} as current_status, ${ofEntity('version')} as version,
    (${ofEntity('status')} = 'PAUSED' and ${ofEntity('sync_state')} <> 'missing' and ${inScope(caller, ofEntity('owner_user_id'))}) as can_open,
    case when v.event = 'close' then (
      select coalesce(sum(r.amount_usd), 0)::bigint from biz_order r
      where r.ad_id in ${ADS_OF} and r.paid_at > v.at and r.stat_date >= (v.at at time zone 'UTC')::date - 1 and ${PAID} and ${inScope(caller, sql`r.owner_user_id`)}
    ) end as after_revenue_usd
  from ${EVENT_SOURCES} where ${all([closesMatching(caller, filter), ...after(position)])} ${NEWEST_FIRST}`;

type FoundRemoval = FoundEvent & Omit<RemoveLogRow, keyof FoundEvent | 'lifetime_roi'>;

export function removalAsRow(
  { platform_id, children, lifetime_spend_usd, lifetime_revenue_usd, ...found }: FoundRemoval,
  language: Language,
): RemoveLogRow {
  const roi = lifetime_spend_usd === 0 ? null : Math.round((lifetime_revenue_usd / lifetime_spend_usd) * 1e6) / 1e6;
  return { ...eventAsRow(found, language), platform_id, children, lifetime_spend_usd, lifetime_revenue_usd, lifetime_roi: roi };
}

/** Removals, newest first; each is for `removalAsRow`. */
export const selectRemovals = (caller: Caller, filter: RemovalFilter, position?: Position): RawBuilder<FoundRemoval> => sql<FoundRemoval>`
  select ${EVENT_COLUMNS}, ${PLATFORM_ID} as platform_id, life.spend as lifetime_spend_usd, life.revenue as lifetime_revenue_usd,
    (select count(*) from ad_event k where k.event = 'remove' and k.campaign_id = v.campaign_id and k.at = v.at and (
      (v.level = 'campaign' and k.level <> 'campaign') or (v.level = 'ad_group' and k.level = 'ad' and k.ad_group_id = v.ad_group_id)
    )) as children
  from ${EVENT_SOURCES} cross join lateral (
    select coalesce(sum(i.spend_usd), 0)::bigint as spend, coalesce(sum(i.revenue_usd), 0)::bigint as revenue
    from insight_daily i where i.ad_id in ${ADS_OF} and ${inScope(caller, sql`i.owner_user_id`)}
  ) life
  where ${all([removalsMatching(caller, filter), ...after(position)])} ${NEWEST_FIRST}`;

const steps = { day: sql`'day'`, week: sql`'week'`, month: sql`'month'` } as const;

/** How many closes or openings there were, by step of the reader's time and kind of actor. */
export async function closesBy(
  db: Db,
  caller: Caller,
  { by, ...filter }: RequestOf<typeof closeTrend>,
): Promise<{ at: string; actor_type: string; count: number }[]> {
  const found = await sql<{ at: string; actor_type: string; count: number }>`
    select date_trunc(${steps[by]}, v.at at time zone ${caller.timezone})::date as at, v.actor_type, count(*) as count
    from ${EVENT_SOURCES} where ${closesMatching(caller, filter)} group by 1, 2 order by 1, 2`.execute(db);
  return found.rows;
}

/** The first rows of a log. */
export async function pageOf<Found>(db: Db, rows: RawBuilder<Found>, limit: number): Promise<Found[]> {
  return (await sql<Found>`${rows} limit ${limit}`.execute(db)).rows;
}
