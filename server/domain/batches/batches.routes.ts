import { batchDetail } from '#contracts/endpoints/batch-detail.ts';
import * as batches from '#contracts/endpoints/batches.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { Reason } from '#contracts/endpoints/reasons.ts';
import { type CallContext, defineCall } from '../call.ts';
import { accessRefusal, requireDateOrder } from '../people/index.ts';
import { refuse, refuseField } from '../refusal.ts';
import { shiftOf } from './batch.rules.ts';
import {
  countItems,
  findVisibleItem,
  loadBatchPage,
  loadBatchTotals,
  loadItemPage,
  loadItemRow,
  type VisibleItem,
} from './batches.query.ts';
import { loadFailures } from './failures.query.ts';
import { toBatchItem } from './item-context.ts';
import { cancelPending, type Ending, loadItem, lockBatch, settleItem, shiftCounts } from './items.repository.ts';
import { prepareRepeat } from './repeat.query.ts';
import { retryLockedBatch } from './retry.ts';
import { undoBatches } from './undo.ts';
import { lockVisibleBatch, readerOf, requireVisibleBatch } from './visible-batch.ts';

const BATCH = 'batch';

async function cancel(context: CallContext, { batch_id: id }: RequestOf<typeof batches.cancelBatch>) {
  const { db, now } = context;
  const batch = await lockVisibleBatch(context, id);
  if (batch.finished_at !== null || batch.cancel_requested_at !== null) {
    context.unchanged();
    return await requireVisibleBatch(context, id);
  }
  await db.updateTable('batch').set({ cancel_requested_at: now }).where('id', '=', id).execute();
  const count = await cancelPending(db, id, now);
  await shiftCounts(db, id, shiftOf('pending', 'canceled', count), now);
  context.audit({
    targetType: BATCH,
    targetId: id,
    targetLabel: `#${id}`,
    summary: { codes: [`canceled × ${count}`] },
    after: { canceled: count },
  });
  // A running item that is put back into the queue is canceled then.
  context.afterCommit(() => context.batches.wake([id]));
  return await requireVisibleBatch(context, id);
}

async function retry(context: CallContext, { batch_id: id, item_ids }: RequestOf<typeof batches.retryBatch>) {
  await lockVisibleBatch(context, id);
  return await retryLockedBatch(context, id, item_ids);
}

/** The channel id that a person found for an unknown item, confirmed by the channel; null when the person says it was never made. */
async function confirmPlatformId(context: CallContext, request: RequestOf<typeof batches.resolveBatchItem>): Promise<string | null> {
  const { outcome, item_id, platform_id } = request;
  if (outcome === 'not_created') return null;
  if (platform_id === undefined) throw refuseField('platform_id', 'required');
  const item = await loadItem(context.db, item_id);
  const type = context.batches.findType(item.batch_type);
  if (type?.verify === undefined || (await type.verify(context, toBatchItem(item) as never, platform_id))) return platform_id;
  throw refuseField('platform_id', 'exists');
}

/** Applies a person's decision about an unknown item and returns how the item ends. */
async function applyResolution(context: CallContext, itemId: number, platformId: string | null): Promise<Ending> {
  const item = await loadItem(context.db, itemId);
  const targetId = await context.batches.findType(item.batch_type)?.applyResolution?.(context, toBatchItem(item) as never, platformId);
  if (platformId !== null) return { to: 'succeeded', after: { platform_id: platformId }, targetId };
  const text = { zh: '人工确认：未创建', en: 'Settled by hand: not created' };
  return { to: 'failed', fault: { reason: 'PLATFORM_UNKNOWN', text }, retryable: true };
}

/** Why the caller may not run batches of this type now; null when they may. */
function findTypeRefusal({ caller, batches: engine }: CallContext, name: string): Reason | null {
  const type = engine.findType(name);
  return type === undefined ? null : accessRefusal(type, caller);
}

/** The unknown item, if it waits for a person and the caller may settle it; refuses otherwise. */
async function requireResolvable(context: CallContext, id: number): Promise<VisibleItem> {
  const item = await findVisibleItem(context.db, context.caller, id);
  if (item === undefined) throw refuse('NOT_FOUND');
  const refusal = findTypeRefusal(context, item.batch_type);
  if (refusal !== null) throw refuse(refusal);
  if (item.status !== 'unknown') throw refuse('STATE_CHANGED');
  if (item.next_check_at !== null) throw refuse('OUTCOME_UNKNOWN');
  return item;
}

async function resolve(context: CallContext, request: RequestOf<typeof batches.resolveBatchItem>) {
  const { db, now, language } = context;
  const item = await requireResolvable(context, request.item_id);
  // No lock is held while the channel is asked.
  const platformId = await confirmPlatformId(context, request);
  await lockBatch(db, item.batch_id);
  await requireResolvable(context, request.item_id);
  await settleItem(db, item, ['unknown'], await applyResolution(context, item.id, platformId), now);
  context.audit({
    targetType: BATCH,
    targetId: item.batch_id,
    targetLabel: `#${item.batch_id}`,
    summary: { codes: [`item ${item.id}: ${request.outcome}`] },
    after: { item_id: item.id, outcome: request.outcome, platform_id: request.platform_id ?? null },
  });
  const row = await loadItemRow(db, language, item.id);
  if (row === undefined) throw refuse('NOT_FOUND');
  return row;
}

/** Users see and control their own batches from any page; leaders and administrators also those of others. */
export const batchRouteCalls = [
  defineCall({
    endpoint: batches.listBatches,
    audit: 'read',
    async handle(context, request) {
      const { db, caller } = context;
      requireDateOrder(request);
      const page = request.page ?? 1;
      const limit = request.page_size ?? 20;
      const [{ batches: total, totals }, list] = await Promise.all([
        loadBatchTotals(db, caller, request),
        loadBatchPage(db, readerOf(context), { ...request, limit, offset: (page - 1) * limit }),
      ]);
      return { list, total, page, page_size: limit, totals };
    },
  }),
  defineCall({
    endpoint: batchDetail,
    audit: 'read',
    async handle(context, { batch_id: id }) {
      const row = await requireVisibleBatch(context, id);
      const failures = row.fail === 0 ? [] : await loadFailures(context, row);
      return { ...row, failures, again: row.finished_at === null ? null : await prepareRepeat(context, row) };
    },
  }),
  defineCall({
    endpoint: batches.batchItems,
    audit: 'read',
    async handle(context, request) {
      const { db, caller } = context;
      const { type } = await requireVisibleBatch(context, request.batch_id);
      const canSettle = findTypeRefusal(context, type) === null;
      const page = request.page ?? 1;
      const limit = request.page_size ?? 20;
      const [total, list] = await Promise.all([
        countItems(db, caller, request),
        loadItemPage(db, context, { ...request, limit, offset: (page - 1) * limit }),
      ]);
      return { list: list.map((row) => ({ ...row, resolvable: row.resolvable && canSettle })), total, page, page_size: limit };
    },
  }),
  defineCall({ endpoint: batches.cancelBatch, audit: 'write', subject: BATCH, handle: cancel }),
  defineCall({
    endpoint: batches.retryBatch,
    audit: 'write',
    subject: BATCH,
    handle: retry,
    complete: (context, answer) => context.batches.waitForEnd(context.db, answer),
  }),
  defineCall({
    endpoint: batches.undoBatches,
    audit: 'write',
    subject: BATCH,
    handle: undoBatches,
    complete: (context, answer) => context.batches.waitForEnd(context.db, answer),
  }),
  defineCall({ endpoint: batches.resolveBatchItem, audit: 'write', subject: BATCH, handle: resolve }),
];
