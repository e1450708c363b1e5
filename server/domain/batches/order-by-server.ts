import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { writeOpLog } from '../people/index.ts';
import type { AnyBatchType, Order } from './batch-type.ts';
import { insertBatch } from './orders.repository.ts';

/** No client: the server itself. */
const OWN_ADDRESS = '127.0.0.1';

/**
 * Places an order that no call made - what is due, what a rule decides - in the name of a person, whose rights are asked for every item
 * as always. In the transaction that decided it; whichever server looks next carries it out. At most as many items as one batch takes.
 * Answers the ids of the items, in their order.
 */
export async function orderByServer(
  db: Kysely<Database>,
  { type, order, user, now }: { type: AnyBatchType; order: Order; user: { id: number; account: string }; now: Date },
): Promise<{ batchId: number; itemIds: number[] }> {
  const { items } = order;
  const batchId = await insertBatch(db, { type, order, items, userId: user.id, address: OWN_ADDRESS, language: 'zh', now, orderId: null });
  const common = { at: now, userId: user.id, account: user.account, action: order.action, ip: OWN_ADDRESS, ok: true, code: 0, ms: 0 };
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
