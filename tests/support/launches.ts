import type { TestApp } from './app.ts';
import { connectionFixtures } from './connections.ts';
import { contentFixtures } from './content.ts';

type More = Record<string, unknown>;

/** Shared by the test file, because several instances may write into one database. */
let serial = 0;

/**
 * Writes campaigns, ad groups and ads directly to the database, in addition to the rows of `connectionFixtures` and `contentFixtures`. Budgets are
 * on the ad groups unless given.
 */
export function launchFixtures(server: () => Pick<TestApp, 'db' | 'clock'>) {
  const next = () => {
    serial += 1;
    return serial;
  };
  const connections = connectionFixtures(server);
  const content = contentFixtures(server);
  const kept = () => ({ created_at: server().clock.now(), updated_at: server().clock.now() });
  const createPlatformId = () => `1200000000${String(next()).padStart(5, '0')}`;
  const active = { status: 'ACTIVE', effective_status: 'ACTIVE' } as const;

  async function ownerId(owner: string | null): Promise<number | null> {
    return owner === null ? null : await connections.userOf(owner);
  }

  async function campaign(owner: string | null, ad_account_id: number, more: More = {}): Promise<number> {
    const values = {
      ...active,
      ad_account_id,
      platform_campaign_id: createPlatformId(),
      name: `系列 ${next()}`,
      biz: 'dj' as const,
      owner_user_id: await ownerId(owner),
      objective: 'OUTCOME_SALES',
      bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
      ...kept(),
      ...more,
    };
    return (await server().db.insertInto('campaign').values(values).returning('id').executeTakeFirstOrThrow()).id;
  }

  const loadParent = async (table: 'campaign' | 'ad_group', id: number) =>
    await server()
      .db.selectFrom(table)
      .select(['ad_account_id', 'biz', 'drama_id', 'product_id', 'owner_user_id', 'scheme_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  async function group(campaign_id: number, more: More = {}): Promise<number> {
    const hasBudget = 'budget_mode' in more;
    const values = {
      ...active,
      ...(await loadParent('campaign', campaign_id)),
      campaign_id,
      platform_adset_id: createPlatformId(),
      name: `组 ${next()}`,
      optimization_goal: 'LINK_CLICKS',
      billing_event: 'IMPRESSIONS',
      attribution: '7d_click_1d_view',
      targeting: JSON.stringify({ countries: ['US'] }),
      primary_country: 'US',
      ...(hasBudget ? {} : { budget_mode: 'daily' as const, daily_budget: 5_000 }),
      ...kept(),
      ...more,
    };
    return (await server().db.insertInto('ad_group').values(values).returning('id').executeTakeFirstOrThrow()).id;
  }

  async function ad(ad_group_id: number, more: More = {}): Promise<number> {
    const { campaign_id } = await server()
      .db.selectFrom('ad_group')
      .select('campaign_id')
      .where('id', '=', ad_group_id)
      .executeTakeFirstOrThrow();
    const values = {
      ...active,
      ...(await loadParent('ad_group', ad_group_id)),
      campaign_id,
      ad_group_id,
      platform_ad_id: createPlatformId(),
      name: `广告 ${next()}`,
      primary_text: '她回来了',
      call_to_action: 'WATCH_MORE',
      url_tags: 'ad_id={{ad.id}}',
      review: 'approved' as const,
      ...kept(),
      ...more,
    };
    return (await server().db.insertInto('ad').values(values).returning('id').executeTakeFirstOrThrow()).id;
  }

  /** A campaign with one ad group and one ad, in an account of its own unless one is given. */
  async function tree(owner: string | null, more: { account?: number; campaign?: More; group?: More; ad?: More } = {}) {
    const account = more.account ?? (await connections.account(await connections.person(owner ?? 'admin')));
    const campaignId = await campaign(owner, account, more.campaign);
    const groupId = await group(campaignId, more.group);
    return { account, campaign: campaignId, group: groupId, ad: await ad(groupId, more.ad) };
  }

  return { ...connections, drama: content.drama, product: content.product, material: content.material, campaign, group, ad, tree };
}
