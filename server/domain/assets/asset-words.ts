import type { undeliverableReasons } from '#contracts/endpoints/ad-accounts.ts';
import type { PersonalStatus } from '#contracts/endpoints/authorising.ts';
import type { Words } from '../spreadsheet/index.ts';

const accountStatuses: Readonly<Record<number, Words>> = {
  1: { zh: '正常', en: 'Active' },
  2: { zh: '已停用', en: 'Disabled' },
  3: { zh: '欠费', en: 'Unsettled' },
  7: { zh: '风险审核中', en: 'In risk review' },
  8: { zh: '待结算', en: 'Pending settlement' },
  9: { zh: '宽限期', en: 'In grace period' },
  100: { zh: '关闭中', en: 'Pending closure' },
  101: { zh: '已关闭', en: 'Closed' },
};

/** A number we do not know yet is shown as it is. */
export const accountStatusWords = (status: number): Words => accountStatuses[status] ?? { zh: String(status), en: String(status) };

const disableReasons: Readonly<Record<number, Words>> = {
  0: { zh: '', en: '' },
  1: { zh: '广告诚信政策', en: 'Ads integrity policy' },
  2: { zh: '知识产权审核', en: 'IP review' },
  3: { zh: '支付风险', en: 'Payment risk' },
  4: { zh: '灰色账户关停', en: 'Gray account shut down' },
  5: { zh: '广告格式审核', en: 'AFC review' },
  6: { zh: '商业诚信', en: 'Business integrity' },
  7: { zh: '永久关闭', en: 'Permanently closed' },
  8: { zh: '未使用的代理账户', en: 'Unused reseller account' },
  9: { zh: '未使用的账户', en: 'Unused account' },
};

export const disableReasonWords = (reason: number): Words => disableReasons[reason] ?? { zh: String(reason), en: String(reason) };

export const undeliverableWords: Readonly<Record<(typeof undeliverableReasons)[number], Words>> = {
  switched_off: { zh: '我方已关闭', en: 'Switched off by us' },
  account_status: { zh: '账户状态异常', en: 'Status of the account' },
  authoriser: { zh: '授权失效', en: 'Authorisation lost' },
  spend_cap: { zh: '已达花费上限', en: 'Spend cap reached' },
};

export const personalStatusWords: Readonly<Record<PersonalStatus, Words>> = {
  pending: { zh: '待授权', en: 'Pending' },
  active: { zh: '正常', en: 'Active' },
  expiring: { zh: '即将到期', en: 'Expiring' },
  expired: { zh: '已过期', en: 'Expired' },
  limited: { zh: '权限不足', en: 'Limited' },
  revoked: { zh: '已收回', en: 'Revoked' },
  disabled: { zh: '已停用', en: 'Disabled' },
};

export const channelWords = { meta: { zh: 'Meta', en: 'Meta' }, tiktok: { zh: 'TikTok', en: 'TikTok' } } as const;
export const bizWords = { dj: { zh: '短剧', en: 'Short drama' }, ec: { zh: '电商', en: 'E-commerce' } } as const;
export const usageWords = { self: { zh: '自有', en: 'Own' }, host: { zh: '托管', en: 'Hosted' } } as const;
