import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures } from '#tests/support/facts.ts';
import { sheetsIn } from '#tests/support/sheet.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const ids = { first: 0, second: 0, own: 0, other: 0, left: 0 };
const NOW = new Date('2026-11-20T08:00:00Z');

beforeAll(async () => {
  server = await createTestApp();
  await server.db.deleteFrom('creator_month_settlement').execute();
  await server.db.deleteFrom('material').execute();
  const account = await rows.account('opt_01');
  const at = (day: string) => new Date(`2026-${day}T04:00:00Z`);
  ids.first = await rows.idOf('edit_01');
  ids.second = await rows.idOf('edit_02');
  ids.left = await rows.idOf('edit_03');
  ids.own = await rows.material('edit_01', { created_at: at('10-01'), title: 'Twist' });
  ids.other = await rows.material('edit_02', { created_at: at('11-02') });
  await server.db.updateTable('sys_user').set({ deleted_at: NOW }).where('id', '=', ids.left).execute();
  const group = await rows.group(await rows.campaign(account, 'opt_01'));
  const [own, other] = [await rows.ad(group, { material_id: ids.own }), await rows.ad(group, { material_id: ids.other })];
  await rows.days([
    rows.dayOf(own, '2026-09-10', { spend_usd: 3_000, revenue_usd: 900, rev_d0: 900 }),
    rows.dayOf(own, '2026-10-10', { spend_usd: 1_000, revenue_usd: 800, rev_d0: 600 }),
    rows.dayOf(own, '2026-11-10', { spend_usd: 500, rev_d0: 100 }),
    rows.dayOf(other, '2026-11-11', { spend_usd: 0, rev_d0: 40 }),
  ]);
  const settle = (creator: number, biz: 'dj' | 'ec', month: string, figures: object) => ({
    creator_user_id: creator,
    month: `${month}-01`,
    biz,
    metrics: JSON.stringify({ uploaded: 1, used: 0, hits: 0, spend_usd: 0, revenue_usd: 0, roi_d0: null, ...figures }),
    settled_at: new Date('2026-11-07T16:00:00Z'),
  });
  await server.db
    .insertInto('creator_month_settlement')
    .values([
      settle(ids.first, 'dj', '2026-10', { spend_usd: 800, roi_d0: 0.25 }),
      settle(ids.first, 'ec', '2026-10', { spend_usd: 200, roi_d0: 1 }),
      settle(ids.left, 'dj', '2026-10', { spend_usd: 50, roi_d0: 0 }),
    ])
    .execute();
});
afterAll(() => server.close());

interface Figures {
  v: (number | null)[];
  total: number | null;
  live: Record<string, number | null>;
}
interface Answer {
  months: string[];
  current: string;
  list: (Figures & { key: string; dims: Record<string, { id: number; label: string; deleted?: boolean }> })[];
  total: number;
  totals: Figures & { roi_d0: (number | null)[] };
  settled: Record<string, string>;
}
const ask = async (by: string, body: object) =>
  (await server.as(by, '/analyse-performance/month', body as never)).data as unknown as Answer;
const fromSeptember = <Value>(values: readonly Value[]): Value[] => values.slice(8, 11);

describe('a year of months', () => {
  it('shows settled months as they were settled, of both business lines, with the values as of now', async () => {
    const { list, months, current, settled, totals } = await ask('admin', { metric: 'spend' });
    expect(months).toHaveLength(12);
    expect(current).toBe('2026-11');
    expect(settled).toEqual({ '2026-10': '2026-11-07T16:00:00.000Z' });
    expect(list.map(({ key, v, total, live }) => [Number(key), fromSeptember(v), total, live])).toEqual([
      [ids.first, [3_000, 1_000, 500], 4_500, { '2026-10': 1_000 }],
      [ids.left, [0, 50, 0], 50, { '2026-10': 0 }],
      [ids.second, [0, 0, 0], 0, { '2026-10': 0 }],
    ]);
    expect(totals).toMatchObject({ total: 4_550, live: { '2026-10': 1_000 } });
    expect(fromSeptember(totals.v)).toEqual([3_000, 1_050, 500]);
  });

  it('still lists people who left', async () => {
    const { list } = await ask('admin', { metric: 'spend' });
    expect(list.filter(({ dims }) => dims['creator']?.deleted).map(({ key }) => Number(key))).toEqual([ids.left]);
  });

  it('makes ratios from sums, also those of revenue without spend', async () => {
    const { list, totals } = await ask('admin', { metric: 'roi_d0' });
    const first = list.find(({ key }) => Number(key) === ids.first);
    // Settled: 800 × 0.25 + 200 × 1 of 1000; the year: 900 + 400 + 100 of 4500.
    expect(fromSeptember(first?.v ?? [])).toEqual([0.3, 0.4, 0.2]);
    expect(first?.live).toEqual({ '2026-10': 0.6 });
    expect(first?.total).toBe(0.311111);
    // The year adds 40 of an editor without spend, and 50 spent by one who left.
    expect(totals.total).toBe(0.316484);
    expect(fromSeptember(totals.roi_d0)).toEqual([0.3, 0.380952, 0.28]);
  });

  it('narrows by business line and by the department of the editor', async () => {
    const { list } = await ask('admin', { metric: 'spend', biz: 'ec' });
    expect(list.map(({ key, v }) => [Number(key), fromSeptember(v)])).toEqual([[ids.first, [0, 200, 0]]]);
    const department = await server.db.selectFrom('sys_department').select('id').where('name', '=', '投放一部').executeTakeFirstOrThrow();
    expect((await ask('admin', { metric: 'spend', department_id: department.id })).list).toEqual([]);
  });

  it('shows the creatives of an editor as of now, and the totals as they were settled', async () => {
    const { list, totals } = await ask('admin', { metric: 'spend', creator_id: ids.first });
    expect(list.map(({ dims, v, live }) => [dims['material']?.label, fromSeptember(v), live])).toEqual([
      ['Twist', [3_000, 1_000, 500], {}],
    ]);
    expect(totals.live).toEqual({ '2026-10': 1_000 });
    expect(totals.total).toBe(4_500);
  });

  it('is empty before anything was uploaded', async () => {
    expect(await ask('admin', { metric: 'used', year: 2020 })).toMatchObject({ list: [], total: 0, settled: {} });
  });
});

describe('what was settled', () => {
  it('is shown to the editor and to the leader of the editors', async () => {
    expect((await ask('edit_01', { metric: 'spend' })).list.map(({ key }) => Number(key))).toEqual([ids.first]);
    expect((await ask('edit_01', { metric: 'spend' })).totals.live).toEqual({ '2026-10': 1_000 });
    expect((await ask('lead_b', { metric: 'spend' })).list).toHaveLength(3);
  });

  it('stays hidden from those who see only a part of what was spent', async () => {
    const { list, totals } = await ask('lead_a', { metric: 'spend' });
    expect(list.map(({ key, v, live }) => [Number(key), fromSeptember(v), live])).toEqual([
      [ids.first, [3_000, 1_000, 500], {}],
      [ids.second, [0, 0, 0], {}],
    ]);
    expect(totals.live).toEqual({});
    expect((await ask('ana_01', { metric: 'spend' })).list).toEqual([]);
  });
});

it('exports what the page shows, with the settled months in the notes', async () => {
  const columns = ['creator', 'department', '09', '10', 'total'];
  const token = await server.signIn('admin');
  const { rawPayload } = await server.app.inject({
    method: 'POST',
    url: '/api/analyse-performance/month_export',
    headers: { authorization: `Bearer ${token}` },
    payload: { metric: 'spend', columns, locale: 'en' },
  });
  const [data = [], notes = []] = sheetsIn(rawPayload);
  expect(data.map(([, ...cells]) => cells)).toEqual([
    ['Department', '2026-09', '2026-10', 'Year'],
    ['素材部', '30', '10', '45'],
    ['素材部', '0', '0.5', '0.5'],
    ['素材部', '0', '0', '0'],
    // The total row has no cell in the column of the department.
    ['30', '10.5', '45.5'],
  ]);
  expect(data.at(-1)?.[0]).toBe('Total');
  expect(notes).toContainEqual(['Settled months', '2026-10; shown as they were settled']);
});
