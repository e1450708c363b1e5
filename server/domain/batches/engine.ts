import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { BatchStart } from '#contracts/endpoints/batches.ts';
import type { Database } from '#server/database/schema.ts';
import { refuse } from '../refusal.ts';
import { requireSelectionRoom } from '../selection.ts';
import { splitIntoBatches } from './batch.rules.ts';
import type { AnyBatchType, Batches, Order, OrderContext } from './batch-type.ts';
import { loadItemResults } from './batches.query.ts';
import { createExecutor, type Executor, type ExecutorOptions } from './executor.ts';
import { findHolder, insertBatch } from './orders.repository.ts';

/** Longest time a bulk call waits for its batches to end. */
const WAIT_MS = 3_000;
/** Interval for checking batches that another server works on. */
const POLL_MS = 50;

export interface BatchEngine extends Batches, Executor {}

export interface EngineOptions extends Omit<ExecutorOptions, 'types'> {
  types: readonly AnyBatchType[];
  /** Longest time a bulk call waits for its batches to end; 3 s by default. */
  waitMs?: number | undefined;
}

const COUNT_COLUMNS = ['id', 'status', 'total', 'done', 'ok', 'fail', 'skip', 'unknown', 'canceled', 'finished_at'] as const;

/** Items that depend on each other stay in one batch, regardless of the limit. */
const isTree = ({ items }: Order): boolean => items.some(({ parent, needs, lane }) => parent ?? needs ?? lane !== undefined);

async function loadCounts(db: Kysely<Database>, ids: readonly number[]) {
  return await db.selectFrom('batch').select(COUNT_COLUMNS).where('id', 'in', ids).orderBy('id').execute();
}

/** The engine of bulk operations: calls order batches, and the executors of all processes run them. */
export function createBatches(options: EngineOptions): BatchEngine {
  const { waitMs = WAIT_MS } = options;
  const types = new Map(options.types.map((type) => [type.type, type]));
  if (types.size !== options.types.length) throw new Error('two batch types have one name');
  const executor = createExecutor({ ...options, types });

  async function loadStart(db: Kysely<Database>, [first = 0, ...siblings]: readonly number[]): Promise<BatchStart> {
    const rows = await loadCounts(db, [first]);
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
    for (const items of splitIntoBatches(order.items, isTree(order) ? order.items.length : limits.batchMax)) {
      const id = await insertBatch(db, { type, order, items, userId: caller.userId, address, language, now, orderId: ids[0] ?? null });
      ids.push(id);
      context.audit({
        targetType: 'batch',
        targetId: id,
        targetLabel: `#${id}`,
        summary: { codes: [`${type.type} × ${items.length}`] },
        after: { ...order.params, total: items.length, ...(order.reason === undefined ? {} : { reason: order.reason }) },
      });
    }
    for (const row of await loadCounts(db, ids)) if (row.finished_at !== null) await options.onBatchEnded?.(db, row.id);
    context.afterCommit(() => executor.wake(ids));
    return await loadStart(db, ids);
  }

  async function waitForEnd<Started extends BatchStart>(db: Kysely<Database>, begun: Started): Promise<Started> {
    const ids = [begun.batch_id, ...(begun.siblings ?? [])];
    const until = performance.now() + waitMs;
    const remainingMs = () => Math.max(0, until - performance.now());
    for (;;) {
      await Promise.race([executor.whenIdle(ids), sleep(remainingMs(), undefined, { ref: false })]);
      const hasEnded = (await loadCounts(db, ids)).every((row) => row.finished_at !== null);
      if (hasEnded || remainingMs() === 0) return { ...begun, ...(await loadStart(db, ids)) };
      await sleep(Math.min(POLL_MS, remainingMs()));
    }
  }

  return {
    ...executor,
    start,
    loadStart: (db, batchId) => loadStart(db, [batchId]),
    waitForEnd,
    requireFree: async (db, targetType, targetId) => {
      const batchId = await findHolder(db, targetType, targetId);
      if (batchId !== undefined) throw refuse('ENTITY_BUSY', { batch_id: batchId });
    },
    loadResults: loadItemResults,
    findType: (type) => types.get(type),
  };
}
