import { expect, it } from 'vitest';
import {
  accountChanged,
  accountExists,
  accountOwns,
  batchOrdered,
  departmentExists,
  nothingElse,
  roleExists,
  signedInAs,
  tooMany,
} from '#contracts/states/states.ts';
import { createUser, deleteUser, editUser, exportUsers, listUsers, ownedByUser, simpleUsers } from '#src/services/users.service.ts';
import { describePact, file, success } from './exchange.ts';
import { eachLike, instant, integer, oneOf, someText, string } from './matching.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';

const at = '2026-11-20T08:00:00.000Z';
const permits = ['edit', 'set_roles', 'reset_passwd', 'set_status', 'delete'];
const role = roleExists({ id: 31, name: '投放组', version: 1, paths: ['/index'], actions: ['export'], is_builtin: false });
const department = departmentExists({ id: 21, name: '英语组', parent_id: 1 });
const person = { id: 41, account: 'opt_09', name: '冯玖', version: 3, department_id: 21, role_ids: [31], is_leader: 0 } as const;
const account = [signedInAs('admin'), department, role, accountExists(person)];
const busy = batchOrdered({ id: 81, by: 'admin', items: [{ id: 91, target_id: 41, label: 'opt_09', status: 'running' }] });
const successor = accountExists({ ...person, id: 42, account: 'opt_10', name: '卫拾' });

const row = {
  id: 41,
  version: 3,
  account: 'opt_09',
  name: '冯玖',
  remark: '合约',
  is_admin: 0,
  is_leader: 0,
  platform: 'dj',
  status: 'enabled',
  department: { id: 21, label: '英语组' },
  roles: [{ id: 31, label: '投放组' }],
  login_at: at,
  running: 0,
  timezone: 'Asia/Shanghai',
  password_state: 'own',
  created_at: at,
  can: ['edit'],
};
const rowLike = {
  id: integer(41),
  version: integer(3),
  account: string('opt_09'),
  name: string('冯玖'),
  remark: string('合约'),
  is_admin: integer(0),
  is_leader: integer(0),
  platform: oneOf('dj', ['dj', 'ec']),
  status: oneOf('enabled', ['enabled', 'disabled']),
  department: { id: integer(21), label: string('英语组') },
  roles: eachLike({ id: integer(31), label: string('投放组') }),
  login_at: instant(at),
  running: integer(0),
  timezone: string('Asia/Shanghai'),
  password_state: oneOf('own', ['none', 'given', 'own']),
  created_at: instant(at),
  can: eachLike(oneOf('edit', permits)),
};

const entered = {
  account: 'opt_11',
  name: '蒋新',
  department_id: 21,
  role_ids: [31],
  is_admin: 0,
  is_leader: 1,
  platform: 'ec',
  timezone: 'Asia/Shanghai',
  remark: '合约',
} as const;
const form = () => ({ ...entered, role_ids: [...entered.role_ids] });

describePact('users', (ask) => {
  it('lists one page of the accounts, filtered and sorted', () =>
    ask(
      {
        given: account,
        path: '/api/sys-users/list',
        body: {
          keyword: 'opt',
          department_id: 21,
          role_id: 31,
          status: 'enabled',
          is_admin: 0,
          is_leader: 0,
          platform: 'dj',
          sort: [{ field: 'created_at', order: 'desc' }],
          page: 1,
          page_size: 20,
        },
        reply: success({ list: eachLike(rowLike), total: integer(1) }),
      },
      async (heard) => {
        const answer = await listUsers({
          keyword: 'opt',
          department_id: 21,
          role_id: 31,
          status: 'enabled',
          is_admin: 0,
          is_leader: 0,
          platform: 'dj',
          sort: [{ field: 'created_at', order: 'desc' }],
          page: 1,
          page_size: 20,
        });
        expect(answer).toEqual({ list: [row], total: 1 });
        expectQuiet(heard);
      },
    ));

  it('lists an administrator who never logged in and has neither role nor remark', () =>
    ask(
      {
        given: [signedInAs('admin'), nothingElse()],
        path: '/api/sys-users/list',
        body: { is_admin: 1, page: 1, page_size: 20 },
        reply: success({
          list: [{ ...rowLike, id: 11, is_admin: 1, remark: null, roles: [], login_at: null, can: ['edit', 'set_roles', 'reset_passwd'] }],
          total: 1,
        }),
      },
      async () => {
        const { list } = await listUsers({ is_admin: 1, page: 1, page_size: 20 });
        expect(list[0]).toMatchObject({ id: 11, is_admin: 1, remark: null, roles: [], login_at: null });
        expect(list[0]?.can).toEqual(['edit', 'set_roles', 'reset_passwd']);
      },
    ));

  it('lists the accounts that have no password yet', () =>
    ask(
      {
        given: [signedInAs('admin')],
        path: '/api/sys-users/list',
        body: { password_state: 'none', page: 1, page_size: 20 },
        reply: success({ list: [], total: 0 }),
      },
      async () => expect(await listUsers({ password_state: 'none', page: 1, page_size: 20 })).toEqual({ list: [], total: 0 }),
    ));

  it('refuses to show the accounts to a user without one of their pages', () =>
    askRefused(ask, {
      given: [signedInAs('staff')],
      path: '/api/sys-users/list',
      body: { page: 1, page_size: 20 },
      refused: { code: 403, reason: 'NO_PATH', message: '无权访问' },
      call: () => listUsers({ page: 1, page_size: 20 }),
    }));

  it('creates an account and shows its password once', () =>
    ask(
      {
        given: [signedInAs('admin'), department, role],
        path: '/api/sys-users/create_account',
        body: entered,
        reply: success({ id: integer(51), new_passwd: someText('made-up-text') }),
      },
      async () => expect(await createUser(form())).toEqual({ id: 51, new_passwd: 'made-up-text' }),
    ));

  it('creates an account with the password that was typed, and shows none', () =>
    ask(
      {
        given: [signedInAs('admin'), department, role],
        path: '/api/sys-users/create_account',
        body: { ...entered, pwd: 'c7b92eae8b0a4fe604d76a354796322c' },
        reply: success({ id: integer(51) }),
      },
      async () =>
        expect(await createUser({ ...form(), pwd: 'c7b92eae8b0a4fe604d76a354796322c' })).toEqual({ id: 51, new_passwd: undefined }),
    ));

  it('refuses to create an account with a name that is taken', () =>
    askRefused(ask, {
      given: account,
      path: '/api/sys-users/create_account',
      body: { ...entered, account: 'opt_09' },
      refused: { code: 409, reason: 'ACCOUNT_TAKEN', message: '账号已被使用' },
      call: () => createUser({ ...form(), account: 'opt_09' }),
    }));

  it('refuses to create a staff account without a role', () =>
    askWrongly(ask, {
      given: [signedInAs('admin'), department],
      path: '/api/sys-users/create_account',
      body: { ...entered, role_ids: [] },
      field: 'role_ids',
      rule: 'roleNeeded',
      message: '请至少选择 1 个角色',
      call: () => createUser({ ...form(), role_ids: [] }),
    }));

  it('refuses to create an account with a password that is easy to guess', () =>
    askWrongly(ask, {
      given: [signedInAs('admin'), department, role],
      path: '/api/sys-users/create_account',
      body: { ...entered, pwd: 'e10adc3949ba59abbe56e057f20f883e' },
      field: 'pwd',
      rule: 'commonPassword',
      message: '密码过于常见，请换一个',
      call: () => createUser({ ...form(), pwd: 'e10adc3949ba59abbe56e057f20f883e' }),
    }));

  it('edits an account', () =>
    ask(
      {
        given: account,
        path: '/api/sys-users/edit_account',
        body: { id: 41, version: 3, name: '冯久', remark: '合约', is_leader: 1, role_ids: [31], timezone: 'Europe/London' },
        reply: success({ ...rowLike, name: string('冯久'), is_leader: integer(1) }),
      },
      async (heard) => {
        const change = {
          id: 41,
          version: 3,
          name: '冯久',
          remark: '合约',
          is_leader: 1,
          role_ids: [31],
          timezone: 'Europe/London',
        } as const;
        expect(await editUser({ ...change, role_ids: [...change.role_ids] })).toEqual({ ...row, name: '冯久', is_leader: 1 });
        expectQuiet(heard);
      },
    ));

  it('disables an account', () =>
    ask(
      {
        given: account,
        path: '/api/sys-users/edit_account',
        body: { id: 41, version: 3, status: 'disabled' },
        reply: success({ ...rowLike, status: 'disabled' }),
      },
      async () => expect((await editUser({ id: 41, version: 3, status: 'disabled' })).status).toBe('disabled'),
    ));

  it('refuses to edit an account that was changed in the meantime', () =>
    askRefused(ask, {
      given: [...account, accountChanged({ id: 41, by: '李青' })],
      path: '/api/sys-users/edit_account',
      body: { id: 41, version: 2, name: '冯久' },
      refused: {
        code: 409,
        reason: 'VERSION_CONFLICT',
        message: '李青 于 2026-11-20 16:00 修改过，请重新载入',
        more: { by: '李青', at: instant(at), latest: rowLike },
      },
      call: () => editUser({ id: 41, version: 2, name: '冯久' }),
      carries: ({ data }) => expect(data).toMatchObject({ by: '李青', at, latest: row }),
    }));

  it('does not let administrators disable themselves', () =>
    askRefused(ask, {
      given: [signedInAs('admin')],
      path: '/api/sys-users/edit_account',
      body: { id: 11, version: 1, status: 'disabled' },
      refused: { code: 422, reason: 'SELF_FORBIDDEN', message: '不能对自己执行' },
      call: () => editUser({ id: 11, version: 1, status: 'disabled' }),
    }));

  it('refuses to edit an account that a batch has locked', () =>
    askRefused(ask, {
      given: [...account, busy],
      path: '/api/sys-users/edit_account',
      body: { id: 41, version: 3, name: '冯久' },
      refused: { code: 423, reason: 'ENTITY_BUSY', message: '批次 81 正在处理该对象', more: { batch_id: 81 } },
      call: () => editUser({ id: 41, version: 3, name: '冯久' }),
      carries: ({ data }) => expect(data.batch_id).toBe(81),
    }));

  it('refuses to delete an account that a batch has locked', () =>
    askRefused(ask, {
      given: [...account, busy],
      path: '/api/sys-users/delete_user',
      body: { id: 41 },
      refused: { code: 423, reason: 'ENTITY_BUSY', message: '批次 81 正在处理该对象', more: { batch_id: 81 } },
      call: () => deleteUser({ id: 41 }),
      carries: ({ data }) => expect(data.batch_id).toBe(81),
    }));

  it('refuses to edit an account that is gone', () =>
    askRefused(ask, {
      given: [signedInAs('admin')],
      path: '/api/sys-users/edit_account',
      body: { id: 99, version: 1, name: '冯久' },
      refused: { code: 404, reason: 'NOT_FOUND', message: '对象不存在或无权限' },
      call: () => editUser({ id: 99, version: 1, name: '冯久' }),
    }));

  it('refuses to put an account into an unknown time zone', () =>
    askWrongly(ask, {
      given: account,
      path: '/api/sys-users/edit_account',
      body: { id: 41, version: 3, timezone: 'Mars/Olympus' },
      field: 'timezone',
      rule: 'timezone',
      message: 'timezone不是有效的时区',
      call: () => editUser({ id: 41, version: 3, timezone: 'Mars/Olympus' }),
    }));

  it('deletes an account that owns nothing', () =>
    ask({ given: account, path: '/api/sys-users/delete_user', body: { id: 41 }, reply: success({}) }, async (heard) => {
      expect(await deleteUser({ id: 41 })).toEqual({});
      expectQuiet(heard);
    }));

  it('deletes an account and transfers its objects', () =>
    ask(
      {
        given: [...account, successor, accountOwns({ id: 41, campaigns: 3 })],
        path: '/api/sys-users/delete_user',
        body: { id: 41, handover_user_id: 42 },
        reply: success({}),
      },
      async () => expect(await deleteUser({ id: 41, handover_user_id: 42 })).toEqual({}),
    ));

  it('refuses to delete an owner without a successor', () =>
    askRefused(ask, {
      given: [...account, accountOwns({ id: 41, campaigns: 3 })],
      path: '/api/sys-users/delete_user',
      body: { id: 41 },
      refused: { code: 422, reason: 'HANDOVER_REQUIRED', message: '名下还有 3 个广告系列，请选择交接人' },
      call: () => deleteUser({ id: 41 }),
    }));

  it('does not let administrators delete themselves', () =>
    askRefused(ask, {
      given: [signedInAs('admin')],
      path: '/api/sys-users/delete_user',
      body: { id: 11 },
      refused: { code: 422, reason: 'SELF_FORBIDDEN', message: '不能对自己执行' },
      call: () => deleteUser({ id: 11 }),
    }));

  it('refuses to transfer objects to a person who does not exist', () =>
    askWrongly(ask, {
      given: account,
      path: '/api/sys-users/delete_user',
      body: { id: 41, handover_user_id: 99 },
      field: 'handover_user_id',
      rule: 'exists',
      message: 'handover_user_id不存在或不可用',
      call: () => deleteUser({ id: 41, handover_user_id: 99 }),
    }));

  it('counts the objects of an account', () =>
    ask(
      {
        given: [...account, accountOwns({ id: 41, campaigns: 3 })],
        path: '/api/sys-users/owned',
        body: { id: 41 },
        reply: success({ counts: { campaigns: 3 } }),
      },
      async () => expect(await ownedByUser({ id: 41 })).toEqual({ counts: { campaigns: 3 } }),
    ));

  it('counts nothing when an account owns nothing', () =>
    ask({ given: account, path: '/api/sys-users/owned', body: { id: 41 }, reply: success({ counts: {} }) }, async () =>
      expect(await ownedByUser({ id: 41 })).toEqual({ counts: {} }),
    ));

  it('refuses to delete an account that is gone', () =>
    askForGone(ask, { path: '/api/sys-users/delete_user', body: { id: 99 }, call: () => deleteUser({ id: 99 }) }));

  it('refuses to count the objects of an account that is gone', () =>
    askForGone(ask, { path: '/api/sys-users/owned', body: { id: 99 }, call: () => ownedByUser({ id: 99 }) }));

  it('lists the people to choose from', () =>
    ask(
      {
        given: account,
        path: '/api/sys-users/simple_list',
        body: { keyword: '冯', include_disabled: true },
        reply: success({
          list: eachLike({
            id: integer(41),
            account: string('opt_09'),
            name: string('冯玖'),
            department_id: integer(21),
            department_name: string('英语组'),
            status: oneOf('enabled', ['enabled', 'disabled']),
          }),
        }),
      },
      async () => {
        const choice = { id: 41, account: 'opt_09', name: '冯玖', department_id: 21, department_name: '英语组', status: 'enabled' };
        expect(await simpleUsers({ keyword: '冯', include_disabled: true })).toEqual({ list: [choice] });
      },
    ));

  it('exports the accounts as a spreadsheet', () =>
    ask(
      {
        given: account,
        path: '/api/sys-users/export',
        body: { keyword: 'opt', sort: [{ field: 'account', order: 'asc' }], columns: ['account', 'name', 'roles'], locale: 'zh-cn' },
        reply: file({ plain: 'accounts_20261120_160000.xlsx', name: '账号管理_20261120_160000.xlsx' }),
      },
      async (heard) => {
        const answer = await exportUsers({
          keyword: 'opt',
          sort: [{ field: 'account', order: 'asc' }],
          columns: ['account', 'name', 'roles'],
          locale: 'zh-cn',
        });
        expect(answer.name).toBe('账号管理_20261120_160000.xlsx');
        expect(answer.content.size).toBeGreaterThan(0);
        expectQuiet(heard);
      },
    ));

  it('counts the accounts that an export would have', () =>
    ask(
      {
        given: account,
        path: '/api/sys-users/export',
        body: { keyword: 'opt', columns: ['account'], locale: 'zh-cn', count_only: true },
        reply: success({ count: integer(1), max: integer(50) }),
      },
      async () => expect(await exportUsers.count({ keyword: 'opt', columns: ['account'], locale: 'zh-cn' })).toEqual({ count: 1, max: 50 }),
    ));

  it('refuses, as JSON, to export more accounts than a file may hold', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), tooMany('accounts')],
      path: '/api/sys-users/export',
      body: { columns: ['account'], locale: 'zh-cn' },
      refused: { code: 413, reason: 'EXPORT_TOO_LARGE', message: '共 51 行，超过 50 行，请缩小范围' },
      call: () => exportUsers({ columns: ['account'], locale: 'zh-cn' }),
    }));

  it('refuses to export a column that does not exist', () =>
    askWrongly(ask, {
      given: [signedInAs('admin')],
      path: '/api/sys-users/export',
      body: { columns: ['shoe_size'], locale: 'zh-cn' },
      field: 'columns.0',
      rule: 'enum',
      message: 'columns.0不在可选值之内',
      call: () => exportUsers({ columns: ['shoe_size'], locale: 'zh-cn' }),
    }));
});
