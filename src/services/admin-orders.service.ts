import { call, fileCall } from './call.ts';
import { ref } from './launch-bases.ts';

const order = {
  id: true,
  order_no: true,
  external_no: true,
  biz: true,
  site: ref,
  user_key: true,
  status: true,
  order_type: true,
  amount: true,
  currency: true,
  amount_usd: true,
  fee_usd: true,
  refund_usd: true,
  pay_channel: true,
  country: true,
  os: true,
  ad: ref,
  campaign: ref,
  account: ref,
  owner: ref,
  content: ref,
  material: ref,
  landing: ref,
  attribution: true,
  cohort_date: true,
  day_n: true,
  ordered_at: true,
  paid_at: true,
  refunded_at: true,
  stat_date: true,
  biz_date: true,
  capi_status: true,
} as const;

export const listAllOrders = call('/admin-orders/list', { list: [order], next_cursor: true, total: true, total_capped: true });
export const summarizeAllOrders = call('/admin-orders/summary', {
  orders: true,
  payers: true,
  revenue_usd: true,
  fee_usd: true,
  refund_usd: true,
  net_usd: true,
});
export const orderDetail = call('/admin-orders/detail', {
  order,
  timeline: [{ kind: true, at: true, source: true, outcome: true }],
  chain: { channel: true, group: ref, scheme: ref, pixel: ref, creator: ref, platform_ad_id: true },
  payer: { acquired_at: true, is_reacq: true, first_paid_at: true, orders: true, total_usd: true },
  history: [{ id: true, order_no: true, ordered_at: true, order_type: true, status: true, amount: true, currency: true, day_n: true }],
  raw: [{ key: true, value: true, masked: true }],
});
export const exportAllOrders = fileCall('/admin-orders/export');
