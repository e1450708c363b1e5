import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { CallContext } from '../call.ts';
import { writeOpLog } from '../people/index.ts';
import type { AuditEntry, Caller } from '../work-context.ts';
import type { AnyBatchType, BatchItem, ItemContext, Outcome, StoredUndo } from './batch-type.ts';
import * as items from './items.repository.ts';

/** The part of the context that is the same for every item. */
export type SharedContext = Pick<CallContext, 'limits' | 'menu' | 'ownership' | 'channels' | 'vault' | 'files'>;

interface StoredParams extends Readonly<Record<string, unknown>> {
  readonly undo?: StoredUndo;
}

/** The parameters an item runs with; an item that undoes another one has its own instead of those of the batch. */
export function splitStoredParams(
  { undo, ...itemParams }: StoredParams,
  batchParams: unknown,
): Pick<BatchItem, 'params' | 'itemParams' | 'expected'> {
  return { params: undo?.params ?? batchParams, itemParams, expected: undo?.expected ?? null };
}

/** The item in the form its batch type receives. */
export const toBatchItem = (item: items.TakenItem): BatchItem => ({
  id: item.id,
  batchId: item.batch_id,
  seq: item.seq,
  attempt: item.attempt,
  targetType: item.target_type,
  targetId: item.target_id,
  parentTag: item.parent_tag,
  label: item.label,
  clientTag: item.client_tag,
  sent: item.sent,
  ...splitStoredParams(item.params, item.batch_params),
});

/** Audit entries are collected instead of written, so that a failed item leaves none. */
export function createItemContext(
  { limits, menu, ownership, channels, vault, files }: SharedContext,
  { db, now, caller, item }: { db: Kysely<Database>; now: Date; caller: Caller; item: items.TakenItem },
): { context: ItemContext; entries: AuditEntry[] } {
  const entries: AuditEntry[] = [];
  const { language, address, reason } = item;
  const audit = (entry: AuditEntry) => void entries.push(entry);
  const shared = { limits, menu, ownership, channels, vault, files };
  const recordSent = async (sent: object) => {
    if (!(await items.recordSent(db, item, sent)))
      throw new Error(`batch ${item.batch_id} item ${item.seq} was given up before the channel was asked`);
  };
  return { context: { db, now, caller, language, address, reason, ...shared, audit, recordSent }, entries };
}

export async function writeAuditEntries(
  db: Kysely<Database>,
  item: items.TakenItem,
  caller: Pick<Caller, 'userId' | 'account'>,
  entries: readonly AuditEntry[],
  { now, ms }: { now: Date; ms: number },
): Promise<void> {
  // A rule acts in the name of an operator, but the log names the rule.
  const account = item.origin.startsWith('rule:') ? item.origin : caller.account;
  const common = { at: now, userId: caller.userId, account, action: item.action, ip: item.address, ok: true, code: 0, ms };
  await writeOpLog(
    db,
    entries.map((entry) => ({ ...entry, ...common })),
  );
}

export function toEnding(type: AnyBatchType, result: Outcome): items.Ending {
  const { outcome } = result;
  if (outcome === 'succeeded') {
    const { before, after, targetId, undoesBranch = false, warning } = result;
    return { to: outcome, before, after, targetId, undoesBranch, warning };
  }
  if (outcome === 'skipped') return { to: outcome, fault: result };
  if (outcome === 'failed') return { to: outcome, fault: result, retryable: type.retryable && result.retryable !== false };
  const { outcome: _outcome, reason = 'PLATFORM_UNKNOWN', ...fault } = result;
  return { to: outcome, fault: { ...fault, reason }, hasReconciler: type.reconcile !== undefined };
}
