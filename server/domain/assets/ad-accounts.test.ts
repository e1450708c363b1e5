import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startWithChannel } from '#tests/support/authorised.ts';
import { fakeAccount, fakePage } from '#tests/support/fake-channel.ts';
import { testVault } from '#tests/support/outside.ts';
import { nothingOutside } from '../outside.ts';
import { authorisingJobs } from './asset-jobs.ts';

let started: Awaited<ReturnType<typeof startWithChannel>>;
beforeEach(async () => {
  started = await startWithChannel();
});
afterEach(async () => await started.server.close());

/** Ada, authorised by lead_a, with the bound accounts 2001 and 2002. */
async function bindTwoAccounts() {
  const { channel, authorise, bindAccounts } = started;
  const ada = channel.person('1000000000000001', {
    name: 'Ada',
    accounts: [fakeAccount('2001'), fakeAccount('2002', { currency: 'JPY' })],
  });
  const person = await authorise('lead_a', ada);
  const ids = await bindAccounts('lead_a', person, ['2001', '2002']);
  return { ada, person, first: ids.get('2001') ?? 0, second: ids.get('2002') ?? 0 };
}

const listAccounts = async (account: string, filter: object = {}) =>
  (await started.server.as(account, '/auth-accounts/list', filter)).data.list;
const assign = (account: string, body: object) =>
  started.server.as(account, '/auth-assets/assign', { asset_type: 'ad_account', user_ids: [], department_ids: [], ...body } as never);
const runJob = async (key: string) => {
  const { server, channel } = started;
  const lines: string[] = [];
  const job = authorisingJobs.find((each) => each.key === key);
  const context = { ...nothingOutside, db: server.db, vault: testVault, channels: channel.channels, now: server.clock.now() };
  const result = await job?.run({ ...context, signal: new AbortController().signal, log: (text) => void lines.push(text) });
  return { ...result, lines };
};

describe('importing accounts', () => {
  test('returns one result each: bound, already bound, not granted', async () => {
    const { server, channel, authorise, itemsOf } = started;
    const ada = channel.person('1000000000000001', { accounts: [fakeAccount('2001'), fakeAccount('2002', { currency: 'XXX' })] });
    const personal_account_id = await authorise('lead_a', ada);
    const bind = () =>
      server.as('lead_a', '/auth-accounts/bind', { personal_account_id, platform_ids: ['2001', '2002', '2003'], biz: 'dj' });
    channel.calls.length = 0;
    const first = (await bind()).data;
    expect(first).toMatchObject({ ok: 1, fail: 2 });
    expect(await itemsOf(first.batch_id)).toMatchObject([
      { label: 'Account 2001 (2001)', status: 'succeeded', reason: null },
      { label: 'Account 2002 (2002)', status: 'failed', reason: 'VALIDATION', text: '系统还不认识币种 XXX' },
      { label: '广告账户 2003', status: 'failed', reason: 'VALIDATION', text: '授权人没有授予它' },
    ]);
    expect((await bind()).data).toMatchObject({ ok: 0, skip: 1, fail: 2 });
    // Two orders of three accounts ask the channel once each.
    expect(channel.calls).toEqual(['accounts', 'accounts']);
    const [row] = await listAccounts('lead_a');
    expect(row).toMatchObject({
      platform_account_id: '2001',
      biz: 'dj',
      balance: 12_300,
      cap_left: null,
      deliverable: true,
      enabled: true,
    });
    expect(await server.db.selectFrom('account_status_log').select('account_status').execute()).toEqual([{ account_status: 1 }]);
  });

  test('reports an account of another authoriser and switches it only on request of a permitted user', async () => {
    const { server, channel, authorise, bindAccounts, itemsOf } = started;
    const shared = fakeAccount('2001');
    const ada = channel.person('1000000000000001', { name: 'Ada', accounts: [shared] });
    const bob = channel.person('1000000000000002', { name: 'Bob', accounts: [shared] });
    await bindAccounts('lead_a', await authorise('lead_a', ada), ['2001']);
    const stranger = await authorise('lead_b', bob);
    const found = await server.as('lead_b', '/auth-accounts/discover', { personal_account_id: stranger });
    expect(found.data.list).toMatchObject([{ already: 'other', authoriser: null, can_switch: false }]);
    const bind = (account: string, more: object = {}) =>
      server.as(account, '/auth-accounts/bind', { personal_account_id: stranger, platform_ids: ['2001'], biz: 'dj', ...more });
    const refused = (await bind('lead_b')).data;
    expect(await itemsOf(refused.batch_id)).toMatchObject([{ status: 'failed', reason: 'DUPLICATE' }]);
    const stolen = (await bind('lead_b', { switch_authoriser: true })).data;
    expect(await itemsOf(stolen.batch_id)).toMatchObject([{ status: 'failed', reason: 'NOT_FOUND' }]);
    const offered = await server.as('admin', '/auth-accounts/discover', { personal_account_id: stranger });
    expect(offered.data.list).toMatchObject([{ already: 'other', authoriser: 'Ada', can_switch: true }]);
    expect((await bind('admin', { switch_authoriser: true })).data).toMatchObject({ ok: 1 });
    expect(await listAccounts('admin')).toMatchObject([{ personal_account: { label: 'Bob' } }]);
  });

  test('is refused for invisible personal accounts and fails per item without a token', async () => {
    const { server, person, itemsOf } = { ...started, ...(await bindTwoAccounts()) };
    const bind = (account: string) =>
      server.as(account, '/auth-accounts/bind', { personal_account_id: person, platform_ids: ['2001'], biz: 'dj' });
    expect((await bind('lead_b')).reason).toBe('NOT_FOUND');
    expect((await bind('opt_01')).reason).toBe('NO_ACTION');
    await server.as('lead_a', '/auth-personages/set_status', { id: person, status: 'disabled' });
    const { data } = await bind('lead_a');
    expect(await itemsOf(data.batch_id)).toMatchObject([{ status: 'failed', reason: 'PLATFORM_AUTH', text: '授权失效，请重新授权 Ada' }]);
    expect((await server.as('lead_a', '/auth-accounts/discover', { personal_account_id: person })).reason).toBe('PLATFORM_AUTH');
  });
});

describe('refreshing', () => {
  test('writes changes, keeps a status history and flags a changed currency', async () => {
    const { server, ada, first } = { ...started, ...(await bindTwoAccounts()) };
    server.clock.forward({ minutes: 30 });
    Object.assign(ada.accounts[0] ?? {}, { account_status: 2, disable_reason: 3, currency: 'EUR', balance: 1 });
    expect((await server.as('lead_a', '/auth-accounts/sync', { ids: [first] })).data).toMatchObject({ ok: 1 });
    const [row] = await listAccounts('lead_a', { keyword: '2001' });
    expect(row).toMatchObject({
      account_status: 2,
      disable_reason: 3,
      balance: 1,
      sync_notice: 'currency',
      sync_error: null,
      deliverable: false,
    });
    expect((await server.as('lead_a', '/auth-accounts/status_log', { id: first })).data.list).toEqual([
      { at: server.clock.now().toISOString(), account_status: 2, disable_reason: 3 },
      { at: expect.any(String), account_status: 1, disable_reason: 0 },
    ]);
    expect((await server.as('lead_b', '/auth-accounts/status_log', { id: first })).reason).toBe('NOT_FOUND');
  });

  test('keeps the old data of a failed account and stores the reason', async () => {
    const { server, channel, ada, first, second } = { ...started, ...(await bindTwoAccounts()) };
    const before = await listAccounts('lead_a');
    ada.accounts = [fakeAccount('2001', { balance: 7 })];
    const { data } = await server.as('lead_a', '/auth-accounts/sync', { filter: {}, expected_total: 2 });
    expect(data).toMatchObject({ ok: 1, fail: 1 });
    const rows = await listAccounts('lead_a');
    expect(rows.find((row) => row.id === first)).toMatchObject({ balance: 7, sync_error: null });
    const old = before.find((row) => row.id === second);
    expect(rows.find((row) => row.id === second)).toEqual({ ...old, sync_error: '授权人已不再授予它' });
    channel.fail('auth');
    expect((await server.as('lead_a', '/auth-accounts/sync', { ids: [first] })).data).toMatchObject({ fail: 1 });
    expect((await listAccounts('lead_a')).find((row) => row.id === first)).toMatchObject({
      balance: 7,
      sync_error: '授权失效，请重新授权 Ada',
    });
    expect((await server.as('lead_a', '/auth-accounts/sync', { filter: {}, expected_total: 3 })).reason).toBe('SELECTION_CHANGED');
  });

  test('of a personal account checks it and refreshes everything bound through it', async () => {
    const { server, ada, person, itemsOf } = { ...started, ...(await bindTwoAccounts()) };
    const { data } = await server.as('lead_a', '/auth-personages/sync', { ids: [person] });
    expect(data).toMatchObject({ total: 3, ok: 3 });
    ada.state = 'revoked';
    const checked = (await server.as('lead_a', '/auth-personages/check', { ids: [person] })).data;
    expect(checked).toMatchObject({ total: 1, ok: 1 });
    const typeOf = async (batch_id: number) => (await server.as('lead_a', '/op-batches/detail', { batch_id })).data.type;
    expect([await typeOf(data.batch_id), await typeOf(checked.batch_id)]).toEqual(['asset_sync', 'asset_check']);
    const [row] = (await server.as('lead_a', '/auth-personages/list', {})).data.list;
    expect(row).toMatchObject({ status: 'revoked', last_error: 'the token is revoked', accounts: 2 });
    const again = (await server.as('lead_a', '/auth-personages/sync', { ids: [person] })).data;
    expect((await itemsOf(again.batch_id)).map((item) => item.reason)).toEqual([null, 'PLATFORM_AUTH', 'PLATFORM_AUTH']);
  });

  test('runs on a schedule, with one result per account and personal account', async () => {
    const { server, ada, person } = { ...started, ...(await bindTwoAccounts()) };
    ada.accounts = [fakeAccount('2001', { amount_spent: 99 })];
    const synced = await runJob('account.sync');
    expect(synced).toMatchObject({ rowsIn: 2, rowsOut: 1 });
    expect(synced.lines).toEqual(['2002 Account 2002: NOT_GRANTED']);
    expect(await listAccounts('lead_a', { keyword: '2001' })).toMatchObject([{ amount_spent: 99 }]);
    ada.scopes = ['ads_read'];
    expect(await runJob('token.check')).toMatchObject({ rowsIn: 1, rowsOut: 1, lines: ['1000000000000001 Ada: active -> limited'] });
    started.channel.fail('down');
    expect(await runJob('token.check')).toMatchObject({ rowsIn: 1, rowsOut: 0 });
    expect((await server.as('lead_a', '/auth-personages/list', { status: ['limited'] })).data.list).toMatchObject([{ id: person }]);
    await server.as('lead_a', '/auth-personages/auth_url', { channel: 'meta', owner_user_id: await started.idOf('lead_a') });
    server.clock.forward({ minutes: 11 });
    expect(await runJob('cleanup.links')).toMatchObject({ message: '1 links expired, 0 forgotten' });
  });
});

test('an unexpected error with one personal account does not keep others from being refreshed, and is reported at the end', async () => {
  const { server, channel, authorise, bindAccounts } = started;
  const { person: lost, first } = await bindTwoAccounts();
  const bob = channel.person('1000000000000002', { name: 'Bob', accounts: [fakeAccount('3001')] });
  const person = await authorise('lead_a', bob);
  await bindAccounts('lead_a', person, ['3001']);
  await server.db.updateTable('personal_account').set({ access_token_enc: 'v1.lost.x' }).where('id', '=', lost).execute();
  bob.accounts = [fakeAccount('3001', { amount_spent: 99 })];
  bob.scopes = ['ads_read'];

  await expect(runJob('account.sync')).rejects.toThrow('needs the key "lost"');
  expect(await listAccounts('lead_a', { keyword: '3001' })).toMatchObject([{ amount_spent: 99, sync_error: null }]);
  expect((await listAccounts('lead_a')).find(({ id }) => id === first)?.sync_error).toBe('系统内部错误,请联系管理员');

  await expect(runJob('token.check')).rejects.toThrow('needs the key "lost"');
  expect((await server.as('lead_a', '/auth-personages/list', { status: ['limited'] })).data.list).toMatchObject([{ id: person }]);
});

test('an account delivers or states the first reason why not', async () => {
  const { server } = { ...started, ...(await bindTwoAccounts()) };
  const cases = [
    ['an account switched off', { enabled: false, account_status: 2 }, {}, 'switched_off'],
    ['a disabled account', { account_status: 2 }, {}, 'account_status'],
    ['a grace period', { account_status: 9 }, {}, null],
    ['an expired token', {}, { token_expires_at: new Date('2026-11-20T08:00:00Z') }, 'authoriser'],
    ['a token that lasts another day', {}, { token_expires_at: new Date('2026-11-21T08:00:00Z') }, null],
    ['a person switched off', {}, { status: 'disabled' }, 'authoriser'],
    ['scopes that suffice for ads', {}, { status: 'limited', scopes: ['ads_management'] }, null],
    ['scopes that do not suffice', {}, { status: 'limited', scopes: ['ads_read'] }, 'authoriser'],
    ['a spent cap', { spend_cap: 4_500 }, {}, 'spend_cap'],
    ['a cap with a cent left', { spend_cap: 4_501 }, {}, null],
  ] as const;
  for (const [name, account, person, reason] of cases) {
    const healthyAccount = { enabled: true, account_status: 1, spend_cap: null };
    const healthyPerson = { status: 'active', token_expires_at: null, scopes: ['ads_management', 'ads_read'] } as const;
    await server.db
      .updateTable('ad_account')
      .set({ ...healthyAccount, ...account } as never)
      .execute();
    await server.db
      .updateTable('personal_account')
      .set({ ...healthyPerson, ...person } as never)
      .execute();
    const [row] = await listAccounts('lead_a', { keyword: '2001' });
    expect([name, row?.deliverable, row?.undeliverable_reason]).toEqual([name, reason === null, reason]);
    const counts = await Promise.all(
      [true, false].map(async (deliverable) => (await listAccounts('lead_a', { keyword: '2001', deliverable })).length),
    );
    expect([name, counts]).toEqual([name, reason === null ? [1, 0] : [0, 1]]);
  }
});

describe('visibility and permissions', () => {
  test('an account is visible to its leader, its assignees and administrators', async () => {
    const { server, first, second, idOf, departmentOf } = { ...started, ...(await bindTwoAccounts()) };
    const seen = async () => {
      const counts: Record<string, number> = {};
      for (const account of ['opt_01', 'opt_05', 'lead_a', 'admin']) counts[account] = (await listAccounts(account)).length;
      counts.lead_b = (await server.as('lead_b', '/auth-accounts/list', {})).data.total;
      return counts;
    };
    expect(await seen()).toEqual({ opt_01: 0, opt_05: 0, lead_a: 2, lead_b: 0, admin: 2 });
    await assign('lead_a', { ids: [first], mode: 'add', user_ids: [await idOf('opt_01')] });
    await assign('lead_a', { ids: [second], mode: 'add', department_ids: [await departmentOf('西语组')] });
    expect(await seen()).toEqual({ opt_01: 1, opt_05: 1, lead_a: 2, lead_b: 0, admin: 2 });
    const [row] = await listAccounts('opt_01');
    expect(row).toMatchObject({ id: first, can: [], assignees: [{ kind: 'user', label: '陈一鸣' }] });
    expect((await listAccounts('lead_a'))[0]?.can).toEqual(['sync', 'assign', 'edit', 'set_enabled', 'unbind']);
    expect(await listAccounts('lead_a', { assignee_user_id: await idOf('opt_05') })).toMatchObject([{ id: second }]);
    expect(await listAccounts('opt_01', { assignee_user_id: await idOf('opt_05') })).toEqual([]);
    const simple = await server.as('opt_01', '/auth-accounts/simple_list', { ids: [first, second] });
    expect(simple.data).toMatchObject({ total: 1, list: [{ id: first }] });
    expect((await server.as('opt_01', '/auth-assets/assign_history', { asset_type: 'ad_account', asset_id: second })).reason).toBe(
      'NOT_FOUND',
    );
  });

  test('a personal account is visible to its owner, their leader, its assignees and administrators', async () => {
    const { server, person } = { ...started, ...(await bindTwoAccounts()) };
    const total = async (account: string) => (await server.as(account, '/auth-personages/list', {})).data.total;
    expect([await total('lead_a'), await total('lead_b'), await total('admin')]).toEqual([1, 0, 1]);
    await server.as('admin', '/auth-assets/assign', {
      asset_type: 'personal_account',
      ids: [person],
      mode: 'add',
      user_ids: [await started.idOf('lead_b')],
      department_ids: [],
    });
    const [row] = (await server.as('lead_b', '/auth-personages/list', {})).data.list;
    expect(row).toMatchObject({ id: person, can: [] });
    expect((await server.as('lead_b', '/auth-personages/edit', { id: person, version: row?.version ?? 0, remark: 'x' })).reason).toBe(
      'NOT_OWNER',
    );
    expect((await server.as('lead_b', '/auth-personages/delete', { id: person })).reason).toBe('NOT_OWNER');
    const { data } = await server.as('lead_b', '/auth-personages/check', { ids: [person] });
    expect(data).toMatchObject({ fail: 1 });
    expect((await server.as('opt_01', '/auth-personages/simple_list', {})).data.total).toBe(0);
    expect((await server.as('lead_b', '/auth-personages/simple_list', { usable: true })).data.total).toBe(0);
    expect((await server.as('lead_a', '/auth-personages/simple_list', { usable: true })).data.list).toMatchObject([
      { label: 'Ada', status: 'active' },
    ]);
  });

  test('an edit needs the current version and changes only our own fields', async () => {
    const { server, first } = { ...started, ...(await bindTwoAccounts()) };
    const saved = await server.as('lead_a', '/auth-accounts/edit', { id: first, version: 1, biz: 'ec', remark: ' 主力 ', enabled: false });
    expect(saved.data).toMatchObject({ version: 2, biz: 'ec', remark: '主力', enabled: false, undeliverable_reason: 'switched_off' });
    const conflict = await server.as('admin', '/auth-accounts/edit', { id: first, version: 1, remark: null });
    expect([conflict.reason, conflict.data.by]).toEqual(['VERSION_CONFLICT', '王立']);
    expect((await server.as('lead_a', '/auth-accounts/edit', { id: first, version: 2, biz: 'ec' })).data.version).toBe(2);
    const { data } = await server.as('lead_a', '/auth-accounts/set_enabled', { filter: {}, expected_total: 2, enabled: true });
    expect(data).toMatchObject({ ok: 1, skip: 1 });
  });

  test('an unbound account loses its assignments and can be imported again', async () => {
    const { server, person, first, idOf, bindAccounts } = { ...started, ...(await bindTwoAccounts()) };
    await assign('lead_a', { ids: [first], mode: 'add', user_ids: [await idOf('opt_01')] });
    expect((await server.as('lead_a', '/auth-accounts/unbind', { ids: [first], reason: '不用了' })).data).toMatchObject({ ok: 1 });
    expect(await listAccounts('lead_a')).toHaveLength(1);
    expect(await listAccounts('opt_01')).toEqual([]);
    expect(await server.db.selectFrom('asset_assign').select('to_at').execute()).toEqual([{ to_at: server.clock.now() }]);
    expect((await bindAccounts('lead_a', person, ['2001'])).get('2001')).not.toBe(first);
  });
});

describe('assigning', () => {
  test('keeps a history of assignees', async () => {
    const { server, first, idOf, departmentOf } = { ...started, ...(await bindTwoAccounts()) };
    const [one, five] = [await idOf('opt_01'), await idOf('opt_05')];
    const replace = { mode: 'replace', ids: [first] };
    expect((await assign('lead_a', { ...replace, user_ids: [one] })).data.errors).toMatchObject([{ field: 'primary_user_id' }]);
    expect((await assign('lead_a', { ...replace, user_ids: [one], primary_user_id: one })).data).toMatchObject({ ok: 1 });
    expect((await assign('lead_a', { ...replace, user_ids: [one], primary_user_id: one })).data).toMatchObject({ skip: 1 });
    server.clock.forward({ minutes: 5 });
    // A transfer: another user becomes responsible, and the previous one keeps access.
    expect((await assign('lead_a', { mode: 'add', ids: [first], primary_user_id: five })).data).toMatchObject({ ok: 1 });
    await assign('lead_a', { mode: 'add', ids: [first], department_ids: [await departmentOf('英语组')] });
    expect((await listAccounts('lead_a', { keyword: '2001' }))[0]).toMatchObject({
      primary: { id: five },
      assignees: [
        { kind: 'user', id: five },
        { kind: 'user', id: one },
        { kind: 'department', label: '英语组' },
      ],
    });
    const { list } = (await server.as('opt_05', '/auth-assets/assign_history', { asset_type: 'ad_account', asset_id: first })).data;
    expect(list).toHaveLength(4);
    expect(list[3]).toMatchObject({ user: { id: one }, is_primary: true, to_at: server.clock.now().toISOString(), by: { label: '王立' } });
    await assign('lead_a', { mode: 'remove', ids: [first], user_ids: [five] });
    expect((await listAccounts('lead_a', { keyword: '2001' }))[0]?.primary).toBeNull();
  });

  test('is undone: who had the account before has it again', async () => {
    const { server, first, idOf, departmentOf } = { ...started, ...(await bindTwoAccounts()) };
    const [one, five] = [await idOf('opt_01'), await idOf('opt_05')];
    const undo = (batch_id: number) => server.as('lead_a', '/op-batches/undo', { batch_ids: [batch_id] });
    const assignees = async () => (await listAccounts('lead_a', { keyword: '2001' }))[0];
    const given = await assign('lead_a', { mode: 'replace', ids: [first], user_ids: [one], primary_user_id: one });
    const moved = await assign('lead_a', {
      mode: 'replace',
      ids: [first],
      department_ids: [await departmentOf('英语组')],
      primary_user_id: five,
    });
    expect((await undo(given.data.batch_id)).data).toMatchObject({ skip: 1 });
    expect((await undo(moved.data.batch_id)).data).toMatchObject({ ok: 1 });
    expect(await assignees()).toMatchObject({ primary: { id: one }, assignees: [{ id: one }] });
    expect((await undo(given.data.batch_id)).data).toMatchObject({ ok: 1 });
    expect(await assignees()).toMatchObject({ primary: null, assignees: [] });
  });

  test('accepts only users and departments in scope and writable assets, and fails per row', async () => {
    const { server, first, idOf, departmentOf, itemsOf } = { ...started, ...(await bindTwoAccounts()) };
    const one = await idOf('opt_01');
    for (const [body, field] of [
      [{ user_ids: [one, await idOf('edit_01')] }, 'user_ids.1'],
      [{ user_ids: [await idOf('left_01')] }, 'user_ids.0'],
      [{ department_ids: [await departmentOf('素材部')] }, 'department_ids.0'],
      [{ primary_user_id: await idOf('admin') }, 'primary_user_id'],
      [{}, 'user_ids'],
    ] as const) {
      const answer = await assign('lead_a', { ids: [first], mode: 'add', ...body });
      expect([answer.code, (answer.data.errors as unknown as { field: string }[])[0]?.field]).toEqual([400, field]);
    }
    expect((await assign('opt_01', { ids: [first], mode: 'add', user_ids: [one] })).reason).toBe('NO_ACTION');
    const { data } = await assign('lead_a', { ids: [first, 99_999], mode: 'add', user_ids: [one] });
    expect((await itemsOf(data.batch_id)).map((item) => [item.status, item.reason])).toEqual([
      ['succeeded', null],
      ['failed', 'NOT_FOUND'],
    ]);
    const other = await server.as('lead_b', '/auth-assets/assign', {
      asset_type: 'ad_account',
      ids: [first],
      mode: 'add',
      user_ids: [await idOf('edit_01')],
      department_ids: [],
    });
    expect((await itemsOf(other.data.batch_id))[0]).toMatchObject({ status: 'failed', reason: 'NOT_FOUND' });
  });

  test('ends when the user is deleted, and the successor takes over their personal accounts', async () => {
    const { server, first, person, idOf } = { ...started, ...(await bindTwoAccounts()) };
    const [leader, nine] = [await idOf('lead_a'), await idOf('opt_09')];
    await assign('lead_a', { ids: [first], mode: 'add', user_ids: [leader] });
    const refused = await server.as('admin', '/sys-users/delete_user', { id: leader });
    expect([refused.reason, refused.data.counts]).toMatchObject(['HANDOVER_REQUIRED', { personal_accounts: 1 }]);
    expect((await server.as('admin', '/sys-users/delete_user', { id: leader, handover_user_id: nine })).code).toBe(0);
    expect((await server.as('admin', '/auth-personages/list', {})).data.list).toMatchObject([{ id: person, owner: { id: nine } }]);
    expect((await listAccounts('admin', { unassigned: true })).map((row) => row.id)).toContain(first);
  });
});

describe('a personal account', () => {
  test('is disabled at once and enabled according to the channel', async () => {
    const { server, channel, ada, person } = { ...started, ...(await bindTwoAccounts()) };
    const set = (status: 'enabled' | 'disabled') => server.as('lead_a', '/auth-personages/set_status', { id: person, status });
    expect((await set('disabled')).data).toMatchObject({ status: 'disabled', version: 2 });
    expect((await set('disabled')).data.version).toBe(2);
    expect((await listAccounts('lead_a'))[0]).toMatchObject({ deliverable: false, undeliverable_reason: 'authoriser' });
    await server.as('lead_a', '/auth-personages/check', { ids: [person] });
    expect((await server.as('lead_a', '/auth-personages/list', {})).data.list[0]?.status).toBe('disabled');
    channel.fail('down');
    expect((await set('enabled')).reason).toBe('PLATFORM_DOWN');
    channel.fail(null);
    ada.scopes = ['ads_management'];
    expect((await set('enabled')).data).toMatchObject({ status: 'limited' });
  });

  test('loses its tokens when deleted, while bound assets stay but deliver nothing', async () => {
    const { server, channel, authorise } = started;
    const ada = channel.person('1000000000000001', { accounts: [fakeAccount('2001')], pages: [fakePage('3001')] });
    const id = await authorise('lead_a', ada);
    const request = { personal_account_id: id, pixel_ids: [], biz: 'dj' as const };
    expect((await server.as('lead_a', '/auth-personages/import', { ...request, account_ids: [], page_ids: [] })).reason).toBe('VALIDATION');
    const bound = await server.as('lead_a', '/auth-personages/import', { ...request, account_ids: ['2001'], page_ids: ['3001'] });
    expect(bound.data).toMatchObject({ ok: 2 });
    expect((await server.as('lead_a', '/auth-personages/delete', { id })).code).toBe(0);
    expect((await server.as('lead_a', '/auth-personages/list', {})).data.total).toBe(0);
    expect(await listAccounts('lead_a')).toMatchObject([{ deliverable: false, undeliverable_reason: 'authoriser' }]);
    const tokens = [
      await server.db.selectFrom('personal_account').select('access_token_enc as sealed').execute(),
      await server.db.selectFrom('homepage').select('page_token_enc as sealed').execute(),
    ];
    expect(tokens.flat()).toEqual([{ sealed: null }, { sealed: null }]);
    // The person may authorise again, as a new personal account.
    expect(await authorise('lead_a', ada)).not.toBe(id);
  });

  test('can be edited with its version, handed over, filtered and sorted', async () => {
    const { server, channel, authorise, idOf } = started;
    const soon = channel.person('1000000000000001', { name: 'Soon', expires_at: new Date('2026-11-22T08:00:00Z') });
    const never = channel.person('1000000000000002', { name: 'Never' });
    const [a, b] = [await authorise('lead_a', soon), await authorise('lead_a', never)];
    const names = async (filter: object) => (await server.as('lead_a', '/auth-personages/list', filter)).data.list.map((row) => row.name);
    expect(await names({ expires_within: 3 })).toEqual(['Soon']);
    expect(await names({ status: ['expiring'] })).toEqual(['Soon']);
    expect(await names({ keyword: '1000000000000002' })).toEqual(['Never']);
    expect(await names({ sort: [{ field: 'token_expires_at', order: 'asc' }] })).toEqual(['Soon', 'Never']);
    expect(await names({ sort: [{ field: 'token_expires_at', order: 'desc' }] })).toEqual(['Never', 'Soon']);
    const edited = await server.as('lead_a', '/auth-personages/edit', {
      id: a,
      version: 1,
      owner_user_id: await idOf('opt_01'),
      remark: ' x ',
    });
    expect(edited.data).toMatchObject({ version: 2, remark: 'x', owner: { label: '陈一鸣' } });
    expect(await names({ owner_user_id: await idOf('opt_01') })).toEqual(['Soon']);
    expect((await server.as('lead_a', '/auth-personages/edit', { id: a, version: 1, remark: null })).reason).toBe('VERSION_CONFLICT');
    expect((await server.as('lead_a', '/operation-auths/edit', { id: b, version: 1 })).reason).toBe('NO_PATH');
    expect((await server.as('admin', '/operation-auths/edit', { id: b, version: 1, remark: 'x' })).reason).toBe('NOT_FOUND');
    // A leader may not replace the token of a member’s personal account.
    const again = { channel: 'meta', owner_user_id: await idOf('opt_01'), id: a } as const;
    expect((await server.as('lead_a', '/auth-personages/auth_url', again)).reason).toBe('NOT_OWNER');
  });
});
