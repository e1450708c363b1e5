import { call, fileCall } from './call.ts';
import { ref } from './launch-bases.ts';
import { ripeRowReads, trendReads } from './report-reads.ts';

export const queryOrders = call(
  '/analyse-orders/query',
  ripeRowReads({
    date: ref,
    hour: ref,
    drama: ref,
    product: ref,
    material: ref,
    user: ref,
    account: ref,
    campaign: ref,
    ad: ref,
    landing: ref,
    payer_country: ref,
    os: ref,
    order_type: ref,
    pay_channel: ref,
    price: ref,
    new_or_reacq: ref,
    day_n: ref,
  }),
);
export const trendOrders = call('/analyse-orders/trend', trendReads);
export const exportOrders = fileCall('/analyse-orders/export');
export const heatmapOfOrders = call('/analyse-orders/heatmap', { cells: true });
export const histogramOfOrders = call('/analyse-orders/histogram', {
  buckets: [{ from: true, to: true, orders: true, revenue_usd: true }],
});
/** Fields read of a single order. */
export const orderReads = {
  id: true,
  order_no: true,
  paid_at: true,
  user_key: true,
  order_type: true,
  amount: true,
  currency: true,
  amount_usd: true,
  refund_usd: true,
  refunded_at: true,
  pay_channel: true,
  country: true,
  os: true,
  content: ref,
  material: ref,
  ad: ref,
  day_n: true,
  status: true,
  capi_status: true,
} as const;

export const listOrders = call('/analyse-orders/list', { list: [orderReads], total: true, page: true });
export const exportOrderList = fileCall('/analyse-orders/list_export');
