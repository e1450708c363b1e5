import type { MachineWalk } from '#machines/kernel/machine-walk.ts';
import { composerMachine } from './composer.machine.ts';

const entry = { seq: 9, at: 1, kind: 'event', to: 'x:1', event: { type: 'theme.toggled' } };

export const walks: MachineWalk[] = [
  {
    machine: composerMachine,
    input: { target: 'x:1' },
    events: [
      { type: 'composer.toggled' },
      { type: 'target.changed', key: 'x:1' },
      { type: 'target.changed', key: 'x:2' },
      { type: 'type.chosen', name: 'theme.toggled' },
      { type: 'payload.typed', text: '{' },
      { type: 'payload.typed', text: '{}' },
      { type: 'submitted' },
      { type: 'entries.arrived', entries: [entry, { ...entry, to: 'x:2' }] },
      { type: 'xstate.after.UNSEEN_MS.composer.open.underWay' },
      { type: 'xstate.after.AGAIN_MS.composer.open.seen.just' },
    ],
    distinguish: ({ target, type, text }: { target: string; type: string; text: string }) => [target, type, text],
  },
];
