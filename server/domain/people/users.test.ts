import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, md5, type TestApp } from '#tests/support/app.ts';
import { peopleFixtures } from '#tests/support/people.ts';

let server: TestApp;
let rewind: () => Promise<void>;
beforeAll(async () => {
  server = await createTestApp();
  rewind = await server.remember();
});
afterEach(async () => await rewind());
afterAll(async () => await server.close());

const { idOf, departmentOf, roleOf, rowOf, create, lastEntries } = peopleFixtures(() => server);

describe('the list of accounts', () => {
  test('contains all users except super admins and deleted users', async () => {
    const { list, total } = (await server.as('admin', '/sys-users/list', { page_size: 50 })).data;
    expect(total).toBe(20);
    const accounts = list.map((row) => row.account);
    expect(accounts).not.toContain('super');
    expect(accounts).not.toContain('gone_01');
    expect(accounts).toContain('left_01');
  });

  test('filters by department subtree, role, status, admin level, leadership and business line', async () => {
    const count = async (filter: object) => (await server.as('admin', '/sys-users/list', filter)).data.total;
    expect(await count({ department_id: await departmentOf('投放一部') })).toBe(11);
    expect(await count({ department_id: await departmentOf('英语组') })).toBe(4);
    expect(await count({ department_id: 99_999 })).toBe(0);
    expect(await count({ role_id: await roleOf('素材师') })).toBe(3);
    expect(await count({ status: 'disabled' })).toBe(1);
    expect(await count({ is_admin: 1 })).toBe(1);
    expect(await count({ is_leader: 1 })).toBe(2);
    expect(await count({ platform: 'ec' })).toBe(2);
    expect(await count({ keyword: '张三' })).toBe(1);
    expect(await count({ keyword: 'opt_' })).toBe(10);
    expect(await count({ keyword: '%' })).toBe(0);
    expect(await count({ keyword: 'opt_', status: 'disabled' })).toBe(0);
  });

  test('sorts names by pronunciation, and its pages neither lose nor repeat users', async () => {
    const names = (await server.as('admin', '/sys-users/list', { page_size: 50, sort: [{ field: 'name', order: 'asc' }] })).data.list.map(
      (row) => row.name,
    );
    expect(names.indexOf('陈一鸣')).toBeLessThan(names.indexOf('王立'));
    expect(names.indexOf('王立')).toBeLessThan(names.indexOf('张三丰'));
    await server.db
      .insertInto('sys_user')
      .values(
        Array.from({ length: 25 }, (_, i) => ({
          account: `bulk_${i}`,
          pwd_hash: '',
          name: '同名',
          remark: null,
          is_admin: 0 as const,
          is_leader: 0 as const,
          platform: 'dj' as const,
          department_id: 1,
          status: 'enabled' as const,
          login_at: null,
          timezone: 'UTC',
          deleted_at: null,
          created_at: server.clock.now(),
          updated_at: server.clock.now(),
        })),
      )
      .execute();
    const seen = [];
    for (const page of [1, 2, 3]) {
      seen.push(
        ...(await server.as('admin', '/sys-users/list', { page, sort: [{ field: 'status', order: 'asc' }] })).data.list.map(
          (row) => row.id,
        ),
      );
    }
    expect(seen.length).toBe(45);
    expect(new Set(seen).size).toBe(45);
  });

  test('lists the permitted actions of each row', async () => {
    expect((await rowOf('admin')).can).toEqual(['edit', 'set_roles', 'reset_passwd']);
    expect((await rowOf('opt_01')).can).toEqual(['edit', 'set_roles', 'reset_passwd', 'set_status', 'delete']);
  });
});

describe('a new account', () => {
  test('can sign in with the generated password, which is shown once', async () => {
    const made = await create();
    expect(made.code).toBe(0);
    const password = made.data.new_passwd ?? '';
    expect(password.length).toBeGreaterThanOrEqual(12);
    expect((await server.send('/login', { account: 'new_one', pwd: md5(password) })).code).toBe(0);
    expect(await rowOf('new_one')).toMatchObject({
      name: '新人',
      status: 'enabled',
      version: 1,
      department: { label: '英语组' },
      roles: [{ label: '优化师' }],
    });
  });

  test('can sign in with a chosen password, which is not returned', async () => {
    const made = await create({ pwd: md5('tisch lampe 7') });
    expect(made.data).toEqual({ id: expect.any(Number) });
    expect((await server.send('/login', { account: 'new_one', pwd: md5('tisch lampe 7') })).code).toBe(0);
  });

  test('cannot reuse the name of any existing or deleted account', async () => {
    for (const account of ['opt_01', 'gone_01', 'super']) {
      expect(await create({ account })).toMatchObject({
        code: 409,
        reason: 'ACCOUNT_TAKEN',
        message: '账号已被使用',
        data: { field: 'account' },
      });
    }
  });

  test('is created once when two requests use the same name', async () => {
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.map((answer) => answer.reason ?? 'ok').sort()).toEqual(['ACCOUNT_TAKEN', 'ACCOUNT_TAKEN', 'ok']);
  });

  test('may be an administrator without a role, but not in a deleted department', async () => {
    expect((await create({ is_admin: 1, role_ids: [] })).code).toBe(0);
    await server.db.updateTable('sys_department').set({ deleted_at: server.clock.now() }).where('name', '=', '英语组').execute();
    const answer = await create({ account: 'new_two' });
    expect(answer.data.errors).toMatchObject([{ field: 'department_id', rule: 'exists' }]);
  });

  test('is logged once with its fields and without its password', async () => {
    await create({ pwd: md5('tisch lampe 7') });
    const [entry, ...others] = await lastEntries(5);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      account: 'admin',
      action: '/sys-users/create_account',
      target_type: 'user',
      target_label: 'new_one',
      ok: true,
      code: 0,
      before: null,
    });
    expect(entry?.after).toMatchObject({ account: 'new_one', name: '新人', is_admin: 0 });
    expect(JSON.stringify(entry)).not.toContain(md5('tisch lampe 7'));
  });
});

describe('roles of several accounts', () => {
  test('are set row by row, and a bad row does not stop the others', async () => {
    const [one, two, nobody] = [await idOf('opt_01'), await idOf('opt_02'), await idOf('gone_01')];
    const [editor, optimizer] = [await roleOf('素材师'), await roleOf('优化师')];
    const answer = await server.as('admin', '/sys-users/batch_save_user_role', {
      user_ids: [one, nobody, two],
      role_ids: [editor],
      mode: 'add',
    });
    expect(answer.data).toMatchObject({ total: 3, ok: 2, fail: 1 });
    expect(answer.data.items).toEqual([
      { id: one, ok: true },
      { id: nobody, ok: false, reason: 'NOT_FOUND', message: '对象不存在或无权限' },
      { id: two, ok: true },
    ]);
    expect((await rowOf('opt_01')).roles.map((role) => role.id)).toEqual([optimizer, editor]);
    const entries = await lastEntries(9);
    expect(entries.map((entry) => entry.target_type)).toEqual(['user', 'user', 'batch']);

    const removed = await server.as('admin', '/sys-users/batch_save_user_role', {
      user_ids: [one, two],
      role_ids: [editor, optimizer],
      mode: 'remove',
    });
    expect(removed.data).toMatchObject({ ok: 0, fail: 2, items: [{ reason: 'VALIDATION', message: '请至少选择 1 个角色' }, {}] });
    const replaced = await server.as('admin', '/sys-users/batch_save_user_role', { user_ids: [one], role_ids: [editor], mode: 'replace' });
    expect(replaced.data.ok).toBe(1);
    expect((await rowOf('opt_01')).roles.map((role) => role.id)).toEqual([editor]);
  });

  test('must exist', async () => {
    const answer = await server.as('admin', '/sys-users/batch_save_user_role', {
      user_ids: [await idOf('opt_01')],
      role_ids: [99_999],
      mode: 'add',
    });
    expect(answer.data.errors).toMatchObject([{ field: 'role_ids.0', rule: 'exists' }]);
  });
});

describe('users for a picker', () => {
  const names = async (by: string, filter = {}) =>
    (await server.as(by, '/sys-users/simple_list', filter)).data.list.map((user) => user.account).sort();

  test('are the caller for staff, the subtree for leaders, all for administrators', async () => {
    expect(await names('opt_01')).toEqual(['opt_01']);
    expect(await names('lead_b')).toEqual(['edit_01', 'edit_02', 'edit_03', 'lead_b']);
    expect((await names('admin')).length).toBe(19);
    expect((await names('super')).length).toBe(19);
  });

  test('of a department include its subtree unless only direct members are requested', async () => {
    const department_id = await departmentOf('投放一部');
    expect(await names('lead_a', { department_id, direct: true })).toContain('lead_a');
    expect(await names('lead_a', { department_id, direct: true })).not.toContain('opt_01');
    expect(await names('lead_a', { department_id })).toEqual(expect.arrayContaining(['lead_a', 'opt_01']));
  });

  test('a filter never widens visibility', async () => {
    expect(await names('opt_01', { keyword: 'edit' })).toEqual([]);
    expect(await names('lead_b', { department_id: await departmentOf('投放一部') })).toEqual([]);
    expect(await names('lead_a', { include_disabled: true, keyword: 'left' })).toEqual(['left_01']);
    expect(await names('lead_a', { keyword: 'left' })).toEqual([]);
  });
});
