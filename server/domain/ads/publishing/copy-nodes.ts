import type { AdEdit, CopyRename } from '#contracts/endpoints/ad-copies.ts';
import type { EntityLevel, EntityStatus } from '#server/database/schema-launches.ts';
import { omitUndefined } from '../entities/index.ts';
import type { PartStates, PixelState, PostState, SourceAd, SourceCampaign, SourceGroup, Sources } from './copy-sources.query.ts';
import type { AdNode, CampaignNode, GroupNode, TreeNode } from './launch-items.ts';
import { centsToMinor, minorToCents } from './money.rules.ts';
import { promotesPage } from './plan.ts';
import type { PlanAccount } from './plan-parts.ts';
import { toRate } from './plan-tree.ts';

export type Part = 'material' | 'post' | 'homepage' | 'landing_page' | 'pixel';

export interface CopyOptions {
  level: EntityLevel;
  deep: boolean;
  status: 'PAUSED' | 'ACTIVE' | 'INHERIT';
  /** In the smallest unit of the target account's currency. */
  budget: number | undefined;
  startAt: Date | null;
  rename: CopyRename | undefined;
  isFromDeleted: boolean;
  /** Returns the replacement of a part, or the part itself. */
  replace(part: Part, id: number): number;
  targetGroup: SourceGroup | undefined;
  /** Changes of the one ad that is copied to take the place of its original. */
  edit: AdEdit | undefined;
  now: Date;
}

export interface CopyParts {
  parts: PartStates;
  pixels: ReadonlyMap<number, PixelState>;
  accounts: ReadonlyMap<number, PlanAccount>;
}

/** The name of a copy; the second and later copies of one original also get their number. */
export function buildCopyName(name: string, rename: CopyRename | undefined, number = 1): string {
  const suffix = number > 1 ? ` (${number})` : '';
  if (rename === undefined) return name + suffix;
  if ('find' in rename) return name.replaceAll(rename.find, rename.replace) + suffix;
  return rename.prefix + name + rename.suffix + suffix;
}

/** The name with that of another account, as a template would have filled it in. */
export function withAccountName(name: string, from: string, to: string): string {
  const [old, other] = [from, to].map((account) => account.replaceAll(/\s+/g, ' ').trim()) as [string, string];
  return old === '' ? name : name.replaceAll(old, () => other);
}

/** Whether a child is copied with its root: it is not over, or it was deleted together with the root. */
const isCopiedAlong = (child: { status: EntityStatus; deleted_at: Date | null }, root: { deleted_at: Date | null }): boolean =>
  (child.status !== 'DELETED' && child.status !== 'ARCHIVED') ||
  (root.deleted_at !== null && child.deleted_at?.getTime() === root.deleted_at.getTime());

export const toStartStatus = (status: EntityStatus): 'ACTIVE' | 'PAUSED' => (status === 'PAUSED' ? 'PAUSED' : 'ACTIVE');

/** Converts an amount to another currency through US cents, rounded up; null when a rate is unknown. */
function convertAmount(amount: number, from: PlanAccount, to: PlanAccount): number | null {
  if (from.currency === to.currency) return amount;
  const [own, other] = [toRate(from), toRate(to)];
  return own === null || other === null ? null : centsToMinor(minorToCents(amount, own), other);
}

interface Budget {
  budget_mode: 'daily' | 'lifetime' | null;
  budget: number | null;
}

function toBudget(
  source: { ad_account_id: number; budget_mode: 'daily' | 'lifetime' | null; daily_budget: number | null; lifetime_budget: number | null },
  account: PlanAccount,
  { budget }: CopyOptions,
  { accounts }: CopyParts,
): Budget {
  const { budget_mode } = source;
  const amount = budget_mode === 'daily' ? source.daily_budget : source.lifetime_budget;
  if (budget_mode === null || amount === null) return { budget_mode: null, budget: null };
  const own = accounts.get(source.ad_account_id);
  return { budget_mode, budget: budget ?? (own === undefined ? null : convertAmount(amount, own, account)) };
}

/** A copy has no end when the end of the original has passed. */
const toEnd = (end: Date | null, { startAt, now }: CopyOptions): Date | null => (end !== null && end > (startAt ?? now) ? end : null);

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const pickContent = ({ biz, drama_id, product_id, scheme_id, scheme_version }: SourceCampaign | SourceGroup | SourceAd) => ({
  biz,
  drama_id,
  product_id,
  scheme_id,
  scheme_version,
});

function toCampaignNode(
  source: SourceCampaign,
  name: string,
  account: PlanAccount,
  options: CopyOptions,
  copyParts: CopyParts,
): CampaignNode {
  const { objective, bid_strategy, special_ad_categories, special_ad_countries } = source;
  return {
    ...pickContent(source),
    name,
    ...toBudget(source, account, options, copyParts),
    objective,
    bid_strategy,
    special_ad_categories,
    special_ad_countries,
    start_at: iso(options.startAt),
    stop_at: iso(toEnd(source.stop_at, options)),
    source_campaign_id: source.id,
  };
}

function toGroupNode(source: SourceGroup, name: string, account: PlanAccount, options: CopyOptions, copyParts: CopyParts): GroupNode {
  const { optimization_goal, billing_event, roas_floor_bp, custom_event_type, attribution, targeting, bid_amount, pixel_id } = source;
  const { app_id, app_store_url, beneficiary, payer } = source;
  const own = copyParts.accounts.get(source.ad_account_id);
  return {
    ...pickContent(source),
    name,
    status: toStartStatus(source.status),
    ...toBudget(source, account, options, copyParts),
    optimization_goal,
    billing_event,
    bid_amount: bid_amount === null || own === undefined ? null : convertAmount(bid_amount, own, account),
    roas_floor_bp,
    pixel_id: pixel_id === null ? null : options.replace('pixel', pixel_id),
    custom_event_type,
    ...(app_id !== null && app_store_url !== null ? { app_id, app_store_url } : {}),
    ...(beneficiary === null ? {} : { beneficiary }),
    ...(payer === null ? {} : { payer }),
    attribution,
    targeting,
    start_at: iso(options.startAt),
    end_at: iso(toEnd(source.end_at, options)),
    source_group_id: source.id,
  };
}

/** The material, post, homepage and landing page of an ad; for an ad of a post, all of them come from the post. */
function resolveParts(source: SourceAd, options: CopyOptions, { parts }: CopyParts) {
  const replaceIfSet = (part: Part, id: number | null) => (id === null ? null : options.replace(part, id));
  const { material_id, post_id, homepage_id, landing_page_id } = source;
  const post = replaceIfSet('post', post_id);
  const other = post === null || post === post_id ? undefined : parts.post.get(post);
  if (other !== undefined) return { post_id: post, ...pickPostParts(other) };
  return {
    post_id: post,
    material_id: post === null ? replaceIfSet('material', material_id) : material_id,
    homepage_id: (post === null ? replaceIfSet('homepage', homepage_id) : homepage_id) ?? 0,
    landing_page_id: replaceIfSet('landing_page', landing_page_id),
  };
}

const pickPostParts = ({ material_id, homepage_id, landing_page_id }: PostState) => ({ material_id, homepage_id, landing_page_id });

function toAdNode(source: SourceAd, name: string, options: CopyOptions, copyParts: CopyParts): AdNode {
  const { primary_text, headline, description, call_to_action, url_tags } = source;
  // An ad uses the pixel of the ad group it is placed in.
  const pixel_id = options.targetGroup === undefined ? source.pixel_id : options.targetGroup.pixel_id;
  return {
    ...pickContent(source),
    name,
    status: toStartStatus(source.status),
    ...resolveParts(source, options, copyParts),
    pixel_id: pixel_id === null ? null : options.replace('pixel', pixel_id),
    primary_text,
    headline,
    description: description ?? null,
    call_to_action,
    url_tags,
    source_ad_id: source.id,
    ...toEdited(source, options),
  };
}

function toEdited({ id }: SourceAd, { edit }: CopyOptions): Partial<AdNode> {
  if (edit === undefined) return {};
  const { primary_text, headline, description, call_to_action } = edit;
  return { ...omitUndefined({ primary_text, headline, description, call_to_action }), replaces: id };
}

export interface Original {
  campaign: SourceCampaign;
  group: SourceGroup | undefined;
  ad: SourceAd | undefined;
  own: SourceCampaign | SourceGroup | SourceAd;
}

export function findOriginal({ campaigns, groups, ads }: Sources, level: EntityLevel, id: number): Original | undefined {
  const ad = level === 'ad' ? ads.get(id) : undefined;
  const group = level === 'ad_group' ? groups.get(id) : ad && groups.get(ad.ad_group_id);
  const campaign = campaigns.get(level === 'campaign' ? id : (group?.campaign_id ?? 0));
  const own = level === 'campaign' ? campaign : level === 'ad_group' ? group : ad;
  return campaign === undefined || own === undefined ? undefined : { campaign, group, ad, own };
}

/** The objects created for one original in one account; `number` counts the repetitions. */
export function buildNodes(
  original: Original,
  sources: Sources,
  account: PlanAccount,
  options: CopyOptions,
  copyParts: CopyParts,
  number: number,
): TreeNode[] {
  const { campaign, group, ad, own } = original;
  const isOtherAccount = account.id !== own.ad_account_id;
  const ownAccount = copyParts.accounts.get(own.ad_account_id);
  const buildName = (source: { name: string; names_account: boolean }, isRoot: boolean) => {
    const name = source.names_account && ownAccount ? withAccountName(source.name, ownAccount.name, account.name) : source.name;
    return buildCopyName(name, options.rename, isRoot ? number : 1);
  };
  const nodes: TreeNode[] = [];
  const push = (node: TreeNode): number => nodes.push(node) - 1;
  const addAd = (source: SourceAd, parent: number | undefined, above?: number) => {
    const node = toAdNode(source, buildName(source, source === own), options, copyParts);
    const status = source === own && parent === undefined && options.status !== 'INHERIT' ? options.status : node.status;
    push({ level: 'ad', node: { ...node, status }, parent, ...(above === undefined ? {} : { above }) });
  };
  const addGroup = (source: SourceGroup, parent: number | undefined, above?: number) => {
    const [first] = [...sources.ads.values()].filter((each) => each.ad_group_id === source.id);
    const promoted =
      promotesPage(campaign.objective) && first !== undefined ? resolveParts(first, options, copyParts).homepage_id : undefined;
    const node = {
      ...toGroupNode(source, buildName(source, source === own), account, options, copyParts),
      ...(promoted === undefined ? {} : { promoted_homepage_id: promoted }),
    };
    // A root is opened once its ads exist.
    const status = parent === undefined ? 'PAUSED' : node.status;
    return push({ level: 'ad_group', node: { ...node, status }, parent, ...(above === undefined ? {} : { above }) });
  };
  const listAds = (source: SourceGroup) =>
    [...sources.ads.values()].filter((each) => each.ad_group_id === source.id && isCopiedAlong(each, own));

  if (ad !== undefined && group !== undefined) {
    if (!isOtherAccount) addAd(ad, undefined, options.targetGroup?.id ?? group.id);
    else
      addAd(
        ad,
        addGroup(
          group,
          push({
            level: 'campaign',
            node: toCampaignNode(campaign, buildName(campaign, true), account, options, copyParts),
            parent: undefined,
          }),
        ),
      );
    return nodes;
  }
  if (group !== undefined) {
    const top = isOtherAccount
      ? push({
          level: 'campaign',
          node: toCampaignNode(campaign, buildName(campaign, true), account, options, copyParts),
          parent: undefined,
        })
      : undefined;
    const place = addGroup(group, top, top === undefined ? campaign.id : undefined);
    if (options.deep) for (const child of listAds(group)) addAd(child, place);
    return nodes;
  }
  const top = push({
    level: 'campaign',
    node: toCampaignNode(campaign, buildName(campaign, true), account, options, copyParts),
    parent: undefined,
  });
  if (!options.deep) return nodes;
  for (const source of sources.groups.values()) {
    if (source.campaign_id !== campaign.id || !isCopiedAlong(source, own)) continue;
    const place = addGroup(source, top);
    for (const child of listAds(source)) addAd(child, place);
  }
  return nodes;
}
