import type { MachineWalk } from '../kernel/machine-walk.ts';
import { reportPageWalks } from '../parts/reports/report-page.walks.ts';
import { schemeListPage } from './scheme-list.machine.ts';

export const walks: MachineWalk[] = reportPageWalks(schemeListPage, {
  row: { key: 'a', dims: { scheme: { id: 1, label: 'US scaling' } }, m: { spend: 100 } },
  search: '?group_by=scheme,date&page=3',
  rowDetail: { versions: [1, 2], bodies: [null, null], diffs: [], m: [{}, {}], names: {} },
  subjectFilter: 'scheme_id',
});
