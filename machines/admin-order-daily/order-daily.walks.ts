import type { MachineWalk } from '../kernel/machine-walk.ts';
import { reportPageWalks } from '../parts/reports/report-page.walks.ts';
import { orderDailyPage } from './order-daily.machine.ts';

export const walks: MachineWalk[] = reportPageWalks(orderDailyPage, {
  row: { key: '2026-11-20', dims: { date: { id: '2026-11-20', label: '2026-11-20' } }, m: { revenue: 100 } },
  search: '?group_by=site,date&page=3',
  plotData: { plot: 'months', answer: { kind: 'months', months: [] } },
});
