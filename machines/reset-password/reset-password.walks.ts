import type { MachineWalk } from '../kernel/machine-walk.ts';
import { resetPasswordMachine } from './reset-password.machine.ts';

export const walks: MachineWalk[] = [
  {
    machine: resetPasswordMachine,
    events: [
      { type: 'resetPassword.requested', subject: { id: 1, account: 'li' } },
      { type: 'resetPassword.confirmed' },
      { type: 'resetPassword.cancelled' },
      { type: 'xstate.done.actor.resetPassword', output: { newPassword: 'shown once' } },
      { type: 'xstate.error.actor.resetPassword', error: { message: 'no', traceId: 'trace-1' } },
    ],
  },
];
