import type { MachineWalk } from '../kernel/machine-walk.ts';
import { layoutMachine } from './layout.machine.ts';

export const walks: MachineWalk[] = [
  {
    machine: layoutMachine,
    events: [
      { type: 'layout.refreshRequested' },
      { type: 'xstate.after.refreshSpinner.layout.frame.refreshing' },
      { type: 'fullscreen.toggled' },
      { type: 'fullscreen.changed', isFull: true },
      { type: 'fullscreen.changed', isFull: false },
    ],
  },
];
