import { listAlerts, listAlertTargets } from '#src/services/alerts.service.ts';
import { batchDetail, batchItems, listBatches } from '#src/services/batches.service.ts';
import { listCrons } from '#src/services/crons.service.ts';
import { departmentTree } from '#src/services/departments.service.ts';
import { getDraft } from '#src/services/drafts.service.ts';
import { getPrefs } from '#src/services/prefs.service.ts';
import { listRoles } from '#src/services/roles.service.ts';
import { listOwnSessions } from '#src/services/session.service.ts';
import { listUsers } from '#src/services/users.service.ts';
import { listViews } from '#src/services/views.service.ts';
import { getWorkspace } from '#src/services/workspaces.service.ts';
import { type ReadBacks, readBack } from './read-back.ts';

export const peopleReadBacks: ReadBacks = {
  users: {
    'creates an account and shows its password once': readBack(
      listUsers,
      '/api/sys-users/list',
      { page: 1, page_size: 20 },
      { list: [{ name: '蒋新', account: 'opt_11' }, { id: 11 }], total: 2 },
    ),
    'deletes an account that owns nothing': readBack(
      listUsers,
      '/api/sys-users/list',
      {
        department_id: 21,
        is_admin: 0,
        is_leader: 0,
        keyword: 'opt',
        page: 1,
        page_size: 20,
        platform: 'dj',
        role_id: 31,
        sort: [{ field: 'created_at', order: 'desc' }],
        status: 'enabled',
      },
      { list: [], total: 0 },
    ),
    'disables an account': readBack(
      listUsers,
      '/api/sys-users/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 41, version: 4, status: 'disabled' }, { id: 11 }], total: 2 },
    ),
  },
  'user-batches': {
    'deletes several accounts and transfers their objects': readBack(
      listUsers,
      '/api/sys-users/list',
      { page: 1, page_size: 20 },
      { total: 2 },
    ),
    'gives roles to several accounts and says which one was left out': readBack(
      listUsers,
      '/api/sys-users/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 41, roles: [{ id: 31, label: '投放组' }] }, { id: 11 }], total: 2 },
    ),
    'disables several accounts': readBack(
      listUsers,
      '/api/sys-users/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 41, status: 'disabled' }, { id: 11 }], total: 2 },
    ),
  },
  'user-imports': {
    'imports accounts, in several batches if needed': readBack(listUsers, '/api/sys-users/list', { page: 1, page_size: 20 }, { total: 5 }),
  },
  roles: {
    'copies a role': readBack(
      listRoles,
      '/api/sys-roles/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 31 }, { name: '投放组 副本', remark: '合约', is_builtin: false }], total: 2 },
    ),
    'creates a role without remark, pages and actions': readBack(
      listRoles,
      '/api/sys-roles/list',
      { page: 1, page_size: 20 },
      { list: [{ name: '空角色', is_builtin: false, users: 0 }], total: 1 },
    ),
    'deletes a role': readBack(listRoles, '/api/sys-roles/list', { page: 1, page_size: 20 }, { list: [], total: 0 }),
    'edits a role': readBack(
      listRoles,
      '/api/sys-roles/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 31, version: 4, paths: ['/index'], actions: ['export'] }], total: 1 },
    ),
  },
  departments: {
    'sets the leaders of a department': readBack(
      departmentTree,
      '/api/sys-departments/tree',
      {},
      { list: [{ id: 1, children: [{ id: 21, children: [{ id: 22, leaders: [{ id: 42 }] }] }] }] },
    ),
    'creates a department': readBack(
      departmentTree,
      '/api/sys-departments/tree',
      {},
      { list: [{ id: 1, children: [{ id: 21, children: [{ name: '英语一组', parent_id: 21, depth: 3, sort: 3 }] }] }] },
    ),
    'deletes a department': readBack(departmentTree, '/api/sys-departments/tree', {}, { list: [{ id: 1, children: [] }] }),
    'edits a department': readBack(
      departmentTree,
      '/api/sys-departments/tree',
      {},
      { list: [{ id: 1, children: [{ id: 21, name: '英文组', sort: 2 }] }] },
    ),
    'moves a department': readBack(
      departmentTree,
      '/api/sys-departments/tree',
      {},
      {
        list: [
          {
            id: 1,
            children: [
              { id: 21, children: [] },
              { id: 22, name: '英语一组' },
            ],
          },
        ],
      },
    ),
  },
  session: {
    'changes the password of the user and ends the other sessions': readBack(
      listOwnSessions,
      '/api/sys-users/sessions',
      {},
      { list: [{ current: true }] },
    ),
    'ends the other sessions and returns their number': readBack(
      listOwnSessions,
      '/api/sys-users/sessions',
      {},
      { list: [{ current: true }] },
    ),
  },
  views: {
    'creates a personal view': readBack(
      listViews,
      '/api/sys-views/list',
      { page: '/advertising/copy-log' },
      { list: [{ name: '本周', page: '/advertising/copy-log', query: '?ok=false' }] },
    ),
    'deletes a view': readBack(listViews, '/api/sys-views/list', { page: '/advertising/copy-log' }, { list: [] }),
    'edits the table settings of a view': readBack(
      listViews,
      '/api/sys-views/list',
      { page: '/advertising/copy-log' },
      { list: [{ id: 51, version: 4, table: { shown: ['at'] } }] },
    ),
    'sets the default view of a page': readBack(
      listViews,
      '/api/sys-views/list',
      { page: '/advertising/copy-log' },
      { list: [{ id: 51, is_default: true }] },
    ),
  },
  drafts: {
    'deletes a draft': readBack(getDraft, '/api/sys-drafts/get', { form: 'roleForm', subject_id: 31 }, { draft: null }),
    'saves the draft of a change': readBack(
      getDraft,
      '/api/sys-drafts/get',
      { form: 'roleForm', subject_id: 31 },
      { draft: { values: { name: '投放组', paths: ['/index'] }, version: 3 } },
    ),
  },
  prefs: {
    'saves the settings of a table': readBack(
      getPrefs,
      '/api/sys-prefs/get',
      { keys: ['table:/sys/accounts'] },
      { values: { 'table:/sys/accounts': { density: 'compact' } } },
    ),
  },
  workspaces: {
    'saves a window': readBack(
      getWorkspace,
      '/api/sys-workspaces/get',
      { window: '0d4d1f3a-6d3c-4b57-9f8e-0c2a5b7d9e11' },
      { state: { tabs: [{ path: '/index', search: '' }], shown: 0 } },
    ),
  },
  alerts: {
    'deletes a delivery target': readBack(listAlertTargets, '/api/home-alerts/targets', {}, { list: [] }),
    'marks notices as read': readBack(listAlerts, '/api/home-alerts/list', { page_size: 20 }, { unread: 1 }),
    'adds a delivery target': readBack(
      listAlertTargets,
      '/api/home-alerts/targets',
      {},
      { list: [{ name: '值班群', format: 'json', language: 'zh', quiet_from: '22:00' }] },
    ),
    'reads why a test message was not delivered': readBack(
      listAlertTargets,
      '/api/home-alerts/targets',
      {},
      { list: [{ id: 62, last_problem: 'private_address' }] },
    ),
  },
  crons: {
    'edits schedule and time limit of a task': readBack(
      listCrons,
      '/api/admin-crons/list',
      { page: 1, page_size: 20 },
      { list: [{ cron: '5 * * * *', timeout_s: 60 }], total: 1 },
    ),
    'runs a task now': readBack(
      listCrons,
      '/api/admin-crons/list',
      { page: 1, page_size: 20 },
      { list: [{ last_status: 'succeeded', success_24h: 1 }], total: 1 },
    ),
    'switches a task off': readBack(
      listCrons,
      '/api/admin-crons/list',
      { page: 1, page_size: 20 },
      { list: [{ enabled: false }], total: 1 },
    ),
  },
  batches: {
    'cancels the objects that have not begun': readBack(
      batchDetail,
      '/api/op-batches/detail',
      { batch_id: 81 },
      { status: 'canceled', done: 2, canceled: 1, undoable: true },
    ),
    'settles an unknown result by hand': readBack(
      batchDetail,
      '/api/op-batches/detail',
      { batch_id: 81 },
      { status: 'succeeded', ok: 2, unknown: 0 },
    ),
    'retries the objects that failed': readBack(
      batchItems,
      '/api/op-batches/items',
      { batch_id: 81, page: 1, page_size: 20, sort: [{ field: 'seq', order: 'asc' }], status: 'failed' },
      { list: [{ id: 92, attempt: 2 }], total: 1 },
    ),
    'undoes what succeeded, as a batch of its own': readBack(
      listBatches,
      '/api/op-batches/list',
      {},
      { list: [{ type: 'user_status', status: 'succeeded', total: 1 }, { id: 81 }], total: 2, totals: { total: 3, skip: 1 } },
    ),
  },
};
