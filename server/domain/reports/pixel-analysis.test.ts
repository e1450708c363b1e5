import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { PixelAnalysisRow, queryPixelAnalysis, trendPixelAnalysis } from '#contracts/endpoints/pixel-analysis.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { connectionFixtures } from '#tests/support/connections.ts';
import { factFixtures } from '#tests/support/facts.ts';
import { sheetsIn } from '#tests/support/sheet.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const assets = connectionFixtures(() => server);
const pixel = { main: 0, other: 0, unused: 0 };
const site = { play: 0, watch: 0 };
let account = 0;

const DAYS = { date_from: '2026-11-14', date_to: '2026-11-20' };
const DAY = '2026-11-19';

interface Sums {
  received: number;
  duplicates?: number;
  errors?: number;
  matched_sum?: number;
  attributed?: number;
  value_usd?: number;
}

async function events(
  pixel_id: number,
  event_name: string,
  source: 'browser' | 'server',
  sums: Sums,
  more: { site_id?: number; day?: string } = {},
) {
  await server.db
    .insertInto('pixel_event_daily')
    .values({ pixel_id, event_name, source, site_id: more.site_id ?? 0, stat_date: more.day ?? DAY, ...sums })
    .execute();
}

let serial = 0;
async function order(pixel_id: number, owner: string, more: { site_id?: number; paid_at?: string; status?: string } = {}) {
  serial += 1;
  const paid_at = more.paid_at ?? `${DAY}T04:00:00Z`;
  await sql`
    insert into biz_order (order_no, biz, site_id, user_key, ad_account_id, owner_user_id, pixel_id, order_type, amount, currency, amount_usd,
      pay_channel, status, ordered_at, paid_at, country, os, stat_date, stat_hour, biz_date, attribution, created_at, updated_at)
    values (${`o${serial}`}, 'dj', ${more.site_id ?? site.play}, ${`u${serial}`}, ${account}, ${await rows.idOf(owner)}, ${pixel_id}, 'first', 1999, 'USD', 1999,
      'stripe', ${more.status ?? 'paid'}, ${paid_at}, ${paid_at}, 'US', 'ios', ${paid_at.slice(0, 10)}, 12, ${paid_at.slice(0, 10)}, 'click', ${paid_at}, ${paid_at})`.execute(
    server.db,
  );
}

beforeAll(async () => {
  server = await createTestApp();
  server.clock.forward({ hours: 20 });
  const person = await assets.person('opt_05');
  account = await rows.account('opt_05');
  site.play = await assets.site({ name: '播放站' });
  site.watch = await assets.site({ name: '观看站' });
  pixel.main = await assets.pixel(person, account, {
    name: '主像素',
    last_fired_at: server.clock.now(),
    capi_enabled: true,
    capi_token_enc: 'sealed',
  });
  pixel.other = await assets.pixel(person, account, { name: '备用像素' });
  pixel.unused = await assets.pixel(person, account, { name: '闲置像素' });
  await assets.assign('pixel', pixel.main, { user: 'opt_01' });
  const tree = async (by: string, pixel_id: number, spend: number, day = DAY) => {
    const ad = await rows.tree(await rows.account(by), by);
    const facts = { spend, spend_usd: spend, plat_purchases: 4, pixel_id };
    await rows.days([rows.dayOf(ad, day, facts)]);
    return ad;
  };
  await tree('opt_01', pixel.main, 1_000);
  await tree('opt_05', pixel.main, 3_000);
  await tree('opt_01', pixel.other, 500, '2026-11-20');
  await events(pixel.main, 'PageView', 'browser', { received: 100, matched_sum: 5_100, errors: 2 }, { site_id: site.play });
  await events(pixel.main, 'PageView', 'browser', { received: 20, matched_sum: 1_000 }, { site_id: site.watch });
  await events(
    pixel.main,
    'Purchase',
    'browser',
    { received: 10, matched_sum: 550, attributed: 9, value_usd: 19_990 },
    { site_id: site.play },
  );
  await events(pixel.main, 'Purchase', 'server', { received: 10, duplicates: 9, matched_sum: 810 });
  await events(pixel.other, 'PageView', 'browser', { received: 7, matched_sum: 280 });
  for (const owner of ['opt_01', 'opt_05', 'opt_05', 'opt_05']) await order(pixel.main, owner);
  await order(pixel.main, 'opt_05', { site_id: site.watch });
  await order(pixel.main, 'opt_05', { status: 'closed' });
  // 21 November where the account is.
  await order(pixel.main, 'opt_05', { paid_at: '2026-11-20T16:30:00Z' });
});
afterAll(() => server.close());

type Request = RequestOf<typeof queryPixelAnalysis>;
type TrendRequest = RequestOf<typeof trendPixelAnalysis>;
const ask = async (as: string, request: Partial<Request> = {}) =>
  (await server.as(as, '/analyse-pixel/query', { ...DAYS, group_by: ['pixel'], ...request })).data;
const trend = async (request: Partial<TrendRequest>) =>
  (await server.as('admin', '/analyse-pixel/trend', { ...DAYS, by: 'day', metrics: ['ev_received'], ...request })).data;
const byLabel = (list: PixelAnalysisRow[], dimension: keyof PixelAnalysisRow['dims']) =>
  Object.fromEntries(list.map(({ dims, m }) => [dims[dimension]?.label, m]));

describe('figures of pixels', () => {
  it('compare the events of a whole pixel with its orders, and the spend with its platform purchases', async () => {
    const { list, totals } = await ask('admin', { sort: [{ field: 'spend', order: 'desc' }] });
    expect(list.map(({ dims }: PixelAnalysisRow) => dims.pixel?.label)).toEqual(['主像素', '备用像素', '闲置像素']);
    expect(list[0]?.m).toEqual({
      ev_received: 140,
      browser_share: 0.928571,
      ev_dup: 9,
      dup_rate: 0.064286,
      errors: 2,
      match_score: 5.328571,
      purchase_events: 11,
      pixel_orders: 5,
      report_gap: 1.2,
      attributed: 9,
      value: 19_990,
      plat_purchases: 8,
      spend: 4_000,
      plat_cpa: 500,
    });
    expect(list[2]?.m).toMatchObject({ ev_received: 0, dup_rate: null, report_gap: null, spend: 0 });
    expect(totals.m).toMatchObject({ ev_received: 147, pixel_orders: 5, spend: 4_500 });
  });

  it('show pixels by their own assignment, all of their orders, and only the spend in scope', async () => {
    const { list, totals } = await ask('opt_01');
    expect(list.map(({ dims }: PixelAnalysisRow) => dims.pixel?.label)).toEqual(['主像素']);
    expect(list[0]?.m).toMatchObject({ ev_received: 140, pixel_orders: 5, report_gap: 1.2, spend: 1_000, plat_purchases: 4 });
    expect(totals.m).toMatchObject({ spend: 1_000 });
    expect((await server.as('edit_01', '/analyse-pixel/query', { ...DAYS, group_by: ['pixel'] })).reason).toBe('NO_PATH');
  });

  it('say what each pixel is', async () => {
    const { list } = await ask('opt_01');
    expect(list[0]?.dims.pixel).toMatchObject({ id: pixel.main, status: 'active', capi_enabled: true, health: 'missing', sites: [] });
  });

  it('by event have orders beside purchases only, and neither spend nor platform purchases', async () => {
    const { list } = await ask('opt_01', { group_by: ['event'] });
    expect(byLabel(list, 'event')).toEqual({
      浏览页面: expect.objectContaining({ ev_received: 120, pixel_orders: 0, report_gap: null, spend: null, plat_purchases: null }),
      付款: expect.objectContaining({ ev_received: 20, purchase_events: 11, pixel_orders: 5, report_gap: 1.2, spend: null }),
    });
  });

  it('by source have no orders', async () => {
    const { list } = await ask('opt_01', { group_by: ['source'] });
    expect(byLabel(list, 'source')).toEqual({
      浏览器: expect.objectContaining({ ev_received: 130, browser_share: 1, pixel_orders: null, report_gap: null }),
      服务端: expect.objectContaining({ ev_received: 10, browser_share: 0, dup_rate: 0.9, pixel_orders: null, report_gap: null }),
    });
    const only = await ask('opt_01', { filters: { event_source: 'server' } });
    expect(only.list[0]?.m).toMatchObject({ ev_received: 10, pixel_orders: null, report_gap: null, spend: 1_000 });
    const below = await ask('opt_01', { group_by: ['date'], under: [{ by: 'source', id: 'browser' }] });
    expect(below.list.map(({ m }: PixelAnalysisRow) => [m['ev_received'], m['pixel_orders'], m['spend']])).toEqual([[130, null, null]]);
  });

  it('by site split a pixel by the site of each event and order, the rest as others', async () => {
    const { list } = await ask('opt_01', { group_by: ['site'], filters: { pixel_id: [pixel.main] } });
    const found = byLabel(list, 'site');
    expect([found['播放站']?.['ev_received'], found['观看站']?.['ev_received'], found['其他']?.['ev_received']]).toEqual([110, 20, 10]);
    expect([found['播放站']?.['pixel_orders'], found['观看站']?.['pixel_orders'], found['其他']?.['spend']]).toEqual([4, 1, 1_000]);
    const below = await ask('opt_01', { group_by: ['event'], under: [{ by: 'site', id: site.play }] });
    expect(byLabel(below.list, 'event')).toMatchObject({ 浏览页面: { ev_received: 100 }, 付款: { ev_received: 10, pixel_orders: 4 } });
  });

  it('by date follow the time zone of the account that owns the pixel', async () => {
    const { list } = await ask('admin', { group_by: ['date'], date_to: '2026-11-21' });
    expect(list.map(({ dims, m }: PixelAnalysisRow) => [dims.date?.id, m['pixel_orders']])).toEqual([
      ['2026-11-21', 1],
      ['2026-11-20', 0],
      [DAY, 5],
    ]);
  });

  it.each(['pixel', 'event', 'source', 'date', 'site', 'account'] as const)('by %s come to the same events', async (dimension) => {
    const { list, totals } = await ask('admin', { group_by: [dimension] });
    expect(totals.m['ev_received']).toBe(147);
    expect(list.reduce((sum: number, { m }: PixelAnalysisRow) => sum + (m['ev_received'] ?? 0), 0)).toBe(147);
  });

  it('are narrowed to the pixels that matching ads use, without narrowing what these received', async () => {
    const { list } = await ask('admin', { filters: { user_id: [await rows.idOf('opt_05')] } });
    expect(list.map(({ dims }: PixelAnalysisRow) => dims.pixel?.label)).toEqual(['主像素']);
    expect(list[0]?.m).toMatchObject({ ev_received: 140, pixel_orders: 5, spend: 3_000 });
  });

  it('are narrowed to the business line of the account that owns the pixel, used or not', async () => {
    const named = async (biz: 'dj' | 'ec') => (await ask('admin', { filters: { biz } })).list.map(({ dims }) => dims.pixel?.label).sort();
    expect(await named('dj')).toEqual((await ask('admin')).list.map(({ dims }) => dims.pixel?.label).sort());
    expect(await named('ec')).toEqual([]);
  });

  it('are narrowed by event, and by the health of the pixel', async () => {
    const { list } = await ask('opt_01', { filters: { event_name: ['Purchase'] } });
    expect(list[0]?.m).toMatchObject({ ev_received: 20, pixel_orders: 5 });
    const healthy = async (health: NonNullable<Request['filters']>['health']) =>
      (await ask('admin', { filters: { health }, sort: [{ field: 'pixel', order: 'asc' }] })).list.map(
        ({ dims }: PixelAnalysisRow) => dims.pixel?.label,
      );
    expect(await healthy(['missing'])).toEqual(['主像素']);
    expect(await healthy(['silent'])).toEqual(['备用像素']);
    expect(await healthy(['never'])).toEqual(['闲置像素']);
  });

  it('over time are split by event and by source', async () => {
    const sums = (answer: Awaited<ReturnType<typeof trend>>) =>
      answer.series.map(({ label, data }: { label: string; data: (number | null)[] }) => [label, data[5]]);
    expect(sums(await trend({ series_by: 'event' }))).toEqual([
      ['浏览页面', 127],
      ['付款', 20],
    ]);
    expect(sums(await trend({ series_by: 'source' }))).toEqual([
      ['浏览器', 137],
      ['服务端', 10],
    ]);
    expect(sums(await trend({ metrics: ['report_gap', 'pixel_orders'] }))).toEqual([
      ['合计', 1.2],
      ['合计', 5],
    ]);
  });

  it('by hour count the stored events, and are unknown before these', async () => {
    const at = new Date('2026-11-20T02:20:00Z');
    await server.db
      .insertInto('pixel_event')
      .values({
        pixel_id: pixel.other,
        event_name: 'PageView',
        event_id: 'hour',
        source: 'browser',
        event_time: at,
        received_at: at,
        count: 5,
        dedupe: 'kept',
        match_score: 4,
        status: 'ok',
      })
      .execute();
    const { x, series } = await trend({ by: 'hour', date_from: '2026-11-10', series_by: 'event' });
    const data = series[0]?.data ?? [];
    expect(data[x.indexOf('2026-11-20T10')]).toBe(5);
    expect(data[x.indexOf('2026-11-20T09')]).toBe(0);
    expect(data[x.indexOf('2026-11-10T10')]).toBeNull();
  });

  it('stand without orders when these cannot be read, with a warning', async () => {
    await sql`alter table biz_order rename to biz_order_away`.execute(server.db);
    try {
      const { list, totals, warnings } = await ask('opt_01', { sort: [{ field: 'report_gap', order: 'asc' }] });
      expect(list[0]?.m).toMatchObject({ ev_received: 140, pixel_orders: null, report_gap: null, spend: 1_000 });
      expect(list[0]?.dims.pixel?.health).toBeNull();
      expect(totals.m).toMatchObject({ report_gap: null });
      expect(warnings?.map(({ kind }: { kind: string }) => kind)).toEqual(['orders_missing']);
      const chart = await trend({ metrics: ['ev_received', 'report_gap'] });
      expect(chart.series.map(({ metric, data }: { metric: string; data: (number | null)[] }) => [metric, data[5]])).toEqual([
        ['ev_received', 147],
        ['report_gap', null],
      ]);
    } finally {
      await sql`alter table biz_order_away rename to biz_order`.execute(server.db);
    }
  });

  it('are sorted by the last event and exported with what each pixel is', async () => {
    const { list } = await ask('admin', { sort: [{ field: 'last_fired_at', order: 'desc' }] });
    expect(list[0]?.dims.pixel?.label).toBe('主像素');
    const token = await server.signIn('admin');
    const { rawPayload } = await server.app.inject({
      method: 'POST',
      url: '/api/analyse-pixel/export',
      headers: { authorization: `Bearer ${token}` },
      payload: {
        ...DAYS,
        group_by: ['pixel'],
        sort: [{ field: 'last_fired_at', order: 'desc' }],
        filters: { health: ['missing'] },
        columns: ['pixel', 'health', 'capi_enabled', 'last_fired_at', 'ev_received', 'spend'],
        locale: 'zh-cn',
      },
    });
    const [data = [], notes = []] = sheetsIn(rawPayload);
    expect(data[0]).toEqual(['像素', '健康', '服务端事件', '最近触发', '事件', '消耗 (USD)']);
    expect(data[1]?.slice(0, 3)).toEqual(['主像素', '缺失', '已启用']);
    expect(data[1]?.slice(4)).toEqual(['140', '40']);
    expect(new Map(notes.map(([name = '', value = '']) => [name, value])).get('筛选:健康')).toBe('缺失');
  });
});
