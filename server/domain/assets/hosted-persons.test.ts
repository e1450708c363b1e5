import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startWithChannel } from '#tests/support/authorised.ts';
import { fakeAccount } from '#tests/support/fake-channel.ts';

let started: Awaited<ReturnType<typeof startWithChannel>>;
beforeEach(async () => {
  started = await startWithChannel();
});
afterEach(async () => await started.server.close());

const link = async (account: string, more: object = {}) =>
  await started.server.as(account, '/operation-auths/auth_url', {
    channel: 'meta',
    owner_user_id: await started.idOf(account),
    mode: 'link',
    holder_name: ' 王建国 ',
    contact: 'wang@example.test',
    consent: true,
    ...more,
  } as never);

describe('a link for a holder', () => {
  test('works once within a day, without signing in', async () => {
    const { server, channel, visit } = started;
    channel.person('1000000000000001', { name: 'Wang' });
    const { data } = await link('host_01');
    for (const hours of [11, 11, 1]) {
      server.clock.forward({ hours });
      await server.as('host_01', '/operation-auths/list', {});
    }
    const back = await visit(data.state, { code: channel.createCode('1000000000000001') });
    expect(back.page).toContain('授权完成');
    expect(back.page).not.toContain('close.js');
    expect((await visit(data.state, { code: channel.createCode('1000000000000001') })).page).toContain('链接已使用');
    const { list } = (await server.as('host_01', '/operation-auths/list', {})).data;
    expect(list).toMatchObject([{ name: 'Wang', usage: 'host', holder_name: '王建国', consent_at: server.clock.now().toISOString() }]);
    expect((await server.as('admin', '/auth-personages/list', {})).data.total).toBe(0);
  });

  test('is listed while open and can be revoked', async () => {
    const { server, channel, visit } = started;
    channel.person('1000000000000001');
    const { data } = await link('host_01');
    await link('host_01', { mode: 'window' });
    const { list } = (await server.as('host_01', '/operation-auths/links', {})).data;
    expect(list).toMatchObject([{ holder_name: '王建国', user: { label: '朱托' }, status: 'waiting' }]);
    const id = list[0]?.id ?? 0;
    expect((await server.as('host_01', '/operation-auths/revoke_link', { id })).code).toBe(0);
    expect((await visit(data.state, { code: channel.createCode('1000000000000001') })).page).toContain('链接已撤销');
    expect((await server.as('host_01', '/operation-auths/auth_result', { state: data.state })).data).toMatchObject({ reason: 'REVOKED' });
    expect((await server.as('host_01', '/operation-auths/revoke_link', { id })).reason).toBe('STATE_CHANGED');
    expect((await server.as('host_01', '/operation-auths/links', {})).data.list).toEqual([]);
    expect((await server.as('host_01', '/operation-auths/revoke_link', { id: 99_999 })).reason).toBe('NOT_FOUND');
  });

  test('requires consent', async () => {
    expect((await link('host_01', { consent: undefined })).reason).toBe('VALIDATION');
    expect((await link('host_01', { consent: false })).reason).toBe('VALIDATION');
    const { server, channel, idOf } = started;
    const wang = channel.person('1000000000000001', { accounts: [fakeAccount('2001')] });
    const token = { channel: 'meta', owner_user_id: await idOf('host_01'), token: wang.token, holder_name: 'Wang' } as const;
    expect((await server.as('host_01', '/operation-auths/token_add', token as never)).reason).toBe('VALIDATION');
    const { id } = (await server.as('host_01', '/operation-auths/token_add', { ...token, consent: true })).data;
    await server.db.updateTable('personal_account').set({ consent_at: null }).execute();
    const request = { personal_account_id: id, account_ids: ['2001'], page_ids: [], pixel_ids: [], biz: 'ec' } as const;
    const refused = await server.as('host_01', '/operation-auths/import', {
      ...request,
      account_ids: ['2001'],
      page_ids: [],
      pixel_ids: [],
    });
    expect([refused.code, refused.data.errors]).toMatchObject([400, [{ field: 'personal_account_id', rule: 'consent' }]]);
    const row = (await server.as('host_01', '/operation-auths/list', {})).data.list[0];
    expect(row?.can).not.toContain('import');
    await server.as('host_01', '/operation-auths/edit', { id, version: row?.version ?? 0, consent: true });
    const bound = await server.as('host_01', '/operation-auths/import', { ...request, account_ids: ['2001'], page_ids: [], pixel_ids: [] });
    expect(bound.data).toMatchObject({ ok: 1, fail: 0 });
    expect((await server.as('admin', '/auth-accounts/list', {})).data.list).toMatchObject([{ usage: 'host', biz: 'ec' }]);
  });
});
