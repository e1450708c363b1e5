import type { AnyStateMachine } from 'xstate';
import { commandWalk, failure, formWalk, optionsWalk } from '../kernel.walks.ts';
import type { MachineWalk } from '../machine-walk.ts';
import { type SavedView, type ViewChange, viewChange, viewForm, viewRoles } from './saved-views.machine.ts';

const view = (id: number, more: Partial<SavedView> = {}): SavedView => ({
  id,
  version: 1,
  page: '/sys/role',
  name: `view ${id}`,
  owner: { id: 2, label: '林' },
  shared: 'me',
  roles: [],
  query: '?keyword=a&page=3',
  table: null,
  is_default: false,
  can: ['edit', 'delete'],
  ...more,
});

const change: ViewChange = { kind: 'delete', view: view(1) };

export const viewsWalk = (machine: AnyStateMachine): MachineWalk => ({
  machine,
  input: { search: '' },
  events: [
    { type: 'xstate.done.actor.loadViews', output: [view(1), view(2, { is_default: true })] },
    { type: 'xstate.done.actor.loadViews', output: [view(1)] },
    { type: 'xstate.error.actor.loadViews', error: failure },
    { type: 'views.seen' },
    { type: 'views.opened' },
    { type: 'views.chosen', id: 1 },
    { type: 'views.allChosen' },
    { type: 'views.resetRequested' },
    { type: 'views.saveRequested', query: '?keyword=b', table: null },
    { type: 'views.updateRequested', id: 1, query: '?keyword=b', table: null },
    { type: 'views.editRequested', id: 1 },
    { type: 'views.deleteRequested', id: 1 },
    { type: 'views.defaultChosen', id: 1 },
    { type: 'viewForm.saved', saved: view(1) },
    { type: 'viewForm.saved', saved: view(9) },
    { type: 'viewChange.done', subject: change, result: {} },
  ],
});

export const walks: MachineWalk[] = [
  formWalk(viewForm, {
    draft: { values: { name: 'mine', shared: 'me', role_ids: [] }, subject: { existing: undefined, query: '', table: null } },
    changes: { name: 'ours' },
    wrong: { name: '' },
    saved: view(1),
  }),
  commandWalk(viewChange, change),
  optionsWalk(viewRoles, { id: 1, name: '优化师' }),
];
