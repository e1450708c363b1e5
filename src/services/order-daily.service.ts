import { call, fileCall } from './call.ts';
import { ref } from './launch-bases.ts';
import { ripeRowReads, trendReads } from './report-reads.ts';

export const queryOrderDaily = call(
  '/admin-order-daily/query',
  ripeRowReads({
    date: ref,
    month: ref,
    biz: ref,
    site: ref,
    drama: ref,
    product: ref,
    department: ref,
    user: ref,
    payer_country: ref,
    pay_channel: ref,
    order_type: ref,
    channel: ref,
  }),
);
export const trendOrderDaily = call('/admin-order-daily/trend', trendReads);
export const exportOrderDaily = fileCall('/admin-order-daily/export');

const sums = { orders: true, revenue_usd: true, refund_usd: true } as const;
const count = { orders: true, amount: true, refunds: true } as const;
export const reconcileOrders = call('/admin-order-daily/reconcile', {
  by_biz_date: sums,
  by_stat_date: sums,
  difference: sums,
  known_until: true,
  days: [{ biz_date: true, currency: true, feed: count, stored: count, difference: count }],
});
