import type { MachineWalk } from '../kernel/machine-walk.ts';
import { reportPageWalks } from '../parts/reports/report-page.walks.ts';
import { ordersPage } from './orders.machine.ts';

export const walks: MachineWalk[] = reportPageWalks(ordersPage, {
  row: { key: 'a', dims: { drama: { id: 1, label: 'Wolf King' } }, m: { revenue: 100 } },
  search: '?group_by=drama,date&page=3',
  rowDetail: { list: [], total: 0, page: 1 },
  plotData: { plot: 'histogram', answer: { kind: 'histogram', buckets: [] } },
});
