import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';

let server: TestApp;
let rewind: () => Promise<void>;
beforeAll(async () => {
  server = await createTestApp();
  rewind = await server.remember();
});
afterEach(async () => await rewind());
afterAll(async () => await server.close());

const create = (name: string, more: { paths?: string[]; actions?: ('export' | 'copy')[] } = {}) =>
  server.as('admin', '/sys-roles/create', { name, paths: [], actions: [], ...more });
const builtin = async (name: string) => {
  const row = (await server.as('admin', '/sys-roles/list', { keyword: name })).data.list[0];
  if (row === undefined) throw new Error(`no role ${name}`);
  return row;
};
const userId = async (account: string) =>
  (await server.db.selectFrom('sys_user').select('id').where('account', '=', account).executeTakeFirstOrThrow()).id;

test('the list counts pages and existing users, filters and sorts', async () => {
  const { list, total } = (await server.as('admin', '/sys-roles/list', { sort: [{ field: 'users', order: 'desc' }] })).data;
  expect(total).toBe(5);
  expect(list[0]).toMatchObject({
    name: '优化师',
    users: 11,
    is_builtin: true,
    paths: expect.arrayContaining(['/index', '/advertising/copy-log', '/advertising/post', '/auth/account']),
  });
  expect((await server.as('admin', '/sys-roles/list', { keyword: '师' })).data.total).toBe(2);
  expect((await server.as('opt_01', '/sys-roles/simple_list', {})).data.list.length).toBe(5);
});

test('a role is created with its pages in menu order, a unique name and one log entry', async () => {
  const made = await create(' 审计 ', { paths: ['/advertising/copy-log', '/index'], actions: ['copy', 'export'] });
  expect(made.data).toMatchObject({
    name: '审计',
    version: 1,
    paths: ['/index', '/advertising/copy-log'],
    actions: ['export', 'copy'],
    users: 0,
    is_builtin: false,
  });
  expect(await create('审计')).toMatchObject({ code: 409, reason: 'DUPLICATE', data: { field: 'name' } });
  expect((await Promise.all([create('同时'), create('同时')])).map((answer) => answer.code).sort()).toEqual([0, 409]);
  const entries = await server.db
    .selectFrom('op_log')
    .select('after')
    .where('target_type', '=', 'role')
    .where('target_id', '=', made.data.id)
    .execute();
  expect(entries).toMatchObject([{ after: { name: '审计', actions: ['export', 'copy'] } }]);
});

test.each(['/sys/accounts', '/admin/sys/cron', '/advertising', '/nowhere'])('a role with %s is refused', async (path) => {
  const answer = await create('越权', { paths: ['/index', path] });
  expect(answer).toMatchObject({ code: 422, reason: 'ROLE_PATH_RESERVED', message: '含保留页面', data: { paths: [path] } });
  const row = await builtin('优化师');
  expect((await server.as('admin', '/sys-roles/edit', { id: row.id, version: row.version, paths: [path] })).reason).toBe(
    'ROLE_PATH_RESERVED',
  );
});

test('an edit takes effect with the next call of the members', async () => {
  const row = await builtin('优化师');
  expect((await server.as('opt_01', '/sys-oplogs/list', {})).code).toBe(0);
  const answer = await server.as('admin', '/sys-roles/edit', { id: row.id, version: row.version, paths: [] });
  expect(answer.data).toMatchObject({ version: row.version + 1, paths: [], actions: row.actions });
  expect((await server.as('opt_01', '/sys-oplogs/list', {})).reason).toBe('NO_PATH');
  expect((await server.as('opt_01', '/sys-users/get_user_info', {})).data.paths).toEqual(['/index']);
});

test('an edit of an outdated version is a conflict with the newest row', async () => {
  const row = await builtin('优化师');
  await server.as('admin', '/sys-roles/edit', { id: row.id, version: row.version, remark: '一' });
  const late = await server.as('admin', '/sys-roles/edit', { id: row.id, version: row.version, remark: '二' });
  expect(late).toMatchObject({
    code: 409,
    reason: 'VERSION_CONFLICT',
    data: { by: '林管理', latest: { id: row.id, version: row.version + 1, remark: '一' } },
  });
});

test('a copy is an ordinary role with the same permissions', async () => {
  const row = await builtin('托管运营');
  const copied = await server.as('admin', '/sys-roles/copy', { id: row.id, name: '托管二' });
  expect(copied.data).toMatchObject({ name: '托管二', paths: row.paths, actions: row.actions, is_builtin: false, users: 0 });
  expect((await server.as('admin', '/sys-roles/copy', { id: row.id, name: '托管二' })).reason).toBe('DUPLICATE');
  expect((await server.as('admin', '/sys-roles/copy', { id: 99_999, name: 'x' })).reason).toBe('NOT_FOUND');
});

test('a builtin role cannot be deleted, any other only when no user has it', async () => {
  expect((await server.as('admin', '/sys-roles/delete', { id: (await builtin('素材师')).id })).reason).toBe('ROLE_BUILTIN');
  const { id } = (await create('临时')).data;
  const member = await userId('opt_01');
  await server.as('admin', '/sys-users/batch_save_user_role', { user_ids: [member], role_ids: [id], mode: 'add' });
  expect((await server.as('admin', '/sys-roles/users', { id })).data.list.map((user) => user.account)).toEqual(['opt_01']);
  expect(await server.as('admin', '/sys-roles/delete', { id })).toMatchObject({
    code: 422,
    reason: 'ROLE_IN_USE',
    message: '1 人正在使用',
    data: { count: 1 },
  });
  await server.as('admin', '/sys-users/batch_save_user_role', { user_ids: [member], role_ids: [id], mode: 'remove' });
  expect((await server.as('admin', '/sys-roles/delete', { id })).code).toBe(0);
  expect((await server.as('admin', '/sys-roles/detail', { id })).reason).toBe('NOT_FOUND');
  expect((await create('临时')).code).toBe(0);
});

test('a role cannot be deleted while it is being assigned', async () => {
  const member = await userId('opt_01');
  for (let round = 0; round < 5; round += 1) {
    const { id } = (await create(`临时${round}`)).data;
    await Promise.all([
      server.as('admin', '/sys-roles/delete', { id }),
      server.as('admin', '/sys-users/batch_save_user_role', { user_ids: [member], role_ids: [id], mode: 'add' }),
    ]);
    const lost = await server.db
      .selectFrom('sys_user_role')
      .innerJoin('sys_role', 'sys_role.id', 'sys_user_role.role_id')
      .select('role_id')
      .where('role_id', '=', id)
      .where('deleted_at', 'is not', null)
      .execute();
    expect(lost).toEqual([]);
  }
});
