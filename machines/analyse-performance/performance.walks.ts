import type { MachineWalk } from '../kernel/machine-walk.ts';
import { reportPageWalks } from '../parts/reports/report-page.walks.ts';
import { performancePage } from './performance.machine.ts';

export const walks: MachineWalk[] = reportPageWalks(performancePage, {
  row: { key: 'a', dims: { creator: { id: 1, label: 'Chen' } }, m: { uploaded: 3 } },
  search: '?group_by=creator,date&page=3',
});
