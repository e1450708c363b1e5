import type { MachineWalk } from '../kernel/machine-walk.ts';
import { reportPageWalks } from '../parts/reports/report-page.walks.ts';
import { videoPage } from './video.machine.ts';

export const walks: MachineWalk[] = reportPageWalks(videoPage, {
  row: { key: 'a', dims: { material: { id: 1, label: 'Hook' } }, m: { spend: 100 } },
  search: '?group_by=material,date&page=3',
  rowDetail: {
    fatigue: { x: [], ctr_link: [], cpm: [] },
    curves: { series: [] },
    cuts: [],
    countries: [],
    playUrl: null,
    status: null,
    use: null,
  },
});
