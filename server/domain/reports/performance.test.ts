import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures } from '#tests/support/facts.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const ids = { account: 0, first: 0, second: 0, other: 0 };
const month = { date_from: '2026-10-01', date_to: '2026-10-31' };

beforeAll(async () => {
  server = await createTestApp();
  ids.account = await rows.account('opt_01');
  const at = (day: string) => new Date(`2026-10-${day}T04:00:00Z`);
  ids.first = await rows.material('edit_01', { created_at: at('01'), first_used_at: at('03'), hit_level: 'hit', kind: 'video' });
  ids.second = await rows.material('edit_01', { created_at: at('02'), first_used_at: at('06'), hit_level: 'potential' });
  await rows.material('edit_01', { created_at: at('05'), first_used_at: null });
  await rows.material('edit_01', { created_at: at('05'), status: 'failed', first_used_at: null });
  ids.other = await rows.material('edit_02', { created_at: at('07'), first_used_at: new Date('2026-11-02T00:00:00Z') });
  const group = await rows.group(await rows.campaign(ids.account, 'opt_01'));
  const ads = [await rows.ad(group, { material_id: ids.first }), await rows.ad(group, { material_id: ids.other })] as const;
  await rows.days([
    rows.dayOf(ads[0], '2026-10-10', { spend_usd: 1_000, revenue_usd: 800, rev_d0: 600 }),
    rows.dayOf(ads[1], '2026-10-11', { spend_usd: 400 }),
  ]);
});
afterAll(() => server.close());

const query = async (by: string, body: object) =>
  (await server.as(by, '/analyse-performance/query', { ...month, group_by: ['creator'], ...body } as never)).data as unknown as {
    list: { key: string; dims: Record<string, { id: number | string; label: string }>; m: Record<string, number | null> }[];
    totals: { m: Record<string, number | null>; local?: object };
    warnings?: { refs: unknown[] }[];
  };

describe('the performance of editors', () => {
  it('counts uploads that did not fail, first uses with their hits, and the days between', async () => {
    const { list, totals } = await query('admin', { filters: { creator_id: [await rows.idOf('edit_01')] } });
    expect(list).toHaveLength(1);
    expect(list[0]?.m).toMatchObject({
      uploaded: 3,
      used: 2,
      use_rate: 0.666667,
      hits: 1,
      hit_rate: 0.5,
      potentials: 1,
      days_to_use: 3,
      materials_used: 1,
      spend: 1_000,
      roi_d0: 0.6,
    });
    expect(totals.m).toEqual(list[0]?.m);
  });

  it('names those with uploads but no spend, and counts the uploads of a day on the date of the company', async () => {
    const { list } = await query('admin', {
      group_by: ['date'],
      filters: { creator_id: [await rows.idOf('edit_02')] },
      sort: [{ field: 'date', order: 'asc' }],
    });
    expect(list.map(({ key, m }) => [key, m['uploaded'], m['spend']])).toEqual([
      ['2026-10-07', 1, 0],
      ['2026-10-11', 0, 400],
    ]);
  });

  it('groups uploads like the figures of ads: by material, kind and the department of the editor', async () => {
    const filters = { creator_id: [await rows.idOf('edit_01')] };
    const { list } = await query('admin', { group_by: ['material'], filters, sort: [{ field: 'uploaded', order: 'desc' }] });
    expect(list).toHaveLength(3);
    const kinds = await query('admin', { group_by: ['kind'], filters });
    expect(kinds.list.map(({ key, m }) => [key, m['uploaded']])).toEqual([['video', 3]]);
    const departments = await query('admin', { group_by: ['creator_department'], filters });
    expect(departments.list.map(({ dims, m }) => [dims['creator_department']?.label, m['used']])).toEqual([['素材部', 2]]);
  });
});

describe('the rows of an editor', () => {
  it('hold what others spent on their materials, as amounts alone', async () => {
    const { list, totals } = await query('edit_01', {});
    expect(list.map(({ m }) => [m['uploaded'], m['spend']])).toEqual([[3, 1_000]]);
    expect(totals.m['spend']).toBe(1_000);
  });

  it('do not tell in which account or by whom it was spent', async () => {
    for (const filters of [{ ad_account_id: [ids.account] }, { user_id: [await rows.idOf('opt_01')] }, { objective: 'OUTCOME_SALES' }]) {
      expect((await query('edit_01', { filters })).totals.m['spend']).toBe(0);
    }
    const { warnings = [] } = await query('edit_01', {});
    for (const { refs } of warnings) expect(refs).toEqual([]);
    expect((await server.as('edit_01', '/analyse-performance/query', { ...month, group_by: ['account'] } as never)).code).toBe(400);
  });

  it('are those of the whole department for its leader, and of own ads for others', async () => {
    expect((await query('lead_b', {})).list).toHaveLength(2);
    expect((await query('ana_01', {})).list).toEqual([]);
  });

  it('are drawn over time with uploads next to spend', async () => {
    const { data } = await server.as('edit_01', '/analyse-performance/trend', {
      ...month,
      by: 'month',
      metrics: ['uploaded', 'spend'],
    } as never);
    expect(
      (data as unknown as { series: { metric: string; data: number[] }[] }).series.map(({ metric, data: values }) => [metric, values]),
    ).toEqual([
      ['uploaded', [3]],
      ['spend', [1_000]],
    ]);
  });
});
