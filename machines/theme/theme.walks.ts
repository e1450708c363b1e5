import type { MachineWalk } from '../kernel/machine-walk.ts';
import { themeMachine } from './theme.machine.ts';

export const walks: MachineWalk[] = [
  {
    machine: themeMachine,
    input: { isDark: false },
    events: [
      { type: 'theme.toggled' },
      { type: 'theme.changedElsewhere', isDark: true },
      { type: 'theme.changedElsewhere', isDark: false },
    ],
  },
];
