import { type Kysely, sql } from 'kysely';
import type { BatchStart } from '#contracts/endpoints/batches.ts';
import type { Database, ItemStatus } from '#server/database/schema.ts';
import type { CallContext } from '../call.ts';
import { isUniqueViolation } from '../faults.ts';
import { Refusal, refuse } from '../refusal.ts';
import { addShifts, type Shift, shiftOf } from './batch.rules.ts';
import { toFaultColumns } from './item-text.ts';
import { shiftCounts } from './items.repository.ts';
import { requeueBelow, requeueBranch } from './trees.repository.ts';

type Db = Kysely<Database>;

interface RetryCandidate {
  id: number;
  status: ItemStatus;
  retryable: boolean;
}

/** How often the update is tried when another batch takes one of the objects meanwhile. */
const MAX_TRIES = 3;

/**
 * Locks and returns the failed items to retry: the named ones, or all that may be retried. Refuses items that must not be repeated.
 * Unknown items are read without a lock, because settling one locks its row before the batch.
 */
async function selectRetryable(db: Db, batchId: number, itemIds: readonly number[] | undefined): Promise<number[]> {
  const { rows } = await sql<RetryCandidate>`
    with failed as (
      select id, status, retryable from batch_item where batch_id = ${batchId} and status = 'failed' order by id for no key update
    )
    select * from failed union all
    select id, status, retryable from batch_item where batch_id = ${batchId} and status = 'unknown' order by id`.execute(db);
  if (itemIds === undefined) {
    const failed = rows.filter((row) => row.status === 'failed' && row.retryable).map((row) => row.id);
    if (failed.length > 0) return failed;
    throw refuse(rows.some((row) => row.status === 'unknown') ? 'OUTCOME_UNKNOWN' : 'STATE_CHANGED');
  }
  const candidates = new Map(rows.map((row) => [row.id, row]));
  if (itemIds.some((id) => candidates.get(id)?.status === 'unknown')) throw refuse('OUTCOME_UNKNOWN');
  const wrong = itemIds.flatMap((id, index) => (candidates.get(id)?.retryable === true ? [] : [index]));
  if (wrong.length > 0) {
    throw new Refusal('VALIDATION', {
      faults: wrong.slice(0, 20).map((index) => ({ field: `item_ids.${index}`, rule: 'notRetryable' })),
    });
  }
  return [...itemIds];
}

/** Queues failed items again and returns their ids; an item whose object is held by another batch is left out. */
async function requeue(db: Db, ids: readonly number[], by: { userId: number; address: string }, now: Date): Promise<number[]> {
  for (let attempt = 1; ; attempt += 1) {
    await sql`savepoint requeue`.execute(db);
    try {
      const { rows } = await sql<{ id: number }>`
        update batch_item i set status = 'pending', attempt = i.attempt + 1, repeats = 0, user_id = ${by.userId}, address = ${by.address},
          code = null, reason = null, platform_code = null, platform_subcode = null, message = null, data = null, retryable = false,
          before = null, after = null, started_at = null, finished_at = null, client_tag = gen_random_uuid(), updated_at = ${now}
        where i.id = any(${ids}::bigint[]) and not (i.locks and exists (
          select 1 from batch_item o where o.target_type = i.target_type and o.target_id = i.target_id and o.locks
            and o.status in ('pending', 'running')
        ))
        returning i.id`.execute(db);
      return rows.map((row) => row.id);
    } catch (error) {
      if (!isUniqueViolation(error) || attempt >= MAX_TRIES) throw error;
      await sql`rollback to savepoint requeue`.execute(db);
    }
  }
}

/**
 * Queues the failed items of a batch again in the name of the requester, with the items that waited for them, those undone meanwhile, and
 * the closing items of their branches. Items whose object is held by another batch fail with ENTITY_BUSY. Returns the change of the
 * counts. The batch must be locked already.
 */
async function retryItems(
  db: Db,
  batchId: number,
  itemIds: readonly number[] | undefined,
  by: { userId: number; address: string },
  now: Date,
): Promise<Shift> {
  const ids = await selectRetryable(db, batchId, itemIds);
  const requeued = await requeue(db, ids, by, now);
  const busy = ids.filter((id) => !requeued.includes(id));
  const { code, reason } = toFaultColumns({ reason: 'ENTITY_BUSY' });
  await sql`
    update batch_item i set attempt = i.attempt + 1, code = ${code}, reason = ${reason}, message = null, finished_at = ${now}, updated_at = ${now},
      data = jsonb_build_object('batch_id', (
        select o.batch_id from batch_item o where o.target_type = i.target_type and o.target_id = i.target_id and o.locks
          and o.status in ('pending', 'running')
      ))
    where i.id = any(${busy}::bigint[])`.execute(db);
  const below = await requeueBelow(db, requeued, now, by);
  const around = await requeueBranch(db, [...requeued, ...below.ids], now, by);
  return [shiftOf('failed', 'pending', requeued.length), below.shift, around].reduce(addShifts);
}

/** Retries failed items of a batch that is locked already; `change` is stored in the operation log. */
export async function retryLockedBatch(
  context: CallContext,
  id: number,
  itemIds: readonly number[] | undefined,
  change: Readonly<Record<string, unknown>> = {},
): Promise<BatchStart> {
  const { db, now, caller, address, batches } = context;
  const shift = await retryItems(db, id, itemIds, { userId: caller.userId, address }, now);
  await db.updateTable('batch').set({ cancel_requested_at: null }).where('id', '=', id).execute();
  await shiftCounts(db, id, shift, now);
  const count = -shift.done;
  context.audit({
    targetType: 'batch',
    targetId: id,
    targetLabel: `#${id}`,
    summary: { codes: [`retried × ${count}`] },
    after: { retried: count, ...change },
  });
  context.afterCommit(() => batches.wake([id]));
  return await batches.loadStart(db, id);
}
