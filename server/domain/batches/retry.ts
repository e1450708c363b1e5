import { type Kysely, sql } from 'kysely';
import type { Database, ItemStatus } from '#server/database/schema.ts';
import { isUniqueViolation } from '../faults.ts';
import { Refusal, refuse } from '../refusal.ts';
import { type Shift, shiftOf } from './batch.rules.ts';
import { keptFault } from './item-text.ts';

type Db = Kysely<Database>;

interface Failed {
  id: number;
  status: ItemStatus;
  retryable: boolean;
}

/** Somebody takes an object between looking and taking: looked at anew so often. */
const TRIES = 3;

/** The failed items that are meant: all that may be repeated, or those named. Refuses what must not be repeated. */
async function meant(db: Db, batchId: number, itemIds: readonly number[] | undefined): Promise<number[]> {
  const { rows } = await sql<Failed>`
    select id, status, retryable from batch_item where batch_id = ${batchId} and status in ('failed', 'unknown')
    order by id for no key update`.execute(db);
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

const plus = (a: Shift, b: Shift): Shift => ({
  done: a.done + b.done,
  ok: a.ok + b.ok,
  fail: a.fail + b.fail,
  skip: a.skip + b.skip,
  unknown: a.unknown + b.unknown,
  canceled: a.canceled + b.canceled,
});

/**
 * Puts the failed items of a batch in line again, with the children that waited for them, in the name of whoever asks.
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
  const children = await sql`
    with recursive below as (
      select id from batch_item where parent_item_id = any(${inLine}::bigint[]) and status = 'skipped' and reason = 'PARENT_FAILED'
      union all
      select i.id from batch_item i join below on i.parent_item_id = below.id where i.status = 'skipped' and i.reason = 'PARENT_FAILED'
    )
    update batch_item i set status = 'pending', attempt = i.attempt + 1, code = null, reason = null, data = null, finished_at = null,
      started_at = null, user_id = ${by.userId}, address = ${by.address}, updated_at = ${now}
    from below where i.id = below.id`.execute(db);
  return plus(shiftOf('failed', 'pending', inLine.length), shiftOf('skipped', 'pending', Number(children.numAffectedRows ?? 0)));
}
