import { afterAll, beforeAll, expect, test } from 'vitest';
import { adOf, campaignOf, fileOf, groupOf } from '#server/channel/conformance/specs.ts';
import { sandboxWorld } from '#server/channel/sandbox/world.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { launchFixtures } from '#tests/support/launches.ts';
import { quietSandbox } from '#tests/support/outside.ts';
import { openGrant } from '../../assets/index.ts';
import { syncEntities } from './sync.job.ts';

let server: TestApp;
const rows = launchFixtures(() => server);
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(async () => await server.close());

const sync = async () => {
  const { db, clock, outside } = server;
  return await syncEntities.run({ ...outside, db, now: clock.now(), signal: new AbortController().signal, log: () => undefined });
};
const ad = async () => await server.db.selectFrom('ad').selectAll().where('platform_ad_id', 'is not', null).executeTakeFirstOrThrow();

test('objects made on the simulated channel are adopted, reviewed, closed here and opened there', async () => {
  const { db, clock, outside } = server;
  const { id: personId, world } = await rows.worldPerson('opt_05');
  const { accounts, pages } = sandboxWorld(quietSandbox.seed);
  const remote = accounts.find(
    ({ people, account_status, currency }) => people[0] === world.id && account_status === 1 && currency === 'USD',
  );
  const remotePage = pages.find(
    ({ people, status, tasks }) => people.includes(world.id) && status === 'active' && tasks.includes('ADVERTISE'),
  );
  if (remote === undefined || remotePage === undefined) throw new Error('the world has no account or page for this');
  const account = await rows.account(personId, {
    platform_account_id: remote.id,
    timezone_name: remote.timezone_name,
    min_daily_budget: remote.min_daily_budget,
  });
  const page = await rows.homepage(personId, { platform_page_id: remotePage.id });
  const { platform, tok } = await openGrant({ db, ...outside }, personId);

  const campaign = await platform.createCampaign(tok, remote.id, campaignOf({ name: 'Found' }), 'made-by-hand');
  const group = await platform.createAdGroup(tok, remote.id, groupOf(campaign.id), 'made-by-hand');
  const { asset_id } = await platform.uploadAsset(tok, remote.id, fileOf('image'), 'made-by-hand');
  await platform.createAd(tok, remote.id, adOf(group.id, remotePage.id, { asset_id }), 'made-by-hand');
  expect(await sync()).toMatchObject({ rowsOut: 3 });
  expect(await ad()).toMatchObject({
    source: 'platform',
    homepage_id: page,
    review: 'pending',
    effective_status: 'PENDING_REVIEW',
    ad_account_id: account,
  });

  clock.forward({ minutes: 60 });
  await sync();
  expect(await ad()).toMatchObject({ review: 'approved', effective_status: 'ACTIVE' });

  const { id } = await db.selectFrom('campaign').select('id').executeTakeFirstOrThrow();
  const closed = await server.as('admin', '/ad-entities/batch_status', { level: 'campaign', ids: [id], to: 'PAUSED' });
  expect(closed.data.ok).toBe(1);
  expect(await platform.entityState(tok, remote.id, 'campaign', campaign.id)).toMatchObject({ status: 'PAUSED' });
  expect(await ad()).toMatchObject({ effective_status: 'CAMPAIGN_PAUSED' });

  const { id: groupId } = await db.selectFrom('ad_group').select('id').executeTakeFirstOrThrow();
  const body = { level: 'ad_group' as const, ids: [groupId], mode: 'inc_pct' as const, value: 10 };
  expect((await server.as('admin', '/ad-entities/batch_budget', body)).data.ok).toBe(1);
  expect(await platform.entityState(tok, remote.id, 'ad_group', group.id)).toMatchObject({ spec: { daily_budget: 22_000 } });

  clock.forward({ minutes: 15 });
  await platform.update(tok, remote.id, 'campaign', campaign.id, { status: 'ACTIVE' });
  expect(await sync()).toMatchObject({ rowsOut: 1 });
  expect(await ad()).toMatchObject({ effective_status: 'ACTIVE' });
  expect(await db.selectFrom('ad_event').select(['event', 'actor_type']).where('level', '=', 'campaign').orderBy('id').execute()).toEqual([
    { event: 'close', actor_type: 'user' },
    { event: 'open', actor_type: 'platform' },
  ]);

  const removed = await server.as('admin', '/ad-entities/batch_remove', { level: 'campaign', ids: [id], reason: '完', force: true });
  expect(removed.data.ok).toBe(1);
  expect(await platform.entityState(tok, remote.id, 'campaign', campaign.id)).toMatchObject({ status: 'DELETED' });
  expect(await ad()).toMatchObject({ status: 'DELETED', effective_status: 'DELETED' });
  clock.forward({ minutes: 15 });
  expect(await sync()).toMatchObject({ rowsOut: 0 });
  expect(await platform.entityState(tok, remote.id, 'campaign', '999999999999999')).toBeNull();
});
