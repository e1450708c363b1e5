import type { MachineWalk } from '../kernel/machine-walk.ts';
import { sessionMachine } from './session.machine.ts';

export const walks: MachineWalk[] = [
  {
    machine: sessionMachine,
    input: { serial: 0, user: undefined, routes: { base: ['/index'], admin: ['/admin/index'] } },
    events: [
      { type: 'session.signInRequested', credentials: { account: 'li', password: 'not kept' } },
      { type: 'session.signOutRequested' },
      { type: 'session.rejected', serial: 1, message: 'expired', reason: 'TOKEN_EXPIRED', cause: '' },
      { type: 'session.rejected', serial: 7, message: 'of an earlier session', reason: '', cause: '' },
      { type: 'session.rightsDoubted' },
      { type: 'session.rightsMarkReceived', serial: 1, rights: 'mark-1', ofUser: true },
      { type: 'session.rightsMarkReceived', serial: 1, rights: 'mark-2', ofUser: false },
      { type: 'session.endedElsewhere', dirty: true },
      { type: 'session.endedElsewhere', dirty: false },
      { type: 'session.leaveConfirmed' },
      { type: 'xstate.done.actor.signIn', output: { serial: 1 } },
      { type: 'xstate.error.actor.signIn', error: { message: 'wrong', traceId: 'trace-1' } },
      { type: 'xstate.done.actor.loadUser', output: { id: 1, is_admin: 1 } },
      { type: 'xstate.error.actor.loadUser', error: { message: 'no answer', traceId: '' } },
      { type: 'xstate.done.actor.reloadUser', output: { id: 1, is_admin: 0, paths: ['/index'] } },
      { type: 'xstate.done.actor.reloadUser', output: { id: 1, is_admin: 1 } },
      { type: 'xstate.error.actor.reloadUser', error: { message: 'no answer', traceId: '' } },
      { type: 'xstate.done.actor.signOut' },
      { type: 'xstate.error.actor.signOut', error: { message: 'no answer', traceId: '' } },
      { type: 'xstate.after.rightsPause.session.signedIn.pausing' },
      { type: 'xstate.after.signOutTimeout.session.signingOut' },
      { type: 'xstate.after.expiryNotice.session.expiring' },
    ],
    beginnings: [
      [
        { type: 'session.signInRequested', credentials: { account: 'li', password: 'not kept' } },
        { type: 'xstate.done.actor.signIn', output: { serial: 1 } },
        { type: 'session.rightsMarkReceived', serial: 1, rights: 'mark-1', ofUser: true },
        { type: 'xstate.done.actor.loadUser', output: { id: 1, is_admin: 1 } },
        { type: 'session.rightsDoubted' },
        { type: 'xstate.done.actor.reloadUser', output: { id: 1, is_admin: 1 } },
      ],
    ],
  },
];
