import type { MachineWalk } from '../kernel/machine-walk.ts';
import { reportPageWalks } from '../parts/reports/report-page.walks.ts';
import { orderDailyPage } from './order-daily.machine.ts';

export const walks: MachineWalk[] = reportPageWalks(orderDailyPage, {
  row: { key: 'a', dims: { site: { id: 41, label: 'Galaxy' } }, m: { revenue: 100 } },
  search: '?group_by=site,date&page=3',
  plotData: { plot: 'months', answer: { kind: 'months', months: [] } },
});
