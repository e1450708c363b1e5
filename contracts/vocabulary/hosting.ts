import { accountStatuses, accountStatusNote, accountStatusWords, adAccountColumnWords } from './ad-accounts.ts';
import { holderColumnWords } from './personal-accounts.ts';
import {
  choiceFilter,
  columnKeys,
  keywordFilter,
  markFilter,
  referencesFilter,
  severalFilter,
  type Words,
  type WordsOf,
} from './vocabulary.ts';

export const hostStates = ['pending', 'hosting', 'paused', 'ended'] as const;
export type HostState = (typeof hostStates)[number];
export const hostStateWords: WordsOf<HostState> = {
  pending: { zh: '待开始', en: 'Not started' },
  hosting: { zh: '托管中', en: 'Managed' },
  paused: { zh: '已暂停', en: 'Paused' },
  ended: { zh: '已结束', en: 'Ended' },
};
export const hostStateNote: Words = {
  zh: 'pending 待开始，hosting 托管中，paused 已暂停，ended 已结束（不再变化）。',
  en: 'pending: not started; hosting; paused; ended, which is final.',
};

/** What rules may do in the account. */
export const autoLevels = ['off', 'suggest', 'auto'] as const;
export type AutoLevel = (typeof autoLevels)[number];
export const autoLevelWords: WordsOf<AutoLevel> = {
  off: { zh: '关闭', en: 'Off' },
  suggest: { zh: '仅建议', en: 'Suggest' },
  auto: { zh: '自动', en: 'Automatic' },
};
export const autoLevelNote: Words = {
  zh: 'off 规则不动作；suggest 只给建议，等人确认；auto 自动执行。日上限不受此影响。',
  en: 'off: rules do nothing; suggest: rules propose and people confirm; auto: rules act. The daily cap applies at every level.',
};

export const hostAccountSortable = ['account', 'state', 'spend_today', 'spend_7d', 'roi_7d', 'roi_d0_7d', 'start_at'] as const;

export const hostAccountColumnWords = {
  account: { zh: '广告账户', en: 'Ad account' },
  holder: holderColumnWords.holder_name,
  account_status: { ...adAccountColumnWords.account_status, en: 'Account status' },
  state: { zh: '状态', en: 'Status' },
  auto_level: { zh: '自动级别', en: 'Automation' },
  operator: { zh: '运营', en: 'Operator' },
  rules: { zh: '规则', en: 'Rules' },
  daily_cap: { zh: '日上限', en: 'Daily cap' },
  target_roi: { zh: '目标 ROI', en: 'Target ROI' },
  spend_today: { zh: '今日消耗', en: 'Spend today' },
  roi_d0_today: { zh: '今日 D0 ROI', en: 'D0 ROI today' },
  spend_7d: { zh: '近 7 天消耗', en: 'Spend, 7 days' },
  roi_7d: { zh: '近 7 天 ROI', en: 'ROI, 7 days' },
  roi_d0_7d: { zh: '近 7 天 D0 ROI', en: 'D0 ROI, 7 days' },
  actions_today: { zh: '今日动作', en: 'Actions today' },
  suggestions: { zh: '待确认', en: 'To confirm' },
  start_at: { zh: '开始时间', en: 'Start' },
  end_at: { zh: '结束时间', en: 'End' },
  last_sync_at: adAccountColumnWords.last_sync_at,
  consent_at: holderColumnWords.consent_at,
  remark: adAccountColumnWords.remark,
} satisfies Record<string, Words>;
/** Headings of files, which give the unit of amounts. */
export const hostAccountExportWords = {
  ...hostAccountColumnWords,
  platform_account_id: adAccountColumnWords.platform_account_id,
  currency: adAccountColumnWords.currency,
  spend_today: { zh: '今日消耗 (USD)', en: 'Spend today (USD)' },
  spend_7d: { zh: '近 7 天消耗 (USD)', en: 'Spend, 7 days (USD)' },
} satisfies Record<string, Words>;
export const hostAccountExportColumns = columnKeys(hostAccountExportWords);

/** Columns of the daily report, which has a line for each day of an account. */
export const hostReportWords = {
  date: { zh: '日期', en: 'Date' },
  account: hostAccountColumnWords.account,
  platform_account_id: adAccountColumnWords.platform_account_id,
  operator: hostAccountColumnWords.operator,
  spend: { zh: '消耗', en: 'Spend' },
  currency: adAccountColumnWords.currency,
  spend_usd: { zh: '消耗 (USD)', en: 'Spend (USD)' },
  impressions: { zh: '展示', en: 'Impressions' },
  link_clicks: { zh: '链接点击', en: 'Link clicks' },
  new_users: { zh: '新增用户', en: 'New users' },
  first_payers: { zh: '首充人数', en: 'First payers' },
  orders: { zh: '订单数', en: 'Orders' },
  revenue_usd: { zh: '充值/销售额 (USD)', en: 'Revenue (USD)' },
  roi: { zh: '当期 ROI', en: 'Period ROI' },
  roi_d0: { zh: 'D0 ROI', en: 'D0 ROI' },
  actions: { zh: '规则动作', en: 'Rule actions' },
} satisfies Record<string, Words>;
export const hostReportColumns = columnKeys(hostReportWords);

export const hostAccountFilters = {
  keyword: keywordFilter(
    { zh: '账户、编号或持有人', en: 'Account, ID or holder' },
    {
      zh: '账户或持有人名称的一部分，或平台的账户编号。',
      en: 'Part of the name of the account or its holder, or the platform ID of the account.',
    },
  ),
  state: severalFilter(hostAccountColumnWords.state, { values: hostStates, words: hostStateWords, note: hostStateNote }),
  auto_level: choiceFilter(hostAccountColumnWords.auto_level, { values: autoLevels, words: autoLevelWords, note: autoLevelNote }),
  operator_user_id: referencesFilter(hostAccountColumnWords.operator),
  account_status: severalFilter(hostAccountColumnWords.account_status, {
    values: accountStatuses,
    words: accountStatusWords,
    note: accountStatusNote,
  }),
  has_suggestions: markFilter(
    { zh: '有待确认', en: 'Suggestions to confirm' },
    { yes: { zh: '是', en: 'Yes' }, note: { zh: '有等待确认的规则建议。', en: 'With suggestions of rules that wait for a decision.' } },
  ),
};
