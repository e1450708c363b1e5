import { detailWalk, exportWalk, logWalk, pageWalk, tableViewWalk } from '../kernel/kernel.walks.ts';
import { viewsWalk } from '../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import {
  pixelEventExport,
  pixelEventList,
  pixelEventsMachine,
  pixelEventTableView,
  pixelEventViews,
  shownEvent,
} from './pixel-events.machine.ts';

export const walks: MachineWalk[] = [
  pageWalk(pixelEventsMachine, [
    { type: 'page.located', search: '?pixel_id=7' },
    { type: 'log.moved', search: '?pixel_id=7&source=server', how: 'push' },
    { type: 'view.updated', view: { shown: ['event_time'], density: 'compact', autoRefresh: 30 } },
    { type: 'views.applied', query: '?pixel_id=7', table: { shown: ['event_time'], density: 'compact' }, how: 'push' },
    { type: 'pixelPicker.unseen', ids: [7] },
  ]),
  logWalk(pixelEventList, { source: 'server' }),
  detailWalk(shownEvent, { id: 5 }, { parameters: [], pair: null }),
  exportWalk(pixelEventExport, { source: 'server' }),
  tableViewWalk(pixelEventTableView, { shown: ['event_time'], density: 'compact' }),
  viewsWalk(pixelEventViews),
];
