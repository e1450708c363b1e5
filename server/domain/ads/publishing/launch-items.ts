import type { EntityLevel } from '#server/database/schema-launches.ts';
import type { NewItem } from '../../batches/index.ts';

/*
 * What the items of a launch carry: everything that is needed to make an object, as it was decided when it was ordered. Publishing and
 * copying differ in where that comes from; making it is the same.
 */

/** Of the whole batch. */
export interface LaunchParams {
  /** Who ordered it: what it makes is theirs, whoever retries it. */
  owner_user_id: number;
  event: 'publish' | 'copy';
  on_empty: 'delete' | 'keep';
  /** For those who look at the batch: ad accounts, ads, and US cents that may be spent in a day. */
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

/** Instants as text: all this is kept as JSON. */
export interface CampaignNode extends Node, Budget {
  objective: string;
  bid_strategy: string;
  special_ad_categories: string[];
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
  call_to_action: string;
  url_tags: string;
  source_ad_id: number | null;
}

/** Of one item. `above`: the object it is made in, where that was there before; otherwise it is that of the item above. */
export type LaunchItem = { ad_account_id: number } & (
  | { step: 'upload'; material_id: number }
  | { step: 'campaign'; node: CampaignNode }
  | { step: 'ad_group'; node: GroupNode; above?: number }
  | { step: 'ad'; node: AdNode; above?: number }
  | { step: 'launch'; level: 'campaign' | 'ad_group'; status: 'ACTIVE' | 'PAUSED' }
);

/** Types of the objects of such items, beside the three levels. */
export const MATERIAL_ITEM = 'material';
export const LAUNCH_ITEM = 'launch';

export interface TreeNode {
  level: EntityLevel;
  node: CampaignNode | GroupNode | AdNode;
  /** Place, in the same list, of what is above it; undefined at the top. */
  parent: number | undefined;
  above?: number;
}

/** All that is made in one account. */
export interface AccountTrees {
  id: number;
  name: string;
  /** Materials that the account has to get first, with their titles. */
  uploads: ReadonlyMap<number, string>;
  nodes: readonly TreeNode[];
  /** How the roots stand in the end, by their place. A root that is made as it should stand is not among them. */
  launches: ReadonlyMap<number, 'ACTIVE' | 'PAUSED'>;
}

const laneOf = (account: number): string => `account ${account}`;

/** Items of an order: per account the uploads, then tree by tree what is above before what is below, and what closes it. */
export function itemsOfTrees(accounts: readonly AccountTrees[]): NewItem[] {
  const items: NewItem[] = [];
  const push = (item: NewItem): number => items.push(item) - 1;
  for (const { id, name, uploads, nodes, launches } of accounts) {
    const common = { ad_account_id: id };
    const lane = laneOf(id);
    const uploadOf = new Map<number, number>();
    for (const [material_id, title] of uploads) {
      const params: LaunchItem = { ...common, step: 'upload', material_id };
      uploadOf.set(material_id, push({ targetType: MATERIAL_ITEM, targetId: material_id, label: `${title} → ${name}`, params, lane }));
    }
    const placeOf = new Map<number, number>();
    for (const root of rootsOf(nodes)) {
      for (const at of inLevels(nodes, root)) placeOf.set(at, push(itemOf(common, lane, nodes[at] as TreeNode, placeOf, uploadOf)));
      const status = launches.get(root);
      const { level, node } = nodes[root] as TreeNode;
      const parent = placeOf.get(root);
      if (status === undefined || level === 'ad' || parent === undefined) continue;
      const params: LaunchItem = { ...common, step: 'launch', level, status };
      push({ targetType: LAUNCH_ITEM, targetId: null, label: node.name, params, parent, lane, closes: true });
    }
  }
  return items;
}

const rootsOf = (nodes: readonly TreeNode[]): number[] => nodes.flatMap(({ parent }, at) => (parent === undefined ? [at] : []));

const rank = { campaign: 0, ad_group: 1, ad: 2 } as const;

/** The places of a tree, level by level. */
function inLevels(nodes: readonly TreeNode[], root: number): number[] {
  const top: number[] = [];
  for (const [at, { parent }] of nodes.entries()) top.push(parent === undefined ? at : (top[parent] ?? at));
  const places = [...nodes.keys()].filter((at) => top[at] === root);
  const rankOf = (at: number) => rank[nodes[at]?.level ?? 'ad'];
  return places.toSorted((one, other) => rankOf(one) - rankOf(other) || one - other);
}

function itemOf(
  common: { ad_account_id: number },
  lane: string,
  { level, node, parent, above }: TreeNode,
  placeOf: ReadonlyMap<number, number>,
  uploadOf: ReadonlyMap<number, number>,
): NewItem {
  const params = { ...common, step: level, node, ...(above === undefined ? {} : { above }) } as LaunchItem;
  const item: NewItem = { targetType: level, targetId: null, label: node.name, params, lane };
  const place = parent === undefined ? undefined : placeOf.get(parent);
  const upload = level === 'ad' ? uploadOf.get((node as AdNode).material_id ?? 0) : undefined;
  return { ...item, ...(place === undefined ? {} : { parent: place }), ...(upload === undefined ? {} : { needs: upload }) };
}
