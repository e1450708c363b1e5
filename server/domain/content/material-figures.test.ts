import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { listMaterials } from '#contracts/endpoints/materials.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures } from '#tests/support/facts.ts';
import { sheetsIn } from '#tests/support/sheet.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const known = { shanghai: 0, angeles: 0, hit: 0, flop: 0, unused: 0 };
const days = { data_from: '2026-11-10', data_to: '2026-11-20' };

beforeAll(async () => {
  server = await createTestApp();
  // 04:00 on the 21st in UTC: the 21st has begun in Shanghai, but not in Los Angeles.
  server.clock.forward({ hours: 20 });
  known.shanghai = await rows.account('opt_01');
  known.angeles = await rows.account('opt_01', { timezone: 'America/Los_Angeles' });
  known.hit = await rows.material('opt_01', { visibility: 'company', title: '爆款' });
  known.flop = await rows.material('opt_01', { visibility: 'company', title: '亏损' });
  known.unused = await rows.material('opt_01', { visibility: 'company', title: '没用过' });
  for (const [account, by, material_id, day, facts] of [
    [known.shanghai, 'opt_01', known.hit, '2026-11-12', { spend_usd: 1_000, rev_d0: 800, rev_d1: 900, impressions: 100, plays_3s: 30 }],
    [known.angeles, 'opt_01', known.hit, '2026-11-19', { spend_usd: 2_000, rev_d0: 1_000, rev_d1: 5_000, impressions: 100, plays_3s: 10 }],
    [known.shanghai, 'opt_05', known.hit, '2026-11-13', { spend_usd: 4_000, rev_d0: 400, rev_d1: 500, impressions: 200, plays_3s: 20 }],
    [known.shanghai, 'opt_01', known.flop, '2026-11-14', { spend_usd: 5_000, rev_d0: 500, rev_d1: 500, impressions: 50, plays_3s: 1 }],
  ] as const) {
    const ad = await rows.ad(await rows.group(await rows.campaign(account, by)), { material_id });
    await rows.days([rows.dayOf(ad, day, facts), rows.dayOf(ad, '2026-10-01', { spend_usd: 9_000, rev_d0: 9_000 })]);
  }
  await rows.synced(known.angeles, { pulled_at: new Date('2026-11-21T01:00:00Z'), failed_since: new Date('2026-11-21T01:15:00Z') });
});
afterAll(() => server.close());

type Asked = Partial<RequestOf<typeof listMaterials>>;
const list = (by: string, asked: Asked = {}) => server.as(by, '/material-files/list', { ...days, ...asked });
const titles = async (by: string, asked: Asked) => (await list(by, asked)).data.list.map(({ title }) => title);

describe('figures of a material', () => {
  it('are those of its visible ads in the given days, across all accounts', async () => {
    const of = async (by: string) => Object.fromEntries((await list(by)).data.list.map(({ id, m }) => [id, m]));
    const [all, own] = [await of('admin'), await of('opt_01')];
    expect(all[known.hit]).toMatchObject({ spend: 7_000, roi_d0: 0.314286, impressions: 400, hook_rate: 0.15 });
    expect(own[known.hit]).toMatchObject({ spend: 3_000, roi_d0: 0.6, hook_rate: 0.2 });
    expect(own[known.flop]).toMatchObject({ spend: 5_000, roi_d0: 0.1 });
    expect(own[known.unused]).toMatchObject({ spend: 0, roi_d0: null });
  });

  it('leave images out of video rates: an image has none, and totals use videos only', async () => {
    const account = await rows.account('opt_06');
    const video = await rows.material('opt_06', { title: '率 视频' });
    const image = await rows.material('opt_06', { title: '率 图片', kind: 'image' });
    for (const [material_id, facts] of [
      [video, { impressions: 400, plays_3s: 100, video_plays: 300, thruplays: 40 }],
      // A video without plays still counts as a video.
      [video, { impressions: 100 }],
      [image, { impressions: 1_500, spend_usd: 100 }],
    ] as const) {
      const ad = await rows.ad(await rows.group(await rows.campaign(account, 'opt_06')), { material_id });
      await rows.days([rows.dayOf(ad, '2026-11-12', facts)]);
    }
    const { data } = await list('opt_06', { keyword: '率' });
    const of = Object.fromEntries(data.list.map(({ id, m }) => [id, m]));
    expect(of[video]).toMatchObject({ hook_rate: 0.2, thruplay_rate: 0.08, hold_rate: 0.4 });
    expect(of[image]).toMatchObject({ hook_rate: null, thruplay_rate: null, hold_rate: null, completion_rate: null, avg_watch_s: null });
    expect(data.totals?.m).toMatchObject({ impressions: 2_000, hook_rate: 0.2, thruplay_rate: 0.08 });
    const report = { date_from: '2026-11-12', date_to: '2026-11-12', filters: { ad_account_id: [account] } };
    // Account rows come from facts per account, material rows from facts per ad.
    for (const group_by of [['account'], ['material']] as const) {
      const { totals } = (await server.as('opt_06', '/ad-data/query', { ...report, group_by: [...group_by], metrics: ['hook_rate'] })).data;
      expect(totals.m['hook_rate']).toBe(0.2);
    }
  });

  it('of the last 30 days are said in a picker of what to use, and nowhere else', async () => {
    await server.db
      .updateTable('material')
      .set({ hit_level: 'hit', ratio: 'other', width: 1200, height: 628 })
      .where('id', '=', known.hit)
      .execute();
    const subs = async (usable?: true) => {
      const { data } = await server.as('opt_01', '/material-files/simple_list', { keyword: '款', usable });
      const { data: others } = await server.as('opt_01', '/material-files/simple_list', { ids: [known.unused], usable });
      return [...data.list, ...others.list].map(({ sub }) => sub.split(' · ').slice(1).join(' · '));
    };
    expect(await subs(true)).toEqual([
      expect.stringMatching(/1\.91:1 · 0:30 · 爆款 · 消耗 \$30\.00 · D0 ROI 0\.60$/),
      expect.stringMatching(/ · 0:30 · 近 30 天没有消耗$/),
    ]);
    expect(await subs()).toEqual([expect.stringMatching(/1\.91:1 · 0:30 · 爆款$/), expect.stringMatching(/ · 0:30$/)]);
    const file = await server.app.inject({
      method: 'POST',
      url: '/api/material-files/export',
      headers: { authorization: `Bearer ${await server.signIn('opt_01')}` },
      payload: { columns: ['title', 'ratio'], locale: 'zh-cn', keyword: '款' },
    });
    expect(sheetsIn(file.rawPayload)[0]?.[1]).toEqual(['爆款', '1.91:1']);
  });

  it('mature by the local day of each account', async () => {
    const row = (await list('opt_01')).data.list.find(({ id }) => id === known.hit);
    // In Los Angeles the 19th has not matured on the 20th.
    expect(row?.m?.['roi_d1']).toBe(0.9);
    expect(row?.mature?.['roi_d1']).toBe('9/11');
    expect(row).not.toHaveProperty('spent');
  });

  it('have the same totals whether summed by account or by ad, also of ads without a listed material', async () => {
    const account = await rows.account('opt_07');
    const shop = await rows.material('opt_07', { biz: 'ec', product_id: await rows.product(await rows.site()), title: '总计 电商' });
    const gone = await rows.material('opt_07', { title: '总计 已删' });
    const differing = [{ material_id: null }, { material_id: shop }, { material_id: gone }, { material_id: known.hit, biz: 'ec' as const }];
    for (const [at, dims] of differing.entries()) {
      const ad = await rows.ad(await rows.group(await rows.campaign(account, 'opt_07')), {});
      await rows.days([{ ...rows.dayOf(ad, '2026-11-15', { spend_usd: 10 ** at, rev_d1: 7 }), ...dims }]);
    }
    await server.db.updateTable('material').set({ deleted_at: new Date() }).where('id', '=', gone).execute();
    const spend = async (asked: Asked) => {
      const { totals } = (await list('admin', asked)).data;
      return [totals?.m?.['spend'], totals?.m?.['roi_d1'], totals?.used_ads];
    };
    for (const biz of ['dj', 'ec', undefined] as const) {
      // An empty keyword matches everything, but is a filter that sums of accounts cannot answer.
      expect(await spend({ biz }), biz).toEqual(await spend({ biz, keyword: '' }));
    }
    expect((await spend({ biz: 'ec' }))[0]).toBe(10);
    await server.db.deleteFrom('insight_daily').where('ad_account_id', '=', account).execute();
  });

  it('have totals over all matching materials and their ads, with freshness', async () => {
    const { data } = await list('opt_01', { page_size: 20, keyword: '款' });
    expect(data.totals).toMatchObject({ m: { spend: 3_000, roi_d0: 0.6 }, used_ads: 3 });
    expect((await list('opt_01')).data.totals).toMatchObject({ m: { spend: 8_000, roi_d0: 0.2875 }, used_ads: 4 });
    expect(data.as_of).toBe('2026-11-21T01:00:00.000Z');
    expect(data.newest_at).toBe('2026-11-21T01:00:00.000Z');
    expect(data.warnings).toMatchObject([{ kind: 'stale_account', refs: [{ id: known.angeles }] }]);
  });

  it('are returned only when days are requested', async () => {
    const { data } = await server.as('opt_01', '/material-files/list', {});
    expect(data.list).toHaveLength(3);
    for (const row of data.list) expect(Object.keys(row).filter((key) => key === 'm' || key.startsWith('x:'))).toEqual([]);
    expect(Object.keys(data).toSorted()).toEqual(['list', 'page', 'page_size', 'total']);
  });
});

describe('a list of materials', () => {
  it('can be sorted by a metric, with missing values last in both directions', async () => {
    const by = (order: 'asc' | 'desc') => titles('opt_01', { sort: [{ field: 'roi_d0', order }] });
    expect(await by('desc')).toEqual(['爆款', '亏损', '没用过']);
    expect(await by('asc')).toEqual(['亏损', '爆款', '没用过']);
  });

  it('can be narrowed by metrics, as can a batch on all matching materials', async () => {
    expect(await titles('opt_01', { metric_range: [{ metric: 'roi_d0', min: 0.5 }] })).toEqual(['爆款']);
    expect(await titles('opt_01', { metric_range: [{ metric: 'spend', min: 1, max: 4_000 }] })).toEqual(['爆款']);
    const filter = { ...days, metric_range: [{ metric: 'roi_d0' as const, max: 0.5 }] };
    const { data } = await list('opt_01', filter);
    expect([data.total, data.totals?.m?.['spend']]).toEqual([1, 5_000]);
    const order = (expected_total: number) =>
      server.as('opt_01', '/material-files/batch_tag', {
        filter,
        expected_total,
        add: ['亏'],
        remove: [],
        idempotency_key: randomUUID(),
      });
    expect((await order(2)).data).toMatchObject({ reason: 'SELECTION_CHANGED' });
    expect((await order(1)).data).toMatchObject({ ok: 1 });
    expect((await list('opt_01', { keyword: '亏' })).data.list.map(({ tags }) => tags)).toEqual([['亏']]);
  });

  it('refuses metrics without days and invalid days at their fields', async () => {
    const faults = async (asked: Asked) => ((await server.as('opt_01', '/material-files/list', asked)).data as { errors?: unknown }).errors;
    expect(await faults({ sort: [{ field: 'spend', order: 'desc' }] })).toMatchObject([{ field: 'data_from', rule: 'required' }]);
    expect(await faults({ metric_range: [{ metric: 'spend', min: 1 }] })).toMatchObject([{ field: 'data_from', rule: 'required' }]);
    expect(await faults({ data_from: '2026-11-10' })).toMatchObject([{ field: 'data_to', rule: 'required' }]);
    expect(await faults({ data_from: '2026-11-10', data_to: '2026-11-09' })).toMatchObject([{ field: 'data_to', rule: 'range' }]);
    expect(await faults({ data_from: '2026-01-01', data_to: '2026-11-09' })).toMatchObject([{ field: 'data_to', rule: 'reportDays' }]);
  });

  it('can be exported with its metrics, their totals and their formulas', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/material-files/export',
      headers: { authorization: `Bearer ${await server.signIn('opt_01')}` },
      payload: { ...days, sort: [{ field: 'spend', order: 'desc' }], columns: ['title', 'spend', 'roi_d0'], locale: 'zh-cn' },
    });
    const [data = [], notes = []] = sheetsIn(answer.rawPayload);
    expect(data[0]).toEqual(['标题', '消耗 (USD)', 'D0 ROI（首日）']);
    expect(data.slice(1).map((row) => row.filter((cell) => cell !== ''))).toEqual([
      ['亏损', '50', '0.1'],
      ['爆款', '30', '0.6'],
      ['没用过', '0'],
      ['合计', '80', '0.2875'],
    ]);
    const said = new Map(notes.map(([name = '', value = '']) => [name, value]));
    expect(said.get('筛选:数据日期')).toBe('2026-11-10 ~ 2026-11-20');
    expect(said.get('消耗 (USD)')).toBeDefined();
    expect(said.get('数据更新至')).toBe('2026-11-21 09:00（1 个账户停在 2026-11-21 09:00）');
  });
});

describe('the freshness of materials', () => {
  it('names only accounts of the requested business line', async () => {
    const material = await rows.material('opt_06', { visibility: 'company' });
    for (const [biz, failed_since] of [
      ['dj', undefined],
      ['ec', new Date('2026-11-21T01:15:00Z')],
    ] as const) {
      const account = await rows.account('opt_06');
      const ad = await rows.ad(await rows.group(await rows.campaign(account, 'opt_06', { biz })), { material_id: material });
      await rows.days([rows.dayOf(ad, '2026-11-20', { spend_usd: 1 })]);
      await rows.synced(account, { pulled_at: new Date('2026-11-21T03:00:00Z'), ...(failed_since && { failed_since }) });
    }
    expect((await list('opt_06', { biz: 'dj' })).data).not.toHaveProperty('warnings');
    expect((await list('opt_06', { biz: 'ec' })).data.warnings).toMatchObject([{ kind: 'stale_account' }]);
  });
});
