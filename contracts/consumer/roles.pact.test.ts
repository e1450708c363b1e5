import { expect, it } from 'vitest';
import { accountExists, departmentExists, roleChanged, roleExists, sessionEnded, signedInAs, tooMany } from '#contracts/states/states.ts';
import {
  copyRole,
  createRole,
  deleteRole,
  editRole,
  exportRoles,
  listRoles,
  roleMembers,
  simpleRoles,
} from '#src/services/roles.service.ts';
import { describePact, file, success } from './exchange.ts';
import { boolean, eachLike, instant, integer, oneOf, string } from './matching.ts';
import { askForGone, askRefused, askRejected, askWrongly, expectQuiet } from './refused.ts';

const pages = ['/index', '/advertising/copy-log'];
const actions = ['export', 'publish', 'status', 'budget', 'copy', 'remove', 'material', 'asset', 'rule'];

const given = { id: 31, name: '投放组', version: 3, paths: pages, actions: ['export', 'copy'], is_builtin: false };
const row = {
  id: 31,
  version: 3,
  name: '投放组',
  remark: '合约',
  paths: ['/index'],
  actions: ['export'],
  users: 1,
  is_builtin: false,
  updated_at: '2026-11-20T08:00:00.000Z',
};
const rowLike = {
  id: integer(row.id),
  version: integer(row.version),
  name: string(row.name),
  remark: string(row.remark),
  paths: eachLike('/index'),
  actions: eachLike(oneOf('export', actions)),
  users: integer(row.users),
  is_builtin: boolean(row.is_builtin),
  updated_at: instant(row.updated_at),
};
const member = { id: 41, account: 'opt_09', name: '冯玖', version: 2, department_id: 21, role_ids: [31], is_leader: 0 } as const;

describePact('roles', (ask) => {
  it('lists one page of the roles, filtered and sorted', () =>
    ask(
      {
        given: [signedInAs('admin'), roleExists(given)],
        path: '/api/sys-roles/list',
        body: { keyword: '投放', sort: [{ field: 'updated_at', order: 'desc' }], page: 1, page_size: 20 },
        reply: success({ list: eachLike(rowLike), total: integer(1) }),
      },
      async (heard) => {
        const answer = await listRoles({ keyword: '投放', sort: [{ field: 'updated_at', order: 'desc' }], page: 1, page_size: 20 });
        expect(answer).toEqual({ list: [row], total: 1 });
        expectQuiet(heard);
      },
    ));

  it('finds no role by an unknown word', () =>
    ask(
      {
        given: [signedInAs('admin')],
        path: '/api/sys-roles/list',
        body: { keyword: '没有', page: 1, page_size: 20 },
        reply: success({ list: [], total: 0 }),
      },
      async () => expect(await listRoles({ keyword: '没有', page: 1, page_size: 20 })).toEqual({ list: [], total: 0 }),
    ));

  it('refuses to show the roles to a user without the page', () =>
    askRefused(ask, {
      given: [signedInAs('staff')],
      path: '/api/sys-roles/list',
      body: { page: 1, page_size: 20 },
      refused: { code: 403, reason: 'NO_PATH', message: '无权访问' },
      call: () => listRoles({ page: 1, page_size: 20 }),
    }));

  it('lists the roles to choose from', () =>
    ask(
      {
        given: [signedInAs('admin'), roleExists(given)],
        path: '/api/sys-roles/simple_list',
        body: {},
        reply: success({ list: eachLike({ id: integer(31), name: string('投放组'), is_builtin: boolean(false) }) }),
      },
      async () => expect(await simpleRoles({})).toEqual({ list: [{ id: 31, name: '投放组', is_builtin: false }] }),
    ));

  it('creates a role', () =>
    ask(
      {
        given: [signedInAs('admin')],
        path: '/api/sys-roles/create',
        body: { name: '投放组', remark: '合约', paths: ['/index'], actions: ['export'] },
        reply: success(rowLike),
      },
      async () => expect(await createRole({ name: '投放组', remark: '合约', paths: ['/index'], actions: ['export'] })).toEqual(row),
    ));

  it('creates a role without remark, pages and actions', () =>
    ask(
      {
        given: [signedInAs('admin')],
        path: '/api/sys-roles/create',
        body: { name: '空角色', remark: null, paths: [], actions: [] },
        reply: success({ ...rowLike, name: string('空角色'), remark: null, paths: [], actions: [] }),
      },
      async () => {
        const answer = await createRole({ name: '空角色', remark: null, paths: [], actions: [] });
        expect(answer).toEqual({ ...row, name: '空角色', remark: null, paths: [], actions: [] });
      },
    ));

  it('refuses to create a second role of the same name', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), roleExists(given)],
      path: '/api/sys-roles/create',
      body: { name: '投放组', remark: null, paths: [], actions: [] },
      refused: { code: 409, reason: 'DUPLICATE', message: '已存在' },
      call: () => createRole({ name: '投放组', remark: null, paths: [], actions: [] }),
    }));

  it('refuses to create a role with a reserved page', () =>
    askRefused(ask, {
      given: [signedInAs('admin')],
      path: '/api/sys-roles/create',
      body: { name: '新角色', remark: null, paths: ['/sys/accounts'], actions: [] },
      refused: { code: 422, reason: 'ROLE_PATH_RESERVED', message: '含保留页面' },
      call: () => createRole({ name: '新角色', remark: null, paths: ['/sys/accounts'], actions: [] }),
    }));

  it('refuses to create a role with a blank name', () =>
    askWrongly(ask, {
      given: [signedInAs('admin')],
      path: '/api/sys-roles/create',
      body: { name: ' ', remark: null, paths: [], actions: [] },
      field: 'name',
      rule: 'blank',
      message: 'name不能为空',
      call: () => createRole({ name: ' ', remark: null, paths: [], actions: [] }),
    }));

  it('edits a role', () =>
    ask(
      {
        given: [signedInAs('admin'), roleExists(given)],
        path: '/api/sys-roles/edit',
        body: { id: 31, version: 3, name: '投放组', remark: '合约', paths: ['/index'], actions: ['export'] },
        reply: success(rowLike),
      },
      async () => {
        const answer = await editRole({ id: 31, version: 3, name: '投放组', remark: '合约', paths: ['/index'], actions: ['export'] });
        expect(answer).toEqual(row);
      },
    ));

  it('refuses to edit a role that was changed in the meantime', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), roleExists(given), roleChanged({ id: 31, by: '李青' })],
      path: '/api/sys-roles/edit',
      body: { id: 31, version: 2, name: '改名' },
      refused: {
        code: 409,
        reason: 'VERSION_CONFLICT',
        message: '李青 于 2026-11-20 16:00 修改过，请重新载入',
        more: { by: '李青', at: instant('2026-11-20T08:00:00.000Z'), latest: rowLike },
      },
      call: () => editRole({ id: 31, version: 2, name: '改名' }),
      carries: ({ data }) => expect(data).toMatchObject({ by: '李青', at: '2026-11-20T08:00:00.000Z', latest: row }),
    }));

  it('refuses to edit a role that is gone', () =>
    askRefused(ask, {
      given: [signedInAs('admin')],
      path: '/api/sys-roles/edit',
      body: { id: 99, version: 1, name: '改名' },
      refused: { code: 404, reason: 'NOT_FOUND', message: '对象不存在或无权限' },
      call: () => editRole({ id: 99, version: 1, name: '改名' }),
    }));

  it('copies a role', () =>
    ask(
      {
        given: [signedInAs('admin'), roleExists(given)],
        path: '/api/sys-roles/copy',
        body: { id: 31, name: '投放组 副本' },
        reply: success({ ...rowLike, id: integer(1001), name: string('投放组 副本') }),
      },
      async () => expect(await copyRole({ id: 31, name: '投放组 副本' })).toEqual({ ...row, id: 1001, name: '投放组 副本' }),
    ));

  it('refuses to copy a role to a name that is taken', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), roleExists(given)],
      path: '/api/sys-roles/copy',
      body: { id: 31, name: '投放组' },
      refused: { code: 409, reason: 'DUPLICATE', message: '已存在' },
      call: () => copyRole({ id: 31, name: '投放组' }),
    }));

  it('deletes a role', () =>
    ask(
      {
        given: [signedInAs('admin'), roleExists(given)],
        path: '/api/sys-roles/delete',
        body: { id: 31 },
        reply: success({}),
      },
      async (heard) => {
        expect(await deleteRole({ id: 31 })).toEqual({});
        expectQuiet(heard);
      },
    ));

  it('refuses to delete a builtin role', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), roleExists({ ...given, is_builtin: true })],
      path: '/api/sys-roles/delete',
      body: { id: 31 },
      refused: { code: 422, reason: 'ROLE_BUILTIN', message: '内置角色不可删除' },
      call: () => deleteRole({ id: 31 }),
    }));

  it('refuses to delete a role that is in use', () =>
    askRefused(ask, {
      given: [
        signedInAs('admin'),
        roleExists(given),
        departmentExists({ id: 21, name: '英语组', parent_id: 1 }),
        accountExists({ ...member, role_ids: [31] }),
      ],
      path: '/api/sys-roles/delete',
      body: { id: 31 },
      refused: { code: 422, reason: 'ROLE_IN_USE', message: '1 人正在使用' },
      call: () => deleteRole({ id: 31 }),
    }));

  it('lists the people with a role', () =>
    ask(
      {
        given: [
          signedInAs('admin'),
          roleExists(given),
          departmentExists({ id: 21, name: '英语组', parent_id: 1 }),
          accountExists({ ...member, role_ids: [31] }),
        ],
        path: '/api/sys-roles/users',
        body: { id: 31 },
        reply: success({
          list: eachLike({
            id: integer(41),
            account: string('opt_09'),
            name: string('冯玖'),
            department_name: string('英语组'),
            status: oneOf('enabled', ['enabled', 'disabled']),
          }),
        }),
      },
      async () => {
        const answer = await roleMembers({ id: 31 });
        expect(answer).toEqual({ list: [{ id: 41, account: 'opt_09', name: '冯玖', department_name: '英语组', status: 'enabled' }] });
      },
    ));

  it('exports the roles as a spreadsheet', () =>
    ask(
      {
        given: [signedInAs('admin'), roleExists(given)],
        path: '/api/sys-roles/export',
        body: { keyword: '投放', sort: [{ field: 'name', order: 'asc' }], columns: ['name', 'users'], locale: 'zh-cn' },
        reply: file({ plain: 'roles_20261120_160000.xlsx', name: '角色管理_20261120_160000.xlsx' }),
      },
      async (heard) => {
        const answer = await exportRoles({
          keyword: '投放',
          sort: [{ field: 'name', order: 'asc' }],
          columns: ['name', 'users'],
          locale: 'zh-cn',
        });
        expect(answer.name).toBe('角色管理_20261120_160000.xlsx');
        expect(answer.content.size).toBeGreaterThan(0);
        expectQuiet(heard);
      },
    ));

  it('refuses, as JSON, to export the roles to a user without the page', () =>
    askRefused(ask, {
      given: [signedInAs('staff')],
      path: '/api/sys-roles/export',
      body: { columns: ['name'], locale: 'zh-cn' },
      refused: { code: 403, reason: 'NO_PATH', message: '无权访问' },
      call: () => exportRoles({ columns: ['name'], locale: 'zh-cn' }),
    }));

  it('ends the session when an export is refused because of an invalid token', () =>
    askRejected(ask, {
      given: [sessionEnded('admin', 'revoked')],
      path: '/api/sys-roles/export',
      body: { columns: ['name'], locale: 'zh-cn' },
      reason: 'TOKEN_REVOKED',
      message: '登录已失效，请重新登录',
      call: () => exportRoles({ columns: ['name'], locale: 'zh-cn' }),
    }));

  it('counts the roles that an export would have', () =>
    ask(
      {
        given: [signedInAs('admin'), roleExists(given)],
        path: '/api/sys-roles/export',
        body: { keyword: '投放', columns: ['name'], locale: 'zh-cn', count_only: true },
        reply: success({ count: integer(1), max: integer(50) }),
      },
      async () => expect(await exportRoles.count({ keyword: '投放', columns: ['name'], locale: 'zh-cn' })).toEqual({ count: 1, max: 50 }),
    ));

  it('refuses, as JSON, to export more roles than a file may hold', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), tooMany('roles')],
      path: '/api/sys-roles/export',
      body: { columns: ['name'], locale: 'zh-cn' },
      refused: { code: 413, reason: 'EXPORT_TOO_LARGE', message: '共 51 行，超过 50 行，请缩小范围' },
      call: () => exportRoles({ columns: ['name'], locale: 'zh-cn' }),
    }));

  it('refuses to edit a role to a name that is taken', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), roleExists(given), roleExists({ ...given, id: 32, name: '素材组' })],
      path: '/api/sys-roles/edit',
      body: { id: 32, version: 3, name: '投放组' },
      refused: { code: 409, reason: 'DUPLICATE', message: '已存在' },
      call: () => editRole({ id: 32, version: 3, name: '投放组' }),
    }));

  it('refuses to give a role a reserved page', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), roleExists(given)],
      path: '/api/sys-roles/edit',
      body: { id: 31, version: 3, paths: ['/admin/sys/cron'] },
      refused: { code: 422, reason: 'ROLE_PATH_RESERVED', message: '含保留页面' },
      call: () => editRole({ id: 31, version: 3, paths: ['/admin/sys/cron'] }),
    }));

  it('refuses to copy a role that is gone', () =>
    askForGone(ask, {
      path: '/api/sys-roles/copy',
      body: { id: 99, name: '副本' },
      call: () => copyRole({ id: 99, name: '副本' }),
    }));

  it('refuses to delete a role that is gone', () =>
    askForGone(ask, { path: '/api/sys-roles/delete', body: { id: 99 }, call: () => deleteRole({ id: 99 }) }));

  it('refuses to list the people of a role that is gone', () =>
    askForGone(ask, { path: '/api/sys-roles/users', body: { id: 99 }, call: () => roleMembers({ id: 99 }) }));
});
