import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Language } from '../messages.ts';
import { statusOf } from './batch.rules.ts';
import type { AnyBatchType, NewItem, Order } from './batch-type.ts';
import { keptFault } from './item-text.ts';

type Db = Kysely<Database>;

interface Ordering {
  type: AnyBatchType;
  order: Order;
  items: readonly NewItem[];
  userId: number;
  address: string;
  language: Language;
  now: Date;
  /** The first batch of the order; null for that one. */
  orderId: number | null;
}

/** Items as they go into the table in one statement. */
interface ItemRow {
  seq: number;
  parent_seq: number | null;
  needs_seq: number | null;
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

const LABEL_MAX = 200;
/** An object freed while it is being asked who has it is asked for again, so often. */
const TRIES = 3;

export async function insertBatch(db: Db, ordering: Ordering): Promise<number> {
  const { type, order, items, userId, language, now, orderId } = ordering;
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
      params: JSON.stringify({ ...order.params, ...(order.asked === undefined ? {} : { asked: order.asked }) }),
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
  await insertItems(db, id, ordering);
  await recount(db, id, now);
  return id;
}

/** Number of the item at the top of the tree; null for one that stands alone. */
function branchesOf(items: readonly NewItem[]): (number | null)[] {
  const tops: number[] = [];
  const isAbove = new Set<number>();
  for (const [index, { parent }] of items.entries()) {
    tops.push(parent === undefined ? index : (tops[parent] ?? parent));
    if (parent !== undefined) isAbove.add(tops[parent] ?? parent);
  }
  return tops.map((top) => (isAbove.has(top) ? top + 1 : null));
}

function rowOf(type: AnyBatchType, item: NewItem, index: number, branch: number | null): ItemRow {
  const { fault } = item;
  const kept = fault === undefined ? undefined : keptFault(fault);
  return {
    seq: index + 1,
    parent_seq: item.parent === undefined ? null : item.parent + 1,
    needs_seq: item.needs === undefined ? null : item.needs + 1,
    lane: item.lane ?? null,
    branch,
    closes: item.closes ?? false,
    target_type: item.targetType ?? type.targetType,
    target_id: item.targetId,
    label: item.label.slice(0, LABEL_MAX),
    params: item.params ?? {},
    status: kept === undefined ? 'pending' : 'failed',
    code: kept?.code ?? null,
    reason: kept?.reason ?? null,
    message: kept?.message ?? null,
    data: kept?.data ? JSON.parse(kept.data) : null,
    retryable: kept !== undefined && type.retryable && fault?.retryable !== false,
  };
}

/** An item whose object another batch has is born failed. */
async function insertItems(db: Db, batchId: number, ordering: Ordering): Promise<void> {
  const branches = branchesOf(ordering.items);
  let left = ordering.items.map((item, index) => rowOf(ordering.type, item, index, branches[index] ?? null));
  for (let attempt = 1; left.length > 0; attempt += 1) {
    const inserted = await insertFree(db, batchId, ordering, left);
    left = left.filter(({ seq }) => !inserted.has(seq));
    if (left.length === 0) return;
    const holders = await holdersOf(db, left);
    const busy = left.flatMap((row): ItemRow[] => {
      const holder = holders.get(`${row.target_type} ${row.target_id}`);
      if (holder === undefined && attempt < TRIES) return [];
      const { code, reason } = keptFault({ reason: 'ENTITY_BUSY' });
      return [{ ...row, status: 'failed', code, reason, data: { batch_id: holder ?? batchId }, retryable: ordering.type.retryable }];
    });
    await insertFree(db, batchId, ordering, busy);
    const settled = new Set(busy.map(({ seq }) => seq));
    left = left.filter(({ seq }) => !settled.has(seq));
  }
}

/** In the order of the objects, so that two orders that meet never wait for each other in a circle. Answers the numbers of those inserted. */
async function insertFree(db: Db, batchId: number, ordering: Ordering, rows: readonly ItemRow[]): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const { type, userId, address, now } = ordering;
  const found = await sql<{ seq: number }>`
    insert into batch_item (batch_id, seq, user_id, address, target_type, target_id, label, params, locks, lane, branch, closes, status,
      code, reason, message, data, retryable, finished_at, created_at, updated_at)
    select ${batchId}::bigint, r.seq, ${userId}::bigint, ${address}::text, r.target_type, r.target_id, r.label, r.params,
      ${type.locks ?? true}::boolean, r.lane, r.branch, r.closes, r.status, r.code, r.reason, r.message, r.data, r.retryable,
      case when r.status = 'failed' then ${now}::timestamptz end, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(seq int, target_type text, target_id bigint, label text, params jsonb,
      lane text, branch int, closes boolean, status text, code int, reason text, message text, data jsonb, retryable boolean)
    order by r.target_type, r.target_id, r.seq
    on conflict (target_type, target_id) where locks and target_id is not null and status in ('pending', 'running') do nothing
    returning seq`.execute(db);
  const bound = rows.flatMap(({ seq, parent_seq, needs_seq }) =>
    parent_seq === null && needs_seq === null ? [] : [{ seq, parent_seq, needs_seq }],
  );
  if (bound.length > 0) {
    await sql`
      update batch_item i set parent_item_id = p.id, needs_item_id = n.id
      from jsonb_to_recordset(${JSON.stringify(bound)}::jsonb) as r(seq int, parent_seq int, needs_seq int)
      left join batch_item p on p.batch_id = ${batchId}::bigint and p.seq = r.parent_seq
      left join batch_item n on n.batch_id = ${batchId}::bigint and n.seq = r.needs_seq
      where i.batch_id = ${batchId}::bigint and i.seq = r.seq`.execute(db);
  }
  return new Set(found.rows.map((row) => row.seq));
}

async function holdersOf(db: Db, rows: readonly Pick<ItemRow, 'target_type' | 'target_id'>[]): Promise<Map<string, number>> {
  const ids = rows.map((row) => row.target_id).filter((id) => id !== null);
  const found = await sql<{ target_type: string; target_id: number; batch_id: number }>`
    select target_type, target_id, batch_id from batch_item
    where target_id = any(${ids}::bigint[]) and locks and status in ('pending', 'running')`.execute(db);
  return new Map(found.rows.map((row) => [`${row.target_type} ${row.target_id}`, row.batch_id]));
}

/** The batch that has the object; undefined when it is free. */
export async function holderOf(db: Db, targetType: string, targetId: number): Promise<number | undefined> {
  return (await holdersOf(db, [{ target_type: targetType, target_id: targetId }])).get(`${targetType} ${targetId}`);
}

/** Counts by the items themselves: for a batch that was just written. */
async function recount(db: Db, batchId: number, now: Date): Promise<void> {
  const found = await sql<{ total: number; fail: number }>`
    select count(*) as total, count(*) filter (where status = 'failed') as fail from batch_item where batch_id = ${batchId}`.execute(db);
  const { total = 0, fail = 0 } = found.rows[0] ?? {};
  const status = statusOf({ total, done: fail, ok: 0, fail, skip: 0, unknown: 0, canceled: 0 }, false);
  const ended = fail === total ? { started_at: now, finished_at: now } : {};
  await db
    .updateTable('batch')
    .set({ total, done: fail, fail, status, ...ended })
    .where('id', '=', batchId)
    .execute();
}
