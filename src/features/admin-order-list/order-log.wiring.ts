import { fromPromise } from 'xstate';
import { type OrderLogFilters, orderLogMachine, orderSums, shownOrder } from '#machines/admin-order-list/order-log.machine.ts';
import { adPickers } from '#src/parts/launches/ad-pickers.wiring.ts';
import { toLogRequestFilters } from '#src/parts/launches/index.ts';
import { logPageWith } from '#src/parts/lists/log-page.wiring.ts';
import { getBusinessToday, getUserToday } from '#src/parts/reports/index.ts';
import { exportAllOrders, listAllOrders, orderDetail, summarizeAllOrders } from '#src/services/admin-orders.service.ts';

/** Business dates count from the company's day, dates of moments from that of the user. */
const toRequestFilters = (filters: OrderLogFilters): OrderLogFilters =>
  toLogRequestFilters(filters, filters.time_basis === 'business' ? getBusinessToday() : getUserToday());

/** Provides the list of all orders with all actors. */
export const orderLog = logPageWith(orderLogMachine, {
  path: '/admin/order/list',
  toRequestFilters,
  rows: listAllOrders,
  exportCall: exportAllOrders,
  exportFields: {},
  parts: {
    sums: orderSums.provide({
      actors: {
        loadDetail: fromPromise(({ input: { subject }, signal }) => summarizeAllOrders(toRequestFilters(subject), signal)),
      },
    }),
    shown: shownOrder.provide({
      actors: { loadDetail: fromPromise(({ input: { subject }, signal }) => orderDetail({ id: subject.id }, signal)) },
    }),
    pickers: adPickers,
  },
});
