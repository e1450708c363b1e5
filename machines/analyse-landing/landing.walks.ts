import type { MachineWalk } from '../kernel/machine-walk.ts';
import { reportPageWalks } from '../parts/reports/report-page.walks.ts';
import { landingPage } from './landing.machine.ts';

export const walks: MachineWalk[] = reportPageWalks(landingPage, {
  row: { key: 'a', dims: { landing: { id: 1, label: 'Wolf King' } }, m: { uv: 100 } },
  search: '?group_by=landing,date&page=3',
  plotData: { plot: 'funnel', answer: { steps: [{ key: 'link_clicks', count: 100, rate: null }] } },
});
