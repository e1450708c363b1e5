import { batchWalk } from '../../kernel/batch/batch.walks.ts';
import { commandWalk, detailWalk, exportWalk, formWalk, listWalk, pageWalk, tableViewWalk } from '../../kernel/kernel.walks.ts';
import { viewsWalk } from '../../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../../kernel/machine-walk.ts';
import {
  linkRevocation,
  type OpenLink,
  personBatch,
  personDeletion,
  personExport,
  personForm,
  personLinks,
  personList,
  personManagementMachine,
  personStatusChange,
  personTableView,
  personViews,
} from './person-management.machine.ts';
import { type PersonRow, personDraft } from './person-rules.ts';

export const person: PersonRow = {
  id: 4,
  version: 2,
  channel: 'meta',
  platform_user_id: '10201',
  name: 'Ada Hale',
  owner: { id: 5, label: '李伟' },
  status: 'limited',
  token_expires_at: '2026-12-20T08:00:00Z',
  data_access_expires_at: null,
  missing_scopes: ['pages_manage_posts'],
  accounts: 3,
  homepages: 1,
  pixels: 2,
  running: 1,
  blocked: 0,
  assignees: [{ kind: 'user', id: 5, label: '李伟' }],
  last_checked_at: '2026-11-20T08:00:00Z',
  last_error: null,
  remark: null,
  can: ['check', 'edit', 'delete'],
};
const link: OpenLink = {
  id: 9,
  holder_name: 'Bo',
  contact: null,
  owner: { id: 5, label: '李伟' },
  user: { id: 5, label: '李伟' },
  created_at: '2026-11-20T08:00:00Z',
  expires_at: '2026-11-21T08:00:00Z',
};

export const walks: MachineWalk[] = [
  {
    ...pageWalk(personManagementMachine, [
      { type: 'list.moved', search: '?page=2', how: 'push' },
      { type: 'view.updated', view: { shown: ['name'], density: 'compact', autoRefresh: 30 } },
      { type: 'views.applied', query: '?keyword=a', table: { shown: ['name'], density: 'compact' }, how: 'push' },
      { type: 'page.located', search: '?owner_user_id=9' },
      { type: 'staffPicker.unseen', ids: [9] },
      { type: 'personForm.saved', saved: person },
      { type: 'personStatusChange.done', subject: { row: person, status: 'disabled' }, result: person },
      { type: 'personDeletion.done', subject: person, result: undefined },
      { type: 'authorising.granted', id: 4 },
      { type: 'authorising.linkMade' },
      { type: 'linkRevocation.done', subject: link, result: undefined },
      { type: 'authorising.started', batchId: 7, siblings: [8] },
      { type: 'personBatch.started', batchId: 7, batchIds: [7] },
      { type: 'assigning.started', batchId: 7, batchIds: [7] },
      { type: 'personBatch.finished', batchId: 7, watched: true, okIds: [4], failedIds: [] },
      { type: 'assigning.finished', batchId: 7, watched: true, okIds: [], failedIds: [4] },
      { type: 'assigning.finished', batchId: 7, watched: false, okIds: [], failedIds: [4] },
      { type: 'personBatch.failedChosen', ids: [4] },
      { type: 'assigning.failedChosen', ids: [4] },
      { type: 'personExport.done', subject: { query: {}, columns: ['name'] }, rows: 3 },
    ]),
  },
  viewsWalk(personViews),
  listWalk(personList, person),
  formWalk(personForm, {
    draft: personDraft({ ...person, holder_name: 'Bo' }, 'host'),
    changes: { owner_user_id: 6 },
    wrong: { owner_user_id: undefined },
    saved: person,
  }),
  batchWalk(personBatch, { filter: { keyword: 'a' }, params: { action: 'sync' }, wrong: { reason: 'x'.repeat(201) } }),
  tableViewWalk(personTableView, { shown: ['name', 'do'], density: 'compact' }),
  commandWalk(personStatusChange, { row: person, status: 'disabled' }, person),
  commandWalk(personDeletion, person),
  commandWalk(linkRevocation, link),
  detailWalk(personLinks, 'open', [link]),
  exportWalk(personExport, { filters: {}, sort: undefined, page: 1, pageSize: 20 }),
];
