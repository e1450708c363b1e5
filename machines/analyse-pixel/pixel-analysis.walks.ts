import type { MachineWalk } from '../kernel/machine-walk.ts';
import { reportPageWalks } from '../parts/reports/report-page.walks.ts';
import { pixelAnalysisPage } from './pixel-analysis.machine.ts';

const trend = { x: [], step: 'day' as const, lines: [], marks: [], asOf: '', provisionalFrom: '' };

export const walks: MachineWalk[] = reportPageWalks(pixelAnalysisPage, {
  row: { key: 'a', dims: { event: { id: 'Purchase', label: 'Purchase' } }, m: { ev_received: 100 } },
  search: '?group_by=event,date&page=3',
  plotData: { plot: 'events', answer: { day: trend, hour: undefined } },
});
