import { adFilters } from '../vocabulary/launch-filters.ts';
import { timeBasisWords } from '../vocabulary/orders.ts';
import { orderFigureFilters } from '../vocabulary/report-filters.ts';
import { choiceFilter } from '../vocabulary/vocabulary.ts';
import { orders } from './orders.ts';
import { report } from './report.ts';

/** The report of the revenue of each business day, for super admins. */
export const orderDaily = report({
  key: 'orderDaily',
  facts: 'orders',
  path: '/admin-order-daily',
  pages: ['/admin/order/daily'],
  title: { zh: '订单分析', en: 'Order analysis' },
  slug: 'order-daily',
  groupBy: [
    'date',
    'month',
    'biz',
    'site',
    'drama',
    'product',
    'department',
    'user',
    'payer_country',
    'pay_channel',
    'order_type',
    'channel',
  ],
  chartedBy: 'order_type',
  sortable: {},
  exported: [],
  metrics: [...orders.metrics, 'profit', 'organic_share'],
  defaults: { time_basis: 'business' },
  organicApart: true,
  filters: {
    ...adFilters,
    ...orderFigureFilters,
    time_basis: choiceFilter(orderFigureFilters.time_basis.label, {
      values: ['business', 'payment'],
      words: timeBasisWords,
      note: {
        zh: 'business 为业务日期（默认），payment 为广告账户时区的支付日；退款计入自己的日期，消耗总按账户日期。',
        en: 'business is the business date (default), payment the payment date in the time zone of the ad account; a refund counts on its own date, and spend always on the account date.',
      },
    }),
  },
});

export type OrderDailyDimension = (typeof orderDaily)['groupBy'][number];
