import type { MetricKey } from '../rules/metrics.ts';
import { adFilters } from '../vocabulary/launch-filters.ts';
import { orderFigureFilters, reportFilters } from '../vocabulary/report-filters.ts';
import { report } from './report.ts';

/** Metrics of orders that have a value for every hour and can be drawn by weekday and hour. */
export const heatMetrics = ['orders', 'revenue', 'payers', 'first_payers', 'aov', 'refund'] as const satisfies readonly MetricKey[];

/** The report of orders. */
export const orders = report({
  key: 'orders',
  facts: 'orders',
  path: '/analyse-orders',
  pages: ['/analyse/material'],
  title: { zh: '订单分析', en: 'Order analysis' },
  slug: 'orders',
  groupBy: [
    'date',
    'hour',
    'drama',
    'product',
    'material',
    'user',
    'account',
    'campaign',
    'ad',
    'landing',
    'payer_country',
    'os',
    'order_type',
    'pay_channel',
    'price',
    'new_or_reacq',
    'day_n',
  ],
  chartedBy: 'order_type',
  sortable: {},
  exported: [],
  metrics: [
    'orders',
    'payers',
    'first_payers',
    'revenue',
    'share',
    'aov',
    'arppu',
    'refund',
    'refund_rate',
    'fee',
    'net_revenue',
    'orders_per_payer',
    'sub_share',
    'repeat_rate',
    'spend',
    'roi',
  ],
  filters: { ...adFilters, campaign_id: reportFilters.campaign_id, ad_id: reportFilters.ad_id, ...orderFigureFilters },
});

export type OrderDimension = (typeof orders)['groupBy'][number];
