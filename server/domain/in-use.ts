import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { EffectiveStatus } from '#server/database/schema-launches.ts';
import { refuse } from './refusal.ts';

type Db = Kysely<Database>;

/** With these something runs, or will as soon as what it waits for is over; also a campaign that is on and waits for ads. */
export const UNDER_WAY: readonly EffectiveStatus[] = ['ACTIVE', 'PENDING_REVIEW', 'IN_PROCESS', 'SCHEDULED', 'WITH_ISSUES', 'ADS_OFF'];

const underWay = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.deleted_at`)} is null and ${sql.ref(`${alias}.effective_status`)} = any(${[...UNDER_WAY]}::text[]))`;

/** What ads are made of and made with. */
export type Used =
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

/** SQL: the ads `x` that use it, whatever becomes of them. */
const users: Readonly<Record<Used, (id: number) => RawBuilder<boolean>>> = {
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

/** Ads under way that use it. */
export const adsUnderWay = (db: Db, used: Used, id: number): Promise<number> =>
  count(db, sql<{ count: number }>`select count(*) as count from ad x where ${users[used](id)} and ${underWay('x')}`);

/** Campaigns with ads under way that use it; of an ad account also those without ads. */
function campaignsUnderWay(db: Db, used: Used, id: number): Promise<number> {
  if (used === 'ad_account') {
    return count(db, sql<{ count: number }>`select count(*) as count from campaign c where c.ad_account_id = ${id} and ${underWay('c')}`);
  }
  return count(
    db,
    sql<{ count: number }>`select count(distinct x.campaign_id) as count from ad x where ${users[used](id)} and ${underWay('x')}`,
  );
}

/** CONTENT_IN_USE while ads advertise the drama or product. */
export async function requireUnadvertised(db: Db, used: 'drama' | 'product', id: number): Promise<void> {
  const ads = await adsUnderWay(db, used, id);
  if (ads > 0) throw refuse('CONTENT_IN_USE', { count: ads });
}

/** MATERIAL_IN_USE while any ad shows it that was not deleted. */
export async function requireUnshown(db: Db, id: number): Promise<void> {
  const ads = await count(
    db,
    sql<{
      count: number;
    }>`select count(*) as count from ad x where x.material_id = ${id} and x.deleted_at is null and x.status <> 'DELETED'`,
  );
  if (ads > 0) throw refuse('MATERIAL_IN_USE', { count: ads });
}

/** POST_IN_USE while ads promote it. */
export async function requireUnpromoted(db: Db, id: number): Promise<void> {
  const ads = await adsUnderWay(db, 'post', id);
  if (ads > 0) throw refuse('POST_IN_USE', { count: ads });
}

/** LANDING_IN_USE while ads lead to the landing page, or to one that is online on the site. */
export async function requireUnvisited(db: Db, used: 'landing_page' | 'site', id: number): Promise<void> {
  const ads = await adsUnderWay(db, used, id);
  if (ads > 0) throw refuse('LANDING_IN_USE', { count: ads });
}

/** ASSET_IN_USE while campaigns run with it. */
export async function requireIdle(db: Db, used: 'homepage' | 'pixel' | 'ad_account' | 'personal_account', id: number): Promise<void> {
  const campaigns = await campaignsUnderWay(db, used, id);
  if (campaigns > 0) throw refuse('ASSET_IN_USE', { count: campaigns });
}

/** ASSET_IN_USE while campaigns of the account run with the pixel. */
export async function requireUnmeasured(db: Db, { pixel_id, ad_account_id }: { pixel_id: number; ad_account_id: number }): Promise<void> {
  const campaigns = await count(
    db,
    sql<{ count: number }>`select count(distinct g.campaign_id) as count from ad_group g
      where g.pixel_id = ${pixel_id} and g.ad_account_id = ${ad_account_id} and ${underWay('g')}`,
  );
  if (campaigns > 0) throw refuse('ASSET_IN_USE', { count: campaigns });
}
