import type { MachineWalk } from '../kernel/machine-walk.ts';
import { releaseMachine } from './release.machine.ts';

const reloading: MachineWalk['events'] = [
  { type: 'release.reloadRequested', unsettled: true },
  { type: 'release.reloadRequested', unsettled: false },
  { type: 'release.reloadConfirmed' },
  { type: 'release.reloadCancelled' },
];

export const walks: MachineWalk[] = [
  {
    machine: releaseMachine,
    input: { current: 'a1' },
    events: [
      ...reloading,
      { type: 'window.shown' },
      { type: 'xstate.after.minCheckInterval.release.knowledge.fresh' },
      { type: 'xstate.after.checkInterval.release.knowledge.current' },
      { type: 'xstate.done.actor.findRelease', output: { release: 'a1' } },
      { type: 'xstate.done.actor.findRelease', output: { release: 'b2' } },
      { type: 'xstate.error.actor.findRelease', error: new Error('no network') },
    ],
  },
];
