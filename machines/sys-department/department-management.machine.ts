import type { ActorRefFrom } from 'xstate';
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
  description: 'The tree of departments; a word hides what does not match.',
  query: departmentQuery,
  rowId: (row) => row.id,
});

export const departmentForm = createFormDialogMachine<DepartmentValues, { id: number }, DepartmentSubject>({
  id: 'departmentForm',
  description: 'A department: made, renamed, put into another order.',
  blank: blankDepartment,
  check: checkDepartment,
});

export const moveForm = createFormDialogMachine<MoveValues, MovePlan, Named>({
  id: 'moveForm',
  description: 'Where a department is to go. Saving works the move out; nothing moves before the plan is agreed to.',
  blank: { parent_id: undefined, sort: 0 },
  check: checkMove,
});

export const dragPlan = createCommandMachine<Omit<MovePlan, 'changes'>, MovePlan>({
  id: 'dragPlan',
  description: 'Works out the move of a department that was dragged.',
});

export const move = createCommandMachine<MovePlan>({
  id: 'move',
  description: 'A department moves, once the reader has seen what that changes.',
});

export const leaderForm = createFormDialogMachine<LeaderValues, { id: number }, Named>({
  id: 'leaderForm',
  description: 'Who leads a department.',
  blank: { user_ids: [] },
  check: () => ({}),
});

export const departmentDeletion = createCommandMachine<Department>({
  id: 'departmentDeletion',
  description: 'A department is deleted, after a question.',
});

/** People of one department itself, not of those below it. */
export const departmentMembers = createDetailMachine<{ id: number }, DepartmentMember[]>({
  id: 'departmentMembers',
  description: 'The people of the department that is chosen.',
});

/** The tree selects the department that the address names. */
const locateTree = (_: unknown, search: string) => ({ type: 'department.located' as const, search });
const refreshMembers = { members: { type: 'detail.refreshRequested' } } as const;

/** Departments: the tree that decides who sees whom. */
export const departmentManagementMachine = createListPage({
  id: 'departmentManagement',
  description: 'Departments: made, renamed, moved with a look at what that changes, given leaders, deleted.',
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
    tree: departmentTreeMachine,
  },
  refreshes: ['form.saved', 'leaderForm.saved', 'move.done', 'deletion.done'],
  addresses: { 'tree.moved': selectionAddress },
  on: {
    'page.located': { tree: locateTree },
    'page.seen': { members: { type: 'detail.seen' } },
    'page.refreshRequested': refreshMembers,
    'list.moved': { tree: { type: 'department.filtered' } },
    'tree.turned': {
      members: ({ selected }) =>
        selected === undefined ? { type: 'detail.closed' as const } : { type: 'detail.opened' as const, subject: { id: selected } },
    },
    'leaderForm.saved': refreshMembers,
    'move.done': refreshMembers,
    'moveForm.saved': { move: ({ saved }) => ({ type: 'command.requested' as const, subject: saved }) },
    'dragPlan.done': { move: ({ result }) => ({ type: 'command.requested' as const, subject: result }) },
    'deletion.done': { tree: ({ subject }) => ({ type: 'department.removed' as const, id: subject.id }) },
  },
});

export type DepartmentManagement = ActorRefFrom<typeof departmentManagementMachine>;
