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
      { type: 'xstate.done.actor.checkAgain', output: undefined },
      { type: 'xstate.error.actor.checkAgain', error: new Error('nobody answers') },
      { type: 'xstate.after.checkAgain.connection.offline.waiting' },
      { type: 'xstate.after.backOnline.connection.backOnline' },
    ],
  },
];
