import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDifferingSums } from '#tests/support/account-days.ts';
import { type BodyOf, startWholeServer, type WholeServer } from '#tests/support/whole-server.ts';
import { newUsersOfSites, toldByChannel, toldBySites } from './told-elsewhere.ts';
import { prepareWeek, publish } from './week-setup.ts';

let whole: WholeServer;
beforeAll(async () => {
  whole = await startWholeServer();
});
afterAll(async () => await whole.close());

const DAYS = { date_from: '2026-11-19', date_to: '2026-11-29' };
type Question = BodyOf<'/ad-data/query'>;
const METRICS = [
  'spend',
  'revenue',
  'refund',
  'net_revenue',
  'profit',
  'roi',
  'orders',
  'new_users',
  'impressions',
  'roi_d0',
  'roi_d1',
  'roi_d3',
  'roi_d7',
] as const;
const ADDED = ['spend', 'revenue', 'refund', 'net_revenue', 'profit', 'orders', 'new_users', 'impressions'] as const;
const report = async (by: Question['group_by'][number], more: Partial<Question> = {}, account = 'opt_05') =>
  await whole.as(account, '/ad-data/query', { group_by: [by], metrics: [...METRICS], ...DAYS, ...more });

const sum = (values: Iterable<number | null | undefined>): number => [...values].reduce<number>((total, value) => total + (value ?? 0), 0);
const rounded = (value: number) => Math.round(value * 1e6) / 1e6;

// Takes seconds where nothing else runs; only a week that hangs takes minutes.
test('a week, from an authorisation to a profit', { timeout: 300_000 }, async () => {
  const { advance, as, runBatch, server } = whole;
  const { db, clock } = server;
  const given = await prepareWeek(whole);
  await advance(1);
  const [first, second] = await publish(whole, given);
  await advance(1);
  const made = (await as('opt_05', '/ad-ads/list', {})).list;
  expect(made.map(({ review, effective_status }) => [review, effective_status])).toEqual(
    Array.from({ length: 4 }, () => ['approved', 'ACTIVE']),
  );

  // The first day: nothing is ripe.
  for (let n = 0; n < 2; n += 1) await advance(12);
  const early = await report('campaign');
  expect(early.totals.m).toMatchObject({ roi_d1: null, roi_d3: null });
  expect(early.totals.m.roi_d0).toBeGreaterThan(0);

  // The third day: one campaign is closed, with what it had come to.
  for (let n = 0; n < 3; n += 1) await advance(12);
  const ripening = await report('campaign');
  expect(ripening.totals.m.roi_d1).toBeGreaterThan(0);
  expect(ripening.totals.m.roi_d3).toBeNull();
  const today = await report('campaign', { date_mode: 'account_today', filters: { campaign_id: [first] } });
  await runBatch('opt_05', '/ad-entities/batch_status', { level: 'campaign', ids: [first], to: 'PAUSED', reason: '止损' });
  const [close] = (await as('admin', '/ad-logs/close_list', { event: 'close' })).list;
  const { spend, orders, roi, roi_d0 } = today.totals.m;
  expect(close).toMatchObject({
    entity: { id: first },
    owner: { id: given.optimizer },
    actor: { id: given.optimizer },
    reason: '止损',
    snapshot: { spend_usd: spend, orders, roi, roi_d0, hours_running: 61 },
    reopenable: true,
  });
  expect(spend).toBeGreaterThan(0);

  // The other one gets more; it takes hold on the channel.
  await runBatch('opt_05', '/ad-entities/batch_budget', { level: 'campaign', ids: [second], mode: 'inc_pct', value: 20 });
  await advance(12);
  const ofFirst = async () => (await report('campaign', { filters: { campaign_id: [first] } })).totals.m.spend;
  const closed = await ofFirst();
  await advance(12);
  expect(await ofFirst()).toBe(closed);
  await runBatch('opt_05', '/ad-entities/batch_status', { level: 'campaign', ids: [first], to: 'ACTIVE' });
  // One of its groups ends earlier than the week, by the clock.
  const group = made.find(({ campaign }) => campaign.id === first)?.group.id ?? 0;
  const run_at = new Date(clock.now().getTime() + 40 * 3_600_000).toISOString();
  await runBatch('opt_05', '/ad-entities/batch_schedule', { level: 'ad_group', ids: [group], action: 'pause', run_at, repeat: 'none' });
  for (let n = 0; n < 7; n += 1) await advance(12);
  expect(await ofFirst()).toBeGreaterThan(closed ?? 0);
  const groups = (await as('opt_05', '/ad-groups/list', { campaign_id: [first] })).list;
  expect(groups.map(({ id, status }) => [id === group, status]).sort()).toEqual([
    [false, 'ACTIVE'],
    [true, 'PAUSED'],
  ]);

  // Every way to look at it comes to the same.
  const [byUser, byAccount, byCampaign, byAd, byDay] = [
    await report('user'),
    await report('account'),
    await report('campaign'),
    await report('ad'),
    await report('date'),
  ];
  const { totals } = byAd;
  for (const each of [byUser, byAccount, byCampaign, byAd, byDay]) {
    expect(each.totals).toEqual(totals);
    for (const metric of ADDED) expect(sum(each.list.map(({ m }) => m[metric])), metric).toBe(totals.m[metric]);
  }
  expect(byUser.list.map(({ dims }) => dims.user?.id)).toEqual([given.optimizer]);
  expect(byCampaign.list.map(({ dims }) => dims.campaign?.id).sort()).toEqual([first, second].sort());
  for (const viewer of ['lead_a', 'admin']) expect((await report('account', {}, viewer)).totals).toEqual(totals);
  expect((await report('account', {}, 'opt_01')).totals.m).toMatchObject({ spend: 0, revenue: 0, orders: 0, roi: null });

  const { totals: listed } = await as('opt_05', '/ad-campaigns/list', DAYS);
  expect(METRICS.map((metric) => listed.m[metric])).toEqual(METRICS.map((metric) => totals.m[metric]));

  // And to what the channel and the sites tell.
  for (const account of given.accounts) {
    const row = byAccount.list.find(({ dims }) => dims.account?.id === account);
    const told = await toldByChannel(whole.server, account, { from: DAYS.date_from, to: DAYS.date_to });
    expect([row?.local?.m.spend, row?.m.impressions]).toEqual([told.spend, told.impressions]);
  }
  const sold = await toldBySites(whole.server);
  for (const { dims, m } of byAd.list) {
    const own = sold.get(dims.ad?.base?.platform_ad_id ?? '');
    expect([m.orders, m.revenue, m.refund], dims.ad?.label).toEqual([own?.orders, own?.revenue, own?.refund]);
  }
  expect(totals.m.new_users).toBe(await newUsersOfSites(server));
  const fees = sum([...sold.values()].map(({ fee }) => fee));
  const { m } = totals;
  const net = (m.revenue ?? 0) - (m.refund ?? 0) - fees;
  expect(m).toMatchObject({
    net_revenue: net,
    profit: net - (m.spend ?? 0),
    roi: rounded((m.revenue ?? 0) / (m.spend ?? 0)),
  });
  expect(m.refund).toBeGreaterThan(0);

  // Cohorts have ripened as far as there was time.
  const { rows: ripe } = await sql<{ d1: number; d3: number; days: number }>`
    with day as (select f.*, (${clock.now()}::timestamptz at time zone a.timezone_name)::date - f.stat_date as age
      from insight_daily f join ad_account a on a.id = f.ad_account_id where f.spend_usd > 0 or f.revenue_usd > 0)
    select sum(rev_d1) filter (where age > 1) / sum(spend_usd) filter (where age > 1) as d1,
      sum(rev_d3) filter (where age > 3) / sum(spend_usd) filter (where age > 3) as d3 from day`.execute(db);
  expect([m.roi_d1, m.roi_d3, m.roi_d7]).toEqual([rounded(Number(ripe[0]?.d1)), rounded(Number(ripe[0]?.d3)), null]);
  expect(totals.mature?.roi_d3).toMatch(/^\d+\/\d+$/);
  const shrunk = await sql`select 1 from insight_daily where not (rev_d0 <= rev_d1 and rev_d1 <= rev_d3 and rev_d3 <= rev_d7)`.execute(db);
  expect(shrunk.rows).toEqual([]);
  expect(await findDifferingSums(db)).toEqual([]);

  // Home shows the same.
  const { cards, biz_date } = await as('opt_05', '/home-board/summary', { biz: 'dj', scope: 'mine' });
  const ofDay = await report('account', { date_from: biz_date, date_to: biz_date });
  const shown = ['spend', 'revenue', 'roi', 'new_users', 'roi_d0'] as const;
  expect(shown.map((key) => cards[key]?.today)).toEqual(shown.map((key) => ofDay.totals.m[key]));
  const trend = await as('opt_05', '/home-board/trend', { biz: 'dj', scope: 'mine', by: 'day', metrics: ['spend'] });
  expect(sum(trend.series.flatMap(({ data }) => data))).toBe(m.spend);

  const log = (await as('admin', '/ad-logs/close_list', {})).list;
  expect(log.map(({ event, level, entity, actor_type }) => [event, level, entity.id, actor_type])).toEqual([
    ['close', 'ad_group', group, 'cron'],
    ['open', 'campaign', first, 'user'],
    ['close', 'campaign', first, 'user'],
  ]);
});
