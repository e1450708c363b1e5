import { exportOrderDaily, queryOrderDaily, reconcileOrders, trendOrderDaily } from '#contracts/endpoints/order-daily.ts';
import { orderDaily } from '#contracts/reports/order-daily.ts';
import type { TimeBasis } from '#contracts/vocabulary/orders.ts';
import { type Call, type CallContext, defineCall } from '../call.ts';
import { type Days, parseReportDays, queryReport } from '../insights/index.ts';
import { findKnownUntil, reconcileDays } from './reconcile.query.ts';
import { callsOfReport } from './report.calls.ts';

/** Sums of the days by one of the two dates of an order. */
async function sumBy({ db, caller, now }: CallContext, days: Days, time_basis: TimeBasis) {
  const { totals } = await queryReport(
    db,
    {
      caller,
      now,
      facts: 'orders',
      days,
      filter: { time_basis },
      under: [],
      before: false,
      groupBy: ['date'],
      metrics: ['orders', 'revenue', 'refund'],
      sort: [],
    },
    { limit: 0, offset: 0 },
  );
  const { orders, revenue, refund } = totals.m;
  return { orders: orders ?? 0, revenue_usd: revenue ?? 0, refund_usd: refund ?? 0 };
}

/** The calls of the daily control of revenue, for super admins. */
export const orderDailyCalls: readonly Call[] = [
  ...callsOfReport(orderDaily, { query: queryOrderDaily, trend: trendOrderDaily, export: exportOrderDaily }),
  defineCall({
    endpoint: reconcileOrders,
    audit: 'read',
    async handle(context, asked) {
      const { db, now, limits, siteFeed } = context;
      const days = parseReportDays(asked, now, limits);
      const until = await findKnownUntil(db, now);
      const [by_biz_date, by_stat_date, compared] = await Promise.all([
        sumBy(context, days, 'business'),
        sumBy(context, days, 'payment'),
        reconcileDays(db, siteFeed, { from: days.from, to: days.to, until }),
      ]);
      return {
        by_biz_date,
        by_stat_date,
        difference: {
          orders: by_biz_date.orders - by_stat_date.orders,
          revenue_usd: by_biz_date.revenue_usd - by_stat_date.revenue_usd,
          refund_usd: by_biz_date.refund_usd - by_stat_date.refund_usd,
        },
        known_until: until.toISOString(),
        days: compared,
      };
    },
  }),
];
