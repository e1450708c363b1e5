import type { MachineWalk } from '#machines/kernel/machine-walk.ts';
import { coverageMachine } from './coverage.machine.ts';
import { machinePlace } from './visualiser-place.ts';

const report = { format: 'machine-coverage', version: 1, files: { all: 1, told: 1 }, machines: [] };

export const walks: MachineWalk[] = [
  {
    machine: coverageMachine,
    input: { place: { kind: 'overview' } },
    events: [
      { type: 'place.arrived', place: { kind: 'coverage' } },
      { type: 'place.arrived', place: { ...machinePlace('theme/theme'), coverage: 'all' } },
      { type: 'reader.chosen', reader: 'browser' },
      { type: 'incomplete.toggled' },
      { type: 'column.chosen', column: 'states' },
      { type: 'machine.chosen', key: 'theme/theme' },
      { type: 'overlay.chosen', place: machinePlace('theme/theme'), reader: 'unit' },
      { type: 'coverage.retried' },
      { type: 'xstate.done.actor.loadCoverage', output: report },
      { type: 'xstate.done.actor.loadCoverage', output: null },
      { type: 'xstate.error.actor.loadCoverage', error: { message: 'no answer', traceId: '' } },
    ],
  },
];
