import type { MachineWalk } from '../kernel/machine-walk.ts';
import { paletteMachine } from './palette.machine.ts';

const record = { id: 1, label: 'Ada', detail: 'ada', path: '/sys/accounts', search: '?keyword=ada' };

export const walks: MachineWalk[] = [
  {
    machine: paletteMachine,
    events: [
      { type: 'palette.toggled' },
      { type: 'palette.dismissed' },
      { type: 'palette.keywordTyped', keyword: 'a' },
      { type: 'palette.keywordTyped', keyword: ' ' },
      { type: 'palette.retried' },
      { type: 'palette.choiceMade', choice: { kind: 'user', key: 'user:1', record } },
      { type: 'xstate.after.searchPause.palette.open.pausing' },
      { type: 'xstate.done.actor.findRecords', output: [{ kind: 'user', list: [record] }] },
      { type: 'xstate.error.actor.findRecords', error: { message: 'no answer', traceId: '' } },
    ],
  },
];
