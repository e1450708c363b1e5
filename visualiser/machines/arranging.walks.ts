import type { MachineWalk } from '#machines/kernel/machine-walk.ts';
import { arrangingMachine, type Figure } from './arranging.machine.ts';

const figureOf = (id: string): Figure => ({
  of: {
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
    machine: arrangingMachine,
    input: { figure: undefined },
    events: [
      { type: 'figure.arrived', figure: figureOf('door') },
      { type: 'figure.arrived', figure: figureOf('lock') },
      { type: 'figure.arrived', figure: undefined },
      { type: 'state.toggled', id: 'door.open' },
      { type: 'folding.chosen', ids: [] },
      { type: 'folding.chosen', ids: ['door.open'] },
      { type: 'drawing.retried' },
      { type: 'xstate.done.actor.arrange', output: { width: 1, height: 1, states: {}, lines: {}, starts: {}, collapsed: [] } },
      { type: 'xstate.error.actor.arrange', error: { message: 'no room', traceId: '' } },
    ],
    distinguish: ({ figure }: { figure: Figure | undefined }) => [figure?.of.chart.id, figure?.collapsed],
  },
];
