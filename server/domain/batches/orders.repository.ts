import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Language } from '../messages.ts';
import { statusOf } from './batch.rules.ts';
import type { AnyBatchType, NewItem, Order, StoredUndo } from './batch-type.ts';
import { toFaultColumns } from './item-text.ts';

type Db = Kysely<Database>;

interface BatchInsert {
  type: AnyBatchType;
  order: Order;
  items: readonly NewItem[];
  userId: number;
  address: string;
  language: Language;
  now: Date;
  /** First batch of the order; null in that batch itself. */
  orderId: number | null;
}

/** An item in the form one insert statement takes for all of them. */
interface ItemRow {
  seq: number;
  parent_seq: number | null;
  needs_seq: number | null;
  undoes_item_id: number | null;
  lane: string | null;
  branch: number | null;
  closes: boolean;
  target_type: string;
  target_id: number | null;
  label: string;
  params: object;
  status: 'pending' | 'failed';
  code: number | null;
  reason: string | null;
  message: string | null;
  data: unknown;
  retryable: boolean;
}

const MAX_LABEL_LENGTH = 200;
/** An object may be released between the insert and the search for its holder, so the insert is tried again this often. */
const MAX_TRIES = 3;

export async function insertBatch(db: Db, insert: BatchInsert): Promise<number> {
  const { type, order, items, userId, language, now, orderId } = insert;
  const { id } = await db
    .insertInto('batch')
    .values({
      type: type.type,
      level: order.level ?? null,
      user_id: userId,
      origin: order.origin,
      action: order.action,
      language,
      summary: JSON.stringify(order.summary),
      params: JSON.stringify({ ...order.params, ...(order.originalRequest === undefined ? {} : { asked: order.originalRequest }) }),
      reason: order.reason ?? null,
      order_id: orderId,
      scheme_id: order.scheme?.id ?? null,
      scheme_version: order.scheme?.version ?? null,
      status: 'pending',
      total: items.length,
      idempotency_key: order.idempotencyKey ?? null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertItems(db, id, insert);
  await recount(db, id, now);
  return id;
}

/** Sequence number of the item at the top of each item's tree; null for an item that stands alone. */
function findBranches(items: readonly NewItem[]): (number | null)[] {
  const tops: number[] = [];
  const parents = new Set<number>();
  for (const [index, { parent }] of items.entries()) {
    tops.push(parent === undefined ? index : (tops[parent] ?? parent));
    if (parent !== undefined) parents.add(tops[parent] ?? parent);
  }
  return tops.map((top) => (parents.has(top) ? top + 1 : null));
}

function toStoredParams({ params = {}, undoes }: NewItem): object {
  if (undoes === undefined) return params;
  const undo: StoredUndo = { params: undoes.params, expected: undoes.expected };
  return { ...params, undo };
}

function toItemRow(type: AnyBatchType, item: NewItem, index: number, branch: number | null): ItemRow {
  const { fault } = item;
  const columns = fault === undefined ? undefined : toFaultColumns(fault);
  return {
    seq: index + 1,
    parent_seq: item.parent === undefined ? null : item.parent + 1,
    needs_seq: item.needs === undefined ? null : item.needs + 1,
    undoes_item_id: item.undoes?.itemId ?? null,
    lane: item.lane ?? null,
    branch,
    closes: item.closes ?? false,
    target_type: item.targetType ?? type.targetType,
    target_id: item.targetId,
    label: item.label.slice(0, MAX_LABEL_LENGTH),
    params: toStoredParams(item),
    status: columns === undefined ? 'pending' : 'failed',
    code: columns?.code ?? null,
    reason: columns?.reason ?? null,
    message: columns?.message ?? null,
    data: columns?.data ? JSON.parse(columns.data) : null,
    retryable: columns !== undefined && type.retryable && fault?.retryable !== false,
  };
}

/** An item whose object is held by another batch starts out failed. */
async function insertItems(db: Db, batchId: number, insert: BatchInsert): Promise<void> {
  const branches = findBranches(insert.items);
  let remaining = insert.items.map((item, index) => toItemRow(insert.type, item, index, branches[index] ?? null));
  for (let attempt = 1; remaining.length > 0; attempt += 1) {
    const inserted = await insertUnlocked(db, batchId, insert, remaining);
    remaining = remaining.filter(({ seq }) => !inserted.has(seq));
    if (remaining.length === 0) return;
    const holders = await findHolders(db, remaining);
    const busy = remaining.flatMap((row): ItemRow[] => {
      const holder = holders.get(`${row.target_type} ${row.target_id}`);
      if (holder === undefined && attempt < MAX_TRIES) return [];
      const { code, reason } = toFaultColumns({ reason: 'ENTITY_BUSY' });
      return [{ ...row, status: 'failed', code, reason, data: { batch_id: holder ?? batchId }, retryable: insert.type.retryable }];
    });
    await insertUnlocked(db, batchId, insert, busy);
    const settled = new Set(busy.map(({ seq }) => seq));
    remaining = remaining.filter(({ seq }) => !settled.has(seq));
  }
}

/**
 * Inserts in the order of the objects, so that two concurrent orders cannot deadlock. Returns the sequence numbers of the inserted items.
 */
async function insertUnlocked(db: Db, batchId: number, insert: BatchInsert, rows: readonly ItemRow[]): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const { type, userId, address, now } = insert;
  const found = await sql<{ seq: number }>`
    insert into batch_item (batch_id, seq, user_id, address, target_type, target_id, label, params, locks, undoes_item_id, lane, branch, closes, status,
      code, reason, message, data, retryable, finished_at, created_at, updated_at)
    select ${batchId}::bigint, r.seq, ${userId}::bigint, ${address}::text, r.target_type, r.target_id, r.label, r.params,
      ${type.locks ?? true}::boolean, r.undoes_item_id, r.lane, r.branch, r.closes, r.status, r.code, r.reason, r.message, r.data, r.retryable,
      case when r.status = 'failed' then ${now}::timestamptz end, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(seq int, target_type text, target_id bigint, label text, params jsonb,
      undoes_item_id bigint, lane text, branch int, closes boolean, status text, code int, reason text, message text, data jsonb, retryable boolean)
    order by r.target_type, r.target_id, r.seq
    on conflict (target_type, target_id) where locks and target_id is not null and status in ('pending', 'running') do nothing
    returning seq`.execute(db);
  const dependent = rows.flatMap(({ seq, parent_seq, needs_seq }) =>
    parent_seq === null && needs_seq === null ? [] : [{ seq, parent_seq, needs_seq }],
  );
  if (dependent.length > 0) {
    await sql`
      update batch_item i set parent_item_id = p.id, needs_item_id = n.id
      from jsonb_to_recordset(${JSON.stringify(dependent)}::jsonb) as r(seq int, parent_seq int, needs_seq int)
      left join batch_item p on p.batch_id = ${batchId}::bigint and p.seq = r.parent_seq
      left join batch_item n on n.batch_id = ${batchId}::bigint and n.seq = r.needs_seq
      where i.batch_id = ${batchId}::bigint and i.seq = r.seq`.execute(db);
  }
  return new Set(found.rows.map((row) => row.seq));
}

async function findHolders(db: Db, rows: readonly Pick<ItemRow, 'target_type' | 'target_id'>[]): Promise<Map<string, number>> {
  const ids = rows.map((row) => row.target_id).filter((id) => id !== null);
  const found = await sql<{ target_type: string; target_id: number; batch_id: number }>`
    select target_type, target_id, batch_id from batch_item
    where target_id = any(${ids}::bigint[]) and locks and status in ('pending', 'running')`.execute(db);
  return new Map(found.rows.map((row) => [`${row.target_type} ${row.target_id}`, row.batch_id]));
}

/** The batch that holds the object; undefined when it is free. */
export async function findHolder(db: Db, targetType: string, targetId: number): Promise<number | undefined> {
  return (await findHolders(db, [{ target_type: targetType, target_id: targetId }])).get(`${targetType} ${targetId}`);
}

/** Counts the items of a batch that was just written. */
async function recount(db: Db, batchId: number, now: Date): Promise<void> {
  const found = await sql<{ total: number; fail: number }>`
    select count(*) as total, count(*) filter (where status = 'failed') as fail from batch_item where batch_id = ${batchId}`.execute(db);
  const { total = 0, fail = 0 } = found.rows[0] ?? {};
  const status = statusOf({ total, done: fail, ok: 0, fail, skip: 0, unknown: 0, canceled: 0 }, false);
  const endTimes = fail === total ? { started_at: now, finished_at: now } : {};
  await db
    .updateTable('batch')
    .set({ total, done: fail, fail, status, ...endTimes })
    .where('id', '=', batchId)
    .execute();
}
