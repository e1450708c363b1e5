import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { buildApp } from '#server/http/build-app.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { addManyOptimizers, orderBatch } from '#tests/support/batches.ts';
import type { AnyBatchType, BatchItem, ItemContext, NewItem, Outcome } from './index.ts';

/** A batch type that only writes an audit entry for each item. */
const loggingType = (did: (seq: number) => void = () => undefined): AnyBatchType =>
  ({
    type: 'user_import',
    targetType: 'thing',
    access: 'signedIn',
    effect: 'database',
    retryable: true,
    run: async (context, item: BatchItem): Promise<Outcome> => {
      context.audit({ targetType: 'thing', targetId: item.targetId });
      did(item.seq);
      return { outcome: 'succeeded' };
    },
  }) satisfies AnyBatchType;

let server: TestApp;
const others: FastifyInstance[] = [];

const start = async (types: AnyBatchType[]) => {
  server = await createTestApp({ batches: { types, waitMs: 0 } });
};
afterEach(async () => {
  for (const app of others.splice(0)) await app.close();
  await server.close();
});

/** Starts another server on the same database. */
async function startSecondServer(types: AnyBatchType[]): Promise<FastifyInstance> {
  const app = await buildApp({ db: server.db, clock: server.clock, batches: { types } });
  others.push(app);
  return app;
}

const order = (items: NewItem[]) => orderBatch(server, items);
const thing = (n: number): NewItem => ({ targetId: n, label: `thing ${n}` });
const detail = async (batch_id: number) => (await server.as('admin', '/op-batches/detail', { batch_id })).data;
const itemsOf = async (batch_id: number) => (await server.as('admin', '/op-batches/items', { batch_id, page_size: 200 })).data.list;

describe('two servers on one database', () => {
  test('share the work of a batch without running an item twice', async () => {
    const did: Record<'one' | 'two', number[]> = { one: [], two: [] };
    await start([loggingType((seq) => did.one.push(seq))]);
    const second = await startSecondServer([loggingType((seq) => did.two.push(seq))]);
    const batchId = await order(Array.from({ length: 200 }, (_, n) => thing(n + 1)));
    second.batches.wake([batchId]);
    await Promise.all([server.app.batches.settled(), second.batches.settled()]);
    expect(await detail(batchId)).toMatchObject({ status: 'succeeded', total: 200, done: 200, ok: 200 });
    expect(did.one.length).toBeGreaterThan(0);
    expect(did.two.length).toBeGreaterThan(0);
    const allIds = [...did.one, ...did.two];
    expect(allIds.sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
    const entries = await server.db.selectFrom('op_log').select('target_id').where('target_type', '=', 'thing').execute();
    expect(entries).toHaveLength(200);
  });

  test('leave batches of types they do not know to each other', async () => {
    await start([loggingType()]);
    const second = await startSecondServer([]);
    await server.app.batches.stop();
    const batchId = await order([thing(1)]);
    await second.batches.sweep();
    second.batches.wake([batchId]);
    await second.batches.settled();
    expect(await detail(batchId)).toMatchObject({ status: 'pending', done: 0 });
  });

  test('continue what a stopped server left behind', async () => {
    await start([loggingType()]);
    await server.app.batches.stop();
    const batchId = await order([thing(1), thing(2)]);
    expect(await detail(batchId)).toMatchObject({ status: 'pending' });
    const second = await startSecondServer([loggingType()]);
    await second.batches.sweep();
    await second.batches.settled();
    expect(await detail(batchId)).toMatchObject({ status: 'succeeded', ok: 2 });
  });
});

test('an item ordered with a fault starts out failed with its own text and is never run', async () => {
  await start([loggingType()]);
  const batchId = await order([
    thing(1),
    { targetId: null, label: '第 3 行', fault: { reason: 'VALIDATION', text: { zh: '账号重复', en: 'Twice' }, retryable: false } },
    {
      targetId: null,
      label: '第 4 行',
      fault: { reason: 'VALIDATION', faults: [{ field: 'name', rule: 'required' }], retryable: false },
    },
  ]);
  await server.app.batches.settled();
  expect(await detail(batchId)).toMatchObject({ status: 'partial', total: 3, ok: 1, fail: 2, can: [], origin_label: { zh: '规则' } });
  expect(await itemsOf(batchId)).toMatchObject([
    { status: 'succeeded' },
    { status: 'failed', code: 400, text: '账号重复', target_id: null, retryable: false },
    { status: 'failed', code: 400, text: '请输入name' },
  ]);
  const allBad = await order([{ targetId: null, label: 'x', fault: { reason: 'VALIDATION', text: '?' } }]);
  expect(await detail(allBad)).toMatchObject({ status: 'failed', total: 1, done: 1, finished_at: expect.any(String) });
});

test('a result that the database rejects fails its item, and the other items continue', async () => {
  const type: AnyBatchType = {
    ...loggingType(),
    run: async (context: ItemContext, item: BatchItem): Promise<Outcome> => {
      context.audit({ targetType: 'thing', targetId: item.targetId });
      return { outcome: 'succeeded', after: { name: item.seq === 1 ? '\u0000' : 'fine' } };
    },
  };
  await start([type]);
  const batchId = await order([thing(1), thing(2)]);
  await server.app.batches.settled();
  expect((await itemsOf(batchId)).map(({ status, reason }) => [status, reason])).toEqual([
    ['failed', 'INTERNAL'],
    ['succeeded', null],
  ]);
  expect(await detail(batchId)).toMatchObject({ status: 'partial', ok: 1, fail: 1 });
});

test('a success without an entry in the operation log is rolled back', async () => {
  const silent = {
    type: 'user_import',
    targetType: 'user',
    access: 'signedIn',
    effect: 'database',
    retryable: true,
    run: async ({ db }, item: BatchItem) => {
      await db
        .updateTable('sys_user')
        .set({ remark: 'silent' })
        .where('id', '=', item.targetId ?? 0)
        .execute();
      return { outcome: 'succeeded' };
    },
  } satisfies AnyBatchType;
  await start([silent]);
  const [id = 0] = await addManyOptimizers(server.db, 1);
  const batchId = await order([{ targetId: id, label: 'x' }]);
  await server.app.batches.settled();
  expect(await itemsOf(batchId)).toMatchObject([{ status: 'failed', reason: 'INTERNAL' }]);
  expect(await server.db.selectFrom('sys_user').select('remark').where('id', '=', id).execute()).toEqual([{ remark: null }]);
});
