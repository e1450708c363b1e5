import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createLaunchTestServer } from '#tests/support/launch-test-server.ts';
import { testVault } from '#tests/support/outside.ts';
import { reconcileItems } from '../../batches/index.ts';
import { Refusal } from '../../refusal.ts';
import { entityBatchTypes } from './entity-batch-types.ts';
import { takePlace } from './page-places.ts';

const { channel, server, rows, entity, platformIdOf, itemsOf, mirror, setStatus } = createLaunchTestServer();

/** Creates paused ads of a homepage that has `left` free places. */
async function pausedAds(count: number, left: number) {
  const page = await rows.homepage(await rows.person('opt_05'), { ad_limit: 250, ads_active: 250 - left });
  const paused = { status: 'PAUSED', effective_status: 'PAUSED', homepage_id: page } as const;
  const { group, ad } = await rows.tree('opt_05', { ad: paused });
  const ads = [ad];
  while (ads.length < count) ads.push(await rows.ad(group, paused));
  await mirror();
  return { page, ads };
}

const used = async (page: number) =>
  (await server().db.selectFrom('homepage').select('ads_active').where('id', '=', page).executeTakeFirstOrThrow()).ads_active;

/** Whether a new ad would get a place now. */
const isLetIn = (page: number) =>
  server()
    .db.transaction()
    .execute((transaction) => takePlace(transaction, page))
    .then(
      () => true,
      (error: unknown) => (error instanceof Refusal ? error.reason : error),
    );

test('of ads opened at the same time, only as many open as the homepage has places left', async () => {
  const { page, ads } = await pausedAds(8, 3);
  const refused = async () =>
    (
      await sql<{ count: number }>`
        select count(*)::int as count from batch_item where status = 'failed' and target_id = any(${ads}::bigint[])`.execute(server().db)
    ).rows[0]?.count ?? 0;
  let underWay = 0;
  // The channel waits until every ad has either reached it or been refused.
  channel.onUpdate = async () => {
    underWay += 1;
    await expect.poll(async () => underWay + (await refused()), { interval: 5, timeout: 30_000 }).toBe(8);
  };
  const { data } = await setStatus('ad', ads, 'ACTIVE');
  expect(data).toMatchObject({ ok: 3, fail: 5 });
  const reasons = (await itemsOf(data.batch_id)).filter(({ status }) => status === 'failed').map(({ reason, text }) => [reason, text]);
  expect(reasons).toEqual(Array.from({ length: 5 }, () => ['PAGE_AD_LIMIT', 'Page ad limit 250/250']));
  expect(channel.updates).toHaveLength(3);
  expect(await used(page)).toBe(250);
  const states = await Promise.all(ads.map((ad) => entity('ad', ad)));
  expect(states.map(({ effective_status, sync_state, version }) => `${effective_status} ${sync_state} ${version}`).toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 'ACTIVE synced 2'),
    ...Array.from({ length: 5 }, () => 'PAUSED synced 1'),
  ]);
});

test('a place is taken while an ad is being opened and free again after the channel refused it', async () => {
  const { page, ads } = await pausedAds(1, 1);
  const [ad = 0] = ads;
  const meanwhile: unknown[] = [];
  channel.onUpdate = async () => void meanwhile.push(await isLetIn(page));
  channel.faults.set(await platformIdOf('ad', ad), 'rejected');
  expect((await setStatus('ad', [ad], 'ACTIVE')).data.fail).toBe(1);
  expect([meanwhile, await isLetIn(page)]).toEqual([['PAGE_AD_LIMIT'], true]);
  expect(await entity('ad', ad)).toMatchObject({ effective_status: 'PAUSED', sync_state: 'synced', version: 1 });

  channel.faults.clear();
  expect((await setStatus('ad', [ad], 'ACTIVE')).data.ok).toBe(1);
  expect([await used(page), await isLetIn(page)]).toEqual([250, 'PAGE_AD_LIMIT']);
});

test('an ad keeps its place while it is unknown whether it was opened', async () => {
  const { page, ads } = await pausedAds(2, 1);
  const [lost = 0, next = 0] = ads;
  const platformId = await platformIdOf('ad', lost);
  channel.faults.set(platformId, 'unknown');
  channel.ignoredIds.add(platformId);
  expect((await setStatus('ad', [lost], 'ACTIVE')).data).toMatchObject({ unknown: 1 });
  const refused = await setStatus('ad', [next], 'ACTIVE');
  expect(await itemsOf(refused.data.batch_id)).toMatchObject([{ reason: 'PAGE_AD_LIMIT', text: 'Page ad limit 250/250' }]);

  server().clock.forward({ minutes: 1 });
  const asking = { db: server().db, now: server().clock.now(), channels: channel.channels, vault: testVault };
  const settled = await reconcileItems(asking, entityBatchTypes, {
    signal: new AbortController().signal,
    onError: (error) => {
      throw error;
    },
  });
  expect(settled).toEqual({ checked: 1, settled: 1 });
  expect((await setStatus('ad', [next], 'ACTIVE')).data.ok).toBe(1);
  expect(await used(page)).toBe(250);
});

test('an ad that waits for its review already has its place', async () => {
  const { page, ads } = await pausedAds(1, 0);
  const [ad = 0] = ads;
  const waiting = { review: 'pending', effective_status: 'PENDING_REVIEW' } as const;
  await server().db.updateTable('ad').set(waiting).where('id', '=', ad).execute();
  expect((await setStatus('ad', [ad], 'ACTIVE')).data.ok).toBe(1);
  expect([await used(page), (await entity('ad', ad)).effective_status]).toEqual([250, 'PENDING_REVIEW']);
});
