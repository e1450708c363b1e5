import { type Static, Type } from 'typebox';
import {
  homepageExportColumns,
  homepageFilters,
  homepageObstacles,
  homepageSortable,
  homepageStatuses,
  homepageStatusNote,
} from '../vocabulary/homepages.ts';
import { Assignees, channelReasons, FoundAsset, SwitchAuthoriser } from './authorising.ts';
import { BatchStart, bulkOptions, selection } from './batches.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { byName, lastAddedFirst } from './row-order.ts';
import {
  Biz,
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

const access = { pages: ['/auth/homepage'] } as const;

export const HomepageStatus = noted(OneOf(homepageStatuses), homepageStatusNote);

const Obstacle = noted(Nullable(OneOf(homepageObstacles)), {
  zh: '为什么不能用：状态，或授权者缺少的权限；可用时为空。',
  en: 'Why not: its status, or a task the authorising person lacks; null where it is usable.',
});

const AdLimit = noted(Type.Union([Type.Literal(250), Type.Literal(1000), Type.Literal(5000), Type.Literal(20000)]), {
  zh: '平台允许同时投放的广告数。',
  en: 'Ads the platform lets the page run at once.',
  unit: 'count',
});

/** The actions that the reader may take on a homepage; buttons follow it. */
export const HomepagePermit = OneOf(['edit', 'sync', 'bind_sites', 'set_status', 'assign', 'unbind'] as const);

export const HomepageRow = Exact({
  id: Id,
  version: Version,
  platform_page_id: PlatformId,
  name: Type.String(),
  picture_url: noted(Nullable(Type.String()), { zh: '头像，data: 地址。', en: 'Its picture, a data: address.' }),
  category: Nullable(Type.String()),
  status: HomepageStatus,
  usable_for_ads: noted(Type.Boolean(), {
    zh: '状态正常并且有 ADVERTISE 权限。',
    en: 'It is active, and ADVERTISE is among the tasks.',
  }),
  ads_obstacle: Obstacle,
  usable_for_posts: noted(Type.Boolean(), {
    zh: '可投放，并且有 CREATE_CONTENT 权限。',
    en: 'Usable for ads, and CREATE_CONTENT is among the tasks.',
  }),
  posts_obstacle: Obstacle,
  tasks: noted(Type.Array(Type.String()), {
    zh: '授权者在主页上的权限，按平台的写法。',
    en: 'What the authorising person may do on the page, as the platform names it.',
  }),
  is_published: Type.Boolean(),
  ad_limit: AdLimit,
  ads_active: noted(Count, { zh: '投放中或审核中的广告数。', en: 'Ads running or in review.' }),
  posts: noted(Count, { zh: '未删除的帖子数。', en: 'Posts that were not deleted.' }),
  sites: Type.Array(Ref),
  default_sites: noted(Type.Array(Ref), { zh: '以它为默认主页的站点。', en: 'Sites whose default page it is.' }),
  biz: Biz,
  assignees: Assignees,
  personal_account: noted(Ref, { zh: '授权它的个人账号。', en: 'The personal account that authorises it.' }),
  last_sync_at: Nullable(Instant),
  sync_error: noted(Nullable(Type.String()), {
    zh: '上次同步失败的原因；此时其余字段仍是旧值。',
    en: 'Why the last synchronisation failed; everything else is as it was before.',
  }),
  created_at: Instant,
  updated_at: Instant,
  can: noted(Type.Array(HomepagePermit), {
    zh: '提问者可以对这一行做什么；按钮据此显示。',
    en: 'What the reader may do with the row; buttons follow it.',
  }),
});
export type HomepageRow = Static<typeof HomepageRow>;

const filters = filterSchemas(homepageFilters);

const HomepageListRequest = ListRequest(homepageSortable, filters);

export const listHomepages = endpoint({
  name: 'homepages.list',
  method: 'POST',
  path: '/auth-homepages/list',
  summary: { zh: '主页列表', en: 'List of Pages' },
  access,
  effect: 'read',
  request: HomepageListRequest,
  order: lastAddedFirst,
  reply: ListAnswer(HomepageRow),
});

export const exportHomepages = endpoint({
  name: 'homepages.export',
  method: 'POST',
  path: '/auth-homepages/export',
  summary: { zh: '导出主页', en: 'Export Pages' },
  access,
  action: 'export',
  effect: 'read',
  request: Exact({
    sort: Type.Optional(HomepageListRequest.properties.sort),
    ...filters,
    ...exportOptions,
    columns: exportColumns(homepageExportColumns),
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});

export const simpleHomepages = endpoint({
  name: 'homepages.simpleList',
  method: 'POST',
  path: '/auth-homepages/simple_list',
  summary: { zh: '可选主页', en: 'Pages to choose from' },
  access: 'anyPage',
  effect: 'read',
  request: SimpleListRequest({
    biz: Type.Optional(Biz),
    site_id: Type.Optional(Id),
    use: noted(Type.Optional(OneOf(['ads', 'posts'] as const)), {
      zh: '用来投放或发帖：不可用的仍列出，并说明原因；可用的在第二行说明广告余量。',
      en: 'For ads or for posts: those that cannot be used are listed all the same, with the reason; the others say on the second line for how many more ads there is room.',
    }),
    ad_account_id: noted(Type.Optional(Id), {
      zh: '该账户授权人导入的排在前面，账户一定能用；其余的在第二行说明由谁授权，能否使用在预览时检查。',
      en: 'Pages imported through the person who authorised the account come first: the account can use them for certain. The others name who authorised them on the second line; the preview checks whether the account may use them.',
    }),
  }),
  order: [
    {
      by: {
        zh: '给了 ad_account_id 时，该账户的授权人的主页在前。',
        en: 'With ad_account_id, the pages of the person who authorised that account first.',
      },
    },
    ...byName(),
  ],
  reply: SimpleListAnswer,
});

export const discoverHomepages = endpoint({
  name: 'homepages.discover',
  method: 'POST',
  path: '/auth-homepages/discover',
  summary: { zh: '查找可导入的主页', en: 'Find Pages to import' },
  access,
  action: 'asset',
  effect: 'read',
  request: Exact({ personal_account_id: Id }),
  reply: Exact({ list: Type.Array(FoundAsset) }),
  reasons: ['NOT_FOUND', 'NOT_OWNER', ...channelReasons],
});

export const bindHomepages = endpoint({
  name: 'homepages.bind',
  method: 'POST',
  path: '/auth-homepages/bind',
  summary: { zh: '导入主页', en: 'Import Pages' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({
    personal_account_id: Id,
    platform_ids: Type.Array(PlatformId, { minItems: 1, maxItems: 500, uniqueItems: true }),
    biz: Biz,
    switch_authoriser: SwitchAuthoriser,
    ...bulkOptions,
  }),
  reply: BatchStart,
  reasons: ['NOT_FOUND'],
});

export const editHomepage = endpoint({
  name: 'homepages.edit',
  method: 'POST',
  path: '/auth-homepages/edit',
  summary: { zh: '主页设置', en: 'Settings of a Page' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({
    id: Id,
    version: Version,
    ad_limit: Type.Optional(AdLimit),
    biz: Type.Optional(Biz),
    idempotency_key: IdempotencyKey,
  }),
  reply: HomepageRow,
  reasons: ['NOT_FOUND', 'VERSION_CONFLICT', 'ENTITY_BUSY'],
});

export const syncHomepages = endpoint({
  name: 'homepages.sync',
  method: 'POST',
  path: '/auth-homepages/sync',
  summary: { zh: '同步主页', en: 'Synchronise Pages' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({ ...selection(filters), ...bulkOptions }),
  reply: BatchStart,
  reasons: ['SELECTION_CHANGED'],
});

export const bindHomepageSites = endpoint({
  name: 'homepages.bindSites',
  method: 'POST',
  path: '/auth-homepages/bind_sites',
  summary: { zh: '主页关联站点', en: 'Link a Page to sites' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({
    homepage_id: Id,
    site_ids: noted(Type.Array(Id, { maxItems: 100, uniqueItems: true }), {
      zh: '之后只与这些站点关联；提问者看不到的站点保持不变。',
      en: 'From now on just these; sites the caller cannot see stay as they are.',
    }),
    default_site_ids: noted(Type.Array(Id, { maxItems: 100, uniqueItems: true }), {
      zh: '其中以它为默认主页的站点。',
      en: 'Those of them whose default page it becomes.',
    }),
    idempotency_key: IdempotencyKey,
  }),
  reply: HomepageRow,
  reasons: ['NOT_FOUND', 'ENTITY_BUSY'],
});

export const setHomepageStatuses = endpoint({
  name: 'homepages.setStatuses',
  method: 'POST',
  path: '/auth-homepages/set_status',
  summary: { zh: '启停主页', en: 'Switch Pages' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({
    ...selection(filters),
    enabled: noted(Type.Boolean(), {
      zh: '启用后的状态以平台为准。',
      en: 'What a Page is once it is switched on, the platform says.',
    }),
    ...bulkOptions,
  }),
  reply: BatchStart,
  reasons: ['SELECTION_CHANGED'],
});

export const unbindHomepages = endpoint({
  name: 'homepages.unbind',
  method: 'POST',
  path: '/auth-homepages/unbind',
  summary: { zh: '解绑主页', en: 'Unlink Pages' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({ ...selection(filters), ...bulkOptions }),
  reply: BatchStart,
  reasons: ['SELECTION_CHANGED'],
});
