import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { FakeEntities } from '#tests/support/fake-entities.ts';
import { launchFixtures } from '#tests/support/launches.ts';
import { testVault } from '#tests/support/outside.ts';
import { sheetsIn } from '#tests/support/sheet.ts';
import { closeEndedIncidents } from '../alerting/incidents.repository.ts';
import { saveInspection } from '../assets/personal-check.ts';
import { nothingOutside } from '../outside.ts';
import { hostingJobs } from './wire.ts';

let server: TestApp;
let channel: FakeEntities;
const rows = launchFixtures(() => server);
let person: number;
let account: number;
let operator: number;

beforeEach(async () => {
  channel = new FakeEntities();
  server = await createTestApp({ outside: { ...nothingOutside, vault: testVault, channels: channel.channels } });
  channel.now = () => server.clock.now();
  operator = await rows.userOf('host_01');
  person = await rows.person('host_01', { usage: 'host', name: '王建国', holder_name: '王建国' });
  account = await rows.account(person, { usage: 'host', name: '建国店铺', timezone_name: 'Asia/Shanghai' });
});
afterEach(() => server.close());

const terms = (more: object = {}) => ({
  ad_account_id: account,
  operator_user_id: operator,
  auto_level: 'suggest' as const,
  start_at: server.clock.now().toISOString(),
  consent: true as const,
  ...more,
});
const host = async (more: object = {}) => (await server.as('host_01', '/operation-accounts/create', terms(more))).data;
const setState = (row: { id: number; version: number }, state: 'hosting' | 'paused' | 'ended', more: object = {}) =>
  server.as('host_01', '/operation-accounts/set_state', { id: row.id, version: row.version, state, ...more });
const hosted = async (more: object = {}) => (await setState(await host(more), 'hosting')).data.row;
const listed = async (by = 'host_01', filter: object = {}) => (await server.as(by, '/operation-accounts/list', filter)).data.list;
const campaignOf = (id: number) => server.db.selectFrom('campaign').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const alertsOf = (user_id: number) =>
  server.db.selectFrom('alert').select(['kind', 'data', 'link']).where('user_id', '=', user_id).execute();

const openIncidents = () =>
  server.db.selectFrom('incident').select(['subject_type', 'cause', 'name']).where('closed_at', 'is', null).execute();
const closeIncidents = () => closeEndedIncidents(server.db, { calm: [], unusual: [] }, server.clock.now());

/** Runs the job of hosting, then the batches it ordered. */
const runJob = async () => {
  const { db, clock, app } = server;
  const context = { ...nothingOutside, vault: testVault, channels: channel.channels, db, now: clock.now(), log: () => undefined };
  const result = await hostingJobs[0]?.run({ ...context, signal: new AbortController().signal });
  await app.batches.sweep();
  await app.batches.settled();
  return result;
};

const spend = async (ad: number, stat_date: string, amount: number) => {
  const { campaign_id, ad_group_id, owner_user_id } = await server.db
    .selectFrom('ad')
    .select(['campaign_id', 'ad_group_id', 'owner_user_id'])
    .where('id', '=', ad)
    .executeTakeFirstOrThrow();
  await server.db
    .insertInto('insight_daily')
    .values({
      ad_id: ad,
      stat_date,
      campaign_id,
      ad_group_id,
      ad_account_id: account,
      owner_user_id,
      biz: 'ec',
      channel: 'meta',
      country: 'US',
      spend: amount,
      spend_usd: amount,
      revenue_usd: amount * 2,
      rev_d0: amount,
      pulled_at: server.clock.now(),
    })
    .execute();
};

describe('a hosted account', () => {
  it('waits until it is started, and then gives its ads to the operator', async () => {
    const { campaign, group, ad } = await rows.tree('opt_01', { account });
    const row = await host({ daily_cap: 50_000, target_roi_bp: 15_000, consent_note: ' 合同 ' });
    expect(row).toMatchObject({
      state: 'pending',
      account: { label: '建国店铺' },
      holder_name: '王建国',
      operator: { label: '朱托' },
      daily_cap: 50_000,
      cap_used_pct: 0,
      target_roi_bp: 15_000,
      consent_note: '合同',
      can: ['edit', 'start', 'end', 'bind_rules'],
    });
    expect((await campaignOf(campaign)).owner_user_id).not.toBe(operator);
    const started = await setState(row, 'hosting');
    expect(started.data.row).toMatchObject({ state: 'hosting', version: row.version + 1, can: ['edit', 'pause', 'end', 'bind_rules'] });
    const owners = await Promise.all([
      campaignOf(campaign),
      server.db.selectFrom('ad_group').selectAll().where('id', '=', group).executeTakeFirstOrThrow(),
      server.db.selectFrom('ad').selectAll().where('id', '=', ad).executeTakeFirstOrThrow(),
    ]);
    expect(owners.map(({ owner_user_id }) => owner_user_id)).toEqual([operator, operator, operator]);
    expect(await server.db.selectFrom('ad_event').select(['event', 'campaign_id']).execute()).toEqual([
      { event: 'transfer', campaign_id: campaign },
    ]);
  });

  it('is hosted once at a time', async () => {
    const first = await host();
    expect(await server.as('host_01', '/operation-accounts/create', terms())).toMatchObject({ code: 409, reason: 'DUPLICATE' });
    await setState(first, 'ended');
    expect(await host()).toMatchObject({ state: 'pending' });
    expect((await listed()).map(({ state }) => state)).toEqual(['pending', 'ended']);
  });

  it('must be of usage host, and visible', async () => {
    const own = await rows.account(await rows.person('host_01'));
    const foreign = await rows.account(await rows.person('lead_a', { usage: 'host' }), { usage: 'host' });
    for (const ad_account_id of [own, foreign, 424_242]) {
      expect(await server.as('host_01', '/operation-accounts/create', terms({ ad_account_id }))).toMatchObject({
        reason: 'VALIDATION',
        data: { errors: [{ field: 'ad_account_id' }] },
      });
    }
    const { list } = (await server.as('host_01', '/auth-accounts/simple_list', { to_host: true })).data;
    expect(list.map(({ id }) => id)).toEqual([account]);
  });

  it('does not start without consent, or with an authorisation that was lost', async () => {
    const row = await host({ consent: undefined });
    expect(await setState(row, 'hosting')).toMatchObject({ reason: 'VALIDATION', data: { errors: [{ field: 'state', rule: 'consent' }] } });
    const agreed = (await server.as('host_01', '/operation-accounts/edit', { id: row.id, version: row.version, consent: true })).data;
    await server.db.updateTable('personal_account').set({ status: 'revoked' }).execute();
    expect(await setState(agreed, 'hosting')).toMatchObject({ code: 512, reason: 'PLATFORM_AUTH', data: { personal_account_id: person } });
    await server.db.updateTable('personal_account').set({ status: 'active' }).execute();
    expect(await setState(agreed, 'hosting')).toMatchObject({ code: 0 });
  });

  it('moves only along its states', async () => {
    const row = await host();
    expect(await setState(row, 'paused')).toMatchObject({ reason: 'VALIDATION' });
    const running = (await setState(row, 'hosting')).data.row;
    expect(await setState(row, 'paused')).toMatchObject({ reason: 'VERSION_CONFLICT' });
    const paused = (await setState(running, 'paused')).data.row;
    const ended = (await setState(paused, 'ended')).data.row;
    expect(ended).toMatchObject({ state: 'ended', end_at: server.clock.now().toISOString(), can: [] });
    for (const state of ['hosting', 'paused', 'ended'] as const) {
      expect(await setState(ended, state)).toMatchObject({ code: 422, reason: 'STATE_ENDED' });
    }
    expect(await server.as('host_01', '/operation-accounts/edit', { id: ended.id, version: ended.version, remark: 'x' })).toMatchObject({
      reason: 'STATE_ENDED',
    });
  });

  it('turns off its campaigns when it ends, if asked', async () => {
    const { campaign } = await rows.tree('host_01', { account });
    await channel.mirror(server);
    const row = await hosted();
    expect(await setState(row, 'paused', { close_campaigns: true })).toMatchObject({ reason: 'VALIDATION' });
    const { data } = await setState(row, 'ended', { close_campaigns: true });
    await server.app.batches.settled();
    expect(data.batch_ids).toHaveLength(1);
    expect(await campaignOf(campaign)).toMatchObject({ status: 'PAUSED', closed_by: 'user' });
  });

  it('takes its ads along to another operator', async () => {
    const { campaign } = await rows.tree('host_01', { account });
    const row = await hosted();
    const other = await rows.userOf('opt_09');
    const edit = (by: string) => server.as(by, '/operation-accounts/edit', { id: row.id, version: row.version, operator_user_id: other });
    expect(await edit('host_01')).toMatchObject({ reason: 'VALIDATION', data: { errors: [{ field: 'operator_user_id' }] } });
    expect((await edit('admin')).data).toMatchObject({ operator: { id: other } });
    expect((await campaignOf(campaign)).owner_user_id).toBe(other);
    expect(await listed()).toEqual([]);
  });

  it('is changed only with the action for rules', async () => {
    const row = await host();
    await server.db
      .updateTable('sys_role')
      .set({ actions: ['export', 'status'] })
      .where('name', '=', '托管运营')
      .execute();
    expect(await setState(row, 'hosting')).toMatchObject({ code: 403, reason: 'NO_ACTION' });
    expect((await listed())[0]?.can).toEqual([]);
  });

  it('is handed over with a deleted operator', async () => {
    await hosted();
    const successor = await rows.userOf('opt_09');
    expect((await server.as('admin', '/sys-users/owned', { id: operator })).data.counts).toMatchObject({ host_accounts: 1 });
    expect(await server.as('admin', '/sys-users/delete_user', { id: operator })).toMatchObject({ reason: 'HANDOVER_REQUIRED' });
    expect((await server.as('admin', '/sys-users/delete_user', { id: operator, handover_user_id: successor })).code).toBe(0);
    expect(await listed('admin')).toMatchObject([{ operator: { id: successor } }]);
  });
});

describe('rules of a hosted account', () => {
  const rule = async (name: string, owner: number) =>
    (
      await server.db
        .insertInto('host_rule')
        .values({
          name,
          owner_user_id: owner,
          level: 'campaign',
          conditions: '[]',
          schedule: '{}',
          action: 'pause',
          created_at: server.clock.now(),
          updated_at: server.clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;

  it('are bound and released, except those of others', async () => {
    const row = await host();
    const [one, two] = [await rule('止损', operator), await rule('放量', operator)];
    const foreign = await rule('别人的', await rows.userOf('admin'));
    await server.db.insertInto('host_rule_target').values({ rule_id: foreign, host_account_id: row.id }).execute();
    const bind = (rule_ids: number[]) => server.as('host_01', '/operation-accounts/bind_rules', { id: row.id, rule_ids });
    expect((await bind([one, two])).data.rules).toBe(3);
    expect((await bind([two])).data.rules).toBe(2);
    expect(await bind([foreign])).toMatchObject({ reason: 'VALIDATION' });
    const { list } = (await server.as('host_01', '/operation-accounts/rules', { id: row.id })).data;
    expect(list).toMatchObject([
      { id: two, label: '放量', is_bound: true },
      { id: one, label: '止损', is_bound: false },
    ]);
  });
});

describe('a revocation by the holder', () => {
  it('pauses the accounts and alerts their operator, who starts them again once it is renewed', async () => {
    const row = await hosted();
    const inspected = {
      state: 'revoked',
      valid: false,
      scopes: [],
      name: '王建国',
      expires_at: null,
      data_access_expires_at: null,
    } as const;
    await saveInspection(server.db, person, { ...inspected, user_id: 'x', token: 'x', scopes: [] }, server.clock.now());
    const [paused] = await listed();
    expect(paused).toMatchObject({ id: row.id, state: 'paused', paused_by_authoriser: true, personal_status: 'revoked' });
    expect(await alertsOf(operator)).toContainEqual({
      kind: 'token_expired',
      data: { name: '王建国', accounts: '建国店铺' },
      link: '/operation/account?state=paused',
    });
    expect(await openIncidents()).toEqual([{ subject_type: 'authorisation', cause: 'token_expired', name: '王建国' }]);
    expect((await server.as('host_01', '/operation-auths/list', {})).data.list).toMatchObject([{ hosted_accounts: 1 }]);
    await server.db.updateTable('personal_account').set({ status: 'active' }).execute();
    const started = await setState(paused ?? row, 'hosting');
    expect(started.data.row).toMatchObject({ state: 'hosting', paused_by_authoriser: false });
  });
});

describe('the daily cap', () => {
  it('turns the campaigns off once, and on again on the next day of the account unless someone else acted', async () => {
    const [first, second, off] = [
      await rows.tree('host_01', { account }),
      await rows.tree('host_01', { account }),
      await rows.tree('host_01', { account, campaign: { status: 'PAUSED' } }),
    ];
    await channel.mirror(server);
    await hosted({ auto_level: 'off', daily_cap: 10_000 });
    await spend(first.ad, '2026-11-20', 6_000);
    await runJob();
    expect((await campaignOf(first.campaign)).status).toBe('ACTIVE');
    await spend(second.ad, '2026-11-20', 4_000);
    await runJob();
    expect(await campaignOf(first.campaign)).toMatchObject({ status: 'PAUSED', closed_by: 'rule', rule_shield_until: null });
    expect(await campaignOf(second.campaign)).toMatchObject({ status: 'PAUSED', closed_by: 'rule' });
    expect(
      await server.db
        .selectFrom('ad_event')
        .select(['actor_type', 'reason', 'rule_id'])
        .where('campaign_id', '=', first.campaign)
        .execute(),
    ).toEqual([{ actor_type: 'rule', reason: 'DAILY_CAP', rule_id: null }]);
    expect(await alertsOf(operator)).toContainEqual(
      expect.objectContaining({ kind: 'budget_cap', data: { name: '建国店铺', cap: expect.stringContaining('100') } }),
    );
    expect((await listed())[0]).toMatchObject({ is_capped: true, cap_used_pct: 1 });
    expect(await openIncidents()).toEqual([{ subject_type: 'ad_account', cause: 'budget_cap', name: '建国店铺' }]);
    await closeIncidents();
    expect(await openIncidents()).toHaveLength(1);
    // A person turns one of them on in spite of the cap, and off again.
    await server.db.updateTable('campaign').set({ status: 'ACTIVE', closed_by: null }).where('id', '=', second.campaign).execute();
    await runJob();
    expect((await campaignOf(second.campaign)).status).toBe('ACTIVE');
    await server.db.updateTable('campaign').set({ status: 'PAUSED', closed_by: 'user' }).where('id', '=', second.campaign).execute();
    server.clock.forward({ days: 1 });
    await runJob();
    expect(await campaignOf(first.campaign)).toMatchObject({ status: 'ACTIVE', closed_by: null });
    expect((await campaignOf(second.campaign)).status).toBe('PAUSED');
    expect((await campaignOf(off.campaign)).status).toBe('PAUSED');
    await closeIncidents();
    expect(await openIncidents()).toEqual([]);
  });
});

describe('the end of a hosting', () => {
  it('comes by itself', async () => {
    const end_at = new Date(server.clock.now().getTime() + 3_600_000).toISOString();
    await hosted({ end_at });
    await runJob();
    expect(await listed()).toMatchObject([{ state: 'hosting' }]);
    server.clock.forward({ hours: 1 });
    await runJob();
    expect(await listed()).toMatchObject([{ state: 'ended', end_at }]);
  });
});

describe('the figures of hosted accounts', () => {
  it('cover the days on which they are hosted, with totals', async () => {
    const { ad } = await rows.tree('host_01', { account });
    const start_at = new Date(server.clock.now().getTime() - 2 * 86_400_000).toISOString();
    await hosted({ start_at });
    await spend(ad, '2026-11-17', 9_900);
    await spend(ad, '2026-11-19', 1_000);
    await spend(ad, '2026-11-20', 2_000);
    const { list, totals } = (await server.as('host_01', '/operation-accounts/list', { sort: [{ field: 'spend_7d', order: 'desc' }] }))
      .data;
    expect(list[0]).toMatchObject({ m_today: { spend: 2_000, roi_d0: 1 }, m_7d: { spend: 3_000, roi: 2, roi_d0: 1 } });
    expect(totals).toEqual({ m_7d: { spend: 3_000, roi: 2, roi_d0: 1 } });
    expect((await server.as('host_01', '/operation-accounts/list', { state: ['ended'] })).data).toMatchObject({
      list: [],
      totals: { m_7d: { spend: 0, roi: null } },
    });
    const report = await server.app.inject({
      method: 'POST',
      url: '/api/operation-accounts/report_export',
      headers: { authorization: `Bearer ${await server.signIn('host_01')}` },
      payload: { date_from: '2026-11-10', date_to: '2026-11-30', columns: ['date', 'account', 'spend', 'roi_d0'], locale: 'en' },
    });
    expect(sheetsIn(report.rawPayload)[0]?.slice(1)).toEqual([
      ['2026-11-20', '建国店铺', '20', '1'],
      ['2026-11-19', '建国店铺', '10', '1'],
      ['2026-11-18', '建国店铺', '0'],
    ]);
  });
});
