import { channelNote, channels, channelWords } from './channels.ts';
import { choiceFilter, columnKeys, keywordFilter, referenceFilter, severalFilter, type Words, type WordsOf } from './vocabulary.ts';

export const personalStatuses = ['pending', 'active', 'expiring', 'expired', 'limited', 'revoked', 'disabled'] as const;
export type PersonalStatusName = (typeof personalStatuses)[number];
export const personalStatusWords: WordsOf<PersonalStatusName> = {
  pending: { zh: '待授权', en: 'Pending' },
  active: { zh: '正常', en: 'Active' },
  expiring: { zh: '即将到期', en: 'Expiring' },
  expired: { zh: '已到期', en: 'Expired' },
  limited: { zh: '权限不足', en: 'Limited' },
  revoked: { zh: '已撤销', en: 'Revoked' },
  disabled: { zh: '已停用', en: 'Disabled' },
};

export const personalSortable = ['name', 'status', 'token_expires_at', 'created_at'] as const;

export const personalColumnWords = {
  name: { zh: '姓名', en: 'Name' },
  platform_user_id: { zh: '平台编号', en: 'Platform ID' },
  channel: { zh: '渠道', en: 'Channel' },
  status: { zh: '状态', en: 'Status' },
  token_expires_at: { zh: '到期', en: 'Expires' },
  data_access_expires_at: { zh: '数据访问到期', en: 'Data access expires' },
  missing_scopes: { zh: '缺失权限', en: 'Missing permissions' },
  accounts: { zh: '广告账户', en: 'Ad accounts' },
  homepages: { zh: '主页', en: 'Pages' },
  pixels: { zh: '像素', en: 'Pixels' },
  running: { zh: '在投系列', en: 'Active campaigns' },
  blocked: { zh: '停投系列', en: 'Campaigns blocked' },
  owner: { zh: '负责人', en: 'Owner' },
  assignees: { zh: '分配给', en: 'Assigned to' },
  last_checked_at: { zh: '最近检测', en: 'Last check' },
  last_error: { zh: '最近错误', en: 'Last error' },
  remark: { zh: '备注', en: 'Remark' },
  created_at: { zh: '创建时间', en: 'Created' },
  updated_at: { zh: '更新时间', en: 'Updated' },
} satisfies Record<string, Words>;
export const personalExportColumns = columnKeys(personalColumnWords);

/** Further columns of hosted personal accounts. */
export const holderColumnWords = {
  holder_name: { zh: '持有人', en: 'Holder' },
  contact: { zh: '联系方式', en: 'Contact' },
  consent_at: { zh: '同意时间', en: 'Consent given' },
  consent_note: { zh: '同意说明', en: 'Consent note' },
  hosted_accounts: { zh: '托管账户', en: 'Managed accounts' },
} satisfies Record<string, Words>;
export const hostedColumnWords = { ...personalColumnWords, ...holderColumnWords };
export const hostedExportColumns = columnKeys(hostedColumnWords);

export const personalFilters = {
  keyword: keywordFilter({ zh: '名称或编号', en: 'Name or ID' }),
  channel: choiceFilter(personalColumnWords.channel, { values: channels, words: channelWords, note: channelNote }),
  status: severalFilter(personalColumnWords.status, {
    values: personalStatuses,
    words: personalStatusWords,
    note: { zh: '任一状态。', en: 'Any of these.' },
  }),
  owner_user_id: referenceFilter(personalColumnWords.owner),
  expires_within: choiceFilter(personalColumnWords.token_expires_at, {
    values: [3, 7, 30],
    words: {
      3: { zh: '3 天内', en: 'Within 3 days' },
      7: { zh: '7 天内', en: 'Within 7 days' },
      30: { zh: '30 天内', en: 'Within 30 days' },
    },
    note: { zh: '多少天内到期；已过期的不在内。', en: 'Days within which it expires; not what has expired already.' },
  }),
};
