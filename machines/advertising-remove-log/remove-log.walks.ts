import { detailWalk, exportWalk, logWalk, pageWalk, tableViewWalk } from '../kernel/kernel.walks.ts';
import { viewsWalk } from '../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { removalExport, removalList, removalTableView, removalViews, removedBelow, removeLogMachine } from './remove-log.machine.ts';

export const walks: MachineWalk[] = [
  pageWalk(removeLogMachine, [
    { type: 'page.located', search: '?user_id=7%2C8' },
    { type: 'log.moved', search: '?level=ad', how: 'push' },
    { type: 'view.updated', view: { shown: ['name'], density: 'compact', autoRefresh: 30 } },
    { type: 'views.applied', query: '?keyword=a', table: { shown: ['name'], density: 'compact' }, how: 'push' },
    { type: 'adPickers.unseen', filter: 'user_id', ids: [7] },
    { type: 'launches.changed' },
    { type: 'launches.batchStarted', batchId: 7 },
  ]),
  logWalk(removalList, { level: 'ad' }),
  detailWalk(removedBelow, { id: 5 }, { rows: [], total: 0 }),
  exportWalk(removalExport, { level: 'ad' }),
  tableViewWalk(removalTableView, { shown: ['name'], density: 'compact' }),
  viewsWalk(removalViews),
];
