import { needsBeneficiary } from '#contracts/rules/beneficiaries.ts';
import { findLeftOut } from '#contracts/rules/left-out.ts';
import type { Limits } from '../../limits.ts';
import { refuseField } from '../../refusal.ts';
import { computeHash } from '../canonical.ts';
import type { AccountTrees, AdNode, CampaignNode, GroupNode, TreeNode } from './launch-items.ts';
import type { PageAccess } from './page-access.ts';
import {
  findPlanErrors,
  findPlanWarnings,
  type PlanError,
  type PlanWarning,
  sizeObstacle,
  summarizeSpending,
  toDayBudget,
} from './plan-findings.ts';
import { loadPlanInputs, type PlanInputs, type PlanRequest } from './plan-inputs.ts';
import { loadTakenNames, type PlanContext, type TakenNames } from './plan-parts.ts';
import { type PlannedNode, planTree, toCampaignNamePatterns } from './plan-tree.ts';

export interface Plan {
  /** Without accounts in which nothing is created. */
  inputs: PlanInputs;
  /** What is created. */
  nodes: readonly PlannedNode[];
  /** The same with what was left out. */
  allNodes: readonly PlannedNode[];
  errors: readonly PlanError[];
  warnings: readonly PlanWarning[];
  spending: ReturnType<typeof summarizeSpending>;
  /** Materials that accounts need first. */
  uploads: readonly { material_id: number; ad_account_id: number }[];
  fingerprint: string;
}

/** Computes what a request would create now, without changing anything. */
export async function computePlan(context: PlanContext, request: PlanRequest, limits: Limits, access: PageAccess): Promise<Plan> {
  const { now } = context;
  const loaded = await loadPlanInputs(context, request);
  const tooLarge = sizeObstacle(loaded, limits);
  // A plan beyond the size limit is not laid out.
  const taken: TakenNames = tooLarge === null ? await loadTakenCampaignNames(context, loaded) : new Map();
  const allNodes = tooLarge === null ? planTree(loaded, now, taken) : [];
  const leftOut = findLeftOut(allNodes, loaded.leftOut);
  const nodes = allNodes.filter(({ node }) => !leftOut.has(node));
  const inputs = leftOut.size === 0 ? loaded : withAccountsOf(nodes, loaded);
  const errors = [
    ...(tooLarge === null ? [] : [{ node: null, refusal: tooLarge }]),
    ...(nodes.length === 0 && leftOut.size > 0 ? [{ node: null, refusal: refuseField('left_out', 'nothingLeft') }] : []),
    ...findPlanErrors(nodes, inputs, { now, limits, access }),
  ];
  return {
    inputs,
    nodes,
    allNodes,
    errors,
    warnings: findPlanWarnings(nodes, inputs, { now, access, taken }),
    spending: summarizeSpending(nodes, inputs, now),
    uploads: findUploads(nodes, inputs),
    fingerprint: computeFingerprint(inputs, nodes, errors),
  };
}

function withAccountsOf(nodes: readonly PlannedNode[], inputs: PlanInputs): PlanInputs {
  const used = new Set(nodes.map(({ account }) => account.id));
  return { ...inputs, accounts: inputs.accounts.filter(({ id }) => used.has(id)) };
}

const loadTakenCampaignNames = (context: PlanContext, inputs: PlanInputs): Promise<TakenNames> =>
  loadTakenNames(
    context,
    inputs.accounts.map(({ id }) => id),
    toCampaignNamePatterns(inputs, context.now),
  );

function findUploads(nodes: readonly PlannedNode[], { held }: PlanInputs): Plan['uploads'] {
  const missing = new Set(held.flatMap((creative) => (creative.is_there ? [] : [`${creative.creative_id} ${creative.ad_account_id}`])));
  const needed = new Map<string, { material_id: number; ad_account_id: number }>();
  for (const { creative, account } of nodes) {
    if (creative === null || creative.post !== null || creative.material === null) continue;
    const key = `${creative.material.id} ${account.id}`;
    if (missing.has(key)) needed.set(key, { material_id: creative.material.id, ad_account_id: account.id });
  }
  return [...needed.values()];
}

/** Covers everything the preview promised and every error; warnings may change. */
function computeFingerprint({ scheme, body, site }: PlanInputs, nodes: readonly PlannedNode[], errors: readonly PlanError[]): string {
  return computeHash({
    scheme: [scheme.id, scheme.version, scheme.status],
    body,
    site: [site.id, site.url_tags],
    nodes: nodes.map(({ account, content, creative, landing, pixel, name, form, ...node }) => ({
      ...node,
      name: form ?? name,
      account: account.id,
      creative:
        creative === null
          ? null
          : [creative.material?.id, creative.post?.id, creative.text, creative.shownHeadline, creative.description, creative.callToAction],
      content: content.id,
      landing: landing?.id ?? null,
      pixel: pixel?.id ?? null,
    })),
    errors: errors.map(({ node, refusal }) => [node, refusal.reason, refusal.faults]),
  });
}

/** Awareness is raised for a page. */
export const promotesPage = (objective: string): boolean => objective === 'OUTCOME_AWARENESS';

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** The plan as trees of objects to create in each account. */
export function toAccountTrees({ inputs, nodes, uploads }: Plan, now: Date): AccountTrees[] {
  const { scheme, body, site } = inputs;
  const { country_split: _split, ...audience } = body.audience;
  const { dayparting } = body.time;
  /** The page of the first ad of an ad group. */
  const firstPageOf = (group: string): number => nodes.find(({ parent }) => parent === group)?.homepageId ?? 0;
  const toNode = (planned: PlannedNode): CampaignNode | GroupNode | AdNode => {
    const { name, budgetMode: budget_mode, budget, startAt, endAt, level, countries, creative, pixel, content } = planned;
    const common = {
      biz: scheme.biz,
      drama_id: content.kind === 'drama' ? content.id : null,
      product_id: content.kind === 'product' ? content.id : null,
      scheme_id: scheme.id,
      scheme_version: scheme.version,
    };
    if (level === 'campaign') {
      return {
        ...common,
        name,
        budget_mode,
        budget,
        objective: body.goal.objective,
        bid_strategy: body.money.bid_strategy,
        special_ad_categories: body.goal.special_ad_categories ?? [],
        special_ad_countries: body.goal.special_ad_countries ?? [],
        start_at: toIso(startAt),
        stop_at: toIso(endAt),
        source_campaign_id: null,
      };
    }
    if (level === 'ad_group') {
      const { optimization_goal, billing_event, custom_event_type, attribution, app_id, app_store_url } = body.goal;
      const { beneficiary, payer } = body.identity;
      return {
        ...common,
        name,
        status: planned.status,
        budget_mode,
        budget,
        optimization_goal,
        billing_event,
        bid_amount: planned.bid,
        roas_floor_bp: body.money.roas_floor_bp,
        pixel_id: pixel?.id ?? null,
        custom_event_type: pixel === null ? null : custom_event_type,
        ...(app_id && app_store_url ? { app_id, app_store_url } : {}),
        ...(beneficiary && needsBeneficiary(countries) ? { beneficiary, ...(payer && { payer }) } : {}),
        ...(promotesPage(body.goal.objective) ? { promoted_homepage_id: firstPageOf(planned.node) } : {}),
        attribution,
        targeting: { ...audience, countries: [...countries], ...(dayparting === null ? {} : { dayparting }) },
        start_at: toIso(startAt),
        end_at: toIso(endAt),
        source_group_id: null,
      };
    }
    return {
      ...common,
      name,
      status: planned.status,
      material_id: creative?.material?.id ?? null,
      post_id: creative?.post?.id ?? null,
      homepage_id: planned.homepageId ?? 0,
      landing_page_id: planned.landing?.id ?? null,
      pixel_id: pixel?.id ?? null,
      primary_text: creative?.text ?? '',
      headline: creative?.shownHeadline ?? null,
      description: creative?.description ?? null,
      call_to_action: creative?.callToAction ?? body.creative.call_to_action,
      url_tags: site.url_tags,
      source_ad_id: null,
    };
  };
  return inputs.accounts.map(({ id, name }): AccountTrees => {
    const own = nodes.filter((node) => node.account.id === id);
    const indexByNode = new Map(own.map(({ node }, at) => [node, at]));
    const titles = new Map(
      own.flatMap(({ creative }) => (creative?.material ? [[creative.material.id, creative.material.label] as const] : [])),
    );
    const needed = uploads.filter(({ ad_account_id }) => ad_account_id === id);
    return {
      id,
      name,
      uploads: new Map(needed.map(({ material_id }) => [material_id, titles.get(material_id) ?? `#${material_id}`])),
      nodes: own.map(
        (node): TreeNode => ({
          level: node.level,
          node: toNode(node),
          parent: node.parent === null ? undefined : indexByNode.get(node.parent),
          dayUsd: node.budgetUsd === null ? undefined : toDayBudget(node.budgetUsd, node, now),
        }),
      ),
      launches: new Map(own.flatMap(({ level, status }, at) => (level === 'campaign' ? [[at, status] as const] : []))),
    };
  });
}
