import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { BatchStart } from '#contracts/endpoints/batches.ts';
import type { Database } from '#server/database/schema.ts';
import { refuse } from '../refusal.ts';
import { requireSelectionRoom } from '../selection.ts';
import { inBatches } from './batch.rules.ts';
import type { AnyBatchType, Batches, Order, OrderContext } from './batch-type.ts';
import { resultsOf } from './batches.query.ts';
import { createExecutor, type Executor, type ExecutorOptions } from './executor.ts';
import { holderOf, insertBatch } from './orders.repository.ts';

/** How long a bulk call waits for the end. */
const WAIT_MS = 3_000;
/** How often it looks at batches that another server works on. */
const POLL_MS = 50;

export interface BatchEngine extends Batches, Executor {}

export interface EngineOptions extends Omit<ExecutorOptions, 'types'> {
  types: readonly AnyBatchType[];
  /** How long a bulk call waits for the end; 3 s when absent. */
  waitMs?: number | undefined;
}

const countsOf = ['id', 'status', 'total', 'done', 'ok', 'fail', 'skip', 'unknown', 'canceled', 'finished_at'] as const;

/** What depends on each other stays together, however much it is. */
const isTree = ({ items }: Order): boolean => items.some(({ parent, needs, lane }) => parent ?? needs ?? lane !== undefined);

async function startsOf(db: Kysely<Database>, ids: readonly number[]) {
  return await db.selectFrom('batch').select(countsOf).where('id', 'in', ids).orderBy('id').execute();
}

/** The engine of bulk operations: orders come in through calls, and are carried out by the executor of this process and of others. */
export function createBatches(options: EngineOptions): BatchEngine {
  const { waitMs = WAIT_MS } = options;
  const types = new Map(options.types.map((type) => [type.type, type]));
  if (types.size !== options.types.length) throw new Error('two batch types have one name');
  const executor = createExecutor({ ...options, types });

  async function started(db: Kysely<Database>, [first = 0, ...siblings]: readonly number[]): Promise<BatchStart> {
    const rows = await startsOf(db, [first]);
    const row = rows[0];
    if (row === undefined) throw new Error(`batch ${first} is gone`);
    const { id, finished_at: _end, ...counts } = row;
    return { batch_id: id, ...(siblings.length > 0 ? { siblings } : {}), ...counts };
  }

  async function start(context: OrderContext, order: Order): Promise<BatchStart> {
    const { db, now, caller, address, language, limits } = context;
    const type = types.get(order.type);
    if (type === undefined) throw new Error(`${order.type} is no batch type of this server`);
    if (order.items.length === 0) throw new Error('a batch needs an object');
    requireSelectionRoom(order.items.length, limits.batchFilterMax);
    const ids: number[] = [];
    for (const items of inBatches(order.items, isTree(order) ? order.items.length : limits.batchMax)) {
      const id = await insertBatch(db, { type, order, items, userId: caller.userId, address, language, now, orderId: ids[0] ?? null });
      ids.push(id);
      context.audit({
        targetType: 'batch',
        targetId: id,
        targetLabel: `#${id}`,
        summary: `${type.type} × ${items.length}`,
        after: { ...order.params, total: items.length, ...(order.reason === undefined ? {} : { reason: order.reason }) },
      });
    }
    for (const row of await startsOf(db, ids)) if (row.finished_at !== null) await options.ended?.(db, row.id);
    context.afterCommit(() => executor.wake(ids));
    return await started(db, ids);
  }

  async function answer<Started extends BatchStart>(db: Kysely<Database>, given: Started): Promise<Started> {
    const ids = [given.batch_id, ...(given.siblings ?? [])];
    const until = performance.now() + waitMs;
    const left = () => Math.max(0, until - performance.now());
    for (;;) {
      await Promise.race([executor.idle(ids), sleep(left(), undefined, { ref: false })]);
      const isEnded = (await startsOf(db, ids)).every((row) => row.finished_at !== null);
      if (isEnded || left() === 0) return { ...given, ...(await started(db, ids)) };
      await sleep(Math.min(POLL_MS, left()));
    }
  }

  return {
    ...executor,
    start,
    started: (db, batchId) => started(db, [batchId]),
    answer,
    requireFree: async (db, targetType, targetId) => {
      const batchId = await holderOf(db, targetType, targetId);
      if (batchId !== undefined) throw refuse('ENTITY_BUSY', { batch_id: batchId });
    },
    results: resultsOf,
    typeOf: (type) => types.get(type),
  };
}
