import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { adminSummary } from '#contracts/endpoints/admin-home.ts';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures } from '#tests/support/facts.ts';
import { orderEvent } from '#tests/support/order-events.ts';
import { ingestOrders } from '../orders/place-orders.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const site = 'home.galaxy-drama.test';
const account = { id: 0 };
const at = (text: string) => new Date(`2026-11-${text}:00Z`);

beforeAll(async () => {
  server = await createTestApp();
  server.clock.forward({ hours: 2 });
  await rows.site({ domain: site, timezone_name: 'UTC', biz: 'dj' });
  await server.db
    .insertInto('exchange_rate')
    .values({ currency: 'USD', rate_date: '2026-11-01', usd_per_unit: 1 } as never)
    .onConflict((c) => c.doNothing())
    .execute();
  account.id = await rows.account('opt_01', { name: '落后账户' });
  const owned = await rows.ad(await rows.group(await rows.campaign(account.id, 'opt_01')));
  const { platform_ad_id } = await server.db.selectFrom('ad').select('platform_ad_id').where('id', '=', owned.ad).executeTakeFirstOrThrow();
  await rows.days([
    rows.dayOf(owned, '2026-11-20', { spend: 4_000, spend_usd: 4_000, impressions: 10 }),
    rows.dayOf(owned, '2026-11-19', { spend: 2_000, spend_usd: 2_000, impressions: 10 }),
  ]);
  const touch = { ad_id: platform_ad_id ?? '', kind: 'click' as const, at: at('19T01:00') };
  const acquired_at = at('19T01:00');
  await ingestOrders(
    server.db,
    [
      orderEvent('today', at('20T01:00'), { site, amount: 1_000, fee: 0, touch, acquired_at }),
      orderEvent('today-organic', at('20T01:30'), { site, amount: 500, fee: 0 }),
      orderEvent('yesterday-early', at('19T01:30'), { site, amount: 300, fee: 20, touch, acquired_at }),
      orderEvent('yesterday-late', at('19T12:00'), { site, amount: 700, fee: 0, touch, acquired_at }),
    ],
    server.clock.now(),
  );
});
afterAll(() => server.close());

type Summary = ReplyOf<typeof adminSummary>;
const summary = async (request: RequestOf<typeof adminSummary> = {}): Promise<Summary> =>
  (await server.as('super', '/admin-home/summary', request)).data;

describe('the cards of the company', () => {
  it('count everything of the business day, organic orders too, beside the day before until the same time', async () => {
    const { cards, date, is_today, is_before_today } = await summary();
    expect([date, is_today, is_before_today]).toEqual(['2026-11-20', true, false]);
    expect(cards['spend']).toMatchObject({ value: 4_000, before: 2_000 });
    expect(cards['revenue']).toEqual({ value: 1_500, before_same_hour: 300, before: 1_000 });
    // Spend is known by the hour of each account, of which this one has none.
    expect(cards['net_revenue']).toEqual({ value: 1_500, before_same_hour: 280, before: 980 });
    expect(cards['profit']).toMatchObject({ before_same_hour: 280 });
    expect(cards['orders']).toEqual({ value: 2, before_same_hour: 1, before: 2 });
    expect(cards['profit']?.value).toBe(1_500 - 4_000);
    expect(cards['ads_running']?.value).toBeGreaterThan(0);
  });

  it('are of the requested day, which is complete, and narrowed by channel without organic orders', async () => {
    const { cards, is_today } = await summary({ date: '2026-11-19' });
    expect(is_today).toBe(false);
    expect(cards['revenue']).toEqual({ value: 1_000, before_same_hour: null, before: 0 });
    expect((await summary({ channel: 'meta' })).cards['revenue']?.value).toBe(1_000);
    expect((await summary({ biz: 'ec' })).cards['revenue']?.value).toBe(0);
  });
});

describe('the charts and tables of the company', () => {
  it('show the last 30 days, also split', async () => {
    const days = (await server.as('super', '/admin-home/trend', { by: 'day', metrics: ['spend', 'revenue', 'profit'] })).data;
    expect([days.x.length, days.x.at(-1), days.series.map(({ metric }) => metric)]).toEqual([
      30,
      '2026-11-20',
      ['spend', 'revenue', 'profit'],
    ]);
    const split = (await server.as('super', '/admin-home/trend', { by: 'day', metrics: ['revenue'], series_by: 'channel' })).data;
    expect(Object.fromEntries(split.series.map(({ label, data }) => [label, data.at(-1)]))).toEqual({ Meta: 1_000, 自然量: 500 });
    const hours = (await server.as('super', '/admin-home/trend', { by: 'hour', metrics: ['spend'] })).data;
    expect(hours.series.map(({ key }) => key)).toEqual(['today', 'yesterday', 'mean']);
  });

  it('name those who earn the most, and those who lose', async () => {
    const top = async (order: 'asc' | 'desc', metric: 'revenue' | 'profit') =>
      (await server.as('super', '/admin-home/top', { dim: 'account', metric, order })).data.list;
    expect((await top('desc', 'revenue')).map(({ id }) => id)).toEqual([account.id]);
    expect((await top('asc', 'profit'))[0]?.m['profit']).toBe(2_000 - 6_000 - 20);
    expect(await top('desc', 'profit')).toEqual([]);
  });
});

describe('the state of the system', () => {
  const health = async () => (await server.as('super', '/admin-home/health', {})).data;

  it('names accounts that are behind, and tasks that failed within a day', async () => {
    const now = server.clock.now();
    const failed = { pulled_at: at('19T20:00'), failed_since: at('19T21:00'), error: 'no answer', updated_at: now };
    await server.db
      .insertInto('fact_sync')
      .values({ ad_account_id: account.id, ...failed })
      .onConflict((c) => c.column('ad_account_id').doUpdateSet(failed))
      .execute();
    const job = { name_zh: '坏任务', name_en: 'Broken', cron: '0 * * * *', created_at: now, updated_at: now };
    await server.db
      .insertInto('cron_job')
      .values({ key: 'home.broken', ...job })
      .execute();
    const run = { job_key: 'home.broken', trigger: 'schedule' as const };
    await server.db
      .insertInto('cron_run')
      .values([
        { ...run, status: 'failed', started_at: at('20T01:00'), finished_at: at('20T01:01'), message: 'the disk is full' },
        { ...run, status: 'timeout', started_at: at('19T12:00'), finished_at: at('19T12:01'), message: 'older' },
        { ...run, status: 'failed', started_at: at('17T10:00'), finished_at: at('17T10:01'), message: 'too old' },
        { ...run, status: 'succeeded', started_at: at('20T01:30'), finished_at: at('20T01:31') },
      ])
      .execute();
    const found = await health();
    expect(found.stale_accounts).toContainEqual({
      id: account.id,
      label: '落后账户',
      since: at('19T20:00').toISOString(),
      error: 'no answer',
    });
    expect(found.failed_crons.filter(({ key }) => key === 'home.broken')).toEqual([
      {
        key: 'home.broken',
        name_zh: '坏任务',
        name_en: 'Broken',
        failures: 2,
        last_at: at('20T01:00').toISOString(),
        message: 'the disk is full',
      },
    ]);
  });

  it('tells of channels, queues, database and disk', async () => {
    const { channels, queues, database, disk } = await health();
    expect(channels.find(({ channel }) => channel === 'meta')?.failing).toBeGreaterThan(0);
    expect(queues.map(({ kind }) => kind)).toEqual(['batch_items', 'unknown_items', 'postbacks', 'materials', 'scheduled']);
    expect(database.size_bytes).toBeGreaterThan(0);
    expect(disk?.free_bytes).toBeGreaterThan(0);
  });
});

it('shows yesterday, and says so, while nothing of today is known', async () => {
  // The session lasts while it is used.
  server.clock.forward({ hours: 8 });
  await summary();
  server.clock.forward({ hours: 8 });
  const { date, is_before_today, is_today } = await summary();
  expect([date, is_before_today, is_today]).toEqual(['2026-11-20', true, false]);
});
