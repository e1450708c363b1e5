import { type Static, Type } from 'typebox';
import {
  landingExportColumns,
  landingFilters,
  landingSortable,
  landingStatuses,
  landingStatusNote,
  landingTemplates,
} from '../vocabulary/landing-pages.ts';
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
  Ids,
  Instant,
  ListAnswer,
  ListRequest,
  Nothing,
  Nullable,
  OneOf,
  Ref,
  SimpleListAnswer,
  SimpleListRequest,
  Spreadsheet,
  Version,
} from './shapes.ts';

const access = { pages: ['/auth/site'] } as const;

export const LandingTemplate = OneOf(landingTemplates);
export const LandingStatus = noted(OneOf(landingStatuses), landingStatusNote);

/** The actions that the reader may take on a landing page; buttons follow it. */
export const LandingPermit = OneOf(['edit', 'copy', 'set_status', 'delete'] as const);

export const LandingRow = Exact({
  id: Id,
  version: Version,
  site: Ref,
  biz: Biz,
  content: noted(Ref, { zh: '短剧，或电商站点的商品。', en: 'The drama; on e-commerce sites the product.' }),
  title: Type.String(),
  slug: Type.String(),
  old_slugs: noted(Type.Array(Type.String()), { zh: '以前的路径，会跳转到现在的。', en: 'Former slugs, which redirect.' }),
  url: noted(Type.String(), { zh: '由域名与路径组成。', en: 'Made of domain and slug.' }),
  url_tagged: noted(Type.String(), { zh: '带站点的参数模板。', en: 'With the template of tags of its site.' }),
  template: LandingTemplate,
  start_episode: noted(Nullable(Type.Integer({ minimum: 1 })), {
    zh: '从第几集开始；仅 list 与 player 模板。',
    en: 'The episode it starts with; templates list and player only.',
  }),
  language: Type.String(),
  country: Nullable(Type.String()),
  ab_group: Nullable(Type.String()),
  status: LandingStatus,
  ads_running: noted(Count, { zh: '投放中的广告数，不论谁负责。', en: 'Ads that deliver and lead to it, whoever owns them.' }),
  pv_7d: noted(Count, {
    zh: '含今天的 7 天内，提问者看得到的浏览。',
    en: 'Views in the 7 days that end today, as far as the reader sees them.',
  }),
  lp_pay_rate: noted(Nullable(Type.Number()), {
    zh: '这些天首次付费的人数除以访客；没有访客则为空。',
    en: 'First payers of these days out of its visitors; null without visitors.',
  }),
  created_at: Instant,
  updated_at: Instant,
  can: noted(Type.Array(LandingPermit), {
    zh: '提问者可以对这一行做什么；按钮据此显示。',
    en: 'What the reader may do with the row; buttons follow it.',
  }),
});
export type LandingRow = Static<typeof LandingRow>;

const filters = filterSchemas(landingFilters);
const LandingListRequest = ListRequest(landingSortable, filters);

export const listLandings = endpoint({
  name: 'landings.list',
  method: 'POST',
  path: '/auth-landings/list',
  summary: { zh: '落地页列表', en: 'List of landing pages' },
  access,
  effect: 'read',
  request: LandingListRequest,
  order: lastAddedFirst,
  reply: ListAnswer(LandingRow),
});

export const exportLandings = endpoint({
  name: 'landings.export',
  method: 'POST',
  path: '/auth-landings/export',
  summary: { zh: '导出落地页', en: 'Export landing pages' },
  access,
  action: 'export',
  effect: 'read',
  request: Exact({
    sort: Type.Optional(LandingListRequest.properties.sort),
    ...filters,
    ...exportOptions,
    columns: exportColumns(landingExportColumns),
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});

export const simpleLandings = endpoint({
  name: 'landings.simpleList',
  method: 'POST',
  path: '/auth-landings/simple_list',
  summary: { zh: '可选落地页', en: 'Landing pages to choose from' },
  access: 'anyPage',
  effect: 'read',
  request: SimpleListRequest({
    site_id: Type.Optional(Id),
    biz: Type.Optional(Biz),
    drama_id: Type.Optional(Id),
    product_id: Type.Optional(Id),
    status: Type.Optional(LandingStatus),
    for_material_ids: noted(Type.Optional(Ids), {
      zh: '只要这些素材的帖子可以指向的：与它们同一条业务线。',
      en: 'Only those that posts of these creatives may lead to: of the same business line.',
    }),
    of_content: noted(Type.Optional(Type.Literal(true)), {
      zh: '与 for_material_ids 一起：只要这些素材的剧目或商品的，以及不属于任何剧目或商品的。',
      en: 'With for_material_ids: only those of the dramas or products of the creatives, and those of none.',
    }),
  }),
  order: byName(),
  reply: noted(SimpleListAnswer, {
    zh: '未上线的仍列出，并说明原因。',
    en: 'Those that are not online are listed all the same, with the reason.',
  }),
});

const Title = Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' });
const Slug = noted(Type.String({ pattern: '^[a-z0-9-]{1,80}$' }), {
  zh: '在站点内唯一，也不能是别的落地页以前的路径。',
  en: 'Unique on its site, and no former slug of another page of it.',
});
const Language = noted(Type.String({ minLength: 2, maxLength: 8 }), {
  zh: '字典 languages 的值。',
  en: 'One of the dictionary languages.',
});
const Country = noted(Type.Optional(Nullable(Type.String({ pattern: '^[A-Z]{2}$' }))), {
  zh: '字典 countries 的值。',
  en: 'One of the dictionary countries.',
});
const StartEpisode = noted(Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 500 }))), {
  zh: '不超过剧集总数；仅短剧的 list 与 player 模板。',
  en: 'Up to the episodes of the drama; templates list and player of dramas only.',
});
const AbGroup = Type.Optional(Nullable(Type.String({ maxLength: 20 })));
/** The status of a new page. */
const FirstStatus = noted(OneOf(['draft', 'online'] as const), {
  zh: '站点停用时不能直接上线。',
  en: 'Not online where its site is off.',
});

export const createLanding = endpoint({
  name: 'landings.create',
  method: 'POST',
  path: '/auth-landings/create',
  summary: { zh: '新建落地页', en: 'Create a landing page' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({
    site_id: Id,
    content_id: noted(Id, {
      zh: '短剧站点是短剧的编号，电商站点是商品的编号。',
      en: 'Of a drama where the site is for dramas, else of a product.',
    }),
    title: Title,
    slug: Slug,
    template: LandingTemplate,
    start_episode: StartEpisode,
    language: Language,
    country: Country,
    ab_group: AbGroup,
    status: FirstStatus,
    idempotency_key: IdempotencyKey,
  }),
  reply: LandingRow,
  reasons: ['NOT_FOUND', 'DUPLICATE', 'SITE_OFF'],
});

const Force = noted(Type.Optional(Type.Literal(true)), {
  zh: '有在投广告通向它也下线；广告仍会消耗。',
  en: 'Offline though running ads lead to it; they go on spending.',
});

export const editLanding = endpoint({
  name: 'landings.edit',
  method: 'POST',
  path: '/auth-landings/edit',
  summary: { zh: '编辑落地页', en: 'Edit a landing page' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({
    id: Id,
    version: Version,
    content_id: Type.Optional(Id),
    title: Type.Optional(Title),
    slug: Type.Optional(Slug),
    template: Type.Optional(LandingTemplate),
    start_episode: StartEpisode,
    language: Type.Optional(Language),
    country: Country,
    ab_group: AbGroup,
    status: Type.Optional(LandingStatus),
    force: Force,
    idempotency_key: IdempotencyKey,
  }),
  reply: LandingRow,
  reasons: ['NOT_FOUND', 'DUPLICATE', 'VERSION_CONFLICT', 'SITE_OFF', 'LANDING_IN_USE', 'ENTITY_BUSY'],
});

/** Maximum number of landing pages created by one call. */
export const LANDINGS_AT_ONCE = 200;

export const createLandings = endpoint({
  name: 'landings.createSeveral',
  method: 'POST',
  path: '/auth-landings/batch_create',
  summary: { zh: '批量生成落地页', en: 'Create several landing pages' },
  access,
  action: 'asset',
  effect: 'write',
  request: noted(
    Exact({
      site_id: Id,
      content_ids: Type.Array(Id, { minItems: 1, maxItems: LANDINGS_AT_ONCE, uniqueItems: true }),
      languages: Type.Array(Language, { minItems: 1, maxItems: 50, uniqueItems: true }),
      templates: Type.Array(LandingTemplate, { minItems: 1, maxItems: landingTemplates.length, uniqueItems: true }),
      start_episode: StartEpisode,
      country: Country,
      ab_group: AbGroup,
      status: FirstStatus,
      ...bulkOptions,
    }),
    {
      zh: `内容 × 语言 × 模板，至多 ${LANDINGS_AT_ONCE} 个；标题取自内容，路径由内容代码、语言与模板组成。`,
      en: `Contents by languages by templates, ${LANDINGS_AT_ONCE} at most. Titles are those of the contents; slugs are made of code, language and template.`,
    },
  ),
  reply: BatchStart,
  reasons: ['NOT_FOUND', 'SITE_OFF'],
});

export const setLandingStatuses = endpoint({
  name: 'landings.setStatuses',
  method: 'POST',
  path: '/auth-landings/batch_status',
  summary: { zh: '批量上下线', en: 'Put several landing pages on or off line' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({
    ...selection(filters),
    status: OneOf(['online', 'offline'] as const),
    force: Force,
    ...bulkOptions,
  }),
  reply: BatchStart,
  reasons: ['SELECTION_CHANGED'],
});

export const deleteLanding = endpoint({
  name: 'landings.delete',
  method: 'POST',
  path: '/auth-landings/delete',
  summary: { zh: '删除落地页', en: 'Delete a landing page' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({ id: Id, idempotency_key: IdempotencyKey }),
  reply: Nothing,
  reasons: ['NOT_FOUND', 'LANDING_IN_USE', 'ENTITY_BUSY'],
});
