import { type ActorRefFrom, assign, setup } from 'xstate';
import { createFormDialogMachine, type FormFact } from '../kernel/form/form-dialog.machine.ts';
import { createListMachine, type ListFact } from '../kernel/list/list.machine.ts';
import { type CommandFact, createCommandMachine } from '../kernel/page/command.machine.ts';
import { createDetailMachine } from '../kernel/page/detail.machine.ts';
import { arrival, departure } from '../kernel/page/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import { tellMoved, toChild } from '../kernel/tell.ts';
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
  selectedIn,
  withSelected,
} from './department-rules.ts';

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

const toList = toChild(departmentList, 'list');
const toMove = toChild(move, 'move');
const toMembers = toChild(departmentMembers, 'members');

interface DepartmentManagementContext extends PageInput {
  /** Departments that are folded; everything else stands open. A new filter unfolds all, so that nothing it finds is hidden. */
  folded: number[];
  /** Whose members are shown. It lives in the address. */
  selected: number | undefined;
}

type Selection = { selected: number | undefined };

export type DepartmentManagementEvent =
  | PageEvent
  | ListFact
  | FormFact<'departmentForm' | 'leaderForm', { id: number }>
  | FormFact<'moveForm', MovePlan>
  | CommandFact<'dragPlan', Omit<MovePlan, 'changes'>, MovePlan>
  | CommandFact<'move', MovePlan>
  | CommandFact<'departmentDeletion', Department>
  | { type: 'department.folded'; id: number }
  | { type: 'department.selected'; id: number };

/** Departments: the tree that decides who sees whom. */
export const departmentManagementMachine = setup({
  types: {} as {
    context: DepartmentManagementContext;
    events: DepartmentManagementEvent;
    input: PageInput;
    children: {
      list: 'list';
      form: 'form';
      moveForm: 'moveForm';
      dragPlan: 'dragPlan';
      move: 'move';
      leaderForm: 'leaderForm';
      deletion: 'deletion';
      members: 'members';
    };
  },
  actors: {
    list: departmentList,
    form: departmentForm,
    moveForm,
    dragPlan,
    move,
    leaderForm,
    deletion: departmentDeletion,
    members: departmentMembers,
  },
  guards: {
    isOtherSelection: ({ context }, { selected }: Selection) => selected !== context.selected,
    isSelected: ({ context }, { id }: { id: number }) => id === context.selected,
    hasSelection: ({ context }) => context.selected !== undefined,
  },
  actions: {
    seeList: toList(() => ({ type: 'list.seen' })),
    leaveList: toList(() => ({ type: 'list.left' })),
    refreshList: toList(() => ({ type: 'list.refreshRequested' })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search })),
    askAboutMove: toMove(({ plan }: { plan: MovePlan }) => ({ type: 'command.requested', subject: plan })),
    showMembers: toMembers(({ selected }: Selection) =>
      selected === undefined ? { type: 'detail.closed' } : { type: 'detail.opened', subject: { id: selected } },
    ),
    seeMembers: toMembers(() => ({ type: 'detail.seen' })),
    refreshMembers: toMembers(() => ({ type: 'detail.refreshRequested' })),
    keepSearch: assign((_, { search }: { search: string }) => ({ search, selected: selectedIn(search), folded: [] })),
    select: assign(({ context: { search } }, { selected }: Selection) => ({ search: withSelected(search, selected), selected })),
    toggleFold: assign(({ context: { folded } }, { id }: { id: number }) => ({
      folded: folded.includes(id) ? folded.filter((one) => one !== id) : [...folded, id],
    })),
    tellMoved,
  },
}).createMachine({
  id: 'departmentManagement',
  description: 'Departments: made, renamed, moved with a look at what that changes, given leaders, deleted.',
  context: ({ input }) => ({ ...input, folded: [], selected: selectedIn(input.search) }),
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'form', src: 'form' },
    { id: 'moveForm', src: 'moveForm' },
    { id: 'dragPlan', src: 'dragPlan' },
    { id: 'move', src: 'move' },
    { id: 'leaderForm', src: 'leaderForm' },
    { id: 'deletion', src: 'deletion' },
    { id: 'members', src: 'members' },
  ],
  initial: 'starting',
  on: {
    'page.located': [
      {
        guard: { type: 'isOtherSelection', params: ({ event }) => ({ selected: selectedIn(event.search) }) },
        actions: [
          { type: 'keepSearch', params: ({ event }) => event },
          { type: 'locateList', params: ({ event }) => event },
          { type: 'showMembers', params: ({ context }) => context },
        ],
      },
      arrival,
    ],
    'page.seen': { actions: ['seeList', 'seeMembers'] },
    'page.left': { actions: 'leaveList' },
    'page.refreshRequested': { actions: ['refreshList', 'refreshMembers'] },
    'list.moved': departure(departmentQuery),
    'departmentForm.saved': { actions: 'refreshList' },
    'leaderForm.saved': { actions: ['refreshList', 'refreshMembers'] },
    'moveForm.saved': { actions: { type: 'askAboutMove', params: ({ event }) => ({ plan: event.saved }) } },
    'dragPlan.done': { actions: { type: 'askAboutMove', params: ({ event }) => ({ plan: event.result }) } },
    'move.done': { actions: ['refreshList', 'refreshMembers'] },
    'departmentDeletion.done': [
      {
        guard: { type: 'isSelected', params: ({ event }) => event.subject },
        actions: [
          'refreshList',
          { type: 'select', params: { selected: undefined } },
          { type: 'showMembers', params: { selected: undefined } },
          { type: 'tellMoved', params: { how: 'replace' } },
        ],
      },
      { actions: 'refreshList' },
    ],
    'department.folded': { actions: { type: 'toggleFold', params: ({ event }) => event } },
    'department.selected': {
      guard: { type: 'isOtherSelection', params: ({ event }) => ({ selected: event.id }) },
      actions: [
        { type: 'select', params: ({ event }) => ({ selected: event.id }) },
        { type: 'showMembers', params: ({ event }) => ({ selected: event.id }) },
        { type: 'tellMoved', params: { how: 'replace' } },
      ],
    },
  },
  states: {
    // The parts exist only once this state is entered.
    starting: {
      description: 'The department that the address names shows its people.',
      always: [
        { guard: 'hasSelection', target: 'shown', actions: { type: 'showMembers', params: ({ context }) => context } },
        { target: 'shown' },
      ],
    },
    shown: {},
  },
});

export type DepartmentManagement = ActorRefFrom<typeof departmentManagementMachine>;
