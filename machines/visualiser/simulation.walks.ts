import type { MachineWalk } from '../kernel/machine-walk.ts';
import { simulationMachine } from './simulation.machine.ts';

export const walks: MachineWalk[] = [
  {
    machine: simulationMachine,
    input: { place: { kind: 'overview' } },
    events: [{ type: 'place.arrived', place: { kind: 'simulation', key: 'theme' } }],
  },
];
