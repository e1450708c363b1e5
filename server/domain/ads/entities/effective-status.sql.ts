import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { undeliverableReason } from '../../assets/index.ts';
import { AD_STATUSES_BEST_FIRST, STATUSES_TAKING_A_PLACE } from './effective-status.rules.ts';
import { type EntityLevel, levels } from './levels.ts';
import { entitySource } from './loaded-entity.ts';

type Db = Kysely<Database>;

/** Objects to recompute: these with everything below them, or everything in these accounts. */
export interface Trees {
  readonly campaignIds?: readonly number[];
  readonly adGroupIds?: readonly number[];
  readonly adIds?: readonly number[];
  readonly accountIds?: readonly number[];
}

/** SQL: the spend below a campaign or ad group, in the smallest unit of the account's currency. */
const spentBelow = (column: 'campaign_id' | 'ad_group_id', id: RawBuilder<unknown>): RawBuilder<number> => sql<number>`(
  select coalesce(sum(i.spend), 0) from insight_daily i join ad x on x.id = i.ad_id where ${sql.ref(`x.${column}`)} = ${id})`;

const parentColumns = { campaign: 'campaign_id', ad_group: 'ad_group_id' } as const;

/** SQL: the best effective status among the ads of `e` that are switched on. */
function bestAdStatusSql(level: EntityLevel): RawBuilder<string> {
  if (level === 'ad') return sql<string>`'ACTIVE'`;
  const order = sql`${[...AD_STATUSES_BEST_FIRST]}::text[]`;
  return sql<string>`coalesce((
    select x.effective_status from ad x
    where ${sql.ref(`x.${parentColumns[level]}`)} = e.id and x.status = 'ACTIVE' and x.deleted_at is null and x.effective_status = any(${order})
    order by array_position(${order}, x.effective_status) limit 1), 'ADS_OFF')`;
}

/** SQL: the effective status, using the aliases of `entitySource`. It must agree with `computeEffectiveStatus`. */
export function effectiveStatusSql(level: EntityLevel, now: Date): RawBuilder<string> {
  const review = level === 'ad' ? sql.ref('e.review') : sql`null`;
  const campaign = level === 'campaign' ? sql`null` : sql.ref('c.status');
  const group = level === 'ad' ? sql.ref('g.status') : sql`null`;
  return sql<string>`(case
    when e.status in ('DELETED', 'ARCHIVED') then e.status
    when ${undeliverableReason('a', 'p', now)} is not null then 'ACCOUNT_BLOCKED'
    when e.sync_state = 'missing' then 'MISSING'
    when e.sync_state = 'pushing' then 'IN_PROCESS'
    when ${review} = 'pending' then 'PENDING_REVIEW'
    when ${review} = 'rejected' then 'DISAPPROVED'
    when e.status = 'PAUSED' then 'PAUSED'
    when ${campaign} <> 'ACTIVE' then 'CAMPAIGN_PAUSED'
    when ${group} <> 'ACTIVE' then 'ADSET_PAUSED'
    when greatest(c.start_at, g.start_at) > ${now} then 'SCHEDULED'
    when least(c.stop_at, g.end_at) <= ${now} then 'COMPLETED'
    when c.lifetime_budget is not null and c.lifetime_budget <= ${spentBelow('campaign_id', sql.ref('c.id'))} then 'COMPLETED'
    when g.lifetime_budget is not null and g.lifetime_budget <= ${spentBelow('ad_group_id', sql.ref('g.id'))} then 'COMPLETED'
    when e.issue is not null then 'WITH_ISSUES'
    else ${bestAdStatusSql(level)} end)`;
}

/** SQL condition. A single id is compared by itself, because the database keeps the plan of that, and most writes change one object. */
const isOneOf = (column: string, ids: readonly number[]): RawBuilder<boolean> =>
  ids.length === 1 ? sql<boolean>`${sql.ref(column)} = ${ids[0]}` : sql<boolean>`${sql.ref(column)} = any(${[...ids]}::bigint[])`;

/** SQL condition: the row of this level is in one of the trees or is a parent of one of their objects. Null when no row can match. */
function treeCondition(level: EntityLevel, { campaignIds, adGroupIds, adIds, accountIds }: Trees): RawBuilder<boolean> | null {
  const hasId = (column: string, ids: readonly number[] | undefined) =>
    ids === undefined || ids.length === 0 ? [] : [isOneOf(column, ids)];
  const isParentOf = (table: 'ad_group' | 'ad', column: 'campaign_id' | 'ad_group_id', ids: readonly number[] | undefined) =>
    ids === undefined || ids.length === 0
      ? []
      : [sql<boolean>`e.id in (select x.${sql.ref(column)} from ${sql.table(table)} x where ${isOneOf('x.id', ids)})`];
  const parts = [
    ...hasId(level === 'campaign' ? 'e.id' : 'e.campaign_id', campaignIds),
    ...(level === 'campaign' ? [] : hasId(level === 'ad_group' ? 'e.id' : 'e.ad_group_id', adGroupIds)),
    ...(level === 'ad' ? hasId('e.id', adIds) : []),
    ...(level === 'ad_group' ? isParentOf('ad', 'ad_group_id', adIds) : []),
    ...(level === 'campaign' ? [...isParentOf('ad_group', 'campaign_id', adGroupIds), ...isParentOf('ad', 'campaign_id', adIds)] : []),
    ...hasId('e.ad_account_id', accountIds),
  ];
  return parts.length === 0 ? null : sql<boolean>`(${sql.join(parts, sql` or `)})`;
}

/**
 * Locks the campaigns of these objects until the end of the transaction. The status of a campaign depends on all of its ads: of two
 * transactions that each change one of them, the second waits here and then sees the result of the first.
 */
export async function lockCampaigns(db: Db, { campaignIds, adGroupIds, adIds }: Trees): Promise<void> {
  const condition = treeCondition('campaign', { campaignIds, adGroupIds, adIds });
  if (condition === null) return;
  await sql`select e.id from campaign e where ${condition} order by e.id for no key update of e`.execute(db);
}

/**
 * Recomputes the effective status of these objects, everything below them and their parents, and the ad places taken on homepages.
 * Returns how many changed. Call it in the same transaction as every write the status depends on.
 */
export async function recomputeStatus(db: Db, trees: Trees, now: Date): Promise<number> {
  let changed = 0;
  await lockCampaigns(db, trees);
  // From the ads upwards, because the status of a parent depends on its ads.
  for (const level of levels.toReversed()) {
    const condition = treeCondition(level, trees);
    if (condition === null) continue;
    const { rows } = await sql<{ id: number; homepage_id: number | null; places: number }>`
      with examined as (
        select e.id, ${level === 'ad' ? sql`e.homepage_id` : sql`null::bigint as homepage_id`}, e.effective_status as was, s.is_now
        from ${entitySource(level)} cross join lateral (select ${effectiveStatusSql(level, now)} as is_now) s
        where ${condition} and e.effective_status is distinct from s.is_now
        order by e.id for no key update of e
      )
      update ${sql.table(level)} t set effective_status = examined.is_now from examined where t.id = examined.id
      returning t.id, examined.homepage_id, (examined.is_now = any(${[...STATUSES_TAKING_A_PLACE]}::text[]))::int - (examined.was = any(${[...STATUSES_TAKING_A_PLACE]}::text[]))::int as places`.execute(
      db,
    );
    changed += rows.length;
    await adjustPlaces(db, rows);
  }
  return changed;
}

/** Keeps the number of ads on each homepage current until the next synchronisation replaces it with the channel's number. */
async function adjustPlaces(db: Db, rows: readonly { homepage_id: number | null; places: number }[]): Promise<void> {
  const changeByPage = new Map<number, number>();
  for (const { homepage_id: page, places } of rows) {
    if (page !== null && places !== 0) changeByPage.set(page, (changeByPage.get(page) ?? 0) + places);
  }
  for (const [page, places] of [...changeByPage].sort(([one], [other]) => one - other)) {
    if (places === 0) continue;
    await sql`update homepage set ads_active = greatest(0, ads_active + ${places}) where id = ${page}`.execute(db);
  }
}

/** Earlier changes were noticed by the previous run or will be by the next synchronisation. */
const LOOK_BACK_MINUTES = 3;

/**
 * Recomputes what time or another area changed within the last minutes: a start or end that was reached, an account or authorisation that
 * was switched, synchronised or has expired. Returns how many objects changed.
 */
export async function recomputeDue(db: Db, now: Date): Promise<number> {
  const since = sql`${now}::timestamptz - make_interval(mins => ${LOOK_BACK_MINUTES})`;
  const isRecent = (column: string) => sql<boolean>`(${sql.ref(column)} > ${since} and ${sql.ref(column)} <= ${now})`;
  const accounts = await sql<{ id: number }>`
    select a.id from ad_account a join personal_account p on p.id = a.personal_account_id
    where a.deleted_at is null and (${isRecent('a.updated_at')} or ${isRecent('p.updated_at')} or ${isRecent('p.token_expires_at')})
    order by a.id`.execute(db);
  const campaigns = await sql<{ id: number }>`
    select c.id from campaign c where c.deleted_at is null and (${isRecent('c.start_at')} or ${isRecent('c.stop_at')}) order by c.id`.execute(
    db,
  );
  const groups = await sql<{ id: number }>`
    select g.id from ad_group g where g.deleted_at is null and (${isRecent('g.start_at')} or ${isRecent('g.end_at')}) order by g.id`.execute(
    db,
  );
  const idsOf = ({ rows }: { rows: readonly { id: number }[] }) => rows.map(({ id }) => id);
  return await recomputeStatus(db, { accountIds: idsOf(accounts), campaignIds: idsOf(campaigns), adGroupIds: idsOf(groups) }, now);
}
