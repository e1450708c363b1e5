import type { ActorRefFrom } from 'xstate';
import type { OrderDetail, OrderSums } from '#contracts/endpoints/admin-orders.ts';
import type { OrderRow } from '#contracts/endpoints/orders.ts';
import { orderLogFilters } from '#contracts/vocabulary/order-log.ts';
import { createLogMachine } from '../kernel/list/log.machine.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';
import { createDetailMachine } from '../kernel/page/detail.machine.ts';
import { createListTools } from '../kernel/page/list-page.machine.ts';
import { createLogPage } from '../kernel/page/log-page.machine.ts';
import { adPickers } from '../parts/launches/ad-pickers.machine.ts';

export const orderLogQuery = vocabularyQuery(orderLogFilters, []);
export type OrderLogFilters = ReturnType<typeof orderLogQuery.read>['filters'];

/** An order as the table shows it. */
export type LoggedOrder = Omit<OrderRow, 'stat_hour'>;

export const orderList = createLogMachine<LoggedOrder, OrderLogFilters>({
  id: 'orderList',
  description: 'All orders, newest first.',
  query: orderLogQuery,
});

export const orderSums = createDetailMachine<OrderLogFilters, OrderSums>({
  id: 'orderSums',
  description: 'Sums of the orders that match the filters.',
});

export type ShownOrder = Omit<OrderDetail, 'order'> & { order: LoggedOrder };

export const shownOrder = createDetailMachine<{ id: number; name: string }, ShownOrder>({
  id: 'shownOrder',
  description: 'Timeline, attribution and payer of an order.',
});

const orderTools = createListTools<OrderLogFilters, OrderLogFilters>({ id: 'orderLog', of: 'all orders', query: orderLogQuery });
export const { export: orderLogExport, tableView: orderLogTableView, views: orderLogViews } = orderTools;

/** The sums follow the filters of the address. */
const sumUp = (_: unknown, search: string) => ({ type: 'detail.opened' as const, subject: orderLogQuery.read(search).filters });

/** Every order of the company, the sums of those that match, and one of them in detail. */
export const orderLogMachine = createLogPage({
  id: 'orderLogPage',
  description: 'Every order of the company, with the sums of those that match.',
  query: orderLogQuery,
  list: orderList,
  tools: orderTools,
  parts: { sums: orderSums, shown: shownOrder, pickers: adPickers },
  on: {
    'page.located': { sums: sumUp },
    'page.seen': { sums: sumUp },
    'page.refreshRequested': { sums: { type: 'detail.refreshRequested' } },
    'log.moved': { sums: sumUp },
    'views.applied': { sums: sumUp },
    'adPickers.unseen': { list: ({ filter, ids }) => ({ type: 'log.idsRefused' as const, filter, ids }) },
  },
});

export type OrderLogPage = ActorRefFrom<typeof orderLogMachine>;
