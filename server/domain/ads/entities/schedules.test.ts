import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { FakeEntities } from '#tests/support/fake-entities.ts';
import { launchFixtures } from '#tests/support/launches.ts';
import { testVault } from '#tests/support/outside.ts';
import { nothingOutside } from '../../outside.ts';
import { applySchedules } from './schedule.job.ts';
import { computeNextRun } from './schedules.repository.ts';

let server: TestApp;
let channel: FakeEntities;
const rows = launchFixtures(() => server);

beforeEach(async () => {
  channel = new FakeEntities();
  server = await createTestApp({ outside: { ...nothingOutside, vault: testVault, channels: channel.channels } });
  channel.now = () => server.clock.now();
});
afterEach(async () => await server.close());

const after = (minutes: number) => new Date(server.clock.now().getTime() + minutes * 60_000).toISOString();
const schedule = (ids: number[], more: object) =>
  server.as('opt_05', '/ad-entities/batch_schedule', {
    level: 'campaign',
    ids,
    action: 'pause',
    run_at: after(60),
    repeat: 'none',
    ...more,
  } as never);
const tasks = async () => await server.db.selectFrom('schedule_task').selectAll().orderBy('id').execute();
const campaignOf = async (id: number) => await server.db.selectFrom('campaign').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
/** Runs the job once, then the batches it ordered. */
const apply = async () => {
  const { db, clock, app } = server;
  const context = { ...nothingOutside, vault: testVault, channels: channel.channels, db, now: clock.now(), log: () => undefined };
  const result = await applySchedules.run({ ...context, signal: new AbortController().signal });
  await app.batches.sweep();
  await app.batches.settled();
  return result;
};

describe('a scheduled task', () => {
  test('runs when it is due, in the name of the user who scheduled it', async () => {
    const { campaign } = await rows.tree('opt_05');
    await channel.mirror(server);
    expect((await schedule([campaign], {})).data.ok).toBe(1);
    server.clock.forward({ minutes: 59 });
    expect(await apply()).toMatchObject({ rowsIn: 0 });
    server.clock.forward({ minutes: 1 });
    expect(await apply()).toMatchObject({ rowsIn: 1 });
    expect(await campaignOf(campaign)).toMatchObject({ status: 'PAUSED', closed_by: 'user', rule_shield_until: null });
    expect(await server.db.selectFrom('batch').select(['origin', 'type', 'user_id']).orderBy('id', 'desc').limit(1).execute()).toEqual([
      { origin: 'cron:schedule.apply', type: 'status', user_id: await rows.userOf('opt_05') },
    ]);
    expect(await server.db.selectFrom('ad_event').select(['event', 'actor_type']).execute()).toEqual([
      { event: 'close', actor_type: 'cron' },
    ]);
    expect(await tasks()).toMatchObject([{ status: 'waiting', last_run_at: server.clock.now() }]);
    server.clock.forward({ minutes: 1 });
    expect(await apply()).toMatchObject({ rowsIn: 0, rowsOut: 1 });
    expect(await tasks()).toMatchObject([{ status: 'done', last_error: null, batch_item_id: null }]);
  });

  test('stores the reason when it failed', async () => {
    const account = await rows.account(await rows.person('opt_05'), { account_status: 2, disable_reason: 3 });
    const { campaign } = await rows.tree('opt_05', { account, campaign: { status: 'PAUSED' } });
    await schedule([campaign], { action: 'start', run_at: after(1) });
    server.clock.forward({ minutes: 1 });
    await apply();
    await apply();
    expect(await tasks()).toMatchObject([{ status: 'failed', last_error: '账户不可投放：已停用 支付风险' }]);
  });

  test('fails when its user no longer has the permission', async () => {
    const { campaign } = await rows.tree('opt_05');
    await channel.mirror(server);
    await schedule([campaign], { run_at: after(1) });
    await server.db.updateTable('sys_role').set({ actions: [] }).execute();
    server.clock.forward({ minutes: 1 });
    await apply();
    await apply();
    expect(await tasks()).toMatchObject([{ status: 'failed', last_error: '无此操作权限' }]);
    expect(await campaignOf(campaign)).toMatchObject({ status: 'ACTIVE' });
  });

  test('repeats every day, also after a failure', async () => {
    const { campaign } = await rows.tree('opt_05');
    await channel.mirror(server);
    const run_at = after(1);
    await schedule([campaign], { run_at, repeat: 'daily' });
    server.clock.forward({ minutes: 1 });
    await apply();
    await apply();
    const [task] = await tasks();
    expect(task).toMatchObject({ status: 'waiting', run_at: new Date(new Date(run_at).getTime() + 86_400_000), last_error: null });
    await server.db.updateTable('campaign').set({ status: 'ARCHIVED' }).execute();
    // After two days without a server, the missed runs are made up for once.
    server.clock.forward({ days: 2, minutes: 30 });
    expect(await apply()).toMatchObject({ rowsIn: 1 });
    expect(await apply()).toMatchObject({ rowsIn: 0 });
    expect(await tasks()).toMatchObject([
      { status: 'waiting', last_error: '已归档', run_at: new Date(new Date(run_at).getTime() + 3 * 86_400_000) },
    ]);
  });

  test('continues daily after an outcome that stayed unknown, and reports it', async () => {
    const { campaign } = await rows.tree('opt_05');
    await channel.mirror(server);
    const platformId = String((await campaignOf(campaign)).platform_campaign_id);
    const run_at = after(1);
    await schedule([campaign], { run_at, repeat: 'daily' });
    await schedule([campaign], { run_at: after(1_500), action: 'start' });
    channel.faults.set(platformId, 'unknown');
    channel.ignoredIds.add(platformId);
    server.clock.forward({ minutes: 1 });
    await apply();
    expect(await apply()).toMatchObject({ rowsOut: 0 });
    // The last check has passed without a result.
    await server.db.updateTable('batch_item').set({ next_check_at: null }).where('status', '=', 'unknown').execute();
    expect(await apply()).toMatchObject({ rowsOut: 1 });
    const next = new Date(new Date(run_at).getTime() + 86_400_000);
    expect((await tasks())[0]).toMatchObject({
      status: 'waiting',
      run_at: next,
      batch_item_id: null,
      last_error: '结果未知，请在平台上核对',
    });
    channel.faults.clear();
    channel.ignoredIds.clear();
    server.clock.forward({ days: 1 });
    expect(await apply()).toMatchObject({ rowsIn: 1 });
    expect(await campaignOf(campaign)).toMatchObject({ status: 'PAUSED' });
    await apply();
    expect((await tasks())[0]).toMatchObject({ status: 'waiting', last_error: null });
  });

  test('runs after an earlier overdue task of the same object', async () => {
    const { campaign } = await rows.tree('opt_05');
    await channel.mirror(server);
    await schedule([campaign], { run_at: after(1) });
    await schedule([campaign], { run_at: after(2), action: 'start' });
    server.clock.forward({ minutes: 5 });
    expect(await apply()).toMatchObject({ rowsIn: 1 });
    expect(await campaignOf(campaign)).toMatchObject({ status: 'PAUSED' });
    expect(await apply()).toMatchObject({ rowsIn: 1 });
    expect(await campaignOf(campaign)).toMatchObject({ status: 'ACTIVE' });
  });

  test('sets a budget', async () => {
    const { group } = await rows.tree('opt_05');
    await channel.mirror(server);
    expect((await schedule([group], { level: 'ad_group', action: 'budget', value: 7_000, run_at: after(1) })).data.ok).toBe(1);
    server.clock.forward({ minutes: 1 });
    await apply();
    expect(await server.db.selectFrom('ad_group').select('daily_budget').where('id', '=', group).execute()).toEqual([
      { daily_budget: 7_000 },
    ]);
  });

  test('can be canceled while it waits, by users who see the object', async () => {
    const { campaign } = await rows.tree('opt_05');
    await schedule([campaign], {});
    const [task] = await tasks();
    const id = task?.id ?? 0;
    expect((await server.as('opt_06', '/ad-entities/schedule_cancel', { id })).reason).toBe('NOT_FOUND');
    expect((await server.as('opt_05', '/ad-entities/schedule_cancel', { id })).data).toEqual({ id, status: 'canceled' });
    expect((await server.as('opt_05', '/ad-entities/schedule_cancel', { id })).reason).toBe('STATE_CHANGED');
    server.clock.forward({ hours: 2 });
    expect(await apply()).toMatchObject({ rowsIn: 0 });
  });
});

describe('a schedule request', () => {
  test('needs a future time, and a value only for budgets', async () => {
    const { campaign, ad } = await rows.tree('opt_05');
    const fault = async (more: object) => {
      const { data } = await schedule([campaign], more);
      return (data as unknown as { errors: { field: string; rule: string }[] }).errors.map(({ field, rule }) => [field, rule]);
    };
    expect(await fault({ run_at: after(0) })).toEqual([['run_at', 'ahead']]);
    expect(await fault({ action: 'budget' })).toEqual([['value', 'required']]);
    expect(await fault({ value: 100 })).toEqual([['value', 'unknown']]);
    expect(await fault({ level: 'ad', ids: [ad], action: 'budget', value: 100 })).toEqual([['action', 'enum']]);
  });

  test('is refused at once for a change that can never be made', async () => {
    const gone = await rows.tree('opt_05', { campaign: { status: 'DELETED' } });
    const without = await rows.tree('opt_05');
    const foreign = await rows.tree('opt_06');
    const { data } = await schedule([gone.campaign, without.campaign, foreign.campaign], { action: 'budget', value: 7_000 });
    const items = (await server.as('opt_05', '/op-batches/items', { batch_id: data.batch_id })).data.list;
    expect(items.map(({ reason }) => reason)).toEqual(['STATE_DELETED', 'BUDGET_LEVEL_MISMATCH', 'NOT_FOUND']);
    expect(await tasks()).toEqual([]);
  });
});

test('a daily task keeps the hour of the account across clock changes', () => {
  const next = (run_at: string, timezone: string, now: string) =>
    computeNextRun({ run_at: new Date(run_at), timezone }, new Date(now)).toISOString();
  // Los Angeles put its clocks back on 1 November 2026 and puts them forward on 14 March 2027.
  expect(next('2026-10-31T15:00:00Z', 'America/Los_Angeles', '2026-10-31T15:00:00Z')).toBe('2026-11-01T16:00:00.000Z');
  expect(next('2027-03-13T16:00:00Z', 'America/Los_Angeles', '2027-03-13T16:00:30Z')).toBe('2027-03-14T15:00:00.000Z');
  expect(next('2026-11-20T08:00:00Z', 'Asia/Shanghai', '2026-11-23T09:00:00Z')).toBe('2026-11-24T08:00:00.000Z');
});
