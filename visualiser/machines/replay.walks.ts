import type { MachineWalk } from '#machines/kernel/machine-walk.ts';
import { replayMachine } from './replay.machine.ts';

const recording = { format: 'xstate-recording', version: 1, title: 'x', startedAt: '2026-01-01T00:00:00.000Z', entries: [] };

export const walks: MachineWalk[] = [
  {
    machine: replayMachine,
    input: { place: { kind: 'overview' } },
    events: [
      { type: 'place.changed', place: { kind: 'recording' } },
      { type: 'source.chosen', source: { kind: 'clipboard' } },
      { type: 'xstate.done.actor.readRecording', output: { recording } },
      { type: 'xstate.done.actor.readRecording', output: { fault: { kind: 'notJson' } } },
      { type: 'xstate.error.actor.readRecording', error: { message: 'refused' } },
      { type: 'recording.saveRequested' },
      { type: 'recording.closed' },
      { type: 'fault.dismissed' },
    ],
  },
];
