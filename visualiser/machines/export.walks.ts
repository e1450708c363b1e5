import type { MachineWalk } from '#machines/kernel/machine-walk.ts';
import { type ExportRequest, exportMachine } from './export.machine.ts';

const request: ExportRequest = {
  kind: 'mermaid',
  destination: 'clipboard',
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
    machine: exportMachine,
    events: [
      { type: 'export.requested', request },
      { type: 'export.requested', request: { ...request, kind: 'png', destination: 'file' } },
      { type: 'xstate.done.actor.exportDrawing', output: undefined },
      { type: 'xstate.error.actor.exportDrawing', error: { message: 'no clipboard', traceId: '' } },
    ],
    distinguish: ({ request }: { request: ExportRequest | undefined }) => request?.destination,
  },
];
