import { commandWalk, exportWalk, formWalk, listWalk, optionsWalk, pageWalk, tableViewWalk } from '../kernel/kernel.walks.ts';
import { viewsWalk } from '../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import {
  memberChoice,
  roleCopyForm,
  roleDeletion,
  roleExport,
  roleForm,
  roleList,
  roleManagementMachine,
  rolePages,
  roleTableView,
  roleViews,
} from './role-management.machine.ts';
import { roleMembersMachine } from './role-members.machine.ts';
import { type RoleRow, roleDraft } from './role-rules.ts';

const role: RoleRow = {
  id: 1,
  version: 1,
  name: '优化师',
  remark: null,
  paths: ['/index'],
  actions: ['export'],
  users: 3,
  is_builtin: false,
  updated_at: '2026-11-20T08:00:00Z',
};
const member = { id: 5, account: 'li', name: '李', department_name: null, status: 'enabled' };

export const walks: MachineWalk[] = [
  pageWalk(roleManagementMachine, [
    { type: 'list.moved', search: '?page=2', how: 'push' },
    { type: 'views.applied', query: '?keyword=a', table: null, how: 'push' },
    { type: 'roleForm.saved', saved: role },
    { type: 'roleCopyForm.saved', saved: role },
    { type: 'roleDeletion.done', subject: role, result: undefined },
    { type: 'members.changed' },
    { type: 'members.batchStarted', batchId: 7 },
    { type: 'view.updated', view: { shown: ['name'], density: 'compact', autoRefresh: 30 } },
  ]),
  listWalk(roleList, role),
  formWalk(roleForm, { draft: roleDraft(role), changes: { remark: 'x' }, wrong: { name: '' }, saved: role }),
  formWalk(roleCopyForm, {
    draft: { values: { name: 'copy' }, subject: { id: 1, name: 'of' } },
    changes: { name: 'b' },
    wrong: { name: ' ' },
    saved: role,
  }),
  viewsWalk(roleViews),
  tableViewWalk(roleTableView, { shown: ['name'], density: 'compact' }),
  commandWalk(roleDeletion, role),
  exportWalk(roleExport, { filters: {}, sort: undefined, page: 1, pageSize: 20 }),
  optionsWalk(rolePages, { path: '/index', title: '首页' }),
  optionsWalk(memberChoice, member),
  {
    machine: roleMembersMachine,
    events: [
      { type: 'members.opened', role: { id: 1, name: '优化师' } },
      { type: 'members.added', userIds: [5] },
      { type: 'members.removed', userIds: [5, 6] },
      { type: 'members.retried' },
      { type: 'members.closed' },
      { type: 'xstate.done.actor.loadMembers', output: [member] },
      { type: 'xstate.error.actor.loadMembers', error: { message: 'no answer', traceId: '' } },
      { type: 'xstate.done.actor.saveMembers', output: { results: [{ id: 5, ok: false, message: 'no' }], batchId: undefined } },
      { type: 'xstate.done.actor.saveMembers', output: { results: [], batchId: 7 } },
      { type: 'xstate.error.actor.saveMembers', error: { message: 'no answer', traceId: '' } },
    ],
  },
];
