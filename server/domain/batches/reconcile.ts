import type { AuditEntry } from '../work-context.ts';
import { isConclusive } from './batch.rules.ts';
import type { AnyBatchType, LookupContext } from './batch-type.ts';
import { toBatchItem, toEnding, writeAuditEntries } from './item-context.ts';
import { lockBatch, settleItem, type TakenItem, takeUnknown } from './items.repository.ts';

/** The user who ordered the item, even if deleted meanwhile. */
async function loadOrderer(
  { db }: Pick<LookupContext, 'db'>,
  { user_id: userId }: TakenItem,
): Promise<{ userId: number; account: string }> {
  const { account } = await db.selectFrom('sys_user').select('account').where('id', '=', userId).executeTakeFirstOrThrow();
  return { userId, account };
}

/**
 * Checks every unknown item that is due: 30 s, 2 min and 10 min after its outcome became unknown. Returns how many were checked and how
 * many were settled.
 */
export async function reconcileItems(
  { db, now, channels, vault }: LookupContext,
  types: readonly AnyBatchType[],
  { signal, onError }: { signal: AbortSignal; onError: (error: unknown) => void },
): Promise<{ checked: number; settled: number }> {
  const reconcilable = new Map(types.filter((type) => type.reconcile !== undefined).map((type) => [type.type, type]));
  let checked = 0;
  let settled = 0;
  for (; reconcilable.size > 0; checked += 1) {
    signal.throwIfAborted();
    // The transaction only schedules the next check, because asking the channel may take long.
    const item = await db.transaction().execute((transaction) => takeUnknown(transaction, [...reconcilable.keys()], now));
    const type = item && reconcilable.get(item.batch_type);
    if (item === undefined || type?.reconcile === undefined) break;
    const entries: AuditEntry[] = [];
    const audit = (entry: AuditEntry) => void entries.push(entry);
    const started = performance.now();
    const context = { db, now, channels, vault, audit, isConclusive: isConclusive(item.finished_at ?? now, now) };
    const outcome = await type.reconcile(context, toBatchItem(item) as never).catch((error: unknown) => {
      onError(error);
      return { outcome: 'unknown' } as const;
    });
    if (outcome.outcome !== 'succeeded' && outcome.outcome !== 'failed') continue;
    const wasSettled = await db.transaction().execute(async (transaction) => {
      await lockBatch(transaction, item.batch_id);
      const wasSettled = await settleItem(transaction, item, ['unknown'], toEnding(type, outcome), now);
      if (wasSettled && outcome.outcome === 'succeeded' && entries.length > 0) {
        const orderer = await loadOrderer({ db: transaction }, item);
        await writeAuditEntries(transaction, item, orderer, entries, { now, ms: performance.now() - started });
      }
      return wasSettled;
    });
    if (wasSettled) settled += 1;
  }
  return { checked, settled };
}
