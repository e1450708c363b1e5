import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { cohortOfDrama, EffectRow, queryEffect } from '#contracts/endpoints/effect.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { effect } from '#contracts/reports/effect.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures, type LaunchedAd } from '#tests/support/facts.ts';
import { sheetsIn } from '#tests/support/sheet.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const drama = { wolf: 0, rose: 0 };
let wolf: LaunchedAd;
let wolfElsewhere: LaunchedAd;
let rose: LaunchedAd;

const DAYS = { date_from: '2026-11-10', date_to: '2026-11-20' };

beforeAll(async () => {
  server = await createTestApp();
  server.clock.forward({ hours: 20 });
  drama.wolf = await rows.drama({
    title: '狼王',
    language: 'en',
    genres: ['werewolf', 'romance'],
    stage: 'scaling',
    online_at: '2026-11-01',
  });
  drama.rose = await rows.drama({ title: '玫瑰', language: 'es', genres: ['revenge'], stage: 'testing', online_at: '2026-11-20' });
  const [first, second] = [await rows.account('opt_01'), await rows.account('opt_05')];
  const material_id = await rows.material('edit_01');
  const adOf = async (account: number, by: string, drama_id: number, country = 'US') =>
    await rows.ad(await rows.group(await rows.campaign(account, by, { drama_id }), { country }), { material_id });
  wolf = await adOf(first, 'opt_01', drama.wolf);
  wolfElsewhere = await adOf(second, 'opt_01', drama.wolf, 'JP');
  rose = await adOf(second, 'opt_05', drama.rose);
  const day = { spend: 1_000, spend_usd: 1_000, impressions: 100, revenue_usd: 600, new_users: 10, payers_d0: 1, rev_d0: 300, rev_d1: 500 };
  await rows.days([
    rows.dayOf(wolf, '2026-11-10', { ...day, rev_d3: 800, rev_d7: 1_200 }),
    rows.dayOf(wolf, '2026-11-19', day),
    rows.dayOf(wolfElsewhere, '2026-11-19', day),
    rows.dayOf(rose, '2026-11-20', { ...day, spend_usd: 500, spend: 500 }),
    rows.dayOf(rose, '2026-11-19', { ...day, spend_usd: 0, spend: 0 }),
  ]);
});
afterAll(() => server.close());

type Request = RequestOf<typeof queryEffect>;
type CohortRequest = RequestOf<typeof cohortOfDrama>;
const ask = async (as: string, request: Partial<Request> = {}) =>
  (await server.as(as, '/analyse-effect/query', { ...DAYS, group_by: ['drama'], ...request })).data;
const listed = async (as: string, request: Partial<Request> = {}): Promise<EffectRow[]> => (await ask(as, request)).list;
const cohort = async (as: string, request: Partial<CohortRequest> = {}) =>
  (await server.as(as, '/analyse-effect/cohort', { ...DAYS, drama_id: drama.wolf, ...request })).data;

describe('figures of dramas', () => {
  it('say what each drama is, and count people and materials once whatever account they are in', async () => {
    const { list, totals } = await ask('admin', { sort: [{ field: 'spend', order: 'desc' }] });
    expect(list.map(({ dims }: EffectRow) => dims.drama)).toEqual([
      expect.objectContaining({ label: '狼王', stage: 'scaling', online_days: 21, target_roi: 0.6 }),
      expect.objectContaining({ label: '玫瑰', stage: 'testing', online_days: 2 }),
    ]);
    expect(list.map(({ m }: EffectRow) => [m['spend'], m['users'], m['materials_used'], m['ads_spending']])).toEqual([
      [3_000, 1, 1, 2],
      [500, 1, 1, 1],
    ]);
    expect(totals.m).toMatchObject({ spend: 3_500, users: 2, materials_used: 1, ads_spending: 3 });
  });

  it.each(effect.groupBy)('come to the totals of ad data by %s, over the same days and filters', async (dimension) => {
    for (const filters of [{}, { country: ['US'] }, { user_id: [await rows.idOf('opt_01')] }]) {
      const shared = ['spend', 'impressions', 'new_users', 'revenue', 'roi', 'roi_d0', 'roi_d1', 'profit'] as const;
      const own = await ask('admin', { group_by: [dimension], filters, metrics: [...shared] });
      const ads = await server.as('admin', '/ad-data/query', { ...DAYS, group_by: ['user'], filters, metrics: [...shared] });
      expect(own.totals.m).toEqual(ads.data.totals.m);
      const sum = own.list.reduce((all: number, { m }: EffectRow) => all + (m['spend'] ?? 0), 0);
      expect(sum).toBe(own.totals.m['spend']);
    }
  });

  it('count a person who launches in two accounts once in the total of accounts', async () => {
    const { list, totals } = await ask('admin', { group_by: ['account'], filters: { drama_id: [drama.wolf] } });
    expect(list.map(({ m }: EffectRow) => m['users'])).toEqual([1, 1]);
    expect(totals.m['users']).toBe(1);
  });

  it('are narrowed by stage, language, genre and the day they went online', async () => {
    const titles = async (filters: Request['filters']) => (await listed('admin', { filters })).map(({ dims }) => dims.drama?.label);
    expect(await titles({ stage: ['testing'] })).toEqual(['玫瑰']);
    expect(await titles({ language: ['en'] })).toEqual(['狼王']);
    expect(await titles({ genre: ['romance'] })).toEqual(['狼王']);
    expect(await titles({ online_from: '2026-11-15', online_to: '2026-11-30' })).toEqual(['玫瑰']);
  });

  it('name words in the language of the reader', async () => {
    const names = async (dimension: 'language' | 'genre' | 'stage' | 'country') =>
      (await listed('admin', { group_by: [dimension], sort: [{ field: 'spend', order: 'desc' }] })).map(
        ({ dims }) => dims[dimension]?.label,
      );
    expect(await names('genre')).toEqual(['狼人', '复仇']);
    expect(await names('stage')).toEqual(['放量', '测试']);
    expect(await names('language')).toEqual(['英语', '西班牙语']);
    expect(await names('country')).toEqual(['美国', '日本']);
    const trend = await server.as('admin', '/analyse-effect/trend', { ...DAYS, by: 'day', metrics: ['spend'], series_by: 'stage' });
    expect(trend.data.series.map(({ label }: { label: string }) => label)).toEqual(['放量', '测试']);
  });

  it('keep revenue of a day without spend, whose return is no number', async () => {
    const [row] = await listed('admin', { date_from: '2026-11-19', date_to: '2026-11-19', filters: { drama_id: [drama.rose] } });
    expect(row?.m).toMatchObject({ spend: 0, revenue: 600, roi: null });
  });

  it('show each reader only what they may see, and nothing to whom the page is not open', async () => {
    expect((await listed('opt_05')).map(({ dims }) => dims.drama?.label)).toEqual(['玫瑰']);
    expect((await server.as('edit_01', '/analyse-effect/query', { ...DAYS, group_by: ['drama'] })).reason).toBe('NO_PATH');
    expect((await server.as('edit_01', '/analyse-effect/cohort', { ...DAYS, drama_id: drama.wolf })).reason).toBe('NO_PATH');
  });

  it('are sorted by how long a drama is online, and exported with it', async () => {
    const sort: Request['sort'] = [{ field: 'online_days', order: 'asc' }];
    expect((await listed('admin', { sort })).map(({ dims }) => dims.drama?.label)).toEqual(['玫瑰', '狼王']);
    const token = await server.signIn('admin');
    const { rawPayload } = await server.app.inject({
      method: 'POST',
      url: '/api/analyse-effect/export',
      headers: { authorization: `Bearer ${token}` },
      payload: {
        ...DAYS,
        group_by: ['drama'],
        sort,
        filters: { stage: ['testing', 'scaling'], online_from: '2026-10-01' },
        columns: ['drama', 'stage_of_drama', 'online_days', 'spend'],
        locale: 'zh-cn',
      },
    });
    const [data = [], notes = []] = sheetsIn(rawPayload);
    expect(data.slice(0, 3)).toEqual([
      ['剧目', '阶段', '上线天数', '消耗 (USD)'],
      ['玫瑰', '测试', '2', '5'],
      ['狼王', '放量', '21', '30'],
    ]);
    const said = new Map(notes.map(([name = '', value = '']) => [name, value]));
    expect(said.get('筛选:剧目阶段')).toBe('测试、放量');
    expect(said.get('筛选:上线日期')).toBe('2026-10-01 ~');
  });
});

describe('cohorts of a drama', () => {
  it('are what users brought back by the day they were acquired, as far as it is ripe', async () => {
    const { rows: lines, step, totals } = await cohort('admin');
    expect(step).toBe('day');
    expect(
      lines.map(({ date, spend_usd, new_users }: { date: string; spend_usd: number; new_users: number }) => [date, spend_usd, new_users]),
    ).toEqual([
      ['2026-11-10', 1_000, 10],
      ['2026-11-19', 2_000, 20],
    ]);
    expect(lines[0]?.dn).toMatchObject({ 0: { v: 0.3, mature: true }, 7: { v: 1.2, mature: true }, 14: { v: null, mature: false } });
    expect(lines[1]?.dn).toMatchObject({ 0: { v: 0.3, mature: true }, 1: { v: 0.5, mature: true }, 3: { v: null, mature: false } });
    // Of everything only the ripe days count.
    expect(totals).toMatchObject({ spend_usd: 3_000, new_users: 30 });
    expect(totals.dn[7]).toEqual({ v: 1.2, mature: false });
  });

  it('agree with the row of the drama over the same days', async () => {
    const [row] = await listed('admin', { filters: { drama_id: [drama.wolf] } });
    const { totals } = await cohort('admin');
    expect([totals.dn[0]?.v, totals.dn[1]?.v, totals.dn[7]?.v]).toEqual([row?.m['roi_d0'], row?.m['roi_d1'], row?.m['roi_d7']]);
  });

  it('hold nothing that their reader may not see, and are narrowed by filters', async () => {
    expect((await cohort('opt_05')).rows).toEqual([]);
    const { rows: lines } = await cohort('opt_01', { filters: { country: ['JP'] } });
    expect(lines.map(({ spend_usd }: { spend_usd: number }) => spend_usd)).toEqual([1_000]);
  });

  it('stand together by the week where there are more than 90 days', async () => {
    const { rows: lines, step } = await cohort('admin', { date_from: '2026-08-01', date_to: '2026-11-20' });
    expect(step).toBe('week');
    expect(lines.map(({ date }: { date: string }) => date)).toEqual(['2026-11-07', '2026-11-14']);
  });
});
