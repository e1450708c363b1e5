import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { AdSpec } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { adsObstacle, type HomepageState, obstacleTexts } from '../../assets/index.ts';
import type { ItemContext } from '../../batches/index.ts';
import { businessDay } from '../../business-time.ts';
import { Refusal, refuse } from '../../refusal.ts';
import type { AccountGrant } from '../entities/index.ts';
import type { AdNode } from './launch-items.ts';

type Db = Kysely<Database>;

/** Longest time an ad waits for the channel to process its video. */
const MAX_READY_WAIT_MS = 10 * 60_000;
const POLL_INTERVALS_MS = [250, 500, 1_000, 2_000, 5_000];

/** The ad group of a new ad, with the regulated subjects that its campaign declares. */
export interface ParentGroup {
  platform_id: string;
  special_ad_categories: readonly string[];
}

interface AdPartRow {
  platform_page_id: string | null;
  page_status: HomepageState['status'] | null;
  page_tasks: string[] | null;
  post_status: string | null;
  post_eligible: boolean | null;
  platform_post_id: string | null;
  material_status: string | null;
  sha256: string | null;
  landing_status: string | null;
  link: string | null;
  code: string | null;
  price: number | null;
  is_content_off: boolean;
}

async function loadAdParts(db: Db, node: AdNode, now: Date): Promise<AdPartRow> {
  const found = await sql<AdPartRow>`
    select h.platform_page_id, h.status as page_status, h.tasks as page_tasks, p.status as post_status, p.eligible as post_eligible,
      p.platform_post_id, m.status as material_status, m.sha256, l.status as landing_status,
      case when l.id is null then p.link_url else 'https://' || s.domain || '/' || l.slug end as link,
      coalesce(d.code, g.sku) as code, g.price,
      coalesce(d.status = 'off' or d.deleted_at is not null or d.copyright_until < ${businessDay(now)},
        g.status = 'off' or g.deleted_at is not null, false) as is_content_off
    from (select 1) one
      left join homepage h on h.id = ${node.homepage_id} and h.deleted_at is null
      left join post p on p.id = ${node.post_id} and p.deleted_at is null
      left join material m on m.id = coalesce(${node.material_id}::bigint, p.material_id) and m.deleted_at is null
      left join landing_page l on l.id = ${node.landing_page_id} and l.deleted_at is null left join site s on s.id = l.site_id
      left join drama d on d.id = ${node.drama_id} left join product g on g.id = ${node.product_id}`.execute(db);
  return found.rows[0] as AdPartRow;
}

/** HOMEPAGE_UNUSABLE with the name of the homepage, if known, and the obstacle in words. */
export function pageObstacle(page: HomepageState, name?: string): Refusal | null {
  const obstacle = adsObstacle(page);
  if (obstacle === null) return null;
  const words = obstacleTexts[obstacle];
  const [zh, en] = name === undefined ? ['主页', 'Page'] : [`主页「${name}」`, `Page “${name}”`];
  return new Refusal('HOMEPAGE_UNUSABLE', {
    data: { status: obstacle },
    text: { zh: `${zh}不可用:${words.zh}`, en: `${en} unusable: ${words.en}` },
  });
}

function adObstacle(node: AdNode, parts: AdPartRow): Refusal | null {
  if (node.landing_page_id !== null && parts.landing_status !== 'online') return refuse('LANDING_OFFLINE');
  if (parts.page_status === null) return refuse('HOMEPAGE_UNUSABLE', { status: 'gone' });
  const page = pageObstacle({ status: parts.page_status, tasks: parts.page_tasks ?? [] });
  if (page !== null) return page;
  if (node.post_id !== null && (parts.post_status !== 'ready' || parts.post_eligible !== true)) {
    return refuse('MATERIAL_NOT_READY', { status: parts.post_status });
  }
  if (node.post_id === null && parts.material_status !== 'ready') return refuse('MATERIAL_NOT_READY', { status: parts.material_status });
  return parts.is_content_off ? refuse('CONTENT_OFF') : null;
}

/** The channel's id of a material in an account, once the channel has processed it. */
export async function waitForAsset(
  { db }: Pick<ItemContext, 'db'>,
  { platform, tok, account }: Pick<AccountGrant, 'platform' | 'tok' | 'account'>,
  copy: { material_id: number; ad_account_id: number },
): Promise<string> {
  const until = performance.now() + MAX_READY_WAIT_MS;
  for (let attempt = 0; ; attempt += 1) {
    const row = await db
      .selectFrom('material_asset')
      .select(['status', 'platform_asset_id'])
      .where('material_id', '=', copy.material_id)
      .where('ad_account_id', '=', copy.ad_account_id)
      .executeTakeFirst();
    if (row?.platform_asset_id) {
      const state = row.status === 'ready' ? 'ready' : await platform.assetStatus(tok, account, row.platform_asset_id);
      if (state !== row.status) await saveAssetStatus(db, copy, state);
      if (state === 'ready') return row.platform_asset_id;
      if (state === 'error') throw refuse('MATERIAL_NOT_READY', { status: state });
    } else if (row?.status !== 'uploading') throw refuse('MATERIAL_NOT_READY', { status: row?.status ?? 'absent' });
    if (performance.now() >= until) throw refuse('MATERIAL_NOT_READY', { status: row.status });
    await sleep(POLL_INTERVALS_MS[Math.min(attempt, POLL_INTERVALS_MS.length - 1)]);
  }
}

async function saveAssetStatus(
  db: Db,
  { material_id, ad_account_id }: { material_id: number; ad_account_id: number },
  status: 'processing' | 'ready' | 'error',
): Promise<void> {
  await db
    .updateTable('material_asset')
    .set({ status })
    .where('material_id', '=', material_id)
    .where('ad_account_id', '=', ad_account_id)
    .execute();
}

/** The spec from which the channel creates an ad. Refuses an ad whose parts cannot be advertised now. */
export async function createAdSpec(
  context: ItemContext,
  grant: AccountGrant,
  account: number,
  node: AdNode,
  group: ParentGroup,
): Promise<AdSpec> {
  const parts = await requireAdParts(context, node);
  const isPost = node.post_id !== null;
  const asset_id = isPost ? null : await waitForAsset(context, grant, { material_id: node.material_id ?? 0, ad_account_id: account });
  return toAdSpec(node, parts, { group, asset_id });
}

async function requireAdParts({ db, now }: Pick<ItemContext, 'db' | 'now'>, node: AdNode): Promise<AdPartRow> {
  const parts = await loadAdParts(db, node, now);
  const obstacle = adObstacle(node, parts);
  if (obstacle !== null) throw obstacle;
  return parts;
}

/** The spec of an ad without waiting for its file; null while the account does not have the file. */
export async function findAdSpec(
  context: Pick<ItemContext, 'db' | 'now'>,
  account: number,
  node: AdNode,
  group: ParentGroup,
): Promise<AdSpec | null> {
  const parts = await requireAdParts(context, node);
  if (node.post_id !== null) return toAdSpec(node, parts, { group, asset_id: null });
  const copy = await context.db
    .selectFrom('material_asset')
    .select('platform_asset_id')
    .where('material_id', '=', node.material_id)
    .where('ad_account_id', '=', account)
    .where('status', '=', 'ready')
    .executeTakeFirst();
  return copy?.platform_asset_id ? toAdSpec(node, parts, { group, asset_id: copy.platform_asset_id }) : null;
}

function toAdSpec(node: AdNode, parts: AdPartRow, { group, asset_id }: { group: ParentGroup; asset_id: string | null }): AdSpec {
  return {
    ad_group_id: group.platform_id,
    special_ad_categories: group.special_ad_categories,
    name: node.name,
    status: node.status,
    page_id: parts.platform_page_id ?? '',
    post_id: node.post_id === null ? null : parts.platform_post_id,
    asset_id,
    primary_text: node.primary_text,
    headline: node.headline,
    // Plans of before may lack it.
    description: node.description ?? null,
    call_to_action: node.call_to_action,
    link: parts.link,
    url_tags: node.url_tags,
    traits: { sha256: parts.sha256, content: parts.code, landing: parts.link, price_minor: parts.price, biz: node.biz },
  };
}
