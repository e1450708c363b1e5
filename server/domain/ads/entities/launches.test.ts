import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { listAds } from '#contracts/endpoints/ads.ts';
import type { listCampaigns } from '#contracts/endpoints/campaigns.ts';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { launchHistoryFixtures } from '#tests/support/launch-history.ts';
import { sheetsIn } from '#tests/support/sheet.ts';

let server: TestApp;
const rows = launchHistoryFixtures(() => server);

/** Owners of the trees that every test sees. lead_a leads opt_01, lead_b leads edit_01. */
const owners = ['opt_01', 'opt_ec', 'edit_01', null] as const;
type Tree = Awaited<ReturnType<typeof rows.tree>>;
const trees = new Map<string | null, Tree>();
const treeOf = (owner: string | null): Tree => {
  const tree = trees.get(owner);
  if (tree === undefined) throw new Error(`${owner} has no tree`);
  return tree;
};

beforeAll(async () => {
  server = await createTestApp();
  for (const owner of owners) trees.set(owner, await rows.tree(owner));
});
afterAll(() => server.close());

type Asked = RequestOf<typeof listCampaigns>;
const campaigns = async (as: string, query: Asked = {}) => (await server.as(as, '/ad-campaigns/list', { page_size: 200, ...query })).data;
const groups = async (as: string, query: Asked = {}) =>
  (await server.as(as, '/ad-groups/list', { page_size: 200, ...query } as never)).data;
const ads = async (as: string, query: RequestOf<typeof listAds> = {}): Promise<ReplyOf<typeof listAds>> =>
  (await server.as(as, '/ad-ads/list', { page_size: 200, ...query })).data;
const idsOf = (answer: { list: { id: number }[] }) => answer.list.map(({ id }) => id).toSorted((a, b) => a - b);

const TODAY = '2026-11-20';

describe('visibility of launches', () => {
  it.each<[string, (typeof owners)[number][]]>([
    ['opt_01', ['opt_01']],
    ['opt_ec', ['opt_ec']],
    ['lead_a', ['opt_01']],
    ['lead_b', ['edit_01']],
    ['admin', [...owners]],
  ])('%s sees the launches of %j on every level, also by id', async (reader, seen) => {
    const mine = seen.map(treeOf);
    const all = [...trees.values()].map(({ campaign_id }) => campaign_id);
    expect(idsOf(await campaigns(reader, { ids: all }))).toEqual(mine.map(({ campaign_id }) => campaign_id));
    expect(idsOf(await groups(reader))).toEqual(mine.map(({ group_id }) => group_id));
    expect(idsOf(await ads(reader))).toEqual(mine.map(({ ad_id }) => ad_id));
    for (const [owner, { campaign_id, group_id, ad_id }] of trees) {
      for (const [level, id] of [
        ['campaign', campaign_id],
        ['ad_group', group_id],
        ['ad', ad_id],
      ] as const) {
        const expected = seen.includes(owner as (typeof owners)[number]) ? undefined : 'NOT_FOUND';
        const answers = [
          await server.as(reader, '/ad-entities/detail', { level, id }),
          await server.as(reader, '/ad-entities/trend', { level, id, date_from: TODAY, date_to: TODAY, by: 'day', metrics: ['spend'] }),
          await server.as(reader, '/ad-entities/events', { level, id }),
          await server.as(reader, '/ad-entities/schedules', { level, id }),
        ];
        expect([level, owner, answers.map(({ reason }) => reason)]).toEqual([level, owner, [expected, expected, expected, expected]]);
      }
    }
  });

  it('shows nothing more when a filter names objects of others', async () => {
    const { account_id } = treeOf('opt_ec');
    const foreign = await rows.idOf('opt_ec');
    for (const filter of [
      { user_id: [foreign] },
      { ad_account_id: [account_id] },
      { unowned: true as const },
      { view: 'unowned' as const },
    ]) {
      expect(await campaigns('opt_01', filter)).toMatchObject({ list: [], total: 0, totals: { m: { spend: 0 } } });
    }
    expect(idsOf(await campaigns('admin', { view: 'unowned' }))).toEqual([treeOf(null).campaign_id]);
    expect(idsOf(await ads('admin', { unowned: true }))).toEqual([treeOf(null).ad_id]);
  });

  it('shows the metrics of days with an owner in scope, not those before a transfer', async () => {
    const { ad_id, campaign_id } = await rows.tree('opt_02');
    await rows.day(ad_id, '2026-11-10', { spend: 700, spend_usd: 700, owner_user_id: await rows.idOf('opt_05') });
    await rows.day(ad_id, '2026-11-11', { spend: 300, spend_usd: 300 });
    const query = { ids: [campaign_id], date_from: '2026-11-10', date_to: '2026-11-11' };
    const spendOf = async (reader: string) => (await campaigns(reader, query)).list.map(({ m }) => m['spend']);
    expect(await spendOf('opt_02')).toEqual([300]);
    expect(await spendOf('lead_a')).toEqual([1_000]);
    expect(await spendOf('opt_05')).toEqual([]);
  });
});

describe('a list of campaigns', () => {
  it('shows a campaign with its account, budget and counts of ad groups and ads', async () => {
    const drama = await rows.drama({ title: '归来', target_roi_d0_bp: 7_500 });
    const account = await rows.account('opt_01', { currency: 'JPY', timezone_name: 'Asia/Tokyo', name: '东京账户' });
    const id = await rows.campaign('opt_01', account, { drama_id: drama, daily_budget: 8_000, name: 'JP 归来' });
    const group = await rows.group(id);
    await rows.group(id, { status: 'DELETED', effective_status: 'DELETED' });
    const ad = await rows.ad(group);
    await rows.day(ad, TODAY, { spend: 7_600, spend_usd: 5_000 });
    const [row] = (await campaigns('opt_01', { ids: [id] })).list;
    expect(row).toMatchObject({
      id,
      name: 'JP 归来',
      account: { id: account, label: '东京账户', currency: 'JPY', timezone_name: 'Asia/Tokyo' },
      content: { id: drama, label: '归来' },
      target_roi: 0.75,
      owner: { label: '陈一鸣' },
      budget_mode: 'daily',
      daily_budget: 8_000,
      lifetime_budget: null,
      spent_pct: 0.95,
      groups: 1,
      ads: 1,
      status_cause: null,
      closed_by: null,
      locked_by_batch: null,
      m: { spend: 5_000 },
      spent: { spend: 7_600 },
      can: ['status', 'budget', 'copy', 'schedule', 'rename', 'remove'],
    });
    expect((await campaigns('lead_a', { ids: [id] })).list[0]?.can).toContain('transfer');
  });

  it('uses the current day of each account unless days are given', async () => {
    server.clock.forward({ hours: 9 });
    const tokyo = await rows.account('opt_03', { timezone_name: 'Asia/Tokyo' });
    const campaign = await rows.campaign('opt_03', tokyo);
    const ad = await rows.ad(await rows.group(campaign));
    await rows.day(ad, '2026-11-20', { spend_usd: 100 });
    await rows.day(ad, '2026-11-21', { spend_usd: 7 });
    // It is 17:00 of the 20th in London and 02:00 of the 21st in Tokyo.
    expect((await campaigns('opt_03', { ids: [campaign] })).list[0]).toMatchObject({ m: { spend: 7 }, running: true });
    const days = { ids: [campaign], date_from: '2026-11-20', date_to: '2026-11-20' };
    expect((await campaigns('opt_03', days)).list[0]).toMatchObject({ m: { spend: 100 } });
    expect((await campaigns('opt_03', { ...days, date_mode: 'account_today' })).list[0]).toMatchObject({ m: { spend: 7 } });
    server.clock.forward({ hours: -9 });
  });

  it('has totals of all matching rows, not only those of the page', async () => {
    const account = await rows.account('opt_06');
    const campaignIds = [];
    for (const [spend, revenue] of [
      [1_000, 500],
      [3_000, 4_500],
      [0, 700],
    ] as const) {
      const campaign = await rows.campaign('opt_06', account);
      campaignIds.push(campaign);
      await rows.day(await rows.ad(await rows.group(campaign)), TODAY, { spend, spend_usd: spend, revenue_usd: revenue });
    }
    const answer = await campaigns('opt_06', { ids: campaignIds, page_size: 20, sort: [{ field: 'roi', order: 'desc' }] });
    expect(answer.totals).toMatchObject({ m: { spend: 4_000, revenue: 5_700, roi: 1.425 }, spent: { spend: 4_000 } });
    expect(answer.total).toBe(3);
    expect(answer.as_of).toBe(server.clock.now().toISOString());
  });

  it('can be sorted by any metric, with missing values last in both directions', async () => {
    const account = await rows.account('opt_07');
    const [none, low, high] = [
      await rows.campaign('opt_07', account, { name: '无' }),
      await rows.campaign('opt_07', account, { name: '低' }),
      await rows.campaign('opt_07', account, { name: '高' }),
    ];
    await rows.day(await rows.ad(await rows.group(low)), TODAY, { spend_usd: 1_000, revenue_usd: 100 });
    await rows.day(await rows.ad(await rows.group(high)), TODAY, { spend_usd: 1_000, revenue_usd: 900 });
    await rows.day(await rows.ad(await rows.group(none)), TODAY, { revenue_usd: 50 });
    const order = async (field: 'roi' | 'name' | 'spend', way: 'asc' | 'desc') =>
      (await campaigns('opt_07', { sort: [{ field, order: way }] })).list.map(({ id }) => id);
    expect(await order('roi', 'asc')).toEqual([low, high, none]);
    expect(await order('roi', 'desc')).toEqual([high, low, none]);
    expect((await campaigns('opt_07', { ids: [none] })).list[0]?.m['roi']).toBeNull();
    // By pinyin: 低 di, 高 gao, 无 wu.
    expect(await order('name', 'asc')).toEqual([low, high, none]);
  });

  it('compares budgets of several currencies in dollars', async () => {
    await server.db.insertInto('exchange_rate').values({ currency: 'JPY', rate_date: '2026-11-01', usd_per_unit: 0.0065 }).execute();
    const [yen, dollar] = [await rows.account('opt_08', { currency: 'JPY' }), await rows.account('opt_08')];
    const big = await rows.campaign('opt_08', dollar, { daily_budget: 9_000 });
    const small = await rows.campaign('opt_08', yen, { daily_budget: 10_000 });
    const onGroups = await rows.campaign('opt_08', dollar, { budget_mode: null, daily_budget: null });
    const order = async (way: 'asc' | 'desc') =>
      (await campaigns('opt_08', { sort: [{ field: 'budget', order: way }] })).list.map(({ id }) => id);
    expect(await order('asc')).toEqual([small, big, onGroups]);
    expect(await order('desc')).toEqual([big, small, onGroups]);
  });

  it('refuses a sort field that the level does not have', async () => {
    const { code, data } = await server.send(
      '/ad-ads/list',
      { sort: [{ field: 'budget', order: 'asc' }] },
      { token: await server.signIn('opt_01') },
    );
    expect(code).toBe(400);
    expect(data['errors']).toEqual([expect.objectContaining({ field: 'sort.0.field' })]);
  });

  it('refuses half of a date range', async () => {
    const { code, data } = await server.as('opt_01', '/ad-campaigns/list', { date_from: TODAY });
    expect([code, data['errors']]).toEqual([400, [expect.objectContaining({ field: 'date_to', rule: 'required' })]]);
  });

  it('explains why an object does not deliver', async () => {
    const blocked = await rows.account('opt_01', { account_status: 2, disable_reason: 3 });
    const [ofBlocked, empty, gone] = [
      await rows.campaign('opt_01', blocked, { effective_status: 'ACCOUNT_BLOCKED' }),
      await rows.campaign('opt_01', await rows.account('opt_01'), { effective_status: 'WITH_ISSUES', issue: 'EMPTY' }),
      await rows.campaign('opt_01', await rows.account('opt_01'), { effective_status: 'MISSING', sync_state: 'missing' }),
    ];
    const causeOf = async (id: number, language: string) =>
      (await server.as('opt_01', '/ad-campaigns/list', { ids: [id] }, { language })).data.list[0]?.status_cause;
    expect(await causeOf(ofBlocked, 'zh-CN')).toBe('账户不可投放：已停用 支付风险');
    expect(await causeOf(empty, 'en-US')).toBe('None of its ads could be created');
    const [row] = (await campaigns('opt_01', { ids: [gone] })).list;
    expect([row?.status_cause, row?.can]).toEqual(['平台上已找不到该对象', ['archive', 'remove']]);
  });
});

describe('an ad', () => {
  it('shows its material, landing page, homepage and review feedback', async () => {
    const drama = await rows.drama();
    const fileKey = await server.outside.files.store(Buffer.from('a film'), 'video/mp4');
    const material = await rows.material('opt_01', { drama_id: drama, file_key: fileKey, cover_key: fileKey, title: '第一集' });
    const landing = await rows.landing('opt_01', drama);
    const homepage = await rows.homepage('opt_01', { name: '剧场' });
    const { group_id } = await rows.tree('opt_01', { drama_id: drama });
    const id = await rows.ad(group_id, {
      drama_id: drama,
      material_id: material,
      landing_page_id: landing,
      homepage_id: homepage,
      effective_status: 'DISAPPROVED',
      review: 'rejected',
      review_feedback: JSON.stringify({ 'Adult content': 'Too much of it' }),
    });
    const [row] = (await ads('opt_01', { ids: [id] })).list;
    expect(row).toMatchObject({
      material: { id: material, label: '第一集' },
      landing: { id: landing },
      homepage: { id: homepage, label: '剧场' },
      review_feedback: { 成人内容: 'Too much of it' },
      status_cause: '成人内容：Too much of it',
      group: { id: group_id },
    });
    expect(row?.cover_url).toMatch(/^\/api\/files\//);
    expect(row?.landing_url).toMatch(/^https:\/\/drama-page/);
    const { data } = await server.as('opt_01', '/ad-entities/detail', { level: 'ad', id });
    expect(data.creative).toMatchObject({ kind: 'video', page_name: '剧场', link_url: row?.landing_url });
    expect(data.creative?.play_url).toMatch(/^\/api\/files\//);
  });

  it.each(['', 'demo/M000001', 'materials/gone.mp4'])('opens without a stored file of its material: key "%s"', async (key) => {
    const drama = await rows.drama({ cover_key: key });
    const material = await rows.material('opt_01', { drama_id: drama, file_key: key, cover_key: key });
    const { group_id } = await rows.tree('opt_01', { drama_id: drama });
    const id = await rows.ad(group_id, { drama_id: drama, material_id: material });
    await rows.day(id, '2026-11-18', { spend_usd: 500 });
    const { code, data } = await server.as('opt_01', '/ad-entities/detail', { level: 'ad', id });
    expect([code, data.creative]).toMatchObject([0, { kind: 'video', play_url: null, cover_url: null }]);
    expect((await ads('opt_01', { ids: [id] })).list).toMatchObject([{ id, cover_url: null }]);
    expect((await server.as('opt_01', '/material-files/list', { keyword: String(data.ad?.material?.label) })).data.list).toMatchObject([
      { id: material, cover_url: null },
    ]);
    const dramas = await server.as('opt_01', '/material-dramas/detail', { id: drama });
    expect([dramas.code, dramas.data.cover_url]).toEqual([0, null]);
    expect((await server.as('opt_01', '/material-files/url', { id: material, kind: 'play' })).reason).toBe('MATERIAL_NOT_READY');
    expect((await server.as('opt_01', '/material-files/url', { id: material, kind: 'cover' })).reason).toBe('MATERIAL_NOT_READY');
    const days = { date_from: '2026-11-18', date_to: '2026-11-18' };
    const byMaterial = await server.as('opt_01', '/ad-data/query', { group_by: ['material'], filters: { ad_id: [id] }, ...days });
    expect([byMaterial.code, byMaterial.data.list]).toMatchObject([0, [{ dims: { material: { cover_url: null } } }]]);
  });

  it('has a frequency for single days only', async () => {
    const { ad_id, group_id } = await rows.tree('opt_01');
    await rows.day(ad_id, '2026-11-18', { impressions: 300, reach: 200 });
    const over = async (date_from: string) => (await ads('opt_01', { ids: [ad_id], date_from, date_to: '2026-11-18' })).list[0]?.m;
    expect(await over('2026-11-18')).toMatchObject({ reach: 200, frequency: 1.5 });
    expect(await over('2026-11-17')).toMatchObject({ reach: null, frequency: null, impressions: 300 });
    const [group] = (await groups('opt_01', { ids: [group_id], date_from: '2026-11-18', date_to: '2026-11-18' })).list;
    expect(group?.m).toMatchObject({ frequency: null, impressions: 300 });
  });
});

describe('the detail of a campaign, ad group or ad', () => {
  it('shows children and copy source, and stays readable after deletion', async () => {
    const first = await rows.tree('opt_01');
    const copy = await rows.campaign('opt_01', first.account_id, { source_campaign_id: first.campaign_id });
    const group = await rows.group(copy, { name: '下级' });
    const { data } = await server.as('opt_01', '/ad-entities/detail', { level: 'campaign', id: copy });
    expect(data).toMatchObject({
      level: 'campaign',
      campaign: { id: copy, m: { spend: 0 } },
      children: [{ id: group, label: '下级', level: 'ad_group', effective_status: 'ACTIVE' }],
      source_copy: { id: first.campaign_id },
      batch_id: null,
    });
    await server.db
      .updateTable('campaign')
      .set({ status: 'DELETED', effective_status: 'DELETED', deleted_at: server.clock.now() })
      .where('id', '=', copy)
      .execute();
    const after = await server.as('opt_01', '/ad-entities/detail', { level: 'campaign', id: copy });
    expect(after.data.campaign).toMatchObject({ status: 'DELETED', can: [] });
    expect(idsOf(await campaigns('opt_01', { ids: [copy] }))).toEqual([]);
    expect(idsOf(await campaigns('opt_01', { ids: [copy], effective_status: ['DELETED'] }))).toEqual([copy]);
  });

  it('charts its days with marks of changes, in the timezone of its account', async () => {
    const account = await rows.account('opt_01', { timezone_name: 'America/Los_Angeles' });
    const campaign = await rows.campaign('opt_01', account);
    const group = await rows.group(campaign);
    const ad = await rows.ad(group);
    await rows.day(ad, '2026-11-18', { spend_usd: 500 });
    await rows.day(ad, '2026-11-19', { spend_usd: 900 });
    // 23:30 of the 18th in Los Angeles.
    await rows.event('campaign', campaign, {
      event: 'close',
      at: new Date('2026-11-19T07:30:00Z'),
      actor_user_id: await rows.idOf('opt_01'),
    });
    await rows.event('ad', ad, { event: 'close', at: new Date('2026-11-19T07:30:00Z') });
    await rows.event('campaign', campaign, { event: 'rename', at: new Date('2026-11-19T07:30:00Z') });
    const days = { date_from: '2026-11-18', date_to: '2026-11-19' } as const;
    const trend = await server.as('opt_01', '/ad-entities/trend', {
      level: 'campaign',
      id: campaign,
      ...days,
      by: 'day',
      metrics: ['spend'],
    });
    expect(trend.data).toMatchObject({
      x: ['2026-11-18', '2026-11-19'],
      series: [{ key: 'total', metric: 'spend', data: [500, 900] }],
      events: [{ at: '2026-11-18', kind: 'close', label: '关闭 · 陈一鸣' }],
    });
    const ofGroup = await server.as('opt_01', '/ad-entities/trend', {
      level: 'ad_group',
      id: group,
      ...days,
      by: 'day',
      metrics: ['spend'],
    });
    expect(ofGroup.data).toMatchObject({ series: [{ data: [500, 900] }], events: [] });
    const hours = await server.as('opt_01', '/ad-entities/trend', {
      level: 'campaign',
      id: campaign,
      ...days,
      by: 'hour',
      metrics: ['roi_d7'],
    });
    expect([hours.code, hours.data['errors']]).toEqual([400, [expect.objectContaining({ field: 'metrics.0' })]]);
  });

  it('lists its events, and on request those below it', async () => {
    const { campaign_id, group_id, ad_id } = await rows.tree('opt_01');
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 19, 1, minute));
    const opened = await rows.event('campaign', campaign_id, {
      event: 'open',
      at: at(0),
      snapshot: JSON.stringify({ spend_usd: 5, roi: null }),
    });
    const closed = await rows.event('ad_group', group_id, { event: 'close', at: at(1), reason: '亏损' });
    const reviewed = await rows.event('ad', ad_id, { event: 'review', at: at(2), actor_type: 'platform' });
    const loadEvents = async (more: object) =>
      (await server.as('opt_01', '/ad-entities/events', { level: 'campaign', id: campaign_id, ...more })).data;
    expect((await loadEvents({})).list).toMatchObject([
      { id: opened, event: 'open', snapshot: { spend_usd: 5, roi: null, orders: null }, entity: { id: campaign_id } },
    ]);
    expect((await loadEvents({ below: true })).list.map(({ id }) => id)).toEqual([reviewed, closed, opened]);
    expect((await loadEvents({ below: true, event: ['close'] })).list).toMatchObject([{ id: closed, level: 'ad_group', reason: '亏损' }]);
  });

  it('lists scheduled tasks, waiting ones first, with the permission to cancel', async () => {
    const { campaign_id } = await rows.tree('opt_01');
    const done = await rows.schedule('campaign', campaign_id, { run_at: new Date('2026-11-19T00:00:00Z'), status: 'done' });
    const later = await rows.schedule('campaign', campaign_id, { run_at: new Date('2026-11-23T00:00:00Z'), repeat: 'daily' });
    const sooner = await rows.schedule('campaign', campaign_id, { run_at: new Date('2026-11-21T00:00:00Z') });
    const { list } = (await server.as('opt_01', '/ad-entities/schedules', { level: 'campaign', id: campaign_id })).data;
    expect(list.map(({ id, can }) => [id, can])).toEqual([
      [sooner, ['cancel']],
      [later, ['cancel']],
      [done, []],
    ]);
    expect(list[1]).toMatchObject({ repeat: 'daily', run_at: '2026-11-23T00:00:00.000Z', user: { label: '陈一鸣' } });
  });
});

describe('an export of launches', () => {
  it('has the rows, order and totals of the list, and its own columns', async () => {
    const account = await rows.account('opt_09', { currency: 'JPY', name: '导出账户' });
    for (const spend of [1_234, 50]) {
      const campaign = await rows.campaign('opt_09', account, { name: `导出 ${spend}`, daily_budget: 9_000 });
      await rows.day(await rows.ad(await rows.group(campaign)), TODAY, { spend, spend_usd: spend, revenue_usd: 100 });
    }
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/ad-entities/export',
      headers: { authorization: `Bearer ${await server.signIn('lead_a')}` },
      payload: {
        level: 'campaign',
        user_id: [await rows.idOf('opt_09')],
        sort: [{ field: 'spend', order: 'asc' }],
        columns: ['name', 'account', 'budget', 'spend', 'revenue'],
        locale: 'zh-cn',
      },
    });
    const [data, notes] = sheetsIn(answer.rawPayload);
    expect(data).toEqual([
      ['名称', '账户', '预算（账户币种）', '消耗 (USD)', '充值/销售额 (USD)'],
      ['导出 50', '导出账户', '9000', '0.5', '1'],
      ['导出 1234', '导出账户', '9000', '12.34', '1'],
      // Empty cells are omitted.
      ['合计', '12.84', '2'],
    ]);
    expect(notes?.flat()).toEqual(expect.arrayContaining(['筛选:负责人', '冯玖']));
    expect(notes?.find(([name]) => name === '数据更新至')).toHaveLength(2);
  });

  it('shows the totals of deleted objects below its own, in both languages', async () => {
    const account = await rows.account('opt_09', { currency: 'USD', name: '删除账户' });
    for (const [name, spend, more] of [
      ['还在', 500, {}],
      ['已删', 1_999, { status: 'DELETED', effective_status: 'DELETED' }],
    ] as const) {
      const campaign = await rows.campaign('opt_09', account, { name, ...more });
      await rows.day(await rows.ad(await rows.group(campaign)), TODAY, { spend, spend_usd: spend, revenue_usd: 100 });
    }
    const lastRows = async (locale: 'zh-cn' | 'en') => {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/ad-entities/export',
        headers: { authorization: `Bearer ${await server.signIn('lead_a')}` },
        payload: { level: 'campaign', ad_account_id: [account], columns: ['name', 'spend', 'revenue'], locale },
      });
      return sheetsIn(answer.rawPayload)[0]?.slice(1);
    };
    expect(await lastRows('zh-cn')).toEqual([
      ['还在', '5', '1'],
      ['合计', '5', '1'],
      ['另有已删除或已转出', '19.99', '1'],
    ]);
    expect(await lastRows('en')).toEqual([
      ['还在', '5', '1'],
      ['Total', '5', '1'],
      ['Deleted or transferred, not listed', '19.99', '1'],
    ]);
  });

  it('refuses a column that the level does not have', async () => {
    const { code, data } = await server.as('lead_a', '/ad-entities/export', { level: 'ad', columns: ['name', 'budget'], locale: 'en' });
    expect([code, (data as Record<string, unknown>)['errors']]).toEqual([400, [expect.objectContaining({ field: 'columns.1' })]]);
  });
});
