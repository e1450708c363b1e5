import { type Kysely, sql } from 'kysely';
import type { RemoteEntity } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { type EntityLevel, platformColumn } from './levels.ts';
import { issueOf, modeOf, reviewOf } from './remote.rules.ts';

type Db = Kysely<Database>;
type Of<Level extends EntityLevel> = RemoteEntity & { level: Level };

export interface AdoptingAccount {
  id: number;
  channel: 'meta' | 'tiktok';
  biz: 'dj' | 'ec';
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Tags of ours among these: of objects that are being made, or whose making nobody knows the end of. */
async function tagsInUse(
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

/** Who answers for what is found: the main person of the account at this moment; null where there is none. */
async function primaryOf(db: Db, accountId: number): Promise<number | null> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from asset_assign where asset_type = 'ad_account' and asset_id = ${accountId} and is_primary and to_at is null`.execute(
    db,
  );
  return rows[0]?.user_id ?? null;
}

/** What every adopted object begins with; where the channel made it with a tag of ours, it keeps that. */
const common = (remote: RemoteEntity, account: AdoptingAccount, owner: number | null, now: Date) => ({
  ad_account_id: account.id,
  name: remote.name.slice(0, 400),
  biz: account.biz,
  owner_user_id: owner,
  status: remote.status,
  effective_status: 'IN_PROCESS' as const,
  source: 'platform' as const,
  issue: issueOf(remote),
  closed_by: remote.status === 'ACTIVE' ? null : ('platform' as const),
  created_at: remote.created_at,
  updated_at: now,
});

async function adoptCampaign(db: Db, remote: Of<'campaign'>, account: AdoptingAccount, now: Date): Promise<boolean> {
  const { objective, bid_strategy, daily_budget, lifetime_budget, spend_cap, start_at, stop_at } = remote.spec;
  await db
    .insertInto('campaign')
    .values({
      ...common(remote, account, await primaryOf(db, account.id), now),
      platform_campaign_id: remote.id,
      objective,
      bid_strategy: bid_strategy ?? 'LOWEST_COST_WITHOUT_CAP',
      budget_mode: modeOf(remote.spec),
      daily_budget,
      lifetime_budget,
      spend_cap,
      start_at,
      stop_at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

async function adoptGroup(db: Db, remote: Of<'ad_group'>, account: AdoptingAccount, now: Date): Promise<boolean> {
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
      ...common(remote, account, campaign.owner_user_id, now),
      ...spec,
      campaign_id: campaign.id,
      drama_id: campaign.drama_id,
      product_id: campaign.product_id,
      pixel_id: campaign.pixel_id,
      platform_adset_id: remote.id,
      budget_mode: modeOf(remote.spec),
      targeting: JSON.stringify(targeting),
      primary_country: targeting.countries[0] ?? 'US',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

interface AdPlace {
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

async function adoptAd(db: Db, remote: Of<'ad'>, account: AdoptingAccount, now: Date): Promise<boolean> {
  const { page_id, post_id, asset_id, link, ...spec } = remote.spec;
  const { rows } = await sql<AdPlace>`
    select g.id, g.campaign_id, g.owner_user_id, g.drama_id, g.product_id, g.pixel_id, h.id as homepage_id, o.id as post_id,
      coalesce(o.material_id, (select x.material_id from material_asset x where x.ad_account_id = ${account.id}
        and x.platform_asset_id = ${asset_id} limit 1)) as material_id,
      (select l.id from landing_page l join site s on s.id = l.site_id where l.deleted_at is null and s.deleted_at is null
        and ${link}::text = 'https://' || s.domain || '/' || l.slug limit 1) as landing_page_id
    from ad_group g
    left join homepage h on h.channel = ${account.channel} and h.platform_page_id = ${page_id} and h.deleted_at is null
    left join post o on o.homepage_id = h.id and o.platform_post_id = ${post_id} and o.deleted_at is null
    where g.ad_account_id = ${account.id} and g.platform_adset_id = ${remote.parent_id}`.execute(db);
  const place = rows[0];
  if (place === undefined) return false;
  const { id, ...known } = place;
  const feedback = remote.review_feedback;
  await db
    .insertInto('ad')
    .values({
      ...common(remote, account, place.owner_user_id, now),
      ...spec,
      ...known,
      ad_group_id: id,
      platform_ad_id: remote.id,
      review: reviewOf(remote),
      review_feedback: feedback === null ? null : JSON.stringify(feedback),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

/**
 * Takes over what nobody knows here: objects made on the channel itself. What we are making right now is left alone, and so is what
 * was deleted there; what we made without ever hearing of it finds its row by its tag. Answers how many were taken over, and those that
 * have to be looked at again: what is being made, and what belongs below an object that is `waiting` for the same. What belongs below
 * anything else that is unknown here can never be taken over: its parent was deleted before.
 */
export async function adoptUnknown(
  db: Db,
  account: AdoptingAccount,
  level: EntityLevel,
  remote: readonly RemoteEntity[],
  { waiting, now }: { waiting: ReadonlySet<string>; now: Date },
): Promise<{ adopted: number; passedOver: RemoteEntity[] }> {
  const living = remote.filter(({ status }) => status !== 'DELETED');
  const { open, rows } = await tagsInUse(db, level, living);
  const passedOver: RemoteEntity[] = [];
  let adopted = 0;
  for (const one of living) {
    const tag = one.tag?.toLowerCase() ?? '';
    const own = rows.get(tag);
    let isTaken: boolean;
    if (open.has(tag) || waiting.has(one.parent_id ?? '')) {
      passedOver.push(one);
      continue;
    }
    if (own !== undefined) isTaken = await attach(db, level, own, one, now);
    else if (one.level === 'campaign') isTaken = await adoptCampaign(db, one, account, now);
    else if (one.level === 'ad_group') isTaken = await adoptGroup(db, one, account, now);
    else isTaken = await adoptAd(db, one, account, now);
    if (isTaken) adopted += 1;
  }
  return { adopted, passedOver };
}

async function attach(db: Db, level: EntityLevel, id: number, { id: platformId, status }: RemoteEntity, now: Date): Promise<boolean> {
  await sql`
    update ${sql.table(level)} set ${sql.ref(platformColumn[level])} = ${platformId}, status = ${status}, sync_state = 'synced',
      version = version + 1, updated_at = ${now} where id = ${id}`.execute(db);
  return true;
}
