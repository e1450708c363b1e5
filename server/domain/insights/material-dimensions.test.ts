import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures } from '#tests/support/facts.ts';
import type { DimensionKey } from './dimensions.ts';
import { queryReport, queryTrend, type ReportQuestion } from './index.ts';

let server: TestApp;
const rows = factFixtures(() => server);

let videos: number[];

const ADMIN = { userId: 0, isAdmin: 1, isLeader: false, departmentPath: null } as const;

beforeAll(async () => {
  server = await createTestApp();
  server.clock.forward({ hours: 20 });
  const account = await rows.account('opt_01');
  const short = await rows.material('edit_01', { duration_ms: 15_400, ratio: '1:1', language: 'es', tags: ['反转', '打脸'] });
  const long = await rows.material('edit_02', { duration_ms: 180_600, tags: ['反转'] });
  videos = [short, long];
  const image = await rows.material('edit_02', { kind: 'image', mime: 'image/png', duration_ms: null, tags: [] });
  const adOf = async (material_id?: number) =>
    await rows.ad(await rows.group(await rows.campaign(account, 'opt_01')), material_id === undefined ? {} : { material_id });
  const ads = [await adOf(short), await adOf(long), await adOf(image), await adOf()] as const;
  const spends = [100, 200, 400, 800];
  await rows.days(
    ads.flatMap((ad, at) => [
      rows.dayOf(ad, '2026-10-31', { spend_usd: 1 }),
      rows.dayOf(ad, '2026-11-19', { spend_usd: spends[at] ?? 0, impressions: 1_000, rev_d1: 50 }),
    ]),
  );
  await rows.hours([
    rows.hourOf(ads[0], '2026-11-19', 7, { spend_usd: 40 }),
    rows.hourOf(ads[0], '2026-11-19', 21, { spend_usd: 60 }),
    rows.hourOf(ads[1], '2026-11-19', 7, { spend_usd: 200 }),
  ]);
});
afterAll(() => server.close());

const questionOf = (groupBy: DimensionKey[], more: Partial<ReportQuestion> = {}): ReportQuestion => ({
  caller: ADMIN,
  now: server.clock.now(),
  days: { from: '2026-11-01', to: '2026-11-20', length: 20, isToday: false },
  filter: {},
  under: [],
  before: false,
  groupBy,
  metrics: ['spend', 'ads_spending'],
  sort: [],
  ...more,
});
const ask = async (groupBy: DimensionKey[], more: Partial<ReportQuestion> = {}) => {
  const { lines, totals } = await queryReport(server.db, questionOf(groupBy, more), { limit: 50, offset: 0 });
  return { spend: Object.fromEntries(lines.map(({ key, m }) => [key, m['spend']])), lines, totals };
};

describe('dimensions of materials', () => {
  it('group facts by what their material is, those without one apart', async () => {
    expect((await ask(['kind'])).spend).toEqual({ video: 300, image: 400, '': 800 });
    expect((await ask(['ratio'])).spend).toEqual({ '1:1': 100, '9:16': 600, '': 800 });
    expect((await ask(['material_language'])).spend).toEqual({ es: 100, en: 600, '': 800 });
    const { lines } = await ask(['creator'], { sort: [{ field: 'spend', order: 'asc' }] });
    expect(lines.map(({ values, m }) => [values.creator?.label, m['spend']])).toEqual([
      [expect.any(String), 100],
      [expect.any(String), 600],
      [null, 800],
    ]);
  });

  it('put a duration in the band of its whole seconds, and images in none', async () => {
    expect((await ask(['duration'])).spend).toEqual({ '000-015': 100, '181-': 200, '': 1_200 });
  });

  it('count a fact under each of its tags, and once in the totals', async () => {
    const { spend, totals } = await ask(['tag'], { metrics: ['spend', 'ads_spending', 'materials_used'] });
    expect(spend).toEqual({ 反转: 300, 打脸: 100, '': 1_200 });
    expect(totals.m).toMatchObject({ spend: 1_500, ads_spending: 4, materials_used: 3 });
    expect((await ask(['material'], { under: [{ by: 'tag', id: '反转' }] })).totals.m).toMatchObject({ spend: 300, ads_spending: 2 });
  });

  it('draw a line for each tag and none for the rest, which would count facts twice', async () => {
    const trend = await queryTrend(server.db, { ...questionOf(['tag']), by: 'month', metrics: ['spend'], seriesBy: 'tag', top: 2 });
    expect(trend.series.map(({ key, data }) => [key, data])).toEqual([
      ['', [1_200]],
      ['反转', [300]],
    ]);
  });

  it('sort by what is known of a material', async () => {
    const order = async (field: string) =>
      (await ask(['material'], { sort: [{ field, order: 'desc' }], filter: { material_id: videos } })).lines.map(({ m }) => m['spend']);
    expect(await order('material_duration')).toEqual([200, 100]);
    expect(await order('material_code')).toEqual([200, 100]);
    expect(await order('first_used_at')).toHaveLength(2);
  });
});

describe('dimensions of time', () => {
  it('group by month, with the ripe days of that month alone', async () => {
    const days = { from: '2026-10-30', to: '2026-11-20', length: 22, isToday: false };
    const { lines } = await ask(['month'], { days, metrics: ['spend', 'roi_d1'] });
    expect(lines.map(({ key, m, mature }) => [key, m['spend'], mature?.['roi_d1']])).toEqual([
      ['2026-11', 1_500, '19/20'],
      ['2026-10', 4, undefined],
    ]);
  });

  it('compare a month with the days before that fall on it, also below its row', async () => {
    const back = { days: { from: '2026-11-01', to: '2026-11-19', length: 19, isToday: false }, before: true };
    expect((await ask(['month'], back)).lines.map(({ key, m, prev }) => [key, m['spend'], prev?.['spend']])).toEqual([
      ['2026-11', 1_500, 4],
    ]);
    const below = await ask(['kind'], { ...back, under: [{ by: 'month', id: '2026-11' }] });
    expect(below.lines.map(({ key, prev }) => [key, prev?.['spend']])).toEqual([
      ['', 1],
      ['image', 1],
      ['video', 2],
    ]);
  });

  it('group by hour, where metrics of the day alone have no value', async () => {
    const metrics: MetricKey[] = ['spend', 'roi_d1', 'ads_spending'];
    const { lines, totals } = await ask(['hour'], { metrics, sort: [{ field: 'hour', order: 'asc' }] });
    expect(lines.map(({ key, m }) => [key, m['spend'], m['roi_d1'], m['ads_spending']])).toEqual([
      ['07', 240, null, null],
      ['21', 60, null, null],
    ]);
    expect(totals.m).toMatchObject({ spend: 300, roi_d1: null });
  });
});
