import type { MachineWalk } from '#machines/kernel/machine-walk.ts';
import { diagramMachine, type Figure } from './diagram.machine.ts';

const createFigure = (id: string): Figure => ({
  source: {
    chart: {
      id,
      root: { id, key: id, kind: 'atomic', tags: [], entry: [], exit: [], invokes: [], initial: [], children: [] },
      transitions: [],
    },
  },
  collapsed: [],
});

export const walks: MachineWalk[] = [
  {
    machine: diagramMachine,
    input: { figure: undefined },
    events: [
      { type: 'figure.changed', figure: createFigure('door') },
      { type: 'figure.changed', figure: createFigure('lock') },
      { type: 'figure.changed', figure: undefined },
      { type: 'state.toggled', id: 'door.open' },
      { type: 'collapsedStates.changed', ids: [] },
      { type: 'collapsedStates.changed', ids: ['door.open'] },
      { type: 'layout.retried' },
      { type: 'xstate.done.actor.computeLayout', output: { width: 1, height: 1, states: {}, lines: {}, starts: {}, collapsed: [] } },
      { type: 'xstate.error.actor.computeLayout', error: { message: 'no room', traceId: '' } },
    ],
    distinguish: ({ figure }: { figure: Figure | undefined }) => [figure?.source.chart.id, figure?.collapsed],
  },
];
