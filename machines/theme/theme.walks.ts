import type { MachineWalk } from '../kernel/machine-walk.ts';
import { themeMachine } from './theme.machine.ts';

export const walks: MachineWalk[] = [
  {
    machine: themeMachine,
    input: { isDark: false },
    events: [{ type: 'theme.toggled' }, { type: 'theme.followed', isDark: true }, { type: 'theme.followed', isDark: false }],
  },
];
