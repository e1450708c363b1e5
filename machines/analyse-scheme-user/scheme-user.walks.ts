import type { MachineWalk } from '../kernel/machine-walk.ts';
import { reportPageWalks } from '../parts/reports/report-page.walks.ts';
import { schemeUserPage } from './scheme-user.machine.ts';

export const walks: MachineWalk[] = reportPageWalks(schemeUserPage, {
  row: { key: 'a', dims: { user: { id: 1, label: 'Li' } }, m: { spend: 100 } },
  search: '?group_by=user,date&page=3',
});
