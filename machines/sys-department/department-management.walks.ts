import { commandWalk, detailWalk, formWalk, listWalk, pageWalk } from '../kernel/kernel.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import {
  departmentAssets,
  departmentDeletion,
  departmentForm,
  departmentList,
  departmentManagementMachine,
  departmentMembers,
  dragPlan,
  leaderForm,
  move,
  moveForm,
} from './department-management.machine.ts';
import { type Department, departmentDraft, type MovePlan } from './department-rules.ts';
import { departmentTreeMachine } from './department-tree.machine.ts';

const department: Department = {
  id: 3,
  name: '投放一组',
  parent_id: 1,
  depth: 2,
  sort: 0,
  member_count: 4,
  subtree_count: 4,
  leaders: [],
  created_at: '2026-11-20T08:00:00Z',
  updated_at: '2026-11-20T08:00:00Z',
  children: [],
};
const named = { id: 3, name: '投放一组' };
const plan: MovePlan = { ...named, parentId: 2, sort: 0, changes: [] };

export const walks: MachineWalk[] = [
  pageWalk(departmentManagementMachine, [
    { type: 'list.moved', search: '?keyword=x', how: 'push' },
    { type: 'departmentForm.saved', saved: { id: 3 } },
    { type: 'leaderForm.saved', saved: { id: 3 } },
    { type: 'moveForm.saved', saved: plan },
    { type: 'dragPlan.done', subject: plan, result: plan },
    { type: 'move.done', subject: plan, result: undefined },
    { type: 'departmentDeletion.done', subject: department, result: undefined },
    { type: 'tree.selected', selected: 3 },
    { type: 'tree.moved', search: '?id=3', how: 'replace' },
  ]),
  {
    machine: departmentTreeMachine,
    input: { search: '?id=3' },
    events: [
      { type: 'department.located', search: '?id=4' },
      { type: 'department.located', search: '?id=3' },
      { type: 'department.selected', id: 4 },
      { type: 'department.removed', id: 3 },
      { type: 'department.folded', id: 3 },
      { type: 'department.filtered' },
    ],
    distinguish: ({ selected }: { selected: number | undefined }) => selected,
  },
  listWalk(departmentList, department),
  formWalk(departmentForm, { draft: departmentDraft(department), changes: { sort: 2 }, wrong: { name: '' }, saved: { id: 3 } }),
  formWalk(moveForm, {
    draft: { values: { parent_id: 2, sort: 0 }, subject: named },
    changes: { sort: 1 },
    wrong: { parent_id: undefined },
    saved: plan,
  }),
  formWalk(leaderForm, { draft: { values: { user_ids: [5] }, subject: named }, changes: { user_ids: [] }, saved: { id: 3 } }),
  commandWalk(dragPlan, plan, plan),
  commandWalk(move, plan),
  commandWalk(departmentDeletion, department),
  detailWalk(departmentMembers, { id: 3 }, []),
  detailWalk(departmentAssets, { id: 3 }, []),
];
