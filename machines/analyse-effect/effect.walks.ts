import type { MachineWalk } from '../kernel/machine-walk.ts';
import { reportPageWalks } from '../parts/reports/report-page.walks.ts';
import { effectPage } from './effect.machine.ts';

export const walks: MachineWalk[] = reportPageWalks(effectPage, {
  row: { key: 'a', dims: { drama: { id: 1, label: 'Wolf King' } }, m: { spend: 100 } },
  search: '?group_by=drama,date&page=3',
  rowDetail: { rows: [], step: 'day', totals: { spend_usd: 0, new_users: 0, dn: {} } },
});
