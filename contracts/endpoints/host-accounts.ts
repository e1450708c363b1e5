import { type Static, Type } from 'typebox';
import { accountStatusNote } from '../vocabulary/ad-accounts.ts';
import {
  autoLevelNote,
  autoLevels,
  hostAccountExportColumns,
  hostAccountFilters,
  hostAccountSortable,
  hostReportColumns,
  hostStateNote,
  hostStates,
} from '../vocabulary/hosting.ts';
import { entityLevelNote, entityLevels } from '../vocabulary/launches.ts';
import { PersonalStatus } from './authorising.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { FiguredListAnswer, Figures, reportDays } from './report-shapes.ts';
import { newestFirst } from './row-order.ts';
import {
  Count,
  Currency,
  Exact,
  exportColumns,
  exportOptions,
  Id,
  IdempotencyKey,
  Ids,
  Instant,
  ListRequest,
  Nullable,
  OneOf,
  PlatformId,
  Ref,
  Spreadsheet,
  Version,
} from './shapes.ts';

const access = { pages: ['/operation/account'] } as const;

export const HostAccountPermit = OneOf(['edit', 'start', 'pause', 'end', 'bind_rules'] as const);

const AutoLevel = noted(OneOf(autoLevels), autoLevelNote);
const TargetRoi = noted(Type.Integer({ minimum: 100, maximum: 100_000 }), {
  zh: '目标 D0 ROI，万分之一（6000 即 0.60）。',
  en: 'Target D0 ROI in hundredths of a percent, 6000 for 0.60.',
});
const DailyCap = noted(Type.Integer({ minimum: 1, maximum: 100_000_000_000 }), {
  zh: '账户今日总消耗达到后，关闭其全部投放中的系列；账户币种的最小单位。',
  en: 'Once the account has spent this much on its own day, all its active campaigns are turned off; in the smallest unit of its currency.',
});
const Note = Type.String({ maxLength: 200 });

export const HostAccountRow = Exact({
  id: Id,
  version: Version,
  account: noted(Exact({ ...Ref.properties, platform_account_id: PlatformId }), {
    zh: '托管的广告账户。',
    en: 'The ad account that is hosted.',
  }),
  currency: Currency,
  timezone_name: noted(Type.String(), { zh: '账户的时区，IANA。', en: 'Time zone of the account, IANA.' }),
  account_status: noted(Type.Integer(), accountStatusNote),
  personal_account: noted(Ref, { zh: '授权人。', en: 'Who authorised the account.' }),
  personal_status: PersonalStatus,
  holder_name: noted(Nullable(Type.String()), { zh: '持有人。', en: 'Who the account belongs to.' }),
  state: noted(OneOf(hostStates), hostStateNote),
  paused_by_authoriser: noted(Type.Boolean(), {
    zh: '因授权失效而自动暂停；重新授权后由人开始。',
    en: 'Paused because the authorisation was lost; a person starts it again once it is renewed.',
  }),
  auto_level: AutoLevel,
  operator: noted(Ref, {
    zh: '负责运营的人；托管期间账户里的广告归此人。',
    en: 'Who runs it; while it is hosted, the ads of the account belong to this person.',
  }),
  rules: noted(Count, { zh: '绑定的规则数。', en: 'Rules that are bound to it.' }),
  daily_cap: noted(Nullable(DailyCap), { zh: '没有上限则为空。', en: 'Null without a cap.' }),
  cap_used_pct: noted(Nullable(Type.Number({ minimum: 0 })), {
    zh: '账户今日全部消耗占日上限的比例，小数；没有上限则为空。',
    en: 'Share of the cap that the whole account has spent on its own day, as a decimal; null without a cap.',
  }),
  is_capped: noted(Type.Boolean(), {
    zh: '今日已因达到日上限关闭系列；账户零点后重新开启仍由它关闭的系列。',
    en: 'Campaigns were turned off today because of the cap; those that still are will be turned on after midnight of the account.',
  }),
  target_roi_bp: noted(Nullable(TargetRoi), { zh: '没有目标则为空。', en: 'Null without a target.' }),
  m_today: noted(Figures, {
    zh: '账户今日、托管期间的数据，提问者看得到的部分：spend 美分，roi_d0。',
    en: 'Of the account’s own day while it is hosted, as far as the reader sees it: spend in US cents, roi_d0.',
  }),
  m_7d: noted(Figures, {
    zh: '含今天的 7 天、托管期间的数据，提问者看得到的部分：spend 美分，roi，roi_d0。',
    en: 'Of the 7 days that end today while it is hosted, as far as the reader sees it: spend in US cents, roi, roi_d0.',
  }),
  campaigns_running: noted(Count, {
    zh: '账户里在投的、提问者可以关闭的系列；结束时可一并关闭。',
    en: 'Running campaigns of the account that the caller may turn off, which ending it can do as well.',
  }),
  actions_today: noted(Count, { zh: '账户今日由规则完成的动作。', en: 'Actions that rules did on the account’s own day.' }),
  suggestions: noted(Count, { zh: '等待确认、还没过期的建议。', en: 'Suggestions that wait for a decision and have not expired.' }),
  start_at: noted(Instant, { zh: '托管开始；此前规则不动作。', en: 'When hosting begins; rules do nothing before.' }),
  end_at: noted(Nullable(Instant), { zh: '到期自动结束；没有期限则为空。', en: 'When it ends by itself, or ended; null without an end.' }),
  consent_at: noted(Nullable(Instant), {
    zh: '持有人同意托管的时刻；未同意则为空，不能开始。',
    en: 'When the holder consented; null before, and it cannot start.',
  }),
  consent_note: Nullable(Type.String()),
  last_sync_at: Nullable(Instant),
  remark: Nullable(Type.String()),
  created_at: Instant,
  updated_at: Instant,
  can: noted(Type.Array(HostAccountPermit), {
    zh: '提问者可以对这一行做什么；按钮据此显示。',
    en: 'What the reader may do with the row; buttons follow it.',
  }),
});
export type HostAccountRow = Static<typeof HostAccountRow>;

const filters = filterSchemas(hostAccountFilters);
const HostAccountListRequest = ListRequest(hostAccountSortable, filters);

export const listHostAccounts = endpoint({
  name: 'hostAccounts.list',
  method: 'POST',
  path: '/operation-accounts/list',
  summary: { zh: '托管账户列表', en: 'List of hosted accounts' },
  access,
  effect: 'read',
  request: HostAccountListRequest,
  order: [{ field: 'state', last: 'ended' }, ...newestFirst('start_at')],
  reply: Exact({
    ...FiguredListAnswer(HostAccountRow).properties,
    totals: noted(Exact({ m_7d: Figures }), {
      zh: '全部符合条件的账户，由数据重新算出。',
      en: 'Of all that match, made anew from the facts.',
    }),
  }),
});

export const exportHostAccounts = endpoint({
  name: 'hostAccounts.export',
  method: 'POST',
  path: '/operation-accounts/export',
  summary: { zh: '导出托管账户', en: 'Export hosted accounts' },
  access,
  action: 'export',
  effect: 'read',
  request: Exact({
    sort: Type.Optional(HostAccountListRequest.properties.sort),
    ...filters,
    ...exportOptions,
    columns: exportColumns(hostAccountExportColumns),
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});

const terms = {
  operator_user_id: noted(Id, { zh: '提问者负责范围内、已启用的用户。', en: 'An enabled user in the scope of the caller.' }),
  auto_level: AutoLevel,
  daily_cap: Nullable(DailyCap),
  target_roi_bp: Nullable(TargetRoi),
  start_at: Instant,
  end_at: noted(Nullable(Instant), { zh: '晚于开始。', en: 'After the start.' }),
  consent: noted(Type.Literal(true), { zh: '持有人已同意托管。', en: 'The holder consented.' }),
  consent_note: Nullable(Note),
  remark: Nullable(Note),
};

export const createHostAccount = endpoint({
  name: 'hostAccounts.create',
  method: 'POST',
  path: '/operation-accounts/create',
  summary: { zh: '新建托管账户', en: 'Host an ad account' },
  access,
  action: 'rule',
  effect: 'write',
  request: Exact({
    ad_account_id: noted(Id, {
      zh: '用途为托管、且没有未结束的托管的账户；否则回 DUPLICATE 或字段错误。',
      en: 'An account of usage host without an open hosting; another one is refused at this field or with DUPLICATE.',
    }),
    operator_user_id: terms.operator_user_id,
    auto_level: terms.auto_level,
    daily_cap: Type.Optional(terms.daily_cap),
    target_roi_bp: Type.Optional(terms.target_roi_bp),
    start_at: terms.start_at,
    end_at: Type.Optional(terms.end_at),
    consent: Type.Optional(terms.consent),
    consent_note: Type.Optional(terms.consent_note),
    remark: Type.Optional(terms.remark),
    idempotency_key: IdempotencyKey,
  }),
  reply: HostAccountRow,
  reasons: ['DUPLICATE'],
});

export const editHostAccount = endpoint({
  name: 'hostAccounts.edit',
  method: 'POST',
  path: '/operation-accounts/edit',
  summary: { zh: '编辑托管账户', en: 'Edit a hosted account' },
  access,
  action: 'rule',
  effect: 'write',
  request: Exact({
    id: Id,
    version: Version,
    operator_user_id: noted(Type.Optional(Id), {
      zh: '托管期间更换时，账户里未删除的广告一并移交。',
      en: 'When it changes while the account is hosted, its ads that are not deleted are transferred too.',
    }),
    auto_level: Type.Optional(terms.auto_level),
    daily_cap: Type.Optional(terms.daily_cap),
    target_roi_bp: Type.Optional(terms.target_roi_bp),
    start_at: Type.Optional(terms.start_at),
    end_at: Type.Optional(terms.end_at),
    consent: Type.Optional(terms.consent),
    consent_note: Type.Optional(terms.consent_note),
    remark: Type.Optional(terms.remark),
    idempotency_key: IdempotencyKey,
  }),
  reply: HostAccountRow,
  reasons: ['NOT_FOUND', 'VERSION_CONFLICT', 'STATE_ENDED'],
});

export const setHostState = endpoint({
  name: 'hostAccounts.setState',
  method: 'POST',
  path: '/operation-accounts/set_state',
  summary: { zh: '开始、暂停或结束托管', en: 'Start, pause or end hosting' },
  access,
  action: 'rule',
  effect: 'write',
  request: Exact({
    id: Id,
    version: Version,
    state: noted(OneOf(['hosting', 'paused', 'ended'] as const), {
      zh: 'hosting 需要持有人同意，且授权有效；开始后账户里的广告归运营。ended 不可恢复。',
      en: 'hosting needs the consent of the holder and a valid authorisation, and gives the ads of the account to the operator; ended is final.',
    }),
    close_campaigns: noted(Type.Optional(Type.Literal(true)), {
      zh: '只用于 ended：同时关闭账户的全部在投系列，结果在另一个批次；需要操作权限 status。',
      en: 'With ended only: also turns off all running campaigns of the account, as another batch; needs the action status.',
    }),
    idempotency_key: IdempotencyKey,
  }),
  reply: Exact({
    row: HostAccountRow,
    batch_ids: noted(Type.Array(Id), {
      zh: '关闭系列的批次；没有可关闭的则为空列表。',
      en: 'The batches that turn campaigns off; none where there was nothing to turn off.',
    }),
  }),
  reasons: ['NOT_FOUND', 'VERSION_CONFLICT', 'STATE_ENDED', 'PLATFORM_AUTH'],
});

export const bindableRules = endpoint({
  name: 'hostAccounts.rules',
  method: 'POST',
  path: '/operation-accounts/rules',
  summary: { zh: '可绑定的规则', en: 'Rules that can be bound' },
  access,
  effect: 'read',
  request: Exact({ id: Id }),
  reply: Exact({
    list: noted(
      Type.Array(
        Exact({
          ...Ref.properties,
          level: noted(OneOf(entityLevels), entityLevelNote),
          status: OneOf(['enabled', 'disabled'] as const),
          dry_run: noted(Type.Boolean(), { zh: '只试运行，不动作。', en: 'It only records what it would do.' }),
          owner: Ref,
          is_bound: noted(Type.Boolean(), { zh: '已绑定到这个账户。', en: 'Bound to this account.' }),
        }),
      ),
      { zh: '提问者看得到的全部规则，按名称排序。', en: 'Every rule that the reader sees, by name.' },
    ),
  }),
  reasons: ['NOT_FOUND'],
});

export const bindRules = endpoint({
  name: 'hostAccounts.bindRules',
  method: 'POST',
  path: '/operation-accounts/bind_rules',
  summary: { zh: '绑定规则', en: 'Bind rules to a hosted account' },
  access,
  action: 'rule',
  effect: 'write',
  request: Exact({
    id: Id,
    rule_ids: noted(Type.Array(Id, { maxItems: 200, uniqueItems: true }), {
      zh: '绑定后的全部规则；提问者看不到的规则保持不变。',
      en: 'All rules it is to have; those that the caller does not see stay as they are.',
    }),
    idempotency_key: IdempotencyKey,
  }),
  reply: HostAccountRow,
  reasons: ['NOT_FOUND', 'STATE_ENDED'],
});

export const exportHostReport = endpoint({
  name: 'hostAccounts.report',
  method: 'POST',
  path: '/operation-accounts/report_export',
  summary: { zh: '导出托管日报', en: 'Export the daily report of hosted accounts' },
  access,
  action: 'export',
  effect: 'read',
  request: Exact({
    ids: noted(Type.Optional(Ids), { zh: '不带则为提问者看得到的全部。', en: 'All that the caller sees when absent.' }),
    date_from: reportDays.date_from,
    date_to: reportDays.date_to,
    ...exportOptions,
    columns: exportColumns(hostReportColumns),
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});
