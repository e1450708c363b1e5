import { type Static, Type } from 'typebox';
import { urlTagMacros } from '../rules/sites.ts';
import {
  siteExportColumns,
  siteFilters,
  siteKinds,
  siteSortable,
  siteStatuses,
  verifyMethods,
  verifyStateNote,
  verifyStates,
} from '../vocabulary/sites.ts';
import { Assignees } from './authorising.ts';
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

export const SiteKind = OneOf(siteKinds);
export const VerifyMethod = noted(OneOf(verifyMethods), {
  zh: '证明域名的方式：DNS 记录、首页标签或根目录文件。',
  en: 'How the domain is proved: a DNS record, a tag of the first page, or a file at the root.',
});
export const VerifyState = noted(OneOf(verifyStates), verifyStateNote);
export const SiteStatus = OneOf(siteStatuses);

/** The actions that the reader may take on a site; buttons follow it. */
export const SitePermit = OneOf(['edit', 'verify', 'bind_assets', 'set_status', 'assign', 'add_landing', 'delete'] as const);

export const SiteRow = Exact({
  id: Id,
  version: Version,
  name: Type.String(),
  domain: noted(Type.String(), { zh: '小写；国际化域名以 xn-- 形式保存。', en: 'In lower case; an international name in its xn-- form.' }),
  biz: Biz,
  kind: SiteKind,
  app_url_ios: Nullable(Type.String()),
  app_url_android: Nullable(Type.String()),
  url_tags: noted(Type.String(), {
    zh: '加在落地页地址后面的参数模板。',
    en: 'Template of what is added to the address of a landing page.',
  }),
  timezone_name: Type.String(),
  verify_method: VerifyMethod,
  verify_state: VerifyState,
  verify_error: noted(Nullable(Type.String()), {
    zh: '上次验证为什么没有通过，用请求的语言。',
    en: 'Why the last check failed, in the language of the request.',
  }),
  verified_at: Nullable(Instant),
  pixels: Type.Array(Ref),
  default_pixel: Nullable(Ref),
  homepages: Type.Array(Ref),
  default_homepage: Nullable(Ref),
  landings: noted(Count, { zh: '落地页数。', en: 'Landing pages.' }),
  uv_7d: noted(Count, {
    zh: '含今天的 7 天内，提问者看得到的访客。',
    en: 'Visitors in the 7 days that end today, as far as the reader sees them.',
  }),
  revenue_7d_usd: noted(Type.Integer(), {
    zh: '这些天支付的订单中提问者看得到的，美分。',
    en: 'What orders of these days paid, as far as the reader sees them, US cents.',
  }),
  assignees: Assignees,
  status: SiteStatus,
  created_at: Instant,
  updated_at: Instant,
  can: noted(Type.Array(SitePermit), {
    zh: '提问者可以对这一行做什么；按钮据此显示。',
    en: 'What the reader may do with the row; buttons follow it.',
  }),
});
export type SiteRow = Static<typeof SiteRow>;

const filters = filterSchemas(siteFilters);
const SiteListRequest = ListRequest(siteSortable, filters);

export const listSites = endpoint({
  name: 'sites.list',
  method: 'POST',
  path: '/auth-sites/list',
  summary: { zh: '站点列表', en: 'List of sites' },
  access,
  effect: 'read',
  request: SiteListRequest,
  order: lastAddedFirst,
  reply: ListAnswer(SiteRow),
});

export const exportSites = endpoint({
  name: 'sites.export',
  method: 'POST',
  path: '/auth-sites/export',
  summary: { zh: '导出站点', en: 'Export sites' },
  access,
  action: 'export',
  effect: 'read',
  request: Exact({
    sort: Type.Optional(SiteListRequest.properties.sort),
    ...filters,
    ...exportOptions,
    columns: exportColumns(siteExportColumns),
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});

export const simpleSites = endpoint({
  name: 'sites.simpleList',
  method: 'POST',
  path: '/auth-sites/simple_list',
  summary: { zh: '可选站点', en: 'Sites to choose from' },
  access: 'anyPage',
  effect: 'read',
  request: SimpleListRequest(filters),
  order: byName(),
  reply: SimpleListAnswer,
});

export const siteDetail = endpoint({
  name: 'sites.detail',
  method: 'POST',
  path: '/auth-sites/detail',
  summary: { zh: '站点详情', en: 'One site' },
  access,
  effect: 'read',
  request: Exact({ id: Id }),
  reply: SiteRow,
  reasons: ['NOT_FOUND'],
});

const Name = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' });
const Domain = noted(Type.String({ minLength: 1, maxLength: 253 }), {
  zh: '域名，不带协议、端口和路径；不区分大小写，国际化域名会转为 xn-- 形式。',
  en: 'A domain without scheme, port or path; whatever the case, and an international name is turned into its xn-- form.',
});
const AppUrl = noted(Type.Optional(Nullable(Type.String({ maxLength: 2048 }))), {
  zh: '商店地址，https；应用类站点至少要有一个。',
  en: 'Address in the store, https; a site of the kind app needs one at least.',
});
const UrlTags = noted(Type.String({ minLength: 1, maxLength: 500 }), {
  zh: `必须包含 ad_id={{ad.id}}；宏只能是 ${urlTagMacros.map((macro) => `{{${macro}}}`).join(' ')}。`,
  en: `It holds ad_id={{ad.id}}; macros are any of ${urlTagMacros.map((macro) => `{{${macro}}}`).join(' ')}.`,
});
const Timezone = noted(Type.String({ minLength: 1, maxLength: 64 }), { zh: 'IANA 时区名。', en: 'IANA name of a time zone.' });
const related = Type.Array(Id, { maxItems: 100, uniqueItems: true });
const PixelIds = noted(related, { zh: '关联的全部像素。', en: 'Every pixel of the site.' });
const HomepageIds = noted(related, { zh: '关联的全部主页。', en: 'Every Page of the site.' });
const DefaultPixel = noted(Type.Optional(Nullable(Id)), { zh: '关联的像素之一。', en: 'One of its pixels.' });
const DefaultHomepage = noted(Type.Optional(Nullable(Id)), { zh: '关联的主页之一。', en: 'One of its Pages.' });

export const createSite = endpoint({
  name: 'sites.create',
  method: 'POST',
  path: '/auth-sites/create',
  summary: { zh: '新建站点', en: 'Create a site' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({
    name: Name,
    biz: Biz,
    kind: SiteKind,
    domain: Domain,
    app_url_ios: AppUrl,
    app_url_android: AppUrl,
    url_tags: UrlTags,
    timezone_name: Timezone,
    pixel_ids: Type.Optional(PixelIds),
    default_pixel_id: DefaultPixel,
    homepage_ids: Type.Optional(HomepageIds),
    default_homepage_id: DefaultHomepage,
    verify_method: VerifyMethod,
    idempotency_key: IdempotencyKey,
  }),
  reply: noted(SiteRow, { zh: '新站点会分配给创建者。', en: 'A new site is assigned to whoever created it.' }),
  reasons: ['DUPLICATE'],
});

export const editSite = endpoint({
  name: 'sites.edit',
  method: 'POST',
  path: '/auth-sites/edit',
  summary: { zh: '编辑站点', en: 'Edit a site' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({
    id: Id,
    version: Version,
    name: Type.Optional(Name),
    biz: Type.Optional(Biz),
    kind: Type.Optional(SiteKind),
    domain: Type.Optional(Domain),
    app_url_ios: AppUrl,
    app_url_android: AppUrl,
    url_tags: Type.Optional(UrlTags),
    timezone_name: Type.Optional(Timezone),
    pixel_ids: Type.Optional(PixelIds),
    default_pixel_id: DefaultPixel,
    homepage_ids: Type.Optional(HomepageIds),
    default_homepage_id: DefaultHomepage,
    verify_method: Type.Optional(VerifyMethod),
    idempotency_key: IdempotencyKey,
  }),
  reply: SiteRow,
  reasons: ['NOT_FOUND', 'DUPLICATE', 'VERSION_CONFLICT', 'ENTITY_BUSY'],
});

export const setSiteStatus = endpoint({
  name: 'sites.setStatus',
  method: 'POST',
  path: '/auth-sites/set_status',
  summary: { zh: '启停站点', en: 'Switch a site' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({ id: Id, status: SiteStatus, idempotency_key: IdempotencyKey }),
  reply: SiteRow,
  reasons: ['NOT_FOUND', 'LANDING_IN_USE', 'ENTITY_BUSY'],
});

export const deleteSite = endpoint({
  name: 'sites.delete',
  method: 'POST',
  path: '/auth-sites/delete',
  summary: { zh: '删除站点', en: 'Delete a site' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({ id: Id, idempotency_key: IdempotencyKey }),
  reply: noted(Nothing, { zh: '它的落地页一并删除。', en: 'Its landing pages are deleted with it.' }),
  reasons: ['NOT_FOUND', 'SITE_IN_USE', 'LANDING_IN_USE', 'ENTITY_BUSY'],
});

const NextTry = noted(Nullable(Instant), {
  zh: '在此之前再次验证会被拒绝；现在就可以验证时为空。',
  en: 'Before it another check is refused; null where one may be made now.',
});

export const verifyInfo = endpoint({
  name: 'sites.verifyInfo',
  method: 'POST',
  path: '/auth-sites/verify_info',
  summary: { zh: '域名验证说明', en: 'How a domain is proved' },
  access,
  effect: 'read',
  request: Exact({ id: Id }),
  reply: Exact({
    method: VerifyMethod,
    name: noted(Type.String(), {
      zh: 'DNS 记录名、meta 标签名或文件路径。',
      en: 'Name of the DNS record or of the meta tag, or path of the file.',
    }),
    value: noted(Type.String(), { zh: '记录值、标签或文件内容。', en: 'The record, the tag, or what the file holds.' }),
    next_try_at: NextTry,
  }),
  reasons: ['NOT_FOUND'],
});

export const verifySite = endpoint({
  name: 'sites.verify',
  method: 'POST',
  path: '/auth-sites/verify',
  summary: { zh: '验证域名', en: 'Check a domain' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({ id: Id, idempotency_key: IdempotencyKey }),
  reply: noted(
    Exact({
      verify_state: VerifyState,
      error: noted(Type.Optional(Type.String()), {
        zh: '为什么没有通过，用请求的语言。',
        en: 'Why it failed, in the language of the request.',
      }),
      next_try_at: NextTry,
    }),
    {
      zh: '两次验证至少间隔 60 秒，更早的按 TOO_MANY_REQUESTS 拒绝，data 里有 retry_at。',
      en: 'At least 60 s between two checks: an earlier one is refused with TOO_MANY_REQUESTS, with retry_at in data.',
    },
  ),
  reasons: ['NOT_FOUND'],
});

export const bindSiteAssets = endpoint({
  name: 'sites.bindAssets',
  method: 'POST',
  path: '/auth-sites/bind_assets',
  summary: { zh: '站点关联资产', en: 'Link pixels and Pages to a site' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({
    id: Id,
    pixel_ids: PixelIds,
    default_pixel_id: DefaultPixel,
    homepage_ids: HomepageIds,
    default_homepage_id: DefaultHomepage,
    idempotency_key: IdempotencyKey,
  }),
  reply: SiteRow,
  reasons: ['NOT_FOUND', 'ENTITY_BUSY'],
});
