import type { MachineWalk } from '../kernel/machine-walk.ts';
import { localeMachine } from './locale.machine.ts';

export const walks: MachineWalk[] = [
  {
    machine: localeMachine,
    input: { language: { name: 'zh-cn' } },
    events: [
      { type: 'locale.chosen', locale: 'en' },
      { type: 'locale.chosen', locale: 'zh-cn' },
      { type: 'locale.changedElsewhere', locale: 'en' },
      { type: 'locale.changedElsewhere', locale: 'zh-cn' },
      { type: 'xstate.done.actor.loadLanguage', output: { name: 'en' } },
      { type: 'xstate.error.actor.loadLanguage', error: { message: 'no answer', traceId: '' } },
    ],
  },
];
