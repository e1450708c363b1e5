import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdDataRow, queryAdData, trendAdData } from '#contracts/endpoints/ad-data.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { factFixtures, type LaunchedAd } from '#tests/support/facts.ts';
import { sheetsIn } from '#tests/support/sheet.ts';

let server: TestApp;
const rows = factFixtures(() => server);
const account = { shanghai: 0, angeles: 0, tokyo: 0 };
const ad: Record<'of_01' | 'of_01_la' | 'of_02' | 'of_05' | 'of_gone' | 'of_nobody', LaunchedAd> = {} as never;

beforeAll(async () => {
  server = await createTestApp();
  // 04:00 of the 21st in UTC: noon of the 21st in Shanghai, 20:00 of the 20th in Los Angeles.
  server.clock.forward({ hours: 20 });
  account.shanghai = await rows.account('opt_01', { name: '上海账户' });
  account.angeles = await rows.account('opt_01', { name: '洛杉矶账户', timezone: 'America/Los_Angeles' });
  account.tokyo = await rows.account('opt_05', { name: '东京账户', timezone: 'Asia/Tokyo', currency: 'JPY' });
  ad.of_01 = await rows.tree(account.shanghai, 'opt_01', { name: '甲系列' });
  ad.of_01_la = await rows.tree(account.angeles, 'opt_01', { name: '乙系列' });
  ad.of_02 = await rows.tree(account.shanghai, 'opt_02');
  ad.of_05 = await rows.tree(account.tokyo, 'opt_05');
  ad.of_gone = await rows.tree(account.shanghai, 'gone_01', { status: 'PAUSED', effective_status: 'PAUSED' });
  ad.of_nobody = await rows.tree(account.shanghai, null, { source: 'platform' });
  const day = { spend: 1_000, spend_usd: 1_000, impressions: 100, reach: 80, revenue_usd: 500, new_users: 10, payers_d0: 1, rev_d0: 300 };
  await rows.days([
    rows.dayOf(ad.of_01, '2026-11-21', day),
    rows.dayOf(ad.of_01, '2026-11-20', { ...day, rev_h24: 350, rev_d1: 400 }),
    rows.dayOf(ad.of_01, '2026-11-19', { ...day, rev_h24: 350, rev_d1: 600, rev_d3: 900 }),
    rows.dayOf(ad.of_01, '2026-11-14', { ...day, rev_h24: 350, rev_d1: 700, rev_d3: 900, rev_d7: 1_500 }),
    rows.dayOf(ad.of_01, '2026-11-13', { ...day, rev_h24: 350, rev_d1: 700, rev_d3: 900, rev_d7: 1_200 }),
    rows.dayOf(ad.of_01_la, '2026-11-20', { ...day, spend_usd: 200, spend: 200 }),
    rows.dayOf(ad.of_01_la, '2026-11-19', { ...day, rev_d1: 777 }),
    rows.dayOf(ad.of_02, '2026-11-20', { ...day, spend_usd: 0, spend: 0, impressions: 0 }),
    rows.dayOf(ad.of_05, '2026-11-20', { ...day, spend: 30_000, spend_usd: 200 }),
    rows.dayOf(ad.of_gone, '2026-11-20', { ...day, spend_usd: 300 }),
    rows.dayOf(ad.of_nobody, '2026-11-20', { ...day, spend_usd: 400 }),
  ]);
  await rows.hours([
    rows.hourOf(ad.of_01, '2026-11-21', 9, { spend_usd: 600, revenue_usd: 300 }),
    rows.hourOf(ad.of_01, '2026-11-21', 11, { spend_usd: 400, revenue_usd: 200 }),
  ]);
  await rows.synced(account.shanghai, { pulled_at: new Date('2026-11-21T03:50:00Z') });
  await rows.synced(account.angeles, { pulled_at: new Date('2026-11-21T01:00:00Z'), failed_since: new Date('2026-11-21T01:15:00Z') });
});
afterAll(() => server.close());

type Request = RequestOf<typeof queryAdData>;
const days = (date_from: string, date_to = date_from) => ({ date_from, date_to });
const query = (as: string, request: Partial<Request> = {}) =>
  server.as(as, '/ad-data/query', { ...days('2026-11-20'), group_by: ['user'], ...request });
const listed = async (as: string, request: Partial<Request> = {}): Promise<AdDataRow[]> => (await query(as, request)).data.list;
const names = (list: readonly AdDataRow[]) => list.map(({ dims }) => dims.user?.label ?? dims.campaign?.label ?? dims.account?.label);

describe('who sees what', () => {
  const byName: Partial<Request> = { sort: [{ field: 'user', order: 'asc' }] };

  it.each([
    ['opt_01', ['陈一鸣']],
    ['opt_05', ['吴小五']],
    ['lead_a', ['陈一鸣', '沈别', '吴小五', '赵二萍']],
    ['lead_b', []],
    ['admin', ['陈一鸣', '沈别', '未分配', '吴小五', '赵二萍']],
  ])('%s sees the figures of whom they may see', async (viewer, expected) => {
    expect(names(await listed(viewer, byName)).toSorted()).toEqual(expected.toSorted());
  });

  it('marks whoever was deleted, and tells nobody from somebody', async () => {
    const list = await listed('admin');
    const of = (name: string) => list.find(({ dims }) => dims.user?.label === name)?.dims.user;
    expect(of('沈别')).toMatchObject({ deleted: true, department: { label: '英语组' } });
    expect(of('未分配')).toEqual({ id: 0, label: '未分配', deleted: false, department: null });
    expect((await query('admin', {})).data.totals.m['spend']).toBe(1_000 + 200 + 0 + 200 + 300 + 400);
  });

  it('finds by the status of ads off what campaigns hold that deliver nothing', async () => {
    const become = async (effective_status: 'ADS_OFF' | 'PAUSED') =>
      await server.db.updateTable('campaign').set({ effective_status }).where('id', '=', ad.of_gone.campaign).execute();
    const found = async (...effective_status: ('ADS_OFF' | 'ACTIVE')[]) => names(await listed('lead_a', { filters: { effective_status } }));
    expect(await found('ADS_OFF')).not.toContain('沈别');
    await become('ADS_OFF');
    expect(await found('ADS_OFF')).toEqual(['沈别']);
    await become('PAUSED');
  });

  it('finds nothing by ids that somebody may not see', async () => {
    const foreign = await rows.idOf('opt_05');
    expect(await listed('opt_01', { filters: { user_id: [foreign] } })).toEqual([]);
    expect(await listed('opt_01', { filters: { unowned: true } })).toEqual([]);
    expect(await listed('opt_01', { group_by: ['campaign'], filters: { campaign_id: [ad.of_05.campaign] } })).toEqual([]);
    expect(await listed('opt_01', { group_by: ['ad'], under: [{ by: 'campaign', id: ad.of_05.campaign }] })).toEqual([]);
    const unassigned = await listed('admin', { filters: { unowned: true } });
    expect(unassigned.map(({ m }) => m['spend'])).toEqual([400]);
  });

  it('sees in a department those who are in it now, without those below when it is unfolded', async () => {
    const departments = await listed('lead_a', { group_by: ['department'] });
    const english = departments.find(({ dims }) => dims.department?.label === '英语组');
    expect(departments.map(({ dims }) => dims.department?.label).toSorted()).toEqual(['英语组', '西语组'].toSorted());
    const id = english?.dims.department?.id ?? 0;
    const below = await query('lead_a', { under: [{ by: 'department', id }] });
    expect(names(below.data.list).toSorted()).toEqual(['陈一鸣', '沈别', '赵二萍'].toSorted());
    expect(below.data.totals.m).toEqual(english?.m);
    const whole = await query('lead_a', { filters: { department_id: await departmentOf('投放一部') } });
    expect(whole.data.total).toBe(4);
  });

  it('is told what each object is now, or nothing of one that is no longer the own', async () => {
    const [row] = await listed('opt_05', { group_by: ['campaign'] });
    expect(row?.dims.campaign?.base).toMatchObject({ id: ad.of_05.campaign, status: 'ACTIVE', account: { currency: 'JPY' } });
    await server.db
      .updateTable('campaign')
      .set({ owner_user_id: await rows.idOf('opt_06') })
      .where('id', '=', ad.of_05.campaign)
      .execute();
    const [moved] = await listed('opt_05', { group_by: ['campaign'] });
    expect(moved).toMatchObject({ m: { spend: 200 }, dims: { campaign: { base: null } } });
    await server.db
      .updateTable('campaign')
      .set({ owner_user_id: await rows.idOf('opt_05') })
      .where('id', '=', ad.of_05.campaign)
      .execute();
  });

  it('needs one of its pages', async () => {
    expect((await query('edit_01')).reason).toBe('NO_PATH');
    expect((await query('super')).reason).toBe('NO_PATH');
  });
});

const departmentOf = async (name: string) =>
  (await server.db.selectFrom('sys_department').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;

describe('figures', () => {
  const mine = (request: Partial<Request>) => query('opt_01', { group_by: ['account'], ...request });
  const of = async (name: string, request: Partial<Request>) =>
    (await mine(request)).data.list.find(({ dims }) => dims.account?.label === name);

  it('are no number where they divide by nothing', async () => {
    const [row] = await listed('opt_02', {});
    expect(row?.m).toMatchObject({ spend: 0, revenue: 500, roi: null, ctr: null, cpm: null, new_users: 10, cpi: 0 });
  });

  it('of ripening days count those that are ripe where the account is, and say how many', async () => {
    const week = days('2026-11-13', '2026-11-21');
    const shanghai = await of('上海账户', week);
    // Today is the 21st there: day one of the 19th is over, that of the 20th is not.
    expect(shanghai?.m['roi_d1']).toBe(0.666667);
    expect(shanghai?.mature).toMatchObject({ roi_d1: '7/9', roi_h24: '7/9', roi_d3: '5/9', roi_d7: '1/9', ltv_d7: '1/9', roi_d30: '0/9' });
    expect(shanghai?.m).toMatchObject({ roi_d7: 1.2, ltv_d7: 120, roi_d30: null, roi_d0: 0.3, spend: 5_000 });
    expect(shanghai?.running).toBe(true);
    expect(shanghai?.mature).not.toHaveProperty('roi_d0');
    // Payback is as ripe as the cohort day it names, and where it names none, as the last one there is.
    expect([shanghai?.m['payback_day'], shanghai?.mature?.['payback_day']]).toEqual([7, '1/9']);
    const none = await of('上海账户', days('2026-11-20', '2026-11-21'));
    expect([none?.m['payback_day'], none?.mature?.['payback_day']]).toEqual([null, '0/2']);
    // There it is still the 20th, so the 19th is not ripe.
    const angeles = await of('洛杉矶账户', week);
    expect(angeles?.m['roi_d1']).toBeNull();
    expect(angeles?.mature?.['roi_d1']).toBe('6/9');
    expect((await mine(week)).data.totals.mature?.['roi_d1']).toBe('6/9');
  });

  it('say nothing of ripeness where all days are ripe, nor that they run where today is not among them', async () => {
    const row = await of('上海账户', { ...days('2026-11-13'), metrics: ['roi_d7', 'roi_d0'] });
    expect(row).toMatchObject({ m: { roi_d7: 1.2, roi_d0: 0.3 } });
    expect(row).not.toHaveProperty('mature');
    expect(row).not.toHaveProperty('running');
  });

  it('of today are those of each account’s own day', async () => {
    const today = { date_mode: 'account_today' as const };
    expect((await of('上海账户', today))?.m['spend']).toBe(1_000);
    expect(await of('洛杉矶账户', today)).toMatchObject({ m: { spend: 200, roi_d1: null }, mature: { roi_d1: '0/1' }, running: true });
    expect((await mine(today)).data.totals.m['spend']).toBe(1_200);
  });

  it('stand beside those of the period of equal length before', async () => {
    const row = await of('上海账户', { ...days('2026-11-20', '2026-11-21'), compare: 'prev' });
    expect(row?.m['spend']).toBe(2_000);
    expect(row?.prev?.['spend']).toBe(1_000);
    const today = await of('洛杉矶账户', { date_mode: 'account_today', compare: 'prev' });
    expect([today?.m['spend'], today?.prev?.['spend']]).toEqual([200, 1_000]);
    const dates = await listed('opt_01', { ...days('2026-11-20', '2026-11-21'), group_by: ['date'], compare: 'prev' });
    expect(dates.map(({ dims, m, prev }) => [dims.date?.id, m['spend'], prev?.['spend']])).toEqual([
      ['2026-11-21', 1_000, 2_000],
      ['2026-11-20', 1_200, 0],
    ]);
  });

  it('of reach and frequency are of one ad on one day alone', async () => {
    const one = await listed('opt_01', { group_by: ['ad'], metrics: ['reach', 'frequency'] });
    expect(one.map(({ m }) => m)).toEqual([
      { reach: 80, frequency: 1.25 },
      { reach: 80, frequency: 1.25 },
    ]);
    const byDate = await listed('opt_01', { ...days('2026-11-19', '2026-11-20'), group_by: ['ad', 'date'], metrics: ['frequency'] });
    expect(byDate.every(({ m }) => m['frequency'] === 1.25)).toBe(true);
    for (const request of [{ ...days('2026-11-19', '2026-11-20'), group_by: ['ad' as const] }, { group_by: ['campaign' as const] }]) {
      const more = await query('opt_01', { ...request, metrics: ['reach', 'frequency'] });
      expect([...more.data.list, more.data.totals].map(({ m }) => m['frequency'] ?? m['reach'])).toEqual(
        Array.from({ length: more.data.list.length + 1 }, () => null),
      );
    }
  });

  it('of one account are there in its own currency, of several they are not', async () => {
    const yen = await query('opt_05');
    expect(yen.data.list[0]?.local).toMatchObject({ currency: 'JPY', m: { spend: 30_000, cpm: 300_000 } });
    expect(yen.data.totals.local).toMatchObject({ currency: 'JPY' });
    expect((await query('opt_01')).data.list[0]).not.toHaveProperty('local');
  });

  it('count accounts and ads once, whatever the rows are', async () => {
    const request = {
      ...days('2026-11-13', '2026-11-21'),
      metrics: ['accounts', 'ads_spending', 'ads_running', 'campaigns_running'] as const,
    };
    const both = await query('lead_a', { ...request, metrics: [...request.metrics] });
    expect(both.data.list.find(({ dims }) => dims.user?.label === '陈一鸣')?.m).toEqual({
      accounts: 2,
      ads_spending: 2,
      ads_running: 2,
      campaigns_running: 2,
    });
    // Four people in three accounts.
    expect(both.data.totals.m).toEqual({ accounts: 3, ads_spending: 4, ads_running: 5, campaigns_running: 4 });
    const dates = await query('opt_01', { ...request, metrics: ['ads_spending', 'ads_running'], group_by: ['date'] });
    expect(dates.data.totals.m).toEqual({ ads_spending: 2, ads_running: null });
    expect(dates.data.list.reduce((sum, { m }) => sum + (m['ads_spending'] ?? 0), 0)).toBe(7);
  });

  it('count ads that were made in the days', async () => {
    const at = (hour: string) => new Date(`2026-11-${hour}:00:00Z`);
    const event = { level: 'ad' as const, campaign_id: ad.of_01_la.campaign, ad_group_id: ad.of_01_la.group, ad_id: ad.of_01_la.ad };
    const who = { ad_account_id: account.angeles, owner_user_id: ad.of_01_la.owner, actor_type: 'user' as const };
    // One hour before and after midnight in Los Angeles.
    await server.db
      .insertInto('ad_event')
      .values([
        { ...event, ...who, at: at('20T07'), event: 'publish' },
        { ...event, ...who, at: at('20T09'), event: 'copy' },
        { ...event, ...who, at: at('20T10'), event: 'close' },
      ])
      .execute();
    const [row] = await listed('opt_01', { metrics: ['ads_created'] });
    expect(row?.m).toEqual({ ads_created: 1 });
  });
});

describe('rows', () => {
  it('list accounts, campaigns, groups and ads of which nothing is known in the days', async () => {
    const quiet = days('2026-10-01');
    for (const group_by of ['account', 'campaign', 'ad_group', 'ad'] as const) {
      const { list, totals } = (await query('opt_01', { ...quiet, group_by: [group_by] })).data;
      expect(list.map(({ m }) => [m['spend'], m['roi']])).toEqual([
        [0, null],
        [0, null],
      ]);
      expect(totals.m['spend']).toBe(0);
    }
    expect(await listed('opt_01', { ...quiet, metrics: ['spend', 'accounts'] })).toEqual([]);
    // Whoever has something that runs has a row, where it is asked how much runs.
    const running = await listed('opt_01', { ...quiet, metrics: ['accounts', 'campaigns_running'] });
    expect(running.map(({ m }) => m)).toEqual([{ accounts: 0, campaigns_running: 2 }]);
    const groups = await listed('opt_01', { ...quiet, group_by: ['ad_group'], metrics: ['campaigns_running', 'ads_running'] });
    expect(groups.map(({ m }) => m)).toEqual([
      { campaigns_running: null, ads_running: 1 },
      { campaigns_running: null, ads_running: 1 },
    ]);
  });

  it('are sorted by metrics, names and fields of what they are of, what is no number last', async () => {
    const spend = await listed('lead_a', { sort: [{ field: 'spend', order: 'desc' }] });
    expect(spend.map(({ m }) => m['spend'])).toEqual([1_200, 300, 200, 0]);
    for (const order of ['asc', 'desc'] as const) {
      const roi = await listed('lead_a', { sort: [{ field: 'roi', order }] });
      expect(roi.at(-1)?.m['roi']).toBeNull();
    }
    const byName = await listed('opt_01', { group_by: ['campaign'], sort: [{ field: 'campaign', order: 'asc' }] });
    expect(names(byName)).toEqual(['甲系列', '乙系列']);
    const created = await query('opt_01', { group_by: ['campaign'], sort: [{ field: 'created_at', order: 'desc' }] });
    expect(created.code).toBe(0);
    const wrong = await query('opt_01', { sort: [{ field: 'created_at', order: 'desc' }] });
    expect(wrong.data['errors']).toMatchObject([{ field: 'sort.0.field' }]);
  });

  it('say of an account what it is, and whether others have something in it', async () => {
    const { list } = (await query('opt_01', { group_by: ['account'] })).data;
    const of = (name: string) => list.find(({ dims }) => dims.account?.label === name)?.dims.account;
    expect(of('上海账户')).toMatchObject({ currency: 'USD', today_started: true, partial: true, stale_since: null, cap_left: null });
    expect(of('洛杉矶账户')).toMatchObject({ today_started: false, partial: false, stale_since: '2026-11-21T01:15:00.000Z' });
  });

  it('come page by page', async () => {
    const { list, total, page } = (await query('lead_a', { page: 2, page_size: 20 })).data;
    expect([list, total, page]).toEqual([[], 4, 2]);
  });

  it('are of no more days than a report may have', async () => {
    const many = await query('opt_01', days('2026-01-01', '2026-11-20'));
    expect(many.data['errors']).toMatchObject([{ field: 'date_to', rule: 'reportDays' }]);
    const turned = await query('opt_01', days('2026-11-20', '2026-11-19'));
    expect(turned.data['errors']).toMatchObject([{ field: 'date_to', rule: 'range' }]);
  });
});

describe('how fresh figures are', () => {
  it('is said of the account that is furthest behind, with those that fail', async () => {
    const { data } = await query('opt_01', {});
    expect(data.as_of).toBe('2026-11-21T01:00:00.000Z');
    expect(data.newest_at).toBe('2026-11-21T03:50:00.000Z');
    // In Los Angeles today is the 20th, and the 18th ended less than two days ago.
    expect(data.provisional_from).toBe('2026-11-18');
    expect(data.warnings).toEqual([
      {
        kind: 'stale_account',
        text: '1 个广告账户的数据没有更新，显示的是最近一次拉取成功的数据',
        refs: [{ id: account.angeles, label: '洛杉矶账户', since: '2026-11-21T01:00:00.000Z' }],
      },
    ]);
  });

  it('says nothing of accounts that are not in it', async () => {
    const { data } = await query('opt_02', {});
    expect(data.as_of).toBe('2026-11-21T03:50:00.000Z');
    expect(data).not.toHaveProperty('warnings');
  });
});

describe('days that no rate was told of', () => {
  const rates = (...dates: string[]) =>
    server.db
      .insertInto('exchange_rate')
      .values(dates.map((rate_date) => ({ currency: 'JPY', rate_date, usd_per_unit: '0.0066' })))
      .execute();
  const warningsOf = async (request: Partial<Request> = {}) => (await query('opt_05', request)).data.warnings;

  it('are named with the accounts that spent on them', async () => {
    await rates('2026-11-17', '2026-11-22');
    const text = '1 个广告账户有日期缺少汇率，已按其他日期的汇率折算为美元';
    const refs = [{ id: account.tokyo, label: '东京账户' }];
    expect(await warningsOf()).toEqual([{ kind: 'rate_missing', text, refs }]);
    const trend = await server.as('opt_05', '/ad-data/trend', { ...days('2026-11-20'), by: 'day', metrics: ['spend'] });
    expect(trend.data.warnings).toEqual([{ kind: 'rate_missing', text, refs }]);
    const english = await server.as('opt_05', '/ad-data/query', { ...days('2026-11-20'), group_by: ['user'] }, { language: 'en' });
    expect(english.data.warnings?.[0]?.text).toMatch(/^Days of an ad account have no exchange rate/);
  });

  it('are not missed where nothing was spent on them, or where the rate is of a few days before', async () => {
    expect(await warningsOf(days('2026-11-21'))).toBeUndefined();
    expect(await warningsOf(days('2026-11-18', '2026-11-19'))).toBeUndefined();
    await rates('2026-11-18');
    expect(await warningsOf()).toBeUndefined();
  });
});

describe('a trend', () => {
  type Trend = RequestOf<typeof trendAdData>;
  const trend = (as: string, request: Partial<Trend>) =>
    server.as(as, '/ad-data/trend', { ...days('2026-11-19', '2026-11-22'), by: 'day', metrics: ['spend'], ...request });

  it('has a point for every day, and none for days that have not begun', async () => {
    const { data } = await trend('opt_01', { metrics: ['spend', 'roi_d1'] });
    expect(data.x).toEqual(['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']);
    expect(data.series).toEqual([
      { key: 'total', label: '合计', metric: 'spend', data: [2_000, 1_200, 1_000, null] },
      { key: 'total', label: '合计', metric: 'roi_d1', data: [0.6, null, null, null] },
    ]);
  });

  it('divides sums of weeks and months, never the quotients of their days', async () => {
    const week = await trend('opt_01', { ...days('2026-11-13', '2026-11-21'), by: 'week', metrics: ['spend', 'roi_d0'] });
    expect(week.data.x).toEqual(['2026-11-09', '2026-11-16']);
    expect(week.data.series.map(({ data }) => data)).toEqual([
      [2_000, 4_200],
      [0.3, 0.357143],
    ]);
    const month = await trend('opt_01', { ...days('2026-10-30', '2026-11-21'), by: 'month' });
    expect([month.data.x, month.data.series[0]?.data]).toEqual([
      ['2026-10', '2026-11'],
      [0, 6_200],
    ]);
  });

  it('has lines of those with most, and one of all others', async () => {
    const { data } = await trend('admin', { ...days('2026-11-20'), series_by: 'user', top: 2 });
    expect(data.series.map(({ label, data: points }) => [label, points])).toEqual([
      ['陈一鸣', [1_200]],
      ['未分配', [400]],
      ['其他', [500]],
    ]);
  });

  it('by the hour has hours of the accounts, of what is known of hours', async () => {
    const { data } = await trend('opt_01', { ...days('2026-11-21'), by: 'hour', metrics: ['spend', 'roi'] });
    expect(data.x).toHaveLength(24);
    expect(data.x[9]).toBe('2026-11-21T09');
    expect(data.series[0]?.data.slice(8, 14)).toEqual([0, 600, 0, 400, null, null]);
    expect(data.series[1]?.data[9]).toBe(0.5);
    const unknown = await trend('opt_01', { by: 'hour', metrics: ['spend', 'roi_d0'] });
    expect(unknown.data['errors']).toMatchObject([{ field: 'metrics.1', rule: 'hourlyMetric' }]);
    const many = await trend('opt_01', { ...days('2026-11-01', '2026-11-21'), by: 'hour' });
    expect(many.data['errors']).toMatchObject([{ field: 'date_to', rule: 'reportDays' }]);
  });

  it('by the hour leaves out what a channel tells by the day only', async () => {
    const asked = { ...days('2026-11-21'), by: 'hour' as const, metrics: ['spend', 'lp_views', 'plat_cpa'] as never };
    const known = await trend('opt_01', asked);
    expect(known.data.series[1]?.data.some((point) => point !== null)).toBe(true);
    const hour = await server.db.selectFrom('insight_hourly').selectAll().where('stat_date', '=', '2026-11-21').executeTakeFirstOrThrow();
    const { ad_id, stat_date, stat_hour, lp_views, plat_purchases } = hour;
    const setHour = async (values: { lp_views: number | null; plat_purchases: number | null }) =>
      await server.db
        .updateTable('insight_hourly')
        .set(values)
        .where('ad_id', '=', ad_id)
        .where('stat_date', '=', stat_date)
        .where('stat_hour', '=', stat_hour)
        .execute();
    await setHour({ lp_views: null, plat_purchases: null });
    const { data } = await trend('opt_01', asked);
    expect(data.series[0]?.data).toEqual(known.data.series[0]?.data);
    for (const { data: points } of data.series.slice(1)) expect(points.every((point) => point === null)).toBe(true);
    const daily = await trend('opt_01', { ...asked, by: 'day' });
    expect(daily.data.series[1]?.data).not.toContain(null);
    await setHour({ lp_views, plat_purchases });
  });

  it('shows what its reader may see, and what it is narrowed to', async () => {
    const own = await trend('opt_05', { ...days('2026-11-20') });
    expect(own.data.series[0]?.data).toEqual([200]);
    const narrowed = await trend('admin', { ...days('2026-11-20'), filters: { keyword: '甲系列' } });
    expect(narrowed.data.series[0]?.data).toEqual([1_000]);
    const none = await trend('opt_05', { filters: { user_id: [await rows.idOf('opt_01')] } });
    expect(none.data.series[0]?.data).toEqual([0, 0, 0, null]);
  });
});

describe('a file of figures', () => {
  async function download(as: string, body: object) {
    const token = await server.signIn(as);
    const request = { ...days('2026-11-20'), locale: 'zh-cn', ...body };
    return await server.app.inject({
      method: 'POST',
      url: '/api/ad-data/export',
      headers: { authorization: `Bearer ${token}` },
      payload: request,
    });
  }

  it('has every row in order, the totals of everything last, and says how figures are made', async () => {
    const answer = await download('lead_a', {
      group_by: ['user'],
      sort: [{ field: 'spend', order: 'desc' }],
      columns: ['user', 'department_name', 'spend', 'roi'],
    });
    const [data = [], notes = []] = sheetsIn(answer.rawPayload);
    expect(data[0]).toEqual(['人员', '所在部门', '消耗 (USD)', '当期 ROI']);
    expect(data.slice(1).map((row) => row.filter((cell) => cell !== ''))).toEqual([
      ['陈一鸣', '英语组', '12', '0.833333'],
      ['沈别', '英语组', '3', '1.666667'],
      ['吴小五', '西语组', '2', '2.5'],
      ['赵二萍', '英语组', '0'],
      ['合计', '17', '1.470588'],
    ]);
    const said = new Map(notes.map(([name = '', value = '']) => [name, value]));
    // The same as the page says, in the reader's time; the moment of the export is another line.
    expect(said.get('数据更新至')).toBe('2026-11-21 11:50（1 个账户停在 2026-11-21 09:00）');
    expect(said.get('停更账户：洛杉矶账户')).toBe('2026-11-21 09:00');
    expect(said.get('导出时间')).toBe('2026-11-21 12:00');
    expect(said.get('当期 ROI')).toBe('收入 ÷ 消耗');
    expect(said.get('日期')).toBe('每个广告账户自己的日期');
    expect(said.get('筛选:起始日期')).toBe('2026-11-20');
  });

  it('has amounts of an account in whole units of its currency', async () => {
    const answer = await download('opt_05', {
      group_by: ['campaign'],
      columns: ['campaign', 'platform_id', 'owner', 'spend_local', 'spend'],
    });
    const [data = []] = sheetsIn(answer.rawPayload);
    expect(data[1]?.slice(2)).toEqual(['吴小五', '30000', '2']);
  });

  it('has no columns that its rows do not have', async () => {
    const wrong = await download('opt_05', { group_by: ['user'], columns: ['user', 'campaign'] });
    expect(wrong.json()).toMatchObject({ code: 400, data: { errors: [{ field: 'columns.1', rule: 'enum' }] } });
  });

  it('needs the action, and counts its rows before', async () => {
    const counted = await download('lead_a', { group_by: ['user', 'date'], columns: ['user'], count_only: true });
    expect(counted.json()).toMatchObject({ code: 0, data: { count: 4 } });
    expect((await download('host_01', { group_by: ['user'], columns: ['user'] })).statusCode).toBe(200);
  });
});

describe('an account that is behind', () => {
  it('is named where its last pull is long ago, though none failed', async () => {
    const behind = await rows.account('opt_03', { name: '没人拉的账户' });
    const current = await rows.account('opt_03');
    for (const [id, pulled_at] of [
      [behind, '2026-11-21T01:30:00Z'],
      [current, '2026-11-21T03:30:00Z'],
    ] as const) {
      await rows.days([rows.dayOf(await rows.tree(id, 'opt_03'), '2026-11-20', { spend_usd: 1 })]);
      await rows.synced(id, { pulled_at: new Date(pulled_at) });
    }
    const ask = async () => (await query('opt_03', {})).data;
    expect(await ask()).toMatchObject({
      newest_at: '2026-11-21T03:30:00.000Z',
      warnings: [{ kind: 'stale_account', refs: [{ id: behind, label: '没人拉的账户', since: '2026-11-21T01:30:00.000Z' }] }],
    });
    // What left this system is not pulled any more.
    await server.db.updateTable('ad_account').set({ deleted_at: server.clock.now() }).where('id', '=', behind).execute();
    expect(await ask()).not.toHaveProperty('warnings');
  });
});
