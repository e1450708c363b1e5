import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { addManyOptimizers } from '#tests/support/batches.ts';
import { peopleFixtures } from '#tests/support/people.ts';
import type { BatchFaults } from './index.ts';

/** Called before each item; every test sets its own. */
let beforeItem: BatchFaults['beforeItem'] = () => undefined;
let server: TestApp;
let ids: number[];
const { idOf } = peopleFixtures(() => server);
beforeAll(async () => {
  server = await createTestApp({ batches: { faults: { beforeItem: (item) => beforeItem(item) }, waitMs: 0 } });
  ids = await addManyOptimizers(server.db, 500);
});
afterAll(async () => await server.close());

/** A promise with its resolver. */
function createDeferred() {
  let fulfil = () => {};
  const promise = new Promise<void>((resolve) => {
    fulfil = resolve;
  });
  return { promise, fulfil };
}

/** Makes the executor wait before the item with this sequence number until released. */
function holdBefore(seq: number) {
  const [held, reached] = [createDeferred(), createDeferred()];
  beforeItem = async (item) => {
    if (item.seq !== seq) return;
    reached.fulfil();
    await held.promise;
  };
  return { reached: reached.promise, goOn: held.fulfil };
}

const order = async (given: number[], status: 'enabled' | 'disabled', by = 'admin') => {
  const { data } = await server.as(by, '/sys-users/batch_set_status', { ids: given, status });
  return data.batch_id;
};
const detail = async (batch_id: number, by = 'admin') => (await server.as(by, '/op-batches/detail', { batch_id })).data;
const statusesOf = async (batchId: number) =>
  await server.db
    .selectFrom('batch_item')
    .select(['seq', 'status', 'reason', 'attempt'])
    .where('batch_id', '=', batchId)
    .orderBy('seq')
    .execute();
const disabled = async (given: readonly number[]) =>
  (
    await server.db.selectFrom('sys_user').select('id').where('id', 'in', given).where('status', '=', 'disabled').orderBy('id').execute()
  ).map((row) => row.id);

describe('permissions revoked while a batch runs', () => {
  test('keep finished items and skip the rest', async () => {
    const { add } = peopleFixtures(() => server);
    await add(['boss_01'], { is_admin: 1 });
    await server.signIn('boss_01');
    beforeItem = async ({ seq }) => {
      if (seq === 250) await server.db.updateTable('sys_user').set({ is_admin: 0 }).where('account', '=', 'boss_01').execute();
    };
    const batchId = await order(ids, 'disabled', 'boss_01');
    await server.app.batches.settled();
    expect(await detail(batchId)).toMatchObject({ status: 'succeeded', total: 500, done: 500, ok: 250, skip: 250 });
    const items = await statusesOf(batchId);
    expect(items.slice(0, 250).every((item) => item.status === 'succeeded')).toBe(true);
    expect(items.slice(250).every((item) => item.status === 'skipped' && item.reason === 'NO_ACTION')).toBe(true);
    expect(await disabled(ids)).toEqual(ids.slice(0, 250));
    await server.db.updateTable('sys_user').set({ status: 'enabled' }).where('id', 'in', ids).execute();
  });

  test('skip the rest when the account is disabled', async () => {
    const { add } = peopleFixtures(() => server);
    await add(['boss_02'], { is_admin: 1 });
    await server.signIn('boss_02');
    beforeItem = async ({ seq }) => {
      if (seq === 1) await server.db.updateTable('sys_user').set({ status: 'disabled' }).where('account', '=', 'boss_02').execute();
    };
    const batchId = await order(ids.slice(0, 3), 'disabled', 'boss_02');
    await server.app.batches.settled();
    expect((await statusesOf(batchId)).map((item) => item.reason)).toEqual([null, 'NO_ACTION', 'NO_ACTION']);
  });
});

describe('an object held by a batch', () => {
  test('fails in another batch, whose other items continue, and cannot be edited', async () => {
    const hold = holdBefore(1);
    const [one, two, three] = ids.slice(10, 13) as [number, number, number];
    const first = await order([one, two], 'disabled');
    await hold.reached;
    const second = await order([two, three], 'disabled');
    const busy = { reason: 'ENTITY_BUSY', code: 423 };
    const edit = await server.as('admin', '/sys-users/edit_account', { id: two, version: 1, remark: 'x' });
    expect(edit).toMatchObject({ ...busy, message: `批次 ${first} 正在处理该对象`, data: { batch_id: first } });
    expect(await server.as('admin', '/sys-users/delete_user', { id: one })).toMatchObject(busy);
    beforeItem = () => undefined;
    hold.goOn();
    await server.app.batches.settled();
    const { list } = (await server.as('admin', '/op-batches/items', { batch_id: second })).data;
    expect(list).toMatchObject([
      { target_id: two, status: 'failed', ...busy, text: `批次 ${first} 正在处理该对象`, retryable: true },
      { target_id: three, status: 'succeeded' },
    ]);
    expect(await detail(first)).toMatchObject({ status: 'succeeded', ok: 2 });
    // The object is free again.
    const { version } = await server.db.selectFrom('sys_user').select('version').where('id', '=', two).executeTakeFirstOrThrow();
    expect((await server.as('admin', '/sys-users/edit_account', { id: two, version, remark: 'x' })).code).toBe(0);
    expect(await server.as('admin', '/op-batches/retry', { batch_id: second })).toMatchObject({ code: 0 });
    await server.app.batches.settled();
    expect(await detail(second)).toMatchObject({ status: 'succeeded', skip: 1, ok: 1, fail: 0 });
  });

  test('belongs to exactly one of two batches ordered at the same time, in any order of objects', async () => {
    beforeItem = () => undefined;
    const some = ids.slice(20, 60);
    const batches = await Promise.all([order(some, 'disabled'), order([...some].reverse(), 'disabled'), order(some, 'disabled')]);
    await server.app.batches.settled();
    const rows = await Promise.all(batches.map((id) => detail(id)));
    for (const row of rows) expect(row.ok + row.fail + row.skip).toBe(40);
    expect(rows.reduce((sum, row) => sum + row.ok, 0)).toBe(40);
    expect(await disabled(some)).toEqual(some);
  });
});

describe('cancelling a batch', () => {
  test('cancels items that have not started and lets running ones end', async () => {
    const hold = holdBefore(3);
    const some = ids.slice(100, 110);
    const batchId = await order(some, 'disabled');
    await hold.reached;
    expect((await detail(batchId)).can).toEqual(['cancel']);
    const { data } = await server.as('admin', '/op-batches/cancel', { batch_id: batchId });
    expect(data).toMatchObject({ status: 'running', done: 9, ok: 2, canceled: 7, can: [] });
    hold.goOn();
    await server.app.batches.settled();
    expect(await detail(batchId)).toMatchObject({ status: 'canceled', total: 10, done: 10, ok: 3, canceled: 7 });
    expect(await disabled(some)).toEqual(some.slice(0, 3));
    // Cancelling again changes nothing and logs nothing.
    const entries = () => server.db.selectFrom('op_log').select('id').where('action', '=', '/op-batches/cancel').execute();
    const before = (await entries()).length;
    expect((await server.as('admin', '/op-batches/cancel', { batch_id: batchId })).data).toMatchObject({ status: 'canceled', canceled: 7 });
    expect((await entries()).length).toBe(before);
  });

  test('releases the objects', async () => {
    const hold = holdBefore(1);
    const some = ids.slice(120, 123);
    const batchId = await order(some, 'disabled');
    await hold.reached;
    await server.as('admin', '/op-batches/cancel', { batch_id: batchId });
    beforeItem = () => undefined;
    const other = await order(some.slice(1), 'disabled');
    hold.goOn();
    await server.app.batches.settled();
    expect(await detail(other)).toMatchObject({ status: 'succeeded', ok: 2 });
  });
});

describe('retrying a batch', () => {
  const failFirst = ({ seq, attempt }: { seq: number; attempt: number }) => {
    if (seq % 2 === 0 && attempt === 1) throw new Error('made to fail');
  };

  test('runs only the failed items, as another attempt of the same items', async () => {
    beforeItem = failFirst;
    const some = ids.slice(200, 206);
    const batchId = await order(some, 'disabled');
    await server.app.batches.settled();
    expect(await detail(batchId)).toMatchObject({ status: 'partial', ok: 3, fail: 3, can: ['retry'], undoable: true });
    const before = await statusesOf(batchId);
    await server.as('admin', '/op-batches/retry', { batch_id: batchId });
    await server.app.batches.settled();
    expect(await detail(batchId)).toMatchObject({ status: 'succeeded', total: 6, done: 6, ok: 6, fail: 0, can: [], undoable: true });
    expect((await statusesOf(batchId)).map((item) => item.attempt)).toEqual([1, 2, 1, 2, 1, 2]);
    expect(before.map((item) => item.attempt)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await server.as('admin', '/op-batches/retry', { batch_id: batchId })).toMatchObject({ code: 422, reason: 'STATE_CHANGED' });
  });

  test('runs only the named items, if they failed', async () => {
    beforeItem = failFirst;
    const batchId = await order(ids.slice(210, 214), 'disabled');
    await server.app.batches.settled();
    const { list } = (await server.as('admin', '/op-batches/items', { batch_id: batchId })).data;
    const [good, failed] = list.map((item) => item.id) as [number, number];
    const wrong = await server.as('admin', '/op-batches/retry', { batch_id: batchId, item_ids: [failed, good] });
    expect(wrong.data.errors).toMatchObject([{ field: 'item_ids.1', rule: 'notRetryable' }]);
    await server.as('admin', '/op-batches/retry', { batch_id: batchId, item_ids: [failed] });
    await server.app.batches.settled();
    expect(await detail(batchId)).toMatchObject({ status: 'partial', ok: 3, fail: 1 });
  });

  test('uses the permissions of the requester and logs their name', async () => {
    beforeItem = failFirst;
    const some = ids.slice(220, 222);
    const batchId = await order(some, 'disabled');
    await server.app.batches.settled();
    // A leader sees the batch of a subordinate but has no permission for the accounts.
    await server.db
      .updateTable('batch')
      .set({ user_id: await idOf('opt_01') })
      .where('id', '=', batchId)
      .execute();
    expect((await server.as('lead_a', '/op-batches/retry', { batch_id: batchId })).code).toBe(0);
    await server.app.batches.settled();
    expect((await statusesOf(batchId))[1]).toMatchObject({ status: 'skipped', reason: 'NO_ACTION', attempt: 2 });
    expect(await disabled(some)).toEqual(some.slice(0, 1));
  });
});

describe('visible batches', () => {
  let own: Record<string, number>;
  beforeAll(async () => {
    beforeItem = () => undefined;
    own = {};
    for (const account of ['opt_01', 'edit_01', 'lead_a', 'super']) {
      const batchId = await order([ids[300] ?? 0], 'disabled');
      await server.app.batches.settled();
      await server.db
        .updateTable('batch')
        .set({ user_id: await idOf(account) })
        .where('id', '=', batchId)
        .execute();
      own[account] = batchId;
    }
  });

  test.each([
    ['opt_01', ['opt_01']],
    ['lead_a', ['opt_01', 'lead_a']],
    ['admin', ['opt_01', 'edit_01', 'lead_a', 'super']],
    ['super', ['super']],
    ['edit_01', ['edit_01']],
  ])('%s sees the batches of %j', async (reader, seen) => {
    const { list } = (await server.as(reader, '/op-batches/list', { page_size: 200 })).data;
    const shown = Object.entries(own).flatMap(([account, id]) => (list.some((row) => row.id === id) ? account : []));
    expect(shown).toEqual(seen);
    for (const [account, batch_id] of Object.entries(own)) {
      const answers = [
        await server.as(reader, '/op-batches/detail', { batch_id }),
        await server.as(reader, '/op-batches/items', { batch_id }),
        await server.as(reader, '/op-batches/cancel', { batch_id }),
      ];
      expect(answers.map((answer) => answer.code)).toEqual(seen.includes(account) ? [0, 0, 0] : [404, 404, 404]);
    }
  });

  test('are never extended by a filter', async () => {
    const user_id = await idOf('edit_01');
    expect((await server.as('lead_a', '/op-batches/list', { user_id })).data).toMatchObject({ list: [], total: 0, totals: { total: 0 } });
  });

  test('are summed over the whole filtered set, not only the shown page', async () => {
    const all = (await server.as('admin', '/op-batches/list', { page_size: 200 })).data;
    const sum = (key: 'total' | 'ok' | 'fail' | 'skip' | 'unknown') => all.list.reduce((total, row) => total + row[key], 0);
    const { data } = await server.as('admin', '/op-batches/list', { page: 3, page_size: 20 });
    expect(data.totals).toEqual({ total: sum('total'), ok: sum('ok'), fail: sum('fail'), skip: sum('skip'), unknown: sum('unknown') });
    expect(data.total).toBe(all.list.length);
  });

  test('are filtered by type, status, user, day, number and object name', async () => {
    const admin = await idOf('admin');
    const found = async (filter: object) => (await server.as('admin', '/op-batches/list', { page_size: 200, ...filter })).data;
    expect((await found({ type: ['user_role'] })).total).toBe(0);
    expect((await found({ status: 'canceled' })).list.every((row) => row.status === 'canceled')).toBe(true);
    expect((await found({ status: 'canceled' })).total).toBe(2);
    expect((await found({ mine: true })).list.every((row) => row.user.id === admin)).toBe(true);
    expect((await found({ running: true })).total).toBe(0);
    expect((await found({ date_from: '2026-11-20', date_to: '2026-11-20' })).total).toBe((await found({})).total);
    expect((await found({ date_to: '2026-11-19' })).total).toBe(0);
    expect((await found({ keyword: String(own.opt_01) })).list.map((row) => row.id)).toContain(own.opt_01);
    // These four and the one with all 500.
    expect((await found({ keyword: 'many_0301' })).total).toBe(5);
    expect((await server.as('admin', '/op-batches/list', { date_from: '2026-11-20', date_to: '2026-11-19' })).data.errors).toMatchObject([
      { field: 'date_to', rule: 'range' },
    ]);
  });

  test('show their page and a summary in both languages', async () => {
    expect(await detail(own.opt_01 ?? 0)).toMatchObject({
      type: 'user_status',
      origin: '/sys/accounts',
      origin_label: { zh: '账号管理', en: 'Accounts' },
      summary: { zh: '停用账号', en: 'Disable accounts' },
      level: null,
    });
  });
});
