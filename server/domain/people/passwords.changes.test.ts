import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, DEMO_PASSWORD, md5, type TestApp } from '#tests/support/app.ts';
import { peopleFixtures } from '#tests/support/people.ts';

let server: TestApp;
let rewind: () => Promise<void>;
beforeAll(async () => {
  server = await createTestApp();
  rewind = await server.remember();
});
afterEach(async () => await rewind());
afterAll(async () => await server.close());

const { idOf, rowOf, create, lastEntries } = peopleFixtures(() => server);
const old_pwd = md5(DEMO_PASSWORD);
const enter = async (account: string, pwd: string) => await server.send('/login', { account, pwd }, { from: '10.7.7.7' });

describe('changing one’s own password', () => {
  const change = async (old: string, chosen: string, token: string) =>
    await server.send('/sys-users/change_passwd', { old_pwd: old, new_pwd: chosen }, { token });

  test('requires the old one, ends other sessions and keeps this one', async () => {
    const mine = await server.signIn('opt_01');
    const other = String((await enter('opt_01', old_pwd)).data.token);
    const answer = await change(old_pwd, md5('tisch lampe 7'), mine);
    expect(answer).toMatchObject({ code: 0, data: { ended: 1 } });
    expect((await server.send('/sys-menus/list', {}, { token: mine })).code).toBe(0);
    expect((await server.send('/sys-menus/list', {}, { token: other })).reason).toBe('TOKEN_REVOKED');
    expect((await enter('opt_01', old_pwd)).reason).toBe('LOGIN_BAD');
    expect((await enter('opt_01', md5('tisch lampe 7'))).code).toBe(0);
    expect((await rowOf('opt_01')).password_state).toBe('own');
    expect(await lastEntries(1)).toMatchObject([{ action: '/sys-users/change_passwd', target_label: 'opt_01' }]);
  });

  test.each([
    ['the wrong old one', md5('wrong'), md5('tisch lampe 7'), 'old_pwd', '原密码不正确'],
    ['the same again', old_pwd, old_pwd, 'new_pwd', '新密码不能与原密码相同'],
    ['a common one', old_pwd, md5('Password123'), 'new_pwd', '密码过于常见，请换一个'],
    ['one made from the account', old_pwd, md5('opt_01123'), 'new_pwd', '密码过于常见，请换一个'],
  ])('is refused with %s', async (_what, old, chosen, field, message) => {
    const answer = await change(old, chosen, await server.signIn('opt_01'));
    expect(answer).toMatchObject({ code: 400, data: { errors: [{ field, message }] } });
    expect((await enter('opt_01', old_pwd)).code).toBe(0);
  });

  test('is locked for a session after too many wrong old passwords', async () => {
    const token = await server.signIn('opt_01');
    for (let attempt = 1; attempt <= 5; attempt += 1) expect((await change(md5(`w${attempt}`), md5('next 1234'), token)).code).toBe(400);
    expect(await change(old_pwd, md5('next 1234'), token)).toMatchObject({ reason: 'LOGIN_LOCKED', data: { minutes_left: 15 } });
    expect((await enter('opt_01', old_pwd)).code).toBe(0);
  });

  test('turns the password state from given to own', async () => {
    const made = await create();
    const token = String((await enter('new_one', md5(String(made.data.new_passwd)))).data.token);
    const state = async () => (await server.send('/sys-users/get_user_info', undefined, { token })).data.password_state;
    expect(await state()).toBe('given');
    await change(md5(String(made.data.new_passwd)), md5('tisch lampe 7'), token);
    expect(await state()).toBe('own');
    await server.as('admin', '/sys-users/reset_passwd', { currentUserId: await idOf('new_one') });
    expect((await rowOf('new_one')).password_state).toBe('given');
  });
});

describe('resetting passwords of several accounts', () => {
  const reset = async (body: object) => (await server.as('admin', '/sys-users/batch_reset_passwd', body)).data;

  test('shows each new password once, in the answer and in a sheet', async () => {
    const token = await server.signIn('opt_01');
    const ids = [await idOf('opt_02'), await idOf('opt_01')];
    const { list, sheet } = await reset({ ids });
    expect(list.map(({ account }) => account)).toEqual(['opt_02', 'opt_01']);
    for (const { account, new_passwd } of list) expect((await enter(account, md5(String(new_passwd)))).code).toBe(0);
    expect((await server.send('/sys-menus/list', {}, { token })).reason).toBe('TOKEN_REVOKED');
    expect(sheet?.name).toMatch(/^账号密码_\d{12}\.xlsx$/);
    expect(
      Buffer.from(sheet?.content ?? '', 'base64')
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    expect((await lastEntries(2)).map(({ action, target_label }) => [action, target_label])).toEqual([
      ['/sys-users/batch_reset_passwd', 'opt_01'],
      ['/sys-users/batch_reset_passwd', 'opt_02'],
    ]);
  });

  test('skips deleted users and the caller, with reasons', async () => {
    const { list, sheet } = await reset({ ids: [await idOf('gone_01'), await idOf('admin'), await idOf('super')] });
    expect(list.map(({ reason, new_passwd }) => [reason, new_passwd])).toEqual([
      ['NOT_FOUND', undefined],
      ['SELF_FORBIDDEN', undefined],
      ['NOT_FOUND', undefined],
    ]);
    expect(sheet).toBeUndefined();
    expect((await enter('super', old_pwd)).code).toBe(0);
  });

  test('includes accounts that have no password yet', async () => {
    await server.db.updateTable('sys_user').set({ password_state: 'none' }).where('account', 'in', ['opt_03', 'opt_04']).execute();
    const filter = { password_state: 'none' as const };
    const listed = (await server.as('admin', '/sys-users/list', filter)).data;
    expect(listed.list.map(({ account }) => account).sort()).toEqual(['opt_03', 'opt_04']);
    const { list } = await reset({ filter, expected_total: 2 });
    expect(list.map(({ account }) => account).sort()).toEqual(['opt_03', 'opt_04']);
    expect((await server.as('admin', '/sys-users/list', filter)).data.total).toBe(0);
  });

  test('is refused when the count has changed or exceeds the limit', async () => {
    const small = await createTestApp({ config: { limits: { batchMax: 3 } } });
    try {
      const send = async (body: object) => await small.send('/sys-users/batch_reset_passwd', body, { token: await small.signIn('admin') });
      expect((await send({ filter: { keyword: 'opt_' }, expected_total: 1 })).reason).toBe('SELECTION_CHANGED');
      const total = (await small.as('admin', '/sys-users/list', { keyword: 'opt_' })).data.total;
      expect(await send({ filter: { keyword: 'opt_' }, expected_total: total })).toMatchObject({
        code: 400,
        data: { errors: [{ field: 'filter', rule: 'selectionMax' }] },
      });
    } finally {
      await small.close();
    }
  });
});
