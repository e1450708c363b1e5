import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, DEMO_PASSWORD, md5, type TestApp } from '#tests/support/app.ts';

let server: TestApp;
beforeEach(async () => {
  server = await createTestApp();
});
afterEach(async () => await server.close());

const right = md5(DEMO_PASSWORD);
const enter = (account: string, pwd: string, from = '10.1.1.1') => server.send('/login', { account, pwd }, { from });
const wrong = (account: string, attempt: number | string, from?: string) => enter(account, md5(`wrong ${attempt}`), from);
const whoAmI = (token: string) => server.send('/sys-users/get_user_info', undefined, { token });

describe('signing in', () => {
  test('returns a token that lives twelve hours and records the sign-in time', async () => {
    const answer = await enter('opt_01', right);
    expect(answer.data).toMatchObject({ token: expect.stringMatching(/^[\w-]{43}$/), expires_at: '2026-11-20T20:00:00.000Z' });
    expect((await whoAmI(String(answer.data.token))).data).toMatchObject({ account: 'opt_01', login_at: '2026-11-20T08:00:00.000Z' });
  });

  test('accepts the account in any letter case and with spaces around it', async () => {
    expect((await enter('  OPT_01 ', right)).code).toBe(0);
  });

  test('gives the same answer for a wrong password, an unknown account and a deleted one', async () => {
    const answers = [await wrong('opt_01', 1), await wrong('nobody', 1), await enter('gone_01', right)];
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, code: 1001, reason: 'LOGIN_BAD', message: '账号或密码错误' });
  });

  test('reveals that an account is disabled only with its correct password', async () => {
    expect(await wrong('left_01', 1)).toMatchObject({ code: 1001 });
    expect(await enter('left_01', right)).toMatchObject({ code: 1002, reason: 'LOGIN_DISABLED', message: '账号已停用' });
  });

  test('locks the account for that address for fifteen minutes after five failures, even with the correct password', async () => {
    for (let attempt = 1; attempt <= 5; attempt += 1) expect((await wrong('opt_01', attempt)).code).toBe(1001);
    expect(await enter('opt_01', right)).toMatchObject({ code: 1003, reason: 'LOGIN_LOCKED', data: { minutes_left: 15 } });
    expect((await enter('opt_01', right)).message).toBe('连续输错 5 次，请 15 分钟后再试');
    expect((await enter('opt_01', right, '10.2.2.2')).code).toBe(0);
    expect((await enter('opt_02', right)).code).toBe(0);
    server.clock.forward({ minutes: 14 });
    expect(await enter('opt_01', right)).toMatchObject({ code: 1003, data: { minutes_left: 1 } });
    server.clock.forward({ minutes: 1 });
    expect((await enter('opt_01', right)).code).toBe(0);
  });

  test('locks unknown accounts too, so that the lock does not reveal which accounts exist', async () => {
    for (let attempt = 1; attempt <= 5; attempt += 1) await wrong('nobody', attempt);
    expect((await wrong('nobody', 6)).reason).toBe('LOGIN_LOCKED');
  });

  test('clears earlier failures when it succeeds', async () => {
    for (const round of [1, 2]) {
      for (let attempt = 1; attempt <= 4; attempt += 1) expect((await wrong('opt_01', `${round}.${attempt}`)).code).toBe(1001);
      expect((await enter('opt_01', right)).code).toBe(0);
      server.clock.forward({ minutes: 1 });
    }
  });

  test('makes at most ten hashes for two hundred simultaneous wrong passwords, and the owner can sign in from elsewhere', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, (_, attempt) => wrong('opt_01', attempt)));
    const verified = answers.filter((answer) => answer.reason === 'LOGIN_BAD').length;
    expect(verified).toBe(5);
    expect(answers.filter((answer) => answer.reason === 'LOGIN_LOCKED').length).toBe(195);
    expect((await enter('opt_01', right, '10.2.2.2')).code).toBe(0);
  });

  test('makes at most ten hashes a minute for alternating failures and successes', async () => {
    const answers = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      answers.push(await wrong('opt_01', attempt));
      if (attempt % 4 === 3) answers.push(await enter('opt_01', right));
    }
    expect(answers.filter((answer) => answer.reason === 'LOGIN_BAD').length).toBeLessThan(10);
    expect(answers.at(-2)?.reason).toBe('TOO_MANY_REQUESTS');
  });

  test('creates fifty sessions for fifty valid sign-ins at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => enter('opt_01', right)));
    expect(answers.map((answer) => answer.code)).toEqual(Array(50).fill(0));
    expect(new Set(answers.map((answer) => answer.data.token)).size).toBe(50);
    const { list } = (await server.call('/sys-users/sessions', {}, { token: String(answers[0]?.data.token) })).data;
    expect(list.length).toBe(50);
    expect(list.filter((session) => session.current).length).toBe(1);
  });

  test('limits the failures of an address over all accounts', async () => {
    const strict = await createTestApp({ config: { limits: { loginsPerAddressPerMinute: 3 } } });
    try {
      const reasons = [];
      for (const account of ['a_one', 'a_two', 'a_three', 'a_four'])
        reasons.push((await strict.send('/login', { account, pwd: right })).reason);
      expect(reasons).toEqual(['LOGIN_BAD', 'LOGIN_BAD', 'LOGIN_BAD', 'TOO_MANY_REQUESTS']);
    } finally {
      await strict.close();
    }
  });
});

describe('a session', () => {
  test('is extended by use and ends twelve hours after the last call', async () => {
    const token = await server.signIn('opt_01');
    for (let round = 0; round < 5; round += 1) {
      server.clock.forward({ hours: 11 });
      expect((await whoAmI(token)).code).toBe(0);
    }
    server.clock.forward({ hours: 12 });
    expect(await whoAmI(token)).toMatchObject({ status: 200, code: 401, reason: 'TOKEN_EXPIRED' });
  });

  test('ends after seven days even when it is used', async () => {
    const token = await server.signIn('opt_01');
    for (let hour = 0; hour < 7 * 24 - 8; hour += 8) {
      server.clock.forward({ hours: 8 });
      expect((await whoAmI(token)).code).toBe(0);
    }
    server.clock.forward({ hours: 8 });
    expect((await whoAmI(token)).reason).toBe('TOKEN_EXPIRED');
  });

  test.each([
    [undefined, 'NO_TOKEN'],
    ['', 'NO_TOKEN'],
    ['x'.repeat(43), 'TOKEN_REVOKED'],
    ['x'.repeat(4000), 'NO_TOKEN'],
    ["' or 1=1 --", 'NO_TOKEN'],
  ])('is refused with the token %j', async (token, reason) => {
    expect(await server.send('/sys-menus/list', {}, { token })).toMatchObject({ status: 200, code: 401, reason });
  });

  test('ends with its sign-out; other sessions do not', async () => {
    const [mine, other] = [String((await enter('opt_01', right)).data.token), String((await enter('opt_01', right)).data.token)];
    expect((await server.call('/sys-users/logout', {}, { token: mine })).code).toBe(0);
    expect((await whoAmI(mine)).reason).toBe('TOKEN_REVOKED');
    expect((await whoAmI(other)).code).toBe(0);
  });

  test('can end all other sessions of its user', async () => {
    const tokens = [];
    for (let i = 0; i < 3; i += 1) tokens.push(String((await enter('opt_01', right)).data.token));
    const [mine = '', ...others] = tokens;
    expect((await server.call('/sys-users/end_sessions', {}, { token: mine })).data).toEqual({ ended: 2 });
    for (const token of others) expect((await whoAmI(token)).reason).toBe('TOKEN_REVOKED');
    expect((await whoAmI(mine)).code).toBe(0);
  });

  test('reports why it was revoked: a password reset, an end from elsewhere, a sign-out', async () => {
    const enterTwice = async () => await Promise.all([1, 2].map(async () => String((await enter('opt_01', right)).data.token)));
    const end = async (token: string) => {
      const { reason, data, message } = await server.send('/sys-menus/list', {}, { token });
      return { reason, cause: data.cause, message };
    };
    const [mine = '', other = ''] = await enterTwice();
    await server.call('/sys-users/end_sessions', {}, { token: mine });
    expect(await end(other)).toEqual({ reason: 'TOKEN_REVOKED', cause: 'ended_elsewhere', message: '此登录已在别处被结束，请重新登录' });
    await server.call('/sys-users/logout', {}, { token: mine });
    expect(await end(mine)).toMatchObject({ reason: 'TOKEN_REVOKED', cause: 'signed_out' });
    const [third = ''] = await enterTwice();
    const { id } = (await whoAmI(third)).data;
    await server.call('/sys-users/reset_passwd', { currentUserId: Number(id) }, { token: await server.signIn('admin') });
    expect(await end(third)).toEqual({ reason: 'TOKEN_REVOKED', cause: 'password_reset', message: '密码已被重置，请用新密码重新登录' });
  });

  test('applies granted and removed permissions with the next call', async () => {
    const token = await server.signIn('opt_01');
    expect((await server.send('/sys-oplogs/list', {}, { token })).code).toBe(0);
    const { id } = (await server.as('opt_01', '/sys-users/get_user_info', {})).data;
    await server.db.deleteFrom('sys_user_role').where('user_id', '=', id).execute();
    expect((await server.send('/sys-oplogs/list', {}, { token })).reason).toBe('NO_PATH');
    await server.db.updateTable('sys_user').set({ status: 'disabled' }).where('id', '=', id).execute();
    expect(await server.send('/sys-oplogs/list', {}, { token })).toMatchObject({ code: 401, reason: 'USER_DISABLED' });
  });
});

test('failed and successful sign-ins are in the operation log', async () => {
  await enter('opt_01', right);
  await wrong('opt_01', 1);
  await wrong('Typed My Secret Here!', 1);
  await wrong('mysecret77', 1);
  const rows = await server.db
    .selectFrom('op_log')
    .select(['account', 'ok', 'code', 'ip'])
    .where('at', '=', server.clock.now())
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { account: 'opt_01', ok: true, code: 0, ip: '10.1.1.1' },
    { account: 'opt_01', ok: false, code: 1001, ip: '10.1.1.1' },
    { account: '', ok: false, code: 1001, ip: '10.1.1.1' },
    { account: '', ok: false, code: 1001, ip: '10.1.1.1' },
  ]);
});

test('a typed text that is not an account is stored nowhere', async () => {
  for (const typed of ['mysecret77', 'Typed My Secret Here!']) await wrong(typed, 1);
  await wrong('opt_01', 1);
  const rows = await server.db.selectFrom('sys_login_failure').select('account').orderBy('id').execute();
  expect(rows.map(({ account }) => account)).toEqual([expect.stringMatching(/^\?[\w-]{43}$/), expect.stringMatching(/^\?/), 'opt_01']);
  expect(rows[0]).not.toEqual(rows[1]);
});

describe('password guesses', () => {
  const failFrom = async (from: string, account = 'opt_01') => {
    for (let attempt = 1; attempt <= 5; attempt += 1) await wrong(account, attempt, from);
  };

  test('from addresses of one IPv6 network count together', async () => {
    for (let attempt = 1; attempt <= 5; attempt += 1) await wrong('opt_01', attempt, `2001:db8:1:2::${attempt}`);
    expect((await enter('opt_01', right, '2001:db8:1:2:ffff::9')).reason).toBe('LOGIN_LOCKED');
    expect((await enter('opt_01', right, '2001:db8:1:3::1')).code).toBe(0);
  });

  test('from one network are limited over all accounts', async () => {
    const strict = await createTestApp({ config: { limits: { loginFailsPerAddress: 6 } } });
    try {
      const from = '10.1.1.1';
      for (let number = 1; number <= 6; number += 1) {
        expect((await strict.send('/login', { account: `someone_${number}`, pwd: right }, { from })).reason).toBe('LOGIN_BAD');
      }
      expect((await strict.send('/login', { account: 'opt_01', pwd: right }, { from })).reason).toBe('TOO_MANY_REQUESTS');
      expect((await strict.send('/login', { account: 'opt_01', pwd: right }, { from: '10.2.2.2' })).code).toBe(0);
      strict.clock.forward({ minutes: 15 });
      expect((await strict.send('/login', { account: 'opt_01', pwd: right }, { from })).code).toBe(0);
    } finally {
      await strict.close();
    }
  });

  test('from the same address do not lock the owner out of a browser used before', async () => {
    const first = await enter('opt_01', right);
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
    expect(String(first.headers['set-cookie'])).toMatch(
      /^ads_device=[\w-]{43}; Path=\/api\/login; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    );
    await failFrom('10.1.1.1');
    expect((await enter('opt_01', right)).reason).toBe('LOGIN_LOCKED');
    const known = (pwd: string) => server.send('/login', { account: 'opt_01', pwd }, { from: '10.1.1.1', headers: { cookie } });
    expect((await known(right)).code).toBe(0);

    for (let attempt = 1; attempt <= 5; attempt += 1) expect((await known(md5(`w${attempt}`))).reason).toBe('LOGIN_BAD');
    expect((await known(right)).reason).toBe('LOGIN_LOCKED');
  });

  test('stay limited with the device token of another user or a made-up one', async () => {
    const other = String((await enter('opt_02', right)).headers['set-cookie']).split(';')[0] ?? '';
    await failFrom('10.1.1.1');
    for (const cookie of [other, `ads_device=${'x'.repeat(43)}`, 'ads_device=', '']) {
      const answer = await server.send('/login', { account: 'opt_01', pwd: right }, { from: '10.1.1.1', headers: { cookie } });
      expect(answer.reason).toBe('LOGIN_LOCKED');
    }
  });

  test('are cleared when an administrator resets the password', async () => {
    await failFrom('10.1.1.1');
    const { id } = await server.db.selectFrom('sys_user').select('id').where('account', '=', 'opt_01').executeTakeFirstOrThrow();
    const { data } = await server.as('admin', '/sys-users/reset_passwd', { currentUserId: id });
    expect((await enter('opt_01', md5(data.new_passwd))).code).toBe(0);
  });
});

test('the number of remembered browsers per user is limited', async () => {
  for (let count = 0; count < 25; count += 1) {
    server.clock.forward({ minutes: 2 });
    await enter('opt_01', right);
  }
  expect(await server.db.selectFrom('sys_device').select('user_id').execute()).toHaveLength(20);
});
