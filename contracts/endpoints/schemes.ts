import { type Static, Type } from 'typebox';
import { bidStrategies, budgetLevels, budgetModes, creativeSources, objectives } from '#contracts/rules/scheme-body.ts';
import { omissibleFields } from '#contracts/rules/scheme-rules.ts';
import {
  creativeSourceNote,
  schemeExportColumns,
  schemeFilters,
  schemeSortable,
  schemeStatuses,
  schemeStatusNote,
  schemeVisibilities,
  schemeVisibilityNote,
} from '../vocabulary/schemes.ts';
import { channelReasons } from './authorising.ts';
import { DictEntry } from './dicts.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { FiguredListAnswer } from './report-shapes.ts';
import { lastAddedFirst } from './row-order.ts';
import { UnfinishedBody } from './scheme-body.ts';
import {
  Biz,
  Channel,
  Count,
  Exact,
  exportColumns,
  exportOptions,
  Id,
  IdempotencyKey,
  Instant,
  ListRequest,
  Nothing,
  Nullable,
  OneOf,
  PlatformId,
  Ref,
  SimpleListAnswer,
  SimpleListRequest,
  Spreadsheet,
  Version,
} from './shapes.ts';

const access = { pages: ['/advertising/publish'] } as const;

const SchemeStatus = noted(OneOf(schemeStatuses), schemeStatusNote);
const Visibility = noted(OneOf(schemeVisibilities), schemeVisibilityNote);

/** The actions that the reader may take on a scheme; buttons follow it. */
export const schemePermits = ['publish', 'edit', 'copy', 'set_status', 'delete'] as const;
export const SchemePermit = OneOf(schemePermits);

/** The version of a scheme body. */
export const BodyVersion = noted(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), {
  zh: '内容的版本，从 1 开始；与编辑用的 version 无关。',
  en: 'Version of what it says, from 1; not the one that edits send back.',
});

const row = {
  id: Id,
  version: Version,
  name: Type.String(),
  biz: Biz,
  channel: Channel,
  owner: Ref,
  visibility: Visibility,
  status: SchemeStatus,
  current_version: BodyVersion,
  remark: Nullable(Type.String()),
  objective: OneOf(objectives),
  source: noted(OneOf(creativeSources), creativeSourceNote),
  budget_usd: noted(Nullable(Type.Integer({ minimum: 1 })), {
    zh: '一份预算，美分；只有草稿可以为空。',
    en: 'One budget, in US cents; null only of a draft.',
  }),
  budget_mode: OneOf(budgetModes),
  budget_level: OneOf(budgetLevels),
  bid_strategy: OneOf(bidStrategies),
  countries: Type.Array(Type.String()),
  structure: noted(Type.Array(Nullable(Type.Integer({ minimum: 1 })), { minItems: 3, maxItems: 3 }), {
    zh: '每账户的系列数、每系列的组数、每组的广告数；只有草稿可以为空。',
    en: 'Campaigns of an account, groups of a campaign, ads of a group; null only of a draft.',
  }),
  missing: noted(Type.Array(OneOf(omissibleFields)), {
    zh: '还缺哪些内容，启用前要补全；只有草稿会缺。',
    en: 'What it does not say yet and has to before it is enabled; of a draft only.',
  }),
  publish_count: noted(Count, { zh: '发布过的次数。', en: 'How often it was published.' }),
  last_published_at: Nullable(Instant),
  roi_d0_30d: noted(Nullable(Type.Number()), {
    zh: '用它发布的、提问者看得到的广告，近 30 天的首日 ROI；没有消耗则为空。',
    en: 'D0 ROI of the last 30 days of what was published from it and the reader may see; null without spend.',
  }),
  created_at: Instant,
  updated_at: Instant,
  can: noted(Type.Array(SchemePermit), {
    zh: '提问者可以对这一行做什么；按钮据此显示。',
    en: 'What the reader may do with the row; buttons follow it.',
  }),
};
export const SchemeRow = Exact(row);
export type SchemeRow = Static<typeof SchemeRow>;

export const SchemeDetail = Exact({
  ...row,
  shown_version: noted(BodyVersion, { zh: 'body 的版本。', en: 'The version that body is of.' }),
  body: UnfinishedBody,
  versions_count: noted(Count, { zh: '版本数。', en: 'How many versions there are.' }),
});
export type SchemeDetail = Static<typeof SchemeDetail>;

const filters = filterSchemas(schemeFilters);
const SchemeListRequest = ListRequest(schemeSortable, filters);

export const listSchemes = endpoint({
  name: 'schemes.list',
  method: 'POST',
  path: '/ad-schemes/list',
  summary: { zh: '方案列表', en: 'List of schemes' },
  access,
  effect: 'read',
  request: SchemeListRequest,
  order: lastAddedFirst,
  reply: FiguredListAnswer(SchemeRow),
});

export const exportSchemes = endpoint({
  name: 'schemes.export',
  method: 'POST',
  path: '/ad-schemes/export',
  summary: { zh: '导出方案', en: 'Export schemes' },
  access,
  action: 'export',
  effect: 'read',
  request: Exact({ ...SchemeListRequest.properties, ...exportOptions, columns: exportColumns(schemeExportColumns) }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});

export const schemeDetail = endpoint({
  name: 'schemes.detail',
  method: 'POST',
  path: '/ad-schemes/detail',
  summary: { zh: '方案', en: 'A scheme' },
  access,
  effect: 'read',
  request: Exact({
    id: Id,
    scheme_version: noted(Type.Optional(BodyVersion), { zh: '不带则是当前版本。', en: 'The current one when absent.' }),
  }),
  reply: SchemeDetail,
  reasons: ['NOT_FOUND'],
});

export const SchemeVersionRow = Exact({
  version: BodyVersion,
  created_at: Instant,
  by: noted(Ref, { zh: '写下这个版本的人。', en: 'Who wrote it.' }),
  publish_count: noted(Count, { zh: '用这个版本发布过的次数。', en: 'How often this version was published.' }),
});
export type SchemeVersionRow = Static<typeof SchemeVersionRow>;

export const schemeVersions = endpoint({
  name: 'schemes.versions',
  method: 'POST',
  path: '/ad-schemes/versions',
  summary: { zh: '方案的版本', en: 'Versions of a scheme' },
  access,
  effect: 'read',
  request: Exact({ id: Id }),
  reply: noted(Exact({ list: Type.Array(SchemeVersionRow) }), { zh: '新的在前。', en: 'The newest first.' }),
  reasons: ['NOT_FOUND'],
});

export const simpleSchemes = endpoint({
  name: 'schemes.simpleList',
  method: 'POST',
  path: '/ad-schemes/simple_list',
  summary: { zh: '可选的方案', en: 'Schemes to choose from' },
  access: 'anyPage',
  effect: 'read',
  request: SimpleListRequest({ biz: Type.Optional(Biz), channel: Type.Optional(Channel) }),
  order: [
    { field: 'status', first: 'enabled' },
    { by: { zh: '最近发布过的在前。', en: 'Those published last first.' } },
    ...lastAddedFirst,
  ],
  reply: SimpleListAnswer,
});

const Name = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' });
const Remark = Type.Optional(Nullable(Type.String({ maxLength: 200 })));
const writing = { method: 'POST', access, action: 'publish', effect: 'write' } as const;

export const createScheme = endpoint({
  ...writing,
  name: 'schemes.create',
  path: '/ad-schemes/create',
  summary: { zh: '新建方案', en: 'Create a scheme' },
  request: Exact({
    name: noted(Name, { zh: '同一所有者之内唯一。', en: 'Unique among those of its owner.' }),
    biz: Biz,
    channel: Channel,
    visibility: Visibility,
    remark: Remark,
    body: UnfinishedBody,
    enable: noted(Type.Optional(Type.Literal(true)), {
      zh: '同时启用；不带则是草稿，可以不完整，但填了的都要正确。',
      en: 'Enabled at once, with nothing missing; a draft otherwise, which may be unfinished, but sound in what it says.',
    }),
    idempotency_key: IdempotencyKey,
  }),
  reply: Exact({ id: Id, version: Version }),
  reasons: ['DUPLICATE'],
});

export const editScheme = endpoint({
  ...writing,
  name: 'schemes.edit',
  path: '/ad-schemes/edit',
  summary: { zh: '修改方案', en: 'Change a scheme' },
  request: Exact({
    id: Id,
    version: Version,
    name: Type.Optional(Name),
    visibility: Type.Optional(Visibility),
    remark: Remark,
    body: noted(Type.Optional(UnfinishedBody), {
      zh: '发布过的方案，内容有变化时写成新版本；没有发布过的直接覆盖。',
      en: 'Of a scheme that was published, a changed body becomes a new version; of any other it is written over.',
    }),
    enable: noted(Type.Optional(Type.Literal(true)), {
      zh: '同时启用，内容必须完整。',
      en: 'Enabled with the change; nothing may be missing.',
    }),
    idempotency_key: IdempotencyKey,
  }),
  reply: SchemeDetail,
  reasons: ['NOT_FOUND', 'VERSION_CONFLICT', 'DUPLICATE'],
});

export const copyScheme = endpoint({
  ...writing,
  name: 'schemes.copy',
  path: '/ad-schemes/copy',
  summary: { zh: '复制方案', en: 'Copy a scheme' },
  request: Exact({
    id: Id,
    scheme_version: noted(Type.Optional(BodyVersion), { zh: '不带则是当前版本。', en: 'The current one when absent.' }),
    name: Name,
    enable: noted(Type.Optional(Type.Literal(true)), {
      zh: '同时启用，内容必须完整；不带则是草稿。启用时检查它引用的站点、像素、主页和落地页。',
      en: 'Enabled at once, with nothing missing; a draft otherwise. Enabling checks the site, pixel, pages and landing pages it names.',
    }),
    idempotency_key: IdempotencyKey,
  }),
  reply: noted(Exact({ id: Id, version: Version }), { zh: '自己的一份。', en: 'One of the caller’s own.' }),
  reasons: ['NOT_FOUND', 'DUPLICATE'],
});

export const saveCampaignAsScheme = endpoint({
  ...writing,
  name: 'schemes.fromCampaign',
  path: '/ad-schemes/from_campaign',
  summary: { zh: '把广告系列另存为方案', en: 'Save a campaign as a scheme' },
  request: Exact({ campaign_id: Id, idempotency_key: IdempotencyKey }),
  reply: noted(Exact({ id: Id, version: Version, name: Type.String() }), {
    zh: '自己的草稿，名称取自广告系列，重名时加编号。目标、预算、受众、结构、文案、主页、像素和落地页来自该系列现在的样子；已不可用的留空。',
    en: 'A draft of the caller’s own, named after the campaign, numbered where that name is taken. Goal, budget, audience, structure, texts, pages, pixel and landing pages are those of the campaign now; what cannot be used any more is left open.',
  }),
  reasons: ['NOT_FOUND'],
});

export const schemeAudiences = endpoint({
  name: 'schemes.audiences',
  method: 'POST',
  path: '/ad-schemes/audiences',
  summary: { zh: '可选的人群', en: 'Audiences to choose from' },
  access,
  effect: 'read',
  request: Nothing,
  reply: Exact({
    list: noted(
      Type.Array(
        Exact({
          id: PlatformId,
          name: Type.String(),
          kind: noted(OneOf(['custom', 'lookalike'] as const), {
            zh: 'custom 自定义，lookalike 类似。',
            en: 'custom, or lookalike: people who resemble others.',
          }),
          size: noted(Nullable(Count), {
            zh: '大约多少人；平台不说则为空。',
            en: 'About how many people; null when the platform does not tell.',
          }),
          is_ready: noted(Type.Boolean(), {
            zh: '可以投放；太小或还在生成则不可以。',
            en: 'Ads can be shown to it: it is complete, and not too small.',
          }),
          accounts: noted(Type.Array(Ref), {
            zh: '能用它的广告账户，提问者可见的。',
            en: 'Ad accounts that may use it, as far as the caller sees them.',
          }),
        }),
      ),
      {
        zh: '提问者可见的广告账户的人群，每天向平台读取两次，至多 1,000 个。',
        en: 'Audiences of the ad accounts that the caller sees, read from the platform twice a day, at most 1,000.',
      },
    ),
  }),
});

export const schemeInterests = endpoint({
  name: 'schemes.interests',
  method: 'POST',
  path: '/ad-schemes/interests',
  summary: { zh: '按词找兴趣', en: 'Interests to choose from, by words' },
  access: { pages: ['/advertising/publish', '/advertising/start'] },
  effect: 'read',
  request: Exact({
    keyword: noted(Type.Optional(Type.String({ maxLength: 80 })), {
      zh: '名称的一部分，不分大小写，也认拼音；不带或为空则只有字典里的兴趣。',
      en: 'Part of the name, whatever the case, or its pinyin; when absent or empty, the interests of the dictionary only.',
    }),
  }),
  order: [
    {
      by: {
        zh: '字典里的在前，依字典的次序；其余依平台给的次序。',
        en: 'Those of the dictionary first, in its order; the others as the platforms give them.',
      },
    },
  ],
  reply: Exact({
    list: noted(Type.Array(DictEntry), {
      zh: '先是字典里的，然后是平台自己名单里的；用提问者可见的广告账户的授权向平台查询，其名称原样给出；同名的只列一次。',
      en: 'Those of the dictionary first, then those of the platforms’ own lists in their own words, which are asked with the authorisations of ad accounts that the caller sees.',
    }),
  }),
  reasons: channelReasons,
});

export const setSchemeStatus = endpoint({
  ...writing,
  name: 'schemes.setStatus',
  path: '/ad-schemes/set_status',
  summary: { zh: '启用或停用方案', en: 'Enable or disable a scheme' },
  request: Exact({ id: Id, version: Version, status: OneOf(['enabled', 'disabled'] as const), idempotency_key: IdempotencyKey }),
  reply: SchemeDetail,
  reasons: ['NOT_FOUND', 'VERSION_CONFLICT'],
});

export const deleteScheme = endpoint({
  ...writing,
  name: 'schemes.delete',
  path: '/ad-schemes/delete',
  summary: { zh: '删除方案', en: 'Delete a scheme' },
  request: Exact({ id: Id, idempotency_key: IdempotencyKey }),
  reply: noted(Exact({ id: Id }), {
    zh: '已发布的广告不受影响；有发布正在进行时回 ENTITY_BUSY。',
    en: 'What was published stays; while a publish of it runs, ENTITY_BUSY.',
  }),
  reasons: ['NOT_FOUND', 'ENTITY_BUSY'],
});
