import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import * as homepages from '#contracts/endpoints/homepages.ts';
import type { ApiPath } from '#contracts/endpoints/index.ts';
import { type CallContext, defineCall } from '../call.ts';
import { changesBetween, versionConflict } from '../people/index.ts';
import { refuse } from '../refusal.ts';
import { resolveSelection } from '../selection.ts';
import { requireLockedAsset } from './asset-access.ts';
import { orderBind, orderStatus, orderSync, orderUnbind } from './asset-orders.ts';
import { discoverKind } from './discover.ts';
import { discoverForImport } from './discovered-assets.ts';
import { homepageKind } from './homepage.kind.ts';
import * as repository from './homepages.repository.ts';
import { adsObstacle, describeHeadroom, describeOtherAuthoriser, obstacleTexts, postsObstacle } from './homepages.rules.ts';
import { setAssetSites } from './site-relations.ts';

const HOMEPAGE = 'homepage';

async function requireRow(context: CallContext, id: number) {
  const row = await repository.findHomepageRow(context.db, context, id);
  if (row === undefined) throw refuse('NOT_FOUND');
  return row;
}

async function edit(context: CallContext, request: RequestOf<typeof homepages.editHomepage>) {
  const { db, caller, now } = context;
  await context.batches.requireFree(db, HOMEPAGE, request.id);
  const page = await requireLockedAsset(db, caller, HOMEPAGE, request.id);
  const before = await requireRow(context, page.id);
  if (before.version !== request.version) throw await versionConflict(context, HOMEPAGE, before);
  const { ad_limit = before.ad_limit, biz = before.biz } = request;
  const changes = changesBetween({ ad_limit: before.ad_limit, biz: before.biz }, { ad_limit, biz });
  if (changes === null) {
    context.unchanged();
    return before;
  }
  await repository.updateHomepage(db, page.id, changes.after, now);
  context.audit({
    targetType: HOMEPAGE,
    targetId: page.id,
    targetLabel: page.name,
    summary: { codes: Object.keys(changes.after) },
    ...changes,
  });
  return await requireRow(context, page.id);
}

async function bindSites(context: CallContext, request: RequestOf<typeof homepages.bindHomepageSites>) {
  const { db, caller } = context;
  await context.batches.requireFree(db, HOMEPAGE, request.homepage_id);
  const page = await requireLockedAsset(db, caller, HOMEPAGE, request.homepage_id);
  const change = await setAssetSites(context, HOMEPAGE, page.id, { siteIds: request.site_ids, defaults: request.default_site_ids });
  if (change === null) context.unchanged();
  else context.audit({ targetType: HOMEPAGE, targetId: page.id, targetLabel: page.name, summary: { codes: ['site_ids'] }, ...change });
  return await requireRow(context, page.id);
}

const selectIds = (
  context: CallContext,
  selection: { ids?: number[] | undefined; filter?: repository.HomepageFilter | undefined; expected_total?: number | undefined },
) =>
  resolveSelection(context, selection, {
    count: (filter: repository.HomepageFilter) => repository.countHomepages(context.db, context.caller, filter),
    pick: (filter, max) => repository.selectHomepageIds(context.db, context.caller, filter, max),
  });

const toOrderOptions = (action: ApiPath, { reason, idempotency_key }: { reason?: string; idempotency_key?: string }) => ({
  action,
  origin: '/auth/homepage',
  reason,
  idempotency_key,
});

const toSelections = ({ platform_ids }: { platform_ids: string[] }) => [{ kind: homepageKind, platform_ids }];

export const homepageCalls = [
  defineCall({
    endpoint: homepages.listHomepages,
    audit: 'read',
    async handle(context, request) {
      const { db, caller } = context;
      const page = request.page ?? 1;
      const limit = request.page_size ?? 20;
      const [total, list] = await Promise.all([
        repository.countHomepages(db, caller, request),
        repository.loadHomepagePage(db, context, { ...request, limit, offset: (page - 1) * limit }),
      ]);
      return { list, total, page, page_size: limit };
    },
  }),
  defineCall({
    endpoint: homepages.simpleHomepages,
    audit: 'read',
    async handle({ db, caller, language }, request) {
      const limit = request.page_size ?? 20;
      const page = { limit, offset: ((request.page ?? 1) - 1) * limit };
      const { list, total } = await repository.loadSimpleHomepages(db, caller, { ...request, ...page });
      const obstacle = request.use === 'posts' ? postsObstacle : request.use === 'ads' ? adsObstacle : () => null;
      return {
        list: list.map(({ tasks, ads_active, ad_limit, other_authoriser, ...row }) => {
          const found = obstacle({ status: row.status, tasks });
          if (found !== null) return { ...row, disabled: obstacleTexts[found][language] };
          const notes = [
            row.sub,
            ...(other_authoriser === null ? [] : [describeOtherAuthoriser(other_authoriser, language)]),
            // A user about to use the homepage also sees how many more ads it can take.
            ...(request.use === undefined ? [] : [describeHeadroom({ ads_active, ad_limit }, language)]),
          ];
          return { ...row, sub: notes.join(' · ') };
        }),
        total,
      };
    },
  }),
  defineCall({
    endpoint: homepages.discoverHomepages,
    audit: 'read',
    handle: async (context, { personal_account_id }) => ({ list: await discoverKind(context, homepageKind, personal_account_id) }),
  }),
  defineCall({
    endpoint: homepages.bindHomepages,
    audit: 'write',
    subject: HOMEPAGE,
    prepare: (context, request) => discoverForImport(context, request.personal_account_id, toSelections(request)),
    handle: (context, request, found) => {
      const { personal_account_id, biz, switch_authoriser, ...rest } = request;
      const bound = { personal_account_id, biz, switch_authoriser };
      return orderBind(context, toOrderOptions(homepages.bindHomepages.path, rest), bound, toSelections(request), found);
    },
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
  defineCall({ endpoint: homepages.editHomepage, audit: 'write', subject: HOMEPAGE, handle: edit }),
  defineCall({
    endpoint: homepages.syncHomepages,
    audit: 'write',
    subject: HOMEPAGE,
    handle: async (context, request) =>
      orderSync(context, toOrderOptions(homepages.syncHomepages.path, request), homepageKind, await selectIds(context, request)),
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
  defineCall({ endpoint: homepages.bindHomepageSites, audit: 'write', subject: HOMEPAGE, handle: bindSites }),
  defineCall({
    endpoint: homepages.setHomepageStatuses,
    audit: 'write',
    subject: HOMEPAGE,
    handle: async (context, request) =>
      orderStatus(
        context,
        toOrderOptions(homepages.setHomepageStatuses.path, request),
        homepageKind,
        await selectIds(context, request),
        request.enabled,
      ),
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
  defineCall({
    endpoint: homepages.unbindHomepages,
    audit: 'write',
    subject: HOMEPAGE,
    handle: async (context, request) =>
      orderUnbind(context, toOrderOptions(homepages.unbindHomepages.path, request), homepageKind, await selectIds(context, request)),
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
];
