import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createLaunchTestServer } from '#tests/support/launch-test-server.ts';
import { testVault } from '#tests/support/outside.ts';
import { reconcileItems } from '../../batches/index.ts';
import { entityBatchTypes } from './entity-batch-types.ts';

const { channel, server, rows, entity, platformIdOf, itemsOf, eventsOf, mirror, setStatus } = createLaunchTestServer();
const reconcile = () =>
  reconcileItems({ db: server().db, now: server().clock.now(), channels: channel.channels, vault: testVault }, entityBatchTypes, {
    signal: new AbortController().signal,
    onError: (error) => {
      throw error;
    },
  });

describe('a lost answer of the channel', () => {
  const lost = async (isSwallowed: boolean) => {
    const { campaign } = await rows.tree('opt_05');
    await mirror();
    const platformId = await platformIdOf('campaign', campaign);
    channel.faults.set(platformId, 'unknown');
    if (isSwallowed) channel.ignoredIds.add(platformId);
    const { data } = await setStatus('campaign', [campaign], 'PAUSED');
    expect(data).toMatchObject({ unknown: 1 });
    expect(await entity('campaign', campaign)).toMatchObject({
      status: 'ACTIVE',
      sync_state: 'pushing',
      effective_status: 'IN_PROCESS',
      version: 1,
    });
    return { campaign, batch_id: data.batch_id, platformId };
  };

  test('is resolved by checking the object: the change was made', async () => {
    const { campaign, batch_id } = await lost(false);
    server().clock.forward({ minutes: 1 });
    expect(await reconcile()).toEqual({ checked: 1, settled: 1 });
    expect(await itemsOf(batch_id)).toMatchObject([{ status: 'succeeded', after: { status: 'PAUSED' } }]);
    expect(await entity('campaign', campaign)).toMatchObject({
      status: 'PAUSED',
      sync_state: 'synced',
      effective_status: 'PAUSED',
      version: 2,
    });
    expect(await eventsOf('campaign', campaign)).toMatchObject([{ event: 'close', actor_user_id: await rows.userOf('opt_05') }]);
    expect(channel.updates).toHaveLength(1);
  });

  test('is resolved by checking the object: the change was not made and may be retried', async () => {
    const { campaign, batch_id, platformId } = await lost(true);
    server().clock.forward({ minutes: 1 });
    expect(await reconcile()).toEqual({ checked: 1, settled: 1 });
    expect(await itemsOf(batch_id)).toMatchObject([{ status: 'failed', reason: 'PLATFORM_UNKNOWN', retryable: true }]);
    expect(await entity('campaign', campaign)).toMatchObject({
      status: 'ACTIVE',
      sync_state: 'synced',
      effective_status: 'ACTIVE',
      version: 1,
    });
    channel.faults.clear();
    channel.ignoredIds.delete(platformId);
    await server().as('opt_05', '/op-batches/retry', { batch_id });
    expect(await itemsOf(batch_id)).toMatchObject([{ status: 'succeeded', attempt: 2 }]);
    expect(await eventsOf('campaign', campaign)).toHaveLength(1);
  });

  test('can be resolved by a person when it cannot be checked', async () => {
    const { campaign, batch_id, platformId } = await lost(false);
    await sql`update batch_item set next_check_at = null`.execute(server().db);
    const [item] = await itemsOf(batch_id);
    const wrong = await server().as('opt_05', '/op-batches/resolve', { item_id: item?.id ?? 0, outcome: 'created', platform_id: '99999' });
    expect(wrong).toMatchObject({ reason: 'VALIDATION' });
    const right = await server().as('opt_05', '/op-batches/resolve', {
      item_id: item?.id ?? 0,
      outcome: 'created',
      platform_id: platformId,
    });
    expect(right.data).toMatchObject({ status: 'succeeded' });
    expect(await entity('campaign', campaign)).toMatchObject({ status: 'PAUSED', sync_state: 'synced' });
  });
});

describe('a relative change with a lost answer', () => {
  /** An ad group with 100.00 a day, raised by a tenth on the channel but not yet here. */
  const raised = async () => {
    const { group } = await rows.tree('opt_05', { group: { daily_budget: 10_000 } });
    await mirror();
    const platformId = await platformIdOf('ad_group', group);
    channel.faults.set(platformId, 'unknown');
    const edit = { mode: 'inc_pct', value: 10 } as const;
    const { data } = await server().as('opt_05', '/ad-entities/batch_budget', { level: 'ad_group', ids: [group], ...edit });
    channel.faults.clear();
    const batch_id = 'batch_id' in data ? Number(data.batch_id) : 0;
    const [item] = await itemsOf(batch_id);
    expect(item).toMatchObject({ status: 'unknown' });
    return { group, batch_id, item_id: item?.id ?? 0, platformId };
  };
  const budgetOf = async (group: number) => (await entity('ad_group', group)).daily_budget;
  /** Writes the channel's amount, as the synchronisation does. */
  const synchronised = (group: number) =>
    sql`update ad_group set daily_budget = 11000, sync_state = 'synced' where id = ${group}`.execute(server().db);
  const waitForPerson = () => sql`update batch_item set next_check_at = null where status = 'unknown'`.execute(server().db);
  const resolve = (item_id: number, found: { outcome: 'created'; platform_id: string } | { outcome: 'not_created' }) =>
    server().as('opt_05', '/op-batches/resolve', { item_id, ...found });

  test('is settled by a person with the amount that was sent, even after the synchronisation saw it', async () => {
    const { group, item_id, platformId } = await raised();
    await synchronised(group);
    await waitForPerson();
    expect((await resolve(item_id, { outcome: 'created', platform_id: platformId })).data).toMatchObject({ status: 'succeeded' });
    expect(await budgetOf(group)).toBe(11_000);
    expect(await eventsOf('ad_group', group)).toEqual([]);
  });

  test('is reconciled to the amount that was sent, even if the amount here has changed', async () => {
    const { group, batch_id } = await raised();
    await sql`update ad_group set daily_budget = 10500 where id = ${group}`.execute(server().db);
    server().clock.forward({ minutes: 1 });
    expect(await reconcile()).toMatchObject({ settled: 1 });
    expect(await itemsOf(batch_id)).toMatchObject([{ status: 'succeeded', after: { daily_budget: 11_000 } }]);
    expect(await budgetOf(group)).toBe(11_000);
  });

  test('is not applied a second time by a retry', async () => {
    const { group, batch_id, item_id } = await raised();
    await waitForPerson();
    expect((await resolve(item_id, { outcome: 'not_created' })).data).toMatchObject({ status: 'failed' });
    await synchronised(group);
    await server().as('opt_05', '/op-batches/retry', { batch_id });
    expect(await itemsOf(batch_id)).toMatchObject([{ status: 'skipped', reason: 'NO_CHANGE', attempt: 2 }]);
    expect(await budgetOf(group)).toBe(11_000);
    expect(channel.updates).toHaveLength(1);
  });

  test('can be settled only by users who may still change budgets', async () => {
    const { group, batch_id, item_id, platformId } = await raised();
    await waitForPerson();
    const isOffered = async () => (await itemsOf(batch_id, 'opt_05'))[0]?.resolvable;
    expect(await isOffered()).toBe(true);
    const roles = await server().db.selectFrom('sys_role').select(['id', 'actions']).execute();
    await server().db.updateTable('sys_role').set({ actions: [] }).execute();
    expect((await resolve(item_id, { outcome: 'created', platform_id: platformId })).reason).toBe('NO_ACTION');
    expect((await resolve(item_id, { outcome: 'not_created' })).reason).toBe('NO_ACTION');
    expect(await isOffered()).toBe(false);
    for (const { id, actions } of roles) await server().db.updateTable('sys_role').set({ actions }).where('id', '=', id).execute();
    expect(await budgetOf(group)).toBe(10_000);
    expect((await resolve(item_id, { outcome: 'created', platform_id: platformId })).data).toMatchObject({ status: 'succeeded' });
    expect(await budgetOf(group)).toBe(11_000);
  });
});

describe('a failure of the channel', () => {
  test('leaves row, version and log unchanged', async () => {
    const { account, campaign } = await rows.tree('opt_05');
    const fine = await rows.campaign('opt_05', account);
    await mirror();
    channel.faults.set(await platformIdOf('campaign', campaign), 'rejected');
    const { data } = await setStatus('campaign', [campaign, fine], 'PAUSED');
    expect(data).toMatchObject({ status: 'partial', ok: 1, fail: 1 });
    expect(await itemsOf(data.batch_id)).toMatchObject([{ reason: 'PLATFORM_REJECTED', platform_code: '100' }, { status: 'succeeded' }]);
    expect(await entity('campaign', campaign)).toMatchObject({
      status: 'ACTIVE',
      version: 1,
      sync_state: 'synced',
      rule_shield_until: null,
    });
    expect(await eventsOf('campaign', campaign)).toEqual([]);
  });

  test('marks an object as missing that the channel no longer has', async () => {
    const { campaign } = await rows.tree('opt_05');
    const { data } = await setStatus('campaign', [campaign], 'PAUSED');
    expect(data.fail).toBe(1);
    expect(await entity('campaign', campaign)).toMatchObject({ sync_state: 'missing', effective_status: 'MISSING', status: 'ACTIVE' });
  });

  test('names the person whose authorisation is lost', async () => {
    const person = await rows.person('opt_05', { access_token_enc: null, name: '林晓雨' });
    const account = await rows.account(person);
    const { campaign } = await rows.tree('opt_05', { account });
    await mirror();
    const { data } = await setStatus('campaign', [campaign], 'PAUSED');
    expect(await itemsOf(data.batch_id)).toMatchObject([{ code: 512, reason: 'PLATFORM_AUTH', text: 'Authorisation of 林晓雨 lost' }]);
  });
});
