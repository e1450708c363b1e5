import { exportWalk, logWalk, pageWalk, tableViewWalk } from '../kernel/kernel.walks.ts';
import { viewsWalk } from '../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { trendWalk } from '../kernel/report/trend.walks.ts';
import { closeExport, closeList, closeLogMachine, closeTableView, closeTrend, closeViews } from './close-log.machine.ts';

export const walks: MachineWalk[] = [
  pageWalk(closeLogMachine, [
    { type: 'page.located', search: '?user_id=7%2C8' },
    { type: 'log.moved', search: '?level=ad', how: 'push' },
    { type: 'trend.moved', search: '?step=week', how: 'replace' },
    { type: 'view.updated', view: { shown: ['name'], density: 'compact', autoRefresh: 30 } },
    { type: 'views.applied', query: '?keyword=a', table: { shown: ['name'], density: 'compact' }, how: 'push' },
    { type: 'adPickers.unseen', filter: 'user_id', ids: [7] },
    { type: 'launches.changed' },
    { type: 'launches.batchStarted', batchId: 7 },
  ]),
  logWalk(closeList, { level: 'ad' }),
  trendWalk(closeTrend),
  exportWalk(closeExport, { level: 'ad' }),
  tableViewWalk(closeTableView, { shown: ['name'], density: 'compact' }),
  viewsWalk(closeViews),
];
