import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { listAdminEntities } from '#contracts/endpoints/admin-entities.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { launchHistoryFixtures } from '#tests/support/launch-history.ts';
import { sheetsIn } from '#tests/support/sheet.ts';

let plain: TestApp;
const history = launchHistoryFixtures(() => plain);
beforeAll(async () => {
  plain = await createTestApp();
});
afterAll(() => plain.close());

type Asked = Partial<RequestOf<typeof listAdminEntities>>;
const list = async (asked: Asked = {}) =>
  (await plain.as('super', '/admin-entities/list', { level: 'campaign', page_size: 200, ...asked })).data;
const numberOf = async (level: 'campaign' | 'ad_group', id: number): Promise<string> => {
  const number = sql.ref(level === 'campaign' ? 'platform_campaign_id' : 'platform_adset_id');
  const { rows: found } = await sql<{ number: string }>`select ${number} as number from ${sql.table(level)} where id = ${id}`.execute(
    plain.db,
  );
  return found[0]?.number ?? '';
};

describe('the ads of the whole company', () => {
  it('are listed with deleted and unassigned ones, by spend, with their people and totals', async () => {
    const [small, large, gone] = [
      await history.tree('opt_01'),
      await history.tree(null),
      await history.tree('edit_01', { status: 'DELETED' }),
    ];
    await history.day(small.ad_id, '2026-11-19', { spend: 100, spend_usd: 100 });
    await history.day(large.ad_id, '2026-11-20', { spend: 900, spend_usd: 900 });
    await history.day(gone.ad_id, '2026-11-18', { spend: 500, spend_usd: 500 });
    await history.day(gone.ad_id, '2026-11-01', { spend: 7_000, spend_usd: 7_000 });
    const found = await list();
    expect(found.list.map(({ id }) => id)).toEqual([large.campaign_id, gone.campaign_id, small.campaign_id]);
    expect(found.totals.m.spend).toBe(1_500);
    expect(found.list.map(({ owner, department }) => [owner === null, department?.label])).toEqual([
      [true, undefined],
      [false, '素材部'],
      [false, '英语组'],
    ]);
    expect(found.list.every(({ personal_account, can }) => personal_account !== null && can.length === 0)).toBe(true);
    const idsOf = async (asked: Asked) => (await list(asked)).list.map(({ id }) => id).toSorted((a, b) => a - b);
    expect(await idsOf({ deleted: 'yes' })).toEqual([gone.campaign_id]);
    expect(await idsOf({ deleted: 'no' })).toEqual([small.campaign_id, large.campaign_id]);
    expect(await idsOf({ unowned: true })).toEqual([large.campaign_id]);
    expect(await idsOf({ level: 'ad_group', campaign_id: [small.campaign_id] })).toEqual([small.group_id]);
    expect(await idsOf({ level: 'ad', group_id: [gone.group_id] })).toEqual([gone.ad_id]);
    expect((await list({ date_from: '2026-11-01', date_to: '2026-11-01' })).totals.m.spend).toBe(7_000);
  });

  it('are found by part of a name from three characters on, otherwise by its beginning, and by the number of the channel', async () => {
    const { campaign_id } = await history.tree('opt_02', { name: 'Xy moonlight' });
    const idsOf = async (keyword: string) => (await list({ keyword })).list.map(({ id }) => id);
    expect(await idsOf('moon')).toEqual([campaign_id]);
    expect(await idsOf('mo')).toEqual([]);
    expect(await idsOf('xy')).toEqual([campaign_id]);
    expect(await idsOf(await numberOf('campaign', campaign_id))).toEqual([campaign_id]);
  });

  it('are not paged beyond ten thousand rows', async () => {
    const found = await list({ page: 51 });
    expect(found.list).toEqual([]);
    expect(found.total).toBeGreaterThan(0);
  });

  it('have a trend of what matches, also by filters that facts lack', async () => {
    const [kept, other] = [await history.tree('opt_03'), await history.tree('opt_03', { status: 'DELETED' })];
    await history.day(kept.ad_id, '2026-11-10', { spend: 300, spend_usd: 300 });
    await history.day(other.ad_id, '2026-11-10', { spend: 50, spend_usd: 50 });
    const spent = async (filters?: object) =>
      (
        await plain.as('super', '/admin-entities/trend', {
          level: 'campaign',
          date_from: '2026-11-10',
          date_to: '2026-11-10',
          by: 'day',
          metrics: ['spend'],
          ...(filters && { filters }),
        })
      ).data.series[0]?.data;
    expect(await spent()).toEqual([350]);
    expect(await spent({ deleted: 'yes' })).toEqual([50]);
    expect(await spent({ deleted: 'no' })).toEqual([300]);
  });

  it('have a line for each of the objects with the most, and one for the rest', async () => {
    const trees = [];
    for (let n = 1; n <= 9; n += 1) {
      const tree = await history.tree('opt_03', { name: `Line ${n}` });
      await history.day(tree.ad_id, '2026-11-11', { spend: n * 100, spend_usd: n * 100 });
      trees.push(tree);
    }
    const body = {
      level: 'campaign' as const,
      date_from: '2026-11-11',
      date_to: '2026-11-11',
      by: 'day' as const,
      metrics: ['spend' as const],
    };
    const { data } = await plain.as('super', '/admin-entities/trend', { ...body, series_by: 'campaign' });
    expect(data.series.map(({ label, data: [spend] }) => [label, spend])).toEqual([
      ...[9, 8, 7, 6, 5, 4, 3, 2].map((n) => [`Line ${n}`, n * 100]),
      ['其他', 100],
    ]);
    const single = { ...body, id: trees[0]?.campaign_id ?? 0, series_by: 'campaign' as const };
    expect(await plain.as('super', '/admin-entities/trend', single)).toMatchObject({ reason: 'VALIDATION' });
  });

  it('are exported with department and personal account, and the filters in words', async () => {
    const { ad_id } = await history.tree('opt_04', { name: 'Export me' });
    await history.day(ad_id, '2026-11-20', { spend: 12_345, spend_usd: 12_345 });
    const headers = { authorization: `Bearer ${await plain.signIn('super')}` };
    const payload = { level: 'campaign', keyword: 'Export me', columns: ['name', 'department', 'spend'], locale: 'en' };
    const sheets = sheetsIn((await plain.app.inject({ method: 'POST', url: '/api/admin-entities/export', headers, payload })).rawPayload);
    expect(sheets[0]?.slice(0, 2)).toEqual([
      ['Name', 'Department', 'Spend (USD)'],
      ['Export me', '英语组', '123.45'],
    ]);
    expect(sheets[1]?.flat()).toEqual(expect.arrayContaining(['Export me']));
  });
});

describe('one object', () => {
  it('is found by our number, the channel’s or its name, and shown with what is above it', async () => {
    const { campaign_id, group_id, ad_id } = await history.tree('opt_05', { name: 'Findable tree' });
    const find = async (keyword: string, level?: 'campaign' | 'ad_group' | 'ad') =>
      (await plain.as('super', '/admin-entities/search', { keyword, ...(level && { level }) })).data.list.map((one) => [one.level, one.id]);
    expect(await find('Findable', 'campaign')).toEqual([['campaign', campaign_id]]);
    expect((await find(String(ad_id), 'ad'))[0]).toEqual(['ad', ad_id]);
    expect((await find(await numberOf('ad_group', group_id)))[0]).toEqual(['ad_group', group_id]);
    const { data } = await plain.as('super', '/admin-entities/detail', { level: 'ad', id: ad_id });
    expect(data).toMatchObject({
      ad: { id: ad_id },
      above: { campaign: { id: campaign_id }, ad_group: { id: group_id } },
      department: { label: '西语组' },
    });
  });

  it('has its orders, unpaid ones included, and its cohorts', async () => {
    const { campaign_id, ad_id } = await history.tree('opt_05');
    await history.order(ad_id, new Date('2026-11-19T08:00:00Z'));
    await history.order(ad_id, new Date('2026-11-19T09:00:00Z'), { status: 'created', paid_at: null });
    await history.day(ad_id, '2026-11-19', { spend: 500, spend_usd: 500, new_users: 4, rev_d0: 250 });
    const one = { level: 'campaign' as const, id: campaign_id };
    const orders = (await plain.as('super', '/admin-entities/orders', one)).data;
    expect([orders.total, orders.list.map(({ status }) => status).toSorted()]).toEqual([2, ['created', 'paid']]);
    const cohort = (await plain.as('super', '/admin-entities/cohort', one)).data;
    expect(cohort.rows).toMatchObject([{ date: '2026-11-19', spend_usd: 500, new_users: 4, dn: { 0: { v: 0.5 } } }]);
  });
});
