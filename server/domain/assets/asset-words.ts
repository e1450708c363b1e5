import type { undeliverableReasons } from '#contracts/endpoints/ad-accounts.ts';
import { type AccountStatusNumber, accountStatusWords } from '#contracts/vocabulary/ad-accounts.ts';

export { bizWords } from '#contracts/vocabulary/business-lines.ts';
export { channelWords } from '#contracts/vocabulary/channels.ts';
export { personalStatusWords } from '#contracts/vocabulary/personal-accounts.ts';

import type { Words } from '../spreadsheet/index.ts';

/** An unknown status number is shown as it is. */
export const describeAccountStatus = (status: number): Words =>
  accountStatusWords[status as AccountStatusNumber] ?? { zh: String(status), en: String(status) };

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

export const describeDisableReason = (reason: number): Words => disableReasons[reason] ?? { zh: String(reason), en: String(reason) };

export const undeliverableWords: Readonly<Record<(typeof undeliverableReasons)[number], Words>> = {
  switched_off: { zh: '我方已关闭', en: 'Disabled here' },
  account_status: { zh: '账户状态异常', en: 'Account status' },
  authoriser: { zh: '授权失效', en: 'Authorisation lost' },
  spend_cap: { zh: '已达花费上限', en: 'Spending limit reached' },
};

export const usageWords = { self: { zh: '自有', en: 'Own' }, host: { zh: '托管', en: 'Hosted' } } as const;
