import { batchDetail } from '#contracts/endpoints/batch-detail.ts';
import * as batches from '#contracts/endpoints/batches.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { Reason } from '#contracts/endpoints/reasons.ts';
import { type CallContext, defineCall } from '../call.ts';
import { refusalOf, requireDates } from '../people/index.ts';
import { refuse, refuseField } from '../refusal.ts';
import { orderedAgain } from './again.query.ts';
import { shiftOf } from './batch.rules.ts';
import { batchRow, batchTotals, countItems, itemRow, pageOfBatches, pageOfItems, type VisibleItem, visibleItem } from './batches.query.ts';
import { carriedOut } from './carry-out.ts';
import { cancelPending, type Ending, holdBatch, itemOf, settle, shiftCounts } from './items.repository.ts';
import { retryItems } from './retry.ts';

const BATCH = 'batch';

/** The batch, locked, if the caller sees it; 404 otherwise. */
async function lockedBatch(context: CallContext, id: number) {
  const row = await batchRow(context.db, context, id);
  if (row === undefined) throw refuse('NOT_FOUND');
  return await context.db
    .selectFrom('batch')
    .select(['id', 'finished_at', 'cancel_requested_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

async function shown(context: Pick<CallContext, 'db' | 'caller' | 'menu'>, id: number) {
  const row = await batchRow(context.db, context, id);
  if (row === undefined) throw refuse('NOT_FOUND');
  return row;
}

async function cancel(context: CallContext, { batch_id: id }: RequestOf<typeof batches.cancelBatch>) {
  const { db, now } = context;
  const batch = await lockedBatch(context, id);
  if (batch.finished_at !== null || batch.cancel_requested_at !== null) {
    context.unchanged();
    return await shown(context, id);
  }
  await db.updateTable('batch').set({ cancel_requested_at: now }).where('id', '=', id).execute();
  const count = await cancelPending(db, id, now);
  await shiftCounts(db, id, shiftOf('pending', 'canceled', count), now);
  context.audit({ targetType: BATCH, targetId: id, targetLabel: `#${id}`, summary: `canceled × ${count}`, after: { canceled: count } });
  // Whatever was under way and is given back is canceled then.
  context.afterCommit(() => context.batches.wake([id]));
  return await shown(context, id);
}

async function retry(context: CallContext, { batch_id: id, item_ids }: RequestOf<typeof batches.retryBatch>) {
  const { db, now, caller, address } = context;
  await lockedBatch(context, id);
  const shift = await retryItems(db, id, item_ids, { userId: caller.userId, address }, now);
  await db.updateTable('batch').set({ cancel_requested_at: null }).where('id', '=', id).execute();
  await shiftCounts(db, id, shift, now);
  const count = -shift.done;
  context.audit({ targetType: BATCH, targetId: id, targetLabel: `#${id}`, summary: `retried × ${count}`, after: { retried: count } });
  context.afterCommit(() => context.batches.wake([id]));
  return await context.batches.started(db, id);
}

/** The number a person found an unknown item under, which the channel confirms; null where it was never made. */
async function numberFound(context: CallContext, request: RequestOf<typeof batches.resolveBatchItem>): Promise<string | null> {
  const { outcome, item_id, platform_id } = request;
  if (outcome === 'not_created') return null;
  if (platform_id === undefined) throw refuseField('platform_id', 'required');
  const item = await itemOf(context.db, item_id);
  const type = context.batches.typeOf(item.batch_type);
  if (type?.verify === undefined || (await type.verify(context, carriedOut(item) as never, platform_id))) return platform_id;
  throw refuseField('platform_id', 'exists');
}

/** What a person found out about an unknown item. */
async function foundOut(context: CallContext, itemId: number, platformId: string | null): Promise<Ending> {
  const item = await itemOf(context.db, itemId);
  const targetId = await context.batches.typeOf(item.batch_type)?.settled?.(context, carriedOut(item) as never, platformId);
  if (platformId !== null) return { to: 'succeeded', after: { platform_id: platformId }, targetId };
  const text = { zh: '人工确认:未创建', en: 'Settled by hand: not created' };
  return { to: 'failed', fault: { reason: 'PLATFORM_UNKNOWN', text }, retryable: true };
}

/** Why the caller may not do now what batches of a type do; null where they may. */
function refusalOfType({ caller, batches: engine }: CallContext, name: string): Reason | null {
  const type = engine.typeOf(name);
  return type === undefined ? null : refusalOf(type, caller);
}

/** An unknown item that waits for a person, and that the caller may settle. */
async function requireUnknown(context: CallContext, id: number): Promise<VisibleItem> {
  const item = await visibleItem(context.db, context.caller, id);
  if (item === undefined) throw refuse('NOT_FOUND');
  const refusal = refusalOfType(context, item.batch_type);
  if (refusal !== null) throw refuse(refusal);
  if (item.status !== 'unknown') throw refuse('STATE_CHANGED');
  if (item.next_check_at !== null) throw refuse('OUTCOME_UNKNOWN');
  return item;
}

async function resolve(context: CallContext, request: RequestOf<typeof batches.resolveBatchItem>) {
  const { db, now, language } = context;
  const item = await requireUnknown(context, request.item_id);
  // Nothing is held while the channel is asked.
  const platformId = await numberFound(context, request);
  await holdBatch(db, item.batch_id);
  await requireUnknown(context, request.item_id);
  await settle(db, item, ['unknown'], await foundOut(context, item.id, platformId), now);
  context.audit({
    targetType: BATCH,
    targetId: item.batch_id,
    targetLabel: `#${item.batch_id}`,
    summary: `item ${item.id}: ${request.outcome}`,
    after: { item_id: item.id, outcome: request.outcome, platform_id: request.platform_id ?? null },
  });
  const row = await itemRow(db, language, item.id);
  if (row === undefined) throw refuse('NOT_FOUND');
  return row;
}

/** Everybody sees and steers their own batches, on whichever page they were ordered; leaders and administrators those of others. */
export const batchRouteCalls = [
  defineCall({
    endpoint: batches.listBatches,
    audit: 'read',
    async handle({ db, caller, menu }, request) {
      requireDates(request);
      const page = request.page ?? 1;
      const limit = request.page_size ?? 20;
      const [{ batches: total, totals }, list] = await Promise.all([
        batchTotals(db, caller, request),
        pageOfBatches(db, { caller, menu }, { ...request, limit, offset: (page - 1) * limit }),
      ]);
      return { list, total, page, page_size: limit, totals };
    },
  }),
  defineCall({
    endpoint: batchDetail,
    audit: 'read',
    async handle(context, { batch_id: id }) {
      const row = await shown(context, id);
      return { ...row, again: row.finished_at === null ? null : await orderedAgain(context, row) };
    },
  }),
  defineCall({
    endpoint: batches.batchItems,
    audit: 'read',
    async handle(context, request) {
      const { db, caller } = context;
      const { type } = await shown(context, request.batch_id);
      const maySettle = refusalOfType(context, type) === null;
      const page = request.page ?? 1;
      const limit = request.page_size ?? 20;
      const [total, list] = await Promise.all([
        countItems(db, caller, request),
        pageOfItems(db, context, { ...request, limit, offset: (page - 1) * limit }),
      ]);
      return { list: list.map((row) => ({ ...row, resolvable: row.resolvable && maySettle })), total, page, page_size: limit };
    },
  }),
  defineCall({ endpoint: batches.cancelBatch, audit: 'write', subject: BATCH, handle: cancel }),
  defineCall({
    endpoint: batches.retryBatch,
    audit: 'write',
    subject: BATCH,
    handle: retry,
    complete: (context, answer) => context.batches.answer(context.db, answer),
  }),
  defineCall({ endpoint: batches.resolveBatchItem, audit: 'write', subject: BATCH, handle: resolve }),
];
