import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { launchHistoryFixtures } from '#tests/support/launch-history.ts';

let server: TestApp;
const rows = launchHistoryFixtures(() => server);
const TODAY = '2026-11-20';

/** A running ad of opt_01 and a paused one of opt_05 that use the same objects, visible to both. */
const made = { drama: 0, product: 0, material: 0, landing: 0, site: 0, post: 0, account: 0, person: 0, pixel: 0, ad: 0, other: 0, sold: 0 };

beforeAll(async () => {
  server = await createTestApp();
  const { db, clock } = server;
  made.drama = await rows.drama({ title: '归来' });
  made.site = await rows.site({ name: '店' });
  made.product = await rows.product(made.site, { name: '灯' });
  made.material = await rows.material('opt_01', { drama_id: made.drama, visibility: 'company' });
  made.landing = await rows.landing('opt_01', made.drama);
  const homepage = await rows.homepage('opt_01');
  made.post = await rows.post('opt_01', { homepage_id: homepage });
  made.account = await rows.account('opt_01');
  const { personal_account_id } = await db
    .selectFrom('ad_account')
    .select('personal_account_id')
    .where('id', '=', made.account)
    .executeTakeFirstOrThrow();
  made.person = personal_account_id;
  const kept = { created_at: clock.now(), updated_at: clock.now() };
  made.pixel = (
    await db
      .insertInto('pixel')
      .values({
        channel: 'meta',
        connector: 'sandbox',
        platform_pixel_id: '900000000000001',
        name: '像素',
        owner_ad_account_id: made.account,
        personal_account_id,
        status: 'active',
        ...kept,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  const parts = { material_id: made.material, landing_page_id: made.landing, post_id: made.post, homepage_id: homepage };
  const campaign = await rows.campaign('opt_01', made.account, { drama_id: made.drama });
  made.ad = await rows.ad(await rows.group(campaign), parts);
  const paused = await rows.campaign('opt_05', made.account, { drama_id: made.drama, status: 'PAUSED', effective_status: 'PAUSED' });
  made.other = await rows.ad(await rows.group(paused), { ...parts, effective_status: 'CAMPAIGN_PAUSED' });
  await rows.ad(await rows.group(campaign), { ...parts, status: 'DELETED', effective_status: 'DELETED', deleted_at: clock.now() });
  const shop = await rows.campaign('opt_01', made.account, { biz: 'ec', product_id: made.product });
  made.sold = await rows.ad(await rows.group(shop));
  await rows.campaign(null, made.account);
  await rows.day(made.ad, TODAY, { spend_usd: 1_000, first_payers: 3 });
  await rows.day(made.ad, '2026-11-14', { spend_usd: 100 });
  await rows.day(made.ad, '2026-11-13', { spend_usd: 9_999 });
  await rows.day(made.other, TODAY, { spend_usd: 50 });
  await rows.day(made.sold, TODAY, { spend_usd: 400, revenue_usd: 1_000 });
});
afterAll(() => server.close());

describe('an ad account', () => {
  const rowFor = async (reader: string) => (await server.as(reader, '/auth-accounts/list', { page_size: 200 })).data.list[0];

  it('shows its running campaigns, and its recent spend as far as the reader may see it', async () => {
    expect(await rowFor('opt_01')).toMatchObject({ campaigns_running: 3, unassigned_campaigns: null, spend_7d_usd: 1_500 });
    expect(await rowFor('lead_a')).toMatchObject({ campaigns_running: 3, spend_7d_usd: 1_550 });
    expect(await rowFor('admin')).toMatchObject({ unassigned_campaigns: 1, spend_7d_usd: 1_550 });
  });

  it('can be filtered and sorted by these figures', async () => {
    const idle = await rows.account('opt_01');
    const ids = async (query: object) => (await server.as('opt_01', '/auth-accounts/list', query)).data.list.map(({ id }) => id);
    expect(await ids({ spent_7d: true })).toEqual([made.account]);
    expect(await ids({ sort: [{ field: 'spend_7d', order: 'asc' }] })).toEqual([idle, made.account]);
    expect(await ids({ sort: [{ field: 'campaigns_running', order: 'desc' }] })).toEqual([made.account, idle]);
  });
});

it('a personal account shows what runs in its ad accounts', async () => {
  const { list } = (await server.as('admin', '/auth-personages/list', { page_size: 200 })).data;
  expect(list.find(({ id }) => id === made.person)?.running).toBe(3);
});

it('dramas, products, materials and posts show what uses them', async () => {
  expect((await server.as('opt_01', '/material-dramas/detail', { id: made.drama })).data.running).toBe(1);
  expect((await server.as('opt_01', '/material-products/detail', { id: made.product })).data).toMatchObject({
    running: 1,
    revenue_30d_usd: 1_000,
    roi_30d: 2.5,
  });
  expect((await server.as('opt_05', '/material-products/detail', { id: made.product })).data).toMatchObject({
    running: 1,
    revenue_30d_usd: 0,
    roi_30d: null,
  });
  expect((await server.as('opt_01', '/material-files/detail', { id: made.material })).data.used_ads).toBe(2);
  expect((await server.as('opt_01', '/ad-posts/detail', { id: made.post })).data.use_count).toBe(2);
  for (const path of ['/material-dramas/list', '/material-products/list'] as const) {
    expect((await server.as('opt_01', path, { sort: [{ field: 'running', order: 'desc' }] })).code).toBe(0);
  }
});

it('landing pages and their site show a week of visits as far as the reader may see them', async () => {
  const own = await rows.idOf('opt_01');
  const visit = { landing_page_id: made.landing, stat_date: TODAY };
  await server.db
    .insertInto('landing_daily')
    .values([
      { ...visit, ad_id: 0, pv: 20, uv: 10 },
      { ...visit, ad_id: made.ad, owner_user_id: own, pv: 100, uv: 50 },
      { ...visit, ad_id: made.other, owner_user_id: await rows.idOf('opt_05'), pv: 7, uv: 5 },
      { ...visit, stat_date: '2026-11-13', ad_id: made.ad, owner_user_id: own, pv: 999, uv: 999 },
    ])
    .execute();
  const { site_id } = await server.db.selectFrom('landing_page').select('site_id').where('id', '=', made.landing).executeTakeFirstOrThrow();
  await rows.order(made.ad, new Date('2026-11-19T00:00:00Z'), { site_id, amount_usd: 700 });
  await rows.order(made.ad, new Date('2026-11-19T00:00:00Z'), { site_id, amount_usd: 5, owner_user_id: null });
  // The page /auth/site is for leaders and administrators.
  const landingFor = async (reader: string) => (await server.as(reader, '/auth-landings/list', { site_id })).data.list[0];
  expect(await landingFor('admin')).toMatchObject({ ads_running: 1, pv_7d: 127, lp_pay_rate: 0.054545 });
  const siteFor = async (reader: string) => (await server.as(reader, '/auth-sites/detail', { id: site_id })).data;
  expect(await siteFor('admin')).toMatchObject({ uv_7d: 65, revenue_7d_usd: 705 });
  expect(await siteFor('lead_a')).toMatchObject({ uv_7d: 65, revenue_7d_usd: 700 });
});

it('a pixel shows its events, its duplicates and the difference from its orders', async () => {
  const at = new Date('2026-11-20T07:00:00Z');
  const event = { pixel_id: made.pixel, event_name: 'Purchase', source: 'browser' as const, match_score: 6, status: 'ok' as const };
  const events = [0, 1, 2, 3].map((n) => ({
    ...event,
    event_id: `e${n}`,
    event_time: n === 3 ? new Date('2026-11-18T07:00:00Z') : at,
    received_at: at,
    dedupe: n === 2 ? ('duplicate' as const) : ('kept' as const),
  }));
  await server.db.insertInto('pixel_event').values(events).execute();
  await rows.order(made.ad, at, { pixel_id: made.pixel });
  await rows.order(made.ad, at, { pixel_id: made.pixel });
  const { list } = (await server.as('opt_01', '/auth-pixels/list', {})).data;
  expect(list.find(({ id }) => id === made.pixel)).toMatchObject({ events_24h: 3, dup_rate: 0.333333, report_gap: 0.5 });
});
