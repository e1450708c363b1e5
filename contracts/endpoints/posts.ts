import { type Static, Type } from 'typebox';
import {
  callsToAction,
  combinations,
  postExportColumns,
  postFilters,
  postSortable,
  postStatuses,
  postStatusNote,
  postTypeNote,
  postTypes,
} from '../vocabulary/posts.ts';
import { BatchStart, bulkOptions, bulkOptionsWithReason, selection } from './batches.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { lastAddedFirst } from './row-order.ts';
import {
  Count,
  Exact,
  exportColumns,
  exportOptions,
  Id,
  IdempotencyKey,
  Instant,
  ListAnswer,
  ListRequest,
  Nullable,
  OneOf,
  PlatformId,
  Ref,
  SimpleListAnswer,
  SimpleListRequest,
  Spreadsheet,
  Version,
} from './shapes.ts';

const access = { pages: ['/advertising/post'] } as const;

export const PostType = noted(OneOf(postTypes), postTypeNote);
const PostStatus = noted(OneOf(postStatuses), postStatusNote);
export const CallToAction = noted(OneOf(callsToAction), { zh: '行动号召按钮。', en: 'The button below it.' });

/** The actions that the reader may take on a post; buttons follow it. */
export const PostPermit = OneOf(['edit', 'retry', 'sync', 'delete'] as const);

export const PostRow = Exact({
  id: Id,
  version: Version,
  homepage: noted(Nullable(Ref), { zh: '草稿可以还没有主页，此时为空。', en: 'Null only of a draft that has no page yet.' }),
  type: PostType,
  material: Nullable(Ref),
  cover_url: noted(Nullable(Type.String()), {
    zh: '素材封面的签名地址，两小时有效；素材没有封面时为空。',
    en: 'Signed address of the cover of its creative, good for two hours; null without a cover.',
  }),
  message: Type.String(),
  headline: Nullable(Type.String()),
  description: Nullable(Type.String()),
  call_to_action: CallToAction,
  link_url: noted(Nullable(Type.String()), {
    zh: '点击后到达的地址：自填的，或落地页的。',
    en: 'Where a click leads: the address that was typed, or that of the landing page.',
  }),
  landing: noted(Nullable(Ref), { zh: '落地页；自填地址时为空。', en: 'The landing page; null where an address was typed.' }),
  content: noted(Nullable(Ref), { zh: '素材所属的剧目或商品。', en: 'Drama or product of the creative.' }),
  published: noted(Type.Boolean(), { zh: '在主页上公开；false 只用于广告。', en: 'Public on the page; false is for ads alone.' }),
  scheduled_at: noted(Nullable(Instant), { zh: '定时公开的时刻，UTC。', en: 'When it becomes public, in UTC.' }),
  status: PostStatus,
  eligible: noted(Type.Boolean(), { zh: '平台允许用于广告。', en: 'The platform lets ads use it.' }),
  platform_post_id: Nullable(PlatformId),
  use_count: noted(Count, { zh: '使用它的未删除的广告数。', en: 'Ads that use it and were not deleted.' }),
  reactions: noted(Count, { zh: '上次同步时的赞。', en: 'Reactions when it was last synchronised.' }),
  comments: Count,
  shares: Count,
  synced_at: noted(Nullable(Instant), { zh: '上次与平台核对的时刻，UTC。', en: 'When the platform was last asked about it, in UTC.' }),
  owner: Ref,
  error: noted(Nullable(Type.String()), { zh: '创建失败的原因。', en: 'Why it could not be created.' }),
  created_at: Instant,
  updated_at: Instant,
  can: noted(Type.Array(PostPermit), {
    zh: '提问者可以对这一行做什么；按钮据此显示。',
    en: 'What the reader may do with the row; buttons follow it.',
  }),
});
export type PostRow = Static<typeof PostRow>;

const filters = filterSchemas(postFilters);
const PostListRequest = ListRequest(postSortable, filters);

export const listPosts = endpoint({
  name: 'posts.list',
  method: 'POST',
  path: '/ad-posts/list',
  summary: { zh: '帖子列表', en: 'List of posts' },
  access: { pages: [...access.pages, '/advertising/publish'] },
  effect: 'read',
  request: PostListRequest,
  order: lastAddedFirst,
  reply: ListAnswer(PostRow),
});

export const exportPosts = endpoint({
  name: 'posts.export',
  method: 'POST',
  path: '/ad-posts/export',
  summary: { zh: '导出帖子', en: 'Export posts' },
  access,
  action: 'export',
  effect: 'read',
  request: Exact({ ...PostListRequest.properties, ...exportOptions, columns: exportColumns(postExportColumns) }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});

export const postDetail = endpoint({
  name: 'posts.detail',
  method: 'POST',
  path: '/ad-posts/detail',
  summary: { zh: '帖子', en: 'A post' },
  access,
  effect: 'read',
  request: Exact({ id: Id }),
  reply: PostRow,
  reasons: ['NOT_FOUND'],
});

export const simplePosts = endpoint({
  name: 'posts.simpleList',
  method: 'POST',
  path: '/ad-posts/simple_list',
  summary: { zh: '可选的帖子', en: 'Posts to choose from' },
  access: 'anyPage',
  effect: 'read',
  request: SimpleListRequest({ homepage_id: Type.Optional(Id), drama_id: Type.Optional(Id), product_id: Type.Optional(Id) }),
  order: lastAddedFirst,
  reply: SimpleListAnswer,
});

const Text = Type.String({ minLength: 1, maxLength: 5000, pattern: '\\S' });
const Headline = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' });
const Link = noted(Type.String({ minLength: 1, maxLength: 2048 }), {
  zh: 'https 地址，域名必须是已登记的站点。landing_page_id 与 link_url 必须恰有一个。',
  en: 'An https address on the domain of a registered site. Exactly one of landing_page_id and link_url.',
});
const Schedule = noted(Nullable(Instant), {
  zh: '只有公开的帖子可以定时：10 分钟后至 30 天内。',
  en: 'Only where it is published: 10 minutes to 30 days ahead.',
});

const fields = {
  homepage_id: Id,
  type: PostType,
  material_id: noted(Id, { zh: '已就绪的素材，种类与 type 相符。', en: 'A creative that is ready, of the kind that the type shows.' }),
  message: Text,
  headline: Type.Optional(Nullable(Headline)),
  description: Type.Optional(Nullable(Headline)),
  landing_page_id: Type.Optional(Nullable(Id)),
  link_url: Type.Optional(Nullable(Link)),
  call_to_action: CallToAction,
  published: Type.Boolean(),
  scheduled_at: Type.Optional(Schedule),
};

/** The reasons why a homepage or material prevents a post. */
const obstacles = ['HOMEPAGE_UNUSABLE', 'PLATFORM_AUTH', 'MATERIAL_NOT_READY'] as const;

export const createPost = endpoint({
  name: 'posts.create',
  method: 'POST',
  path: '/ad-posts/create',
  summary: { zh: '新建帖子', en: 'Create a post' },
  access,
  action: 'publish',
  effect: 'write',
  request: Exact({
    ...fields,
    homepage_id: noted(Type.Optional(Id), { zh: '草稿可以没有。', en: 'Needed unless it is a draft.' }),
    material_id: noted(Type.Optional(Id), {
      zh: '已就绪的素材，种类与 type 相符；草稿可以没有。',
      en: 'A creative that is ready, of the kind that the type shows. Needed unless it is a draft.',
    }),
    draft: noted(Type.Optional(Type.Literal(true)), {
      zh: '只存草稿，不在平台上创建：除正文外都可以以后再填，创建时再完整检查。',
      en: 'Kept as a draft: the platform hears nothing of it. All but its text may be added later; creating it checks the whole.',
    }),
    idempotency_key: IdempotencyKey,
  }),
  reply: noted(Exact({ id: Id, ...Type.Partial(BatchStart).properties }), {
    zh: '草稿只有 id；否则还有创建它的批次。',
    en: 'A draft has its id alone; anything else also the batch that creates it.',
  }),
  reasons: [...obstacles],
});

/** Maximum number of posts of one call. */
export const POSTS_MOST = 500;

export const createPosts = endpoint({
  name: 'posts.createSeveral',
  method: 'POST',
  path: '/ad-posts/batch_create',
  summary: { zh: '批量建帖', en: 'Create several posts' },
  access,
  action: 'publish',
  effect: 'write',
  request: Exact({
    homepage_ids: Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true }),
    material_ids: Type.Array(Id, { minItems: 1, maxItems: 50, uniqueItems: true }),
    texts: noted(Type.Array(Text, { minItems: 1, maxItems: 5 }), {
      zh: '正文，各帖依次轮流使用。',
      en: 'Texts, which the posts take in turn.',
    }),
    headlines: noted(Type.Optional(Type.Array(Headline, { maxItems: 5 })), {
      zh: '标题，各帖依次轮流使用。',
      en: 'Headlines, which the posts take in turn.',
    }),
    landing_page_id: Id,
    call_to_action: CallToAction,
    combine: noted(OneOf(combinations), {
      zh: 'each 每个素材在每个主页各一帖；rotate 每个素材一帖，主页轮流。至多 500 帖。',
      en: 'each: a post of every creative on every page. rotate: one post of every creative, the pages in turn. At most 500.',
    }),
    ...bulkOptions,
  }),
  reply: BatchStart,
  reasons: [...obstacles],
});

export const editPost = endpoint({
  name: 'posts.edit',
  method: 'POST',
  path: '/ad-posts/edit',
  summary: { zh: '修改帖子', en: 'Change a post' },
  access,
  action: 'publish',
  effect: 'write',
  request: Exact({ id: Id, version: Version, ...Type.Partial(Exact(fields)).properties, idempotency_key: IdempotencyKey }),
  reply: PostRow,
  reasons: ['NOT_FOUND', 'VERSION_CONFLICT', 'ENTITY_BUSY', 'IMMUTABLE_FIELD', ...obstacles],
});

const chosen = selection(filters);
const bulk = { method: 'POST', access, action: 'publish', effect: 'write', reply: BatchStart, reasons: ['SELECTION_CHANGED'] } as const;

export const retryPosts = endpoint({
  ...bulk,
  name: 'posts.retrySeveral',
  path: '/ad-posts/retry',
  summary: { zh: '在平台上创建草稿与失败的帖子', en: 'Create drafts and failed posts on the platform' },
  request: Exact({ ...chosen, ...bulkOptions }),
});

export const syncPosts = endpoint({
  ...bulk,
  name: 'posts.syncSeveral',
  path: '/ad-posts/sync',
  summary: { zh: '同步帖子状态与互动数', en: 'Synchronise state and interactions of posts' },
  request: Exact({ ...chosen, ...bulkOptions }),
});

export const deletePosts = endpoint({
  ...bulk,
  name: 'posts.deleteSeveral',
  path: '/ad-posts/delete',
  summary: { zh: '删除帖子', en: 'Delete posts' },
  request: Exact({ ...chosen, ...bulkOptionsWithReason }),
});
