import type { ActorRefFrom } from 'xstate';
import type { departmentAssets as assetsCall } from '#contracts/endpoints/departments.ts';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import { createFormDialogMachine } from '../kernel/form/form-dialog.machine.ts';
import { createListMachine } from '../kernel/list/list.machine.ts';
import { createCommandMachine } from '../kernel/page/command.machine.ts';
import { createDetailMachine } from '../kernel/page/detail.machine.ts';
import { createListPage } from '../kernel/page/list-page.machine.ts';
import {
  blankDepartment,
  checkDepartment,
  checkMove,
  type Department,
  type DepartmentFilters,
  type DepartmentSubject,
  type DepartmentValues,
  departmentQuery,
  type LeaderValues,
  type MovePlan,
  type MoveValues,
  selectionAddress,
} from './department-rules.ts';
import { departmentTreeMachine } from './department-tree.machine.ts';

export interface DepartmentMember {
  id: number;
  account: string;
  name: string;
  department_id: number | null;
  status: 'enabled' | 'disabled';
}

type Named = { id: number; name: string };

export const departmentList = createListMachine<Department, DepartmentFilters>({
  id: 'departmentList',
  description: 'The tree of departments, filtered by a keyword.',
  query: departmentQuery,
  rowId: (row) => row.id,
});

export const departmentForm = createFormDialogMachine<DepartmentValues, { id: number }, DepartmentSubject>({
  id: 'departmentForm',
  description: 'A department: created, renamed, sorted.',
  blank: blankDepartment,
  check: checkDepartment,
});

export const moveForm = createFormDialogMachine<MoveValues, MovePlan, Named>({
  id: 'moveForm',
  description: 'The new parent of a department. Saving plans the move; nothing moves before the plan is confirmed.',
  blank: { parent_id: undefined, sort: 0 },
  check: checkMove,
});

export const dragPlan = createCommandMachine<Omit<MovePlan, 'changes'>, MovePlan>({
  id: 'dragPlan',
  description: 'Plans the move of a dragged department.',
});

export const move = createCommandMachine<MovePlan>({
  id: 'move',
  description: 'Moves a department after the user has confirmed the plan.',
});

export const leaderForm = createFormDialogMachine<LeaderValues, { id: number }, Named>({
  id: 'leaderForm',
  description: 'The leaders of a department.',
  blank: { user_ids: [] },
  check: () => ({}),
});

export const departmentDeletion = createCommandMachine<Department>({
  id: 'departmentDeletion',
  description: 'Deletes a department after a confirmation.',
});

/** Members of one department itself, without its subtree. */
export const departmentMembers = createDetailMachine<{ id: number }, DepartmentMember[]>({
  id: 'departmentMembers',
  description: 'The members of the selected department.',
});

/** Assets that are assigned to one department itself. */
export const departmentAssets = createDetailMachine<{ id: number }, ReplyOf<typeof assetsCall>['list']>({
  id: 'departmentAssets',
  description: 'The assets of the selected department.',
});

/** The tree selects the department of the address. */
const locateTree = (_: unknown, search: string) => ({ type: 'department.located' as const, search });
const refreshMembers = { members: { type: 'detail.refreshRequested' } } as const;
const refreshPanel = { ...refreshMembers, assets: { type: 'detail.refreshRequested' } } as const;

/** The panel shows the selected department. */
const openSelected = ({ selected }: { selected: number | undefined }) =>
  selected === undefined ? { type: 'detail.closed' as const } : { type: 'detail.opened' as const, subject: { id: selected } };

/** Departments: the tree that decides who sees which rows. */
export const departmentManagementMachine = createListPage({
  id: 'departmentManagement',
  description: 'Departments: created, renamed, moved by a confirmed plan, given leaders, deleted.',
  query: departmentQuery,
  list: departmentList,
  parts: {
    form: departmentForm,
    moveForm,
    dragPlan,
    move,
    leaderForm,
    deletion: departmentDeletion,
    members: departmentMembers,
    assets: departmentAssets,
    tree: departmentTreeMachine,
  },
  refreshes: ['form.saved', 'leaderForm.saved', 'move.done', 'deletion.done'],
  addresses: { 'tree.moved': selectionAddress },
  on: {
    'page.located': { tree: locateTree },
    'page.seen': { members: { type: 'detail.seen' }, assets: { type: 'detail.seen' } },
    'page.refreshRequested': refreshPanel,
    'list.moved': { tree: { type: 'department.filtered' } },
    'tree.selected': { members: openSelected, assets: openSelected },
    'leaderForm.saved': refreshMembers,
    'move.done': refreshMembers,
    'moveForm.saved': { move: ({ saved }) => ({ type: 'command.requested' as const, subject: saved }) },
    'dragPlan.done': { move: ({ result }) => ({ type: 'command.requested' as const, subject: result }) },
    'deletion.done': { tree: ({ subject }) => ({ type: 'department.removed' as const, id: subject.id }) },
  },
});

export type DepartmentManagement = ActorRefFrom<typeof departmentManagementMachine>;
