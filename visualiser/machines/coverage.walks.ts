import type { MachineWalk } from '#machines/kernel/machine-walk.ts';
import { coverageMachine } from './coverage.machine.ts';
import { createMachinePlace } from './visualiser-place.ts';

const report = { format: 'machine-coverage', version: 1, files: { all: 1, told: 1 }, machines: [] };

export const walks: MachineWalk[] = [
  {
    machine: coverageMachine,
    input: { place: { kind: 'overview' } },
    events: [
      { type: 'place.changed', place: { kind: 'coverage' } },
      { type: 'place.changed', place: { ...createMachinePlace('theme/theme'), coverage: 'all' } },
      { type: 'suite.chosen', suite: 'browser' },
      { type: 'incomplete.toggled' },
      { type: 'column.chosen', column: 'states' },
      { type: 'machine.chosen', key: 'theme/theme' },
      { type: 'overlay.chosen', place: createMachinePlace('theme/theme'), suite: 'unit' },
      { type: 'coverage.retried' },
      { type: 'xstate.done.actor.loadCoverage', output: report },
      { type: 'xstate.done.actor.loadCoverage', output: null },
      { type: 'xstate.error.actor.loadCoverage', error: { message: 'no answer', traceId: '' } },
    ],
  },
];
