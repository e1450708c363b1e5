import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures, type LaunchedAd } from '#tests/support/facts.ts';
import { deliveryWatch } from './watch.job.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const NOW = new Date('2026-11-20T10:20:00Z');
const day = (back: number) => new Date(NOW.getTime() - back * 86_400_000).toISOString().slice(0, 10);

/** Writes spend in cents of 14:00 to 18:00 local time for today and the days before; today ends before 18:20. */
async function writeHours(ad: LaunchedAd, { today, usual, days = 7 }: { today: number; usual: number; days?: number }) {
  const backs = Array.from({ length: days + 1 }, (_, back) => back);
  await rows.days(backs.map((back) => rows.dayOf(ad, day(back), { spend_usd: 4 * (back === 0 ? today : usual) })));
  await rows.hours(
    backs.flatMap((back) => [14, 15, 16, 17].map((hour) => rows.hourOf(ad, day(back), hour, { spend_usd: back === 0 ? today : usual }))),
  );
}

async function launch(name: string, given: Parameters<typeof writeHours>[1] & { pulledAt?: string }) {
  const account = await rows.account('opt_01', { name });
  await writeHours(await rows.tree(account, 'opt_01'), given);
  await server.db
    .insertInto('fact_sync')
    .values({ ad_account_id: account, pulled_at: new Date(given.pulledAt ?? '2026-11-20T10:10:00Z'), updated_at: NOW })
    .execute();
  return account;
}

const run = (now = NOW) => deliveryWatch.run({ db: server.db, now, signal: new AbortController().signal, log: () => undefined } as never);
const titles = async () => (await server.as('opt_01', '/home-alerts/list', {})).data.list.map(({ title }) => title).toSorted();

let stopped = 0;
beforeAll(async () => {
  server = await createTestApp();
  stopped = await launch('骤停', { today: 0, usual: 2_000 });
  await launch('激增', { today: 9_000, usual: 2_000 });
  await launch('平稳', { today: 2_100, usual: 2_000 });
  await launch('新户', { today: 0, usual: 2_000, days: 2 });
  await launch('过期数据', { today: 0, usual: 2_000, pulledAt: '2026-11-20T08:00:00Z' });
});
afterAll(() => server.close());

it('alerts about stopped and racing spend once a day, never about new or stale accounts', async () => {
  expect(await run()).toMatchObject({ rowsIn: 4, rowsOut: 2 });
  expect(await titles()).toEqual(['消耗激增：激增', '消耗骤停：骤停']);
  await run(new Date(NOW.getTime() + 1_800_000));
  expect(await titles()).toHaveLength(2);
  const [alert] = (await server.as('opt_01', '/home-alerts/list', {}, { language: 'en' })).data.list.filter(
    ({ kind }) => kind === 'spend_stopped',
  );
  expect(alert).toMatchObject({
    level: 'error',
    title: 'Spend of 骤停 has stopped',
    body: 'It spent $0.00 in the last 3 hours; $60.00 is usual at this time of day.',
    link: `/advertising/campaign?account_id=${stopped}&date_from=2026-11-20&date_to=2026-11-20`,
  });
});

it('reads its thresholds from the settings', async () => {
  await server.db.updateTable('setting').set({ value: '500' }).where('key', '=', 'WATCH_RACING_PCT').execute();
  expect(await run()).toMatchObject({ rowsOut: 1 });
  await server.db.updateTable('setting').set({ value: '300' }).where('key', '=', 'WATCH_RACING_PCT').execute();
});

it('closes the incident once spend is usual again, and leaves it open while the figures are stale', async () => {
  const isOpen = async () =>
    (await server.db.selectFrom('incident').selectAll().where('subject_key', '=', String(stopped)).where('closed_at', 'is', null).execute())
      .length === 1;
  const pull = (pulled_at: string) =>
    server.db
      .updateTable('fact_sync')
      .set({ pulled_at: new Date(pulled_at) })
      .where('ad_account_id', '=', stopped)
      .execute();
  await run();
  expect(await isOpen()).toBe(true);
  await pull('2026-11-20T08:00:00Z');
  await run();
  expect(await isOpen()).toBe(true);
  await pull('2026-11-20T10:10:00Z');
  await server.db
    .updateTable('insight_hourly')
    .set({ spend_usd: 2_000 })
    .where('ad_account_id', '=', stopped)
    .where('stat_date', '=', '2026-11-20')
    .execute();
  await run();
  expect(await isOpen()).toBe(false);
});
