import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RuleBody } from '#contracts/rules/host-rules.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { FakeEntities } from '#tests/support/fake-entities.ts';
import { launchFixtures } from '#tests/support/launches.ts';
import { testVault } from '#tests/support/outside.ts';
import { nothingOutside } from '../outside.ts';
import { evaluateRules } from './evaluate.job.ts';
import { evaluateAccount, listEvaluatedAccounts } from './evaluate-account.ts';
import { slotOf } from './schedule.ts';

let server: TestApp;
let channel: FakeEntities;
let operator: number;
let account: number;
let hosted: number;
const rows = launchFixtures(() => server);

beforeEach(async () => {
  channel = new FakeEntities();
  server = await createTestApp({ outside: { ...nothingOutside, vault: testVault, channels: channel.channels } });
  channel.now = () => server.clock.now();
  operator = await rows.userOf('host_01');
  const person = await rows.person('host_01', { usage: 'host', holder_name: '王建国' });
  account = await rows.account(person, { usage: 'host', name: '建国店铺', timezone_name: 'Asia/Shanghai' });
  hosted = await hostAccount('auto');
  await pulled();
});
afterEach(async () => await server.close());

async function hostAccount(auto_level: 'off' | 'suggest' | 'auto'): Promise<number> {
  const now = server.clock.now();
  const { personal_account_id } = await server.db
    .selectFrom('ad_account')
    .select('personal_account_id')
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  const { id } = await server.db
    .insertInto('host_account')
    .values({
      ad_account_id: account,
      personal_account_id,
      operator_user_id: operator,
      state: 'hosting',
      auto_level,
      consent_at: now,
      start_at: new Date(now.getTime() - 30 * 86_400_000),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The facts of the account and of our sites were pulled this many minutes ago. */
async function pulled(minutes = 5): Promise<void> {
  const at = new Date(server.clock.now().getTime() - minutes * 60_000);
  await server.db.deleteFrom('fact_sync').where('ad_account_id', '=', account).execute();
  await server.db.insertInto('fact_sync').values({ ad_account_id: account, pulled_at: at, updated_at: at }).execute();
}

const localHour = (hoursAgo = 0) => {
  const at = new Date(server.clock.now().getTime() - hoursAgo * 3_600_000 + 8 * 3_600_000);
  return { stat_date: at.toISOString().slice(0, 10), stat_hour: at.getUTCHours() };
};

async function spend(ad: number, cents: number, hoursAgo = 0): Promise<void> {
  const measures = { spend: cents, spend_usd: cents, impressions: 1_000, link_clicks: 10, new_users: 5 };
  await server.db
    .insertInto('insight_hourly')
    .values({ ad_id: ad, ...localHour(hoursAgo), ad_account_id: account, owner_user_id: operator, ...measures })
    .execute();
}

/** An ad set that belongs to the operator and exists on the channel. */
async function adSet(more: object = {}) {
  const tree = await rows.tree('host_01', { account, group: { budget_mode: 'daily', daily_budget: 5_000, ...more } });
  await channel.mirror(server);
  return tree;
}

const body: RuleBody = {
  level: 'ad_group',
  conditions: [
    { metric: 'spend', window: 'today', op: 'gte', value: 3_000 },
    { metric: 'new_users', window: 'today', op: 'lt', value: 100 },
  ],
  guard: { min_spend_usd: 0, min_age_hours: 0, exclude_learning: false },
  action: 'pause',
  action_value: null,
  action_limit: null,
  schedule: { every: 'half_hour' },
  cooldown_min: 120,
  max_actions_per_day: 3,
  priority: 50,
};
const raise = { action: 'budget_inc', action_value: 20, action_limit: 6_500 } as const;

let serial = 0;
/** A rule of the operator that covers the hosted account and is on. */
async function rule(more: object = {}): Promise<number> {
  serial += 1;
  const created = await server.as('host_01', '/operation-rules/create', {
    name: `规则 ${serial}`,
    ...body,
    dry_run: false,
    host_account_ids: [hosted],
    ...more,
  } as never);
  const { id, version } = created.data as { id: number; version: number };
  const enabled = await server.as('host_01', '/operation-rules/set_status', { id, version, status: 'enabled' });
  expect([created.code, enabled.code]).toEqual([0, 0]);
  return id;
}

async function settle(): Promise<void> {
  await server.app.batches.sweep();
  await server.app.batches.settled();
}

/** Runs the job once, then the batches it ordered. */
async function evaluate() {
  const { db, clock } = server;
  const context = { ...nothingOutside, vault: testVault, channels: channel.channels, db, now: clock.now(), log: () => undefined };
  const result = await evaluateRules.run({ ...context, signal: new AbortController().signal });
  await settle();
  return result;
}

const hits = async () => (await server.as('host_01', '/operation-rules/hits', {})).data.list;
const groupOf = (id: number) => server.db.selectFrom('ad_group').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a rule that turns off', () => {
  it('acts once per half hour, as the actor rule, and can be undone', async () => {
    const { group, ad } = await adSet();
    await spend(ad, 4_000);
    const id = await rule();
    expect(await evaluate()).toMatchObject({ rowsIn: 1, rowsOut: 1 });
    expect(await evaluate()).toMatchObject({ rowsIn: 0, rowsOut: 0 });
    expect(await groupOf(group)).toMatchObject({ status: 'PAUSED', closed_by: 'rule', rule_shield_until: null });
    expect(await server.db.selectFrom('ad_event').select(['event', 'actor_type', 'rule_id']).execute()).toEqual([
      { event: 'close', actor_type: 'rule', rule_id: id },
    ]);
    const entries = await server.db.selectFrom('op_log').select('account').where('target_type', 'in', ['batch', 'ad_group']).execute();
    expect(entries.map((entry) => entry.account)).toEqual([`rule:${id}`, `rule:${id}`]);
    const [hit] = await hits();
    expect(hit).toMatchObject({ result: 'done', before: { status: 'ACTIVE' }, after: { status: 'PAUSED' }, can: ['undo'] });
    expect(hit?.checks).toMatchObject([
      { value: 4_000, met: true },
      { value: 5, met: true },
    ]);

    expect((await server.as('host_01', '/operation-rules/undo', { hit_ids: [hit?.id ?? 0] })).data).toMatchObject({ ok: 1 });
    expect(await groupOf(group)).toMatchObject({ status: 'ACTIVE', closed_by: null });
    expect(await hits()).toMatchObject([{ result: 'done', undone_at: expect.any(String), can: [] }]);
    server.clock.forward({ minutes: 30 });
    await pulled();
    await evaluate();
    expect((await hits())[0]).toMatchObject({ result: 'skipped', skip_reason: 'human_override' });
  });

  it('acts once when two servers evaluate at the same time, and as a whole or not at all', async () => {
    const { ad } = await adSet();
    await spend(ad, 4_000);
    await rule();
    const now = server.clock.now();
    const [target] = await listEvaluatedAccounts(server.db, now);
    if (target === undefined) throw new Error('no account is evaluated');
    const at = { slot: slotOf(now), now };
    // A server that dies before the commit leaves nothing behind.
    const killed = server.db.transaction().execute(async (transaction) => {
      await evaluateAccount(transaction as never, target, at).catch(() => undefined);
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await server.db.selectFrom('host_rule_run').selectAll().execute()).toEqual([]);
    const results = await Promise.all([evaluateAccount(server.db, target, at), evaluateAccount(server.db, target, at)]);
    expect(results.map(({ hits: count }) => count).toSorted()).toEqual([0, 1]);
    await settle();
    expect(await hits()).toHaveLength(1);
    expect(await server.db.selectFrom('batch').selectAll().execute()).toHaveLength(1);
  });

  it('does nothing on stale figures but records what matched, and alerts', async () => {
    const { group, ad } = await adSet();
    await spend(ad, 4_000);
    await rule();
    await pulled(91);
    await evaluate();
    expect(await groupOf(group)).toMatchObject({ status: 'ACTIVE' });
    expect(await hits()).toMatchObject([{ result: 'skipped', skip_reason: 'data_stale' }]);
    expect(await server.db.selectFrom('host_rule_run').select('status').execute()).toEqual([{ status: 'no_data' }]);
    expect(await server.db.selectFrom('alert').select(['user_id', 'kind', 'level']).execute()).toEqual([
      { user_id: operator, kind: 'rule_hit', level: 'warn' },
    ]);
    const { data: open } = await server.as('host_01', '/home-alerts/incidents', { open: true }, { language: 'en-US' });
    expect(open.list).toMatchObject([
      { subject: 'ad_account', title: expect.stringMatching(/^Rules stood still on stale figures: /), count: 1 },
    ]);
  });

  it('leaves alone what a person changed within six hours', async () => {
    const { group, ad } = await adSet();
    await spend(ad, 4_000);
    await rule();
    await server.db
      .updateTable('ad_group')
      .set({ rule_shield_until: new Date(server.clock.now().getTime() + 60_000) })
      .execute();
    await evaluate();
    expect(await groupOf(group)).toMatchObject({ status: 'ACTIVE' });
    expect(await hits()).toMatchObject([{ skip_reason: 'human_override' }]);
  });

  it('only records in a dry run', async () => {
    const { group, ad } = await adSet();
    await spend(ad, 4_000);
    await rule({ dry_run: true });
    await evaluate();
    expect(await hits()).toMatchObject([{ result: 'dry_run', can: [] }]);
    expect(await groupOf(group)).toMatchObject({ status: 'ACTIVE' });
  });
});

describe('a rule that raises budgets', () => {
  it('raises by percent within its bound, and waits for its cooldown', async () => {
    const { group, ad } = await adSet();
    await spend(ad, 4_000);
    await rule(raise);
    await evaluate();
    expect(await groupOf(group)).toMatchObject({ daily_budget: 6_000 });
    server.clock.forward({ minutes: 30 });
    await pulled();
    await evaluate();
    expect((await hits())[0]).toMatchObject({ skip_reason: 'cooldown' });
    server.clock.forward({ minutes: 90 });
    await pulled();
    await evaluate();
    expect(await groupOf(group)).toMatchObject({ daily_budget: 6_500 });
    expect((await hits())[0]).toMatchObject({ result: 'done', after: { daily_budget: 6_500 } });
  });

  it('gives way to a rule of higher priority', async () => {
    const { group, ad } = await adSet();
    await spend(ad, 4_000);
    await rule({ ...raise, priority: 40 });
    await rule({ priority: 80 });
    await evaluate();
    expect(await groupOf(group)).toMatchObject({ status: 'PAUSED', daily_budget: 5_000 });
    expect((await hits()).map(({ result, skip_reason }) => [result, skip_reason]).toSorted()).toEqual([
      ['done', null],
      ['skipped', 'lower_priority'],
    ]);
  });
});

describe('suggestions', () => {
  const todo = async (by: string) => (await server.as(by, '/home-board/todo', {})).data.hosting;
  const suggesting = async () => {
    await server.db.updateTable('host_account').set({ auto_level: 'suggest' }).execute();
    const { group, ad } = await adSet();
    await spend(ad, 4_000);
    await rule(raise);
    await evaluate();
    const [hit] = await hits();
    return { group, hit: hit?.id ?? 0 };
  };

  it('wait for a decision and are carried out once accepted', async () => {
    const { group, hit } = await suggesting();
    expect(await hits()).toMatchObject([{ result: 'suggested', can: ['decide'] }]);
    expect(await todo('host_01')).toEqual([{ kind: 'suggestion_waiting', count: 1, link: '/operation/account?tab=hits&result=suggested' }]);
    expect(await todo('opt_01')).toEqual([]);
    server.clock.forward({ minutes: 30 });
    await pulled();
    await evaluate();
    expect(await hits()).toHaveLength(1);
    expect((await server.as('host_01', '/operation-rules/decide', { hit_ids: [hit], accept: true })).data).toMatchObject({ ok: 1 });
    expect(await groupOf(group)).toMatchObject({ daily_budget: 6_000 });
    expect(await hits()).toMatchObject([{ result: 'done', decided_by: { id: operator } }]);
    expect(await todo('host_01')).toEqual([]);
    expect(await server.as('host_01', '/operation-rules/decide', { hit_ids: [hit], accept: false })).toMatchObject({
      reason: 'STATE_CHANGED',
    });
  });

  it('change nothing when rejected, and cannot be accepted after a day', async () => {
    const { group, hit } = await suggesting();
    expect((await server.as('host_01', '/operation-rules/decide', { hit_ids: [hit], accept: false })).data).toEqual({});
    expect(await hits()).toMatchObject([{ result: 'rejected' }]);
    await server.db.updateTable('host_rule_hit').set({ result: 'suggested', decided_by: null }).execute();
    await server.db.updateTable('host_rule_hit').set({ expires_at: server.clock.now() }).execute();
    expect(await hits()).toMatchObject([{ result: 'expired', can: [] }]);
    expect(await server.as('host_01', '/operation-rules/decide', { hit_ids: [hit], accept: true })).toMatchObject({
      reason: 'STATE_CHANGED',
    });
    expect(await groupOf(group)).toMatchObject({ daily_budget: 5_000 });
  });
});

describe('dry runs, rehearsals and the ledger', () => {
  it('show each object with its figures against the thresholds', async () => {
    const { group, ad } = await adSet();
    await adSet();
    await spend(ad, 4_000);
    const { data } = await server.as('host_01', '/operation-rules/dry_run', { body, host_account_ids: [hosted] } as never);
    expect(data).toMatchObject({
      evaluated: 2,
      matched: 1,
      stale: [],
      rows: [{ entity: { id: group }, matched: true }, { matched: false }],
    });
  });

  it('rehearse the hours as they were known, and tell what was not recorded', async () => {
    const { group, ad } = await adSet({ created_at: new Date(server.clock.now().getTime() - 3 * 86_400_000) });
    for (const hoursAgo of [30, 29, 28, 25]) await spend(ad, 2_000, hoursAgo);
    const known = { ad_id: ad, ad_account_id: account, impressions: 1_000, link_clicks: 10, new_users: 5, plat_purchases: 0 };
    const at = (hoursAgo: number) => new Date(server.clock.now().getTime() - hoursAgo * 3_600_000);
    await server.db
      .insertInto('insight_hour_known')
      .values([
        { ...known, ...localHour(30), known_at: at(29.5), spend_usd: 100 },
        { ...known, ...localHour(30), known_at: at(26), spend_usd: 2_000 },
      ])
      .execute();
    const asked = {
      body: { ...body, conditions: [{ metric: 'spend', window: 'last_3d', op: 'gte', value: 3_000 }] },
      host_account_ids: [hosted],
      days: 2,
    };
    const { data } = await server.as('host_01', '/operation-rules/rehearse', asked as never);
    expect(data).toMatchObject({ actions: 1, recorded_pct: 0.25, rows: [{ entity: { id: group }, times: 1 }] });
    expect(data.gaps).toContain('hours');
    // Turned off after two of the later hours were known, it would have saved the spend of the last one.
    expect(data.rows[0]?.saved_usd).toBe(2_000);
    expect(new Date(data.rows[0]?.first_at ?? 0).getTime()).toBeLessThan(at(26).getTime());
  });

  it('compare the time after an action with the time before it', async () => {
    const { ad } = await adSet();
    await spend(ad, 4_000);
    await spend(ad, 1_000, 1);
    await spend(ad, 700, 2);
    const id = await rule();
    await evaluate();
    server.clock.forward({ hours: 3 });
    const reply = await server.as('host_01', '/operation-rules/ledger', { rule_id: id });
    expect(reply.code).toBe(0);
    expect(reply.data.list).toMatchObject([{ hours: 2, spend_before_usd: 1_700, spend_after_usd: 0, action: 'pause' }]);
  });
});

describe('rules', () => {
  it('are refused without an effect, without sound conditions and without the action', async () => {
    const create = (more: object, by = 'host_01') =>
      server.as(by, '/operation-rules/create', { name: '止损', ...body, dry_run: false, host_account_ids: [], ...more } as never);
    expect(await create({ conditions: [{ metric: 'spend', window: 'today', op: 'between', value: 5, value2: 4 }] })).toMatchObject({
      reason: 'VALIDATION',
    });
    expect(await create({ ...raise, action_limit: null })).toMatchObject({ reason: 'VALIDATION' });
    expect(await create({ ...raise, level: 'ad' })).toMatchObject({ reason: 'VALIDATION' });
    const made = await create({});
    expect(made).toMatchObject({ code: 0, data: { status: 'disabled', targets: [] } });
    expect(await create({})).toMatchObject({ reason: 'DUPLICATE' });
    const { id, version } = made.data as { id: number; version: number };
    expect(await server.as('host_01', '/operation-rules/set_status', { id, version, status: 'enabled' })).toMatchObject({
      reason: 'RULE_NO_EFFECT',
    });
    expect(await server.as('host_01', '/operation-rules/copy', { id })).toMatchObject({ data: { name: '止损 (2)', dry_run: true } });
    expect(await server.as('host_01', '/operation-rules/delete', { id, version })).toMatchObject({ code: 0 });
    expect(await server.as('host_01', '/operation-rules/detail', { id })).toMatchObject({ reason: 'NOT_FOUND' });
    await server.db
      .updateTable('sys_role')
      .set({ actions: ['export'] })
      .execute();
    expect(await create({ name: '放量' })).toMatchObject({ reason: 'NO_ACTION' });
    expect(await server.as('opt_05', '/operation-rules/list', {})).toMatchObject({ reason: 'NO_PATH' });
  });
});
