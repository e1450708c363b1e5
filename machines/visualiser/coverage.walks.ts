import type { MachineWalk } from '../kernel/machine-walk.ts';
import { coverageMachine } from './coverage.machine.ts';

export const walks: MachineWalk[] = [
  {
    machine: coverageMachine,
    input: { place: { kind: 'overview' } },
    events: [{ type: 'place.arrived', place: { kind: 'coverage' } }],
  },
];
