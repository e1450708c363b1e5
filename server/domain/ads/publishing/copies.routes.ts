import { isDeepStrictEqual } from 'node:util';
import { type AdEdit, copyEntities } from '#contracts/endpoints/ad-copies.ts';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { NewItem } from '../../batches/index.ts';
import { type CallContext, defineCall, type PreparationContext } from '../../call.ts';
import { Refusal, refuse, refuseField } from '../../refusal.ts';
import { describeCount, omitUndefined, selectEntityIds } from '../entities/index.ts';
import type { CopyOptions, CopyParts } from './copy-nodes.ts';
import { checkPageAccess, createPageRoom, loadCopyPageAccess } from './copy-pages.ts';
import { type PlannedCopy, planCopy } from './copy-plan.ts';
import { findReplacementFaults, toContentKey } from './copy-replacements.ts';
import {
  countAdsOfGroups,
  loadPartStates,
  loadPixelStates,
  loadSources,
  type SourceAd,
  type SourceGroup,
  type Sources,
} from './copy-sources.query.ts';
import { type AccountTrees, type AdNode, createTreeItems, type LaunchParams, type TreeNode } from './launch-items.ts';
import { NO_ACCESS, type PageAccess, withoutRefusal } from './page-access.ts';
import * as parts from './plan-parts.ts';
import { toErrorFinding } from './plan-words.ts';
import type { CopyRequest } from './repeat-launches.ts';

type Request = RequestOf<typeof copyEntities>;

/** The ad group that ads are copied into, if given; it must be visible to the caller and not over. */
async function loadTargetGroup(
  context: PreparationContext,
  { target_group_id: id, level, target_account_ids }: Request,
): Promise<SourceGroup | undefined> {
  if (id === undefined) return undefined;
  if (level !== 'ad' || target_account_ids !== undefined) throw refuseField('target_group_id', 'absent');
  const { groups, campaigns } = await loadSources(context, 'ad_group', [id]);
  const group = groups.get(id);
  if (group === undefined) throw refuseField('target_group_id', 'exists');
  const isOver = (status: string | undefined) => status === 'DELETED' || status === 'ARCHIVED';
  if (isOver(group.status) || isOver(campaigns.get(group.campaign_id)?.status)) throw refuse('PARENT_GONE');
  return group;
}

/** Loads the state of all parts the copies will use, after replacements. */
async function loadCopyParts(
  context: PreparationContext,
  { groups, ads }: Sources,
  replaced: CopyOptions['replace'],
  accounts: CopyParts['accounts'],
): Promise<CopyParts> {
  const listReplaced = (
    part: 'material' | 'post' | 'homepage' | 'landing_page',
    column: 'material_id' | 'post_id' | 'homepage_id' | 'landing_page_id',
  ) => [...ads.values()].flatMap((ad) => (ad[column] === null ? [] : [replaced(part, ad[column])]));
  const pixels = [...groups.values()].flatMap(({ pixel_id }) => (pixel_id === null ? [] : [replaced('pixel', pixel_id)]));
  return {
    parts: await loadPartStates(context.db, {
      material: listReplaced('material', 'material_id'),
      post: listReplaced('post', 'post_id'),
      homepage: listReplaced('homepage', 'homepage_id'),
      landing_page: listReplaced('landing_page', 'landing_page_id'),
    }),
    pixels: await loadPixelStates(context.db, pixels),
    accounts,
  };
}

/** Refuses an edit that is not about one ad with texts of its own, or of an ad that says something else than the user saw. */
function requireEditable(
  { caller }: PreparationContext,
  { seen, ...changes }: AdEdit,
  { level, times, target_account_ids: targets, target_group_id: group }: Request,
  [ad, ...others]: readonly (SourceAd | undefined)[],
): void {
  if (level !== 'ad' || times !== 1 || targets !== undefined || group !== undefined || others.length > 0)
    throw refuseField('edit', 'absent');
  if (!caller.actions.includes('status')) throw refuse('NO_ACTION');
  if (ad === undefined) throw refuse('NOT_FOUND');
  if (ad.post_id !== null) throw refuse('IMMUTABLE_FIELD', { field: 'post' });
  if (ad.status !== 'ACTIVE' && ad.status !== 'PAUSED') throw refuse(ad.status === 'DELETED' ? 'STATE_DELETED' : 'STATE_ARCHIVED');
  const { primary_text, headline, description = null, call_to_action, material_id } = ad;
  const current = { primary_text, headline, description, call_to_action, material_id };
  // Earlier consoles do not know the description.
  if (seen !== undefined && !isDeepStrictEqual({ ...current, ...seen }, current)) {
    throw new Refusal('VERSION_CONFLICT', {
      data: { id: ad.id, latest: current },
      text: { zh: `“${ad.name}”已被修改过，请重新打开`, en: `“${ad.name}” was changed. Open it again` },
    });
  }
  if (isDeepStrictEqual({ ...current, ...omitUndefined(changes) }, current)) throw refuse('NO_CHANGE');
}

/** The new creative of an edited ad, which has to meet what every replacement has to. */
const toMaterialReplacement = (edit: AdEdit | undefined, ad: SourceAd | undefined): NonNullable<Request['replacements']> =>
  edit?.material_id === undefined || !ad?.material_id || ad.material_id === edit.material_id
    ? []
    : [{ part: 'material', from_id: ad.material_id, to_id: edit.material_id }];

interface CopyPlan {
  /** One entry per original, target account and repetition; originals that the caller does not see have none. */
  copies: PlannedCopy[];
  invisible: number[];
  /** Ids of all selected originals, visible or not. */
  ids: number[];
  ads: number;
  pages: ReadonlyMap<number, parts.PlanPage>;
}

const countAds = ({ nodes }: Pick<PlannedCopy, 'nodes'>): number => nodes.filter(({ level }) => level === 'ad').length;

async function planCopies(context: PreparationContext, request: Request, access: PageAccess): Promise<CopyPlan> {
  const { level, times, deep, status, budget, rename, target_account_ids } = request;
  const { now, limits } = context;
  const ids = await selectEntityIds(context, request);
  const sources = await loadSources(context, level, ids);
  const originals = ids.map((id) => sources.ads.get(id));
  if (request.edit !== undefined) requireEditable(context, request.edit, request, originals);
  const replacements = [...(request.replacements ?? []), ...toMaterialReplacement(request.edit, originals[0])];
  const group = await loadTargetGroup(context, request);
  const faults = await findReplacementFaults(context, replacements, sources);
  if (faults.length > 0) throw new Refusal('VALIDATION', { faults });
  const replacementIds = new Map(replacements.map(({ part, from_id, to_id }) => [`${part} ${from_id}`, to_id]));
  const ownAccounts = [...sources.campaigns.values()].map(({ ad_account_id }) => ad_account_id);
  const accounts = await parts.loadPlanAccounts(context, [...new Set([...ownAccounts, ...(target_account_ids ?? [])])]);
  const missing = (target_account_ids ?? []).findIndex((id) => !accounts.has(id));
  if (missing >= 0) throw refuseField(`target_account_ids.${missing}`, 'exists');
  const options: CopyOptions = {
    level,
    deep,
    status,
    budget,
    startAt: request.start_at ? new Date(request.start_at) : null,
    rename,
    isFromDeleted: request.from_deleted === true,
    replace: (part, id) => replacementIds.get(`${part} ${id}`) ?? id,
    targetGroup: group,
    edit: request.edit,
    now,
  };
  if (options.startAt !== null && options.startAt <= now) throw refuseField('start_at', 'startPassed');
  const copyParts = await loadCopyParts(context, sources, options.replace, accounts);
  // An ad of a post uses the homepage of the post, which the caller need not see.
  const pages = await parts.loadPlanPages(context, [...copyParts.parts.homepage.keys()], false);
  const pageRoom = createPageRoom(pages);
  const plan: CopyPlan = { copies: [], invisible: [], ids, ads: 0, pages };
  const groupRoom = await loadGroupRoom(context, [...sources.groups.keys(), ...(group === undefined ? [] : [group.id])]);
  for (const id of ids) {
    const own = findOwnAccount(sources, level, id);
    // The caller may no longer see the account of an original.
    const targets = own === undefined ? [] : (target_account_ids ?? [own]).flatMap((each) => accounts.get(each) ?? []);
    if (targets.length === 0) plan.invisible.push(id);
    for (const account of targets) {
      if (group !== undefined && group.ad_account_id !== account.id) throw refuseField('target_group_id', 'otherAccount');
      const ad = level === 'ad' ? sources.ads.get(id) : undefined;
      if (group !== undefined && ad !== undefined && toContentKey(ad) !== toContentKey(group)) {
        throw refuseField('target_group_id', 'otherContent');
      }
      for (let number = 1; number <= times; number += 1) {
        const copy = planCopy(sources, { id, account, number }, options, copyParts);
        if (copy === undefined) continue;
        plan.copies.push(pageRoom.take(groupRoom.take(checkPageAccess(copy, pages, access))));
        plan.ads += countAds(copy);
        const count = Math.max(plan.ads, plan.copies.length);
        if (count > limits.publishMaxAds) throw refuseField('times', 'adsMost', { count, limit: limits.publishMaxAds });
      }
    }
  }
  const currencies = new Set(plan.copies.map(({ account }) => account.currency));
  if (budget !== undefined && currencies.size > 1) throw refuseField('budget', 'sameCurrency');
  return plan;
}

/** Ads copied into existing ad groups use up the room there; an ad without room is refused. */
async function loadGroupRoom({ db, limits }: PreparationContext, groups: readonly number[]) {
  const ads = await countAdsOfGroups(db, groups);
  const limit = limits.adsPerGroupMax;
  return {
    take(copy: PlannedCopy): PlannedCopy {
      const [root] = copy.nodes;
      if (copy.refusal !== null || root?.level !== 'ad' || root.above === undefined) return copy;
      const count = (ads.get(root.above) ?? 0) + 1;
      if (count > limit) return { ...copy, refusal: refuseField('target_group_id', 'adsPerGroupMost', { count, limit }) };
      ads.set(root.above, count);
      return copy;
    },
  };
}

const findOwnAccount = (sources: Sources, level: Request['level'], id: number): number | undefined =>
  (level === 'campaign' ? sources.campaigns : level === 'ad_group' ? sources.groups : sources.ads).get(id)?.ad_account_id;

/** Materials that each account needs first, by account, with their titles. */
async function findUploads(context: CallContext, copies: readonly PlannedCopy[]): Promise<Map<number, Map<number, string>>> {
  const materialsByAccount = new Map<number, Set<number>>();
  for (const { account, nodes, refusal } of copies) {
    if (refusal !== null) continue;
    for (const { level, node } of nodes) {
      const { material_id, post_id } = node as AdNode;
      if (level !== 'ad' || post_id !== null || material_id === null) continue;
      materialsByAccount.set(account.id, (materialsByAccount.get(account.id) ?? new Set()).add(material_id));
    }
  }
  const materials = [...new Set([...materialsByAccount.values()].flatMap((ids) => [...ids]))];
  const titles = await parts.loadPlanMaterials(context, materials);
  const heldCreatives = await parts.loadHeldCreatives(context, { kind: 'material', ids: materials }, [...materialsByAccount.keys()]);
  const uploads = new Map<number, Map<number, string>>();
  for (const { creative_id: material_id, ad_account_id, is_there } of heldCreatives) {
    if (is_there || materialsByAccount.get(ad_account_id)?.has(material_id) !== true) continue;
    const ofAccount = uploads.get(ad_account_id) ?? new Map<number, string>();
    uploads.set(ad_account_id, ofAccount.set(material_id, titles.get(material_id)?.material?.label ?? `#${material_id}`));
  }
  return uploads;
}

async function toPreview(context: CallContext, { copies, ads }: CopyPlan): Promise<ReplyOf<typeof copyEntities>> {
  const { language, caller } = context;
  const uploads = await findUploads(context, copies);
  const seen = new Set<string>();
  const list = copies.flatMap((copy) => {
    const key = `${copy.id} ${copy.account.id}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const { id, name, status, account, newName, nodes, missing, refusal, budgetUsd } = copy;
    const count = (level: TreeNode['level']) => nodes.filter((node) => node.level === level).length;
    const materials = new Set(nodes.flatMap(({ level, node }) => (level === 'ad' ? ((node as AdNode).material_id ?? []) : [])));
    const uploadCount = [...(uploads.get(account.id)?.keys() ?? [])].filter((material) => materials.has(material)).length;
    return [
      {
        id,
        label: name,
        account: { id: account.id, label: account.name },
        before: { name, status },
        after: {
          name: newName,
          campaigns: count('campaign'),
          groups: count('ad_group'),
          ads: count('ad'),
          uploads: uploadCount,
          budget_usd: budgetUsd,
        },
        missing,
        refused: refusal === null ? null : toErrorFinding(refusal, { language, timezone: caller.timezone }),
      },
    ];
  });
  return { preview: { list, ads } };
}

/** A copy that cannot be made becomes an item that starts out as failed. */
const toFailedItem = (level: Request['level'], label: string, { reason, data, words, faults, text }: Refusal): NewItem => ({
  targetType: level,
  targetId: null,
  label,
  fault: { reason, data: { ...data, ...words }, faults, ...(text === undefined ? {} : { text }), retryable: false },
});

function toItems(
  level: Request['level'],
  { copies, invisible }: CopyPlan,
  uploads: ReadonlyMap<number, ReadonlyMap<number, string>>,
): NewItem[] {
  const trees = new Map<number, { -readonly [K in keyof AccountTrees]: AccountTrees[K] }>();
  for (const { account, nodes, rootStatus, refusal } of copies) {
    if (refusal !== null) continue;
    const tree = trees.get(account.id) ?? {
      id: account.id,
      name: account.name,
      uploads: uploads.get(account.id) ?? new Map(),
      nodes: [],
      launches: new Map(),
    };
    const first = tree.nodes.length;
    tree.nodes = [
      ...tree.nodes,
      ...nodes.map((node) => ({ ...node, parent: node.parent === undefined ? undefined : node.parent + first })),
    ];
    if (rootStatus !== undefined) tree.launches = new Map([...tree.launches, [first, rootStatus]]);
    trees.set(account.id, tree);
  }
  return [
    ...createTreeItems([...trees.values()]),
    ...copies.flatMap(({ name, refusal }) => (refusal === null ? [] : [toFailedItem(level, name, refusal)])),
    ...invisible.map((id) => toFailedItem(level, `#${id}`, refuse('NOT_FOUND'))),
  ];
}

/** The request in the form stored for repeating it. */
function toCopyRequest({ rename, start_at, ...request }: Request, ids: number[]): CopyRequest {
  const { times, target_account_ids, target_group_id, deep, status, budget, from_deleted, replacements } = request;
  const options = { times, target_account_ids, target_group_id, deep, status, budget, from_deleted, replacements };
  return { ids, ...omitUndefined({ ...options, ...rename, start_at: start_at ?? undefined }) };
}

async function startCopies(context: CallContext, request: Request, access: PageAccess): Promise<ReplyOf<typeof copyEntities>> {
  const { caller, batches } = context;
  const plan = await planCopies(context, request, access);
  if (request.dry_run === true) {
    context.unchanged();
    return await toPreview(context, plan);
  }
  const { copies, ads } = plan;
  const accounts = new Set(copies.map(({ account }) => account.id)).size;
  const params: LaunchParams = {
    owner_user_id: caller.userId,
    event: 'copy',
    on_empty: 'keep',
    accounts,
    ads,
    budget_day_usd: copies.reduce((sum, { budgetUsd, refusal }) => sum + (refusal === null ? (budgetUsd ?? 0) : 0), 0),
  };
  const originals = new Set(copies.map(({ id }) => id)).size + plan.invisible.length;
  const what = describeCount(request.level, originals);
  return await batches.start(context, {
    type: 'copy',
    action: copyEntities.path,
    origin: chooseOrigin(context, request),
    level: request.level,
    summary:
      request.edit === undefined
        ? { zh: `复制 ${what.zh}，各 ${request.times} 份`, en: `Copy ${what.en}, ${request.times} each` }
        : { zh: `编辑 ${what.zh}：新建后关闭原广告`, en: `Edit ${what.en}: a new one takes the place of the original` },
    params,
    // An edit is made once: repeating it would replace an ad that is off.
    ...(request.edit === undefined ? { originalRequest: toCopyRequest(request, plan.ids) } : {}),
    reason: request.reason,
    items: toItems(request.level, plan, await findUploads(context, copies)),
    idempotencyKey: request.idempotency_key,
  });
}

/** The removal log when deleted objects are restored and the caller may open that page, otherwise the campaigns page. */
const chooseOrigin = ({ caller }: CallContext, { from_deleted }: Request): string => {
  const log = '/advertising/remove-log';
  return from_deleted === true && caller.paths.includes(log) ? log : '/advertising/start';
};

export const copyCalls = [
  defineCall({
    endpoint: copyEntities,
    audit: 'write',
    subject: 'batch',
    prepare: (context, request) =>
      withoutRefusal(async () => {
        const { copies, pages } = await planCopies(context, request, NO_ACCESS);
        return await loadCopyPageAccess(context, copies, pages);
      }),
    handle: startCopies,
    complete: async ({ db, batches }, answer) =>
      answer.batch_id === undefined ? answer : await batches.waitForEnd(db, await batches.loadStart(db, answer.batch_id)),
  }),
];
