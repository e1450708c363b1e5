import { bizLines, bizNote, bizWords } from './business-lines.ts';
import { channelNote, channels, channelWords } from './channels.ts';
import {
  choiceFilter,
  codeFilter,
  columnKeys,
  flagFilter,
  keywordFilter,
  markFilter,
  referenceFilter,
  severalFilter,
  type Words,
  type WordsOf,
} from './vocabulary.ts';

/** The status numbers of the channel. */
export const accountStatuses = [1, 2, 3, 7, 8, 9, 100, 101] as const;
export type AccountStatusNumber = (typeof accountStatuses)[number];
export const accountStatusWords: WordsOf<AccountStatusNumber> = {
  1: { zh: '正常', en: 'Active' },
  2: { zh: '已停用', en: 'Disabled' },
  3: { zh: '欠费', en: 'Unsettled' },
  7: { zh: '风险审核中', en: 'Risk review' },
  8: { zh: '待结算', en: 'Pending settlement' },
  9: { zh: '宽限期', en: 'Grace period' },
  100: { zh: '关闭中', en: 'Closing' },
  101: { zh: '已关闭', en: 'Off' },
};
/** The API description of the status. */
export const accountStatusNote: Words = {
  zh: '平台的账户状态：1 正常，2 停用，3 欠费，7 风险审核中，8 待结算，9 宽限期，100 关闭中，101 已关闭。',
  en: 'As the platform numbers it: 1 active, 2 disabled, 3 unsettled, 7 risk review, 8 pending settlement, 9 grace period, 100 closing, 101 closed.',
};

export const adAccountSortable = [
  'name',
  'account_status',
  'balance',
  'cap_left',
  'amount_spent',
  'campaigns_running',
  'spend_7d',
  'last_sync_at',
  'created_at',
] as const;

export const adAccountColumnWords = {
  name: { zh: '名称', en: 'Name' },
  platform_account_id: { zh: '账户编号', en: 'Account ID' },
  channel: { zh: '渠道', en: 'Channel' },
  business_name: { zh: '商务管理平台', en: 'Business' },
  account_status: { zh: '账户状态', en: 'Status' },
  disable_reason: { zh: '停用原因', en: 'Reason' },
  deliverable: { zh: '可投放', en: 'Deliverable' },
  undeliverable_reason: { zh: '不可投放原因', en: 'Reason not deliverable' },
  enabled: { zh: '启用', en: 'Enabled' },
  biz: { zh: '业务线', en: 'Business line' },
  usage: { zh: '用途', en: 'Usage' },
  currency: { zh: '币种', en: 'Currency' },
  timezone_name: { zh: '时区', en: 'Time zone' },
  balance: { zh: '余额', en: 'Balance' },
  spend_cap: { zh: '花费上限', en: 'Spending limit' },
  cap_left: { zh: '剩余限额', en: 'Limit remaining' },
  amount_spent: { zh: '已花费', en: 'Spent' },
  min_daily_budget: { zh: '最低日预算', en: 'Minimum daily budget' },
  personal_account: { zh: '授权人', en: 'Authorised by' },
  primary: { zh: '主负责人', en: 'Primary owner' },
  assignees: { zh: '分配给', en: 'Assigned to' },
  pixels: { zh: '像素', en: 'Pixels' },
  campaigns_running: { zh: '在投系列', en: 'Active campaigns' },
  unassigned_campaigns: { zh: '无主系列', en: 'Unassigned campaigns' },
  spend_7d: { zh: '近 7 天消耗', en: 'Spend, 7 days' },
  last_sync_at: { zh: '最近同步', en: 'Last sync' },
  sync_error: { zh: '同步错误', en: 'Sync error' },
  remark: { zh: '备注', en: 'Remark' },
  created_at: { zh: '创建时间', en: 'Created' },
  updated_at: { zh: '更新时间', en: 'Updated' },
} satisfies Record<string, Words>;
export const adAccountExportColumns = columnKeys(adAccountColumnWords);

export const adAccountFilters = {
  keyword: keywordFilter(
    { zh: '名称或账户编号', en: 'Name or account ID' },
    {
      zh: '名称的一部分，或平台的账户编号。',
      en: 'Part of the name, or the number the platform gave it.',
    },
  ),
  account_status: severalFilter(adAccountColumnWords.account_status, {
    values: accountStatuses,
    words: accountStatusWords,
    note: accountStatusNote,
  }),
  deliverable: flagFilter(adAccountColumnWords.deliverable, { yes: { zh: '可投放', en: 'Yes' }, no: { zh: '不可投放', en: 'No' } }),
  personal_account_id: referenceFilter(adAccountColumnWords.personal_account),
  channel: choiceFilter(adAccountColumnWords.channel, { values: channels, words: channelWords, note: channelNote }),
  biz: choiceFilter(adAccountColumnWords.biz, { values: bizLines, words: bizWords, note: bizNote }),
  currency: codeFilter(adAccountColumnWords.currency, { pattern: '^[A-Z]{3}$' }, { zh: 'ISO 4217 币种代码。', en: 'ISO 4217 code.' }),
  assignee_user_id: referenceFilter(adAccountColumnWords.assignees, {
    zh: '直接分配给此人的，或分配给其部门及上级部门的。',
    en: 'Assigned to this person, to their department or one above it.',
  }),
  unassigned: markFilter(
    { zh: '未分配', en: 'Unassigned' },
    {
      yes: { zh: '是', en: 'Yes' },
      note: { zh: '没有分配给任何人或部门。', en: 'Assigned to nobody and no department.' },
    },
  ),
  spent_7d: markFilter(
    { zh: '近 7 天有消耗', en: 'Spend in the last 7 days' },
    {
      yes: { zh: '有', en: 'Yes' },
      note: { zh: '近 7 天有消耗。', en: 'With spend in the last 7 days.' },
    },
  ),
};
