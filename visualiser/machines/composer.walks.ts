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
      { type: 'payload.changed', text: '{' },
      { type: 'payload.changed', text: '{}' },
      { type: 'event.submitted' },
      { type: 'entries.received', entries: [entry, { ...entry, to: 'x:2' }] },
      { type: 'xstate.after.confirmationTimeout.composer.open.sent' },
      { type: 'xstate.after.doubleClick.composer.open.confirmed.recent' },
    ],
    distinguish: ({ target, type, text }: { target: string; type: string; text: string }) => [target, type, text],
  },
];
