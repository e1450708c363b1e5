import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countEndedItems, isClosedOnce, isUntouched, loadClosings } from '#tests/support/closings.ts';
import { deep } from '#tests/support/depth.ts';
import { createFateTables, type Fate } from '#tests/support/failing-channel.ts';
import { type LiveAds, openLiveAds } from '#tests/support/live-ads.ts';
import { advanceClock, callApi, type ServerProcess, signIn, spawnFaultyServer } from '#tests/support/server-process.ts';

const ADS = deep(150, 500);
const MINUTE = 60_000;

/** Of 25 ads each: what becomes of the first attempts to change it. More than three are more than the program tries by itself. */
const fates: [Fate, times: number][] = [
  ['refused', 100],
  ['throttled', 1],
  ['throttled', 100],
  ['down', 2],
  ['lost', 1],
  ['swallowed', 1],
];

describe('a server that is killed while it closes ads on a channel that fails', () => {
  let live: LiveAds;
  let ids: number[];
  const running: ServerProcess[] = [];

  beforeAll(async () => {
    live = await openLiveAds();
    ids = await live.multiply(await live.launch({ groups: 10, ads: 1 }), ADS / 10);
    await createFateTables(live.db);
    for (const [at, [fate, times]] of fates.entries()) {
      await sql`
        insert into channel_fate select platform_ad_id, ${fate}, ${times} from ad
        where id = any(${ids.filter((_, index) => index % 25 === at)}::bigint[])`.execute(live.db);
    }
  });
  afterAll(async () => {
    for (const server of running) await server.stop();
    await live.close();
  });

  /** A server whose clock begins so many minutes after the ads were launched. */
  const start = async (minutes: number) => {
    const from = new Date(live.clock.now().getTime() + minutes * MINUTE).toISOString();
    const server = await spawnFaultyServer({ databaseUrl: live.url, from, isChannelFailing: true });
    running.push(server);
    return server;
  };
  const batch = async () => await live.db.selectFrom('batch').selectAll().executeTakeFirst();
  const ended = () => countEndedItems(live.db);
  const endedBeyond = (count: number) => expect.poll(ended, { timeout: 60_000, interval: 10 }).toBeGreaterThan(count);

  it(`closes each of ${ADS} once, or says why not; a retry closes the rest`, async () => {
    const first = await start(0);
    const token = await signIn(first.url, 'opt_01', 'Demo@2026');
    const ordered = callApi(first.url, '/ad-entities/batch_status', { level: 'ad', ids, to: 'PAUSED' }, token).catch(() => undefined);
    await endedBeyond(ADS / 10);
    await first.kill('process');
    await ordered;
    const before = await ended();
    expect(before).toBeLessThan(ADS / 2);

    const second = await start(3);
    await endedBeyond(before + ADS / 5);
    await second.kill('process');
    expect(await ended()).toBeLessThan(ADS - ADS / 10);

    const last = await start(6);
    for (let round = 0; round < 5; round += 1) await advanceClock(last, 3);
    const all = await loadClosings(live.db);
    expect(all).toHaveLength(ADS);
    const [closed, failed] = [all.filter(({ item }) => item === 'succeeded'), all.filter(({ item }) => item === 'failed')];
    expect(closed.length + failed.length).toBe(ADS);
    expect(closed.filter((ad) => !isClosedOnce(ad))).toEqual([]);
    expect(failed.filter((ad) => !isUntouched(ad))).toEqual([]);
    // What had been asked of the channel in the moment of a kill, and never reached it, counts as refused, too.
    expect(failed.length).toBeGreaterThanOrEqual(ADS / 10);
    expect(failed.length).toBeLessThanOrEqual((ADS / 25) * 3 + 2 * 8);
    expect(new Set(failed.map(({ reason }) => reason))).toEqual(new Set(['PLATFORM_REJECTED', 'PLATFORM_LIMIT', 'PLATFORM_UNKNOWN']));
    expect(await batch()).toMatchObject({
      status: 'partial',
      total: ADS,
      done: ADS,
      ok: closed.length,
      fail: failed.length,
      unknown: 0,
      skip: 0,
      canceled: 0,
      finished_at: expect.any(Date),
    });

    await sql`delete from channel_fate`.execute(live.db);
    await callApi(last.url, '/op-batches/retry', { batch_id: (await batch())?.id }, token);
    await advanceClock(last, 1);
    const after = await loadClosings(live.db);
    expect(after.filter((ad) => !isClosedOnce(ad))).toEqual([]);
    expect(after.map(({ attempt }) => attempt)).toEqual(all.map(({ item }) => (item === 'failed' ? 2 : 1)));
    expect(await batch()).toMatchObject({ status: 'succeeded', total: ADS, done: ADS, ok: ADS, fail: 0, unknown: 0 });
  });
});
