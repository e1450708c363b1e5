import type { MachineWalk } from '../kernel/machine-walk.ts';
import { liveMachine } from './live.machine.ts';

export const walks: MachineWalk[] = [
  {
    machine: liveMachine,
    input: { place: { kind: 'overview' } },
    events: [{ type: 'place.arrived', place: { kind: 'live', window: 'w', actor: '' } }],
  },
];
