import { type Static, Type } from 'typebox';
import {
  pixelEventNames,
  pixelExportColumns,
  pixelFilters,
  pixelHealthNote,
  pixelHealths,
  pixelSortable,
  pixelStatuses,
  pixelStatusNote,
} from '../vocabulary/pixels.ts';
import { Assignees, channelReasons, FoundAsset, SwitchAuthoriser } from './authorising.ts';
import { BatchStart, bulkOptions, selection } from './batches.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { byName, lastAddedFirst } from './row-order.ts';
import {
  Count,
  Currency,
  Exact,
  exportColumns,
  exportOptions,
  Id,
  IdempotencyKey,
  Instant,
  ListAnswer,
  ListRequest,
  Money,
  Nullable,
  OneOf,
  PlatformId,
  Ref,
  SimpleListAnswer,
  SimpleListRequest,
  Spreadsheet,
  Version,
} from './shapes.ts';

const access = { pages: ['/auth/pixel'] } as const;

export const PixelStatus = noted(OneOf(pixelStatuses), pixelStatusNote);

/** The actions that the reader may take on a pixel; buttons follow it. */
export const PixelPermit = OneOf(['edit', 'share', 'bind_sites', 'test_event', 'set_status', 'assign', 'unbind'] as const);

export const PixelRow = Exact({
  id: Id,
  version: Version,
  platform_pixel_id: PlatformId,
  name: Type.String(),
  status: PixelStatus,
  health: noted(OneOf(pixelHealths), pixelHealthNote),
  owner_account: noted(Ref, {
    zh: '拥有它的广告账户；为商务管理平台所有时是导入它的账户。',
    en: 'The ad account that owns it, or through which it was imported when a business owns it.',
  }),
  owner_business: noted(Nullable(Type.String()), {
    zh: '拥有它的商务管理平台的名称；为广告账户所有时为空。',
    en: 'Name of the business that owns it; null when an ad account does.',
  }),
  shared_accounts: noted(Count, { zh: '共享成功的账户数。', en: 'Accounts it is shared with.' }),
  sites: Type.Array(Ref),
  capi_enabled: noted(Type.Boolean(), { zh: '是否由服务端发送事件。', en: 'Whether the server sends events too.' }),
  capi_token_set: noted(Type.Boolean(), {
    zh: '是否已保存令牌；令牌本身从不返回。',
    en: 'Whether a token is kept; the token itself is never answered.',
  }),
  test_event_code: Nullable(Type.String()),
  last_fired_at: noted(Nullable(Instant), { zh: '最近一次收到事件；从未收到则为空。', en: 'The last event; null before the first.' }),
  events_24h: noted(Count, { zh: '24 小时内收到的事件。', en: 'Events received within 24 hours.' }),
  dup_rate: noted(Nullable(Type.Number()), {
    zh: '其中重复的比例；没有事件则为空。',
    en: 'Share of them that were duplicates; null without any.',
  }),
  report_gap: noted(Nullable(Type.Number()), {
    zh: '近 7 天回传差异：（保留的 Purchase 事件 − 像素的订单）÷ 订单；没有订单则为空。',
    en: 'Over 7 days: kept Purchase events less the orders of the pixel, out of these orders; null without any.',
  }),
  last_sync_at: Nullable(Instant),
  sync_error: noted(Nullable(Type.String()), { zh: '上次同步失败的原因。', en: 'Why the last synchronisation failed.' }),
  assignees: Assignees,
  personal_account: noted(Ref, { zh: '授权它的个人账号。', en: 'The personal account that authorises it.' }),
  created_at: Instant,
  updated_at: Instant,
  can: noted(Type.Array(PixelPermit), {
    zh: '提问者可以对这一行做什么；按钮据此显示。',
    en: 'What the reader may do with the row; buttons follow it.',
  }),
});
export type PixelRow = Static<typeof PixelRow>;

const filters = filterSchemas(pixelFilters);

const PixelListRequest = ListRequest(pixelSortable, filters);

export const listPixels = endpoint({
  name: 'pixels.list',
  method: 'POST',
  path: '/auth-pixels/list',
  summary: { zh: '像素列表', en: 'List of pixels' },
  access,
  effect: 'read',
  request: PixelListRequest,
  order: lastAddedFirst,
  reply: ListAnswer(PixelRow),
});

export const exportPixels = endpoint({
  name: 'pixels.export',
  method: 'POST',
  path: '/auth-pixels/export',
  summary: { zh: '导出像素', en: 'Export pixels' },
  access,
  action: 'export',
  effect: 'read',
  request: Exact({
    sort: Type.Optional(PixelListRequest.properties.sort),
    ...filters,
    ...exportOptions,
    columns: exportColumns(pixelExportColumns),
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});

export const simplePixels = endpoint({
  name: 'pixels.simpleList',
  method: 'POST',
  path: '/auth-pixels/simple_list',
  summary: { zh: '可选像素', en: 'Pixels to choose from' },
  access: 'anyPage',
  effect: 'read',
  request: SimpleListRequest({
    site_id: Type.Optional(Id),
    ad_account_id: noted(Type.Optional(Id), {
      zh: '该账户可以使用的：它拥有的，或已共享给它的。',
      en: 'Those the account may use: it owns them, or they are shared with it.',
    }),
    use: noted(Type.Optional(Type.Literal('ads')), {
      zh: '用来投放：在第二行说明哪些账户可以使用。',
      en: 'For ads: the second line names the accounts that may use it.',
    }),
  }),
  order: byName(),
  reply: SimpleListAnswer,
});

export const discoverPixels = endpoint({
  name: 'pixels.discover',
  method: 'POST',
  path: '/auth-pixels/discover',
  summary: { zh: '查找可导入的像素', en: 'Find pixels to import' },
  access,
  action: 'asset',
  effect: 'read',
  request: Exact({ personal_account_id: Id }),
  reply: Exact({ list: Type.Array(FoundAsset) }),
  reasons: ['NOT_FOUND', 'NOT_OWNER', ...channelReasons],
});

export const bindPixels = endpoint({
  name: 'pixels.bind',
  method: 'POST',
  path: '/auth-pixels/bind',
  summary: { zh: '导入像素', en: 'Import pixels' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({
    personal_account_id: Id,
    platform_ids: Type.Array(PlatformId, { minItems: 1, maxItems: 500, uniqueItems: true }),
    switch_authoriser: SwitchAuthoriser,
    ...bulkOptions,
  }),
  reply: BatchStart,
  reasons: ['NOT_FOUND'],
});

const CapiToken = noted(Type.String({ minLength: 20, maxLength: 400, pattern: '^[!-~]+$' }), {
  zh: '令牌只写不读；不带则保留已有的。',
  en: 'Written and never read; absent, the one that is kept stays.',
});

export const editPixel = endpoint({
  name: 'pixels.edit',
  method: 'POST',
  path: '/auth-pixels/edit',
  summary: { zh: '服务端事件设置', en: 'Settings of server events' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({
    id: Id,
    version: Version,
    capi_enabled: noted(Type.Optional(Type.Boolean()), {
      zh: '没有令牌时不能启用，按字段 capi_token 拒绝。',
      en: 'Without a token it cannot be switched on; that is refused at capi_token.',
    }),
    capi_token: Type.Optional(CapiToken),
    test_event_code: Type.Optional(Nullable(Type.String({ maxLength: 40 }))),
    idempotency_key: IdempotencyKey,
  }),
  reply: PixelRow,
  reasons: ['NOT_FOUND', 'VERSION_CONFLICT', 'ENTITY_BUSY'],
});

const AccountIds = Type.Array(Id, { minItems: 1, maxItems: 50, uniqueItems: true });
const sharing = {
  access: { pages: ['/auth/pixel', '/auth/account'] },
  action: 'asset',
  effect: 'write',
  request: Exact({ pixel_id: Id, ad_account_ids: AccountIds, ...bulkOptions }),
  reply: noted(BatchStart, {
    zh: '每个账户一个结果；一个失败不影响其他账户。',
    en: 'One result for each account; one that fails changes nothing for the others.',
  }),
  reasons: ['NOT_FOUND'],
} as const;

export const sharePixel = endpoint({
  ...sharing,
  access: { pages: ['/auth/pixel', '/auth/account', '/advertising/publish'] },
  name: 'pixels.share',
  method: 'POST',
  path: '/auth-pixels/share',
  summary: { zh: '共享像素', en: 'Share a pixel' },
});

export const unsharePixel = endpoint({
  ...sharing,
  name: 'pixels.unshare',
  method: 'POST',
  path: '/auth-pixels/unshare',
  summary: { zh: '取消共享像素', en: 'Take a shared pixel back' },
});

export const PixelShareRow = Exact({
  account: Ref,
  platform_account_id: PlatformId,
  status: noted(OneOf(['active', 'failed'] as const), { zh: 'failed：平台拒绝了。', en: 'failed: the platform refused it.' }),
  error: noted(Nullable(Type.String()), { zh: '平台给出的原因。', en: 'Why, as the platform put it.' }),
  updated_at: Instant,
});
export type PixelShareRow = Static<typeof PixelShareRow>;

export const pixelShares = endpoint({
  name: 'pixels.shares',
  method: 'POST',
  path: '/auth-pixels/shares',
  summary: { zh: '像素的共享账户', en: 'Accounts a pixel is shared with' },
  access,
  effect: 'read',
  request: Exact({ pixel_id: Id }),
  reply: noted(Exact({ list: Type.Array(PixelShareRow) }), {
    zh: '只列出提问者看得到的账户。',
    en: 'Only accounts that the reader may see.',
  }),
  reasons: ['NOT_FOUND'],
});

export const bindPixelSites = endpoint({
  name: 'pixels.bindSites',
  method: 'POST',
  path: '/auth-pixels/bind_sites',
  summary: { zh: '像素绑定站点', en: 'Link a pixel to sites' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({
    pixel_id: Id,
    site_ids: noted(Type.Array(Id, { maxItems: 100, uniqueItems: true }), {
      zh: '之后只与这些站点关联；提问者看不到的站点保持不变。',
      en: 'From now on just these; sites the caller cannot see stay as they are.',
    }),
    idempotency_key: IdempotencyKey,
  }),
  reply: PixelRow,
  reasons: ['NOT_FOUND', 'ENTITY_BUSY'],
});

export const sendTestEvent = endpoint({
  name: 'pixels.testEvent',
  method: 'POST',
  path: '/auth-pixels/test_event',
  summary: { zh: '发送测试事件', en: 'Send a test event' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({
    pixel_id: Id,
    event_name: OneOf(pixelEventNames),
    value: noted(Type.Optional(Money), {
      zh: '最小货币单位的整数，不小于 0；与 currency 同时给出。',
      en: 'In the smallest unit of the currency, 0 or more; together with currency.',
    }),
    currency: Type.Optional(Currency),
    url: Type.String({ maxLength: 2048, pattern: '^https://\\S+$' }),
    idempotency_key: IdempotencyKey,
  }),
  reply: Exact({
    received: noted(Count, { zh: '平台收下的事件数。', en: 'Events the platform took.' }),
    errors: noted(Type.Array(Exact({ event_id: Type.String(), message: Type.String() })), {
      zh: '没有被收下的事件与平台给出的原因；结果未知的也在此。',
      en: 'Events that were not taken, and why, as the platform put it; also one of which nobody knows.',
    }),
  }),
  reasons: ['NOT_FOUND', ...channelReasons],
});

export const setPixelStatuses = endpoint({
  name: 'pixels.setStatuses',
  method: 'POST',
  path: '/auth-pixels/set_status',
  summary: { zh: '启停像素', en: 'Switch pixels' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({
    ...selection(filters),
    enabled: noted(Type.Boolean(), {
      zh: '启用后的状态以平台为准。',
      en: 'What a pixel is once it is switched on, the platform says.',
    }),
    ...bulkOptions,
  }),
  reply: BatchStart,
  reasons: ['SELECTION_CHANGED'],
});

export const unbindPixels = endpoint({
  name: 'pixels.unbind',
  method: 'POST',
  path: '/auth-pixels/unbind',
  summary: { zh: '解绑像素', en: 'Unlink pixels' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({ ...selection(filters), ...bulkOptions }),
  reply: BatchStart,
  reasons: ['SELECTION_CHANGED'],
});
