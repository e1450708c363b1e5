import type { MachineWalk } from '../kernel/machine-walk.ts';
import { sidebarMachine } from './sidebar.machine.ts';

export const walks: MachineWalk[] = [
  {
    machine: sidebarMachine,
    input: { width: 1280 },
    events: [
      { type: 'sidebar.toggled' },
      { type: 'viewport.resized', width: 767 },
      { type: 'viewport.resized', width: 768 },
      { type: 'breakpoint.crossed', narrow: true },
      { type: 'breakpoint.crossed', narrow: false },
      { type: 'xstate.after.resizeThrottle.sidebar.resizing.throttling' },
    ],
  },
];
