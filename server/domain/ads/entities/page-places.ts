import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { refuse } from '../../refusal.ts';
import { STATUSES_TAKING_A_PLACE } from './effective-status.rules.ts';

type Db = Kysely<Database>;

/** SQL: the ad places of homepage `h` that are taken, including those of ads being created or opened. */
export const placesTaken: RawBuilder<number> = sql<number>`(
  h.ads_active + (select count(*) from ad x where x.homepage_id = h.id and x.sync_state = 'pushing'))`;

/**
 * Takes one ad place of a homepage for an ad that is created or opened; PAGE_AD_LIMIT when none is left. The homepage stays locked until
 * the end of the transaction, and the caller marks the ad as being pushed in the same transaction, so that two ads never get the last
 * place. `adId` is an existing ad, whose own place does not count.
 */
export async function takePlace(db: Db, homepageId: number, adId: number | null = null): Promise<void> {
  await sql`select id from homepage where id = ${homepageId} for no key update`.execute(db);
  // Only a query that runs once the homepage is locked sees the changes of the previous lock holder.
  const found = await sql<{ used: number; limit: number }>`
    select ${placesTaken} - (
        select count(*) from ad x where x.id = ${adId}::bigint and x.homepage_id = h.id
          and (x.sync_state = 'pushing' or x.effective_status = any(${[...STATUSES_TAKING_A_PLACE]}::text[]))) as used, h.ad_limit as limit
    from homepage h where h.id = ${homepageId}`.execute(db);
  const row = found.rows[0];
  if (row === undefined) throw refuse('HOMEPAGE_UNUSABLE', { status: 'gone' });
  if (row.used >= row.limit) throw refuse('PAGE_AD_LIMIT', { used: row.used, limit: row.limit });
}
