import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { exportOrderList } from '#contracts/endpoints/orders.ts';
import { orders } from '#contracts/reports/orders.ts';
import { type OrderListColumn, orderColumnWords } from '#contracts/vocabulary/order-list.ts';
import {
  capiStatusWords,
  orderStatusWords,
  orderSystemWords,
  orderTypeWords,
  payChannelWords,
  timeBasisWords,
} from '#contracts/vocabulary/orders.ts';
import { describeReportFilters } from '../ads/index.ts';
import type { CallContext } from '../call.ts';
import { listedName } from '../dictionaries.ts';
import { countSingleOrders, type OrderQuestion } from '../insights/index.ts';
import { type DescribedFilter, type ExportColumn, exportFile, line, MONEY, pick, type Words, withHeadings } from '../spreadsheet/index.ts';
import { type OrderRecord, selectOrders } from './order-list.query.ts';

type Cells = Record<OrderListColumn, Omit<ExportColumn<OrderRecord>, keyof Words>>;

/** The cells of the columns that all files of single orders have. */
export const orderCells = {
  order_no: { width: 22, cell: ({ order_no }) => order_no },
  paid_at: { width: 18, cell: ({ paid_at }) => paid_at },
  user_key: { width: 22, cell: ({ user_key }) => user_key },
  order_type: { width: 12, cell: ({ order_type }, locale) => pick(orderTypeWords[order_type], locale) },
  amount: { width: 14, format: MONEY, cell: ({ amount, exponent }) => amount / 10 ** exponent },
  currency: { width: 8, cell: ({ currency }) => currency },
  amount_usd: { width: 14, format: MONEY, cell: ({ amount_usd }) => amount_usd / 100 },
  country: { width: 14, cell: ({ country }, locale) => pick(listedName('countries', country), locale) },
  os: { width: 10, cell: ({ os }, locale) => pick(orderSystemWords[os], locale) },
  content: { width: 24, cell: ({ content }) => content?.label ?? null },
  material: { width: 24, cell: ({ material }) => material?.label ?? null },
  ad: { width: 28, cell: ({ ad }) => ad?.label ?? null },
  day_n: { width: 12, cell: ({ day_n }) => day_n },
  status: { width: 12, cell: ({ status }, locale) => pick(orderStatusWords[status], locale) },
  capi_status: { width: 12, cell: ({ capi_status }, locale) => pick(capiStatusWords[capi_status], locale) },
  pay_channel: { width: 12, cell: ({ pay_channel }, locale) => pick(payChannelWords[pay_channel], locale) },
  refund_usd: { width: 14, format: MONEY, cell: ({ refund_usd }) => refund_usd / 100 },
  refunded_at: { width: 18, cell: ({ refunded_at }) => refunded_at },
} satisfies Cells;

const columns = withHeadings<OrderRecord, OrderListColumn>(orderColumnWords, orderCells);

/** The note that names the date which orders count on. */
export const describeTimeBasis = (basis: keyof typeof timeBasisWords = 'payment'): DescribedFilter[] =>
  line(orders.filters.time_basis.label.zh, orders.filters.time_basis.label.en, timeBasisWords[basis]);

const TITLE: Words = { zh: '订单明细', en: 'Orders' };

/** Single orders as a file. */
export const exportOrdersFile = (context: CallContext, request: RequestOf<typeof exportOrderList>, question: OrderQuestion) =>
  exportFile<OrderRecord, OrderRecord>(context, request, {
    page: TITLE,
    slug: 'order-list',
    days: request.date_from === undefined || request.date_to === undefined ? undefined : [request.date_from, request.date_to],
    columns,
    count: (db) => countSingleOrders(db, question),
    rows: selectOrders(question, request.sort ?? []),
    shape: (found) => found,
    filters: (db) => describeReportFilters(db, context.caller, request),
    notes: async () => describeTimeBasis(question.filter.time_basis),
  });
