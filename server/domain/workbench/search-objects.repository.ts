import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { type EntityLevel, entityVisible, platformColumn } from '../ads/index.ts';
import { type AssetType, assetVisible } from '../assets/index.ts';
import { isMaterialVisible } from '../content/index.ts';
import { schemeVisible, scopeOf, userInScope } from '../people/index.ts';
import { ORDER_ZH } from '../searching.ts';
import { type FoundRow, MAX_RESULTS, matches, orderByRelevance } from './search.repository.ts';

type Db = Kysely<Database>;
type Viewer = Parameters<typeof isMaterialVisible>[0];

/** Finds dramas by title, English title or code. */
export async function findDramas(db: Db, keyword: string): Promise<(FoundRow & { code: string })[]> {
  const id = sql`d.id`;
  const texts = [sql`d.title`, sql`d.title_en`, sql`d.code`];
  const found = await sql<FoundRow & { code: string }>`
    select d.id, d.title as label, concat_ws(' · ', d.code, d.title_en) as detail, d.code from drama d
    where d.deleted_at is null and ${matches(keyword, id, texts)}
    order by ${orderByRelevance(keyword, id, texts)}, d.title ${ORDER_ZH}, d.id limit ${MAX_RESULTS}`.execute(db);
  return found.rows;
}

/** Finds products by name or SKU. */
export async function findProducts(db: Db, keyword: string): Promise<(FoundRow & { sku: string })[]> {
  const id = sql`p.id`;
  const texts = [sql`p.name`, sql`p.sku`];
  const found = await sql<FoundRow & { sku: string }>`
    select p.id, p.name as label, concat_ws(' · ', p.sku, s.name) as detail, p.sku from product p join site s on s.id = p.site_id
    where p.deleted_at is null and ${matches(keyword, id, texts)}
    order by ${orderByRelevance(keyword, id, texts)}, p.name ${ORDER_ZH}, p.id limit ${MAX_RESULTS}`.execute(db);
  return found.rows;
}

/** Finds visible materials of these business lines by title or code, newest first. */
export async function findMaterials(
  db: Db,
  viewer: Viewer,
  bizs: readonly ('dj' | 'ec')[],
  keyword: string,
): Promise<(FoundRow & { code: string; biz: 'dj' | 'ec' })[]> {
  const id = sql`m.id`;
  const texts = [sql`m.title`, sql`m.code`];
  const found = await sql<FoundRow & { code: string; biz: 'dj' | 'ec' }>`
    select m.id, m.title as label, concat_ws(' · ', m.code, d.title, p.name) as detail, m.code, m.biz
    from material m left join drama d on d.id = m.drama_id left join product p on p.id = m.product_id
    where m.deleted_at is null and m.biz = any(${bizs}::text[]) and ${isMaterialVisible(viewer)} and ${matches(keyword, id, texts)}
    order by ${orderByRelevance(keyword, id, texts)}, m.created_at desc, m.id desc limit ${MAX_RESULTS}`.execute(db);
  return found.rows;
}

/** Table of each asset type, with the column of its id or name on the channel. */
const assetTables = {
  personal_account: { table: 'personal_account', outside: 'platform_user_id', authoriser: undefined },
  ad_account: { table: 'ad_account', outside: 'platform_account_id', authoriser: 'personal_account_id' },
  homepage: { table: 'homepage', outside: 'platform_page_id', authoriser: 'personal_account_id' },
  pixel: { table: 'pixel', outside: 'platform_pixel_id', authoriser: 'personal_account_id' },
  site: { table: 'site', outside: 'domain', authoriser: undefined },
} as const satisfies Record<AssetType, object>;

/** Finds visible assets of a type by name or by their id or name on the channel. */
export async function findAssets(db: Db, viewer: Viewer, type: AssetType, keyword: string): Promise<FoundRow[]> {
  const { table, outside: externalColumn, authoriser } = assetTables[type];
  const id = sql`a.id`;
  const texts = [sql`a.name`, sql.ref(`a.${externalColumn}`)];
  const visible = assetVisible(viewer, type, {
    id,
    ...(authoriser === undefined ? {} : { authoriser: sql.ref(`a.${authoriser}`) }),
    ...(type === 'personal_account' ? { owner: sql`a.owner_user_id` } : {}),
  });
  const found = await sql<FoundRow>`
    select a.id, a.name as label, ${sql.ref(`a.${externalColumn}`)} as detail from ${sql.table(table)} a
    where a.deleted_at is null and ${visible} and ${matches(keyword, id, texts)}
    order by ${orderByRelevance(keyword, id, texts)}, a.name ${ORDER_ZH}, a.id limit ${MAX_RESULTS}`.execute(db);
  return found.rows;
}

/** Finds posts of the viewer's scope and of visible homepages by headline, message or channel id. */
export async function findPosts(db: Db, viewer: Viewer, keyword: string): Promise<FoundRow[]> {
  const id = sql`po.id`;
  const texts = [sql`po.headline`, sql`po.message`, sql`po.platform_post_id`];
  const homepage = assetVisible(viewer, 'homepage', { id: sql`h.id`, authoriser: sql`h.personal_account_id` });
  const found = await sql<FoundRow>`
    select po.id, coalesce(nullif(po.headline, ''), left(po.message, 60)) as label, concat_ws(' · ', '#' || po.id, h.name) as detail
    from post po left join homepage h on h.id = po.homepage_id
    where po.deleted_at is null and po.status <> 'deleted' and (${homepage} or ${userInScope(scopeOf(viewer), sql`po.owner_user_id`)})
      and ${matches(keyword, id, texts)}
    order by ${orderByRelevance(keyword, id, texts)}, po.created_at desc, po.id desc limit ${MAX_RESULTS}`.execute(db);
  return found.rows;
}

/** Campaigns, ad groups or ads that the viewer may see, by name or by the number of the platform; the newest first. */
export async function findEntities(db: Db, viewer: Viewer, level: EntityLevel, keyword: string): Promise<FoundRow[]> {
  const id = sql`e.id`;
  const number = sql.ref(`e.${platformColumn[level]}`);
  const texts = [sql`e.name`, number];
  const found = await sql<FoundRow>`
    select e.id, e.name as label, concat_ws(' · ', ${number}, a.name) as detail
    from ${sql.table(level)} e join ad_account a on a.id = e.ad_account_id
    where e.deleted_at is null and ${entityVisible(viewer, 'e')} and ${matches(keyword, id, texts)}
    order by ${orderByRelevance(keyword, id, texts)}, e.created_at desc, e.id desc limit ${MAX_RESULTS}`.execute(db);
  return found.rows;
}

/** Schemes that the viewer may see, by name. */
export async function findSchemes(db: Db, viewer: Viewer, keyword: string): Promise<FoundRow[]> {
  const id = sql`s.id`;
  const texts = [sql`s.name`];
  const found = await sql<FoundRow>`
    select s.id, s.name as label, concat_ws(' · ', '#' || s.id, u.name) as detail
    from scheme s left join sys_user u on u.id = s.owner_user_id
    where s.deleted_at is null and ${schemeVisible(viewer)} and ${matches(keyword, id, texts)}
    order by ${orderByRelevance(keyword, id, texts)}, s.name ${ORDER_ZH}, s.id limit ${MAX_RESULTS}`.execute(db);
  return found.rows;
}
