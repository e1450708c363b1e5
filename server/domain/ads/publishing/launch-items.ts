import type { EntityLevel } from '#server/database/schema-launches.ts';
import type { NewItem } from '../../batches/index.ts';

/*
 * The parameters of launch items: everything needed to create an object, as decided when it was ordered. Publishing and copying build
 * them differently but create objects the same way.
 */

/** Parameters of the whole batch. */
export interface LaunchParams {
  /** The user who ordered it owns what it creates, even if someone else retries it. */
  owner_user_id: number;
  event: 'publish' | 'copy';
  on_empty: 'delete' | 'keep';
  /** Shown in the batch: ad accounts, ads, and the daily budget in US cents. */
  accounts: number;
  ads: number;
  budget_day_usd: number;
}

interface Node {
  name: string;
  biz: 'dj' | 'ec';
  drama_id: number | null;
  product_id: number | null;
  scheme_id: number | null;
  scheme_version: number | null;
}

interface Budget {
  budget_mode: 'daily' | 'lifetime' | null;
  /** In the smallest unit of the account's currency; null without a mode. */
  budget: number | null;
}

/** Instants are texts, because nodes are stored as JSON. */
export interface CampaignNode extends Node, Budget {
  objective: string;
  bid_strategy: string;
  special_ad_categories: string[];
  /** Absent in orders that are older than the field. */
  special_ad_countries?: string[];
  start_at: string | null;
  stop_at: string | null;
  source_campaign_id: number | null;
}

export interface GroupNode extends Node, Budget {
  status: 'ACTIVE' | 'PAUSED';
  optimization_goal: string;
  billing_event: string;
  bid_amount: number | null;
  roas_floor_bp: number | null;
  pixel_id: number | null;
  custom_event_type: string | null;
  /** The promoted app; absent without one. */
  app_id?: string;
  app_store_url?: string;
  /** Absent where nobody is named, or the beneficiary pays. */
  beneficiary?: string;
  payer?: string;
  /** The page to promote, for goals that promote one. */
  promoted_homepage_id?: number;
  attribution: string;
  targeting: { countries: string[]; [key: string]: unknown };
  start_at: string | null;
  end_at: string | null;
  source_group_id: number | null;
}

export interface AdNode extends Node {
  status: 'ACTIVE' | 'PAUSED';
  material_id: number | null;
  post_id: number | null;
  homepage_id: number;
  landing_page_id: number | null;
  pixel_id: number | null;
  primary_text: string;
  headline: string | null;
  description?: string | null;
  call_to_action: string;
  url_tags: string;
  source_ad_id: number | null;
  /** The ad that is turned off once this one exists. */
  replaces?: number;
}

/**
 * Parameters of one item. `above` is the id of an existing parent; otherwise the parent item creates it. `day_usd` is what its budget
 * allows a day, in US cents.
 */
export type LaunchItem = { ad_account_id: number; day_usd?: number } & (
  | { step: 'upload'; material_id: number }
  | { step: 'campaign'; node: CampaignNode }
  | { step: 'ad_group'; node: GroupNode; above?: number }
  | { step: 'ad'; node: AdNode; above?: number }
  | { step: 'replaced'; ad_id: number }
  | { step: 'launch'; level: 'campaign' | 'ad_group'; status: 'ACTIVE' | 'PAUSED' }
);

/** Target types of items that create none of the three levels. */
export const MATERIAL_ITEM = 'material';
export const LAUNCH_ITEM = 'launch';

export interface TreeNode {
  level: EntityLevel;
  node: CampaignNode | GroupNode | AdNode;
  /** Index of the parent in the same list; undefined for a root. */
  parent: number | undefined;
  above?: number;
  /** What its budget allows a day, in US cents; absent without a budget. */
  dayUsd?: number | undefined;
}

/** Everything that is created in one account. */
export interface AccountTrees {
  id: number;
  name: string;
  /** Materials that the account needs first, with their titles. */
  uploads: ReadonlyMap<number, string>;
  nodes: readonly TreeNode[];
  /** Final status of the roots, by index. Roots created with their final status are absent. */
  launches: ReadonlyMap<number, 'ACTIVE' | 'PAUSED'>;
}

const toLane = (account: number): string => `account ${account}`;

/** Creates the items of an order: for each account the uploads, then each tree with parents before children, then its closing item. */
export function createTreeItems(accounts: readonly AccountTrees[]): NewItem[] {
  const items: NewItem[] = [];
  const push = (item: NewItem): number => items.push(item) - 1;
  for (const { id, name, uploads, nodes, launches } of accounts) {
    const common = { ad_account_id: id };
    const lane = toLane(id);
    /** The original of an edited ad is turned off after the new one was created, and stays on if that fails. */
    const pushReplaced = (root: number) => {
      const { level, node } = nodes[root] as TreeNode;
      const { replaces } = node as AdNode;
      const parent = itemIndexes.get(root);
      if (level !== 'ad' || replaces === undefined || parent === undefined) return;
      const params: LaunchItem = { ...common, step: 'replaced', ad_id: replaces };
      push({ targetType: 'ad', targetId: replaces, label: node.name, params, parent, lane });
    };
    const uploadIndexes = new Map<number, number>();
    for (const [material_id, title] of uploads) {
      const params: LaunchItem = { ...common, step: 'upload', material_id };
      uploadIndexes.set(material_id, push({ targetType: MATERIAL_ITEM, targetId: material_id, label: `${title} → ${name}`, params, lane }));
    }
    const itemIndexes = new Map<number, number>();
    for (const root of listRoots(nodes)) {
      for (const at of listByLevel(nodes, root))
        itemIndexes.set(at, push(toItem(common, lane, nodes[at] as TreeNode, itemIndexes, uploadIndexes)));
      pushReplaced(root);
      const status = launches.get(root);
      const { level, node } = nodes[root] as TreeNode;
      const parent = itemIndexes.get(root);
      if (status === undefined || level === 'ad' || parent === undefined) continue;
      const params: LaunchItem = { ...common, step: 'launch', level, status };
      push({ targetType: LAUNCH_ITEM, targetId: null, label: node.name, params, parent, lane, closes: true });
    }
  }
  return items;
}

const listRoots = (nodes: readonly TreeNode[]): number[] => nodes.flatMap(({ parent }, at) => (parent === undefined ? [at] : []));

const LEVEL_RANKS = { campaign: 0, ad_group: 1, ad: 2 } as const;

/** Indexes of the nodes of a tree, level by level. */
function listByLevel(nodes: readonly TreeNode[], root: number): number[] {
  const top: number[] = [];
  for (const [at, { parent }] of nodes.entries()) top.push(parent === undefined ? at : (top[parent] ?? at));
  const indexes = [...nodes.keys()].filter((at) => top[at] === root);
  const rankOf = (at: number) => LEVEL_RANKS[nodes[at]?.level ?? 'ad'];
  return indexes.toSorted((a, b) => rankOf(a) - rankOf(b) || a - b);
}

function toItem(
  common: { ad_account_id: number },
  lane: string,
  { level, node, parent, above, dayUsd }: TreeNode,
  itemIndexes: ReadonlyMap<number, number>,
  uploadIndexes: ReadonlyMap<number, number>,
): NewItem {
  const params = {
    ...common,
    step: level,
    node,
    ...(above === undefined ? {} : { above }),
    ...(dayUsd === undefined ? {} : { day_usd: dayUsd }),
  } as LaunchItem;
  const item: NewItem = { targetType: level, targetId: null, label: node.name, params, lane };
  const place = parent === undefined ? undefined : itemIndexes.get(parent);
  const upload = level === 'ad' ? uploadIndexes.get((node as AdNode).material_id ?? 0) : undefined;
  return { ...item, ...(place === undefined ? {} : { parent: place }), ...(upload === undefined ? {} : { needs: upload }) };
}
