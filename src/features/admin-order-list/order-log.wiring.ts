import { fromPromise } from 'xstate';
import { orderLogMachine, orderSums, shownOrder } from '#machines/admin-order-list/order-log.machine.ts';
import { adPickers } from '#src/parts/launches/ad-pickers.wiring.ts';
import { toLogRequestFilters } from '#src/parts/launches/index.ts';
import { logPageWith } from '#src/parts/lists/log-page.wiring.ts';
import { getUserToday } from '#src/parts/reports/index.ts';
import { exportAllOrders, listAllOrders, orderDetail, summarizeAllOrders } from '#src/services/admin-orders.service.ts';

/** Provides the list of all orders with all actors. */
export const orderLog = logPageWith(orderLogMachine, {
  path: '/admin/order/list',
  toRequestFilters: toLogRequestFilters,
  rows: listAllOrders,
  exportCall: exportAllOrders,
  exportFields: {},
  parts: {
    sums: orderSums.provide({
      actors: {
        loadDetail: fromPromise(({ input: { subject }, signal }) =>
          summarizeAllOrders(toLogRequestFilters(subject, getUserToday()), signal),
        ),
      },
    }),
    shown: shownOrder.provide({
      actors: { loadDetail: fromPromise(({ input: { subject }, signal }) => orderDetail({ id: subject.id }, signal)) },
    }),
    pickers: adPickers,
  },
});
