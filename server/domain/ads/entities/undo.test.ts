import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createLaunchTestServer } from '#tests/support/launch-test-server.ts';

const { channel, server, rows, entity, platformIdOf, itemsOf, eventsOf, mirror, setStatus } = createLaunchTestServer();

const undo = (batchIds: number[], by = 'opt_05') => server().as(by, '/op-batches/undo', { batch_ids: batchIds });
const isUndoable = async (batch_id: number, by = 'opt_05') =>
  (await server().as(by, '/op-batches/detail', { batch_id })).data.undoable === true;
const setBudget = async (ids: number[], value: number, mode: 'set' | 'inc_pct' = 'set') =>
  (await server().as('opt_05', '/ad-entities/batch_budget', { level: 'ad_group', ids, mode, value })).data.batch_id ?? 0;

describe('undoing a batch', () => {
  test('gives each object back the budget it had, on the channel and here', async () => {
    const one = await rows.tree('opt_05', { group: { budget_mode: 'daily', daily_budget: 5_000 } });
    const two = await rows.tree('opt_05', { group: { budget_mode: 'daily', daily_budget: 8_000 } });
    await mirror();
    const batch = await setBudget([one.group, two.group], 10, 'inc_pct');
    expect(await isUndoable(batch)).toBe(true);

    const { data } = await undo([batch]);
    expect(data).toMatchObject({ status: 'succeeded', total: 2, ok: 2 });
    expect([await entity('ad_group', one.group), await entity('ad_group', two.group)]).toMatchObject([
      { daily_budget: 5_000 },
      { daily_budget: 8_000 },
    ]);
    expect(channel.updates.slice(-2).map(({ patch }) => patch.daily_budget)).toEqual(expect.arrayContaining([5_000, 8_000]));
    expect((await eventsOf('ad_group', one.group)).at(-1)).toMatchObject({
      event: 'budget',
      batch_id: data.batch_id,
      before: { daily_budget: 5_500 },
      after: { daily_budget: 5_000 },
    });
    expect((await server().as('opt_05', '/op-batches/detail', { batch_id: data.batch_id })).data).toMatchObject({
      type: 'budget',
      level: 'ad_group',
      summary: { zh: `撤销 #${batch}：预算 +10%：2 个广告组`, en: `Undo #${batch}: Budget +10%: 2 ad sets` },
      again: null,
      undoable: true,
    });
  });

  test('skips objects that were changed again since, and says so', async () => {
    const one = await rows.tree('opt_05', { group: { budget_mode: 'daily', daily_budget: 5_000 } });
    const two = await rows.tree('opt_05', { group: { budget_mode: 'daily', daily_budget: 5_000 } });
    await mirror();
    const batch = await setBudget([one.group, two.group], 6_000);
    await setBudget([two.group], 7_000);
    const { data } = await undo([batch]);
    expect(data).toMatchObject({ status: 'succeeded', ok: 1, skip: 1, fail: 0 });
    expect(await itemsOf(data.batch_id)).toMatchObject([
      { target_id: one.group, status: 'succeeded' },
      { target_id: two.group, status: 'skipped', reason: 'STATE_CHANGED', text: 'It has changed since' },
    ]);
    expect(await entity('ad_group', two.group)).toMatchObject({ daily_budget: 7_000 });
  });

  test('leaves out objects whose change failed, and happens only once', async () => {
    const one = await rows.tree('opt_05', { group: { budget_mode: 'daily', daily_budget: 5_000 } });
    const two = await rows.tree('opt_05', { group: { budget_mode: 'daily', daily_budget: 5_000 } });
    await mirror();
    channel.faults.set(await platformIdOf('ad_group', two.group), 'rejected');
    const batch = await setBudget([one.group, two.group], 6_000);
    const { data } = await undo([batch]);
    expect(data).toMatchObject({ total: 1, ok: 1 });
    expect(await isUndoable(batch)).toBe(false);
    expect(await undo([batch])).toMatchObject({ code: 422, reason: 'STATE_CHANGED' });
  });

  test('can be tried again when the channel rejected it, and can be undone itself', async () => {
    const { group } = await rows.tree('opt_05', { group: { budget_mode: 'daily', daily_budget: 5_000 } });
    await mirror();
    const batch = await setBudget([group], 6_000);
    const platformId = await platformIdOf('ad_group', group);
    channel.faults.set(platformId, 'rejected');
    const undone = (await undo([batch])).data;
    expect(undone).toMatchObject({ status: 'failed', fail: 1 });
    expect(await isUndoable(batch)).toBe(true);
    channel.faults.delete(platformId);
    expect((await server().as('opt_05', '/op-batches/retry', { batch_id: undone.batch_id })).data).toMatchObject({ ok: 1 });
    expect(await entity('ad_group', group)).toMatchObject({ daily_budget: 5_000 });
    expect((await undo([undone.batch_id])).data).toMatchObject({ ok: 1 });
    expect(await entity('ad_group', group)).toMatchObject({ daily_budget: 6_000 });
  });

  test('settles a lost answer by comparing the channel with the earlier value', async () => {
    const { group } = await rows.tree('opt_05', { group: { budget_mode: 'daily', daily_budget: 5_000 } });
    await mirror();
    const batch = await setBudget([group], 6_000);
    channel.faults.set(await platformIdOf('ad_group', group), 'unknown');
    const { data } = await undo([batch]);
    expect(data).toMatchObject({ unknown: 1 });
    expect(await undo([batch])).toMatchObject({ reason: 'STATE_CHANGED' });
    expect(await entity('ad_group', group)).toMatchObject({ daily_budget: 6_000, sync_state: 'pushing' });
  });

  test.each([
    ['ACTIVE', 'PAUSED'],
    ['PAUSED', 'ACTIVE'],
  ] as const)('sets ads turned %s back to %s', async (to, from) => {
    const { ad } = await rows.tree('opt_05', { ad: { status: from } });
    await mirror();
    const { batch_id } = (await setStatus('ad', [ad], to)).data;
    expect((await undo([batch_id])).data).toMatchObject({ ok: 1 });
    expect(await entity('ad', ad)).toMatchObject({ status: from });
  });

  test('gives back names, owners and the time before a schedule', async () => {
    const { campaign } = await rows.tree('admin', { campaign: { name: 'Wolf' } });
    const [owner, receiver] = [await rows.userOf('opt_01'), await rows.userOf('opt_02')];
    await server().db.updateTable('campaign').set({ owner_user_id: owner }).where('id', '=', campaign).execute();
    await mirror();
    const chosen = { level: 'campaign' as const, ids: [campaign] };
    const renamed = await server().as('admin', '/ad-entities/batch_rename', { ...chosen, find: 'Wolf', replace: 'Bear' });
    const moved = await server().as('admin', '/ad-entities/batch_transfer', { ...chosen, user_id: receiver, reason: 'leave' });
    const run_at = new Date(server().clock.now().getTime() + 3_600_000).toISOString();
    const timed = await server().as('admin', '/ad-entities/batch_schedule', { ...chosen, action: 'pause', run_at, repeat: 'none' });
    expect(await entity('campaign', campaign)).toMatchObject({ name: 'Bear', owner_user_id: receiver });

    for (const { data } of [timed, moved, renamed]) {
      expect((await undo([data.batch_id ?? 0], 'admin')).data).toMatchObject({ total: 1, ok: 1 });
    }
    expect(await entity('campaign', campaign)).toMatchObject({ name: 'Wolf', owner_user_id: owner });
    const { list } = (await server().as('admin', '/ad-entities/schedules', { level: 'campaign', id: campaign })).data;
    expect(list).toMatchObject([{ status: 'canceled' }]);
  });

  test('is impossible for archived and deleted objects', async () => {
    const { ad } = await rows.tree('opt_05', { ad: { status: 'PAUSED' } });
    await mirror();
    const chosen = { level: 'ad' as const, ids: [ad] };
    const archived = (await server().as('opt_05', '/ad-entities/batch_archive', chosen)).data.batch_id;
    const removed = (await server().as('opt_05', '/ad-entities/batch_remove', { ...chosen, reason: 'old' })).data.batch_id;
    for (const batch of [archived, removed]) {
      expect(await isUndoable(batch)).toBe(false);
      expect(await undo([batch])).toMatchObject({ code: 422, reason: 'STATE_CHANGED' });
    }
  });

  test('needs the rights of the change itself, and batches of one kind', async () => {
    const { ad, group } = await rows.tree('opt_05', { ad: { status: 'PAUSED' }, group: { budget_mode: 'daily', daily_budget: 5_000 } });
    await mirror();
    const opened = (await setStatus('ad', [ad], 'ACTIVE')).data.batch_id;
    const raised = await setBudget([group], 6_000);
    expect(await undo([opened, raised])).toMatchObject({ code: 400, data: { errors: [{ field: 'batch_ids' }] } });
    expect(await undo([opened, 999_999])).toMatchObject({ reason: 'NOT_FOUND' });
    expect(await undo([opened], 'opt_01')).toMatchObject({ reason: 'NOT_FOUND' });
    await sql`update sys_role set actions = array_remove(actions, 'status')`.execute(server().db);
    expect(await isUndoable(opened)).toBe(false);
    expect(await undo([opened])).toMatchObject({ code: 403, reason: 'NO_ACTION' });
  });
});
