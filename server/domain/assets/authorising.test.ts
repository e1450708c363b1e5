import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startWithChannel } from '#tests/support/authorised.ts';
import { fakeAccount, fakePage } from '#tests/support/fake-channel.ts';

let started: Awaited<ReturnType<typeof startWithChannel>>;
beforeEach(async () => {
  started = await startWithChannel();
});
afterEach(async () => await started.server.close());

const startAuthorisation = async (account: string, more: object = {}) =>
  await started.server.as(account, '/auth-personages/auth_url', {
    channel: 'meta',
    owner_user_id: await started.idOf(account),
    ...more,
  } as never);
const loadResult = (account: string, state: string, language?: string) =>
  started.server.as(account, '/auth-personages/auth_result', { state }, language === undefined ? {} : { language });

describe('an authorisation in a window', () => {
  test('returns the person with everything they grant and closes the window', async () => {
    const { channel, visit } = started;
    channel.person('1000000000000001', {
      name: 'Ada',
      accounts: [fakeAccount('2001')],
      pages: [fakePage('3001')],
      scopes: ['ads_management'],
    });
    const authorisation = await startAuthorisation('lead_a');
    expect(authorisation.data.url).toContain(authorisation.data.state);
    expect((await loadResult('lead_a', authorisation.data.state)).data).toMatchObject({ status: 'waiting', found: null });
    const back = await visit(authorisation.data.state, { code: channel.createCode('1000000000000001') });
    expect(back.status).toBe(200);
    expect(back.page).toContain('授权完成');
    expect(back.page).toContain('<script src="/api/auth-callback/close.js"></script>');
    expect(back.page).not.toContain('<script>');
    const { data } = await loadResult('lead_a', authorisation.data.state);
    expect(data).toMatchObject({ status: 'ok', name: 'Ada', reason: null });
    expect(data.missing_scopes).toHaveLength(6);
    expect(data.found?.accounts).toMatchObject([{ platform_id: '2001', already: 'no', status: '1', can_switch: false }]);
    expect(data.found?.homepages).toHaveLength(1);
    const { list } = (await started.server.as('lead_a', '/auth-personages/list', {})).data;
    expect(list).toMatchObject([{ name: 'Ada', status: 'limited', owner: { label: '王立' } }]);
  });

  test('works once: a second visit learns that it was used, even concurrently', async () => {
    const { channel, visit } = started;
    channel.person('1000000000000001');
    const { data } = await startAuthorisation('lead_a');
    const pages = await Promise.all([0, 1, 2].map(() => visit(data.state, { code: channel.createCode('1000000000000001') })));
    expect(pages.filter(({ page }) => page.includes('授权完成'))).toHaveLength(1);
    expect(pages.filter(({ page }) => page.includes('链接已使用'))).toHaveLength(2);
    expect((await visit('x'.repeat(43), { code: 'y' })).page).toContain('链接无效');
    expect((await visit('short', { code: 'y' })).status).toBe(400);
  });

  test('can be read only by the user who started it, on the same page', async () => {
    const { server } = started;
    const { data } = await startAuthorisation('lead_a');
    expect((await loadResult('admin', data.state)).reason).toBe('NOT_FOUND');
    expect((await server.as('admin', '/operation-auths/auth_result', { state: data.state })).reason).toBe('NOT_FOUND');
    expect((await loadResult('lead_a', 'A'.repeat(43))).reason).toBe('NOT_FOUND');
  });

  test('expires after ten minutes', async () => {
    const { server, channel, visit } = started;
    channel.person('1000000000000001');
    const { data } = await startAuthorisation('lead_a');
    server.clock.forward({ minutes: 10 });
    expect((await visit(data.state, { code: channel.createCode('1000000000000001') })).page).toContain('链接已过期');
    expect((await loadResult('lead_a', data.state, 'en-US')).data).toMatchObject({
      status: 'failed',
      reason: 'EXPIRED',
      message: 'It took too long. Please start again',
    });
    expect(channel.calls).not.toContain('exchange');
  });

  test('fails when the person declines or the channel fails', async () => {
    const { channel, visit } = started;
    channel.person('1000000000000001');
    const declined = (await startAuthorisation('lead_a')).data.state;
    // The console explains the failure, so the window can close.
    expect((await visit(declined, { error: 'access_denied' })).page).toContain('close.js');
    expect((await loadResult('lead_a', declined)).data).toMatchObject({ status: 'failed', reason: 'DENIED' });
    const broken = (await startAuthorisation('lead_a')).data.state;
    channel.fail('down');
    await visit(broken, { code: 'any' });
    expect((await loadResult('lead_a', broken)).data).toMatchObject({ status: 'failed', reason: 'PLATFORM' });
  });

  test('fails without calling the channel when its user has lost the permission', async () => {
    const { server, channel, visit, idOf } = started;
    channel.person('1000000000000001');
    const { data } = await startAuthorisation('lead_a');
    const leader = await idOf('lead_a');
    const roles = await server.db.selectFrom('sys_user_role').selectAll().where('user_id', '=', leader).execute();
    await server.db.deleteFrom('sys_user_role').where('user_id', '=', leader).execute();
    expect((await visit(data.state, { code: channel.createCode('1000000000000001') })).page).toContain('授权没有完成');
    expect(channel.calls).not.toContain('exchange');
    await server.db.insertInto('sys_user_role').values(roles).execute();
    expect((await loadResult('lead_a', data.state)).data).toMatchObject({ status: 'failed', reason: 'FORBIDDEN' });
    expect(await server.db.selectFrom('personal_account').selectAll().execute()).toEqual([]);
  });

  test('by a different person than before changes nothing', async () => {
    const { server, channel, visit, authorise, idOf } = started;
    const ada = channel.person('1000000000000001', { name: 'Ada' });
    channel.person('1000000000000002', { name: 'Bob' });
    const id = await authorise('lead_a', ada);
    const before = await server.db.selectFrom('personal_account').selectAll().execute();
    const again = await startAuthorisation('lead_a', { id });
    await visit(again.data.state, { code: channel.createCode('1000000000000002') });
    expect((await loadResult('lead_a', again.data.state)).data).toMatchObject({
      status: 'failed',
      reason: 'IDENTITY_MISMATCH',
      message: '授权的不是同一个人（Ada (1000000000000001) ≠ Bob (1000000000000002)）',
    });
    expect(await server.db.selectFrom('personal_account').selectAll().execute()).toEqual(before);
    const wrong = { channel: 'meta', owner_user_id: await idOf('opt_01'), id } as const;
    expect((await server.as('lead_a', '/auth-personages/auth_url', wrong)).reason).toBe('VALIDATION');
  });

  test('repeated, restores an expired personal account', async () => {
    const { server, channel, authorise } = started;
    const ada = channel.person('1000000000000001', { expires_at: new Date('2026-11-20T15:00:00Z') });
    const id = await authorise('lead_a', ada);
    const statusNow = async () => (await server.as('lead_a', '/auth-personages/list', {})).data.list[0]?.status;
    expect(await statusNow()).toBe('expiring');
    server.clock.forward({ hours: 8 });
    expect(await statusNow()).toBe('expired');
    ada.expires_at = new Date('2027-01-30T08:00:00Z');
    ada.token = 'another-token-secret-0001';
    expect(await authorise('lead_a', ada, { id })).toBe(id);
    expect(await statusNow()).toBe('active');
  });

  test('does not take a personal account from its owner', async () => {
    const { channel, authorise } = started;
    const ada = channel.person('1000000000000001');
    await authorise('lead_a', ada);
    await expect(authorise('lead_b', ada)).rejects.toThrow('DUPLICATE');
  });

  test('can be started for oneself or for users one leads', async () => {
    const { server, idOf } = started;
    for (const [owner, reason] of [
      ['opt_01', undefined],
      ['edit_01', 'VALIDATION'],
      ['left_01', 'VALIDATION'],
      ['super', 'VALIDATION'],
    ] as const) {
      const answer = await server.as('lead_a', '/auth-personages/auth_url', { channel: 'meta', owner_user_id: await idOf(owner) });
      expect([owner, answer.reason]).toEqual([owner, reason]);
    }
  });
});

describe('a token entered by hand', () => {
  const add = async (account: string, token: string, more: object = {}) =>
    await started.server.as(account, '/auth-personages/token_add', {
      channel: 'meta',
      owner_user_id: await started.idOf(account),
      token,
      ...more,
    } as never);

  test('is inspected before it is stored', async () => {
    const { server, channel } = started;
    const ada = channel.person('1000000000000001', { accounts: [fakeAccount('2001')] });
    expect((await add('lead_a', 'no-such-token-anywhere')).reason).toBe('PLATFORM_AUTH');
    ada.state = 'revoked';
    expect((await add('lead_a', ada.token)).reason).toBe('PLATFORM_AUTH');
    channel.fail('throttled');
    expect((await add('lead_a', ada.token)).reason).toBe('PLATFORM_LIMIT');
    channel.fail('unknown');
    expect((await add('lead_a', ada.token)).reason).toBe('PLATFORM_DOWN');
    expect(await server.db.selectFrom('personal_account').select('id').execute()).toEqual([]);
    channel.fail(null);
    ada.state = 'valid';
    const answer = await add('lead_a', ada.token);
    expect(answer.data).toMatchObject({ missing_scopes: [], found: { accounts: [{ platform_id: '2001' }] } });
    expect((await add('lead_b', ada.token)).reason).toBe('DUPLICATE');
    expect((await add('lead_a', ada.token)).data.id).toBe(answer.data.id);
  });

  test('sent twice with one key is stored once', async () => {
    const { server, channel } = started;
    const ada = channel.person('1000000000000001');
    const idempotency_key = '7b1f4a52-3f5c-4d0e-9c0a-1f2e3d4c5b6a';
    const first = await add('lead_a', ada.token, { idempotency_key });
    const second = await add('lead_a', ada.token, { idempotency_key });
    expect([second.code, second.data.id]).toEqual([0, first.data.id]);
    const { rows } = await sql<{ version: number }>`select version from personal_account`.execute(server.db);
    expect(rows).toEqual([{ version: 1 }]);
  });
});

test('tokens and states are stored only sealed or hashed, and appear in no answer or log entry', async () => {
  const { server, channel, authorise } = started;
  const ada = channel.person('1000000000000001', { accounts: [fakeAccount('2001')], pages: [fakePage('3001')] });
  const answers: unknown[] = [];
  const authorisation = await startAuthorisation('lead_a');
  const id = await authorise('lead_a', ada);
  const owner_user_id = await started.idOf('lead_a');
  answers.push(await server.as('lead_a', '/auth-personages/token_add', { channel: 'meta', owner_user_id, token: ada.token }));
  answers.push(
    await server.as('lead_a', '/auth-personages/import', {
      personal_account_id: id,
      account_ids: ['2001'],
      page_ids: ['3001'],
      pixel_ids: [],
      biz: 'dj',
    }),
  );
  answers.push(await server.as('lead_a', '/auth-personages/sync', { ids: [id] }));
  answers.push(await server.as('lead_a', '/auth-personages/list', {}), await server.as('lead_a', '/auth-accounts/list', {}));
  ada.state = 'revoked';
  answers.push(await server.as('lead_a', '/auth-personages/check', { ids: [id] }), await server.as('lead_a', '/auth-personages/list', {}));
  const answerText = JSON.stringify(answers);
  expect(answerText).toContain('revoked');
  const tables = await sql<{
    name: string;
  }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(server.db);
  const tableTexts: string[] = [];
  for (const { name } of tables.rows) {
    if (name.startsWith('sbx_')) continue;
    tableTexts.push(JSON.stringify((await sql`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(server.db)).rows));
  }
  for (const secret of ['token-secret', authorisation.data.state]) {
    expect(answerText).not.toContain(secret);
    expect(tableTexts.join('\n')).not.toContain(secret);
  }
});
