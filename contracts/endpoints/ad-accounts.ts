import { type Static, Type } from 'typebox';
import { accountStatusNote, adAccountExportColumns, adAccountFilters, adAccountSortable } from '../vocabulary/ad-accounts.ts';
import { Assignees, channelReasons, FoundAsset, PersonalStatus, SwitchAuthoriser } from './authorising.ts';
import { BatchStart, bulkOptions, selection } from './batches.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { FiguredListAnswer } from './report-shapes.ts';
import { byName, lastAddedFirst } from './row-order.ts';
import {
  Biz,
  Channel,
  Count,
  Currency,
  Exact,
  exportColumns,
  exportOptions,
  Id,
  IdempotencyKey,
  Instant,
  ListRequest,
  Money,
  Nullable,
  OneOf,
  PlatformId,
  Ref,
  SimpleListAnswer,
  SimpleListRequest,
  SimpleRow,
  Spreadsheet,
  Version,
} from './shapes.ts';

const access = { pages: ['/auth/account'] } as const;

const AccountStatus = noted(Type.Integer(), accountStatusNote);
const DisableReason = noted(Type.Integer(), {
  zh: '平台的停用原因，0 为无。',
  en: 'Why the platform disabled it, as it numbers that; 0 for none.',
});

/** The first reason why an account cannot deliver. */
export const undeliverableReasons = ['switched_off', 'account_status', 'authoriser', 'spend_cap'] as const;

export const AdAccountPermit = OneOf(['sync', 'assign', 'edit', 'set_enabled', 'unbind'] as const);

export const AdAccountRow = Exact({
  id: Id,
  version: Version,
  channel: Channel,
  connector: OneOf(['sandbox', 'meta'] as const),
  platform_account_id: PlatformId,
  name: Type.String(),
  business_name: Nullable(Type.String()),
  account_status: AccountStatus,
  disable_reason: DisableReason,
  deliverable: noted(Type.Boolean(), {
    zh: '可以投放：只看账户、授权、开关与花费上限。',
    en: 'Ads can be delivered with it, as far as account, authorisation, switch and cap go.',
  }),
  undeliverable_reason: noted(Nullable(OneOf(undeliverableReasons)), {
    zh: '不可投放的第一个原因：我方关闭，账户状态，授权人，花费上限。',
    en: 'The first reason why not: switched off by us, status of the account, its authorisation, its cap.',
  }),
  enabled: noted(Type.Boolean(), {
    zh: '我方开关；关闭不会停止平台上的广告。',
    en: 'Our own switch; off does not stop ads on the platform.',
  }),
  biz: Biz,
  usage: OneOf(['self', 'host'] as const),
  currency: Currency,
  timezone_name: noted(Type.String(), { zh: 'IANA 时区名。', en: 'IANA name.' }),
  balance: Money,
  spend_cap: noted(Nullable(Money), { zh: '花费上限；没有则为空。', en: 'Null where there is none.' }),
  cap_left: noted(Nullable(Money), { zh: '上限减去已花费；没有上限则为空。', en: 'What the cap leaves; null without a cap.' }),
  amount_spent: Money,
  min_daily_budget: Money,
  personal_account: noted(Ref, { zh: '授权人。', en: 'Who authorised it.' }),
  personal_status: PersonalStatus,
  primary: noted(Nullable(Ref), { zh: '主负责人。', en: 'Who is responsible in the first place.' }),
  assignees: Assignees,
  pixels: noted(Count, { zh: '属于它或共享给它的像素。', en: 'Pixels it owns or that are shared with it.' }),
  campaigns_running: noted(Count, { zh: '投放中的广告系列，不论谁负责。', en: 'Campaigns that deliver, whoever owns them.' }),
  unassigned_campaigns: noted(Nullable(Count), {
    zh: '没有负责人的广告系列；只告诉管理员，其他人为空。',
    en: 'Campaigns that nobody owns; told to administrators, null for others.',
  }),
  spend_7d_usd: noted(Money, {
    zh: '账户当地含今天的 7 天内，提问者看得到的消耗，美分。',
    en: 'What was spent in the 7 days of the account that end today, as far as the reader sees it, US cents.',
  }),
  authorised_at: Instant,
  last_sync_at: Nullable(Instant),
  sync_error: noted(Nullable(Type.String()), {
    zh: '最近一次同步的错误；成功则为空。',
    en: 'What the last refresh failed with; null after a good one.',
  }),
  sync_notice: noted(Nullable(OneOf(['currency', 'timezone', 'currency_timezone'] as const)), {
    zh: '同步时发现平台上改了币种或时区：以前的数据保持原值。',
    en: 'A refresh found another currency or time zone on the platform: facts from before keep their values.',
  }),
  is_syncing: noted(Type.Boolean(), { zh: '正在同步。', en: 'Being refreshed now.' }),
  remark: Nullable(Type.String()),
  created_at: Instant,
  updated_at: Instant,
  can: noted(Type.Array(AdAccountPermit), {
    zh: '提问者可以对这一行做什么；按钮据此显示。',
    en: 'What the reader may do with the row; buttons follow it.',
  }),
});
export type AdAccountRow = Static<typeof AdAccountRow>;

const filters = filterSchemas(adAccountFilters);
const AdAccountListRequest = ListRequest(adAccountSortable, filters);

export const listAdAccounts = endpoint({
  name: 'adAccounts.list',
  method: 'POST',
  path: '/auth-accounts/list',
  summary: { zh: '广告账户列表', en: 'List of ad accounts' },
  access,
  effect: 'read',
  request: AdAccountListRequest,
  order: lastAddedFirst,
  reply: FiguredListAnswer(AdAccountRow),
});

export const exportAdAccounts = endpoint({
  name: 'adAccounts.export',
  method: 'POST',
  path: '/auth-accounts/export',
  summary: { zh: '导出广告账户', en: 'Export ad accounts' },
  access,
  action: 'export',
  effect: 'read',
  request: Exact({
    sort: Type.Optional(AdAccountListRequest.properties.sort),
    ...filters,
    ...exportOptions,
    columns: exportColumns(adAccountExportColumns),
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});

export const discoverAdAccounts = endpoint({
  name: 'adAccounts.discover',
  method: 'POST',
  path: '/auth-accounts/discover',
  summary: { zh: '查找可导入的广告账户', en: 'Ad accounts that a person grants' },
  access,
  action: 'asset',
  effect: 'read',
  request: Exact({ personal_account_id: Id }),
  reply: Exact({ list: Type.Array(FoundAsset) }),
  reasons: ['NOT_FOUND', 'NOT_OWNER', ...channelReasons],
});

export const bindAdAccounts = endpoint({
  name: 'adAccounts.bind',
  method: 'POST',
  path: '/auth-accounts/bind',
  summary: { zh: '导入广告账户', en: 'Import ad accounts' },
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

export const syncAdAccounts = endpoint({
  name: 'adAccounts.sync',
  method: 'POST',
  path: '/auth-accounts/sync',
  summary: { zh: '同步广告账户', en: 'Refresh ad accounts' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({ ...selection(filters), ...bulkOptions }),
  reply: BatchStart,
  reasons: ['SELECTION_CHANGED'],
});

const CloseCampaigns = noted(Type.Optional(Type.Literal(true)), {
  zh: '停用时同时关闭这些账户中提问者看得到的在投广告系列，结果在另一个批次；需要操作权限 status。',
  en: 'When switched off, also turns off the running campaigns of the accounts that the caller sees, as another batch; needs the action status.',
});

export const editAdAccount = endpoint({
  name: 'adAccounts.edit',
  method: 'POST',
  path: '/auth-accounts/edit',
  summary: { zh: '编辑广告账户', en: 'Edit an ad account' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({
    id: Id,
    version: Version,
    biz: Type.Optional(Biz),
    remark: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
    enabled: Type.Optional(Type.Boolean()),
    close_campaigns: CloseCampaigns,
    idempotency_key: IdempotencyKey,
  }),
  reply: AdAccountRow,
  reasons: ['NOT_FOUND', 'VERSION_CONFLICT', 'ENTITY_BUSY'],
});

export const setAdAccountsEnabled = endpoint({
  name: 'adAccounts.setEnabled',
  method: 'POST',
  path: '/auth-accounts/set_enabled',
  summary: { zh: '启停广告账户', en: 'Switch ad accounts on or off' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({ ...selection(filters), enabled: Type.Boolean(), close_campaigns: CloseCampaigns, ...bulkOptions }),
  reply: BatchStart,
  reasons: ['SELECTION_CHANGED'],
});

export const adAccountStatusLog = endpoint({
  name: 'adAccounts.statusLog',
  method: 'POST',
  path: '/auth-accounts/status_log',
  summary: { zh: '账户状态记录', en: 'How the status of an ad account changed' },
  access,
  effect: 'read',
  request: Exact({ id: Id }),
  reply: Exact({
    list: noted(Type.Array(Exact({ at: Instant, account_status: AccountStatus, disable_reason: DisableReason })), {
      zh: '最新的在前，最多 200 条。',
      en: 'Newest first, at most 200.',
    }),
  }),
  reasons: ['NOT_FOUND'],
});

export const unbindAdAccounts = endpoint({
  name: 'adAccounts.unbind',
  method: 'POST',
  path: '/auth-accounts/unbind',
  summary: { zh: '解绑广告账户', en: 'Unlink ad accounts' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({ ...selection(filters), ...bulkOptions }),
  reply: BatchStart,
  reasons: ['SELECTION_CHANGED'],
});

/** The remaining capacity of an account, shown before publishing into it. */
const ToPublish = Exact({
  currency: Currency,
  timezone_name: noted(Type.String(), { zh: '账户的时区，IANA。', en: 'Time zone of the account, IANA.' }),
  cap_left: noted(Nullable(Money), {
    zh: '花费上限的余额，账户币种；没有上限则为空。',
    en: 'What is left of its cap, in its currency; null without one.',
  }),
  ads_running: noted(Count, { zh: '投放中的广告数。', en: 'Ads that deliver.' }),
  pixel_id: noted(Nullable(Id), {
    zh: '所问的像素；没有问，或看不到则为空。',
    en: 'The pixel that was asked about; null where none was, or none is seen.',
  }),
  pixel_usable: noted(Nullable(Type.Boolean()), {
    zh: '能否使用所问的像素；没有问则为空。',
    en: 'Whether it may use the pixel that was asked about; null where none was.',
  }),
});

export const simpleAdAccounts = endpoint({
  name: 'adAccounts.simpleList',
  method: 'POST',
  path: '/auth-accounts/simple_list',
  summary: { zh: '可选广告账户', en: 'Ad accounts to choose from' },
  access: 'anyPage',
  effect: 'read',
  request: SimpleListRequest({
    channel: Type.Optional(Channel),
    biz: Type.Optional(Biz),
    personal_account_id: Type.Optional(Id),
    to_host: noted(Type.Optional(Type.Literal(true)), {
      zh: '只要用途为托管、且没有未结束的托管的账户。',
      en: 'Only accounts of usage host without an open hosting.',
    }),
    to_publish: noted(Type.Optional(Type.Literal(true)), {
      zh: '带上发布时要看的内容：币种、时区、余额、在投广告数、像素。',
      en: 'With what matters to a publish: currency, time zone, what is left of the cap, ads that run, the pixel.',
    }),
    pixel_id: noted(Type.Optional(Id), { zh: '与 to_publish 一起：问哪个像素。', en: 'With to_publish: which pixel is asked about.' }),
    pixel_of_site_id: noted(Type.Optional(Id), {
      zh: '与 to_publish 一起：问该站点的默认像素；有 pixel_id 时忽略。',
      en: 'With to_publish: the default pixel of this site is asked about, unless pixel_id is given.',
    }),
  }),
  order: byName(),
  reply: noted(
    Exact({
      list: Type.Array(
        Exact({
          ...SimpleRow.properties,
          publish: noted(Type.Optional(ToPublish), { zh: '只有带 to_publish 时才有。', en: 'Only where to_publish was asked.' }),
        }),
      ),
      total: SimpleListAnswer.properties.total,
    }),
    {
      zh: '只含可见的；不可投放的在 disabled 说明原因。',
      en: 'Of those the reader sees; one that cannot deliver says so in disabled.',
    },
  ),
});
