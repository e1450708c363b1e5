import { batchWalk } from '../kernel/batch/batch.walks.ts';
import { detailWalk, exportWalk, formWalk, listWalk, optionsWalk, pageWalk, pickerWalk, tableViewWalk } from '../kernel/kernel.walks.ts';
import { viewsWalk } from '../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import {
  postBatch,
  postButtons,
  postExport,
  postForm,
  postLandings,
  postList,
  postManagementMachine,
  postPreview,
  postTableView,
  postViews,
  severalForm,
} from './post-management.machine.ts';
import { postOrder } from './post-order.machine.ts';
import { blankSeveral, type PostRow, postDraft } from './post-rules.ts';

const post: PostRow = {
  id: 5,
  version: 2,
  homepage: { id: 3, label: 'Moon Drama' },
  type: 'video',
  material: { id: 9, label: 'EP1 cut A' },
  cover_url: null,
  message: 'She came back.',
  headline: null,
  description: null,
  call_to_action: 'WATCH_MORE',
  link_url: 'https://moon.test/ep1',
  landing: { id: 4, label: 'EP1' },
  content: { id: 2, label: '归来' },
  published: false,
  scheduled_at: null,
  status: 'draft',
  eligible: false,
  platform_post_id: null,
  use_count: 0,
  reactions: 0,
  comments: 0,
  shares: 0,
  synced_at: null,
  owner: { id: 1, label: '陈一鸣' },
  error: null,
  created_at: '2026-11-20T08:00:00Z',
  can: ['edit', 'retry', 'delete'],
};

const order = { ...blankSeveral, homepage_ids: [3], material_ids: [9], texts: ['She came back.'], landing_page_id: 4 };

export const walks: MachineWalk[] = [
  pageWalk(postManagementMachine, [
    { type: 'postOrder.arrived', materialIds: [9], search: '', how: 'replace' },
    { type: 'list.moved', search: '?page=2', how: 'push' },
    { type: 'view.updated', view: { shown: ['headline'], density: 'compact', autoRefresh: 30 } },
    { type: 'views.applied', query: '?keyword=a', table: { shown: ['headline'], density: 'compact' }, how: 'push' },
    { type: 'page.located', search: '?homepage_id=7&drama_id=7&product_id=7&material_id=7&owner_user_id=7' },
    { type: 'homepagePicker.unseen', ids: [7] },
    { type: 'dramaPicker.unseen', ids: [7] },
    { type: 'productPicker.unseen', ids: [7] },
    { type: 'materialPicker.unseen', ids: [7] },
    { type: 'staffPicker.unseen', ids: [7] },
    { type: 'postForm.saved', saved: { id: 5 } },
    { type: 'postForm.saved', saved: { id: 5, batchId: 8 } },
    { type: 'severalForm.saved', saved: { batchIds: [9] } },
    { type: 'severalForm.saved', saved: { batchIds: [] } },
    { type: 'postBatch.started', batchId: 7, batchIds: [7] },
    { type: 'postBatch.finished', batchId: 7, watched: true, okIds: [6], failedIds: [5] },
    { type: 'postBatch.finished', batchId: 7, watched: false, okIds: [6], failedIds: [5] },
    { type: 'postBatch.failedChosen', ids: [5] },
  ]),
  {
    machine: postOrder,
    input: { search: '?new_posts=9' },
    events: [
      { type: 'postOrder.located', search: '' },
      { type: 'postOrder.located', search: '?new_posts=4' },
    ],
  },
  viewsWalk(postViews),
  listWalk(postList, post),
  formWalk(postForm, { draft: postDraft(post), changes: { headline: 'x' }, wrong: { message: '' }, saved: { id: 5 } }),
  formWalk(severalForm, {
    draft: { values: order, subject: undefined },
    changes: { combine: 'rotate' },
    wrong: { texts: [''] },
    saved: { batchIds: [9] },
  }),
  batchWalk(postBatch, { filter: { keyword: 'moon' }, params: { action: 'sync' }, wrong: { reason: 'x'.repeat(201) } }),
  detailWalk(postPreview, { id: 5 }, post),
  tableViewWalk(postTableView, { shown: ['headline'], density: 'compact' }),
  exportWalk(postExport, { filters: {}, sort: undefined, page: 1, pageSize: 20 }),
  optionsWalk(postButtons, { value: 'WATCH_MORE', label_zh: '观看更多', label_en: 'Watch more' }),
  pickerWalk(postLandings, { content: 'dj:2' }),
];
