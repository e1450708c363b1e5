import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, DEMO_PASSWORD, md5, type TestApp } from '#tests/support/app.ts';
import { deep } from '#tests/support/depth.ts';
import { tableSums } from '#tests/support/table-sums.ts';

/** Calls with a token whose rights are gone. */
const LATE = deep(100, 1_000);

let server: TestApp;
let rewind: () => Promise<void>;
beforeAll(async () => {
  server = await createTestApp();
  rewind = await server.remember();
});
afterEach(async () => await rewind());
afterAll(async () => await server.close());

const idOf = async (account: string) =>
  (await server.db.selectFrom('sys_user').select('id').where('account', '=', account).executeTakeFirstOrThrow()).id;
const rights = (account: string) =>
  server.db
    .selectFrom('sys_user')
    .select(['is_admin', 'is_leader', 'status', 'version'])
    .where('account', '=', account)
    .executeTakeFirstOrThrow();

const person = { name: '新', department_id: 1, role_ids: [1], is_leader: 0, platform: 'dj', timezone: 'UTC' };

describe('the API makes nobody a super admin', () => {
  test.each([9, '9', '1', true, 2, -1, null, [1]])('with is_admin %j', async (level) => {
    const token = await server.signIn('admin');
    const before = await tableSums(server.db);
    const id = await idOf('opt_01');
    for (const [path, body] of [
      ['/sys-users/create_account', { ...person, account: 'climber', is_admin: level }],
      ['/sys-users/edit_account', { id, version: 1, is_admin: level }],
    ] as const) {
      expect(await server.send(path, body, { token })).toMatchObject({ code: 400, reason: 'VALIDATION' });
    }
    expect(await tableSums(server.db)).toEqual(before);
  });
});

describe('staff and leaders cannot raise anyone, including themselves', () => {
  test.each(['opt_01', 'lead_a', 'noaccess', 'super'])('%s', async (account) => {
    const token = await server.signIn(account);
    const id = await idOf(account);
    const before = await tableSums(server.db);
    const attempts: [string, object][] = [
      ['/sys-users/edit_account', { id, version: 1, is_admin: 1 }],
      ['/sys-users/edit_account', { id, version: 1, is_leader: 1 }],
      ['/sys-users/edit_account', { id, version: 1, role_ids: [1, 2, 3] }],
      ['/sys-users/edit_account', { id: await idOf('left_01'), version: 1, status: 'enabled' }],
      ['/sys-users/batch_save_user_role', { user_ids: [id], role_ids: [3], mode: 'add' }],
      ['/sys-users/batch_set_status', { ids: [await idOf('left_01')], status: 'enabled' }],
      ['/sys-users/batch_reset_passwd', { ids: [await idOf('opt_09')] }],
      ['/sys-users/batch_delete', { ids: [await idOf('opt_09')], reason: 'x' }],
      ['/sys-users/create_account', { ...person, account: 'climber', is_admin: 1 }],
      ['/sys-roles/edit', { id: 1, version: 1, paths: ['/advertising/copy-log'], actions: ['export'] }],
      ['/sys-roles/create', { name: 'x', paths: [], actions: [] }],
      ['/sys-departments/set_leaders', { id: 1, user_ids: [id] }],
      ['/sys-departments/move', { id: 3, parent_id: 1, sort: 1 }],
    ];
    for (const [path, body] of attempts) expect(await server.send(path, body, { token })).toMatchObject({ code: 403, reason: 'NO_PATH' });
    expect(await tableSums(server.db)).toEqual(before);
  });
});

test('refuses columns that no form has instead of ignoring them', async () => {
  const token = await server.signIn('admin');
  const id = await idOf('opt_01');
  for (const extra of [{ account: 'other' }, { pwd_hash: 'x' }, { deleted_at: null }, { paths: ['/x'] }, { login_at: null }]) {
    const answer = await server.send('/sys-users/edit_account', { id, version: 1, ...extra }, { token });
    expect(answer.data.errors).toMatchObject([{ field: Object.keys(extra)[0], rule: 'unknown' }]);
  }
});

test('an account with more rights keeps its password', async () => {
  for (const by of ['opt_01', 'lead_a', 'noaccess']) {
    expect((await server.as(by, '/sys-users/reset_passwd', { currentUserId: await idOf('admin') })).reason).toBe('NOT_OWNER');
  }
  expect((await server.as('admin', '/sys-users/reset_passwd', { currentUserId: await idOf('super') })).reason).toBe('NOT_FOUND');
  expect((await server.as('super', '/sys-users/reset_passwd', { currentUserId: await idOf('admin') })).reason).toBe('NOT_OWNER');
  for (const account of ['admin', 'super']) expect((await server.send('/login', { account, pwd: md5(DEMO_PASSWORD) })).code).toBe(0);
});

test('a reserved page in a stored role gives no access', async () => {
  await server.db
    .updateTable('sys_role')
    .set({ paths: ['/sys/accounts', '/admin/sys/cron', '/index'] })
    .where('name', '=', '优化师')
    .execute();
  expect((await server.as('opt_01', '/sys-users/get_user_info', {})).data.paths).toEqual(['/index']);
  expect((await server.as('opt_01', '/sys-users/list', {})).reason).toBe('NO_PATH');
  expect((await server.as('opt_01', '/admin-crons/list', {})).reason).toBe('ADMIN_ONLY');
});

test('a demoted administrator loses access with the next call', async () => {
  await server.as('admin', '/sys-users/create_account', {
    ...person,
    account: 'admin_b',
    is_admin: 1,
    is_leader: 0,
    platform: 'dj',
    pwd: md5(DEMO_PASSWORD),
  });
  const token = await server.signIn('admin_b');
  const late: Promise<{ code: number }>[] = [];
  expect((await server.send('/sys-users/list', {}, { token })).code).toBe(0);
  const { version } = await rights('admin_b');
  const demoted = await server.as('admin', '/sys-users/edit_account', { id: await idOf('admin_b'), version, is_admin: 0 });
  expect(demoted.code).toBe(0);
  for (let i = 0; i < LATE; i += 1) late.push(server.send('/sys-roles/create', { name: `late ${i}`, paths: [], actions: [] }, { token }));
  for (const answer of await Promise.all(late)) expect(answer.code).toBe(403);
});

test.each([
  ['log-out', async (token: string) => void (await server.send('/sys-users/logout', {}, { token }))],
  ['reset', async () => void (await server.as('admin', '/sys-users/reset_passwd', { currentUserId: await idOf('opt_01') }))],
  ['deletion', async () => void (await server.as('admin', '/sys-users/delete_user', { id: await idOf('opt_01') }))],
  [
    'disabling',
    async () => void (await server.as('admin', '/sys-users/edit_account', { id: await idOf('opt_01'), version: 1, status: 'disabled' })),
  ],
])('of 1,000 calls under way at a %s, none that began after it is accepted', async (_name, end) => {
  const token = await server.signIn('opt_01');
  await server.signIn('admin');
  let ended = false;
  const accepted: boolean[] = [];
  const refused: boolean[] = [];
  async function client(): Promise<void> {
    for (let i = 0; i < 50; i += 1) {
      const beganAfter = ended;
      const { code } = await server.send('/sys-prefs/save', { key: 'a', value: i }, { token });
      (code === 0 ? accepted : refused).push(beganAfter);
      expect([0, 401]).toContain(code);
    }
  }
  const clients = Array.from({ length: 20 }, client);
  await end(token);
  ended = true;
  await Promise.all(clients);
  expect(accepted.length + refused.length).toBe(1000);
  expect(accepted.filter(Boolean)).toEqual([]);
  expect(refused.length).toBeGreaterThan(0);
});
