import { type Kysely, sql } from 'kysely';
import type { Database, ItemStatus } from '#server/database/schema.ts';
import type { Language } from '../messages.ts';
import { maskSecrets } from '../people/index.ts';
import { addShifts, type Counts, nextCheckAt, type Shift, shiftOf, statusOf } from './batch.rules.ts';
import type { ItemFault } from './batch-type.ts';
import { NO_FAULT, toFaultColumns } from './item-text.ts';
import { markBranchUndone, requeueAfterOutcome } from './trees.repository.ts';

type Db = Kysely<Database>;

/** An item taken for execution, with the columns of its batch that running it needs. */
export interface TakenItem {
  id: number;
  batch_id: number;
  seq: number;
  attempt: number;
  repeats: number;
  checks: number;
  sent: Readonly<Record<string, unknown>> | null;
  user_id: number;
  address: string;
  target_type: string;
  target_id: number | null;
  label: string;
  params: Readonly<Record<string, unknown>>;
  client_tag: string;
  lane: string | null;
  finished_at: Date | null;
  batch_type: string;
  origin: string;
  batch_params: unknown;
  action: string;
  language: Language;
  reason: string | null;
  is_canceled: boolean;
  parent_status: ItemStatus | null;
  parent_tag: string | null;
  needs_status: ItemStatus | null;
}

const ITEM_COLUMNS = sql`
  i.id, i.batch_id, i.seq, i.attempt, i.repeats, i.checks, i.sent, i.user_id, i.address, i.target_type, i.target_id, i.label, i.params, i.client_tag, i.lane,
  i.finished_at, b.type as batch_type, b.origin, b.params as batch_params, b.action, b.language, b.reason,
  b.cancel_requested_at is not null as is_canceled,
  (select p.status from batch_item p where p.id = i.parent_item_id) as parent_status,
  (select p.client_tag from batch_item p where p.id = i.parent_item_id) as parent_tag,
  (select n.status from batch_item n where n.id = i.needs_item_id) as needs_status`;

/** SQL condition: the item has not ended, or its outcome is unknown and still being checked. */
const isOpen = (item: string) => {
  const [status, next] = [sql.ref(`${item}.status`), sql.ref(`${item}.next_check_at`)];
  return sql<boolean>`(${status} in ('pending', 'running') or (${status} = 'unknown' and ${next} is not null))`;
};

/** SQL condition: its parent and the item it needs have ended. */
const hasNoOpenDependency = (item: string) => {
  const [parent, needs] = [sql.ref(`${item}.parent_item_id`), sql.ref(`${item}.needs_item_id`)];
  return sql<boolean>`not exists (select 1 from batch_item p where p.id in (${parent}, ${needs}) and ${isOpen('p')})`;
};

/** SQL condition: it is no closing item, or everything else in its branch has ended. */
const isReadyToClose = (item: string) => {
  const [id, batch, branch, closes] = ['id', 'batch_id', 'branch', 'closes'].map((column) => sql.ref(`${item}.${column}`));
  return sql<boolean>`(not ${closes} or not exists (
    select 1 from batch_item w where w.batch_id = ${batch} and w.branch = ${branch} and w.id <> ${id} and ${isOpen('w')}
  ))`;
};

/** SQL condition: it can run now, apart from its lane. */
const isReady = (item: string, now: Date) => {
  const [status, notBefore] = [sql.ref(`${item}.status`), sql.ref(`${item}.not_before`)];
  return sql<boolean>`(${status} = 'pending' and (${notBefore} is null or ${notBefore} <= ${now}) and ${hasNoOpenDependency(item)} and ${isReadyToClose(item)})`;
};

/** SQL condition: no other item of its lane is running or ready before it. Items that cannot run yet let later ones pass. */
const isLaneFree = (now: Date) => sql<boolean>`(i.lane is null or not exists (
  select 1 from batch_item l where l.batch_id = i.batch_id and l.lane = i.lane and l.id <> i.id
    and (l.status = 'running' or (l.seq < i.seq and ${isReady('l', now)}))
))`;

/**
 * Locks the next runnable item until the end of the transaction; other servers skip it. An item waits for its dependencies, for its
 * turn in its lane, and for its time when it is repeated later.
 */
export async function takeNext(db: Db, batchId: number, now: Date): Promise<TakenItem | undefined> {
  const found = await sql<TakenItem>`
    select ${ITEM_COLUMNS} from batch_item i join batch b on b.id = i.batch_id
    where i.batch_id = ${batchId} and ${isReady('i', now)} and ${isLaneFree(now)}
    order by i.seq limit 1 for update of i skip locked`.execute(db);
  return found.rows[0];
}

/**
 * True when the lane of a taken item is really free, and locks it until the end of the transaction. Another server may have taken a
 * different item of the lane at the same moment.
 */
export async function lockLane(db: Db, { id, batch_id, lane }: TakenItem): Promise<boolean> {
  if (lane === null) return true;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${batch_id} ${lane}`}, 0))`.execute(db);
  const busy = await sql`
    select 1 from batch_item where batch_id = ${batch_id} and lane = ${lane} and status = 'running' and id <> ${id} limit 1`.execute(db);
  return busy.rows.length === 0;
}

export async function loadItem(db: Db, id: number): Promise<TakenItem> {
  const found = await sql<TakenItem>`select ${ITEM_COLUMNS} from batch_item i join batch b on b.id = i.batch_id where i.id = ${id}`.execute(
    db,
  );
  const item = found.rows[0];
  if (item === undefined) throw new Error(`item ${id} is gone`);
  return item;
}

/** Open batches of these types that have an item to run now. */
export async function findWorkableBatches(db: Db, types: readonly string[], now: Date): Promise<number[]> {
  const found = await sql<{ id: number }>`
    select b.id from batch b where b.finished_at is null and b.type = any(${types}::text[]) and exists (
      select 1 from batch_item i where i.batch_id = b.id and i.status = 'pending' and (i.not_before is null or i.not_before <= ${now})
    ) order by b.id`.execute(db);
  return found.rows.map((row) => row.id);
}

/** Locks the batch so that transactions that settle unknown items run one after the other. */
export async function lockBatch(db: Db, batchId: number): Promise<void> {
  await sql`select 1 from batch where id = ${batchId} for no key update`.execute(db);
}

export async function loadBatchType(db: Db, batchId: number): Promise<string | undefined> {
  const row = await db.selectFrom('batch').select('type').where('id', '=', batchId).executeTakeFirst();
  return row?.type;
}

export async function markBatchRunning(db: Db, batchId: number, now: Date): Promise<void> {
  await sql`
    update batch set status = 'running', started_at = coalesce(started_at, ${now}), updated_at = ${now}
    where id = ${batchId} and status = 'pending'`.execute(db);
}

/** Assigns the item to a server that is about to talk to the channel outside of any transaction. */
export async function leaseItem(db: Db, id: number, { executor, until, now }: { executor: string; until: Date; now: Date }): Promise<void> {
  await db
    .updateTable('batch_item')
    .set({ status: 'running', executor, leased_until: until, started_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Extends only items the server still works on. An item whose result could not be written must expire, so that its outcome is checked. */
export async function extendLeases(
  db: Db,
  { executor, ids, until }: { executor: string; ids: readonly number[]; until: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update batch_item set leased_until = ${until}
    where id = any(${[...ids]}::bigint[]) and executor = ${executor} and status = 'running'`.execute(db);
}

/**
 * Stores what the channel is about to be asked for, so that a lost answer can be compared with it. False when the item already belongs
 * to another attempt; then the channel must not be asked.
 */
export async function recordSent(db: Db, { id, attempt }: Pick<TakenItem, 'id' | 'attempt'>, sent: object): Promise<boolean> {
  const updated = await sql`
    update batch_item set sent = ${JSON.stringify(sent)}::jsonb where id = ${id} and attempt = ${attempt} and status = 'running'`.execute(
    db,
  );
  return Number(updated.numAffectedRows) > 0;
}

/** The final result of an attempt. */
export type Ending =
  | {
      to: 'succeeded';
      before?: unknown;
      after?: unknown;
      targetId?: number | undefined;
      undoesBranch?: boolean;
      warning?: ItemFault | undefined;
    }
  | { to: 'failed'; fault: ItemFault; retryable: boolean; after?: unknown }
  | { to: 'skipped' | 'canceled'; fault?: ItemFault }
  | { to: 'unknown'; fault: ItemFault; hasReconciler: boolean };

const asJson = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(maskSecrets(value)));

/** Called inside the transaction that ended the batch. */
export type BatchEndedHook = (db: Db, batchId: number) => Promise<void>;

/**
 * Writes the result of an item together with the counts of its batch. Returns false and changes nothing when the item has moved on
 * meanwhile; comparing `attempt` keeps a late answer from settling a later attempt.
 */
export async function settleItem(
  db: Db,
  item: { id: number; batch_id: number; attempt: number },
  from: readonly ItemStatus[],
  ending: Ending,
  now: Date,
  onBatchEnded?: BatchEndedHook,
): Promise<boolean> {
  const before = await sql<{ status: ItemStatus }>`
    select status from batch_item where id = ${item.id} and attempt = ${item.attempt} and status = any(${from}::text[])
    for update`.execute(db);
  const status = before.rows[0]?.status;
  if (status === undefined) return false;
  const warning = ending.to === 'succeeded' && ending.warning !== undefined ? { ...toFaultColumns(ending.warning), code: null } : NO_FAULT;
  const fault = 'fault' in ending && ending.fault !== undefined ? toFaultColumns(ending.fault) : warning;
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
        ? { checks: 0, next_check_at: ending.hasReconciler ? nextCheckAt(now, 0) : null }
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
  if (ending.to === 'succeeded' && ending.undoesBranch === true) await markBranchUndone(db, item.id);
  let shift = shiftOf(status, ending.to);
  if (status === 'unknown' && (ending.to === 'succeeded' || ending.to === 'failed'))
    shift = addShifts(shift, await requeueAfterOutcome(db, item.id, now));
  await shiftCounts(db, item.batch_id, shift, now, onBatchEnded);
  return true;
}

/**
 * Puts the item back into the queue until `until`; with `isLaneHeld` the rest of its lane waits as well. Needs a transaction: other
 * servers must see both changes at once. Changes nothing when a later call is already running: `attempt` and `repeats` identify the call
 * that this answer belongs to.
 */
export async function postponeItem(
  db: Db,
  { id, attempt, repeats }: Pick<TakenItem, 'id' | 'attempt' | 'repeats'>,
  { until, isLaneHeld, now }: { until: Date; isLaneHeld: boolean; now: Date },
): Promise<void> {
  const postponed = await db
    .updateTable('batch_item')
    .set({ status: 'pending', not_before: until, repeats: repeats + 1, executor: null, leased_until: null, updated_at: now })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('repeats', '=', repeats)
    .where('status', '=', 'running')
    .executeTakeFirst();
  if (!isLaneHeld || postponed.numUpdatedRows === 0n) return;
  await sql`
    update batch_item set not_before = ${until}, updated_at = ${now} where id in (
      select l.id from batch_item l join batch_item i on l.batch_id = i.batch_id and l.lane = i.lane
      where i.id = ${id} and l.status = 'pending' and (l.not_before is null or l.not_before < ${until}) for update of l skip locked
    )`.execute(db);
}

/** True when items were skipped because the user who ordered them had lost the permission. */
async function hasUnauthorizedItems(db: Db, batchId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from batch_item where batch_id = ${batchId} and status = 'skipped' and reason = 'NO_ACTION' limit 1`.execute(db);
  return rows.length > 0;
}

/** Updates the counts and the status that follows from them. Call it last in a transaction, so that the row is locked only briefly. */
export async function shiftCounts(db: Db, batchId: number, shift: Shift, now: Date, onBatchEnded?: BatchEndedHook): Promise<void> {
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
  const isUnauthorized = isEnd && counts.skip > 0 && (await hasUnauthorizedItems(db, batchId));
  await db
    .updateTable('batch')
    .set({
      ...counts,
      status: statusOf(counts, true, isUnauthorized),
      started_at: sql<Date>`coalesce(started_at, ${now})`,
      finished_at: isEnd ? (endedAt ?? now) : null,
      updated_at: now,
    })
    .where('id', '=', batchId)
    .execute();
  if (isEnd && endedAt === null) await onBatchEnded?.(db, batchId);
}

/** Running items whose lease has expired; their outcome on the channel is unknown. */
export async function findLapsedItems(db: Db, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from batch_item where status = 'running' and leased_until < ${now} order by leased_until limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks one of these; undefined when its lease was extended or another server handles it. */
export async function takeLapsed(db: Db, id: number, now: Date): Promise<TakenItem | undefined> {
  const found = await sql<TakenItem>`
    select ${ITEM_COLUMNS} from batch_item i join batch b on b.id = i.batch_id
    where i.id = ${id} and i.status = 'running' and i.leased_until < ${now} for update of i skip locked`.execute(db);
  return found.rows[0];
}

/** Takes one unknown item that is due for a check and schedules the next check at once. */
export async function takeUnknown(db: Db, types: readonly string[], now: Date): Promise<TakenItem | undefined> {
  const found = await sql<TakenItem>`
    select ${ITEM_COLUMNS} from batch_item i join batch b on b.id = i.batch_id
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

/** Cancels items that have not started; items locked by a server are left alone. Returns how many were canceled. */
export async function cancelPending(db: Db, batchId: number, now: Date): Promise<number> {
  const canceled = await sql`
    update batch_item set status = 'canceled', not_before = null, finished_at = ${now}, updated_at = ${now}
    where id in (select id from batch_item where batch_id = ${batchId} and status = 'pending' for update skip locked)`.execute(db);
  return Number(canceled.numAffectedRows ?? 0);
}
