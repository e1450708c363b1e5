import { copyEntities } from '#contracts/endpoints/ad-copies.ts';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { NewItem } from '../../batches/index.ts';
import { type CallContext, defineCall, type PreparationContext } from '../../call.ts';
import { Refusal, refuse, refuseField } from '../../refusal.ts';
import { counted, meant, said } from '../entities/index.ts';
import type { CopyAsked } from './again.ts';
import type { CopyWish, Standings } from './copy-nodes.ts';
import { grantedPages, pageAccessOfCopies, roomOnPages } from './copy-pages.ts';
import { type PlannedCopy, plannedCopy } from './copy-plan.ts';
import { contentOf, replacementFaults } from './copy-replacements.ts';
import { adsOfGroups, partStandings, pixelStandings, type SourceGroup, type Sources, sourcesOf } from './copy-sources.query.ts';
import { type AccountTrees, type AdNode, itemsOfTrees, type LaunchParams, type TreeNode } from './launch-items.ts';
import { noAccess, type PageAccess, unlessRefused } from './page-access.ts';
import * as parts from './plan-parts.ts';
import { errorFor } from './plan-words.ts';

type Request = RequestOf<typeof copyEntities>;

/** The group that ads are copied into, where one is named: of the caller, and alive. */
async function targetGroup(
  context: PreparationContext,
  { target_group_id: id, level, target_account_ids }: Request,
): Promise<SourceGroup | undefined> {
  if (id === undefined) return undefined;
  if (level !== 'ad' || target_account_ids !== undefined) throw refuseField('target_group_id', 'absent');
  const { groups, campaigns } = await sourcesOf(context, 'ad_group', [id]);
  const group = groups.get(id);
  if (group === undefined) throw refuseField('target_group_id', 'exists');
  const isOver = (status: string | undefined) => status === 'DELETED' || status === 'ARCHIVED';
  if (isOver(group.status) || isOver(campaigns.get(group.campaign_id)?.status)) throw refuse('PARENT_GONE');
  return group;
}

/** All parts that the copies would have, with what stands in for some. */
async function standingsOf(
  context: PreparationContext,
  { groups, ads }: Sources,
  replaced: CopyWish['replaced'],
  accounts: Standings['accounts'],
): Promise<Standings> {
  const of = (
    part: 'material' | 'post' | 'homepage' | 'landing_page',
    column: 'material_id' | 'post_id' | 'homepage_id' | 'landing_page_id',
  ) => [...ads.values()].flatMap((ad) => (ad[column] === null ? [] : [replaced(part, ad[column])]));
  const pixels = [...groups.values()].flatMap(({ pixel_id }) => (pixel_id === null ? [] : [replaced('pixel', pixel_id)]));
  return {
    parts: await partStandings(context.db, {
      material: of('material', 'material_id'),
      post: of('post', 'post_id'),
      homepage: of('homepage', 'homepage_id'),
      landing_page: of('landing_page', 'landing_page_id'),
    }),
    pixels: await pixelStandings(context.db, pixels),
    accounts,
  };
}

interface Ordered {
  /** One for every original, target and number; an original that the caller does not see has none. */
  copies: PlannedCopy[];
  unseen: number[];
  /** What is meant, seen or not. */
  ids: number[];
  ads: number;
  pages: ReadonlyMap<number, parts.PlanPage>;
}

const adsOf = ({ nodes }: Pick<PlannedCopy, 'nodes'>): number => nodes.filter(({ level }) => level === 'ad').length;

async function plannedCopies(context: PreparationContext, request: Request, access: PageAccess): Promise<Ordered> {
  const { level, times, deep, status, budget, rename, target_account_ids, replacements = [] } = request;
  const { now, limits } = context;
  const ids = await meant(context, request);
  const sources = await sourcesOf(context, level, ids);
  const group = await targetGroup(context, request);
  const faults = await replacementFaults(context, replacements, sources);
  if (faults.length > 0) throw new Refusal('VALIDATION', { faults });
  const standIns = new Map(replacements.map(({ part, from_id, to_id }) => [`${part} ${from_id}`, to_id]));
  const ownAccounts = [...sources.campaigns.values()].map(({ ad_account_id }) => ad_account_id);
  const accounts = await parts.planAccounts(context, [...new Set([...ownAccounts, ...(target_account_ids ?? [])])]);
  const missing = (target_account_ids ?? []).findIndex((id) => !accounts.has(id));
  if (missing >= 0) throw refuseField(`target_account_ids.${missing}`, 'exists');
  const wish: CopyWish = {
    level,
    deep,
    status,
    budget,
    startAt: request.start_at ? new Date(request.start_at) : null,
    rename,
    isFromDeleted: request.from_deleted === true,
    replaced: (part, id) => standIns.get(`${part} ${id}`) ?? id,
    targetGroup: group,
    now,
  };
  if (wish.startAt !== null && wish.startAt <= now) throw refuseField('start_at', 'startPassed');
  const standings = await standingsOf(context, sources, wish.replaced, accounts);
  // An ad of a post shows the post's page, which the caller need not see.
  const pages = await parts.planPages(context, [...standings.parts.homepage.keys()], false);
  const onPages = roomOnPages(pages);
  const ordered: Ordered = { copies: [], unseen: [], ids, ads: 0, pages };
  const room = await roomInGroups(context, [...sources.groups.keys(), ...(group === undefined ? [] : [group.id])]);
  for (const id of ids) {
    const own = ownAccountOf(sources, level, id);
    // The account of what is copied may be out of sight by now.
    const targets = own === undefined ? [] : (target_account_ids ?? [own]).flatMap((each) => accounts.get(each) ?? []);
    if (targets.length === 0) ordered.unseen.push(id);
    for (const account of targets) {
      if (group !== undefined && group.ad_account_id !== account.id) throw refuseField('target_group_id', 'otherAccount');
      const ad = level === 'ad' ? sources.ads.get(id) : undefined;
      if (group !== undefined && ad !== undefined && contentOf(ad) !== contentOf(group)) {
        throw refuseField('target_group_id', 'otherContent');
      }
      for (let number = 1; number <= times; number += 1) {
        const copy = plannedCopy(sources, { id, account, number }, wish, standings);
        if (copy === undefined) continue;
        ordered.copies.push(onPages.taken(room.taken(grantedPages(copy, pages, access))));
        ordered.ads += adsOf(copy);
        const count = Math.max(ordered.ads, ordered.copies.length);
        if (count > limits.publishMaxAds) throw refuseField('times', 'adsMost', { count, limit: limits.publishMaxAds });
      }
    }
  }
  const currencies = new Set(ordered.copies.map(({ account }) => account.currency));
  if (budget !== undefined && currencies.size > 1) throw refuseField('budget', 'sameCurrency');
  return ordered;
}

/** Ads that go into groups which are there already take what room is left in them; one that finds none is refused. */
async function roomInGroups({ db, limits }: PreparationContext, groups: readonly number[]) {
  const ads = await adsOfGroups(db, groups);
  const limit = limits.adsPerGroupMax;
  return {
    taken(copy: PlannedCopy): PlannedCopy {
      const [root] = copy.nodes;
      if (copy.refusal !== null || root?.level !== 'ad' || root.above === undefined) return copy;
      const count = (ads.get(root.above) ?? 0) + 1;
      if (count > limit) return { ...copy, refusal: refuseField('target_group_id', 'adsPerGroupMost', { count, limit }) };
      ads.set(root.above, count);
      return copy;
    },
  };
}

const ownAccountOf = (sources: Sources, level: Request['level'], id: number): number | undefined =>
  (level === 'campaign' ? sources.campaigns : level === 'ad_group' ? sources.groups : sources.ads).get(id)?.ad_account_id;

/** Materials that accounts have to get first. */
async function uploadsOf(context: CallContext, copies: readonly PlannedCopy[]): Promise<Map<number, Map<number, string>>> {
  const wanted = new Map<number, Set<number>>();
  for (const { account, nodes, refusal } of copies) {
    if (refusal !== null) continue;
    for (const { level, node } of nodes) {
      const { material_id, post_id } = node as AdNode;
      if (level !== 'ad' || post_id !== null || material_id === null) continue;
      wanted.set(account.id, (wanted.get(account.id) ?? new Set()).add(material_id));
    }
  }
  const materials = [...new Set([...wanted.values()].flatMap((ids) => [...ids]))];
  const titles = await parts.planMaterials(context, materials);
  const held = await parts.heldCreatives(context, { kind: 'material', ids: materials }, [...wanted.keys()]);
  const uploads = new Map<number, Map<number, string>>();
  for (const { creative_id: material_id, ad_account_id, is_there } of held) {
    if (is_there || wanted.get(ad_account_id)?.has(material_id) !== true) continue;
    const ofAccount = uploads.get(ad_account_id) ?? new Map<number, string>();
    uploads.set(ad_account_id, ofAccount.set(material_id, titles.get(material_id)?.material?.label ?? `#${material_id}`));
  }
  return uploads;
}

async function previewOf(context: CallContext, { copies, ads }: Ordered): Promise<ReplyOf<typeof copyEntities>> {
  const { language, caller } = context;
  const uploads = await uploadsOf(context, copies);
  const seen = new Set<string>();
  const list = copies.flatMap((copy) => {
    const key = `${copy.id} ${copy.account.id}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const { id, name, status, account, newName, nodes, missing, refusal, budgetUsd } = copy;
    const count = (level: TreeNode['level']) => nodes.filter((node) => node.level === level).length;
    const materials = new Set(nodes.flatMap(({ level, node }) => (level === 'ad' ? ((node as AdNode).material_id ?? []) : [])));
    const needed = [...(uploads.get(account.id)?.keys() ?? [])].filter((material) => materials.has(material)).length;
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
          uploads: needed,
          budget_usd: budgetUsd,
        },
        missing,
        refused: refusal === null ? null : errorFor(refusal, { language, timezone: caller.timezone }),
      },
    ];
  });
  return { preview: { list, ads } };
}

/** What cannot be made is an item that failed from the first. */
const bornFailed = (level: Request['level'], label: string, { reason, data, words, faults, text }: Refusal): NewItem => ({
  targetType: level,
  targetId: null,
  label,
  fault: { reason, data: { ...data, ...words }, faults, ...(text === undefined ? {} : { text }), retryable: false },
});

function itemsOf(
  level: Request['level'],
  { copies, unseen }: Ordered,
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
    ...itemsOfTrees([...trees.values()]),
    ...copies.flatMap(({ name, refusal }) => (refusal === null ? [] : [bornFailed(level, name, refusal)])),
    ...unseen.map((id) => bornFailed(level, `#${id}`, refuse('NOT_FOUND'))),
  ];
}

/** What was wished for, so that it can be wished for again. */
function askedOf({ rename, start_at, ...request }: Request, ids: number[]): CopyAsked {
  const { times, target_account_ids, target_group_id, deep, status, budget, from_deleted, replacements } = request;
  const wish = { times, target_account_ids, target_group_id, deep, status, budget, from_deleted, replacements };
  return { ids, ...said({ ...wish, ...rename, start_at: start_at ?? undefined }) };
}

async function copy(context: CallContext, request: Request, access: PageAccess): Promise<ReplyOf<typeof copyEntities>> {
  const { caller, batches } = context;
  const ordered = await plannedCopies(context, request, access);
  if (request.dry_run === true) {
    context.unchanged();
    return await previewOf(context, ordered);
  }
  const { copies, ads } = ordered;
  const accounts = new Set(copies.map(({ account }) => account.id)).size;
  const params: LaunchParams = {
    owner_user_id: caller.userId,
    event: 'copy',
    on_empty: 'keep',
    accounts,
    ads,
    budget_day_usd: copies.reduce((sum, { budgetUsd, refusal }) => sum + (refusal === null ? (budgetUsd ?? 0) : 0), 0),
  };
  const originals = new Set(copies.map(({ id }) => id)).size + ordered.unseen.length;
  const what = counted(request.level, originals);
  return await batches.start(context, {
    type: 'copy',
    action: copyEntities.path,
    origin: originOf(context, request),
    level: request.level,
    summary: { zh: `复制 ${what.zh},各 ${request.times} 份`, en: `Copy ${what.en}, ${request.times} each` },
    params,
    originalRequest: askedOf(request, ordered.ids),
    reason: request.reason,
    items: itemsOf(request.level, ordered, await uploadsOf(context, copies)),
    idempotencyKey: request.idempotency_key,
  });
}

/** Ordered on the page of the log, or where campaigns are. */
const originOf = ({ caller }: CallContext, { from_deleted }: Request): string => {
  const log = '/advertising/remove-log';
  return from_deleted === true && caller.paths.includes(log) ? log : '/advertising/start';
};

export const copyCalls = [
  defineCall({
    endpoint: copyEntities,
    audit: 'write',
    subject: 'batch',
    prepare: (context, request) =>
      unlessRefused(async () => {
        const { copies, pages } = await plannedCopies(context, request, noAccess);
        return await pageAccessOfCopies(context, copies, pages);
      }),
    handle: copy,
    complete: async ({ db, batches }, answer) =>
      answer.batch_id === undefined ? answer : await batches.waitForEnd(db, await batches.loadStart(db, answer.batch_id)),
  }),
];
