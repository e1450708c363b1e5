import { type Kysely, sql } from 'kysely';
import type { Database, ItemStatus } from '#server/database/schema.ts';
import type { Language } from '../messages.ts';
import { masked } from '../people/index.ts';
import { type Counts, nextCheckAt, type Shift, shiftOf, statusOf } from './batch.rules.ts';
import type { ItemFault } from './batch-type.ts';
import { keptFault, noFault } from './item-text.ts';

type Db = Kysely<Database>;

/** An item that was just taken, with what its batch says. */
export interface TakenItem {
  id: number;
  batch_id: number;
  seq: number;
  attempt: number;
  repeats: number;
  checks: number;
  user_id: number;
  address: string;
  target_type: string;
  target_id: number | null;
  label: string;
  params: unknown;
  client_tag: string;
  finished_at: Date | null;
  batch_type: string;
  batch_params: unknown;
  action: string;
  language: Language;
  reason: string | null;
  is_canceled: boolean;
  parent_status: ItemStatus | null;
}

const TAKEN = sql`
  i.id, i.batch_id, i.seq, i.attempt, i.repeats, i.checks, i.user_id, i.address, i.target_type, i.target_id, i.label, i.params, i.client_tag,
  i.finished_at, b.type as batch_type, b.params as batch_params, b.action, b.language, b.reason,
  b.cancel_requested_at is not null as is_canceled,
  (select p.status from batch_item p where p.id = i.parent_item_id) as parent_status`;

/**
 * The next item that can be carried out, locked until the end of the transaction; others pass over it. An item waits for
 * its parent, and for its time where it is repeated later.
 */
export async function takeNext(db: Db, batchId: number, now: Date): Promise<TakenItem | undefined> {
  const found = await sql<TakenItem>`
    select ${TAKEN} from batch_item i join batch b on b.id = i.batch_id
    where i.batch_id = ${batchId} and i.status = 'pending' and (i.not_before is null or i.not_before <= ${now})
      and not exists (select 1 from batch_item p where p.id = i.parent_item_id and p.status in ('pending', 'running'))
    order by i.seq limit 1 for update of i skip locked`.execute(db);
  return found.rows[0];
}

/** One item with what its batch says. */
export async function itemOf(db: Db, id: number): Promise<TakenItem> {
  const found = await sql<TakenItem>`select ${TAKEN} from batch_item i join batch b on b.id = i.batch_id where i.id = ${id}`.execute(db);
  const item = found.rows[0];
  if (item === undefined) throw new Error(`item ${id} is gone`);
  return item;
}

/** Open batches of these types with something to carry out now. */
export async function workableBatches(db: Db, types: readonly string[], now: Date): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select b.id from batch b where b.finished_at is null and b.type = any(${types}::text[]) and exists (
      select 1 from batch_item i where i.batch_id = b.id and i.status = 'pending' and (i.not_before is null or i.not_before <= ${now})
    ) order by b.id`.execute(db);
  return found.rows.map((row) => row.id);
}

export async function typeOfBatch(db: Db, batchId: number): Promise<string | undefined> {
  const row = await db.selectFrom('batch').select('type').where('id', '=', batchId).executeTakeFirst();
  return row?.type;
}

/** Says that the batch has begun. */
export async function beginBatch(db: Db, batchId: number, now: Date): Promise<void> {
  await sql`
    update batch set status = 'running', started_at = coalesce(started_at, ${now}), updated_at = ${now}
    where id = ${batchId} and status = 'pending'`.execute(db);
}

/** Takes the item for a server that is about to talk to the channel; it stands outside of any transaction then. */
export async function lease(db: Db, id: number, { executor, until, now }: { executor: string; until: Date; now: Date }): Promise<void> {
  await db
    .updateTable('batch_item')
    .set({ status: 'running', executor, leased_until: until, started_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function prolongLeases(db: Db, executor: string, until: Date): Promise<void> {
  await db
    .updateTable('batch_item')
    .set({ leased_until: until })
    .where('executor', '=', executor)
    .where('status', '=', 'running')
    .execute();
}

/** How an item ends. */
export type Ending =
  | { to: 'succeeded'; before?: unknown; after?: unknown; targetId?: number | undefined }
  | { to: 'failed'; fault: ItemFault; retryable: boolean; after?: unknown }
  | { to: 'skipped' | 'canceled'; fault?: ItemFault }
  | { to: 'unknown'; fault: ItemFault; isCheckedLater: boolean };

const asJson = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(masked(value)));

/** What happens when a batch ends, inside the transaction that ended it: the place where alerts will be raised. */
export type EndedHook = (db: Db, batchId: number) => Promise<void>;

/**
 * Writes the result of an item, with the counts of its batch. False when the item has moved on meanwhile, and then nothing
 * is changed. `attempt` keeps a late answer from settling a later attempt.
 */
export async function settle(
  db: Db,
  item: { id: number; batch_id: number; attempt: number },
  from: readonly ItemStatus[],
  ending: Ending,
  now: Date,
  ended?: EndedHook,
): Promise<boolean> {
  const was = await sql<{ status: ItemStatus }>`
    select status from batch_item where id = ${item.id} and attempt = ${item.attempt} and status = any(${from}::text[])
    for update`.execute(db);
  const status = was.rows[0]?.status;
  if (status === undefined) return false;
  const fault = 'fault' in ending && ending.fault !== undefined ? keptFault(ending.fault) : noFault;
  await db
    .updateTable('batch_item')
    .set({
      ...fault,
      status: ending.to,
      retryable: ending.to === 'failed' && ending.retryable,
      before: ending.to === 'succeeded' ? asJson(ending.before) : null,
      after: ending.to === 'succeeded' || ending.to === 'failed' ? asJson(ending.after) : null,
      ...(ending.to === 'succeeded' && ending.targetId !== undefined ? { target_id: ending.targetId } : {}),
      ...(ending.to === 'unknown'
        ? { checks: 0, next_check_at: ending.isCheckedLater ? nextCheckAt(now, 0) : null }
        : { next_check_at: null }),
      executor: null,
      leased_until: null,
      not_before: null,
      ...(ending.to === 'canceled' ? {} : { started_at: sql<Date>`coalesce(started_at, ${now})` }),
      finished_at: now,
      updated_at: now,
    })
    .where('id', '=', item.id)
    .execute();
  await shiftCounts(db, item.batch_id, shiftOf(status, ending.to), now, ended);
  return true;
}

/** The item is carried out again by itself, later. */
export async function postpone(db: Db, id: number, { until, now }: { until: Date; now: Date }): Promise<void> {
  await db
    .updateTable('batch_item')
    .set({ status: 'pending', not_before: until, repeats: sql<number>`repeats + 1`, executor: null, leased_until: null, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();
}

/** Moves the counts and with them the status; the last thing a transaction does, so that the row is not held for long. */
export async function shiftCounts(db: Db, batchId: number, shift: Shift, now: Date, ended?: EndedHook): Promise<void> {
  const { finished_at: endedAt, ...before } = await db
    .selectFrom('batch')
    .select(['total', 'done', 'ok', 'fail', 'skip', 'unknown', 'canceled', 'finished_at'])
    .where('id', '=', batchId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const counts: Counts = {
    total: before.total,
    done: before.done + shift.done,
    ok: before.ok + shift.ok,
    fail: before.fail + shift.fail,
    skip: before.skip + shift.skip,
    unknown: before.unknown + shift.unknown,
    canceled: before.canceled + shift.canceled,
  };
  const isEnd = counts.done === counts.total;
  await db
    .updateTable('batch')
    .set({
      ...counts,
      status: statusOf(counts, true),
      started_at: sql<Date>`coalesce(started_at, ${now})`,
      finished_at: isEnd ? (endedAt ?? now) : null,
      updated_at: now,
    })
    .where('id', '=', batchId)
    .execute();
  if (isEnd && endedAt === null) await ended?.(db, batchId);
}

/** Items whose server has not been heard of: nobody knows what the channel did. Locked; others pass over them. */
export async function lapsedItems(db: Db, now: Date, limit: number): Promise<TakenItem[]> {
  const found = await sql<TakenItem>`
    select ${TAKEN} from batch_item i join batch b on b.id = i.batch_id
    where i.status = 'running' and i.leased_until < ${now} order by i.leased_until limit ${limit} for update of i skip locked`.execute(db);
  return found.rows;
}

/** Takes one unknown item whose time to be looked for has come; the next time is written at once. */
export async function takeUnknown(db: Db, types: readonly string[], now: Date): Promise<TakenItem | undefined> {
  const found = await sql<TakenItem>`
    select ${TAKEN} from batch_item i join batch b on b.id = i.batch_id
    where i.status = 'unknown' and i.next_check_at <= ${now} and b.type = any(${types}::text[])
    order by i.next_check_at limit 1 for update of i skip locked`.execute(db);
  const item = found.rows[0];
  if (item === undefined) return undefined;
  const checks = item.checks + 1;
  await db
    .updateTable('batch_item')
    .set({ checks, next_check_at: nextCheckAt(item.finished_at ?? now, checks) })
    .where('id', '=', item.id)
    .execute();
  return item;
}

/** Ends what has not begun; items that are being carried out right now are passed over. Answers how many. */
export async function cancelPending(db: Db, batchId: number, now: Date): Promise<number> {
  const done = await sql`
    update batch_item set status = 'canceled', not_before = null, finished_at = ${now}, updated_at = ${now}
    where id in (select id from batch_item where batch_id = ${batchId} and status = 'pending' for update skip locked)`.execute(db);
  return Number(done.numAffectedRows ?? 0);
}
