import { type AdAccountRow, type adAccountExportColumns, exportAdAccounts } from '#contracts/endpoints/ad-accounts.ts';
import type { HostedPersonRow, hostedExportColumns, PersonalAccountRow, personalExportColumns } from '#contracts/endpoints/authorising.ts';
import { exportHostedAccounts } from '#contracts/endpoints/hosted-persons.ts';
import { exportPersonalAccounts } from '#contracts/endpoints/personal-accounts.ts';
import { type CallContext, defineCall } from '../call.ts';
import {
  anyOf,
  COUNT,
  type ExportColumn,
  exportFile,
  type FilterInWords,
  flag,
  instant,
  keyword,
  line,
  MONEY,
  nameOf,
  names,
  pick,
  yes,
} from '../spreadsheet/index.ts';
import {
  type AdAccountFilter,
  accountAsRow,
  countAccounts,
  type FoundAccount,
  freshnessOfAccounts,
  selectAccounts,
} from './ad-accounts.query.ts';
import * as words from './asset-words.ts';
import { nameWhereSeen } from './held-asset.ts';
import { countPeople, hostedAsRow, type PersonalFilter, personAsRow, selectPeople } from './personal.query.ts';
import { looking } from './seen-person.ts';

const personal: Record<(typeof personalExportColumns)[number], ExportColumn<PersonalAccountRow>> = {
  name: { zh: '名称', en: 'Name', width: 20, cell: (row) => row.name },
  platform_user_id: { zh: '渠道编号', en: 'Channel ID', width: 22, cell: (row) => row.platform_user_id },
  channel: { zh: '渠道', en: 'Channel', width: 10, cell: (row, locale) => pick(words.channelWords[row.channel], locale) },
  status: { zh: '状态', en: 'Status', width: 12, cell: (row, locale) => pick(words.personalStatusWords[row.status], locale) },
  token_expires_at: { zh: '到期', en: 'Expires', width: 18, cell: (row) => instant(row.token_expires_at) },
  data_access_expires_at: { zh: '数据访问到期', en: 'Data access ends', width: 18, cell: (row) => instant(row.data_access_expires_at) },
  missing_scopes: { zh: '缺失权限', en: 'Missing scopes', width: 30, cell: (row) => row.missing_scopes.join(', ') },
  accounts: { zh: '广告账户', en: 'Ad accounts', width: 10, format: COUNT, cell: (row) => row.accounts },
  homepages: { zh: '主页', en: 'Homepages', width: 10, format: COUNT, cell: (row) => row.homepages },
  pixels: { zh: '像素', en: 'Pixels', width: 10, format: COUNT, cell: (row) => row.pixels },
  running: { zh: '在投系列', en: 'Campaigns running', width: 12, format: COUNT, cell: (row) => row.running },
  owner: { zh: '负责人', en: 'Owner', width: 14, cell: (row) => row.owner.label },
  assignees: { zh: '分配给', en: 'Assigned to', width: 24, cell: (row) => names(row.assignees) },
  last_checked_at: { zh: '最近检测', en: 'Last checked', width: 18, cell: (row) => instant(row.last_checked_at) },
  last_error: { zh: '最近错误', en: 'Last error', width: 40, cell: (row) => row.last_error },
  remark: { zh: '备注', en: 'Remark', width: 30, cell: (row) => row.remark },
  created_at: { zh: '创建时间', en: 'Created at', width: 18, cell: (row) => instant(row.created_at) },
  updated_at: { zh: '更新时间', en: 'Updated at', width: 18, cell: (row) => instant(row.updated_at) },
};

const hosted: Record<(typeof hostedExportColumns)[number], ExportColumn<HostedPersonRow>> = {
  ...personal,
  holder_name: { zh: '持有人', en: 'Holder', width: 16, cell: (row) => row.holder_name },
  contact: { zh: '联系方式', en: 'Contact', width: 24, cell: (row) => row.contact },
  consent_at: { zh: '同意时间', en: 'Consented at', width: 18, cell: (row) => instant(row.consent_at) },
  consent_note: { zh: '同意说明', en: 'Note of consent', width: 30, cell: (row) => row.consent_note },
};

type AccountLine = AdAccountRow & { exponent: number };
const major = (amount: number | null, { exponent }: AccountLine) => (amount === null ? null : amount / 10 ** exponent);

const accounts: Record<(typeof adAccountExportColumns)[number], ExportColumn<AccountLine>> = {
  name: { zh: '名称', en: 'Name', width: 24, cell: (row) => row.name },
  platform_account_id: { zh: '账户编号', en: 'Account ID', width: 22, cell: (row) => row.platform_account_id },
  channel: { zh: '渠道', en: 'Channel', width: 10, cell: (row, locale) => pick(words.channelWords[row.channel], locale) },
  business_name: { zh: '商务管理平台', en: 'Business', width: 20, cell: (row) => row.business_name },
  account_status: {
    zh: '账户状态',
    en: 'Status',
    width: 14,
    cell: (row, locale) => pick(words.accountStatusWords(row.account_status), locale),
  },
  disable_reason: {
    zh: '停用原因',
    en: 'Reason',
    width: 18,
    cell: (row, locale) => pick(words.disableReasonWords(row.disable_reason), locale),
  },
  deliverable: { zh: '可投放', en: 'Can deliver', width: 10, cell: (row, locale) => yes(row.deliverable, locale) },
  undeliverable_reason: {
    zh: '不可投放原因',
    en: 'Why it cannot',
    width: 18,
    cell: (row, locale) => (row.undeliverable_reason === null ? null : pick(words.undeliverableWords[row.undeliverable_reason], locale)),
  },
  enabled: { zh: '启用', en: 'Enabled', width: 10, cell: (row, locale) => yes(row.enabled, locale) },
  biz: { zh: '业务线', en: 'Business line', width: 12, cell: (row, locale) => pick(words.bizWords[row.biz], locale) },
  usage: { zh: '用途', en: 'Usage', width: 10, cell: (row, locale) => pick(words.usageWords[row.usage], locale) },
  currency: { zh: '币种', en: 'Currency', width: 10, cell: (row) => row.currency },
  timezone_name: { zh: '时区', en: 'Time zone', width: 20, cell: (row) => row.timezone_name },
  balance: { zh: '余额', en: 'Balance', width: 14, format: MONEY, cell: (row) => major(row.balance, row) },
  spend_cap: { zh: '花费上限', en: 'Spend cap', width: 14, format: MONEY, cell: (row) => major(row.spend_cap, row) },
  cap_left: { zh: '剩余额度', en: 'Cap left', width: 14, format: MONEY, cell: (row) => major(row.cap_left, row) },
  amount_spent: { zh: '已花费', en: 'Amount spent', width: 14, format: MONEY, cell: (row) => major(row.amount_spent, row) },
  min_daily_budget: {
    zh: '最低日预算',
    en: 'Least daily budget',
    width: 14,
    format: MONEY,
    cell: (row) => major(row.min_daily_budget, row),
  },
  personal_account: { zh: '授权人', en: 'Authorised by', width: 18, cell: (row) => row.personal_account.label },
  primary: { zh: '主负责人', en: 'Responsible', width: 14, cell: (row) => row.primary?.label ?? null },
  assignees: { zh: '分配给', en: 'Assigned to', width: 24, cell: (row) => names(row.assignees) },
  pixels: { zh: '像素', en: 'Pixels', width: 10, format: COUNT, cell: (row) => row.pixels },
  campaigns_running: { zh: '在投系列', en: 'Campaigns running', width: 12, format: COUNT, cell: (row) => row.campaigns_running },
  unassigned_campaigns: { zh: '无主系列', en: 'Unassigned campaigns', width: 12, format: COUNT, cell: (row) => row.unassigned_campaigns },
  spend_7d: { zh: '近7天消耗(USD)', en: 'Spend in 7 days (USD)', width: 16, format: MONEY, cell: (row) => row.spend_7d_usd / 100 },
  last_sync_at: { zh: '最近同步', en: 'Last refresh', width: 18, cell: (row) => instant(row.last_sync_at) },
  sync_error: { zh: '同步错误', en: 'Refresh error', width: 40, cell: (row) => row.sync_error },
  remark: { zh: '备注', en: 'Remark', width: 30, cell: (row) => row.remark },
  created_at: { zh: '创建时间', en: 'Created at', width: 18, cell: (row) => instant(row.created_at) },
  updated_at: { zh: '更新时间', en: 'Updated at', width: 18, cell: (row) => instant(row.updated_at) },
};

type Db = CallContext['db'];

const ofPeople = async (db: Db, filter: PersonalFilter): Promise<FilterInWords[]> => [
  ...keyword(filter.keyword),
  ...line('渠道', 'Channel', filter.channel && words.channelWords[filter.channel]),
  ...line('状态', 'Status', anyOf(filter.status?.map((status) => words.personalStatusWords[status]))),
  ...line('负责人', 'Owner', await nameOf(db, 'sys_user', filter.owner_user_id)),
  ...line('到期', 'Expires within', filter.expires_within && { zh: `${filter.expires_within} 天内`, en: `${filter.expires_within} days` }),
];

const ofAccounts = async (db: Db, caller: CallContext['caller'], filter: AdAccountFilter): Promise<FilterInWords[]> => [
  ...keyword(filter.keyword),
  ...line('渠道', 'Channel', filter.channel && words.channelWords[filter.channel]),
  ...line('账户状态', 'Status', anyOf(filter.account_status?.map(words.accountStatusWords))),
  ...line('可投放', 'Can deliver', flag(filter.deliverable)),
  ...line('业务线', 'Business line', filter.biz && words.bizWords[filter.biz]),
  ...line('币种', 'Currency', filter.currency),
  ...line('授权人', 'Authorised by', await nameWhereSeen(db, caller, 'personal_account', filter.personal_account_id)),
  ...line('分配给', 'Assigned to', await nameOf(db, 'sys_user', filter.assignee_user_id)),
  ...line('近7天有消耗', 'Spend in the last 7 days', flag(filter.spent_7d || undefined)),
  ...line('未分配', 'Unassigned', flag(filter.unassigned || undefined)),
];

export const authorisingExports = [
  defineCall({
    endpoint: exportPersonalAccounts,
    audit: 'read',
    handle: (context, request) =>
      exportFile(context, request, {
        page: { zh: '个人账号管理', en: 'Personal accounts' },
        slug: 'personal-accounts',
        columns: personal,
        count: (db) => countPeople(db, looking(context, 'self'), request),
        rows: selectPeople(looking(context, 'self'), request),
        shape: (found) => personAsRow(found, context),
        filters: (db) => ofPeople(db, request),
      }),
  }),
  defineCall({
    endpoint: exportHostedAccounts,
    audit: 'read',
    handle: (context, request) =>
      exportFile(context, request, {
        page: { zh: '个人账号授权', en: 'Personal account authorisation' },
        slug: 'hosted-personal-accounts',
        columns: hosted,
        count: (db) => countPeople(db, looking(context, 'host'), request),
        rows: selectPeople(looking(context, 'host'), request),
        shape: (found) => hostedAsRow(found, context),
        filters: (db) => ofPeople(db, request),
      }),
  }),
  defineCall({
    endpoint: exportAdAccounts,
    audit: 'read',
    handle: (context, request) =>
      exportFile(context, request, {
        page: { zh: '广告账户', en: 'Ad accounts' },
        slug: 'ad-accounts',
        columns: accounts,
        count: (db) => countAccounts(db, context, request),
        rows: selectAccounts(context, request),
        shape: (found: FoundAccount) => ({ ...accountAsRow(found, context), exponent: found.exponent }),
        filters: (db) => ofAccounts(db, context.caller, request),
        figuresAsOf: (db) => freshnessOfAccounts(db, context, request),
      }),
  }),
];
