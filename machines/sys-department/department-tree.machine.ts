import { assign, setup } from 'xstate';
import type { HistoryStep, PageInput } from '../kernel/page/page-contract.ts';
import { tell } from '../kernel/tell.ts';
import { readSelected, withSelected } from './department-rules.ts';

interface DepartmentTreeContext {
  /** The department whose members are shown. It is in the address. */
  selected: number | undefined;
  /** Ids of the folded departments; all others are open. */
  folded: number[];
}

type Selection = { selected: number | undefined };

export type DepartmentTreeEvent =
  | { type: 'department.located'; search: string }
  | { type: 'department.selected'; id: number }
  | { type: 'department.removed'; id: number }
  | { type: 'department.folded'; id: number }
  /** A new filter unfolds everything, so that no match is hidden. */
  | { type: 'department.filtered' };

export type DepartmentTreeFact =
  | { type: 'tree.selected'; selected: number | undefined }
  | { type: 'tree.moved'; search: string; how: HistoryStep };

/** The selection and the folded departments of the tree. */
export const departmentTreeMachine = setup({
  types: {} as { context: DepartmentTreeContext; events: DepartmentTreeEvent; emitted: DepartmentTreeFact; input: PageInput },
  guards: {
    isOther: ({ context }, { selected }: Selection) => selected !== context.selected,
    isSelected: ({ context }, { id }: { id: number }) => id === context.selected,
  },
  actions: {
    select: assign((_, { selected }: Selection) => ({ selected })),
    toggleFold: assign(({ context: { folded } }, { id }: { id: number }) => ({
      folded: folded.includes(id) ? folded.filter((one) => one !== id) : [...folded, id],
    })),
    unfold: assign({ folded: [] }),
    tellSelected: tell<DepartmentTreeContext>(({ selected }) => ({ type: 'tree.selected', selected })),
    tellMoved: tell<DepartmentTreeContext>(({ selected }) => ({ type: 'tree.moved', search: withSelected('', selected), how: 'replace' })),
  },
}).createMachine({
  id: 'departmentTree',
  description: 'The selection and the folded departments of the tree.',
  context: ({ input }) => ({ selected: readSelected(input.search), folded: [] }),
  // Shows the members of the department in the address from the start.
  entry: 'tellSelected',
  on: {
    'department.located': [
      {
        guard: { type: 'isOther', params: ({ event }) => ({ selected: readSelected(event.search) }) },
        actions: ['unfold', { type: 'select', params: ({ event }) => ({ selected: readSelected(event.search) }) }, 'tellSelected'],
      },
      { actions: 'unfold' },
    ],
    'department.selected': {
      guard: { type: 'isOther', params: ({ event }) => ({ selected: event.id }) },
      actions: [{ type: 'select', params: ({ event }) => ({ selected: event.id }) }, 'tellSelected', 'tellMoved'],
    },
    'department.removed': {
      guard: { type: 'isSelected', params: ({ event }) => event },
      actions: [{ type: 'select', params: { selected: undefined } }, 'tellSelected', 'tellMoved'],
    },
    'department.folded': { actions: { type: 'toggleFold', params: ({ event }) => event } },
    'department.filtered': { actions: 'unfold' },
  },
});
