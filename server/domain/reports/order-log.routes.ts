import { exportAllOrders, listAllOrders, orderDetail, summarizeAllOrders } from '#contracts/endpoints/admin-orders.ts';
import { bizWords } from '#contracts/vocabulary/business-lines.ts';
import { type OrderLogColumn, orderLogColumnWords, orderLogFilters } from '#contracts/vocabulary/order-log.ts';
import { attributionWords } from '#contracts/vocabulary/orders.ts';
import { adFilterNames } from '../ads/index.ts';
import { type Call, defineCall } from '../call.ts';
import { MAX_COUNT, parseCursor, toPage } from '../keyset-page.ts';
import { requireDateOrder } from '../people/index.ts';
import { refuse } from '../refusal.ts';
import { describeById, describeFilters, exportFile, MONEY, pick, withHeadings } from '../spreadsheet/index.ts';
import { orderCells } from './order-list.exports.ts';
import { type OrderRecord, toOrderRow } from './order-list.query.ts';
import * as query from './order-log.query.ts';

const columns = withHeadings<OrderRecord, OrderLogColumn>(orderLogColumnWords, {
  ...orderCells,
  external_no: { width: 24, cell: ({ external_no }) => external_no },
  biz: { width: 12, cell: ({ biz }, locale) => pick(bizWords[biz], locale) },
  site: { width: 20, cell: ({ site }) => site.label },
  fee_usd: { width: 14, format: MONEY, cell: ({ fee_usd }) => fee_usd / 100 },
  owner: { width: 16, cell: ({ owner }) => owner?.label ?? null },
  account: { width: 24, cell: ({ account }) => account?.label ?? null },
  campaign: { width: 28, cell: ({ campaign }) => campaign?.label ?? null },
  landing: { width: 24, cell: ({ landing }) => landing?.label ?? null },
  attribution: { width: 12, cell: ({ attribution }, locale) => pick(attributionWords[attribution], locale) },
  cohort_date: { width: 12, cell: ({ cohort_date }) => cohort_date },
  ordered_at: { width: 18, cell: ({ ordered_at }) => ordered_at },
  stat_date: { width: 12, cell: ({ stat_date }) => stat_date },
  biz_date: { width: 12, cell: ({ biz_date }) => biz_date },
});

/** The list of all orders, for super admins. */
export const orderLogCalls: readonly Call[] = [
  defineCall({
    endpoint: listAllOrders,
    audit: 'read',
    async handle({ db, caller }, { cursor, page_size: limit = 50, ...filter }) {
      requireDateOrder(filter);
      const position = parseCursor(cursor);
      const selection = await query.resolveSelection(db, filter, caller.timezone);
      const [counted, found] = await Promise.all([
        query.countOrders(db, selection, MAX_COUNT + 1),
        query.selectAllOrders(selection, { position, limit: limit + 1 }).execute(db),
      ]);
      return toPage(found.rows, { limit, counted, shape: ({ at: _, ...order }) => toOrderRow(order) });
    },
  }),
  defineCall({
    endpoint: summarizeAllOrders,
    audit: 'read',
    async handle({ db, caller }, filter) {
      requireDateOrder(filter);
      return await query.sumOrders(db, await query.resolveSelection(db, filter, caller.timezone));
    },
  }),
  defineCall({
    endpoint: orderDetail,
    audit: 'read',
    async handle({ db }, { id }) {
      const found = await query.findOrderDetail(db, id);
      if (found === undefined) throw refuse('NOT_FOUND');
      return found;
    },
  }),
  defineCall({
    endpoint: exportAllOrders,
    audit: 'read',
    async handle(context, request) {
      requireDateOrder(request);
      const { db, caller } = context;
      const selection = await query.resolveSelection(db, request, caller.timezone);
      const { date_from, date_to } = request;
      return await exportFile<OrderRecord, query.PlacedOrder>(context, request, {
        page: { zh: '订单列表', en: 'Order list' },
        slug: 'all-orders',
        days: date_from !== undefined && date_to !== undefined ? [date_from, date_to] : undefined,
        columns,
        count: (snapshot) => query.countOrders(snapshot, selection, Number.MAX_SAFE_INTEGER),
        rows: query.selectAllOrders(selection),
        shape: (found) => found,
        filters: (snapshot) => describeFilters(orderLogFilters, request, { ...adFilterNames(snapshot, caller), id: describeById }),
      });
    },
  }),
];
