import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestApp, DEMO_PASSWORD, md5 } from '#tests/support/app.ts';

test('passwords and tokens appear in no log, no table and no answer except the one that shows them', async () => {
  const lines: string[] = [];
  const server = await createTestApp({ logger: { level: 'trace', stream: { write: (line) => void lines.push(line) } } });
  const answers: string[] = [];
  const as = async (account: string, path: string, body: unknown) => {
    const answer = await server.send(path, body, { token: await server.signIn(account) });
    answers.push(JSON.stringify(answer));
    return answer;
  };

  const chosen = md5('canary chosen 1');
  const key = '7b1f4a52-3f5c-4d0e-9c0a-1f2e3d4c5b6a';
  const user = { name: '新', department_id: 1, role_ids: [1], is_admin: 0, is_leader: 0, platform: 'dj', timezone: 'UTC' };
  const created = await as('admin', '/sys-users/create_account', { ...user, account: 'with_pwd', pwd: chosen, idempotency_key: key });
  const shown = await server.send('/sys-users/create_account', { ...user, account: 'without' }, { token: await server.signIn('admin') });
  const reset = await server.send('/sys-users/reset_passwd', { currentUserId: created.data.id }, { token: await server.signIn('admin') });
  const several = await server.send('/sys-users/batch_reset_passwd', { ids: [shown.data.id] }, { token: await server.signIn('admin') });
  const [{ new_passwd: oneOfSeveral = '' } = {}] = several.data.list as { new_passwd?: string }[];
  const owner = String((await server.send('/login', { account: 'without', pwd: md5(oneOfSeveral) })).data.token);
  const own = md5('canary own 3');
  await server.send('/sys-users/change_passwd', { old_pwd: md5(oneOfSeveral), new_pwd: own }, { token: owner });
  await server.send('/login', { account: 'canarytyped4', pwd: own });
  const entered = await server.send('/login', { account: 'with_pwd', pwd: md5(String(reset.data.new_passwd)) });
  await server.send('/login', { account: 'with_pwd', pwd: md5('canary wrong 2') });
  await as('admin', '/sys-users/create_account', { ...user, account: 'with_pwd', pwd: chosen });
  await as('admin', '/sys-users/list', {});
  await as('admin', '/sys-oplogs/list', { page_size: 200 });
  await as('opt_01', '/sys-users/get_user_info', undefined);
  await as('opt_01', '/sys-users/sessions', {});
  // A fault of the database during a call that handles a password.
  await server.db.schema.alterTable('sys_user').renameColumn('pwd_hash', 'pwd_hash_away').execute();
  await server.send('/login', { account: 'opt_02', pwd: md5(DEMO_PASSWORD) });
  await as('admin', '/sys-users/reset_passwd', { currentUserId: 5 });
  await server.db.schema.alterTable('sys_user').renameColumn('pwd_hash_away', 'pwd_hash').execute();

  const secrets = [
    chosen,
    md5(DEMO_PASSWORD),
    md5('canary wrong 2'),
    String(shown.data.new_passwd),
    md5(String(shown.data.new_passwd)),
    String(reset.data.new_passwd),
    md5(String(reset.data.new_passwd)),
    String(entered.data.token),
    String(entered.headers['set-cookie']).split(/[=;]/)[1] ?? '',
    oneOfSeveral,
    md5(oneOfSeveral),
    own,
    'canarytyped4',
    await server.signIn('admin'),
    await server.signIn('opt_01'),
  ];
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(11);

  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    server.db,
  );
  const dump: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(server.db);
    dump.push(...rows.rows.map((each) => each.row));
  }
  expect(tables.rows.length).toBeGreaterThan(12);
  expect(dump.length).toBeGreaterThan(500);
  expect(lines.length).toBeGreaterThan(10);
  for (const place of [lines.join('\n'), dump.join('\n'), answers.join('\n')]) {
    for (const secret of secrets) expect(place.includes(secret)).toBe(false);
  }
  // Proof that the search would find a secret: the hash of a token is in the dump.
  const { hashToken } = await import('#server/domain/people/tokens.ts');
  expect(dump.join('\n')).toContain(hashToken(String(entered.data.token)));
  await server.close();
});
