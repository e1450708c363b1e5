import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestOf, verifyPassword } from '#server/domain/people/passwords.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createAccount, type NewAccount, resetAccount } from './accounts.ts';
import { CommandError } from './command.ts';

const NOW = new Date('2026-11-20T10:00:00Z');

describe('accounts made on the command line', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ seed: 'demo' });
  });
  afterAll(() => database.close());

  const user = (account: string) => database.db.selectFrom('sys_user').selectAll().where('account', '=', account).executeTakeFirstOrThrow();
  const create = (given: Partial<NewAccount>) =>
    createAccount(database.db, { account: 'new_one', name: '新人', isAdmin: 0, ...given }, NOW);

  it('may be super admins, without department, with a password that works', async () => {
    const { id, password } = await create({ account: 'boss_x', isAdmin: 9 });
    const row = await user('boss_x');
    expect(row).toMatchObject({ id, is_admin: 9, department_id: null, status: 'enabled' });
    expect(await verifyPassword(row.pwd_hash, digestOf(password), 'test')).toBe(true);
  });

  it('belong to the named department and roles, or to the root', async () => {
    await create({ account: 'staff_x', department: '英语组', roles: ['优化师'], isLeader: true, platform: 'ec' });
    const staff = await user('staff_x');
    const department = await database.db
      .selectFrom('sys_department')
      .select('name')
      .where('id', '=', staff.department_id)
      .executeTakeFirstOrThrow();
    expect(department.name).toBe('英语组');
    expect(staff).toMatchObject({ is_leader: 1, platform: 'ec' });
    expect(await database.db.selectFrom('sys_user_role').selectAll().where('user_id', '=', staff.id).execute()).toHaveLength(1);
    await create({ account: 'admin_x', isAdmin: 1 });
    const root = await database.db.selectFrom('sys_department').select('id').where('parent_id', 'is', null).executeTakeFirstOrThrow();
    expect((await user('admin_x')).department_id).toBe(root.id);
  });

  it('leave an entry in the operation log without the password', async () => {
    const { password } = await create({ account: 'logged_x', isAdmin: 1 });
    const entry = await database.db.selectFrom('op_log').selectAll().where('target_label', '=', 'logged_x').executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ account: 'cli', action: 'user:create', ok: true });
    expect(JSON.stringify(entry)).not.toContain(password);
  });

  it.each<[string, Partial<NewAccount>, RegExp]>([
    ['a wrong account name', { account: 'Big Boss' }, /--account/],
    ['a blank name', { name: '  ' }, /--name/],
    ['an account that exists', { account: 'admin' }, /exists already/],
    ['an unknown department', { department: '火星' }, /no department 火星/],
    ['an unknown role', { roles: ['国王'] }, /no role 国王/],
    ['a super admin with a role', { isAdmin: 9, roles: ['优化师'] }, /neither a department nor roles/],
  ])('are refused with %s, and nothing is written', async (_, given, message) => {
    const before = await database.db.selectFrom('sys_user').select('id').execute();
    await expect(create(given)).rejects.toThrow(message);
    await expect(create(given)).rejects.toBeInstanceOf(CommandError);
    expect(await database.db.selectFrom('sys_user').select('id').execute()).toHaveLength(before.length);
  });

  it('get a new password by a reset, which ends their sessions and frees them from a lock', async () => {
    const { id } = await user('opt_01');
    await database.db
      .insertInto('sys_session')
      .values({
        token_hash: 'one',
        user_id: id,
        issued_at: NOW,
        expires_at: new Date(NOW.getTime() + 3_600_000),
        revoked_at: null,
        ip: '::1',
        ua: '',
      })
      .execute();
    await database.db.insertInto('sys_login_failure').values({ account: 'opt_01', address: '127.0.0.1', failed_at: NOW }).execute();
    const { password, ended } = await resetAccount(database.db, 'opt_01', NOW);
    expect(ended).toBeGreaterThanOrEqual(1);
    expect(await verifyPassword((await user('opt_01')).pwd_hash, digestOf(password), 'test')).toBe(true);
    expect(await database.db.selectFrom('sys_login_failure').selectAll().where('account', '=', 'opt_01').execute()).toHaveLength(0);
    const living = await database.db
      .selectFrom('sys_session')
      .select('id')
      .where('user_id', '=', id)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', NOW)
      .execute();
    expect(living).toHaveLength(0);
  });

  it('are not reset when they do not exist', async () => {
    await expect(resetAccount(database.db, 'nobody_x', NOW)).rejects.toThrow(/no account nobody_x/);
  });
});
