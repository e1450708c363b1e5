import type { MachineWalk } from '../kernel/machine-walk.ts';
import { connectionMachine } from './connection.machine.ts';

export const walks: MachineWalk[] = [
  {
    machine: connectionMachine,
    input: { isOnline: true },
    events: [
      { type: 'network.lost' },
      { type: 'network.found' },
      { type: 'call.unanswered' },
      { type: 'call.answered' },
      { type: 'xstate.done.actor.reachServer', output: undefined },
      { type: 'xstate.error.actor.reachServer', error: new Error('nobody answers') },
      { type: 'xstate.done.actor.askAgain', output: undefined },
      { type: 'xstate.error.actor.askAgain', error: new Error('nobody answers') },
      { type: 'xstate.after.askAgain.connection.offline.waiting' },
      { type: 'xstate.after.backOnline.connection.backOnline' },
    ],
  },
];
