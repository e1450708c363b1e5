import { AdPlatformError } from '#server/channel/ad-platform.ts';
import type { Job } from '../../jobs/index.ts';
import { Refusal } from '../../refusal.ts';
import { recomputeStatus } from './effective-status.sql.ts';
import { loadSyncedAccounts, type SyncedAccount, syncAccount, type Tally } from './sync-account.ts';
import { inTransaction } from './sync-state.ts';

/** A text without secrets for an expected fault; null for an unexpected error. */
const describeKnownFault = (error: unknown): string | null =>
  error instanceof AdPlatformError ? error.message : error instanceof Refusal ? error.reason : null;

/** Synchronises statuses, reviews and changes made on the channel, and adopts objects made there. */
export const syncEntities: Job = {
  key: 'entity.sync',
  name: { zh: '广告状态同步', en: 'Refresh ads' },
  cron: '*/15 * * * *',
  timeoutS: 1800,
  core: false,
  allowManual: true,
  async run(context) {
    const { db, now, signal, log } = context;
    const accounts = await loadSyncedAccounts(db);
    const total: Tally = { read: 0, changed: 0, adopted: 0, missing: 0 };
    let failed = 0;
    let fault: Error | undefined;
    /** Returns false after a failure, which is logged; an unexpected error is also rethrown at the end. */
    const attempt = async (account: SyncedAccount, work: () => Promise<void>): Promise<boolean> => {
      try {
        await work();
        return true;
      } catch (error) {
        signal.throwIfAborted();
        const text = describeKnownFault(error);
        if (text === null) fault ??= error instanceof Error ? error : new Error(String(error));
        log(`${account.platform_account_id} ${account.name}: ${text ?? (error instanceof Error ? error.message : 'failed')}`);
        return false;
      }
    };
    for (const account of accounts) {
      signal.throwIfAborted();
      const isSynced = await attempt(account, async () => {
        const tally = await syncAccount(context, account);
        for (const key of ['read', 'changed', 'adopted', 'missing'] as const) total[key] += tally[key];
        if (tally.changed + tally.adopted + tally.missing > 0) {
          const { changed, adopted, missing } = tally;
          log(`${account.platform_account_id} ${account.name}: ${changed} changed, ${adopted} taken over, ${missing} missing`);
        }
      });
      if (isSynced) continue;
      failed += 1;
      // The effective status also depends on the time and on the lost authorisation.
      await attempt(account, async () => {
        await inTransaction(db, (transaction) => recomputeStatus(transaction, { accountIds: [account.id] }, now));
      });
    }
    // An unexpected error is reported only after all other accounts were synchronised.
    if (fault !== undefined) throw fault;
    const { changed, adopted, missing } = total;
    return {
      rowsIn: total.read,
      rowsOut: changed + adopted + missing,
      message: `${accounts.length - failed} of ${accounts.length} accounts: ${changed} changed, ${adopted} taken over, ${missing} missing`,
    };
  },
};
