import { type Kysely, sql } from 'kysely';
import type { RemoteEntity } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { hostingOperator } from '../../hosting-operator.sql.ts';
import { type EntityLevel, platformColumn } from './levels.ts';
import { toBudgetMode, toIssue, toReview } from './remote.rules.ts';

type Db = Kysely<Database>;
type RemoteOf<Level extends EntityLevel> = RemoteEntity & { level: Level };

export interface AdoptingAccount {
  id: number;
  channel: 'meta' | 'tiktok';
  biz: 'dj' | 'ec';
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Client tags of ours among these objects: `open` when the item that creates it is still running or unknown, `rows` when a stored object
 * waits for its channel id.
 */
async function loadTagsInUse(
  db: Db,
  level: EntityLevel,
  remote: readonly RemoteEntity[],
): Promise<{ open: Set<string>; rows: Map<string, number> }> {
  const tags = remote.flatMap(({ tag }) => (tag !== null && UUID.test(tag) ? [tag.toLowerCase()] : []));
  if (tags.length === 0) return { open: new Set(), rows: new Map() };
  const open = await sql<{ tag: string }>`
    select i.client_tag::text as tag from batch_item i where i.client_tag = any(${tags}::uuid[])
      and (i.status in ('pending', 'running') or (i.status = 'unknown' and i.next_check_at is not null))`.execute(db);
  const rows = await sql<{ tag: string; id: number }>`
    select e.client_tag::text as tag, e.id from ${sql.table(level)} e
    where e.client_tag = any(${tags}::uuid[]) and ${sql.ref(`e.${platformColumn[level]}`)} is null for no key update of e`.execute(db);
  return { open: new Set(open.rows.map(({ tag }) => tag)), rows: new Map(rows.rows.map(({ tag, id }) => [tag, id])) };
}

/** Who will own adopted campaigns: the operator of a hosted account, otherwise the primary user of the account; null without either. */
async function loadAdopter(db: Db, accountId: number): Promise<number | null> {
  const { rows } = await sql<{ user_id: number | null }>`
    select coalesce(${hostingOperator(sql`${accountId}::bigint`)}, (
      select user_id from asset_assign where asset_type = 'ad_account' and asset_id = ${accountId} and is_primary and to_at is null)) as user_id`.execute(
    db,
  );
  return rows[0]?.user_id ?? null;
}

/** Columns that adopted objects of every level start with. */
const toCommonColumns = (remote: RemoteEntity, account: AdoptingAccount, owner: number | null, now: Date) => ({
  ad_account_id: account.id,
  name: remote.name.slice(0, 400),
  biz: account.biz,
  owner_user_id: owner,
  status: remote.status,
  effective_status: 'IN_PROCESS' as const,
  source: 'platform' as const,
  issue: toIssue(remote),
  closed_by: remote.status === 'ACTIVE' ? null : ('platform' as const),
  created_at: remote.created_at,
  updated_at: now,
});

async function adoptCampaign(db: Db, remote: RemoteOf<'campaign'>, account: AdoptingAccount, now: Date): Promise<boolean> {
  const { objective, bid_strategy, daily_budget, lifetime_budget, spend_cap, start_at, stop_at } = remote.spec;
  const { special_ad_categories, special_ad_countries } = remote.spec;
  await db
    .insertInto('campaign')
    .values({
      ...toCommonColumns(remote, account, await loadAdopter(db, account.id), now),
      platform_campaign_id: remote.id,
      objective,
      bid_strategy: bid_strategy ?? 'LOWEST_COST_WITHOUT_CAP',
      budget_mode: toBudgetMode(remote.spec),
      daily_budget,
      lifetime_budget,
      spend_cap,
      special_ad_categories: [...special_ad_categories],
      special_ad_countries: [...special_ad_countries],
      start_at,
      stop_at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

async function adoptGroup(db: Db, remote: RemoteOf<'ad_group'>, account: AdoptingAccount, now: Date): Promise<boolean> {
  const { pixel_id, targeting, ...spec } = remote.spec;
  const { rows } = await sql<{
    id: number;
    owner_user_id: number | null;
    drama_id: number | null;
    product_id: number | null;
    pixel_id: number | null;
  }>`
    select c.id, c.owner_user_id, c.drama_id, c.product_id,
      (select x.id from pixel x where x.channel = ${account.channel} and x.platform_pixel_id = ${pixel_id} and x.deleted_at is null) as pixel_id
    from campaign c where c.ad_account_id = ${account.id} and c.platform_campaign_id = ${remote.parent_id}`.execute(db);
  const campaign = rows[0];
  if (campaign === undefined) return false;
  await db
    .insertInto('ad_group')
    .values({
      ...toCommonColumns(remote, account, campaign.owner_user_id, now),
      ...spec,
      campaign_id: campaign.id,
      drama_id: campaign.drama_id,
      product_id: campaign.product_id,
      pixel_id: campaign.pixel_id,
      platform_adset_id: remote.id,
      budget_mode: toBudgetMode(remote.spec),
      targeting: JSON.stringify(targeting),
      primary_country: targeting.countries[0] ?? 'US',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

interface AdParent {
  id: number;
  campaign_id: number;
  owner_user_id: number | null;
  drama_id: number | null;
  product_id: number | null;
  pixel_id: number | null;
  homepage_id: number | null;
  post_id: number | null;
  material_id: number | null;
  landing_page_id: number | null;
}

async function adoptAd(db: Db, remote: RemoteOf<'ad'>, account: AdoptingAccount, now: Date): Promise<boolean> {
  const { page_id, post_id, asset_id, link, ...spec } = remote.spec;
  const { rows } = await sql<AdParent>`
    select g.id, g.campaign_id, g.owner_user_id, g.drama_id, g.product_id, g.pixel_id, h.id as homepage_id, o.id as post_id,
      coalesce(o.material_id, (select x.material_id from material_asset x where x.ad_account_id = ${account.id}
        and x.platform_asset_id = ${asset_id} limit 1)) as material_id,
      (select l.id from landing_page l join site s on s.id = l.site_id where l.deleted_at is null and s.deleted_at is null
        and ${link}::text = 'https://' || s.domain || '/' || l.slug limit 1) as landing_page_id
    from ad_group g
    left join homepage h on h.channel = ${account.channel} and h.platform_page_id = ${page_id} and h.deleted_at is null
    left join post o on o.homepage_id = h.id and o.platform_post_id = ${post_id} and o.deleted_at is null
    where g.ad_account_id = ${account.id} and g.platform_adset_id = ${remote.parent_id}`.execute(db);
  const parent = rows[0];
  if (parent === undefined) return false;
  const { id, ...known } = parent;
  const feedback = remote.review_feedback;
  await db
    .insertInto('ad')
    .values({
      ...toCommonColumns(remote, account, parent.owner_user_id, now),
      ...spec,
      ...known,
      ad_group_id: id,
      platform_ad_id: remote.id,
      review: toReview(remote),
      review_feedback: feedback === null ? null : JSON.stringify(feedback),
      appeal: remote.appeal,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

/**
 * Adopts objects that were made on the channel and are unknown here. Objects deleted there and objects that this server is still creating
 * are left alone; one that it created without receiving the answer gets its channel id by its tag. Returns the number adopted and the
 * objects to look at again: those being created, and those below a parent in `deferredIds`. Objects below any other unknown parent can
 * never be adopted, because the parent was deleted before.
 */
export async function adoptUnknown(
  db: Db,
  account: AdoptingAccount,
  level: EntityLevel,
  remote: readonly RemoteEntity[],
  { deferredIds, now }: { deferredIds: ReadonlySet<string>; now: Date },
): Promise<{ adopted: number; deferred: RemoteEntity[] }> {
  const living = remote.filter(({ status }) => status !== 'DELETED');
  const { open, rows } = await loadTagsInUse(db, level, living);
  const deferred: RemoteEntity[] = [];
  let adopted = 0;
  for (const entity of living) {
    const tag = entity.tag?.toLowerCase() ?? '';
    const own = rows.get(tag);
    let isAdopted: boolean;
    if (open.has(tag) || deferredIds.has(entity.parent_id ?? '')) {
      deferred.push(entity);
      continue;
    }
    if (own !== undefined) isAdopted = await attachPlatformId(db, level, own, entity, now);
    else if (entity.level === 'campaign') isAdopted = await adoptCampaign(db, entity, account, now);
    else if (entity.level === 'ad_group') isAdopted = await adoptGroup(db, entity, account, now);
    else isAdopted = await adoptAd(db, entity, account, now);
    if (isAdopted) adopted += 1;
  }
  return { adopted, deferred };
}

async function attachPlatformId(
  db: Db,
  level: EntityLevel,
  id: number,
  { id: platformId, status }: RemoteEntity,
  now: Date,
): Promise<boolean> {
  await sql`
    update ${sql.table(level)} set ${sql.ref(platformColumn[level])} = ${platformId}, status = ${status}, sync_state = 'synced',
      version = version + 1, updated_at = ${now} where id = ${id}`.execute(db);
  return true;
}
