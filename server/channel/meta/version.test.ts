import { afterAll, beforeAll, expect, it } from 'vitest';
import { assetJobs } from '#server/domain/assets/wire.ts';
import { createScheduler } from '#server/domain/jobs/index.ts';
import { nothingOutside } from '#server/domain/outside.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { type DoubleUnderTest, openDouble } from '#tests/support/meta-double.ts';
import { createMeta } from './meta.ts';

let network: DoubleUnderTest;
let server: TestApp;
beforeAll(async () => {
  [network, server] = await Promise.all([openDouble(), createTestApp()]);
});
afterAll(async () => {
  await Promise.all([network.close(), server.close()]);
});

/** Runs the daily check as the scheduler does, and returns what the super administrator was alerted about. */
async function check(): Promise<unknown[]> {
  const { db, clock } = server;
  const findVersionWarnings = async () => {
    const warning = await network.meta.findVersionWarning();
    return warning === null ? [] : [warning];
  };
  const outside = { ...nothingOutside, channels: { ...nothingOutside.channels, findVersionWarnings } };
  const jobs = assetJobs.filter(({ key }) => key === 'channel.versions');
  expect(jobs).toHaveLength(1);
  const scheduler = createScheduler({ db, clock, jobs, outside, instance: 'test' });
  await scheduler.start();
  const started = await scheduler.startManually(db, { key: 'channel.versions', timeoutS: 60 }, 1, clock.now());
  if (!('started' in started)) throw new Error('it runs already');
  scheduler.runInBackground(started.started);
  await scheduler.settled();
  await scheduler.stop();
  const { data } = await server.as('super', '/home-alerts/list', { page: 1, page_size: 20 });
  return data.list.map(({ kind, body }) => ({ kind, body }));
}

it('a version that ends soon is announced to the administrators, in the words of the network', async () => {
  expect(await check()).toEqual([]);
  network.double.versionWarning = 'The call has been auto-upgraded to v27.0';
  expect(await check()).toEqual([
    {
      kind: 'cron_failed',
      body: expect.stringMatching(/^Meta ends version v26\.0 soon\. The call has been auto-upgraded to v27\.0$/),
    },
  ]);
});

it('a version that has ended is announced too', async () => {
  const { config, clock, double } = network;
  double.versionWarning = null;
  const sleep = () => Promise.resolve();
  const old = createMeta({ config: { ...config, version: 'v25.0' }, clock, languages: [], sleep, random: () => 0, fetch: double.fetch });
  expect(await old.findVersionWarning()).toMatch(/^Meta has ended version v25\.0\./);
});
