import { expect, test } from 'vitest';
import { nothingOutside } from '#server/domain/outside.ts';
import { createLaunchTestServer } from '#tests/support/launch-test-server.ts';
import { testVault } from '#tests/support/outside.ts';
import { reconcileItems } from '../../batches/index.ts';
import { entityBatchTypes } from './entity-batch-types.ts';

const { channel, server, rows, entity, platformIdOf, itemsOf, eventsOf, mirror } = createLaunchTestServer();
const signal = new AbortController().signal;
const outside = () => ({ ...nothingOutside, db: server().db, now: server().clock.now(), channels: channel.channels, vault: testVault });
const appeal = (ids: number[]) => server().as('opt_05', '/ad-entities/batch_appeal', { level: 'ad', ids });

/** An ad that the channel rejected as well. */
async function rejectedAd() {
  const { ad } = await rows.tree('opt_05', {
    ad: { review: 'rejected', effective_status: 'DISAPPROVED', review_feedback: { 'Adult content': 'Too much skin.' } },
  });
  await mirror();
  const platformId = await platformIdOf('ad', ad);
  channel.change(platformId, { effective_status: 'DISAPPROVED', review_feedback: { 'Adult content': 'Too much skin.' } });
  return { ad, platformId };
}

test('a rejected ad is appealed once, and waits for the decision', async () => {
  const { ad } = await rejectedAd();
  expect((await appeal([ad])).data).toMatchObject({ ok: 1 });
  expect(channel.updates.map(({ patch }) => patch)).toEqual([{ appeal: 'pending' }]);
  expect(await entity('ad', ad)).toMatchObject({ review: 'rejected', appeal: 'pending' });
  expect(await eventsOf('ad', ad)).toMatchObject([{ event: 'appeal', before: { appeal: null }, after: { appeal: 'pending' } }]);
  expect((await appeal([ad])).data).toMatchObject({ skip: 1 });
});

test.each([false, true])('a lost answer is settled by looking at the ad (ignored by the channel: %s)', async (isIgnored) => {
  const { ad, platformId } = await rejectedAd();
  channel.faults.set(platformId, 'unknown');
  if (isIgnored) channel.ignoredIds.add(platformId);
  const { data } = await appeal([ad]);
  expect(data).toMatchObject({ unknown: 1 });
  server().clock.forward({ minutes: 1 });
  const onError = (error: unknown) => {
    throw error;
  };
  expect(await reconcileItems(outside(), entityBatchTypes, { signal, onError })).toEqual({ checked: 1, settled: 1 });
  expect(await itemsOf(data.batch_id)).toMatchObject([{ status: isIgnored ? 'failed' : 'succeeded' }]);
  expect(await entity('ad', ad)).toMatchObject({ appeal: isIgnored ? null : 'pending', sync_state: 'synced' });
  expect(channel.updates).toHaveLength(1);
});
