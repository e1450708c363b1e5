import { failure } from '../kernel/kernel.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { unreadAlertsMachine } from './unread-alerts.machine.ts';

export const walks: MachineWalk[] = [
  {
    machine: unreadAlertsMachine,
    events: [
      { type: 'alerts.permitted', paths: ['/index'] },
      { type: 'alerts.permitted', paths: ['/sys/role'] },
      { type: 'alerts.read', unread: 0 },
      { type: 'window.focused' },
      { type: 'xstate.done.actor.countUnread', output: 3 },
      { type: 'xstate.error.actor.countUnread', error: failure },
      { type: 'xstate.after.countPause.unreadAlerts.awake.pausing' },
      { type: 'xstate.done.actor.awaitReader' },
      { type: 'xstate.error.actor.awaitReader', error: failure },
    ],
  },
];
