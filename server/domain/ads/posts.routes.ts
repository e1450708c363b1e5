import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { ApiPath } from '#contracts/endpoints/index.ts';
import * as posts from '#contracts/endpoints/posts.ts';
import type { NewItem, Words } from '../batches/index.ts';
import { type CallContext, defineCall } from '../call.ts';
import { changesBetween, requireDateOrder, versionConflict } from '../people/index.ts';
import { Refusal, refuse, refuseField } from '../refusal.ts';
import { resolveSelection } from '../selection.ts';
import { exportFile } from '../spreadsheet/index.ts';
import { requireLists, requireParts } from './post-parts.ts';
import { POST } from './posts.batches.ts';
import { describePostFilters, postColumns } from './posts.exports.ts';
import * as repository from './posts.repository.ts';
import { combinePosts, countPosts, findPostFaults, isCreatable } from './posts.rules.ts';

const ORIGIN = '/advertising/post';

async function loadRow(context: CallContext, id: number) {
  const found = await repository.findPost(context.db, context.caller, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  return repository.toPostRow(found, context);
}

function requireValid(post: repository.PostFields, now: Date, isDraft: boolean): void {
  const faults = findPostFaults(post, now, isDraft);
  if (faults.length > 0) throw new Refusal('VALIDATION', { faults });
}

const trimToNull = (value: string | null | undefined): string | null => value?.trim() || null;
const toDate = (value: string | null | undefined): Date | null => (value ? new Date(value) : null);

interface PostOrder {
  action: ApiPath;
  type: 'post_create' | 'post_sync' | 'post_delete';
  summary: Words;
}

const startOrder = (
  context: CallContext,
  { action, type, summary }: PostOrder,
  items: NewItem[],
  { reason, idempotency_key }: { reason?: string | undefined; idempotency_key?: string | undefined },
) => context.batches.start(context, { action, type, summary, origin: ORIGIN, params: {}, items, reason, idempotencyKey: idempotency_key });

const toLabel = ({ headline, message }: Pick<repository.PostFields, 'headline' | 'message'>): string => headline ?? message.slice(0, 40);

const createOrder = (action: ApiPath, count: number): PostOrder => ({
  action,
  type: 'post_create',
  summary: { zh: `创建 ${count} 个帖子`, en: `Create ${count} ${count === 1 ? 'post' : 'posts'}` },
});

async function create(context: CallContext, request: RequestOf<typeof posts.createPost>) {
  const { db, caller, now } = context;
  const post: repository.PostFields = {
    homepage_id: request.homepage_id ?? null,
    type: request.type,
    material_id: request.material_id ?? null,
    landing_page_id: request.landing_page_id ?? null,
    link_url: trimToNull(request.link_url),
    message: request.message.trim(),
    headline: trimToNull(request.headline),
    description: trimToNull(request.description),
    call_to_action: request.call_to_action,
    published: request.published,
    scheduled_at: toDate(request.scheduled_at),
  };
  const isDraft = request.draft === true;
  requireValid(post, now, isDraft);
  await requireParts(db, caller, post, { isDraft });
  const [id = 0] = await repository.insertDrafts(db, [post], { owner: caller.userId, now });
  context.audit({ targetType: POST, targetId: id, targetLabel: toLabel(post), after: post });
  if (isDraft) return { id };
  return { id, ...(await startOrder(context, createOrder(posts.createPost.path, 1), [{ targetId: id, label: toLabel(post) }], request)) };
}

async function createSeveral(context: CallContext, request: RequestOf<typeof posts.createPosts>) {
  const { db, caller, now } = context;
  const order = {
    ...request,
    texts: request.texts.map((each) => each.trim()),
    headlines: (request.headlines ?? []).map((each) => each.trim()),
  };
  const count = countPosts(order);
  if (count > posts.POSTS_MOST) throw refuseField('material_ids', 'postsMost', { count, limit: posts.POSTS_MOST });
  const kinds = await requireLists(db, caller, order);
  const drafts = combinePosts(order).map((post) => ({
    ...post,
    type: kinds.get(post.material_id) ?? ('video' as const),
    landing_page_id: request.landing_page_id,
    link_url: null,
    description: null,
    call_to_action: request.call_to_action,
    published: false,
    scheduled_at: null,
  }));
  const ids = await repository.insertDrafts(db, drafts, { owner: caller.userId, now });
  const items = drafts.map((post, at) => ({ targetId: ids[at] ?? 0, label: toLabel(post) }));
  for (const item of items) context.audit({ targetType: POST, targetId: item.targetId, targetLabel: item.label });
  return await startOrder(context, createOrder(posts.createPosts.path, count), items, request);
}

async function edit(context: CallContext, request: RequestOf<typeof posts.editPost>) {
  const { db, caller, now, batches } = context;
  const { id, version, idempotency_key: _key, link_url, message, headline, description, scheduled_at, ...rest } = request;
  const before = await repository.lockPost(db, caller, id);
  if (before === undefined) throw refuse('NOT_FOUND');
  if (!before.isWritable) throw refuse('NOT_OWNER');
  if (before.version !== version) throw await versionConflict(context, POST, await loadRow(context, id));
  await batches.requireFree(db, POST, id);
  const fields: Partial<repository.PostFields> = {
    ...rest,
    ...(link_url === undefined ? {} : { link_url: trimToNull(link_url) }),
    ...(message === undefined ? {} : { message: message.trim() }),
    ...(headline === undefined ? {} : { headline: trimToNull(headline) }),
    ...(description === undefined ? {} : { description: trimToNull(description) }),
    ...(scheduled_at === undefined ? {} : { scheduled_at: toDate(scheduled_at) }),
  };
  const changes = changesBetween<repository.PostFields>(before, fields);
  if (changes === null) {
    context.unchanged();
    return await loadRow(context, id);
  }
  if (!isCreatable(before.status)) throw refuse('IMMUTABLE_FIELD', { field: Object.keys(changes.after)[0] ?? 'message' });
  const after = { ...before, ...fields };
  // A failed post is saved like a draft; its creation checks that it is complete.
  requireValid(after, now, true);
  await requireParts(db, caller, after, { isDraft: true });
  await repository.writePost(db, id, changes.after, now, { isEdit: true });
  context.audit({
    targetType: POST,
    targetId: id,
    targetLabel: toLabel(after),
    summary: { codes: Object.keys(changes.after) },
    ...changes,
  });
  return await loadRow(context, id);
}

interface Selection {
  ids?: number[] | undefined;
  filter?: repository.PostFilter | undefined;
  expected_total?: number | undefined;
  reason?: string | undefined;
  idempotency_key?: string | undefined;
}

/** Orders a batch for the selected posts, in the order of the selection. A post the caller does not see becomes an item that fails. */
async function orderSelected(context: CallContext, request: Selection, toOrder: (count: number) => PostOrder) {
  const { db, caller } = context;
  const ids = await resolveSelection(context, request, {
    count: (filter: repository.PostFilter) => repository.countPosts(db, caller, filter),
    pick: (filter, max) => repository.selectPostIds(db, caller, filter, max),
  });
  const labels = await repository.loadLabels(db, caller, ids);
  const items = ids.map((id) => ({ targetId: id, label: labels.get(id) ?? `#${id}` }));
  return await startOrder(context, toOrder(items.length), items, request);
}

export const postCalls = [
  defineCall({
    endpoint: posts.listPosts,
    audit: 'read',
    async handle(context, { page = 1, page_size = 20, ...query }) {
      requireDateOrder(query);
      const { db, caller } = context;
      const [total, found] = await Promise.all([
        repository.countPosts(db, caller, query),
        repository.loadPostPage(db, caller, { ...query, limit: page_size, offset: (page - 1) * page_size }),
      ]);
      return { list: found.map((row) => repository.toPostRow(row, context)), total, page, page_size };
    },
  }),
  defineCall({
    endpoint: posts.exportPosts,
    audit: 'read',
    async handle(context, request) {
      requireDateOrder(request);
      const { caller } = context;
      return await exportFile(context, request, {
        page: { zh: '帖子管理', en: 'Posts' },
        slug: 'posts',
        columns: postColumns,
        count: (db) => repository.countPosts(db, caller, request),
        rows: repository.selectPosts(caller, request),
        shape: (found) => repository.toPostRow(found, context),
        filters: (db) => describePostFilters(db, caller, request),
      });
    },
  }),
  defineCall({ endpoint: posts.postDetail, audit: 'read', handle: (context, { id }) => loadRow(context, id) }),
  defineCall({
    endpoint: posts.simplePosts,
    audit: 'read',
    async handle({ db, caller, language }, { page = 1, page_size = 20, ...query }) {
      const { list, total } = await repository.loadSimplePosts(db, caller, { ...query, limit: page_size, offset: (page - 1) * page_size });
      const why = { zh: '帖子未就绪或不可投放', en: 'Not ready, or not eligible for ads' }[language];
      return {
        list: list.map(({ eligible, ...row }) => (row.status === 'ready' && eligible ? row : { ...row, disabled: why })),
        total,
      };
    },
  }),
  defineCall({
    endpoint: posts.createPost,
    audit: 'write',
    subject: POST,
    handle: create,
    complete: async ({ db, batches }, answer) =>
      answer.batch_id === undefined
        ? answer
        : { id: answer.id, ...(await batches.waitForEnd(db, await batches.loadStart(db, answer.batch_id))) },
  }),
  defineCall({
    endpoint: posts.createPosts,
    audit: 'write',
    subject: POST,
    handle: createSeveral,
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
  defineCall({ endpoint: posts.editPost, audit: 'write', subject: POST, handle: edit }),
  defineCall({
    endpoint: posts.retryPosts,
    audit: 'write',
    subject: POST,
    handle: (context, request) => orderSelected(context, request, (count) => createOrder(posts.retryPosts.path, count)),
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
  defineCall({
    endpoint: posts.syncPosts,
    audit: 'write',
    subject: POST,
    handle: (context, request) =>
      orderSelected(context, request, () => ({
        action: posts.syncPosts.path,
        type: 'post_sync',
        summary: { zh: '同步帖子状态与互动数', en: 'Synchronise posts' },
      })),
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
  defineCall({
    endpoint: posts.deletePosts,
    audit: 'write',
    subject: POST,
    handle: (context, request) =>
      orderSelected(context, request, () => ({
        action: posts.deletePosts.path,
        type: 'post_delete',
        summary: { zh: '删除帖子', en: 'Delete posts' },
      })),
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
];
