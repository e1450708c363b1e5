import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { isTransient } from '../../faults.ts';
import { lockCampaigns, recomputeStatus, type Trees } from './effective-status.sql.ts';
import type { EntityLevel } from './levels.ts';
import type { LoadedEntity } from './loaded-entity.ts';
import { takePlace } from './page-places.ts';

type Db = Kysely<Database>;
type EntityRef = Pick<LoadedEntity, 'level' | 'id'>;

/** Attempts of a transaction that fails because of another one. */
const MAX_ATTEMPTS = 5;

/** Runs the work in a transaction of its own and retries it after a conflict with another one. */
export async function inTransaction<T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!isTransient(error) || attempt >= MAX_ATTEMPTS) throw error;
    }
  }
}

/** The trees that a change of the object affects. */
export const toTrees = ({ level, id }: { level: EntityLevel; id: number }): Trees =>
  level === 'campaign' ? { campaignIds: [id] } : level === 'ad_group' ? { adGroupIds: [id] } : { adIds: [id] };

/** Writes whether the object is being pushed, synchronised or missing. Only an object being pushed becomes synchronised. */
export async function writeState(db: Db, entity: EntityRef, state: 'pushing' | 'synced' | 'missing', now: Date): Promise<void> {
  await lockCampaigns(db, toTrees(entity));
  await sql`
    update ${sql.table(entity.level)} set sync_state = ${state}, updated_at = ${now}
    where id = ${entity.id} and sync_state <> ${state} and (${state} <> 'synced' or sync_state = 'pushing')`.execute(db);
  await recomputeStatus(db, toTrees(entity), now);
}

/** Does the same in a transaction of its own. */
export const markState = (db: Db, entity: EntityRef, state: 'pushing' | 'synced' | 'missing', now: Date): Promise<void> =>
  inTransaction(db, (transaction) => writeState(transaction, entity, state, now));

/**
 * Reserves an ad place of a homepage for an ad before the channel is asked to open it; PAGE_AD_LIMIT when none is left. The ad keeps the
 * place while the outcome is unknown; call `release` once it is certain that the ad was not opened.
 */
export async function reservePlace(db: Db, ad: LoadedEntity, homepageId: number, now: Date): Promise<{ release: () => Promise<void> }> {
  await inTransaction(db, async (transaction) => {
    // Lock the campaign, then the ad, then its homepage: the same sequence as every write of an effective status.
    await lockCampaigns(transaction, toTrees(ad));
    await sql`select id from ad where id = ${ad.id} for no key update`.execute(transaction);
    await takePlace(transaction, homepageId, ad.id);
    await writeState(transaction, ad, 'pushing', now);
  });
  // An ad whose state was already unknown stays that way.
  return { release: async () => (ad.syncState === 'pushing' ? undefined : await markState(db, ad, 'synced', now)) };
}
