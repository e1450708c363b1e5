import type { AuditEntry } from '../work-context.ts';
import { isConclusive } from './batch.rules.ts';
import type { AnyBatchType, LookupContext } from './batch-type.ts';
import { carriedOut, endingOf, writeEntries } from './carry-out.ts';
import { holdBatch, settle, type TakenItem, takeUnknown } from './items.repository.ts';

/** The person who ordered it; they may be gone by now. */
async function ordererOf({ db }: Pick<LookupContext, 'db'>, { user_id: userId }: TakenItem): Promise<{ userId: number; account: string }> {
  const { account } = await db.selectFrom('sys_user').select('account').where('id', '=', userId).executeTakeFirstOrThrow();
  return { userId, account };
}

/**
 * Looks for every unknown item whose time has come, once: 30 s, 2 min and 10 min after its outcome became unknown. Answers
 * how many were looked for and how many were settled.
 */
export async function reconcileItems(
  { db, now, channels, vault }: LookupContext,
  types: readonly AnyBatchType[],
  { signal, onError }: { signal: AbortSignal; onError: (error: unknown) => void },
): Promise<{ checked: number; settled: number }> {
  const known = new Map(types.filter((type) => type.reconcile !== undefined).map((type) => [type.type, type]));
  let checked = 0;
  let settled = 0;
  for (; known.size > 0; checked += 1) {
    signal.throwIfAborted();
    // Taken and given back at once, with its next time written: what is asked of the channel may take long.
    const item = await db.transaction().execute((transaction) => takeUnknown(transaction, [...known.keys()], now));
    const type = item && known.get(item.batch_type);
    if (item === undefined || type?.reconcile === undefined) break;
    const entries: AuditEntry[] = [];
    const audit = (entry: AuditEntry) => void entries.push(entry);
    const started = performance.now();
    const context = { db, now, channels, vault, audit, isConclusive: isConclusive(item.finished_at ?? now, now) };
    const outcome = await type.reconcile(context, carriedOut(item) as never).catch((error: unknown) => {
      onError(error);
      return { outcome: 'unknown' } as const;
    });
    if (outcome.outcome !== 'succeeded' && outcome.outcome !== 'failed') continue;
    const isSettled = await db.transaction().execute(async (transaction) => {
      await holdBatch(transaction, item.batch_id);
      const isNews = await settle(transaction, item, ['unknown'], endingOf(type, outcome), now);
      if (isNews && outcome.outcome === 'succeeded' && entries.length > 0) {
        const orderer = await ordererOf({ db: transaction }, item);
        await writeEntries(transaction, item, orderer, entries, { now, ms: performance.now() - started });
      }
      return isNews;
    });
    if (isSettled) settled += 1;
  }
  return { checked, settled };
}
