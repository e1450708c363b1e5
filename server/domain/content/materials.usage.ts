import { type Kysely, sql } from 'kysely';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { materialUsage } from '#contracts/endpoints/materials.ts';
import type { Database } from '#server/database/schema.ts';
import { assetVisible } from '../assets/index.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import type { Viewer } from './material-scope.ts';

type Usage = ReplyOf<typeof materialUsage>;

/** Most rows of each kind. */
const MAX_ROWS = 200;

/** Ads, posts and ad account copies of a material that the reader may see. */
export async function loadUsage(db: Kysely<Database>, viewer: Viewer, id: number): Promise<Usage> {
  const homepage = assetVisible(viewer, 'homepage', { id: sql`h.id`, authoriser: sql`h.personal_account_id` });
  const account = assetVisible(viewer, 'ad_account', { id: sql`a.id`, authoriser: sql`a.personal_account_id` });
  const [ads, posts, accounts] = await Promise.all([
    sql<Usage['ads'][number]>`
      select x.id, x.name as label, jsonb_build_object('id', a.id, 'label', a.name) as account, x.effective_status
      from ad x join ad_account a on a.id = x.ad_account_id
      where x.material_id = ${id} and x.deleted_at is null and x.status <> 'DELETED' and ${userInScope(scopeOf(viewer), sql`x.owner_user_id`)}
      order by x.created_at desc, x.id desc limit ${MAX_ROWS}`.execute(db),
    sql<Usage['posts'][number]>`
      select po.id, coalesce(nullif(po.headline, ''), left(po.message, 60)) as label,
        jsonb_build_object('id', h.id, 'label', h.name) as homepage, po.status
      from post po join homepage h on h.id = po.homepage_id
      where po.material_id = ${id} and po.deleted_at is null and po.status <> 'deleted'
        and (${homepage} or ${userInScope(scopeOf(viewer), sql`po.owner_user_id`)})
      order by po.created_at desc, po.id desc limit ${MAX_ROWS}`.execute(db),
    sql<Omit<Usage['accounts'][number], 'updated_at'> & { updated_at: Date }>`
      select a.id, a.name as label, a.platform_account_id, ma.status, ma.error, ma.updated_at
      from material_asset ma join ad_account a on a.id = ma.ad_account_id
      where ma.material_id = ${id} and a.deleted_at is null and ${account}
      order by ma.updated_at desc, a.id limit ${MAX_ROWS}`.execute(db),
  ]);
  return { ads: ads.rows, posts: posts.rows, accounts: accounts.rows.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() })) };
}
