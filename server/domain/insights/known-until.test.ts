import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures, type LaunchedAd } from '#tests/support/facts.ts';

let server: TestApp;
const rows = factFixtures(() => server);
/** 12:05 in Shanghai. */
const NOW = new Date('2026-11-21T04:05:00Z');
const PULLED = new Date('2026-11-21T03:50:00Z');
const HEARD = new Date('2026-11-21T02:30:00Z');
const [TODAY, YESTERDAY] = ['2026-11-21', '2026-11-20'];
let ad: LaunchedAd;

beforeAll(async () => {
  server = await createTestApp();
  server.clock.forward({ ms: NOW.getTime() - server.clock.now().getTime() });
  const account = await rows.account('opt_01');
  ad = await rows.tree(account, 'opt_01');
  await rows.synced(account, { pulled_at: PULLED });
  await rows.days([
    rows.dayOf(ad, TODAY, { spend: 1_100, spend_usd: 1_100, revenue_usd: 350 }),
    rows.dayOf(ad, YESTERDAY, { spend: 2_400, spend_usd: 2_400, revenue_usd: 2_400 }),
  ]);
  await rows.hours([
    rows.hourOf(ad, TODAY, 9, { spend_usd: 600, revenue_usd: 300 }),
    rows.hourOf(ad, TODAY, 10, { spend_usd: 100, revenue_usd: 50 }),
    rows.hourOf(ad, TODAY, 11, { spend_usd: 400 }),
    ...Array.from({ length: 24 }, (_, hour) => rows.hourOf(ad, YESTERDAY, hour, { spend_usd: 100, revenue_usd: 100 })),
  ]);
  await server.db.insertInto('feed_cursor').values({ feed: 'orders', cursor: 'a', updated_at: HEARD }).execute();
});
afterAll(() => server.close());

describe('the known part of today', () => {
  it('ends an hourly series where the data of its metric ends, instead of with zeros', async () => {
    const day = { date_from: TODAY, date_to: TODAY };
    const hours = async (path: '/ad-data/trend' | '/ad-entities/trend', of: object) => {
      const { data } = await server.as('opt_01', path, { ...day, ...of, by: 'hour', metrics: ['spend', 'roi', 'revenue'] } as never);
      return data.series.map(({ data: points }: { data: (number | null)[] }) => points.slice(8, 14));
    };
    const expected = [
      [0, 600, 100, 400, null, null],
      [null, 0.5, 0.5, null, null, null],
      [0, 300, 50, null, null, null],
    ];
    expect(await hours('/ad-data/trend', {})).toEqual(expected);
    expect(await hours('/ad-entities/trend', { level: 'campaign', id: ad.campaign })).toEqual(expected);
  });

  it('is compared with yesterday up to the same moment, even before the first pull of orders', async () => {
    const { cards } = (await server.as('opt_01', '/home-board/summary', { biz: 'dj', scope: 'mine' })).data;
    expect(cards['revenue']).toMatchObject({ today: 350, yesterday_same_hour: 1_050 });
    expect(cards['spend']).toMatchObject({ today: 1_100, yesterday_same_hour: 1_183 });
  });

  it('extends with the next pull of orders', async () => {
    const started_at = new Date('2026-11-21T03:55:00Z');
    const job = { name_zh: '订单', name_en: 'Orders', cron: '*/5 * * * *', timeout_s: 600 };
    await server.db
      .insertInto('cron_job')
      .values({ key: 'orders.pull', ...job, created_at: started_at, updated_at: started_at })
      .execute();
    await server.db
      .insertInto('cron_run')
      .values({ job_key: 'orders.pull', trigger: 'schedule', triggered_by: null, status: 'succeeded', started_at, finished_at: started_at })
      .execute();
    const { cards } = (await server.as('opt_01', '/home-board/summary', { biz: 'dj', scope: 'mine' })).data;
    expect(cards['revenue']?.yesterday_same_hour).toBe(1_192);
  });
});
