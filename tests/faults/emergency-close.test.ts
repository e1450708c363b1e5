import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Closing, countEndedItems, isClosedOnce, isUntouched, loadClosings } from '#tests/support/closings.ts';
import { deep } from '#tests/support/depth.ts';
import { createFateTables } from '#tests/support/failing-channel.ts';
import { type LiveAds, openLiveAds } from '#tests/support/live-ads.ts';
import { advanceClock, callApi, type ServerProcess, signIn, spawnFaultyServer } from '#tests/support/server-process.ts';

const OWNERS = ['opt_01', 'opt_02', 'opt_03', null] as const;
const ADS = deep(100, 500);
const KILLS = deep(1, 3);
const REASON = '品牌安全';
const MINUTE = 60_000;

describe('a server that is killed in the middle of an emergency turn-off', () => {
  let live: LiveAds;
  const ids: number[] = [];
  const running: ServerProcess[] = [];

  beforeAll(async () => {
    live = await openLiveAds();
    for (const owner of OWNERS) ids.push(...(await live.multiply(await live.launch({ owner, ads: 1 }), ADS / OWNERS.length)));
    await createFateTables(live.db);
  });
  afterAll(async () => {
    for (const server of running) await server.stop();
    await live.close();
  });

  /** A server that takes its time with every ad, so many minutes after the ads were launched. */
  async function start(minutes: number): Promise<ServerProcess> {
    const from = new Date(live.clock.now().getTime() + minutes * MINUTE).toISOString();
    const server = await spawnFaultyServer({ databaseUrl: live.url, from, plan: { slowMs: 40 } });
    running.push(server);
    return server;
  }
  const batch = async () => await live.db.selectFrom('batch').selectAll().executeTakeFirstOrThrow();
  /** Ads that each owner was alerted about; an owner with two alerts would be listed twice. */
  async function alerted(): Promise<[string, number][]> {
    const alerts = await live.db
      .selectFrom('alert as a')
      .innerJoin('sys_user as u', 'u.id', 'a.user_id')
      .select(['u.account', 'a.data'])
      .where('a.kind', '=', 'emergency_closed')
      .orderBy('u.account')
      .execute();
    return alerts.map(({ account, data }) => {
      expect(data).toMatchObject({ reason: REASON });
      return [account, (data as { count: number }).count];
    });
  }
  const closedOf = (ads: readonly Closing[]): [string, number][] =>
    OWNERS.flatMap((owner) => (owner === null ? [] : [[owner, ads.filter((ad) => ad.owner === owner && isClosedOnce(ad)).length]]));

  it(`turns off each of ${ADS} ads once, and alerts each owner once about all of them`, async () => {
    let server = await start(0);
    const token = await signIn(server.url, 'super', 'Demo@2026');
    const ordered = callApi(server.url, '/admin-entities/close', { level: 'ad', ids, reason: REASON }, token).catch(() => undefined);
    let minutes = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const before = await countEndedItems(live.db);
      await expect.poll(() => countEndedItems(live.db), { timeout: 60_000, interval: 10 }).toBeGreaterThan(before + ADS / 10);
      await server.kill('process');
      await ordered;
      expect(await countEndedItems(live.db)).toBeLessThan(ADS);
      minutes += 3;
      server = await start(minutes);
    }
    // What had been asked of the channel when the server died is settled by looking it up.
    for (let round = 0; round < 5; round += 1) await advanceClock(server, 3);
    const settled = await loadClosings(live.db);
    const failed = settled.filter(({ item }) => item === 'failed');
    expect(settled).toHaveLength(ADS);
    expect(settled.filter((ad) => !(ad.item === 'failed' ? isUntouched(ad) : isClosedOnce(ad)))).toEqual([]);
    expect(failed.length).toBeLessThanOrEqual(KILLS * 8);
    expect(await batch()).toMatchObject({
      total: ADS,
      done: ADS,
      ok: ADS - failed.length,
      fail: failed.length,
      unknown: 0,
      reason: REASON,
    });
    expect(await alerted()).toEqual(closedOf(settled));

    if (failed.length > 0) {
      await callApi(server.url, '/op-batches/retry', { batch_id: (await batch()).id }, token);
      await advanceClock(server, 1);
    }
    expect((await loadClosings(live.db)).filter((ad) => !isClosedOnce(ad))).toEqual([]);
    expect(await batch()).toMatchObject({ status: 'succeeded', total: ADS, done: ADS, ok: ADS, fail: 0, skip: 0, canceled: 0 });
    expect(await alerted()).toEqual(OWNERS.flatMap((owner) => (owner === null ? [] : [[owner, ADS / OWNERS.length]])));
    const events = await live.db.selectFrom('ad_event').select(['actor_type', 'reason']).distinct().where('event', '=', 'close').execute();
    expect(events).toEqual([{ actor_type: 'super', reason: REASON }]);
  });
});
