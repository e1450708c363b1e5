import { type Kysely, sql } from 'kysely';
import type { Database, ItemStatus } from '#server/database/schema.ts';
import type { Language } from '../messages.ts';
import { masked } from '../people/index.ts';
import { type Counts, nextCheckAt, plus, type Shift, shiftOf, statusOf } from './batch.rules.ts';
import type { ItemFault } from './batch-type.ts';
import { keptFault, noFault } from './item-text.ts';
import { takeUpAfter, undoBranch } from './trees.repository.ts';

type Db = Kysely<Database>;

/** An item that was just taken, with what its batch says. */
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
  params: unknown;
  client_tag: string;
  lane: string | null;
  finished_at: Date | null;
  batch_type: string;
  batch_params: unknown;
  action: string;
  language: Language;
  reason: string | null;
  is_canceled: boolean;
  parent_status: ItemStatus | null;
  parent_tag: string | null;
  needs_status: ItemStatus | null;
}

const TAKEN = sql`
  i.id, i.batch_id, i.seq, i.attempt, i.repeats, i.checks, i.sent, i.user_id, i.address, i.target_type, i.target_id, i.label, i.params, i.client_tag, i.lane,
  i.finished_at, b.type as batch_type, b.params as batch_params, b.action, b.language, b.reason,
  b.cancel_requested_at is not null as is_canceled,
  (select p.status from batch_item p where p.id = i.parent_item_id) as parent_status,
  (select p.client_tag from batch_item p where p.id = i.parent_item_id) as parent_tag,
  (select n.status from batch_item n where n.id = i.needs_item_id) as needs_status`;

/** SQL condition: it has not ended, or nobody knows how and that is still being looked up. */
const isOpen = (item: string) => {
  const [status, next] = [sql.ref(`${item}.status`), sql.ref(`${item}.next_check_at`)];
  return sql<boolean>`(${status} in ('pending', 'running') or (${status} = 'unknown' and ${next} is not null))`;
};

/** SQL condition: what it depends on has ended. */
const isFree = (item: string) => {
  const [parent, needs] = [sql.ref(`${item}.parent_item_id`), sql.ref(`${item}.needs_item_id`)];
  return sql<boolean>`not exists (select 1 from batch_item p where p.id in (${parent}, ${needs}) and ${isOpen('p')})`;
};

/** SQL condition: it closes nothing, or everything else of its branch has ended. */
const isLast = (item: string) => {
  const [id, batch, branch, closes] = ['id', 'batch_id', 'branch', 'closes'].map((column) => sql.ref(`${item}.${column}`));
  return sql<boolean>`(not ${closes} or not exists (
    select 1 from batch_item w where w.batch_id = ${batch} and w.branch = ${branch} and w.id <> ${id} and ${isOpen('w')}
  ))`;
};

/** SQL condition: it could be carried out now, were it not for its lane. */
const isReady = (item: string, now: Date) => {
  const [status, notBefore] = [sql.ref(`${item}.status`), sql.ref(`${item}.not_before`)];
  return sql<boolean>`(${status} = 'pending' and (${notBefore} is null or ${notBefore} <= ${now}) and ${isFree(item)} and ${isLast(item)})`;
};

/** SQL condition: nothing of its lane is under way, nor before it in line; what waits, for whatever it may be, lets others pass. */
const isLaneFree = (now: Date) => sql<boolean>`(i.lane is null or not exists (
  select 1 from batch_item l where l.batch_id = i.batch_id and l.lane = i.lane and l.id <> i.id
    and (l.status = 'running' or (l.seq < i.seq and ${isReady('l', now)}))
))`;

/**
 * The next item that can be carried out, locked until the end of the transaction; others pass over it. An item waits for what it
 * depends on, for its turn in its lane, and for its time where it is repeated later.
 */
export async function takeNext(db: Db, batchId: number, now: Date): Promise<TakenItem | undefined> {
  const found = await sql<TakenItem>`
    select ${TAKEN} from batch_item i join batch b on b.id = i.batch_id
    where i.batch_id = ${batchId} and ${isReady('i', now)} and ${isLaneFree(now)}
    order by i.seq limit 1 for update of i skip locked`.execute(db);
  return found.rows[0];
}

/**
 * True when the lane of an item that was taken is free indeed, and kept so until the end of the transaction: somebody else may have
 * taken from it in the same moment, another one whose time had just come.
 */
export async function holdLane(db: Db, { id, batch_id, lane }: TakenItem): Promise<boolean> {
  if (lane === null) return true;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${batch_id} ${lane}`}, 0))`.execute(db);
  const busy = await sql`
    select 1 from batch_item where batch_id = ${batch_id} and lane = ${lane} and status = 'running' and id <> ${id} limit 1`.execute(db);
  return busy.rows.length === 0;
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

/** Keeps the row of the batch: whatever settles items whose outcome is unknown comes before it or after it, never beside it. */
export async function holdBatch(db: Db, batchId: number): Promise<void> {
  await sql`select 1 from batch where id = ${batchId} for no key update`.execute(db);
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

/** Only of items the server still works on: one whose result it failed to write must lapse, so that its outcome is looked up. */
export async function prolongLeases(
  db: Db,
  { executor, ids, until }: { executor: string; ids: readonly number[]; until: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update batch_item set leased_until = ${until}
    where id = any(${[...ids]}::bigint[]) and executor = ${executor} and status = 'running'`.execute(db);
}

/**
 * Keeps with the item what the channel is about to be asked for, so that a lost answer can be compared with it. False where the item is
 * another attempt's by now: then the channel must not be asked.
 */
export async function keepSent(db: Db, { id, attempt }: Pick<TakenItem, 'id' | 'attempt'>, sent: object): Promise<boolean> {
  const kept = await sql`
    update batch_item set sent = ${JSON.stringify(sent)}::jsonb where id = ${id} and attempt = ${attempt} and status = 'running'`.execute(
    db,
  );
  return Number(kept.numAffectedRows) > 0;
}

/** How an item ends. */
export type Ending =
  | { to: 'succeeded'; before?: unknown; after?: unknown; targetId?: number | undefined; undoes?: boolean; warning?: ItemFault | undefined }
  | { to: 'failed'; fault: ItemFault; retryable: boolean; after?: unknown }
  | { to: 'skipped' | 'canceled'; fault?: ItemFault }
  | { to: 'unknown'; fault: ItemFault; isCheckedLater: boolean };

const asJson = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(masked(value)));

/** What happens when a batch ends, inside the transaction that ended it. */
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
  const warning = ending.to === 'succeeded' && ending.warning !== undefined ? { ...keptFault(ending.warning), code: null } : noFault;
  const fault = 'fault' in ending && ending.fault !== undefined ? keptFault(ending.fault) : warning;
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
  if (ending.to === 'succeeded' && ending.undoes === true) await undoBranch(db, item.id);
  let shift = shiftOf(status, ending.to);
  if (status === 'unknown' && (ending.to === 'succeeded' || ending.to === 'failed'))
    shift = plus(shift, await takeUpAfter(db, item.id, now));
  await shiftCounts(db, item.batch_id, shift, now, ended);
  return true;
}

/**
 * The item is carried out again by itself, later; with `isLaneHeld` nothing of its lane is carried out before that. Wants a transaction:
 * whoever sees that the item has left its lane must see that the lane waits. Changes nothing where the item is being carried out anew
 * by now: attempt and repetitions name the very call whose answer this is.
 */
export async function postpone(
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

/** True where items were skipped because their orderer had lost the right. */
async function hasRefused(db: Db, batchId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from batch_item where batch_id = ${batchId} and status = 'skipped' and reason = 'NO_ACTION' limit 1`.execute(db);
  return rows.length > 0;
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
  const isRefused = isEnd && counts.skip > 0 && (await hasRefused(db, batchId));
  await db
    .updateTable('batch')
    .set({
      ...counts,
      status: statusOf(counts, true, isRefused),
      started_at: sql<Date>`coalesce(started_at, ${now})`,
      finished_at: isEnd ? (endedAt ?? now) : null,
      updated_at: now,
    })
    .where('id', '=', batchId)
    .execute();
  if (isEnd && endedAt === null) await ended?.(db, batchId);
}

/** Items whose server has not been heard of: what the channel did is unknown. */
export async function lapsedItems(db: Db, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from batch_item where status = 'running' and leased_until < ${now} order by leased_until limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** One of these, locked; undefined where it has not lapsed any more, or another server deals with it. */
export async function takeLapsed(db: Db, id: number, now: Date): Promise<TakenItem | undefined> {
  const found = await sql<TakenItem>`
    select ${TAKEN} from batch_item i join batch b on b.id = i.batch_id
    where i.id = ${id} and i.status = 'running' and i.leased_until < ${now} for update of i skip locked`.execute(db);
  return found.rows[0];
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
