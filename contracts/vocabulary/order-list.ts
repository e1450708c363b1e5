import { columnKeys, type Words } from './vocabulary.ts';

/** The labels of the columns of single orders. */
export const orderColumnWords = {
  order_no: { zh: '订单号', en: 'Order no.' },
  paid_at: { zh: '支付时间', en: 'Paid at' },
  user_key: { zh: '用户标识', en: 'User key' },
  order_type: { zh: '订单类型', en: 'Order type' },
  amount: { zh: '金额', en: 'Amount' },
  currency: { zh: '币种', en: 'Currency' },
  amount_usd: { zh: '金额 (USD)', en: 'Amount (USD)' },
  country: { zh: '付费国家', en: 'Payer’s country' },
  os: { zh: '系统', en: 'System' },
  content: { zh: '剧目/商品', en: 'Drama or product' },
  material: { zh: '素材', en: 'Creative' },
  ad: { zh: '广告', en: 'Ad' },
  day_n: { zh: '获客后天数', en: 'Day after acquisition' },
  status: { zh: '订单状态', en: 'Order status' },
  capi_status: { zh: '事件回传', en: 'Event postback' },
  pay_channel: { zh: '支付渠道', en: 'Payment channel' },
  refund_usd: { zh: '退款 (USD)', en: 'Refund (USD)' },
  refunded_at: { zh: '退款时间', en: 'Refunded at' },
} satisfies Record<string, Words>;

export const orderListColumns = columnKeys(orderColumnWords);
export type OrderListColumn = (typeof orderListColumns)[number];

export const orderListSortable = ['paid_at', 'amount_usd', 'day_n'] as const;
