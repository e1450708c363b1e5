import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { writeOpLog } from '../people/index.ts';
import type { AnyBatchType, Order } from './batch-type.ts';
import { insertBatch } from './orders.repository.ts';

/** Logged as the client address of orders made by the server itself. */
const SERVER_ADDRESS = '127.0.0.1';

/**
 * Places an order that was not made by a call, such as a scheduled task or a rule, in the name of a user whose permissions are checked
 * for every item as usual. It is written in the caller's transaction and run by the server that sweeps next. It must fit into one batch.
 * Returns the ids of the items in order.
 */
export async function orderAsServer(
  db: Kysely<Database>,
  { type, order, user, now }: { type: AnyBatchType; order: Order; user: { id: number; account: string }; now: Date },
): Promise<{ batchId: number; itemIds: number[] }> {
  const { items } = order;
  const batchId = await insertBatch(db, {
    type,
    order,
    items,
    userId: user.id,
    address: SERVER_ADDRESS,
    language: 'zh',
    now,
    orderId: null,
  });
  const common = { at: now, userId: user.id, account: user.account, action: order.action, ip: SERVER_ADDRESS, ok: true, code: 0, ms: 0 };
  const summary = `${order.origin} ${type.type} × ${items.length}`;
  await writeOpLog(db, [
    {
      ...common,
      targetType: 'batch',
      targetId: batchId,
      targetLabel: `#${batchId}`,
      summary,
      after: { ...order.params, total: items.length },
    },
  ]);
  const rows = await db.selectFrom('batch_item').select('id').where('batch_id', '=', batchId).orderBy('seq').execute();
  return { batchId, itemIds: rows.map(({ id }) => id) };
}
