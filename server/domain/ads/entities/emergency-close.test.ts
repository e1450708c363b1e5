import { describe, expect, it } from 'vitest';
import type { closeAdminEntities } from '#contracts/endpoints/admin-entities.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { launchHistoryFixtures } from '#tests/support/launch-history.ts';
import { createLaunchTestServer } from '#tests/support/launch-test-server.ts';

const { channel, server, rows, entity, eventsOf, mirror } = createLaunchTestServer();
const launched = launchHistoryFixtures(server);
const close = (body: Partial<RequestOf<typeof closeAdminEntities>>) =>
  server().as('super', '/admin-entities/close', { level: 'campaign', reason: '品牌安全', ...body });
const itemsOf = async (batch_id: number) =>
  (await server().as('super', '/op-batches/items', { batch_id, page_size: 200 })).data.list.map(({ status, reason }) => [status, reason]);
const alertsOf = async (account: string) =>
  (await server().as(account, '/home-alerts/list', {}, { language: 'en-US' })).data.list.filter(({ kind }) => kind === 'emergency_closed');
describe('an emergency turn-off', () => {
  it('turns off what others own in the name of the super admin, and alerts each owner once', async () => {
    const [one, other, nobodys] = [await rows.tree('opt_05'), await rows.tree('opt_05'), await rows.tree(null)];
    await mirror();
    const { data } = await close({ ids: [one.campaign, other.campaign, nobodys.campaign] });
    expect(data).toMatchObject({ status: 'succeeded', ok: 3 });
    expect(await entity('campaign', one.campaign)).toMatchObject({ status: 'PAUSED', closed_by: 'super', rule_shield_until: null });
    expect(await eventsOf('campaign', nobodys.campaign)).toMatchObject([
      { event: 'close', actor_type: 'super', actor_user_id: await rows.userOf('super'), reason: '品牌安全', batch_id: data.batch_id },
    ]);
    expect(channel.updates).toHaveLength(3);
    expect(await alertsOf('opt_05')).toMatchObject([
      {
        title: expect.stringContaining('2 in all'),
        body: 'Turned off by a super admin. Reason: 品牌安全',
        link: '/advertising/close-log?actor_type=super',
      },
    ]);
    const log = await server().as('opt_05', '/ad-logs/close_list', { actor_type: ['super'] });
    expect(log.data.list.map(({ entity: { id } }) => id).toSorted((a, b) => a - b)).toEqual([one.campaign, other.campaign]);
  });

  it('skips what is off already, archived or deleted, without asking the channel', async () => {
    const trees = [];
    for (const status of ['PAUSED', 'ARCHIVED', 'DELETED'] as const) trees.push(await rows.tree('opt_06', { campaign: { status } }));
    await mirror();
    const { data } = await close({ ids: trees.map(({ campaign }) => campaign) });
    expect(await itemsOf(data.batch_id)).toEqual([
      ['skipped', 'NO_CHANGE'],
      ['skipped', 'NO_CHANGE'],
      ['skipped', 'NO_CHANGE'],
    ]);
    expect(channel.updates).toEqual([]);
    expect(await alertsOf('opt_06')).toEqual([]);
  });

  it('needs a reason, and the number of objects that was seen', async () => {
    const { campaign } = await rows.tree('opt_07');
    expect(await close({ ids: [campaign], reason: ' ' })).toMatchObject({ reason: 'VALIDATION' });
    const filter = { keyword: String((await entity('campaign', campaign)).platform_campaign_id) };
    expect(await close({ filter, expected_total: 9 })).toMatchObject({ reason: 'SELECTION_CHANGED', data: { total: 1 } });
    await mirror();
    expect((await close({ filter, expected_total: 1 })).data).toMatchObject({ ok: 1 });
  });

  it('can be retried by super admins alone, and is not undone by them', async () => {
    const { campaign } = await rows.tree('opt_08');
    await mirror();
    const { data } = await close({ ids: [campaign] });
    const batch = (await server().as('super', '/op-batches/detail', { batch_id: data.batch_id })).data;
    expect(batch).toMatchObject({ type: 'emergency_close', origin: '/admin/advertising/campaign', again: null });
    expect(batch.undoable).toBeUndefined();
    expect(await server().as('super', '/op-batches/undo', { batch_ids: [data.batch_id] })).toMatchObject({ reason: 'STATE_CHANGED' });
    expect(await server().as('super', '/ad-entities/batch_status', { level: 'campaign', ids: [campaign], to: 'ACTIVE' })).toMatchObject({
      reason: 'NO_PATH',
    });
  });

  it('splits more than 500 objects by filter into sibling batches', async () => {
    const account = await launched.account('opt_09');
    const campaign_id = await launched.campaign('opt_09', account, { name: 'Many ads' });
    const group = await launched.group(campaign_id);
    for (let n = 0; n < 501; n += 1) await launched.ad(group);
    await mirror();
    const { data } = await close({ level: 'ad', filter: { campaign_id: [campaign_id] }, expected_total: 501 });
    expect(data.siblings).toHaveLength(1);
    await server().app.batches.settled();
    const { rows: states } = {
      rows: await server().db.selectFrom('ad').select('status').distinct().where('campaign_id', '=', campaign_id).execute(),
    };
    expect(states).toEqual([{ status: 'PAUSED' }]);
  });
});
