import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(async () => await server.close());

const rightsOf = async (account: string, path: '/sys-menus/list' | '/sys-roles/list' = '/sys-menus/list') =>
  (await server.as(account, path, path === '/sys-menus/list' ? {} : ({ page: 1, page_size: 20 } as never))).headers['x-rights'];
const idOf = async (account: string) =>
  (await server.db.selectFrom('sys_user').select('id').where('account', '=', account).executeTakeFirstOrThrow()).id;

describe('the rights header', () => {
  it('is sent with every answer of a signed-in call, including refusals, and reveals nothing', async () => {
    const mark = await rightsOf('opt_01');
    expect(mark).toMatch(/^[\w-]{12}$/);
    const refused = await server.as('opt_01', '/sys-roles/list', { page: 1, page_size: 20 });
    expect(refused).toMatchObject({ code: 403, reason: 'NO_PATH', headers: { 'x-rights': mark } });
    const invalid = await server.send('/sys-menus/list', { x: 1 }, { token: await server.signIn('opt_01') });
    expect(invalid).toMatchObject({ code: 400, headers: { 'x-rights': mark } });
  });

  it('is absent when signed out', async () => {
    expect((await server.send('/sys-menus/list', {})).headers).not.toHaveProperty('x-rights');
    expect((await server.send('/login', { account: 'opt_01', pwd: '0'.repeat(32) })).headers).not.toHaveProperty('x-rights');
  });

  it('is equal for equal rights and different otherwise', async () => {
    expect(await rightsOf('admin')).toBe(await rightsOf('admin', '/sys-roles/list'));
    expect(await rightsOf('admin')).not.toBe(await rightsOf('opt_01'));
  });

  it('changes with the next call after a role or its assignment changes, and returns with the rights', async () => {
    const user = await idOf('opt_02');
    const before = await rightsOf('opt_02');
    const own = await server.db.selectFrom('sys_user_role').select('role_id').where('user_id', '=', user).execute();
    const { data: role } = await server.as('admin', '/sys-roles/create', { name: '记号', paths: ['/advertising/copy-log'], actions: [] });
    await server.db.deleteFrom('sys_user_role').where('user_id', '=', user).execute();
    await server.db.insertInto('sys_user_role').values({ user_id: user, role_id: role.id }).execute();
    const changed = await rightsOf('opt_02');
    expect(changed).not.toBe(before);
    await server.as('admin', '/sys-roles/edit', { id: role.id, version: role.version, actions: ['export'] });
    expect(await rightsOf('opt_02')).not.toBe(changed);
    await server.db.deleteFrom('sys_user_role').where('user_id', '=', user).execute();
    await server.db
      .insertInto('sys_user_role')
      .values(own.map(({ role_id }) => ({ user_id: user, role_id })))
      .execute();
    expect(await rightsOf('opt_02')).toBe(before);
  });
});
