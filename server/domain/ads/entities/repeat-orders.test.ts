import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createLaunchTestServer } from '#tests/support/launch-test-server.ts';

const { server, rows, mirror, setStatus } = createLaunchTestServer();

const againOf = async (batch_id = 0, by = 'opt_05') => (await server().as(by, '/op-batches/detail', { batch_id })).data.again;
const order = async (path: '/ad-entities/batch_budget' | '/ad-entities/batch_schedule' | '/ad-entities/batch_rename', body: object) =>
  (await server().as('opt_05', path, body as never)).data.batch_id as number;

describe('repeating an order about launches', () => {
  test('offers the same order for the objects that the reader still sees', async () => {
    const [one, two, three] = [await rows.tree('opt_05'), await rows.tree('opt_05'), await rows.tree('opt_05')];
    await mirror();
    const ids = [three.group, one.group, two.group];
    const batch = await order('/ad-entities/batch_budget', { level: 'ad_group', ids, mode: 'inc_pct', value: 10, limit: 9_000 });
    const again = { action: 'budget', level: 'ad_group', currency: 'USD', values: { mode: 'inc_pct', value: 10, limit: 9_000 } };
    expect(await againOf(batch)).toEqual({ ...again, ids, timezone_name: expect.any(String) });

    const other = await rows.userOf('opt_01');
    const { db } = server();
    await db.updateTable('ad_group').set({ status: 'DELETED' }).where('id', '=', one.group).execute();
    await db.updateTable('ad_group').set({ owner_user_id: other }).where('id', '=', two.group).execute();
    expect((await againOf(batch))?.ids).toEqual([three.group]);
    expect((await againOf(batch, 'admin'))?.ids).toEqual([three.group, two.group]);
    await db.updateTable('ad_group').set({ owner_user_id: other }).where('id', '=', three.group).execute();
    expect(await againOf(batch)).toBeNull();
    expect((await server().as('opt_01', '/op-batches/detail', { batch_id: batch })).reason).toBe('NOT_FOUND');
  });

  test.each([
    ['PAUSED', 'close'],
    ['ACTIVE', 'open'],
  ] as const)('repeats the status %s as the action %s', async (to, action) => {
    const { ad } = await rows.tree('opt_05');
    await mirror();
    const { batch_id } = (await setStatus('ad', [ad], to)).data;
    expect(await againOf(batch_id)).toMatchObject({ action, level: 'ad', ids: [ad], values: {} });
  });

  test('keeps the run time only while it is in the future', async () => {
    const { campaign } = await rows.tree('opt_05');
    const run_at = new Date(server().clock.now().getTime() + 60_000).toISOString();
    const batch = await order('/ad-entities/batch_schedule', {
      level: 'campaign',
      ids: [campaign],
      action: 'pause',
      run_at,
      repeat: 'daily',
    });
    expect((await againOf(batch))?.values).toEqual({ scheduled: 'pause', run_at, repeat: 'daily' });
    server().clock.forward({ minutes: 2 });
    expect((await againOf(batch))?.values).toEqual({ scheduled: 'pause', repeat: 'daily' });
  });

  test('keeps the name template, and has no currency when the accounts differ in it', async () => {
    const yen = await rows.account(await rows.person('opt_05'), { currency: 'JPY', min_daily_budget: 150 });
    const [one, two] = [await rows.tree('opt_05'), await rows.tree('opt_05', { account: yen })];
    await mirror();
    const ids = [one.campaign, two.campaign];
    const batch = await order('/ad-entities/batch_rename', { level: 'campaign', ids, template: '{name} x' });
    expect(await againOf(batch)).toMatchObject({ action: 'rename', ids, currency: null, values: { template: '{name} x' } });
  });

  test('is offered once the batch has ended, to users who may order it now', async () => {
    const { db, as } = server();
    const { campaign } = await rows.tree('opt_05');
    await mirror();
    const { batch_id } = (await setStatus('campaign', [campaign], 'PAUSED')).data;
    const set = (fields: object) => db.updateTable('batch').set(fields).where('id', '=', batch_id).execute();
    await set({ finished_at: null, status: 'running', done: 0, ok: 0 });
    expect(await againOf(batch_id)).toBeNull();
    await set({ finished_at: server().clock.now(), status: 'succeeded', done: 1, ok: 1 });
    expect((await againOf(batch_id))?.action).toBe('close');

    const { rows: roles } = await sql<{ id: number; version: number; actions: ['status'] }>`
      select r.id, r.version, r.actions from sys_role r join sys_user_role ur on ur.role_id = r.id
      join sys_user u on u.id = ur.user_id where u.account = 'opt_05'`.execute(db);
    const { id = 0, version = 0, actions = ['status'] as const } = roles[0] ?? {};
    await as('admin', '/sys-roles/edit', { id, version, actions: ['export'] });
    expect(await againOf(batch_id)).toBeNull();
    await as('admin', '/sys-roles/edit', { id, version: version + 1, actions: [...actions] });
    expect((await againOf(batch_id))?.action).toBe('close');
  });

  test('offers a handover to leaders only', async () => {
    const { campaign } = await rows.tree('opt_05');
    const user_id = await rows.userOf('opt_05');
    const to = await rows.userOf('opt_01');
    const { data } = await server().as('admin', '/ad-entities/batch_transfer', {
      level: 'campaign',
      ids: [campaign],
      user_id: to,
      reason: '轮岗',
    });
    expect(await againOf(data.batch_id, 'admin')).toMatchObject({ action: 'transfer', ids: [campaign], values: { user_id: to } });
    await server().db.updateTable('batch').set({ user_id }).where('id', '=', data.batch_id).execute();
    await server().db.updateTable('campaign').set({ owner_user_id: user_id }).where('id', '=', campaign).execute();
    expect(await againOf(data.batch_id)).toBeNull();
  });
});
