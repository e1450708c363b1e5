import { failure } from '../kernel/kernel.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { runningBatchesMachine } from './running-batches.machine.ts';

export const walks: MachineWalk[] = [
  {
    machine: runningBatchesMachine,
    distinguish: ({ answer }: { answer?: { total: number } }) => answer?.total,
    events: [
      { type: 'running.started' },
      { type: 'batch.started' },
      { type: 'window.focused' },
      { type: 'running.opened', batchId: 7 },
      { type: 'progress.ended', batchId: 7, watched: true, okIds: [], failedIds: [] },
      { type: 'progress.resumed', batchId: 7 },
      { type: 'progress.failedChosen', ids: [] },
      { type: 'xstate.done.actor.loadRunning', output: { running: [{ id: 7, status: 'running' }], total: 1, ended: [] } },
      { type: 'xstate.done.actor.loadRunning', output: { running: [], total: 0, ended: [{ id: 7, status: 'partial' }] } },
      { type: 'xstate.error.actor.loadRunning', error: failure },
      { type: 'xstate.done.actor.pause' },
      { type: 'xstate.error.actor.pause', error: failure },
    ],
  },
];
