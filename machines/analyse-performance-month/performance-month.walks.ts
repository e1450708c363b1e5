import { exportWalk, listWalk, pageWalk, reportWalk, tableViewWalk } from '../kernel/kernel.walks.ts';
import { viewsWalk } from '../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import {
  type MonthRow,
  monthTable,
  monthTableExport,
  monthTableView,
  performanceMonthMachine,
  performanceMonths,
  performanceMonthTools,
} from './performance-month.machine.ts';

const row: MonthRow = {
  key: '1',
  dims: { creator: { id: 1, label: '陈', deleted: false, department: null } },
  v: [3],
  total: 3,
  live: {},
};

export const walks: MachineWalk[] = [
  pageWalk(performanceMonthMachine, [
    { type: 'page.located', search: '?creator_id=7&month=3' },
    { type: 'list.moved', search: '?metric=spend', how: 'push' },
    { type: 'report.moved', search: '?month=4', how: 'push' },
    { type: 'views.applied', query: '?biz=dj', table: null, how: 'push' },
    { type: 'view.updated', view: { shown: ['dims'], density: 'compact', autoRefresh: 30 } },
  ]),
  listWalk(performanceMonths, row),
  { ...reportWalk(monthTable, { key: 'a', dims: { creator: { id: 1, label: '陈' } }, m: { uploaded: 3 } }), input: { search: '?page=3' } },
  exportWalk(monthTableExport, {}),
  exportWalk(performanceMonthTools.export, { filters: {}, sort: undefined, page: 1, pageSize: 20 }),
  tableViewWalk(monthTableView, { shown: ['spend'], density: 'compact' }),
  viewsWalk(performanceMonthTools.views),
];
