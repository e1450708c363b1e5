import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { LandingAb, LandingFiguresRow, queryLanding } from '#contracts/endpoints/landing-figures.ts';
import { landing } from '#contracts/reports/landing.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures, type LaunchedAd } from '#tests/support/facts.ts';
import { sheetsIn } from '#tests/support/sheet.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const page = { hero: 0, trailer: 0, rare: 0, quiet: 0, hidden: 0 };
let site = 0;
let drama = 0;

const DAYS = { date_from: '2026-11-14', date_to: '2026-11-20' };
const AT = new Date('2026-11-01T00:00:00Z');

async function addPage(site_id: number, slug: string, more: Record<string, unknown> = {}): Promise<number> {
  const values = { site_id, biz: 'dj' as const, drama_id: drama, title: slug, slug, template: 'player' as const, language: 'en' };
  const { id } = await server.db
    .insertInto('landing_page')
    .values({ ...values, status: 'online', created_at: AT, updated_at: AT, ...more })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Visits {
  pv: number;
  uv: number;
  bounces?: number;
  cta_clicks?: number;
  pay_page_views?: number;
}

const visit = async (landing_page_id: number, of: LaunchedAd | null, stat_date: string, counts: Visits) => {
  const load = { load_ms_sum: counts.pv * 900, load_samples: counts.pv };
  await server.db
    .insertInto('landing_daily')
    .values({
      landing_page_id,
      ad_id: of?.ad ?? 0,
      ad_account_id: of?.account ?? null,
      owner_user_id: of?.owner ?? null,
      stat_date,
      ...load,
      ...counts,
    })
    .execute();
};

beforeAll(async () => {
  server = await createTestApp();
  drama = await rows.drama({ title: '狼王' });
  site = await rows.site({ biz: 'dj', name: '剧场', domain: 'reel.example' });
  const elsewhere = await rows.site({ biz: 'dj', name: '别处', domain: 'other.example' });
  const lead = await rows.idOf('lead_a');
  await server.db.insertInto('asset_assign').values({ asset_type: 'site', asset_id: site, user_id: lead, from_at: AT }).execute();
  page.hero = await addPage(site, 'hero', { ab_group: 'opening' });
  page.trailer = await addPage(site, 'trailer', { ab_group: 'opening', template: 'list' });
  page.rare = await addPage(site, 'rare', { ab_group: 'opening', status: 'offline', offline_at: new Date('2026-11-18T05:00:00Z') });
  page.quiet = await addPage(site, 'quiet', { template: 'quiz' });
  page.hidden = await addPage(elsewhere, 'hidden');
  const [mine, others] = [await rows.account('opt_01'), await rows.account('opt_05')];
  const adOn = async (account: number, by: string, landing_page_id: number) => {
    const launched = await rows.ad(await rows.group(await rows.campaign(account, by, { drama_id: drama })));
    return { ...launched, dims: { ...launched.dims, landing_page_id } };
  };
  const hero = await adOn(mine, 'opt_01', page.hero);
  const trailer = await adOn(mine, 'opt_01', page.trailer);
  const rare = await adOn(mine, 'opt_01', page.rare);
  const foreign = await adOn(others, 'opt_05', page.hero);
  const day = { spend: 1_000, spend_usd: 1_000, link_clicks: 500, lp_views: 400 };
  await rows.days([
    rows.dayOf(hero, '2026-11-19', { ...day, first_payers: 10, revenue_usd: 3_000, orders: 10 }),
    rows.dayOf(hero, '2026-11-20', { ...day, first_payers: 10 }),
    rows.dayOf(trailer, '2026-11-19', { ...day, first_payers: 40 }),
    rows.dayOf(rare, '2026-11-19', { ...day, link_clicks: 60, lp_views: 50, first_payers: 3 }),
    rows.dayOf(foreign, '2026-11-19', { ...day, link_clicks: 100, lp_views: 80, first_payers: 1 }),
  ]);
  await visit(page.hero, hero, '2026-11-19', { pv: 600, uv: 400, bounces: 150, cta_clicks: 200, pay_page_views: 80 });
  await visit(page.hero, hero, '2026-11-20', { pv: 500, uv: 400, bounces: 50, cta_clicks: 200, pay_page_views: 80 });
  await visit(page.trailer, trailer, '2026-11-19', { pv: 900, uv: 800, bounces: 100, cta_clicks: 500, pay_page_views: 200 });
  await visit(page.rare, rare, '2026-11-19', { pv: 60, uv: 50, cta_clicks: 20, pay_page_views: 10 });
  await visit(page.hero, foreign, '2026-11-19', { pv: 90, uv: 80, cta_clicks: 10, pay_page_views: 5 });
  await visit(page.hero, null, '2026-11-19', { pv: 1_000, uv: 700, bounces: 600, cta_clicks: 90, pay_page_views: 50 });
  await visit(page.hidden, null, '2026-11-19', { pv: 30, uv: 20 });
});
afterAll(() => server.close());

type Request = RequestOf<typeof queryLanding>;
const ask = async (as: string, request: Partial<Request> = {}) =>
  (await server.as(as, '/analyse-landing/query', { ...DAYS, group_by: ['landing'], ...request })).data;
const listed = async (as: string, request: Partial<Request> = {}): Promise<LandingFiguresRow[]> => (await ask(as, request)).list;
const titles = (list: readonly LandingFiguresRow[]) => list.map(({ dims }) => dims.landing?.label).toSorted();
const rowOf = async (as: string, title: string, request: Partial<Request> = {}) =>
  (await listed(as, request)).find(({ dims }) => dims.landing?.label === title);

describe('figures of landing pages', () => {
  it('count direct visits as PV and UV only, so the rates are those of ads', async () => {
    const row = await rowOf('admin', 'hero');
    expect(row?.m).toMatchObject({
      link_clicks: 1_100,
      lp_views: 880,
      pv: 2_190,
      uv: 1_580,
      cta_clicks: 410,
      pay_page_views: 165,
      first_payers: 21,
      bounce_rate: 0.168067,
      cta_rate: 0.465909,
      lp_pay_rate: 0.023864,
      avg_load_ms: 900,
      aov: 300,
    });
  });

  it('say where a page is, what it is, and since when it is offline', async () => {
    expect((await rowOf('admin', 'rare'))?.dims.landing).toEqual({
      id: page.rare,
      label: 'rare',
      url: 'https://reel.example/rare',
      site: { id: site, label: '剧场' },
      template: 'player',
      status: 'offline',
      ab_group: 'opening',
      offline_at: '2026-11-18T05:00:00.000Z',
    });
  });

  it('show the visits of own ads, and direct visits to whoever sees the site', async () => {
    expect((await rowOf('opt_01', 'hero'))?.m).toMatchObject({ pv: 1_100, uv: 800, first_payers: 20 });
    expect((await rowOf('opt_05', 'hero'))?.m).toMatchObject({ pv: 90, uv: 80, first_payers: 1 });
    // The leader of both has the site.
    expect((await rowOf('lead_a', 'hero'))?.m).toMatchObject({ pv: 2_190, uv: 1_580 });
    expect(await rowOf('lead_a', 'hidden')).toBeUndefined();
    expect((await rowOf('admin', 'hidden'))?.m).toMatchObject({ pv: 30, uv: 20, lp_pay_rate: null });
  });

  it('list pages without visits to whoever sees their site', async () => {
    expect(titles(await listed('lead_a'))).toEqual(['hero', 'quiet', 'rare', 'trailer']);
    expect(titles(await listed('opt_01'))).toEqual(['hero', 'rare', 'trailer']);
    expect((await rowOf('lead_a', 'quiet'))?.m).toMatchObject({ bounce_rate: null, cta_rate: null, lp_pay_rate: null, avg_load_ms: null });
  });

  it('leave direct visits out of everything that is narrowed by ads', async () => {
    const account = await server.db.selectFrom('ad_account').select('id').orderBy('id').executeTakeFirstOrThrow();
    const filters: NonNullable<Request['filters']>[] = [
      { ad_account_id: [account.id] },
      { user_id: [await rows.idOf('opt_01')] },
      { country: ['US'] },
      { channel: 'meta' },
      { unowned: true },
    ];
    const totals = await Promise.all(filters.map(async (given) => (await ask('admin', { filters: given })).totals.m['pv']));
    expect(totals).toEqual([2_060, 2_060, 2_150, 2_150, 0]);
    expect((await ask('admin', { filters: { drama_id: [drama] } })).totals.m['pv']).toBe(3_180);
  });

  it('leave direct visits out of rows by person and country, whose sum is still the total', async () => {
    for (const by of ['user', 'country'] as const) {
      const { list, totals } = await ask('admin', { group_by: [by] });
      expect(totals.m['pv']).toBe(2_150);
      expect(list.reduce((sum: number, { m }: LandingFiguresRow) => sum + (m['pv'] ?? 0), 0)).toBe(2_150);
    }
    for (const by of ['landing', 'site', 'drama', 'template', 'ab_group', 'date'] as const) {
      const { list, totals } = await ask('admin', { group_by: [by] });
      expect(totals.m['pv']).toBe(3_180);
      expect(list.reduce((sum: number, { m }: LandingFiguresRow) => sum + (m['pv'] ?? 0), 0)).toBe(3_180);
    }
  });

  it('unfold a page by person without its direct visits, and a site by page with them', async () => {
    const people = await ask('admin', { group_by: ['user'], under: [{ by: 'landing', id: page.hero }] });
    expect(people.totals.m['pv']).toBe(1_190);
    const pages = await ask('admin', { under: [{ by: 'site', id: site }] });
    expect(pages.totals.m['pv']).toBe(3_150);
  });

  it('compare with the days before, direct visits included', async () => {
    const hero = await rowOf('admin', 'hero', { date_from: '2026-11-20', date_to: '2026-11-20', compare: 'prev' });
    expect([hero?.m['pv'], hero?.prev?.['pv']]).toEqual([500, 1_690]);
    const today = await rowOf('admin', 'hero', { date_mode: 'account_today', compare: 'prev' });
    expect([today?.m['pv'], today?.prev?.['pv']]).toEqual([500, 1_690]);
  });

  it('narrow by site, template, status and A/B group, also the pages without visits', async () => {
    const by = async (filters: NonNullable<Request['filters']>) => titles(await listed('admin', { filters }));
    expect(await by({ site_id: [site] })).toEqual(['hero', 'quiet', 'rare', 'trailer']);
    expect(await by({ template: ['quiz'] })).toEqual(['quiet']);
    expect(await by({ landing_status: ['offline'] })).toEqual(['rare']);
    expect(await by({ ab_group: 'opening' })).toEqual(['hero', 'rare', 'trailer']);
    expect(await by({ ab_group: 'open' })).toEqual([]);
  });

  it('follow the days in the chart, direct visits included, and split them by page', async () => {
    const trend = { ...DAYS, by: 'day' as const, metrics: ['uv' as const, 'cta_rate' as const] };
    const { x, series } = (await server.as('admin', '/analyse-landing/trend', trend)).data;
    expect(x.at(-2)).toBe('2026-11-19');
    expect(series[0]?.data.slice(-2)).toEqual([2_050, 400]);
    const split = (await server.as('admin', '/analyse-landing/trend', { ...trend, series_by: 'user' })).data;
    expect(
      split.series.filter(({ metric }: { metric: string }) => metric === 'uv').map(({ data }: { data: (number | null)[] }) => data.at(-2)),
    ).toEqual([1_250, 80]);
  });

  it('are exported with the address, site, template, status and A/B group of each page', async () => {
    const columns = ['landing', 'landing_url', 'landing_site', 'landing_template', 'landing_status', 'landing_ab_group', 'uv'];
    const request = { ...DAYS, group_by: ['landing'], columns, locale: 'en', sort: [{ field: 'uv', order: 'desc' }] };
    const { rawPayload } = await server.app.inject({
      method: 'POST',
      url: '/api/analyse-landing/export',
      headers: { authorization: `Bearer ${await server.signIn('admin')}` },
      payload: request,
    });
    const [data = []] = sheetsIn(rawPayload);
    expect(data[1]).toEqual(['hero', 'https://reel.example/hero', '剧场', 'Player', 'Online', 'opening', '1580']);
    expect(data.at(-1)?.at(-1)).toBe('2450');
  });

  it('declare only metrics that are available', () => {
    expect(new Set(landing.metrics).size).toBe(landing.metrics.length);
  });
});

describe('the funnel', () => {
  const funnel = async (as: string, request: object = {}) =>
    (await server.as(as, '/analyse-landing/funnel', { ...DAYS, ...request })).data.steps;

  it('goes from clicks to first payers, each step out of the one before', async () => {
    expect(await funnel('opt_01', { landing_page_ids: [page.hero] })).toEqual([
      { key: 'link_clicks', count: 1_000, rate: null },
      { key: 'lp_views', count: 800, rate: 0.8 },
      { key: 'cta_clicks', count: 400, rate: 0.5 },
      { key: 'pay_page_views', count: 160, rate: 0.4 },
      { key: 'first_payers', count: 20, rate: 0.125 },
    ]);
  });

  it('is narrowed by the filters and the chosen pages together', async () => {
    const filters = { landing_page_id: [page.hero, page.trailer] };
    const counts = async (request: object) => (await funnel('admin', request)).map(({ count }: { count: number }) => count);
    expect(await counts({ filters })).toEqual([1_600, 1_280, 910, 365, 61]);
    expect(await counts({ filters, landing_page_ids: [page.hero, page.rare] })).toEqual([1_100, 880, 410, 165, 21]);
    expect(await counts({ filters, landing_page_ids: [page.rare] })).toEqual([0, 0, 0, 0, 0]);
  });
});

describe('the comparison of an A/B group', () => {
  const compare = async (as: string, ab_group = 'opening') => (await server.as(as, '/analyse-landing/ab', { ...DAYS, ab_group })).data;

  it('tests each page against the oldest, by the visitors from ads', async () => {
    const { rows: pages, tests } = await compare('opt_01');
    expect(pages.map(({ page: of, m }: LandingAb['rows'][number]) => [of.label, m['uv'], m['lp_pay_rate']])).toEqual([
      [expect.stringMatching(/^hero \(\/.+\)$/), 800, 0.025],
      [expect.stringMatching(/^trailer \(\/.+\)$/), 800, 0.05],
      [expect.stringMatching(/^rare \(\/.+\)$/), 50, 0.06],
    ]);
    expect(tests).toEqual([
      { page_id: page.trailer, control_id: page.hero, difference: 0.025, p_value: expect.closeTo(0.0086, 3), too_few: false },
      { page_id: page.rare, control_id: page.hero, difference: 0.035, p_value: null, too_few: true },
    ]);
  });

  it('lists pages without visits to whoever sees their site, and nothing of an unknown group', async () => {
    expect((await compare('lead_b')).rows).toEqual([]);
    expect(await compare('admin', 'nothing')).toEqual({ rows: [], tests: [] });
  });
});
