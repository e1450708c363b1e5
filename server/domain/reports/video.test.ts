import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { queryVideo, VideoRow } from '#contracts/endpoints/video.ts';
import { video } from '#contracts/reports/video.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures, type LaunchedAd } from '#tests/support/facts.ts';
import { sheetsIn } from '#tests/support/sheet.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const ids = { hook: 0, cut: 0, other: 0, image: 0, account: 0 };

const DAYS = { date_from: '2026-11-14', date_to: '2026-11-20' };

beforeAll(async () => {
  server = await createTestApp();
  server.clock.forward({ hours: 20 });
  ids.account = await rows.account('opt_01', { name: 'Secret account' });
  await rows.synced(ids.account, { pulled_at: new Date('2026-11-19T02:00:00Z'), failed_since: new Date('2026-11-19T03:00:00Z') });
  ids.hook = await rows.material('edit_01', { title: '钩子', duration_ms: 12_000, tags: ['反转'], hit_level: 'hit' });
  ids.cut = await rows.material('edit_01', { title: '改编', duration_ms: 45_000, ratio: 'other', width: 1_910, height: 1_000 });
  ids.other = await rows.material('edit_02', { title: '别人的', duration_ms: 12_000 });
  ids.image = await rows.material('edit_01', { title: '图片', kind: 'image', mime: 'image/png', duration_ms: null });
  const adOf = async (by: string, material_id: number): Promise<LaunchedAd> =>
    await rows.ad(await rows.group(await rows.campaign(ids.account, by)), { material_id });
  const hook = await adOf('opt_01', ids.hook);
  const hookElsewhere = await adOf('opt_05', ids.hook);
  const [cut, other, image] = [await adOf('opt_01', ids.cut), await adOf('opt_05', ids.other), await adOf('opt_01', ids.image)];
  const plays = { video_plays: 1_000, p25: 450, p50: 280, p75: 190, p95: 120, p100: 100 };
  await rows.days([
    ...[300, 280, 290, 250, 200].map((link_clicks, at) =>
      rows.dayOf(hook, `2026-11-${15 + at}`, { spend_usd: 1_000, spend: 1_000, impressions: 10_000, link_clicks, ...plays }),
    ),
    rows.dayOf(hookElsewhere, '2026-11-19', { spend_usd: 500, impressions: 2_000, link_clicks: 60, ...plays }),
    rows.dayOf(cut, '2026-11-19', { spend_usd: 100, impressions: 500, video_plays: 99, p25: 40 }),
    rows.dayOf(other, '2026-11-19', { spend_usd: 70, impressions: 3_000, ...plays }),
    rows.dayOf(image, '2026-11-19', { spend_usd: 9, impressions: 900 }),
  ]);
});
afterAll(() => server.close());

type Request = RequestOf<typeof queryVideo>;
const query = async (as: string, request: Partial<Request> = {}) =>
  (await server.as(as, '/analyse-video/query', { ...DAYS, group_by: ['material'], metrics: ['spend', 'ads_shown'], ...request })).data;
const spendOf = async (as: string, request: Partial<Request> = {}) =>
  Object.fromEntries(
    (await query(as, request)).list.map(({ dims, m }: VideoRow) => [Object.values(dims)[0]?.label ?? '', m['spend']]),
  ) as Record<string, number>;
const curve = async (as: string, material_ids: number[], more: object = {}) =>
  (await server.as(as, '/analyse-video/curve', { ...DAYS, material_ids, ...more })).data.series;
const fatigue = async (as: string, material_id: number) => (await server.as(as, '/analyse-video/fatigue', { material_id })).data;

describe('figures of videos', () => {
  it('say what each video is, and leave images out', async () => {
    const { list, totals } = await query('admin', { sort: [{ field: 'spend', order: 'desc' }] });
    expect(list.map(({ dims, m }: VideoRow) => [dims.material?.label, m['spend'], m['ads_shown']])).toEqual([
      ['钩子', 5_500, 2],
      ['改编', 100, 1],
      ['别人的', 70, 1],
    ]);
    expect(list[0]?.dims.material).toMatchObject({
      duration_ms: 12_000,
      hit_level: 'hit',
      kind: 'video',
      creator: { label: expect.any(String) },
    });
    expect(totals.m).toEqual({ spend: 5_670, ads_shown: 4 });
  });

  it('are narrowed by editor, duration, tag, level and least impressions', async () => {
    const titles = async (filters: Request['filters']) => Object.keys(await spendOf('admin', { filters })).toSorted();
    expect(await titles({ creator_id: [await rows.idOf('edit_02')] })).toEqual(['别人的']);
    expect(await titles({ duration: ['031-060'] })).toEqual(['改编']);
    expect(await titles({ tag: '反转' })).toEqual(['钩子']);
    expect(await titles({ hit_level: ['hit'] })).toEqual(['钩子']);
    expect(await titles({ min_impressions: 1_000 })).toEqual(['别人的', '钩子']);
    expect((await query('admin', { filters: { min_impressions: 1_000 } })).totals.m['spend']).toBe(5_570);
  });

  it.each(video.groupBy)('have the same totals by %s', async (dimension) => {
    expect((await query('admin', { group_by: [dimension] })).totals.m).toEqual({ spend: 5_670, ads_shown: 4 });
  });

  it('are sorted by duration, and exported with what is known of a video', async () => {
    const token = await server.signIn('admin');
    const { rawPayload } = await server.app.inject({
      method: 'POST',
      url: '/api/analyse-video/export',
      headers: { authorization: `Bearer ${token}` },
      payload: {
        ...DAYS,
        group_by: ['material'],
        sort: [{ field: 'material_duration', order: 'desc' }],
        filters: { min_impressions: 100, creator_id: [await rows.idOf('edit_01')] },
        columns: ['material', 'material_ratio', 'material_duration', 'hit_level', 'spend'],
        locale: 'en',
      },
    });
    const [data = [], notes = []] = sheetsIn(rawPayload);
    expect(data.slice(1, 3)).toEqual([
      ['改编', '1.91:1', '45', 'Standard', '1'],
      ['钩子', '9:16', '12', 'Hit', '55'],
    ]);
    expect(JSON.stringify(notes)).toContain('≥ 100');
  });
});

describe('who sees which figures of videos', () => {
  it.each([
    ['admin', { 钩子: 5_500, 改编: 100, 别人的: 70 }],
    ['opt_01', { 钩子: 5_000, 改编: 100 }],
    ['opt_05', { 钩子: 500, 别人的: 70 }],
    ['edit_01', { 钩子: 5_500, 改编: 100 }],
    ['edit_02', { 别人的: 70 }],
    ['lead_b', { 钩子: 5_500, 改编: 100, 别人的: 70 }],
  ])('shows %s the own ads, and what others spent on the own creatives', async (account, expected) => {
    expect(await spendOf(account)).toEqual(expected);
    const trend = await server.as(account, '/analyse-video/trend', { ...DAYS, by: 'month', metrics: ['spend'] });
    expect(trend.data.series[0]?.data).toEqual([Object.values(expected).reduce((sum, spend) => sum + spend, 0)]);
  });

  it('shows an editor no account, currency or owner of these amounts', async () => {
    const answer = await query('edit_01');
    expect(JSON.stringify(answer)).not.toContain('Secret account');
    expect(answer.totals.local).toBeUndefined();
    expect(answer.warnings).toBeUndefined();
    expect(JSON.stringify((await query('opt_01')).warnings)).toContain('Secret account');
  });

  it('shows an editor nothing once a filter would tell account, owner or campaign', async () => {
    for (const filters of [
      { ad_account_id: [ids.account] },
      { user_id: [await rows.idOf('opt_01')] },
      { keyword: '广告' },
      { objective: 'OUTCOME_SALES' as const },
    ]) {
      expect(await spendOf('edit_01', { filters })).toEqual({});
    }
    expect(await spendOf('edit_01', { filters: { country: ['US'] } })).toEqual({ 钩子: 5_500, 改编: 100 });
  });

  it('changes nothing of reports without that rule', async () => {
    expect((await server.as('edit_01', '/analyse-effect/query', { ...DAYS, group_by: ['drama'] })).reason).toBe('NO_PATH');
    const ads = await server.as('opt_05', '/ad-data/query', { ...DAYS, group_by: ['material'], metrics: ['spend'] });
    expect(ads.data.totals.m).toEqual({ spend: 570 });
  });
});

describe('retention of videos', () => {
  it('is the share of plays that came so far, where there are at least 100', async () => {
    expect(await curve('admin', [ids.cut, ids.hook])).toEqual([
      { material_id: ids.cut, label: '改编', plays: 99, points: null },
      { material_id: ids.hook, label: '钩子', plays: 6_000, points: [1, 0.45, 0.28, 0.19, 0.12, 0.1] },
    ]);
  });

  it('holds only what the caller sees, under the filters of the page', async () => {
    expect(await curve('opt_05', [ids.hook, ids.cut])).toMatchObject([{ material_id: ids.hook, plays: 1_000 }]);
    expect(await curve('edit_02', [ids.hook])).toEqual([]);
    expect(await curve('admin', [ids.hook, ids.cut], { filters: { material_id: [ids.cut] } })).toMatchObject([{ material_id: ids.cut }]);
  });
});

describe('fatigue of a video', () => {
  it('is marked on the first day whose CTR falls below 80 % of that of its first three days', async () => {
    expect(await fatigue('opt_01', ids.hook)).toEqual({
      x: ['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'],
      ctr_link: [0.03, 0.028, 0.029, 0.025, 0.02],
      cpm: [100, 100, 100, 100, 100],
      tired_at: '2026-11-19',
    });
  });

  it('is not judged by small days, and unknown for videos the caller does not see', async () => {
    expect((await fatigue('admin', ids.cut)).tired_at).toBeUndefined();
    expect(await fatigue('edit_02', ids.hook)).toEqual({ x: [], ctr_link: [], cpm: [] });
  });
});
