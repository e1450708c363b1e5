import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { addManyOptimizers, plannedFaults } from '#tests/support/batches.ts';
import { peopleFixtures } from '#tests/support/people.ts';
import { tableSums } from '#tests/support/table-sums.ts';

let server: TestApp;
const { idOf, roleOf } = peopleFixtures(() => server);
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(async () => await server.close());

const setStatus = (ids: number[], status: 'enabled' | 'disabled', more: object = {}) =>
  server.as('admin', '/sys-users/batch_set_status', { ids, status, ...more });
const itemsOf = async (batch_id: number, by = 'admin') =>
  (await server.as(by, '/op-batches/items', { batch_id, page_size: 200 })).data.list;
const statusOf = async (account: string) =>
  (await server.db.selectFrom('sys_user').select('status').where('account', '=', account).executeTakeFirstOrThrow()).status;

describe('a bulk operation', () => {
  test('returns one result per object, and a failure changes nothing else', async () => {
    const [one, missing, two] = [await idOf('opt_01'), 424_242, await idOf('opt_02')];
    const { data } = await setStatus([one, missing, two], 'disabled', { reason: '轮岗' });
    expect(data).toEqual({
      batch_id: expect.any(Number),
      status: 'partial',
      total: 3,
      done: 3,
      ok: 2,
      fail: 1,
      skip: 0,
      unknown: 0,
      canceled: 0,
    });
    expect(await itemsOf(data.batch_id)).toMatchObject([
      { seq: 1, target_type: 'user', target_id: one, label: 'opt_01', status: 'succeeded', before: { status: 'enabled' }, attempt: 1 },
      {
        seq: 2,
        target_id: missing,
        label: '#424242',
        status: 'failed',
        code: 404,
        reason: 'NOT_FOUND',
        text: '对象不存在或无权限',
        retryable: true,
      },
      {
        seq: 3,
        target_id: two,
        status: 'succeeded',
        after: { status: 'disabled' },
        code: null,
        reason: null,
        text: null,
        retryable: false,
      },
    ]);
    expect([await statusOf('opt_01'), await statusOf('opt_02')]).toEqual(['disabled', 'disabled']);
  });

  test('logs one entry for the batch and one per changed object, all under the same call', async () => {
    const [one, two] = [await idOf('opt_03'), await idOf('opt_04')];
    const { data } = await setStatus([one, two], 'disabled', { reason: '轮岗' });
    const entries = await server.db.selectFrom('op_log').selectAll().orderBy('id', 'desc').limit(3).execute();
    expect(entries.reverse()).toMatchObject([
      { target_type: 'batch', target_id: data.batch_id, account: 'admin', after: { status: 'disabled', total: 2, reason: '轮岗' } },
      { target_type: 'user', target_id: one, target_label: 'opt_03', account: 'admin', before: { status: 'enabled' } },
      { target_type: 'user', target_id: two, target_label: 'opt_04', ip: '127.0.0.1', ok: true },
    ]);
    expect(new Set(entries.map((entry) => entry.action))).toEqual(new Set(['/sys-users/batch_set_status']));
  });

  test("skips objects that already have the status and explains it in the reader's language", async () => {
    const id = await idOf('opt_05');
    await setStatus([id], 'disabled');
    const { data } = await setStatus([id], 'disabled');
    expect(data).toMatchObject({ status: 'succeeded', ok: 0, skip: 1, done: 1 });
    const inEnglish = await server.as('admin', '/op-batches/items', { batch_id: data.batch_id }, { language: 'en-US' });
    expect(inEnglish.data.list).toMatchObject([{ status: 'skipped', code: 422, reason: 'NO_CHANGE', text: 'No change, skipped' }]);
    expect((await itemsOf(data.batch_id))[0]?.text).toBe('已是该状态，跳过');
    await setStatus([id], 'enabled');
  });

  test('keeps users from disabling themselves and the last administrator', async () => {
    const [self, other] = [await idOf('admin'), await idOf('opt_06')];
    const { data } = await setStatus([self, other], 'disabled');
    expect(data).toMatchObject({ ok: 1, fail: 1 });
    expect(await itemsOf(data.batch_id)).toMatchObject([{ reason: 'SELF_FORBIDDEN', code: 422 }, { status: 'succeeded' }]);

    // The user who orders is an administrator, so LAST_ADMIN can only occur when that changes while the item runs.
    const demoting = await createTestApp({
      batches: {
        faults: {
          beforeItem: async () => {
            await demoting.db.updateTable('sys_user').set({ is_admin: 0 }).where('account', '=', 'admin').execute();
          },
        },
      },
    });
    const people = peopleFixtures(() => demoting);
    await people.add(['boss_01'], { is_admin: 1 });
    const refused = await demoting.as('admin', '/sys-users/batch_delete', { ids: [await people.idOf('boss_01')], reason: '离职' });
    expect(refused.data).toMatchObject({ status: 'failed', fail: 1 });
    const { rows } = await sql`select code, reason from batch_item where batch_id = ${refused.data.batch_id}`.execute(demoting.db);
    expect(rows).toEqual([{ code: 422, reason: 'LAST_ADMIN' }]);
    await demoting.close();
  });

  test('names the invalid fields when a rule reports them', async () => {
    const answer = await server.as('admin', '/sys-users/batch_save_user_role', {
      user_ids: [await idOf('opt_07')],
      role_ids: [await roleOf('优化师')],
      mode: 'remove',
    });
    expect(answer.data).toMatchObject({
      status: 'failed',
      fail: 1,
      items: [{ ok: false, reason: 'VALIDATION', message: '请至少选择 1 个角色' }],
    });
    expect(await itemsOf(answer.data.batch_id)).toMatchObject([{ code: 400, reason: 'VALIDATION', text: '请至少选择 1 个角色' }]);
  });

  test('requires a reason for a deletion and an existing user for the handover', async () => {
    const id = await idOf('opt_08');
    const without = await server.send('/sys-users/batch_delete', { ids: [id] }, { token: await server.signIn('admin') });
    expect(without.data.errors).toMatchObject([{ field: 'reason', rule: 'required' }]);
    const gone = await server.as('admin', '/sys-users/batch_delete', { ids: [id], handover_user_id: 424_242, reason: 'x' });
    expect(gone.data.errors).toMatchObject([{ field: 'handover_user_id', rule: 'exists' }]);
    const { data } = await server.as('admin', '/sys-users/batch_delete', {
      ids: [id, await idOf('opt_09')],
      handover_user_id: await idOf('opt_09'),
      reason: '离职',
    });
    expect(await itemsOf(data.batch_id)).toMatchObject([{ status: 'succeeded' }, { status: 'failed', reason: 'VALIDATION' }]);
    const { list } = (await server.as('admin', '/op-batches/list', { keyword: `#${data.batch_id}` })).data;
    expect(list[0]?.summary).toEqual({ zh: '删除账号，名下对象交接给 opt_09', en: 'Delete accounts, hand over to opt_09' });
  });
});

describe('a selection of all matching rows', () => {
  test('is refused when the number of rows has changed since the user saw it', async () => {
    await addManyOptimizers(server.db, 3);
    const ask = (expected_total: number) =>
      server.as('admin', '/sys-users/batch_set_status', { filter: { keyword: 'many_' }, expected_total, status: 'disabled' });
    const before = await tableSums(server.db);
    expect(await ask(2)).toMatchObject({ code: 409, reason: 'SELECTION_CHANGED', message: '符合条件的数量已变为 3', data: { total: 3 } });
    expect(await tableSums(server.db)).toEqual(before);
    expect((await ask(3)).data).toMatchObject({ status: 'succeeded', total: 3, ok: 3 });
  });

  test.each<[string, object]>([
    ['neither ids nor a filter', {}],
    ['both', { ids: [1], filter: {}, expected_total: 1 }],
    ['a filter without the number of rows', { filter: {} }],
    ['ids with a number of rows', { ids: [1], expected_total: 1 }],
  ])('are named by exactly one of two: %s is refused', async (_name, body) => {
    const answer = await server.send(
      '/sys-users/batch_set_status',
      { ...body, status: 'enabled' },
      { token: await server.signIn('admin') },
    );
    expect(answer.data.errors).toMatchObject([{ field: 'ids', rule: 'selection' }]);
    const roles = { user_ids: undefined, role_ids: [1], mode: 'add' };
    const other = await server.send('/sys-users/batch_save_user_role', roles, { token: await server.signIn('admin') });
    expect(other.data.errors).toMatchObject([{ field: 'user_ids', rule: 'selection' }]);
  });

  test('is split into sibling batches above the batch limit and refused above the order limit', async () => {
    const small = await createTestApp({ config: { limits: { batchMax: 50, batchFilterMax: 120 } } });
    await addManyOptimizers(small.db, 110);
    const ask = (filter: object, expected_total: number) =>
      small.as('admin', '/sys-users/batch_set_status', { filter, expected_total, status: 'disabled' });
    const { data } = await ask({ keyword: 'many_' }, 110);
    expect(data.siblings).toHaveLength(2);
    await small.app.batches.settled();
    const rows = (await small.as('admin', '/op-batches/list', { mine: true })).data;
    expect(rows.list.map((row) => [row.id, row.total, row.ok])).toEqual([
      [data.siblings?.[1], 10, 10],
      [data.siblings?.[0], 50, 50],
      [data.batch_id, 50, 50],
    ]);
    expect(rows.totals).toEqual({ total: 110, ok: 110, fail: 0, skip: 0, unknown: 0 });

    const { total } = (await small.as('admin', '/sys-users/list', {})).data;
    expect(await ask({}, total)).toMatchObject({
      code: 400,
      reason: 'VALIDATION',
      data: {
        count: total,
        max: 120,
        errors: [{ field: 'filter', rule: 'selectionMax', message: `共 ${total} 个对象，一次最多 120 个，请缩小范围` }],
      },
    });
    await small.close();
  });
});

test('requests with the same idempotency key take effect once, even at the same time', async () => {
  const id = await idOf('edit_03');
  const idempotency_key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 5 }, () => setStatus([id], 'disabled', { idempotency_key })));
  expect(answers.map((answer) => answer.code)).toEqual([0, 0, 0, 0, 0]);
  expect(new Set(answers.map((answer) => answer.data.batch_id)).size).toBe(1);
  for (const answer of answers) expect(answer.data).toMatchObject({ status: 'succeeded', total: 1, ok: 1, done: 1 });
  const { rows } = await sql<{ n: number }>`select count(*) as n from batch where idempotency_key = ${idempotency_key}::uuid`.execute(
    server.db,
  );
  expect(rows).toEqual([{ n: 1 }]);
  expect((await setStatus([id], 'enabled', { idempotency_key })).data.errors).toMatchObject([{ field: 'idempotency_key' }]);
});

test('an item that throws fails with a trace id and is rolled back', async () => {
  const broken = await createTestApp({
    batches: {
      faults: {
        beforeItem: ({ seq }) => {
          if (seq === 2) throw new Error('select secret from table_of_ours');
        },
      },
    },
  });
  const ids = await addManyOptimizers(broken.db, 3);
  const { data } = await broken.as('admin', '/sys-users/batch_set_status', { ids, status: 'disabled' });
  expect(data).toMatchObject({ status: 'partial', ok: 2, fail: 1 });
  const { list } = (await broken.as('admin', '/op-batches/items', { batch_id: data.batch_id, status: 'failed' })).data;
  expect(list).toMatchObject([{ seq: 2, code: -2, reason: 'INTERNAL', text: `系统错误，编号 ${data.batch_id}-2` }]);
  await broken.close();
});

test('a test can make every tenth item fail, and a retry lets it succeed', async () => {
  const faulty = await createTestApp({ batches: { faults: plannedFaults({ failEvery: 10 }) } });
  const ids = await addManyOptimizers(faulty.db, 40);
  const { data } = await faulty.as('admin', '/sys-users/batch_set_status', { ids, status: 'disabled' });
  expect(data).toMatchObject({ status: 'partial', total: 40, ok: 36, fail: 4 });
  const again = await faulty.as('admin', '/op-batches/retry', { batch_id: data.batch_id });
  expect(again.data).toMatchObject({ batch_id: data.batch_id, status: 'succeeded', ok: 40, fail: 0 });
  await faulty.close();
});
