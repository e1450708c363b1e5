import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { isTransient } from '../../faults.ts';
import { holdCampaigns, recomputeStatus, type Trees } from './effective-status.sql.ts';
import type { EntityLevel } from './levels.ts';
import type { LoadedEntity } from './loaded-entity.ts';
import { takePlace } from './page-places.ts';

type Db = Kysely<Database>;
type Which = Pick<LoadedEntity, 'level' | 'id'>;

/** A transaction given up for another one's sake is tried again so often. */
const TRIES = 5;

/** In a transaction of its own, tried again where another one was in its way. */
export async function inTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!isTransient(error) || attempt >= TRIES) throw error;
    }
  }
}

/** Which trees a change of an object reaches. */
export const treesOf = ({ level, id }: { level: EntityLevel; id: number }): Trees =>
  level === 'campaign' ? { campaignIds: [id] } : level === 'ad_group' ? { adGroupIds: [id] } : { adIds: [id] };

/** Says that an object is, or is no longer, in a state that nobody knows. */
export async function markStateIn(db: Db, which: Which, state: 'pushing' | 'synced' | 'missing', now: Date): Promise<void> {
  await holdCampaigns(db, treesOf(which));
  await sql`
    update ${sql.table(which.level)} set sync_state = ${state}, updated_at = ${now}
    where id = ${which.id} and sync_state <> ${state} and (${state} <> 'synced' or sync_state = 'pushing')`.execute(db);
  await recomputeStatus(db, treesOf(which), now);
}

/** The same in a transaction of its own. */
export const markState = (db: Db, which: Which, state: 'pushing' | 'synced' | 'missing', now: Date): Promise<void> =>
  inTransaction(db, (transaction) => markStateIn(transaction, which, state, now));

/**
 * Takes a place on its page for an ad that is about to be opened, before the channel hears of it; PAGE_AD_LIMIT where none is left. It is
 * the ad's for as long as nobody knows what came of it: `letGo` is for whoever knows that nothing did.
 */
export async function holdPlace(db: Db, ad: LoadedEntity, homepageId: number, now: Date): Promise<{ letGo: () => Promise<void> }> {
  await inTransaction(db, async (transaction) => {
    // The campaign, then the ad, then its page, as whoever writes what an ad comes to.
    await holdCampaigns(transaction, treesOf(ad));
    await sql`select id from ad where id = ${ad.id} for no key update`.execute(transaction);
    await takePlace(transaction, homepageId, ad.id);
    await markStateIn(transaction, ad, 'pushing', now);
  });
  // What was not known of it before is not known now either.
  return { letGo: async () => (ad.syncState === 'pushing' ? undefined : await markState(db, ad, 'synced', now)) };
}
