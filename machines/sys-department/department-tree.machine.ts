import { assign, setup } from 'xstate';
import type { HistoryStep, PageInput } from '../kernel/page/page-contract.ts';
import { tell } from '../kernel/tell.ts';
import { selectedIn, withSelected } from './department-rules.ts';

interface DepartmentTreeContext {
  /** Whose members are shown. It lives in the address. */
  selected: number | undefined;
  /** Departments that are folded; everything else stands open. */
  folded: number[];
}

type Selection = { selected: number | undefined };

export type DepartmentTreeEvent =
  | { type: 'department.located'; search: string }
  | { type: 'department.selected'; id: number }
  | { type: 'department.removed'; id: number }
  | { type: 'department.folded'; id: number }
  /** A new filter unfolds everything, so that nothing it finds is hidden. */
  | { type: 'department.filtered' };

export type DepartmentTreeFact =
  | { type: 'tree.turned'; selected: number | undefined }
  | { type: 'tree.moved'; search: string; how: HistoryStep };

/** Which department of the tree is selected, and which are folded. */
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
    tellTurned: tell<DepartmentTreeContext>(({ selected }) => ({ type: 'tree.turned', selected })),
    tellMoved: tell<DepartmentTreeContext>(({ selected }) => ({ type: 'tree.moved', search: withSelected('', selected), how: 'replace' })),
  },
}).createMachine({
  id: 'departmentTree',
  description: 'Which department of the tree is selected, and which are folded.',
  context: ({ input }) => ({ selected: selectedIn(input.search), folded: [] }),
  // Whom the address names is shown from the start.
  entry: 'tellTurned',
  on: {
    'department.located': [
      {
        guard: { type: 'isOther', params: ({ event }) => ({ selected: selectedIn(event.search) }) },
        actions: ['unfold', { type: 'select', params: ({ event }) => ({ selected: selectedIn(event.search) }) }, 'tellTurned'],
      },
      { actions: 'unfold' },
    ],
    'department.selected': {
      guard: { type: 'isOther', params: ({ event }) => ({ selected: event.id }) },
      actions: [{ type: 'select', params: ({ event }) => ({ selected: event.id }) }, 'tellTurned', 'tellMoved'],
    },
    'department.removed': {
      guard: { type: 'isSelected', params: ({ event }) => event },
      actions: [{ type: 'select', params: { selected: undefined } }, 'tellTurned', 'tellMoved'],
    },
    'department.folded': { actions: { type: 'toggleFold', params: ({ event }) => event } },
    'department.filtered': { actions: 'unfold' },
  },
});
