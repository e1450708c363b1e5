import { commandWalk, exportWalk, formWalk, listWalk, optionsWalk, pageWalk, tabbedWalk, tableViewWalk } from '../kernel/kernel.walks.ts';
import { viewsWalk } from '../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import {
  dramaCatalogueMachine,
  dramaExport,
  dramaForm,
  dramaList,
  dramaStatus,
  dramaTableView,
  dramaViews,
  dramaWords,
} from './drama-catalogue.machine.ts';
import { dramaMaterialsMachine } from './drama-materials.machine.ts';
import { type DramaRow, dramaDraft } from './drama-rules.ts';

const drama: DramaRow = {
  id: 3,
  version: 1,
  code: 'HER-BACK',
  title: '她回来了',
  title_en: 'She Came Back',
  language: 'en',
  genres: ['revenge'],
  episodes_total: 80,
  free_episodes: 10,
  price_model: 'coin',
  stage: 'testing',
  status: 'on',
  target_roi_d0_bp: 6000,
  online_at: '2026-11-19',
  copyright_until: '2027-11-19',
  cover_url: null,
  materials: 4,
  running: 2,
  created_at: '2026-11-20T08:00:00Z',
  can: ['edit', 'set_status', 'delete'],
};

export const walks: MachineWalk[] = [
  tabbedWalk(dramaMaterialsMachine, 'materials', 'dramas'),
  pageWalk(dramaCatalogueMachine, [
    { type: 'list.moved', search: '?page=2', how: 'push' },
    { type: 'view.updated', view: { shown: ['title'], density: 'compact', autoRefresh: 30 } },
    { type: 'views.applied', query: '?keyword=a', table: { shown: ['title'], density: 'compact' }, how: 'push' },
    { type: 'dramaForm.saved', saved: drama },
    { type: 'contentRemoval.saved', saved: { id: 3 } },
    { type: 'dramaStatus.done', subject: { row: drama, status: 'off' }, result: { ...drama, status: 'off' } },
  ]),
  viewsWalk(dramaViews),
  listWalk(dramaList, drama),
  formWalk(dramaForm, { draft: dramaDraft(drama), changes: { title: '她又回来了' }, wrong: { title: '' }, saved: drama }),
  commandWalk(dramaStatus, { row: drama, status: 'off' }, drama),
  exportWalk(dramaExport, { filters: {}, sort: undefined, page: 1, pageSize: 20 }),
  tableViewWalk(dramaTableView, { shown: ['title', 'do'], density: 'compact' }),
  optionsWalk(dramaWords, { of: 'genres', value: 'revenge', label_zh: '复仇', label_en: 'Revenge' }),
];
