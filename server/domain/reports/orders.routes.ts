import { adminEntityOrders } from '#contracts/endpoints/admin-entities.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import {
  exportOrderList,
  exportOrders,
  heatmapOfOrders,
  histogramOfOrders,
  listOrders,
  queryOrders,
  trendOrders,
} from '#contracts/endpoints/orders.ts';
import { orders } from '#contracts/reports/orders.ts';
import { PRICE_LAST, PRICE_STEP } from '#contracts/vocabulary/orders.ts';
import { listAdIds, requireVisible } from '../ads/index.ts';
import { type Call, type CallContext, defineCall } from '../call.ts';
import { countSingleOrders, type OrderQuestion, parseReportDays, queryHeat, queryReport } from '../insights/index.ts';
import { refuseField } from '../refusal.ts';
import { exportOrdersFile } from './order-list.exports.ts';
import { listOrderRecords, toOrderRow } from './order-list.query.ts';
import { callsOfReport } from './report.calls.ts';

const BUCKETS = PRICE_LAST / PRICE_STEP + 1;

/** The chosen orders. Without dates they are all those of one payer. */
function questionOf(
  { caller, now, limits }: CallContext,
  {
    date_from,
    date_to,
    date_mode,
    filters = {},
    under = [],
  }: Pick<RequestOf<typeof listOrders>, 'date_from' | 'date_to' | 'date_mode' | 'filters' | 'under'>,
): OrderQuestion {
  const question = { caller, now, filter: filters, under };
  if (date_from === undefined && date_to === undefined && date_mode === undefined) {
    if (!filters.user_key?.trim()) throw refuseField('date_from', 'required');
    return { ...question, days: undefined };
  }
  if (date_from === undefined) throw refuseField('date_from', 'required');
  if (date_to === undefined) throw refuseField('date_to', 'required');
  return { ...question, days: parseReportDays({ date_from, date_to, date_mode }, now, limits) };
}

/** The calls of figures of orders, and of single ones. */
export const orderCalls: readonly Call[] = [
  ...callsOfReport(orders, { query: queryOrders, trend: trendOrders, export: exportOrders }),
  defineCall({
    endpoint: heatmapOfOrders,
    audit: 'read',
    async handle({ db, caller, now, limits }, { metric, filters = {}, ...asked }) {
      const days = parseReportDays(asked, now, limits);
      return { cells: await queryHeat(db, { caller, now, days, filter: filters, under: [] }, metric) };
    },
  }),
  defineCall({
    endpoint: histogramOfOrders,
    audit: 'read',
    async handle({ db, caller, now, limits }, { filters = {}, ...asked }) {
      const { lines } = await queryReport(
        db,
        {
          caller,
          now,
          facts: 'orders',
          days: parseReportDays(asked, now, limits),
          filter: filters,
          under: [],
          before: false,
          groupBy: ['price'],
          metrics: ['orders', 'revenue'],
          sort: [],
        },
        { limit: BUCKETS, offset: 0 },
      );
      return {
        buckets: Array.from({ length: BUCKETS }, (_, at) => {
          const from = at * PRICE_STEP;
          const found = lines.find(({ values }) => values.price?.id === from);
          return {
            from,
            to: from < PRICE_LAST ? from + PRICE_STEP : null,
            orders: found?.m['orders'] ?? 0,
            revenue_usd: found?.m['revenue'] ?? 0,
          };
        }),
      };
    },
  }),
  defineCall({
    endpoint: listOrders,
    audit: 'read',
    async handle(context, { page = 1, page_size = 20, sort = [], ...asked }) {
      const question = questionOf(context, asked);
      const [total, found] = await Promise.all([
        countSingleOrders(context.db, question),
        listOrderRecords(context.db, question, sort, { limit: page_size, offset: (page - 1) * page_size }),
      ]);
      return { list: found.map(toOrderRow), total, page, page_size };
    },
  }),
  defineCall({
    endpoint: adminEntityOrders,
    audit: 'read',
    async handle(context, { level, id, page = 1, page_size = 20 }) {
      const { db, caller, now } = context;
      await requireVisible(context, level, id);
      const question = { caller, now, filter: { ad_id: await listAdIds(db, level, id) }, under: [], days: undefined };
      const [total, found] = await Promise.all([
        countSingleOrders(db, question),
        listOrderRecords(db, question, [], { limit: page_size, offset: (page - 1) * page_size }),
      ]);
      return { list: found.map(toOrderRow), total, page, page_size };
    },
  }),
  defineCall({
    endpoint: exportOrderList,
    audit: 'read',
    handle: (context, request) => exportOrdersFile(context, request, questionOf(context, request)),
  }),
];
