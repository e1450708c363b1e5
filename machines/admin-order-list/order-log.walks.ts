import { detailWalk, exportWalk, logWalk, pageWalk, tableViewWalk } from '../kernel/kernel.walks.ts';
import { viewsWalk } from '../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import {
  orderList,
  orderLogExport,
  orderLogMachine,
  orderLogTableView,
  orderLogViews,
  orderSums,
  shownOrder,
} from './order-log.machine.ts';

export const walks: MachineWalk[] = [
  pageWalk(orderLogMachine, [
    { type: 'page.located', search: '?biz=dj' },
    { type: 'log.moved', search: '?status=paid', how: 'push' },
    { type: 'view.updated', view: { shown: ['order_no'], density: 'compact', autoRefresh: 30 } },
    { type: 'views.applied', query: '?biz=dj', table: { shown: ['order_no'], density: 'compact' }, how: 'push' },
    { type: 'adPickers.unseen', filter: 'user_id', ids: [7] },
  ]),
  logWalk(orderList, { drama_id: [3] }),
  detailWalk(orderSums, { biz: 'dj' }, { orders: 1 }),
  detailWalk(shownOrder, { id: 5, name: 'A5' }, { timeline: [], history: [], raw: [], payer: null }),
  exportWalk(orderLogExport, { biz: 'dj' }),
  tableViewWalk(orderLogTableView, { shown: ['order_no'], density: 'compact' }),
  viewsWalk(orderLogViews),
];
