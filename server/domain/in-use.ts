import { type Kysely, type RawBuilder, sql } from 'kysely';
import { runningStatuses } from '#contracts/vocabulary/launches.ts';
import type { Database } from '#server/database/schema.ts';
import { refuse } from './refusal.ts';

type Db = Kysely<Database>;

const isRunning = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.deleted_at`)} is null and ${sql.ref(`${alias}.effective_status`)} = any(${[...runningStatuses]}::text[]))`;

/** Objects that ads can use. */
export type UsedObject =
  | 'drama'
  | 'product'
  | 'material'
  | 'post'
  | 'landing_page'
  | 'homepage'
  | 'pixel'
  | 'ad_account'
  | 'personal_account'
  | 'site';

/** SQL: the ads `x` that use the object, in any status. */
const usesObject: Readonly<Record<UsedObject, (id: number) => RawBuilder<boolean>>> = {
  drama: (id) => sql`x.drama_id = ${id}`,
  product: (id) => sql`x.product_id = ${id}`,
  material: (id) => sql`x.material_id = ${id}`,
  post: (id) => sql`x.post_id = ${id}`,
  landing_page: (id) => sql`x.landing_page_id = ${id}`,
  homepage: (id) => sql`x.homepage_id = ${id}`,
  pixel: (id) => sql`(x.pixel_id = ${id} or x.ad_group_id in (select g.id from ad_group g where g.pixel_id = ${id}))`,
  ad_account: (id) => sql`x.ad_account_id = ${id}`,
  personal_account: (id) =>
    sql`x.ad_account_id in (select a.id from ad_account a where a.personal_account_id = ${id} and a.deleted_at is null)`,
  site: (id) =>
    sql`x.landing_page_id in (select l.id from landing_page l where l.site_id = ${id} and l.status = 'online' and l.deleted_at is null)`,
};

async function count(db: Db, query: RawBuilder<{ count: number }>): Promise<number> {
  return (await query.execute(db)).rows[0]?.count ?? 0;
}

/** Counts the running ads that use the object. */
export const countRunningAds = (db: Db, used: UsedObject, id: number): Promise<number> =>
  count(db, sql<{ count: number }>`select count(*) as count from ad x where ${usesObject[used](id)} and ${isRunning('x')}`);

/** Counts the campaigns with running ads that use the object; for an ad account also those without ads. */
function countRunningCampaigns(db: Db, used: UsedObject, id: number): Promise<number> {
  if (used === 'ad_account') {
    return count(db, sql<{ count: number }>`select count(*) as count from campaign c where c.ad_account_id = ${id} and ${isRunning('c')}`);
  }
  return count(
    db,
    sql<{ count: number }>`select count(distinct x.campaign_id) as count from ad x where ${usesObject[used](id)} and ${isRunning('x')}`,
  );
}

/** Refuses with CONTENT_IN_USE while running ads use the drama or product. */
export async function requireContentUnused(db: Db, used: 'drama' | 'product', id: number): Promise<void> {
  const ads = await countRunningAds(db, used, id);
  if (ads > 0) throw refuse('CONTENT_IN_USE', { count: ads });
}

/** Refuses with MATERIAL_IN_USE while any ad that is not deleted uses the material. */
export async function requireMaterialUnused(db: Db, id: number): Promise<void> {
  const ads = await count(
    db,
    sql<{
      count: number;
    }>`select count(*) as count from ad x where x.material_id = ${id} and x.deleted_at is null and x.status <> 'DELETED'`,
  );
  if (ads > 0) throw refuse('MATERIAL_IN_USE', { count: ads });
}

/** Refuses with POST_IN_USE while running ads use the post. */
export async function requirePostUnused(db: Db, id: number): Promise<void> {
  const ads = await countRunningAds(db, 'post', id);
  if (ads > 0) throw refuse('POST_IN_USE', { count: ads });
}

/** Refuses with LANDING_IN_USE while running ads link to the landing page, or to an online one of the site. */
export async function requireLandingUnused(db: Db, used: 'landing_page' | 'site', id: number): Promise<void> {
  const ads = await countRunningAds(db, used, id);
  if (ads > 0) throw refuse('LANDING_IN_USE', { count: ads });
}

/** Refuses with ASSET_IN_USE while running campaigns use the asset. */
export async function requireAssetUnused(
  db: Db,
  used: 'homepage' | 'pixel' | 'ad_account' | 'personal_account',
  id: number,
): Promise<void> {
  const campaigns = await countRunningCampaigns(db, used, id);
  if (campaigns > 0) throw refuse('ASSET_IN_USE', { count: campaigns });
}

/** Refuses with ASSET_IN_USE while running campaigns of the account use the pixel. */
export async function requirePixelShareUnused(
  db: Db,
  { pixel_id, ad_account_id }: { pixel_id: number; ad_account_id: number },
): Promise<void> {
  const campaigns = await count(
    db,
    sql<{ count: number }>`select count(distinct g.campaign_id) as count from ad_group g
      where g.pixel_id = ${pixel_id} and g.ad_account_id = ${ad_account_id} and ${isRunning('g')}`,
  );
  if (campaigns > 0) throw refuse('ASSET_IN_USE', { count: campaigns });
}
