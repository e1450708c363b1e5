import type { EntityStatus } from '#server/database/schema-launches.ts';
import { type Refusal, refuse, refuseField } from '../../refusal.ts';
import { amountObstacle, computeMinBudget } from '../entities/index.ts';
import { asStarted, type CopyWish, nodesOf, type Original, originalOf, type Part, type Standings } from './copy-nodes.ts';
import type { Sources } from './copy-sources.query.ts';
import type { AdNode, CampaignNode, GroupNode, TreeNode } from './launch-items.ts';
import { placeObstacle } from './launch-place.ts';
import { usdOfMinor } from './money.rules.ts';
import type { PlanAccount } from './plan-parts.ts';
import { rateOf } from './plan-tree.ts';

export interface MissingPart {
  part: Part;
  id: number;
  label: string;
  reason: string;
}

/** One original in one account. */
export interface PlannedCopy {
  id: number;
  name: string;
  status: EntityStatus;
  account: PlanAccount;
  newName: string;
  nodes: TreeNode[];
  /** How the root stands in the end; undefined where it is made as it should stand. */
  rootStatus: 'ACTIVE' | 'PAUSED' | undefined;
  budgetUsd: number | null;
  missing: MissingPart[];
  refusal: Refusal | null;
}

const NAME_MAX = 400;

/** Parts of a copy that are gone or cannot be used, each once. */
function missingOf(nodes: readonly TreeNode[], account: PlanAccount, { parts, pixels }: Standings): MissingPart[] {
  const found = new Map<string, MissingPart>();
  const look = (part: Part, id: number | null, standing: { label: string; is_usable: boolean; reason: string } | undefined) => {
    if (id === null || standing?.is_usable === true) return;
    const reason =
      standing?.reason ??
      {
        material: 'MATERIAL_NOT_READY',
        post: 'MATERIAL_NOT_READY',
        homepage: 'HOMEPAGE_UNUSABLE',
        landing_page: 'LANDING_OFFLINE',
        pixel: 'PIXEL_NOT_SHARED',
      }[part];
    if (id > 0) found.set(`${part} ${id}`, { part, id, label: standing?.label ?? `#${id}`, reason });
  };
  for (const { level, node } of nodes) {
    if (level === 'ad_group') {
      const { pixel_id } = node as GroupNode;
      const pixel = pixels.get(pixel_id ?? 0);
      const standing = pixel && { label: pixel.label, is_usable: pixel.accounts.includes(account.id), reason: 'PIXEL_NOT_SHARED' };
      look('pixel', pixel_id, standing);
    }
    if (level !== 'ad') continue;
    const { material_id, post_id, homepage_id, landing_page_id } = node as AdNode;
    if (post_id === null) look('material', material_id, parts.material.get(material_id ?? 0));
    look('post', post_id, parts.post.get(post_id ?? 0));
    look('homepage', homepage_id, parts.homepage.get(homepage_id));
    look('landing_page', landing_page_id, parts.landing_page.get(landing_page_id ?? 0));
  }
  return [...found.values()];
}

function moneyObstacle(nodes: readonly TreeNode[], account: PlanAccount, bidStrategy: string): Refusal | null {
  const { currency, exponent, usd_per_unit } = account;
  const facts = { code: currency, exponent, usdPerUnit: usd_per_unit === null ? null : Number(usd_per_unit) };
  for (const { level, node } of nodes) {
    if (level === 'ad') continue;
    const { budget_mode, budget } = node as CampaignNode | GroupNode;
    if (budget_mode === null) continue;
    if (budget === null) return refuseField('budget', 'rateMissing', { currency });
    const obstacle = amountObstacle(budget, computeMinBudget(account.min_daily_budget, bidStrategy), facts);
    if (obstacle !== null) return obstacle;
  }
  return null;
}

/** A budget for the whole life needs an end that is still to come. */
const hasNoEnd = (nodes: readonly TreeNode[]): boolean =>
  nodes.some(({ level, node }) => {
    if (level === 'campaign') return (node as CampaignNode).budget_mode === 'lifetime' && (node as CampaignNode).stop_at === null;
    return level === 'ad_group' && (node as GroupNode).budget_mode === 'lifetime' && (node as GroupNode).end_at === null;
  });

function refusalOf({ campaign, own }: Original, copy: Pick<PlannedCopy, 'nodes' | 'missing' | 'account'>, wish: CopyWish): Refusal | null {
  const { nodes, missing, account } = copy;
  if (own.status === 'DELETED' && !wish.isFromDeleted) return refuse('STATE_DELETED');
  const place = placeObstacle(account);
  if (place !== null) return place;
  if (account.channel !== campaign.channel) return refuseField('target_account_ids', 'otherChannel');
  const isIn = (one: { status: EntityStatus }) => one.status === 'DELETED' || one.status === 'ARCHIVED';
  const isHere = account.id === own.ad_account_id;
  if (isHere && wish.level !== 'campaign' && isIn(campaign) && wish.targetGroup === undefined) return refuse('PARENT_GONE');
  if (campaign.is_content_off) return refuse('CONTENT_OFF');
  const long = nodes.find(({ node }) => [...node.name].length > NAME_MAX);
  if (long !== undefined) return refuseField('rename', 'nameLength', { length: [...long.node.name].length, limit: NAME_MAX });
  const pixel = missing.find(({ part }) => part === 'pixel');
  if (pixel !== undefined) return refuse('PIXEL_NOT_SHARED', { account: account.name, pixel_id: pixel.id, ad_account_id: account.id });
  const page = nodes.find(({ level, node }) => level === 'ad' && (node as AdNode).homepage_id === 0);
  if (page !== undefined) return refuse('HOMEPAGE_UNUSABLE', { status: 'gone' });
  return hasNoEnd(nodes) ? refuse('SCHEDULE_ENDED') : moneyObstacle(nodes, account, campaign.bid_strategy);
}

/** What would be made of an original in an account; undefined where there is no such original for the caller. */
export function plannedCopy(
  sources: Sources,
  { id, account, number }: { id: number; account: PlanAccount; number: number },
  wish: CopyWish,
  standings: Standings,
): PlannedCopy | undefined {
  const original = originalOf(sources, wish.level, id);
  if (original === undefined) return undefined;
  const { own } = original;
  const nodes = nodesOf(original, sources, account, wish, standings, number);
  const root = nodes[0];
  const missing = missingOf(nodes, account, standings);
  const budgeted = nodes.find(({ level, node }) => level !== 'ad' && (node as CampaignNode).budget !== null);
  const rate = rateOf(account);
  const budget = budgeted === undefined ? null : (budgeted.node as CampaignNode).budget;
  return {
    id,
    name: own.name,
    status: own.status,
    account,
    newName: root?.node.name ?? own.name,
    nodes,
    rootStatus: root === undefined || root.level === 'ad' ? undefined : wish.status === 'INHERIT' ? asStarted(own.status) : wish.status,
    budgetUsd: budget === null || rate === null ? null : usdOfMinor(budget, rate),
    missing,
    refusal: refusalOf(original, { nodes, missing, account }, wish),
  };
}
