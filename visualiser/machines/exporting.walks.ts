import type { MachineWalk } from '#machines/kernel/machine-walk.ts';
import { type ExportOrder, exportingMachine } from './exporting.machine.ts';

const order: ExportOrder = {
  kind: 'mermaid',
  way: 'copy',
  chart: {
    id: 'door',
    root: { id: 'door', key: 'door', kind: 'atomic', tags: [], entry: [], exit: [], invokes: [], initial: [], children: [] },
    transitions: [],
  },
  layout: { width: 1, height: 1, states: {}, lines: {}, starts: {}, collapsed: [] },
  marks: {},
};

export const walks: MachineWalk[] = [
  {
    machine: exportingMachine,
    events: [
      { type: 'export.ordered', order },
      { type: 'export.ordered', order: { ...order, kind: 'png', way: 'file' } },
      { type: 'xstate.done.actor.handOut', output: undefined },
      { type: 'xstate.error.actor.handOut', error: { message: 'no clipboard', traceId: '' } },
    ],
    distinguish: ({ order: asked }: { order: ExportOrder | undefined }) => asked?.way,
  },
];
