import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { listCampaigns } from '#contracts/endpoints/campaigns.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { launchHistoryFixtures } from '#tests/support/launch-history.ts';
import { postFixtures } from '#tests/support/posts.ts';

type Filter = RequestOf<typeof listCampaigns>;
type Level = 'campaign' | 'ad_group' | 'ad';

let server: TestApp;
const rows = launchHistoryFixtures(() => server);
const posts = postFixtures(() => server);
const TODAY = '2026-11-20';
const paths = { campaign: '/ad-campaigns/list', ad_group: '/ad-groups/list', ad: '/ad-ads/list' } as const;

type Tree = Awaited<ReturnType<typeof rows.tree>>;
const trees = {} as { plain: Tree; rich: Tree };
const ids = { drama: 0, material: 0, post: 0, landing: 0, scheme: 0, ecAccount: 0, dramaAccount: 0 };

/** Two trees of one owner: a plain one, and one that every filter below finds. */
beforeAll(async () => {
  server = await createTestApp();
  const { db } = server;
  ids.drama = await rows.drama({ target_roi_d0_bp: 6_000 });
  ids.material = await rows.material('opt_01', { drama_id: ids.drama });
  ids.landing = await rows.landing('opt_01', ids.drama);
  ids.post = await posts.post('opt_01', { homepage_id: await posts.homepage('opt_01') });
  const at = new Date('2026-11-10T00:00:00Z');
  const scheme = { name: '方案', biz: 'dj' as const, channel: 'meta' as const, owner_user_id: await rows.idOf('opt_01') };
  ids.scheme = (
    await db
      .insertInto('scheme')
      .values({ ...scheme, created_at: at, updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  trees.plain = await rows.tree('opt_01', { name: '平常 100%' });
  ids.dramaAccount = await rows.account('opt_01', { channel: 'tiktok', biz: 'dj' });
  const campaign = await rows.campaign('opt_01', ids.dramaAccount, {
    name: '归来 US_1',
    platform_campaign_id: '120200000000000777',
    drama_id: ids.drama,
    scheme_id: ids.scheme,
    scheme_version: 1,
    objective: 'OUTCOME_TRAFFIC',
    source: 'platform',
    effective_status: 'WITH_ISSUES',
    budget_mode: null,
    daily_budget: null,
    created_at: at,
    closed_by: 'rule',
  });
  const group = await rows.group(campaign, {
    name: '归来 US_1',
    platform_adset_id: '120200000000000777',
    primary_country: 'MX',
    targeting: JSON.stringify({ countries: ['MX', 'BR'] }),
    budget_mode: 'lifetime',
    lifetime_budget: 10_000,
    learning_stage: 'LEARNING',
    effective_status: 'WITH_ISSUES',
    source: 'platform',
    created_at: at,
    closed_by: 'rule',
  });
  const ad = await rows.ad(group, {
    name: '归来 US_1',
    platform_ad_id: '120200000000000777',
    material_id: ids.material,
    post_id: ids.post,
    landing_page_id: ids.landing,
    effective_status: 'WITH_ISSUES',
    source: 'platform',
    created_at: at,
    closed_by: 'rule',
  });
  await rows.day(ad, TODAY, { spend: 2_500, spend_usd: 2_500, rev_d0: 1_000, impressions: 1_000 });
  await rows.day(ad, '2026-11-12', { spend: 6_700, spend_usd: 6_700 });
  trees.rich = { account_id: ids.dramaAccount, campaign_id: campaign, group_id: group, ad_id: ad };
});
afterAll(() => server.close());

const idOf = (tree: Tree, level: Level) => ({ campaign: tree.campaign_id, ad_group: tree.group_id, ad: tree.ad_id })[level];
async function findIds(level: Level, filter: Filter, as = 'opt_01'): Promise<number[]> {
  const { data } = await server.as(as, paths[level] as '/ad-campaigns/list', { ...filter, sort: [{ field: 'created_at', order: 'asc' }] });
  return data.list.map(({ id }) => id);
}

const levels = ['campaign', 'ad_group', 'ad'] as const;

describe('a filter', () => {
  const cases: [string, () => Filter][] = [
    ['the channel', () => ({ channel: 'tiktok' })],
    ['the drama', () => ({ drama_id: [ids.drama] })],
    ['the account', () => ({ ad_account_id: [ids.dramaAccount] })],
    ['a material of its ads', () => ({ material_id: [ids.material] })],
    ['a post of its ads', () => ({ post_id: [ids.post] })],
    ['a landing page of its ads', () => ({ landing_page_id: [ids.landing] })],
    ['the scheme', () => ({ scheme_id: [ids.scheme] })],
    ['any country of its ad sets', () => ({ country: ['BR', 'DE'] })],
    ['the objective', () => ({ objective: 'OUTCOME_TRAFFIC' })],
    ['the status', () => ({ effective_status: ['WITH_ISSUES', 'DISAPPROVED'] })],
    ['the source', () => ({ source: 'platform' })],
    ['a part of the name in any case', () => ({ keyword: 'us_1' })],
    ['the id on the channel', () => ({ keyword: ' 120200000000000777 ' })],
    ['the day of creation', () => ({ created_from: '2026-11-10', created_to: '2026-11-10' })],
    ['the level of its budget', () => ({ budget_level: 'ad_group' })],
    ['the budget mode', () => ({ budget_mode: 'lifetime' })],
    ['the learning stage', () => ({ learning_stage: 'LEARNING' })],
    ['who closed it', () => ({ closed_by: 'rule' })],
    ['its campaign', () => ({ campaign_id: [trees.rich.campaign_id] })],
    ['its ad group', () => ({ ad_group_id: [trees.rich.group_id] })],
    ['a minimum of spend', () => ({ metric_range: [{ metric: 'spend', min: 2_500 }] })],
    ['a range of CPM', () => ({ metric_range: [{ metric: 'cpm', min: 2_499, max: 2_501 }] })],
    ['the view of spending objects', () => ({ view: 'spending' })],
    ['the view of losing objects', () => ({ view: 'losing' })],
    ['the view of learning objects', () => ({ view: 'learning' })],
  ];
  it.each(cases)('by %s finds the matching object on every level', async (_what, filter) => {
    for (const level of levels) expect([level, await findIds(level, filter())]).toEqual([level, [idOf(trees.rich, level)]]);
  });

  it('by keyword matches no partial channel id and treats wildcards as text', async () => {
    expect(await findIds('campaign', { keyword: '12020000000000077' })).toEqual([]);
    expect(await findIds('campaign', { keyword: '100%' })).toEqual([trees.plain.campaign_id]);
    expect(await findIds('campaign', { keyword: '%' })).toEqual([trees.plain.campaign_id]);
  });

  it('by department finds objects whose owner is in it or below it', async () => {
    const departmentOf = async (name: string) =>
      (await server.db.selectFrom('sys_department').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
    expect(await findIds('ad', { department_id: await departmentOf('投放一部') }, 'admin')).toHaveLength(2);
    expect(await findIds('ad', { department_id: await departmentOf('素材部') }, 'admin')).toEqual([]);
  });

  it('combines values of one filter with OR and several filters with AND', async () => {
    const { plain, rich } = trees;
    expect(await findIds('campaign', { ad_account_id: [plain.account_id, rich.account_id] })).toHaveLength(2);
    expect(await findIds('campaign', { ad_account_id: [plain.account_id, rich.account_id], drama_id: [ids.drama] })).toEqual([
      rich.campaign_id,
    ]);
  });

  it('by a metric omits rows without a value', async () => {
    expect(await findIds('campaign', { metric_range: [{ metric: 'roi_d0', max: 9 }] })).toEqual([trees.rich.campaign_id]);
    expect(await findIds('campaign', { metric_range: [{ metric: 'spend', max: 0 }] })).toEqual([trees.plain.campaign_id]);
  });
});

describe('a quick view', () => {
  it('of losses uses the target of the drama and needs more than twenty dollars of spend on the account’s day', async () => {
    // 1,000 of 2,500 is 0.40: below the target of 0.60, and not below one of 0.30.
    await server.db.updateTable('drama').set({ target_roi_d0_bp: 3_000 }).where('id', '=', ids.drama).execute();
    expect(await findIds('ad', { view: 'losing' })).toEqual([]);
    await server.db.updateTable('drama').set({ target_roi_d0_bp: 6_000 }).where('id', '=', ids.drama).execute();
    await server.db
      .updateTable('insight_daily')
      .set({ spend_usd: 2_000 })
      .where('ad_id', '=', trees.rich.ad_id)
      .where('stat_date', '=', TODAY)
      .execute();
    expect(await findIds('ad', { view: 'losing' })).toEqual([]);
    await server.db
      .updateTable('insight_daily')
      .set({ spend_usd: 2_500 })
      .where('ad_id', '=', trees.rich.ad_id)
      .where('stat_date', '=', TODAY)
      .execute();
  });

  it('of low budgets starts at nine tenths of the day or the lifetime', async () => {
    // 2,500 and 6,700 of a lifetime budget of 10,000.
    expect(await findIds('ad_group', { view: 'budget_low' })).toEqual([trees.rich.group_id]);
    expect(await findIds('ad', { view: 'budget_low' })).toEqual([trees.rich.ad_id]);
    await server.db.updateTable('ad_group').set({ lifetime_budget: 11_000 }).where('id', '=', trees.rich.group_id).execute();
    expect(await findIds('ad_group', { view: 'budget_low' })).toEqual([]);
    await rows.day(trees.plain.ad_id, TODAY, { spend: 4_600 });
    expect(await findIds('campaign', { view: 'budget_low' })).toEqual([trees.plain.campaign_id]);
    expect(await findIds('ad', { view: 'budget_low' })).toEqual([trees.plain.ad_id]);
  });

  it('of disapproved ads also shows their ad groups and campaigns', async () => {
    const rejected = await rows.ad(trees.plain.group_id, { effective_status: 'DISAPPROVED', review: 'rejected' });
    expect(await findIds('ad', { view: 'disapproved' })).toEqual([rejected]);
    expect(await findIds('ad_group', { view: 'disapproved' })).toEqual([trees.plain.group_id]);
    expect(await findIds('campaign', { view: 'disapproved' })).toEqual([trees.plain.campaign_id]);
  });

  it('of running objects uses the effective status', async () => {
    expect(await findIds('campaign', { view: 'running' })).toEqual([trees.plain.campaign_id]);
  });
});
