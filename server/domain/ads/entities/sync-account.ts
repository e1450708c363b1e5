import { type Kysely, sql } from 'kysely';
import { AdPlatformError, type Connector, type RemoteEntity } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import type { JobContext } from '../../jobs/index.ts';
import { type AccountGrant, openAccount } from './account-grant.ts';
import { keepChannelObjects } from './channel-objects.ts';
import { recomputeStatus } from './effective-status.sql.ts';
import { advanceLearning } from './learning.sql.ts';
import { type EntityLevel, levels } from './levels.ts';
import { type AdoptingAccount, adoptUnknown } from './sync-adopt.ts';
import { alertOwnersOfRejected, applyRemote, findUnlisted, loadBusyObjects, loadPlatformIds, markMissing } from './sync-known.ts';
import { inTransaction } from './sync-state.ts';

export type SyncContext = Pick<JobContext, 'db' | 'now' | 'signal' | 'channels' | 'vault' | 'log'>;

/** Objects per transaction. */
const ENTITIES_PER_TRANSACTION = 200;
/** Interval of complete listings, which find missing objects. */
const FULL_LISTING_INTERVAL_MS = 24 * 3_600_000;

export interface SyncedAccount extends AdoptingAccount {
  name: string;
  platform_account_id: string;
  personal_account_id: number;
  entities_since: Date | null;
  entities_listed_at: Date | null;
}

export interface Tally {
  read: number;
  changed: number;
  adopted: number;
  missing: number;
}

/** Accounts that can be synchronised: all of them, or one by its id on the channel. */
export async function loadSyncedAccounts(
  db: Kysely<Database>,
  only?: { connector: Connector; platformId: string },
): Promise<SyncedAccount[]> {
  const isWanted = only === undefined ? sql`true` : sql`a.connector = ${only.connector} and a.platform_account_id = ${only.platformId}`;
  const { rows } = await sql<SyncedAccount>`
    select a.id, a.channel, a.biz, a.name, a.platform_account_id, a.personal_account_id, f.entities_since, f.entities_listed_at
    from ad_account a join personal_account p on p.id = a.personal_account_id left join fact_sync f on f.ad_account_id = a.id
    where a.deleted_at is null and p.deleted_at is null and p.status <> 'disabled' and ${isWanted} order by a.id`.execute(db);
  return rows;
}

async function* splitIntoParts(all: AsyncIterable<RemoteEntity>): AsyncGenerator<{ level: EntityLevel; part: RemoteEntity[] }> {
  let part: RemoteEntity[] = [];
  for await (const entity of all) {
    const level = part[0]?.level;
    if (level !== undefined && (level !== entity.level || part.length === ENTITIES_PER_TRANSACTION)) {
      yield { level, part };
      part = [];
    }
    part.push(entity);
  }
  const level = part[0]?.level;
  if (level !== undefined) yield { level, part };
}

const latest = (dates: readonly Date[], from: Date): Date => new Date(Math.max(from.getTime(), ...dates.map((date) => date.getTime())));
const earliest = (dates: readonly Date[], to: Date): Date => new Date(Math.min(to.getTime(), ...dates.map((date) => date.getTime())));

/** Asks the channel once a day to tell changes by itself. Without that they are found by listing. */
async function watchChanges({ log }: SyncContext, { platform, tok, account }: AccountGrant): Promise<void> {
  try {
    await platform.watchChanges?.(tok, account);
  } catch (error) {
    if (!(error instanceof AdPlatformError)) throw error;
    log(`${account}: the channel will not tell changes by itself: ${error.message}`);
  }
}

/** Synchronises one account with the channel, one part of the listing per transaction, so that a long listing holds no locks for long. */
export async function syncAccount(context: SyncContext, account: SyncedAccount): Promise<Tally> {
  const { db, now, signal } = context;
  const isFullListing =
    account.entities_listed_at === null || now.getTime() - account.entities_listed_at.getTime() >= FULL_LISTING_INTERVAL_MS;
  const since = isFullListing ? new Date(0) : (account.entities_since ?? new Date(0));
  const grant = await openAccount(context, { personalAccountId: account.personal_account_id, platformId: account.platform_account_id });
  if (isFullListing) await watchChanges(context, grant);
  const busy = await loadBusyObjects(db, account.id);
  const known = isFullListing ? await loadPlatformIds(db, account.id) : null;
  const seen = { campaign: new Set<string>(), ad_group: new Set<string>(), ad: new Set<string>() };
  const tally: Tally = { read: 0, changed: 0, adopted: 0, missing: 0 };
  let newest = account.entities_since ?? new Date(0);
  const deferred: Date[] = [];
  const deferredIds = new Set<string>();
  for await (const { level, part } of splitIntoParts(grant.platform.changedSince(grant.tok, account.platform_account_id, since))) {
    signal.throwIfAborted();
    for (const { id } of part) seen[level].add(id);
    const { applied, adopted } = await inTransaction(db, async (transaction) => {
      const done = await applyRemote(transaction, { accountId: account.id, level, remote: part, busy, listedAt: now });
      await alertOwnersOfRejected(transaction, done.rejected, now);
      const adopting = await adoptUnknown(transaction, account, level, done.unknown, { deferredIds, now });
      await keepChannelObjects(transaction, { accountId: account.id, level, remote: part, now });
      return { applied: done, adopted: adopting };
    });
    newest = latest(
      part.map(({ updated_at }) => updated_at),
      newest,
    );
    deferred.push(...applied.deferred, ...adopted.deferred.map(({ updated_at }) => updated_at));
    for (const { id } of adopted.deferred) deferredIds.add(id);
    tally.read += part.length;
    tally.changed += applied.changed;
    tally.adopted += adopted.adopted;
  }
  for (const level of known === null ? [] : levels) {
    const listing = { accountId: account.id, level, known: known?.[level] ?? new Set<string>(), seen: seen[level], busy, listedAt: now };
    // A channel lists no deleted objects, so what a listing lacks is asked for by its id before it counts as missing.
    const remote: RemoteEntity[] = [];
    for (const { platform_id } of await findUnlisted(db, listing)) {
      signal.throwIfAborted();
      const found = await grant.platform.entityState(grant.tok, grant.account, level, platform_id);
      if (found !== null) remote.push(found);
    }
    for (const { id } of remote) seen[level].add(id);
    await inTransaction(db, async (transaction) => {
      tally.changed += (await applyRemote(transaction, { accountId: account.id, level, remote, busy, listedAt: now })).changed;
      tally.missing += await markMissing(transaction, listing);
    });
  }
  await inTransaction(db, async (transaction) => {
    await advanceLearning(transaction, account.id, now);
    await recomputeStatus(transaction, { accountIds: [account.id] }, now);
    // Changes on a level that was already listed belong to the next run.
    const entities_since = earliest([...deferred, now], newest);
    const synced = { entities_since, ...(isFullListing ? { entities_listed_at: now } : {}), updated_at: now };
    await transaction
      .insertInto('fact_sync')
      .values({ ad_account_id: account.id, ...synced })
      .onConflict((conflict) => conflict.column('ad_account_id').doUpdateSet(synced))
      .execute();
  });
  return tally;
}
