import { expect, it } from 'vitest';
import { accountExists, nothingElse, roleExists, signedInAs, viewChanged, viewExists } from '#contracts/states/states.ts';
import { createView, deleteView, editView, listViews, setDefaultView } from '#src/services/views.service.ts';
import { describePact, success } from './exchange.ts';
import { boolean, eachLike, instant, integer, oneOf, string } from './matching.ts';
import { askForGone, askRefused, askWrongly, expectQuiet } from './refused.ts';

const page = '/advertising/copy-log';
const table = { shown: ['at', 'account'], widths: { account: 160 }, density: 'compact' } as const;
const given = { id: 51, version: 3, page, name: '本周', owner: 11, shared: 'me', role_ids: [], query: '?ok=false', table } as const;
const role = { id: 31, name: '投放组', version: 1, paths: ['/index'], actions: [], is_builtin: false };
const colleague = { id: 41, account: 'opt_09', name: '冯玖', version: 1, department_id: 1, role_ids: [], is_leader: 1 } as const;

const view = {
  id: 51,
  version: 3,
  page,
  name: '本周',
  owner: { id: 11, label: '林管理' },
  shared: 'me',
  roles: [],
  query: '?ok=false',
  table: { shown: ['at'], widths: { account: 160 }, density: 'compact' },
  is_default: false,
  can: ['edit'],
};
const viewLike = {
  id: integer(51),
  version: integer(3),
  page: string(page),
  name: string('本周'),
  owner: { id: integer(11), label: string('林管理') },
  shared: oneOf('me', ['me', 'roles', 'all']),
  roles: [],
  query: string('?ok=false'),
  table: {
    shown: eachLike('at'),
    widths: { account: integer(160) },
    density: oneOf('compact', ['compact', 'regular', 'roomy']),
  },
  is_default: boolean(false),
  can: eachLike(oneOf('edit', ['edit', 'delete'])),
};
const forRoles = { ...view, shared: 'roles', roles: [{ id: 31, label: '投放组' }], table: null };
const forRolesLike = {
  ...viewLike,
  shared: oneOf('roles', ['me', 'roles', 'all']),
  roles: eachLike({ id: integer(31), label: string('投放组') }),
  table: null,
};

describePact('views', (ask) => {
  it('lists the personal views of a page', () =>
    ask(
      {
        given: [signedInAs('admin'), viewExists(given)],
        path: '/api/sys-views/list',
        body: { page },
        reply: success({ list: eachLike(viewLike) }),
      },
      async (heard) => {
        expect(await listViews({ page })).toEqual({ list: [view] });
        expectQuiet(heard);
      },
    ));

  it('lists a shared view that its reader may not change', () =>
    ask(
      {
        given: [signedInAs('staff'), accountExists(colleague), viewExists({ ...given, owner: 41, shared: 'all', table: null })],
        path: '/api/sys-views/list',
        body: { page },
        reply: success({
          list: eachLike({
            ...viewLike,
            owner: { id: integer(41), label: string('冯玖') },
            shared: oneOf('all', ['me', 'roles', 'all']),
            table: null,
            can: [],
          }),
        }),
      },
      async () => {
        const shared = { ...view, owner: { id: 41, label: '冯玖' }, shared: 'all', table: null, can: [] };
        expect(await listViews({ page })).toEqual({ list: [shared] });
      },
    ));

  it('lists a view for a role of its reader', () =>
    ask(
      {
        given: [signedInAs('staff'), accountExists(colleague), viewExists({ ...given, owner: 41, shared: 'roles', role_ids: [2] })],
        path: '/api/sys-views/list',
        body: { page },
        reply: success({
          list: eachLike({
            ...viewLike,
            owner: { id: integer(41), label: string('冯玖') },
            shared: oneOf('roles', ['me', 'roles', 'all']),
            roles: eachLike({ id: integer(2), label: string('看日志') }),
            can: [],
          }),
        }),
      },
      async () => {
        const shared = { ...view, owner: { id: 41, label: '冯玖' }, shared: 'roles', roles: [{ id: 2, label: '看日志' }], can: [] };
        expect(await listViews({ page })).toEqual({ list: [shared] });
      },
    ));

  it('lists no views of a page without any', () =>
    ask(
      { given: [signedInAs('staff'), nothingElse()], path: '/api/sys-views/list', body: { page }, reply: success({ list: [] }) },
      async () => expect(await listViews({ page })).toEqual({ list: [] }),
    ));

  it('refuses to list views of a page that is closed', () =>
    askRefused(ask, {
      given: [signedInAs('staff')],
      path: '/api/sys-views/list',
      body: { page: '/sys/accounts' },
      refused: { code: 403, reason: 'NO_PATH', message: '无权访问' },
      call: () => listViews({ page: '/sys/accounts' }),
    }));

  it('creates a personal view', () => {
    const body = { page, name: '本周', shared: 'me' as const, query: '?ok=false', table: { ...table, shown: [...table.shown] } };
    return ask({ given: [signedInAs('admin')], path: '/api/sys-views/create', body, reply: success(viewLike) }, async () =>
      expect(await createView(body)).toEqual(view),
    );
  });

  it('creates a view for roles', () => {
    const body = { page, name: '本周', shared: 'roles' as const, role_ids: [31], query: '?ok=false', table: null };
    return ask(
      { given: [signedInAs('admin'), roleExists(role)], path: '/api/sys-views/create', body, reply: success(forRolesLike) },
      async () => expect(await createView(body)).toEqual(forRoles),
    );
  });

  it('refuses to create a second view of the same name', () => {
    const body = { page, name: '本周', shared: 'me' as const, query: '' };
    return askRefused(ask, {
      given: [signedInAs('admin'), viewExists(given)],
      path: '/api/sys-views/create',
      body,
      refused: { code: 409, reason: 'DUPLICATE', message: '已存在' },
      call: () => createView(body),
    });
  });

  it('refuses to share a view of a user who is not a leader', () => {
    const body = { page, name: '本周', shared: 'all' as const, query: '' };
    return askRefused(ask, {
      given: [signedInAs('staff')],
      path: '/api/sys-views/create',
      body,
      refused: { code: 403, reason: 'NO_ACTION', message: '无此操作权限' },
      call: () => createView(body),
    });
  });

  it('refuses to create a view for roles without a role', () => {
    const body = { page, name: '本周', shared: 'roles' as const, query: '' };
    return askWrongly(ask, {
      given: [signedInAs('admin')],
      path: '/api/sys-views/create',
      body,
      field: 'role_ids',
      rule: 'roleNeeded',
      message: '请至少选择 1 个角色',
      call: () => createView(body),
    });
  });

  it('edits the table settings of a view', () => {
    const body = { id: 51, version: 3, table: { ...table, shown: ['at'] } };
    return ask({ given: [signedInAs('admin'), viewExists(given)], path: '/api/sys-views/edit', body, reply: success(viewLike) }, async () =>
      expect(await editView(body)).toEqual(view),
    );
  });

  it('shares a view with a role', () => {
    const body = { id: 51, version: 3, name: '本周', query: '?ok=false', shared: 'roles' as const, role_ids: [31], table: null };
    return ask(
      {
        given: [signedInAs('admin'), roleExists(role), viewExists(given)],
        path: '/api/sys-views/edit',
        body,
        reply: success(forRolesLike),
      },
      async () => expect(await editView(body)).toEqual(forRoles),
    );
  });

  it('refuses to edit a view that was changed in the meantime', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), viewExists(given), viewChanged({ id: 51, by: '李青' })],
      path: '/api/sys-views/edit',
      body: { id: 51, version: 2, query: '' },
      refused: {
        code: 409,
        reason: 'VERSION_CONFLICT',
        message: '李青 于 2026-11-20 16:00 修改过，请重新载入',
        more: { by: '李青', at: instant('2026-11-20T08:00:00.000Z'), latest: viewLike },
      },
      call: () => editView({ id: 51, version: 2, query: '' }),
      carries: ({ data }) => expect(data).toMatchObject({ by: '李青', at: '2026-11-20T08:00:00.000Z', latest: view }),
    }));

  it('refuses to edit a view to a name that is taken', () =>
    askRefused(ask, {
      given: [signedInAs('admin'), viewExists(given), viewExists({ ...given, id: 52, name: '上周' })],
      path: '/api/sys-views/edit',
      body: { id: 52, version: 3, name: '本周' },
      refused: { code: 409, reason: 'DUPLICATE', message: '已存在' },
      call: () => editView({ id: 52, version: 3, name: '本周' }),
    }));

  it('refuses to edit a shared view of another user', () =>
    askRefused(ask, {
      given: [signedInAs('staff'), accountExists(colleague), viewExists({ ...given, owner: 41, shared: 'all' })],
      path: '/api/sys-views/edit',
      body: { id: 51, version: 3, query: '' },
      refused: { code: 403, reason: 'NOT_OWNER', message: '不是您负责的对象' },
      call: () => editView({ id: 51, version: 3, query: '' }),
    }));

  it('refuses to edit a view that is gone', () =>
    askForGone(ask, {
      path: '/api/sys-views/edit',
      body: { id: 99, version: 1, query: '' },
      call: () => editView({ id: 99, version: 1, query: '' }),
    }));

  it('deletes a view', () =>
    ask(
      { given: [signedInAs('admin'), viewExists(given)], path: '/api/sys-views/delete', body: { id: 51 }, reply: success({}) },
      async () => expect(await deleteView({ id: 51 })).toEqual({}),
    ));

  it('refuses to delete a view that is gone', () =>
    askForGone(ask, { path: '/api/sys-views/delete', body: { id: 99 }, call: () => deleteView({ id: 99 }) }));

  it('sets the default view of a page', () =>
    ask(
      {
        given: [signedInAs('admin'), viewExists(given)],
        path: '/api/sys-views/set_default',
        body: { page, id: 51 },
        reply: success({}),
      },
      async () => expect(await setDefaultView({ page, id: 51 })).toEqual({}),
    ));

  it('removes the default view of a page', () =>
    ask({ given: [signedInAs('admin')], path: '/api/sys-views/set_default', body: { page, id: null }, reply: success({}) }, async () =>
      expect(await setDefaultView({ page, id: null })).toEqual({}),
    ));

  it('refuses a default view that is gone', () =>
    askForGone(ask, {
      path: '/api/sys-views/set_default',
      body: { page, id: 99 },
      call: () => setDefaultView({ page, id: 99 }),
    }));
});
