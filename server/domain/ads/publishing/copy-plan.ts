import type { EntityStatus } from '#server/database/schema-launches.ts';
import { type Refusal, refuse, refuseField } from '../../refusal.ts';
import { amountObstacle, computeMinBudget } from '../entities/index.ts';
import { buildNodes, type CopyOptions, type CopyParts, findOriginal, type Original, type Part, toStartStatus } from './copy-nodes.ts';
import type { Sources } from './copy-sources.query.ts';
import { launchAccountObstacle } from './launch-accounts.ts';
import type { AdNode, CampaignNode, GroupNode, TreeNode } from './launch-items.ts';
import { minorToCents } from './money.rules.ts';
import type { PlanAccount } from './plan-parts.ts';
import { toRate } from './plan-tree.ts';

export interface MissingPart {
  part: Part;
  id: number;
  label: string;
  reason: string;
}

/** The planned copy of one original in one account. */
export interface PlannedCopy {
  id: number;
  name: string;
  status: EntityStatus;
  account: PlanAccount;
  newName: string;
  nodes: TreeNode[];
  /** Final status of the root; undefined when it is created with that status. */
  rootStatus: 'ACTIVE' | 'PAUSED' | undefined;
  budgetUsd: number | null;
  missing: MissingPart[];
  refusal: Refusal | null;
}

const MAX_NAME_LENGTH = 400;

/** Parts of a copy that are deleted or unusable, each listed once. */
function findMissingParts(nodes: readonly TreeNode[], account: PlanAccount, { parts, pixels }: CopyParts): MissingPart[] {
  const found = new Map<string, MissingPart>();
  const check = (part: Part, id: number | null, state: { label: string; is_usable: boolean; reason: string } | undefined) => {
    if (id === null || state?.is_usable === true) return;
    const reason =
      state?.reason ??
      {
        material: 'MATERIAL_NOT_READY',
        post: 'MATERIAL_NOT_READY',
        homepage: 'HOMEPAGE_UNUSABLE',
        landing_page: 'LANDING_OFFLINE',
        pixel: 'PIXEL_NOT_SHARED',
      }[part];
    if (id > 0) found.set(`${part} ${id}`, { part, id, label: state?.label ?? `#${id}`, reason });
  };
  for (const { level, node } of nodes) {
    if (level === 'ad_group') {
      const { pixel_id } = node as GroupNode;
      const pixel = pixels.get(pixel_id ?? 0);
      const state = pixel && { label: pixel.label, is_usable: pixel.accounts.includes(account.id), reason: 'PIXEL_NOT_SHARED' };
      check('pixel', pixel_id, state);
    }
    if (level !== 'ad') continue;
    const { material_id, post_id, homepage_id, landing_page_id } = node as AdNode;
    if (post_id === null) check('material', material_id, parts.material.get(material_id ?? 0));
    check('post', post_id, parts.post.get(post_id ?? 0));
    check('homepage', homepage_id, parts.homepage.get(homepage_id));
    check('landing_page', landing_page_id, parts.landing_page.get(landing_page_id ?? 0));
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

/** A lifetime budget needs an end in the future. */
const lacksEnd = (nodes: readonly TreeNode[]): boolean =>
  nodes.some(({ level, node }) => {
    if (level === 'campaign') return (node as CampaignNode).budget_mode === 'lifetime' && (node as CampaignNode).stop_at === null;
    return level === 'ad_group' && (node as GroupNode).budget_mode === 'lifetime' && (node as GroupNode).end_at === null;
  });

function findRefusal(
  { campaign, own }: Original,
  copy: Pick<PlannedCopy, 'nodes' | 'missing' | 'account'>,
  options: CopyOptions,
): Refusal | null {
  const { nodes, missing, account } = copy;
  if (own.status === 'DELETED' && !options.isFromDeleted) return refuse('STATE_DELETED');
  const accountObstacle = launchAccountObstacle(account);
  if (accountObstacle !== null) return accountObstacle;
  if (account.channel !== campaign.channel) return refuseField('target_account_ids', 'otherChannel');
  const isOver = (one: { status: EntityStatus }) => one.status === 'DELETED' || one.status === 'ARCHIVED';
  const isSameAccount = account.id === own.ad_account_id;
  if (isSameAccount && options.level !== 'campaign' && isOver(campaign) && options.targetGroup === undefined) return refuse('PARENT_GONE');
  if (campaign.is_content_off) return refuse('CONTENT_OFF');
  const tooLong = nodes.find(({ node }) => [...node.name].length > MAX_NAME_LENGTH);
  if (tooLong !== undefined) return refuseField('rename', 'nameLength', { length: [...tooLong.node.name].length, limit: MAX_NAME_LENGTH });
  const pixel = missing.find(({ part }) => part === 'pixel');
  if (pixel !== undefined) return refuse('PIXEL_NOT_SHARED', { account: account.name, pixel_id: pixel.id, ad_account_id: account.id });
  const page = nodes.find(({ level, node }) => level === 'ad' && (node as AdNode).homepage_id === 0);
  if (page !== undefined) return refuse('HOMEPAGE_UNUSABLE', { status: 'gone' });
  return lacksEnd(nodes) ? refuse('SCHEDULE_ENDED') : moneyObstacle(nodes, account, campaign.bid_strategy);
}

/** Plans the copy of an original in an account; undefined when the caller does not see the original. */
export function planCopy(
  sources: Sources,
  { id, account, number }: { id: number; account: PlanAccount; number: number },
  options: CopyOptions,
  copyParts: CopyParts,
): PlannedCopy | undefined {
  const original = findOriginal(sources, options.level, id);
  if (original === undefined) return undefined;
  const { own } = original;
  const nodes = buildNodes(original, sources, account, options, copyParts, number);
  const root = nodes[0];
  const missing = findMissingParts(nodes, account, copyParts);
  const budgeted = nodes.find(({ level, node }) => level !== 'ad' && (node as CampaignNode).budget !== null);
  const rate = toRate(account);
  const budget = budgeted === undefined ? null : (budgeted.node as CampaignNode).budget;
  return {
    id,
    name: own.name,
    status: own.status,
    account,
    newName: root?.node.name ?? own.name,
    nodes,
    rootStatus:
      root === undefined || root.level === 'ad' ? undefined : options.status === 'INHERIT' ? toStartStatus(own.status) : options.status,
    budgetUsd: budget === null || rate === null ? null : minorToCents(budget, rate),
    missing,
    refusal: findRefusal(original, { nodes, missing, account }, options),
  };
}
