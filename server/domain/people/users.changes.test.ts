import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, DEMO_PASSWORD, md5, type TestApp } from '#tests/support/app.ts';
import { peopleFixtures } from '#tests/support/people.ts';
import type { OwnedKind } from '../ownership.ts';

let server: TestApp;
const owners = new Map<number, number>();
const campaigns: OwnedKind = {
  type: 'campaigns',
  label: { zh: '个广告系列', en: 'campaigns' },
  count: async (_db, userId) => owners.get(userId) ?? 0,
  handOver: async (_db, from, to) => {
    owners.set(to, (owners.get(to) ?? 0) + (owners.get(from) ?? 0));
    owners.delete(from);
  },
};
let rewind: () => Promise<void>;
beforeAll(async () => {
  server = await createTestApp({ ownership: [campaigns] });
  rewind = await server.remember();
});
afterEach(async () => {
  owners.clear();
  await rewind();
});
afterAll(async () => await server.close());

const { idOf, roleOf, rowOf, create, lastEntries } = peopleFixtures(() => server);

describe('editing an account', () => {
  test('changes only the sent fields, raises the version and returns the row', async () => {
    const before = await rowOf('opt_01');
    const answer = await server.as('admin', '/sys-users/edit_account', { id: before.id, version: before.version, name: ' 陈新 ' });
    expect(answer.data).toMatchObject({ name: '陈新', version: before.version + 1, account: 'opt_01', roles: before.roles });
    const [entry] = await lastEntries(1);
    expect(entry).toMatchObject({ summary: 'name', before: { name: '陈一鸣' }, after: { name: '陈新' } });
  });

  test('without a difference changes neither version nor log', async () => {
    const before = await rowOf('opt_01');
    const answer = await server.as('admin', '/sys-users/edit_account', { id: before.id, version: before.version, name: before.name });
    expect(answer.data.version).toBe(before.version);
    expect(await lastEntries(1)).toEqual([]);
  });

  test('with an outdated version reports who changed it, when, and the current row', async () => {
    const before = await rowOf('opt_01');
    await server.as('admin', '/sys-users/edit_account', { id: before.id, version: before.version, remark: '第一' });
    const late = await server.as('admin', '/sys-users/edit_account', { id: before.id, version: before.version, remark: '第二' });
    expect(late).toMatchObject({ code: 409, reason: 'VERSION_CONFLICT', message: '林管理 于 2026-11-20 16:00 修改过，请重新载入' });
    expect(late.data).toMatchObject({
      by: '林管理',
      at: '2026-11-20T08:00:00.000Z',
      latest: { id: before.id, version: before.version + 1, remark: '第一' },
    });
  });

  test('succeeds for one of two requests with the same version', async () => {
    const before = await rowOf('opt_01');
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((remark) => server.as('admin', '/sys-users/edit_account', { id: before.id, version: before.version, remark })),
    );
    expect(answers.map((answer) => answer.code).sort()).toEqual([0, 409, 409]);
  });

  test('to disabled ends its sessions at once', async () => {
    const token = await server.signIn('opt_01');
    const row = await rowOf('opt_01');
    expect((await server.as('admin', '/sys-users/edit_account', { id: row.id, version: row.version, status: 'disabled' })).code).toBe(0);
    expect((await server.send('/sys-menus/list', {}, { token })).reason).toBe('USER_DISABLED');
    const off = await rowOf('opt_01');
    await server.as('admin', '/sys-users/edit_account', { id: row.id, version: off.version, status: 'enabled' });
    expect((await server.send('/sys-menus/list', {}, { token })).reason).toBe('TOKEN_REVOKED');
  });

  test('cannot lock out the editor or the last administrator', async () => {
    const me = await rowOf('admin');
    for (const change of [{ status: 'disabled' as const }, { is_admin: 0 as const, role_ids: [await roleOf('组长')] }]) {
      expect(await server.as('admin', '/sys-users/edit_account', { id: me.id, version: me.version, ...change })).toMatchObject({
        code: 422,
        reason: 'SELF_FORBIDDEN',
      });
    }
    expect(await server.as('admin', '/sys-users/delete_user', { id: me.id })).toMatchObject({ code: 422, reason: 'SELF_FORBIDDEN' });
  });

  test('leaves one administrator when two disable each other at once', async () => {
    const made = await create({ account: 'admin_b', is_admin: 1, role_ids: [], pwd: md5(DEMO_PASSWORD) });
    const [a, b] = [await rowOf('admin'), await rowOf('admin_b')];
    await server.signIn('admin_b');
    const answers = await Promise.all([
      server.as('admin', '/sys-users/edit_account', { id: b.id, version: b.version, status: 'disabled' }),
      server.as('admin_b', '/sys-users/edit_account', { id: a.id, version: a.version, status: 'disabled' }),
    ]);
    expect(made.code).toBe(0);
    expect(answers.filter((answer) => answer.code === 0).length).toBe(1);
    expect(['LAST_ADMIN', 'USER_DISABLED', 'TOKEN_REVOKED']).toContain(answers.find((answer) => answer.code !== 0)?.reason);
  });

  test('cannot leave staff without a role', async () => {
    const row = await rowOf('opt_01');
    const answer = await server.as('admin', '/sys-users/edit_account', { id: row.id, version: row.version, role_ids: [] });
    expect(answer.data.errors).toMatchObject([{ field: 'role_ids', rule: 'roleNeeded' }]);
    await create({ account: 'admin_b', is_admin: 1, role_ids: [] });
    const other = await rowOf('admin_b');
    const demoted = await server.as('admin', '/sys-users/edit_account', { id: other.id, version: other.version, is_admin: 0 });
    expect(demoted.data.errors).toMatchObject([{ field: 'role_ids', rule: 'roleNeeded' }]);
  });

  test('is refused for a super admin or a deleted account', async () => {
    for (const account of ['super', 'gone_01']) {
      expect(await server.as('admin', '/sys-users/edit_account', { id: await idOf(account), version: 1, name: 'x' })).toMatchObject({
        code: 404,
        reason: 'NOT_FOUND',
      });
    }
  });
});

describe('deleting an account', () => {
  test('ends its sessions and keeps its history and its name', async () => {
    const token = await server.signIn('opt_01');
    const id = await idOf('opt_01');
    expect((await server.as('admin', '/sys-users/delete_user', { id })).code).toBe(0);
    expect((await server.send('/sys-menus/list', {}, { token })).reason).toBe('TOKEN_REVOKED');
    expect((await server.as('admin', '/sys-users/delete_user', { id })).reason).toBe('NOT_FOUND');
    expect((await server.send('/login', { account: 'opt_01', pwd: md5(DEMO_PASSWORD) })).reason).toBe('LOGIN_BAD');
    const { total } = (await server.as('admin', '/sys-oplogs/list', { account: 'opt_01' })).data;
    expect(total).toBeGreaterThan(0);
  });

  test('requires a successor while it owns objects, and hands them over', async () => {
    const [id, successor] = [await idOf('opt_01'), await idOf('opt_02')];
    owners.set(id, 3);
    expect((await server.as('admin', '/sys-users/owned', { id })).data.counts).toEqual({ campaigns: 3 });
    const refused = await server.as('admin', '/sys-users/delete_user', { id });
    expect(refused).toMatchObject({
      code: 422,
      reason: 'HANDOVER_REQUIRED',
      data: { counts: { campaigns: 3 } },
      message: '名下还有 3 个广告系列，请选择交接人',
    });
    for (const wrong of [id, await idOf('left_01'), await idOf('gone_01'), await idOf('super'), 99_999]) {
      const answer = await server.as('admin', '/sys-users/delete_user', { id, handover_user_id: wrong });
      expect(answer.data.errors).toMatchObject([{ field: 'handover_user_id', rule: 'exists' }]);
    }
    expect((await server.as('admin', '/sys-users/delete_user', { id, handover_user_id: successor })).code).toBe(0);
    expect(owners.get(successor)).toBe(3);
  });

  test('leaves one administrator when two delete each other at once', async () => {
    await create({ account: 'admin_b', is_admin: 1, role_ids: [], pwd: md5(DEMO_PASSWORD) });
    const [a, b] = [await idOf('admin'), await idOf('admin_b')];
    await server.signIn('admin_b');
    await server.signIn('admin');
    await Promise.all([server.as('admin', '/sys-users/delete_user', { id: b }), server.as('admin_b', '/sys-users/delete_user', { id: a })]);
    const left = await server.db.selectFrom('sys_user').select('id').where('is_admin', '=', 1).where('deleted_at', 'is', null).execute();
    expect(left.length).toBe(1);
  });
});

describe('resetting a password', () => {
  const reset = async (by: string, target: string, token?: string) =>
    await server.send('/sys-users/reset_passwd', { currentUserId: await idOf(target) }, { token: token ?? (await server.signIn(by)) });

  test('of one’s own account keeps this session and ends the others', async () => {
    const mine = await server.signIn('opt_01');
    const other = String((await server.send('/login', { account: 'opt_01', pwd: md5(DEMO_PASSWORD) })).data.token);
    const answer = await reset('opt_01', 'opt_01', mine);
    expect(answer.code).toBe(0);
    expect((await server.send('/sys-menus/list', {}, { token: mine })).code).toBe(0);
    expect((await server.send('/sys-menus/list', {}, { token: other })).reason).toBe('TOKEN_REVOKED');
    expect((await server.send('/login', { account: 'opt_01', pwd: md5(DEMO_PASSWORD) })).reason).toBe('LOGIN_BAD');
    expect((await server.send('/login', { account: 'opt_01', pwd: md5(String(answer.data.new_passwd)) })).code).toBe(0);
  });

  test('of another user ends all their sessions', async () => {
    const token = await server.signIn('opt_01');
    expect((await reset('admin', 'opt_01')).code).toBe(0);
    expect((await server.send('/sys-menus/list', {}, { token })).reason).toBe('TOKEN_REVOKED');
  });

  test('works for super admins on their own account', async () => {
    expect((await reset('super', 'super')).code).toBe(0);
  });
});
