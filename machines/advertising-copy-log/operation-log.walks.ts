import { exportWalk, listWalk, logWalk, pageWalk, tableViewWalk } from '../kernel/kernel.walks.ts';
import { viewsWalk } from '../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { batchExport, batchList, batchLogMachine, batchTableView, batchViews } from './batch-log.machine.ts';
import { operationExport, operationList, operationLogMachine, operationTableView, operationViews } from './operation-log.machine.ts';
import { systemLogMachine } from './system-log.machine.ts';

export const walks: MachineWalk[] = [
  pageWalk(operationLogMachine, [
    { type: 'log.moved', search: '?account=li', how: 'push' },
    { type: 'views.applied', query: '?account=li', table: null, how: 'push' },
    { type: 'view.updated', view: { shown: ['at'], density: 'compact', autoRefresh: 30 } },
  ]),
  viewsWalk(operationViews),
  tableViewWalk(operationTableView, { shown: ['at'], density: 'compact' }),
  logWalk(operationList, { account: 'wang' }),
  exportWalk(operationExport, { account: 'li' }),
  pageWalk(batchLogMachine, [
    { type: 'list.moved', search: '?status=failed&ad_account_id=2', how: 'push' },
    { type: 'views.applied', query: '?status=failed', table: null, how: 'push' },
    { type: 'view.updated', view: { shown: ['id'], density: 'compact', autoRefresh: 30 } },
    { type: 'adAccountPicker.unseen', ids: [2] },
    { type: 'progress.ended', batchId: 7, watched: false, okIds: [], failedIds: [] },
    { type: 'progress.resumed', batchId: 7 },
    { type: 'progress.failedChosen', ids: [] },
    { type: 'batchExport.done', subject: { query: {}, columns: ['id'] }, rows: 3 },
  ]),
  viewsWalk(batchViews),
  tableViewWalk(batchTableView, { shown: ['id'], density: 'compact' }),
  listWalk(batchList, { id: 7, status: 'running' }),
  exportWalk(batchExport, { filters: {}, sort: undefined, page: 1, pageSize: 20 }),
  {
    ...pageWalk(systemLogMachine, [
      { type: 'page.located', search: '?tab=operations' },
      { type: 'tab.chosen', tab: 'batches' },
      { type: 'tab.chosen', tab: 'operations' },
      { type: 'page.moved', search: '?status=failed', how: 'push' },
      { type: 'page.batchStarted', batchId: 7 },
    ]),
    distinguish: ({ tab }: { tab: string }) => tab,
  },
];
