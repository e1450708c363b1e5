import { commandWalk, detailWalk, failure, pageWalk } from '../kernel/kernel.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { endOthers, homeMachine, ownOperations, ownSessions } from './home.machine.ts';

const operation = {
  id: 1,
  at: '2026-11-20T08:00:00Z',
  action: '/login',
  action_label: { zh: '登录', en: 'Sign in' },
  summary: '',
  ok: true,
};

export const walks: MachineWalk[] = [
  pageWalk(homeMachine, [
    { type: 'endOthers.done', subject: { count: 2 }, result: { ended: 2 } },
    { type: 'xstate.after.refreshPause.home.shown' },
    { type: 'xstate.done.actor.awaitReader' },
    { type: 'xstate.error.actor.awaitReader', error: failure },
  ]),
  detailWalk(ownOperations, 'all', [operation]),
  detailWalk(ownSessions, 'all', []),
  commandWalk(endOthers, { count: 2 }, { ended: 2 }),
];
