import { describe, expect, test } from 'vitest';
import { nothingOutside } from '#server/domain/outside.ts';
import { createLaunchTestServer } from '#tests/support/launch-test-server.ts';
import { testVault } from '#tests/support/outside.ts';
import { reconcileItems } from '../../batches/index.ts';
import { entityBatchTypes } from './entity-batch-types.ts';

const { channel, server, rows, entity, platformIdOf, itemsOf, eventsOf, mirror } = createLaunchTestServer();
const edit = (ids: number[], body: object, by = 'opt_05') =>
  server().as(by, '/ad-entities/batch_edit_groups', { level: 'ad_group', ids, ...body }, { language: 'en-US' });
const AUDIENCE = { countries: ['US'], age_min: 18, age_max: 65, genders: 'all', locales: [], interests: [], os: 'ios' };
const newGroup = async () => {
  const { group } = await rows.tree('opt_05', {
    group: { targeting: JSON.stringify(AUDIENCE), learning_stage: 'SUCCESS', learning_events: 50, name: 'G' } as never,
  });
  await mirror();
  return group;
};
const later = (hours: number) => new Date(server().clock.now().getTime() + hours * 3_600_000).toISOString();

describe('editing running ad sets', () => {
  test('sends the whole audience to the channel, keeps its other parts, and restarts learning', async () => {
    const group = await newGroup();
    const interests = [{ id: '6003107902433', name: 'Soap operas' }];
    expect((await edit([group], { audience: { countries: ['GB', 'US'], age_min: 25, interests } })).data).toMatchObject({ ok: 1 });
    const targeting = { ...AUDIENCE, countries: ['GB', 'US'], age_min: 25, interests };
    expect(channel.updates.map(({ patch }) => patch)).toEqual([{ targeting }]);
    expect(await entity('ad_group', group)).toMatchObject({
      targeting,
      primary_country: 'GB',
      learning_stage: 'LEARNING',
      learning_events: 0,
    });
    expect(await eventsOf('ad_group', group)).toMatchObject([
      { event: 'edit', before: { countries: ['US'], age_min: 18 }, after: { countries: ['GB', 'US'], age_min: 25 } },
    ]);
  });

  test('changes the end alone without restarting learning, and can be undone unless there was none', async () => {
    const group = await newGroup();
    const [first, second] = [later(48), later(72)];
    const begun = (await edit([group], { end_at: first })).data;
    expect(channel.updates.map(({ patch }) => patch)).toEqual([{ end_time: new Date(first) }]);
    expect(await entity('ad_group', group)).toMatchObject({ end_at: new Date(first), learning_stage: 'SUCCESS' });
    expect(await server().as('opt_05', '/op-batches/undo', { batch_ids: [begun.batch_id] })).toMatchObject({ reason: 'STATE_CHANGED' });
    const moved = (await edit([group], { end_at: second, audience: { genders: 'female' } })).data;
    expect((await server().as('opt_05', '/op-batches/undo', { batch_ids: [moved.batch_id] })).data).toMatchObject({ ok: 1 });
    expect(await entity('ad_group', group)).toMatchObject({ end_at: new Date(first), targeting: AUDIENCE });
    expect((await edit([group], { end_at: first })).data).toMatchObject({ skip: 1 });
  });

  test('refuses an edit of values that a colleague changed, and says who changed them', async () => {
    const group = await newGroup();
    await edit([group], { audience: { countries: ['GB'] } }, 'admin');
    const seen = [{ id: group, audience: { countries: ['US'] } }];
    const refused = await edit([group], { audience: { countries: ['US', 'CA'] }, seen });
    expect(refused).toMatchObject({ code: 409, reason: 'VERSION_CONFLICT', data: { latest: { countries: ['GB'] } } });
    expect(refused.message).toMatch(/^“G” was changed by .+ at \d{4}-.+\. Open it again$/);
    // What was not looked at may have changed.
    expect((await edit([group], { audience: { age_min: 30 }, seen: [{ id: group, audience: { age_min: 18 } }] })).data.ok).toBe(1);
  });

  test('is not repeated over a change that was made before a retry', async () => {
    const group = await newGroup();
    const platformId = await platformIdOf('ad_group', group);
    channel.faults.set(platformId, 'rejected');
    const { data } = await edit([group], { audience: { age_min: 30 }, seen: [{ id: group, audience: { age_min: 18 } }] });
    expect(data).toMatchObject({ fail: 1 });
    channel.faults.delete(platformId);
    await edit([group], { audience: { age_min: 21 } });
    await server().as('opt_05', '/op-batches/retry', { batch_id: data.batch_id });
    expect(await itemsOf(data.batch_id)).toMatchObject([{ status: 'failed', reason: 'VERSION_CONFLICT' }]);
  });

  test.each([false, true])('settles a lost answer by comparing the ad set (ignored by the channel: %s)', async (isIgnored) => {
    const group = await newGroup();
    const platformId = await platformIdOf('ad_group', group);
    channel.faults.set(platformId, 'unknown');
    if (isIgnored) channel.ignoredIds.add(platformId);
    const end = later(48);
    const { data } = await edit([group], { audience: { age_min: 30 }, end_at: end });
    expect(data).toMatchObject({ unknown: 1 });
    // The channel names the end of an ad set differently in what it reports.
    if (!isIgnored) channel.change(platformId, {}, { end_at: new Date(end) });
    server().clock.forward({ minutes: 1 });
    const onError = (error: unknown) => {
      throw error;
    };
    const context = { ...nothingOutside, db: server().db, now: server().clock.now(), channels: channel.channels, vault: testVault };
    await reconcileItems(context, entityBatchTypes, { signal: new AbortController().signal, onError });
    expect(await itemsOf(data.batch_id)).toMatchObject([{ status: isIgnored ? 'failed' : 'succeeded' }]);
    expect(await entity('ad_group', group)).toMatchObject({ targeting: { age_min: isIgnored ? 18 : 30 }, sync_state: 'synced' });
  });

  test.each([
    [{}, 'audience', 'required'],
    [{ audience: { countries: [] } }, 'audience.countries', 'required'],
    [{ audience: { age_min: 60, age_max: 40 } }, 'audience.age_max', 'ageOrder'],
    [{ audience: { age_max: 18 }, end_at: '2020-01-01T00:00:00Z' }, 'end_at', 'ahead'],
  ])('refuses %j at %s', async (body, field, rule) => {
    expect(await edit([await newGroup()], body)).toMatchObject({ code: 400, data: { errors: [{ field, rule }] } });
    expect(channel.updates).toEqual([]);
  });
});
