import { type Kysely, sql } from 'kysely';
import { AdPlatformError, type Channels, type Connector, type NoticedChange } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import type { Clock } from '../../clock.ts';
import { Refusal } from '../../refusal.ts';
import type { Vault } from '../../vault.ts';
import { openAccount } from './account-grant.ts';
import { keepChannelObjects } from './channel-objects.ts';
import { recomputeStatus } from './effective-status.sql.ts';
import { type EntityLevel, levels, platformColumn } from './levels.ts';
import { loadSyncedAccounts, type SyncedAccount, syncAccount } from './sync-account.ts';
import { alertOwnersOfRejected, applyRemote, loadBusyObjects } from './sync-known.ts';
import { inTransaction, toTrees } from './sync-state.ts';

/** More objects of an account than this are listed, which costs fewer calls than reading them one by one. */
const MAX_SINGLE_READS = 10;

interface NoticeContext {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly channels: Channels;
  readonly vault: Vault;
  /** Receives unexpected errors. */
  readonly onError: (error: unknown) => void;
}

export interface NoticedObjects {
  /** Has the objects read again in the background. */
  add(connector: Connector, changes: readonly NoticedChange[]): void;
  /** Resolves when nothing is left to read. */
  settled(): Promise<void>;
  /** Begins no more reads and waits for the running one. */
  stop(): Promise<void>;
}

async function findObjects(
  db: Kysely<Database>,
  account: SyncedAccount,
  platformIds: readonly string[],
): Promise<{ level: EntityLevel; id: number; platformId: string }[]> {
  const found: { level: EntityLevel; id: number; platformId: string }[] = [];
  for (const level of levels) {
    const platform = sql.ref(platformColumn[level]);
    const { rows } = await sql<{ id: number; platform_id: string }>`
      select id, ${platform} as platform_id from ${sql.table(level)}
      where ad_account_id = ${account.id} and ${platform} = any(${[...platformIds]}::text[]) order by id`.execute(db);
    found.push(...rows.map(({ id, platform_id }) => ({ level, id, platformId: platform_id })));
  }
  return found;
}

/**
 * Reads objects that changed on a network as soon as it tells so. Only what is read counts, so that notices may be late, repeated or out
 * of order. What cannot be read now, is unknown here or has a batch working on it is left to the next listing.
 */
export function createNoticedObjects({ db, clock, channels, vault, onError }: NoticeContext): NoticedObjects {
  const waiting = new Map<string, { connector: Connector; account: string; ids: Set<string> }>();
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  async function readObjects(account: SyncedAccount, ids: readonly string[]): Promise<void> {
    const objects = await findObjects(db, account, ids);
    if (objects.length === 0) return;
    const now = clock.now();
    if (objects.length > MAX_SINGLE_READS) {
      await syncAccount({ db, now, channels, vault, signal: stopping.signal, log: () => undefined }, account);
      return;
    }
    const access = { personalAccountId: account.personal_account_id, platformId: account.platform_account_id };
    const grant = await openAccount({ db, channels, vault }, access);
    for (const { level, id, platformId } of objects) {
      stopping.signal.throwIfAborted();
      const busy = await loadBusyObjects(db, account.id);
      const listedAt = clock.now();
      const found = await grant.platform.entityState(grant.tok, grant.account, level, platformId);
      if (found === null) continue;
      await inTransaction(db, async (transaction) => {
        const { rejected } = await applyRemote(transaction, { accountId: account.id, level, remote: [found], busy, listedAt });
        await alertOwnersOfRejected(transaction, rejected, listedAt);
        await keepChannelObjects(transaction, { accountId: account.id, level, remote: [found], now: listedAt });
        await recomputeStatus(transaction, toTrees({ level, id }), listedAt);
      });
    }
  }

  async function work(): Promise<void> {
    for (const [key, { connector, account, ids }] of waiting) {
      if (stopping.signal.aborted) return;
      waiting.delete(key);
      try {
        const [synced] = await loadSyncedAccounts(db, { connector, platformId: account });
        if (synced !== undefined) await readObjects(synced, [...ids]);
      } catch (error) {
        const isExpected = error instanceof AdPlatformError || error instanceof Refusal || stopping.signal.aborted;
        if (!isExpected) onError(error);
      }
    }
  }

  function start(): void {
    running ??= work().finally(() => {
      running = undefined;
      // What was added just as the work ended.
      if (waiting.size > 0 && !stopping.signal.aborted) start();
    });
  }

  return {
    add: (connector, changes) => {
      for (const { account, id } of changes) {
        const key = `${connector} ${account}`;
        const known = waiting.get(key);
        if (known === undefined) waiting.set(key, { connector, account, ids: new Set([id]) });
        else known.ids.add(id);
      }
      start();
    },
    settled: async () => {
      while (running !== undefined) await running;
    },
    stop: async () => {
      stopping.abort(new Error('the server is stopping'));
      await running;
    },
  };
}
