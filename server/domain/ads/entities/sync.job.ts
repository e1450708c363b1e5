import { type Kysely, sql } from 'kysely';
import { AdPlatformError, type RemoteEntity } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import type { Job } from '../../jobs/index.ts';
import { Refusal } from '../../refusal.ts';
import { openAccount } from './account-grant.ts';
import { recomputeStatus } from './effective-status.sql.ts';
import { advanceLearning } from './learning.sql.ts';
import { type EntityLevel, levels } from './levels.ts';
import { type AdoptingAccount, adoptUnknown } from './sync-adopt.ts';
import { applyRemote, busyObjects, markMissing, numbersOf, tellOfRejected } from './sync-known.ts';
import { inTransaction } from './sync-states.ts';

type JobContext = Parameters<Job['run']>[0];

/** Objects of one transaction. */
const AT_ONCE = 200;
/** How often everything is listed, and what is not there is found missing. */
const LISTED_EVERY_MS = 24 * 3_600_000;

interface SyncedAccount extends AdoptingAccount {
  name: string;
  platform_account_id: string;
  personal_account_id: number;
  entities_since: Date | null;
  entities_listed_at: Date | null;
}

interface Tally {
  read: number;
  changed: number;
  adopted: number;
  missing: number;
}

async function accountsOf(db: Kysely<Database>): Promise<SyncedAccount[]> {
  const { rows } = await sql<SyncedAccount>`
    select a.id, a.channel, a.biz, a.name, a.platform_account_id, a.personal_account_id, f.entities_since, f.entities_listed_at
    from ad_account a join personal_account p on p.id = a.personal_account_id left join fact_sync f on f.ad_account_id = a.id
    where a.deleted_at is null and p.deleted_at is null and p.status <> 'disabled' order by a.id`.execute(db);
  return rows;
}

async function* inParts(all: AsyncIterable<RemoteEntity>): AsyncGenerator<{ level: EntityLevel; part: RemoteEntity[] }> {
  let part: RemoteEntity[] = [];
  for await (const one of all) {
    const level = part[0]?.level;
    if (level !== undefined && (level !== one.level || part.length === AT_ONCE)) {
      yield { level, part };
      part = [];
    }
    part.push(one);
  }
  const level = part[0]?.level;
  if (level !== undefined) yield { level, part };
}

const latest = (dates: readonly Date[], from: Date): Date => new Date(Math.max(from.getTime(), ...dates.map((date) => date.getTime())));
const earliest = (dates: readonly Date[], to: Date): Date => new Date(Math.min(to.getTime(), ...dates.map((date) => date.getTime())));

/** Brings one account up to what the channel says; a part of the listing at a time, so that a long one holds nothing for long. */
async function syncAccount(context: JobContext, account: SyncedAccount): Promise<Tally> {
  const { db, now, signal } = context;
  const isComplete = account.entities_listed_at === null || now.getTime() - account.entities_listed_at.getTime() >= LISTED_EVERY_MS;
  const since = isComplete ? new Date(0) : (account.entities_since ?? new Date(0));
  const grant = await openAccount(context, { personalAccountId: account.personal_account_id, platformId: account.platform_account_id });
  const busy = await busyObjects(db, account.id);
  const known = isComplete ? await numbersOf(db, account.id) : null;
  const seen = { campaign: new Set<string>(), ad_group: new Set<string>(), ad: new Set<string>() };
  const tally: Tally = { read: 0, changed: 0, adopted: 0, missing: 0 };
  let newest = account.entities_since ?? new Date(0);
  const passedOver: Date[] = [];
  const waiting = new Set<string>();
  for await (const { level, part } of inParts(grant.platform.changedSince(grant.tok, account.platform_account_id, since))) {
    signal.throwIfAborted();
    for (const { id } of part) seen[level].add(id);
    const { applied, adopted } = await inTransaction(db, async (transaction) => {
      const done = await applyRemote(transaction, { accountId: account.id, level, remote: part, busy, asked: now });
      await tellOfRejected(transaction, done.rejected, now);
      return { applied: done, adopted: await adoptUnknown(transaction, account, level, done.unknown, { waiting, now }) };
    });
    newest = latest(
      part.map(({ updated_at }) => updated_at),
      newest,
    );
    passedOver.push(...applied.passedOver, ...adopted.passedOver.map(({ updated_at }) => updated_at));
    for (const { id } of adopted.passedOver) waiting.add(id);
    tally.read += part.length;
    tally.changed += applied.changed;
    tally.adopted += adopted.adopted;
  }
  await inTransaction(db, async (transaction) => {
    if (known !== null) {
      for (const level of levels) {
        const listing = { accountId: account.id, level, known: known[level], seen: seen[level] };
        tally.missing += await markMissing(transaction, { ...listing, busy, asked: now });
      }
    }
    await advanceLearning(transaction, account.id, now);
    await recomputeStatus(transaction, { accountIds: [account.id] }, now);
    // What changed on a level that had been listed already is part of the next run.
    const entities_since = earliest([...passedOver, now], newest);
    const synced = { entities_since, ...(isComplete ? { entities_listed_at: now } : {}), updated_at: now };
    await transaction
      .insertInto('fact_sync')
      .values({ ad_account_id: account.id, ...synced })
      .onConflict((conflict) => conflict.column('ad_account_id').doUpdateSet(synced))
      .execute();
  });
  return tally;
}

/** In words without anything secret; null for a fault of ours. */
const faultText = (error: unknown): string | null =>
  error instanceof AdPlatformError ? error.message : error instanceof Refusal ? error.reason : null;

/** Statuses, reviews and changes that were made on the channel itself; what was made there is taken over. */
export const syncEntities: Job = {
  key: 'entity.sync',
  name: { zh: '广告状态同步', en: 'Refresh ads' },
  cron: '*/15 * * * *',
  timeoutS: 1800,
  core: false,
  allowManual: true,
  async run(context) {
    const { db, now, signal, log } = context;
    const accounts = await accountsOf(db);
    const sum: Tally = { read: 0, changed: 0, adopted: 0, missing: 0 };
    let failed = 0;
    let fault: Error | undefined;
    /** False where it failed: said in the log, and thrown at the end where the fault is ours. */
    const attempt = async (account: SyncedAccount, work: () => Promise<void>): Promise<boolean> => {
      try {
        await work();
        return true;
      } catch (error) {
        signal.throwIfAborted();
        const text = faultText(error);
        if (text === null) fault ??= error instanceof Error ? error : new Error(String(error));
        log(`${account.platform_account_id} ${account.name}: ${text ?? (error instanceof Error ? error.message : 'failed')}`);
        return false;
      }
    };
    for (const account of accounts) {
      signal.throwIfAborted();
      const isSynced = await attempt(account, async () => {
        const tally = await syncAccount(context, account);
        for (const key of ['read', 'changed', 'adopted', 'missing'] as const) sum[key] += tally[key];
        if (tally.changed + tally.adopted + tally.missing > 0) {
          const { changed, adopted, missing } = tally;
          log(`${account.platform_account_id} ${account.name}: ${changed} changed, ${adopted} taken over, ${missing} missing`);
        }
      });
      if (isSynced) continue;
      failed += 1;
      // What it comes to depends on more than the channel: on the clock, and on the authorisation that was lost.
      await attempt(account, async () => {
        await inTransaction(db, (transaction) => recomputeStatus(transaction, { accountIds: [account.id] }, now));
      });
    }
    // A fault of ours is reported once every other account was served.
    if (fault !== undefined) throw fault;
    const { changed, adopted, missing } = sum;
    return {
      rowsIn: sum.read,
      rowsOut: changed + adopted + missing,
      message: `${accounts.length - failed} of ${accounts.length} accounts: ${changed} changed, ${adopted} taken over, ${missing} missing`,
    };
  },
};
