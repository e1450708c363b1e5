import type { CopyRename } from '#contracts/endpoints/ad-copies.ts';
import type { EntityLevel, EntityStatus } from '#server/database/schema-launches.ts';
import type { PartStandings, PixelStanding, PostStanding, SourceAd, SourceCampaign, SourceGroup, Sources } from './copy-sources.query.ts';
import type { AdNode, CampaignNode, GroupNode, TreeNode } from './launch-items.ts';
import { minorOfUsd, usdOfMinor } from './money.rules.ts';
import type { PlanAccount } from './plan-parts.ts';
import { rateOf } from './plan-tree.ts';

export type Part = 'material' | 'post' | 'homepage' | 'landing_page' | 'pixel';

export interface CopyWish {
  level: EntityLevel;
  deep: boolean;
  status: 'PAUSED' | 'ACTIVE' | 'INHERIT';
  /** In the smallest unit of the target's currency. */
  budget: number | undefined;
  startAt: Date | null;
  rename: CopyRename | undefined;
  isFromDeleted: boolean;
  /** Stands in for a part; the part itself where nothing does. */
  replaced(part: Part, id: number): number;
  targetGroup: SourceGroup | undefined;
  now: Date;
}

export interface Standings {
  parts: PartStandings;
  pixels: ReadonlyMap<number, PixelStanding>;
  accounts: ReadonlyMap<number, PlanAccount>;
}

/** The name of a copy; of several, the second and later ones have their number besides. */
export function copiedName(name: string, rename: CopyRename | undefined, number = 1): string {
  const suffix = number > 1 ? ` (${number})` : '';
  if (rename === undefined) return name + suffix;
  if ('find' in rename) return name.replaceAll(rename.find, rename.replace) + suffix;
  return rename.prefix + name + rename.suffix + suffix;
}

/** What of the children goes along: what is alive - and of what was deleted, what went with it. */
const goesAlong = (child: { status: EntityStatus; deleted_at: Date | null }, root: { deleted_at: Date | null }): boolean =>
  (child.status !== 'DELETED' && child.status !== 'ARCHIVED') ||
  (root.deleted_at !== null && child.deleted_at?.getTime() === root.deleted_at.getTime());

export const asStarted = (status: EntityStatus): 'ACTIVE' | 'PAUSED' => (status === 'PAUSED' ? 'PAUSED' : 'ACTIVE');

/** An amount of one currency in another, by way of US cents and rounded up; null where the worth of one is not known. */
function inCurrency(amount: number, from: PlanAccount, to: PlanAccount): number | null {
  if (from.currency === to.currency) return amount;
  const [own, other] = [rateOf(from), rateOf(to)];
  return own === null || other === null ? null : minorOfUsd(usdOfMinor(amount, own), other);
}

interface Budget {
  budget_mode: 'daily' | 'lifetime' | null;
  budget: number | null;
}

function budgetOf(
  source: { ad_account_id: number; budget_mode: 'daily' | 'lifetime' | null; daily_budget: number | null; lifetime_budget: number | null },
  account: PlanAccount,
  { budget }: CopyWish,
  { accounts }: Standings,
): Budget {
  const { budget_mode } = source;
  const amount = budget_mode === 'daily' ? source.daily_budget : source.lifetime_budget;
  if (budget_mode === null || amount === null) return { budget_mode: null, budget: null };
  const own = accounts.get(source.ad_account_id);
  return { budget_mode, budget: budget ?? (own === undefined ? null : inCurrency(amount, own, account)) };
}

/** An end that has passed is no end of the copy. */
const endOf = (end: Date | null, { startAt, now }: CopyWish): Date | null => (end !== null && end > (startAt ?? now) ? end : null);

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const ofContent = ({ biz, drama_id, product_id, scheme_id, scheme_version }: SourceCampaign | SourceGroup | SourceAd) => ({
  biz,
  drama_id,
  product_id,
  scheme_id,
  scheme_version,
});

function campaignNode(source: SourceCampaign, name: string, account: PlanAccount, wish: CopyWish, standings: Standings): CampaignNode {
  const { objective, bid_strategy, special_ad_categories } = source;
  return {
    ...ofContent(source),
    name,
    ...budgetOf(source, account, wish, standings),
    objective,
    bid_strategy,
    special_ad_categories,
    start_at: iso(wish.startAt),
    stop_at: iso(endOf(source.stop_at, wish)),
    source_campaign_id: source.id,
  };
}

function groupNode(source: SourceGroup, name: string, account: PlanAccount, wish: CopyWish, standings: Standings): GroupNode {
  const { optimization_goal, billing_event, roas_floor_bp, custom_event_type, attribution, targeting, bid_amount, pixel_id } = source;
  const own = standings.accounts.get(source.ad_account_id);
  return {
    ...ofContent(source),
    name,
    status: asStarted(source.status),
    ...budgetOf(source, account, wish, standings),
    optimization_goal,
    billing_event,
    bid_amount: bid_amount === null || own === undefined ? null : inCurrency(bid_amount, own, account),
    roas_floor_bp,
    pixel_id: pixel_id === null ? null : wish.replaced('pixel', pixel_id),
    custom_event_type,
    attribution,
    targeting,
    start_at: iso(wish.startAt),
    end_at: iso(endOf(source.end_at, wish)),
    source_group_id: source.id,
  };
}

/** What an ad shows, on whose page, and where it leads to: of a post, all of that is the post's. */
function shownBy(source: SourceAd, wish: CopyWish, { parts }: Standings) {
  const stand = (part: Part, id: number | null) => (id === null ? null : wish.replaced(part, id));
  const { material_id, post_id, homepage_id, landing_page_id } = source;
  const post = stand('post', post_id);
  const other = post === null || post === post_id ? undefined : parts.post.get(post);
  if (other !== undefined) return { post_id: post, ...ownOf(other) };
  return {
    post_id: post,
    material_id: post === null ? stand('material', material_id) : material_id,
    homepage_id: (post === null ? stand('homepage', homepage_id) : homepage_id) ?? 0,
    landing_page_id: stand('landing_page', landing_page_id),
  };
}

const ownOf = ({ material_id, homepage_id, landing_page_id }: PostStanding) => ({ material_id, homepage_id, landing_page_id });

function adNode(source: SourceAd, name: string, wish: CopyWish, standings: Standings): AdNode {
  const { primary_text, headline, call_to_action, url_tags } = source;
  // An ad is counted for the pixel of the group it is in.
  const pixel_id = wish.targetGroup === undefined ? source.pixel_id : wish.targetGroup.pixel_id;
  return {
    ...ofContent(source),
    name,
    status: asStarted(source.status),
    ...shownBy(source, wish, standings),
    pixel_id: pixel_id === null ? null : wish.replaced('pixel', pixel_id),
    primary_text,
    headline,
    call_to_action,
    url_tags,
    source_ad_id: source.id,
  };
}

export interface Original {
  campaign: SourceCampaign;
  group: SourceGroup | undefined;
  ad: SourceAd | undefined;
  own: SourceCampaign | SourceGroup | SourceAd;
}

export function originalOf({ campaigns, groups, ads }: Sources, level: EntityLevel, id: number): Original | undefined {
  const ad = level === 'ad' ? ads.get(id) : undefined;
  const group = level === 'ad_group' ? groups.get(id) : ad && groups.get(ad.ad_group_id);
  const campaign = campaigns.get(level === 'campaign' ? id : (group?.campaign_id ?? 0));
  const own = level === 'campaign' ? campaign : level === 'ad_group' ? group : ad;
  return campaign === undefined || own === undefined ? undefined : { campaign, group, ad, own };
}

/** What is made of one original in one account, `number` of so many. */
export function nodesOf(
  original: Original,
  sources: Sources,
  account: PlanAccount,
  wish: CopyWish,
  standings: Standings,
  number: number,
): TreeNode[] {
  const { campaign, group, ad, own } = original;
  const isElsewhere = account.id !== own.ad_account_id;
  const named = (of: { id: number; name: string }, isRoot: boolean) => copiedName(of.name, wish.rename, isRoot ? number : 1);
  const nodes: TreeNode[] = [];
  const push = (node: TreeNode): number => nodes.push(node) - 1;
  const addAd = (one: SourceAd, parent: number | undefined, above?: number) => {
    const node = adNode(one, named(one, one === own), wish, standings);
    const status = one === own && parent === undefined && wish.status !== 'INHERIT' ? wish.status : node.status;
    push({ level: 'ad', node: { ...node, status }, parent, ...(above === undefined ? {} : { above }) });
  };
  const addGroup = (one: SourceGroup, parent: number | undefined, above?: number) => {
    const node = groupNode(one, named(one, one === own), account, wish, standings);
    // One at the top is opened once its ads are there.
    const status = parent === undefined ? 'PAUSED' : node.status;
    return push({ level: 'ad_group', node: { ...node, status }, parent, ...(above === undefined ? {} : { above }) });
  };
  const adsIn = (one: SourceGroup) => [...sources.ads.values()].filter((each) => each.ad_group_id === one.id && goesAlong(each, own));

  if (ad !== undefined && group !== undefined) {
    if (!isElsewhere) addAd(ad, undefined, wish.targetGroup?.id ?? group.id);
    else
      addAd(
        ad,
        addGroup(
          group,
          push({ level: 'campaign', node: campaignNode(campaign, named(campaign, true), account, wish, standings), parent: undefined }),
        ),
      );
    return nodes;
  }
  if (group !== undefined) {
    const top = isElsewhere
      ? push({ level: 'campaign', node: campaignNode(campaign, named(campaign, true), account, wish, standings), parent: undefined })
      : undefined;
    const place = addGroup(group, top, top === undefined ? campaign.id : undefined);
    if (wish.deep) for (const one of adsIn(group)) addAd(one, place);
    return nodes;
  }
  const top = push({ level: 'campaign', node: campaignNode(campaign, named(campaign, true), account, wish, standings), parent: undefined });
  if (!wish.deep) return nodes;
  for (const one of sources.groups.values()) {
    if (one.campaign_id !== campaign.id || !goesAlong(one, own)) continue;
    const place = addGroup(one, top);
    for (const each of adsIn(one)) addAd(each, place);
  }
  return nodes;
}
