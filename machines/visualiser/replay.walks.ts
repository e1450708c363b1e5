import type { MachineWalk } from '../kernel/machine-walk.ts';
import { replayMachine } from './replay.machine.ts';

export const walks: MachineWalk[] = [
  {
    machine: replayMachine,
    input: { place: { kind: 'overview' } },
    events: [{ type: 'place.arrived', place: { kind: 'recording' } }],
  },
];
