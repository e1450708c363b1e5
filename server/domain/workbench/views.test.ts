import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { createView } from '#contracts/endpoints/views.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { peopleFixtures } from '#tests/support/people.ts';

let server: TestApp;
let rewind: () => Promise<void>;
beforeAll(async () => {
  server = await createTestApp();
  rewind = await server.remember();
});
afterEach(async () => await rewind());
afterAll(async () => await server.close());
const { idOf, roleOf, lastEntries } = peopleFixtures(() => server);

const LOG = '/advertising/copy-log';
const table = { shown: ['account', 'name'], widths: { name: 240, account: 120 }, density: 'compact' } as const;

type NewView = RequestOf<typeof createView>;
const create = (by: string, view: Partial<NewView> = {}) =>
  server.as(by, '/sys-views/create', { page: LOG, name: '本周', shared: 'me', query: '?ok=false', ...view });
const names = async (by: string, page = LOG) => (await server.as(by, '/sys-views/list', { page })).data.list.map(({ name }) => name);
const viewOf = async (by: string, name: string, page = LOG) => {
  const found = (await server.as(by, '/sys-views/list', { page })).data.list.find((view) => view.name === name);
  if (found === undefined) throw new Error(`${by} sees no view ${name}`);
  return found;
};

describe('a view', () => {
  test('is personal unless it is shared, and is returned as it was saved', async () => {
    const made = await create('opt_01', { name: ' 本周 ', table: { ...table, shown: [...table.shown] } });
    expect(made.data).toEqual({
      id: expect.any(Number),
      version: 1,
      page: LOG,
      name: '本周',
      owner: { id: await idOf('opt_01'), label: '陈一鸣' },
      shared: 'me',
      roles: [],
      query: '?ok=false',
      table,
      is_default: false,
      can: ['edit', 'delete'],
    });
    expect(await viewOf('opt_01', '本周')).toEqual(made.data);
    for (const other of ['opt_02', 'lead_a', 'admin']) expect(await names(other)).toEqual([]);
    expect(await names('opt_01', '/index')).toEqual([]);
  });

  test('is logged once per change', async () => {
    const made = (await create('opt_01')).data;
    expect(await lastEntries(1)).toMatchObject([
      {
        target_type: 'view',
        target_id: made.id,
        target_label: '本周',
        after: { page: LOG, name: '本周', shared: 'me', query: '?ok=false' },
      },
    ]);
    server.clock.forward({ minutes: 1 });
    await server.as('opt_01', '/sys-views/edit', { id: made.id, version: 1, query: '', name: '本月' });
    expect(await lastEntries(9)).toMatchObject([{ before: { name: '本周', query: '?ok=false' }, after: { name: '本月', query: '' } }]);
    server.clock.forward({ minutes: 1 });
    await server.as('opt_01', '/sys-views/delete', { id: made.id });
    expect(await lastEntries(9)).toMatchObject([{ before: { page: LOG, name: '本月' }, after: { deleted: true } }]);
  });

  test('has a name that is unique for its owner and page', async () => {
    await create('opt_01');
    expect(await create('opt_01')).toMatchObject({ code: 409, reason: 'DUPLICATE', data: { field: 'name' } });
    expect((await create('opt_01', { page: '/index' })).code).toBe(0);
    expect((await create('opt_02')).code).toBe(0);
    expect(
      (await Promise.all([create('opt_01', { name: '同时' }), create('opt_01', { name: '同时' })])).map(({ code }) => code).sort(),
    ).toEqual([0, 409]);
    const other = await viewOf('opt_01', '同时');
    expect((await server.as('opt_01', '/sys-views/edit', { id: other.id, version: 1, name: '本周' })).reason).toBe('DUPLICATE');
    expect((await server.as('opt_01', '/sys-views/edit', { id: other.id, version: 1, name: '同时' })).code).toBe(0);
  });

  test.each([
    ['a blank name', { name: ' ' }, 'name', 'blank'],
    ['a long name', { name: '长'.repeat(61) }, 'name', 'maxLength'],
    ['a query without its mark', { query: 'ok=false' }, 'query', 'pattern'],
    ['a long query', { query: `?${'x'.repeat(4000)}` }, 'query', 'maxLength'],
    ['an unknown circle', { shared: 'team' }, 'shared', 'enum'],
    ['no columns', { table: { shown: [], density: 'compact' } }, 'table.shown', 'minItems'],
    ['an unknown density', { table: { shown: ['a'], density: 'tiny' } }, 'table.density', 'enum'],
    ['a page that is none', { page: 'javascript:alert(1)' }, 'page', 'pattern'],
  ])('with %s is refused at its field', async (_, change, field, rule) => {
    const body = { page: LOG, name: '本周', shared: 'me', query: '', ...change };
    const answer = await server.send('/sys-views/create', body, { token: await server.signIn('opt_01') });
    expect(answer).toMatchObject({ code: 400, data: { errors: [{ field, rule }] } });
  });

  test('exists only on pages that the user may open', async () => {
    expect((await server.as('opt_01', '/sys-views/list', { page: '/sys/accounts' })).reason).toBe('NO_PATH');
    expect((await create('opt_01', { page: '/sys/accounts' })).reason).toBe('NO_PATH');
    expect((await create('opt_01', { page: '/nowhere' })).reason).toBe('NO_PATH');
    const made = (await create('opt_01')).data;
    const role = (await server.as('admin', '/sys-roles/list', { keyword: '优化师' })).data.list[0];
    await server.as('admin', '/sys-roles/edit', { id: role?.id ?? 0, version: role?.version ?? 0, paths: [] });
    expect((await server.as('opt_01', '/sys-views/list', { page: LOG })).reason).toBe('NO_PATH');
    expect((await server.as('opt_01', '/sys-views/edit', { id: made.id, version: 1, query: '' })).reason).toBe('NOT_FOUND');
    expect((await server.as('opt_01', '/sys-views/delete', { id: made.id })).reason).toBe('NOT_FOUND');
  });
});

describe('sharing', () => {
  test('is limited to leaders and administrators', async () => {
    expect(await create('opt_01', { shared: 'all' })).toMatchObject({ code: 403, reason: 'NO_ACTION' });
    expect(await create('opt_01', { shared: 'roles', role_ids: [await roleOf('优化师')] })).toMatchObject({
      code: 403,
      reason: 'NO_ACTION',
    });
    const own = (await create('opt_01')).data;
    expect((await server.as('opt_01', '/sys-views/edit', { id: own.id, version: 1, shared: 'all' })).reason).toBe('NO_ACTION');
    for (const by of ['lead_a', 'admin']) expect((await create(by, { shared: 'all', name: by })).data.shared).toBe('all');
  });

  test('with all users reaches everyone who may open the page', async () => {
    await create('lead_a', { shared: 'all', name: '公共' });
    await create('opt_01', { name: '自己' });
    expect(await names('opt_01')).toEqual(['自己', '公共']);
    expect(await names('ana_01', '/index')).toEqual([]);
    expect((await server.as('ana_01', '/sys-views/list', { page: LOG })).reason).toBe('NO_PATH');
    expect((await viewOf('opt_01', '公共')).can).toEqual([]);
  });

  test('with roles reaches users with one of them', async () => {
    const roles = [await roleOf('托管运营'), await roleOf('优化师')];
    const made = (await create('lead_a', { shared: 'roles', role_ids: roles, name: '投放' })).data;
    expect(made.roles.map(({ label }) => label).sort()).toEqual(['优化师', '托管运营']);
    expect(await names('opt_01')).toEqual(['投放']);
    expect(await names('host_01')).toEqual(['投放']);
    expect(await names('lead_b')).toEqual([]);
    expect(await names('lead_a')).toEqual(['投放']);
    const narrowed = await server.as('lead_a', '/sys-views/edit', { id: made.id, version: 1, role_ids: [roles[0] ?? 0] });
    expect(narrowed.data.roles.map(({ label }) => label)).toEqual(['托管运营']);
    expect(await names('opt_01')).toEqual([]);
  });

  test('requires existing roles', async () => {
    const answer = async (role_ids?: number[]) => (await create('lead_a', { shared: 'roles', ...(role_ids && { role_ids }) })).data.errors;
    expect(await answer()).toMatchObject([{ field: 'role_ids', rule: 'roleNeeded' }]);
    expect(await answer([])).toMatchObject([{ field: 'role_ids', rule: 'roleNeeded' }]);
    expect(await answer([await roleOf('优化师'), 424_242])).toMatchObject([{ field: 'role_ids.1', rule: 'exists' }]);
  });

  test('ends when the role is deleted', async () => {
    const role = (await server.as('admin', '/sys-roles/create', { name: '临时', paths: [LOG], actions: [] })).data;
    const other = await roleOf('托管运营');
    await create('lead_a', { shared: 'roles', role_ids: [role.id], name: '只给临时' });
    await create('lead_a', { shared: 'roles', role_ids: [role.id, other], name: '给两个' });
    expect((await server.as('admin', '/sys-roles/delete', { id: role.id })).code).toBe(0);
    expect(await viewOf('lead_a', '只给临时')).toMatchObject({ shared: 'me', roles: [] });
    expect(await viewOf('lead_a', '给两个')).toMatchObject({ shared: 'roles', roles: [{ id: other, label: '托管运营' }] });
    expect(await names('admin')).toEqual(['给两个']);
  });

  test('can be ended by an owner who is no longer a leader', async () => {
    const made = (await create('lead_a', { shared: 'all' })).data;
    await server.db.updateTable('sys_user').set({ is_leader: 0 }).where('account', '=', 'lead_a').execute();
    expect((await server.as('lead_a', '/sys-views/edit', { id: made.id, version: 1, name: '改名' })).data.shared).toBe('all');
    expect((await server.as('lead_a', '/sys-views/edit', { id: made.id, version: 2, shared: 'me' })).data.shared).toBe('me');
    expect((await server.as('lead_a', '/sys-views/edit', { id: made.id, version: 3, shared: 'all' })).reason).toBe('NO_ACTION');
  });
});

describe('a view of another user', () => {
  test('can be changed and deleted only by administrators, once it is shared', async () => {
    const shared = (await create('lead_a', { shared: 'roles', role_ids: [await roleOf('优化师')], name: '共享' })).data;
    const own = (await create('lead_a', { name: '私有' })).data;
    for (const [by, reason] of [
      ['opt_01', 'NOT_OWNER'],
      ['lead_b', 'NOT_FOUND'],
    ] as const) {
      expect((await server.as(by, '/sys-views/edit', { id: shared.id, version: 1, query: '' })).reason).toBe(reason);
      expect((await server.as(by, '/sys-views/delete', { id: shared.id })).reason).toBe(reason);
    }
    for (const by of ['opt_01', 'admin']) {
      expect((await server.as(by, '/sys-views/edit', { id: own.id, version: 1, query: '' })).reason).toBe('NOT_FOUND');
      expect((await server.as(by, '/sys-views/delete', { id: own.id })).reason).toBe('NOT_FOUND');
    }
    expect(await viewOf('admin', '共享')).toMatchObject({ can: ['edit', 'delete'] });
    expect((await server.as('admin', '/sys-views/edit', { id: shared.id, version: 1, query: '?by=admin' })).data).toMatchObject({
      version: 2,
      owner: { label: '王立' },
    });
    expect((await server.as('admin', '/sys-views/edit', { id: shared.id, version: 2, shared: 'me' })).data).toMatchObject({ can: [] });
    expect(await names('admin')).toEqual([]);
    const again = (await create('lead_a', { shared: 'all', name: '再共享' })).data;
    expect((await server.as('admin', '/sys-views/delete', { id: again.id })).code).toBe(0);
  });

  test('saved with an outdated version is a conflict with the newest view', async () => {
    const made = (await create('lead_a', { shared: 'all' })).data;
    await server.as('admin', '/sys-views/edit', { id: made.id, version: 1, query: '?a=1' });
    const late = await server.as('lead_a', '/sys-views/edit', { id: made.id, version: 1, query: '?b=2' });
    expect(late).toMatchObject({
      code: 409,
      reason: 'VERSION_CONFLICT',
      data: { by: '林管理', at: server.clock.now().toISOString(), latest: { id: made.id, version: 2, query: '?a=1' } },
    });
  });
});

test('edited without a difference keeps its version and is not logged', async () => {
  const made = (await create('opt_01', { table: { ...table, shown: [...table.shown] } })).data;
  server.clock.forward({ minutes: 1 });
  const { density, widths, shown } = table;
  const same = { density, widths: { account: widths.account, name: widths.name }, shown: [...shown] };
  const answer = await server.as('opt_01', '/sys-views/edit', { id: made.id, version: 1, name: ' 本周', table: same });
  expect(answer.data).toEqual(made);
  expect(await lastEntries(5)).toEqual([]);
  const bare = await server.as('opt_01', '/sys-views/edit', { id: made.id, version: 1, table: null });
  expect(bare.data).toMatchObject({ version: 2, table: null });
});

describe('the default view', () => {
  const choose = (by: string, id: number | null, page = LOG) => server.as(by, '/sys-views/set_default', { page, id });

  test('is one view per page, chosen by each user', async () => {
    const shared = (await create('lead_a', { shared: 'all', name: '公共' })).data;
    const own = (await create('opt_01', { name: '自己' })).data;
    expect((await choose('opt_01', shared.id)).code).toBe(0);
    const chosen = async (by: string) =>
      (await server.as(by, '/sys-views/list', { page: LOG })).data.list.filter(({ is_default }) => is_default).map(({ name }) => name);
    expect(await chosen('opt_01')).toEqual(['公共']);
    expect(await chosen('lead_a')).toEqual([]);
    await choose('opt_01', own.id);
    expect(await chosen('opt_01')).toEqual(['自己']);
    await choose('opt_01', null);
    expect(await chosen('opt_01')).toEqual([]);
  });

  test('must be a visible view of that page', async () => {
    const own = (await create('opt_01')).data;
    expect((await choose('opt_02', own.id)).reason).toBe('NOT_FOUND');
    expect((await choose('opt_01', own.id, '/index')).reason).toBe('NOT_FOUND');
    expect((await choose('opt_01', 424_242)).reason).toBe('NOT_FOUND');
    expect((await choose('opt_01', own.id, '/sys/accounts')).reason).toBe('NO_PATH');
  });

  test('is removed with its view', async () => {
    const shared = (await create('lead_a', { shared: 'all' })).data;
    await choose('opt_01', shared.id);
    expect((await server.as('lead_a', '/sys-views/delete', { id: shared.id })).code).toBe(0);
    expect(await server.db.selectFrom('saved_view_default').select('view_id').execute()).toEqual([]);
  });
});

test('deleting a user removes their private views and keeps the shared ones', async () => {
  const shared = (await create('lead_a', { shared: 'all', name: '公共' })).data;
  await create('lead_a', { name: '私有' });
  await server.as('lead_a', '/sys-views/set_default', { page: LOG, id: shared.id });
  await server.as('opt_01', '/sys-views/set_default', { page: LOG, id: shared.id });
  expect((await server.as('admin', '/sys-users/delete_user', { id: await idOf('lead_a') })).code).toBe(0);
  expect(await server.db.selectFrom('saved_view').select('name').execute()).toEqual([{ name: '公共' }]);
  expect(await server.db.selectFrom('saved_view_default').select('user_id').execute()).toEqual([{ user_id: await idOf('opt_01') }]);
  expect(await viewOf('opt_01', '公共')).toMatchObject({ owner: { label: '王立' }, is_default: true });
  expect(await viewOf('admin', '公共')).toMatchObject({ can: ['edit', 'delete'] });
});
