import type { Words, WordsOf } from './vocabulary.ts';

export const orderTypes = ['first', 'repeat', 'subscribe', 'renew'] as const;
export type OrderType = (typeof orderTypes)[number];
export const orderTypeWords: WordsOf<OrderType> = {
  first: { zh: '首充', en: 'First' },
  repeat: { zh: '复充', en: 'Repeat' },
  subscribe: { zh: '订阅', en: 'Subscription' },
  renew: { zh: '续订', en: 'Renewal' },
};

export const payChannels = ['stripe', 'paypal', 'apple', 'google', 'adyen'] as const;
export type PayChannel = (typeof payChannels)[number];
export const payChannelWords: WordsOf<PayChannel> = {
  stripe: { zh: 'Stripe', en: 'Stripe' },
  paypal: { zh: 'PayPal', en: 'PayPal' },
  apple: { zh: 'Apple', en: 'Apple' },
  google: { zh: 'Google', en: 'Google' },
  adyen: { zh: 'Adyen', en: 'Adyen' },
};

export const orderSystems = ['ios', 'android', 'web'] as const;
export type OrderSystem = (typeof orderSystems)[number];
export const orderSystemWords: WordsOf<OrderSystem> = {
  ios: { zh: 'iOS', en: 'iOS' },
  android: { zh: '安卓', en: 'Android' },
  web: { zh: '网页', en: 'Web' },
};

/** Statuses of orders that were paid, even if refunded later; only these count in figures. */
export const paidStatuses = ['paid', 'refunding', 'partial_refunded', 'refunded'] as const;
export const orderStatuses = [...paidStatuses, 'created', 'closed', 'failed'] as const;
export type OrderStatus = (typeof orderStatuses)[number];
export const orderStatusWords: WordsOf<OrderStatus> = {
  paid: { zh: '已支付', en: 'Paid' },
  refunding: { zh: '退款中', en: 'Refunding' },
  partial_refunded: { zh: '部分退款', en: 'Partly refunded' },
  refunded: { zh: '已退款', en: 'Refunded' },
  created: { zh: '待支付', en: 'Unpaid' },
  closed: { zh: '已关闭', en: 'Closed' },
  failed: { zh: '支付失败', en: 'Failed' },
};

export const attributions = ['click', 'view', 'none'] as const;
export type Attribution = (typeof attributions)[number];
export const attributionWords: WordsOf<Attribution> = {
  click: { zh: '点击', en: 'Click' },
  view: { zh: '浏览', en: 'View' },
  none: { zh: '自然量', en: 'Organic' },
};

export const capiStatuses = ['none', 'sent', 'duplicate', 'failed'] as const;
export type CapiStatus = (typeof capiStatuses)[number];
export const capiStatusWords: WordsOf<CapiStatus> = {
  none: { zh: '未回传', en: 'Not sent' },
  sent: { zh: '已回传', en: 'Sent' },
  duplicate: { zh: '重复', en: 'Duplicate' },
  failed: { zh: '回传失败', en: 'Failed' },
};

/** What happens to an order in its life, besides a refusal of the payment. */
export const orderMoments = ['acquired', 'created', 'paid', 'postback', 'refunded'] as const;
export type OrderMoment = (typeof orderMoments)[number];
export const orderMomentWords: WordsOf<OrderMoment> = {
  acquired: { zh: '获客', en: 'User acquired' },
  created: { zh: '下单', en: 'Ordered' },
  paid: { zh: '支付', en: 'Paid' },
  postback: { zh: '回传', en: 'Postback' },
  refunded: { zh: '退款', en: 'Refunded' },
};

/** The date that an order counts on. */
export const timeBases = ['payment', 'business'] as const;
export type TimeBasis = (typeof timeBases)[number];
export const timeBasisWords: WordsOf<TimeBasis> = {
  payment: { zh: '支付日（账户时区）', en: 'Payment date (account time zone)' },
  business: { zh: '业务日期', en: 'Business date' },
};

/** Whether the payer came for the first time or after a long absence. */
export const payerOriginWords: WordsOf<'new' | 'reacq'> = {
  new: { zh: '新增用户', en: 'New users' },
  reacq: { zh: '回流用户', en: 'Re-acquired users' },
};

/** The width of a price bucket in US dollars, and where the last bucket begins, which has no end. */
export const PRICE_STEP = 5;
export const PRICE_LAST = 100;

/** A price bucket, named by the amount in US dollars where it begins. */
export const priceWords = (from: number): Words => {
  const text = from >= PRICE_LAST ? `${PRICE_LAST}+ USD` : `${from}–${from + PRICE_STEP} USD`;
  return { zh: text, en: text };
};

/** The first day of each range of days since the user was acquired. */
export const dayRangeStarts = [0, 1, 2, 4, 8, 15, 31] as const;
export type DayRangeStart = (typeof dayRangeStarts)[number];

/** A range of days since the acquisition, named by its first day. */
export const dayRangeWords = (from: number): Words => {
  const next = dayRangeStarts[dayRangeStarts.findIndex((start) => start === from) + 1];
  const text = next === undefined ? `D${from - 1}+` : next - from === 1 ? `D${from}` : `D${from}–${next - 1}`;
  return { zh: text, en: text };
};
