import { formWalk } from '../kernel/kernel.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { changePasswordMachine } from './change-password.machine.ts';

export const walks: MachineWalk[] = [
  formWalk(changePasswordMachine, {
    draft: { values: { old_pwd: 'typed', new_pwd: 'good', repeat: 'same' }, subject: { account: 'li', isOffered: false } },
    changes: { new_pwd: 'good' },
    wrong: { new_pwd: 'badLength' },
    saved: {},
  }),
];
