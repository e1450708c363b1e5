import { type Kysely, sql } from 'kysely';
import type { Database, ItemStatus } from '#server/database/schema.ts';
import { isUniqueViolation } from '../faults.ts';
import { Refusal, refuse } from '../refusal.ts';
import { plus, type Shift, shiftOf } from './batch.rules.ts';
import { keptFault } from './item-text.ts';
import { takeUpAround, takeUpBelow } from './trees.repository.ts';

type Db = Kysely<Database>;

interface Failed {
  id: number;
  status: ItemStatus;
  retryable: boolean;
}

/** Somebody takes an object between looking and taking: looked at anew so often. */
const TRIES = 3;

/**
 * The failed items that are meant: all that may be repeated, or those named. Refuses what must not be repeated. Unknown ones are only
 * looked at: an answer that settles one has its row before it has that of the batch.
 */
async function meant(db: Db, batchId: number, itemIds: readonly number[] | undefined): Promise<number[]> {
  const { rows } = await sql<Failed>`
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
  const known = new Map(rows.map((row) => [row.id, row]));
  if (itemIds.some((id) => known.get(id)?.status === 'unknown')) throw refuse('OUTCOME_UNKNOWN');
  const wrong = itemIds.flatMap((id, index) => (known.get(id)?.retryable === true ? [] : [index]));
  if (wrong.length > 0) {
    throw new Refusal('VALIDATION', {
      faults: wrong.slice(0, 20).map((index) => ({ field: `item_ids.${index}`, rule: 'notRetryable' })),
    });
  }
  return [...itemIds];
}

/** Puts failed items in line again; one whose object another batch has stays failed with ENTITY_BUSY. Answers the ids in line. */
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
      if (!isUniqueViolation(error) || attempt >= TRIES) throw error;
      await sql`rollback to savepoint requeue`.execute(db);
    }
  }
}

/**
 * Puts the failed items of a batch in line again, with what waited for them, what was taken back meanwhile, and what closes their branches, in the name of whoever asks.
 * Answers how the counts move. The row of the batch is locked already.
 */
export async function retryItems(
  db: Db,
  batchId: number,
  itemIds: readonly number[] | undefined,
  by: { userId: number; address: string },
  now: Date,
): Promise<Shift> {
  const ids = await meant(db, batchId, itemIds);
  const inLine = await requeue(db, ids, by, now);
  const busy = ids.filter((id) => !inLine.includes(id));
  const { code, reason } = keptFault({ reason: 'ENTITY_BUSY' });
  await sql`
    update batch_item i set attempt = i.attempt + 1, code = ${code}, reason = ${reason}, message = null, finished_at = ${now}, updated_at = ${now},
      data = jsonb_build_object('batch_id', (
        select o.batch_id from batch_item o where o.target_type = i.target_type and o.target_id = i.target_id and o.locks
          and o.status in ('pending', 'running')
      ))
    where i.id = any(${busy}::bigint[])`.execute(db);
  const below = await takeUpBelow(db, inLine, now, by);
  const around = await takeUpAround(db, [...inLine, ...below.ids], now, by);
  return [shiftOf('failed', 'pending', inLine.length), below.shift, around].reduce(plus);
}
