import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { refuse } from '../../refusal.ts';
import { onPage } from './effective-status.rules.ts';

type Db = Kysely<Database>;

/** SQL: places for ads of the homepage `h` that are taken, also by ads that are just being made or opened. */
export const placesTaken: RawBuilder<number> = sql<number>`(
  h.ads_active + (select count(*) from ad x where x.homepage_id = h.id and x.sync_state = 'pushing'))`;

/**
 * One more place on a page for an ad that is made or opened: PAGE_AD_LIMIT where it is full. The page is held until the end of the
 * transaction; whoever takes a place says in the same transaction that the ad is being pushed, so that no two ever get the last one.
 * `adId`: the ad that is there already; what it takes itself does not count.
 */
export async function takePlace(db: Db, homepageId: number, adId: number | null = null): Promise<void> {
  await sql`select id from homepage where id = ${homepageId} for no key update`.execute(db);
  // Only what is asked once the page is held sees what whoever held it before left there.
  const found = await sql<{ used: number; limit: number }>`
    select ${placesTaken} - (
        select count(*) from ad x where x.id = ${adId}::bigint and x.homepage_id = h.id
          and (x.sync_state = 'pushing' or x.effective_status = any(${[...onPage]}::text[]))) as used, h.ad_limit as limit
    from homepage h where h.id = ${homepageId}`.execute(db);
  const row = found.rows[0];
  if (row === undefined) throw refuse('HOMEPAGE_UNUSABLE', { status: 'gone' });
  if (row.used >= row.limit) throw refuse('PAGE_AD_LIMIT', { used: row.used, limit: row.limit });
}
