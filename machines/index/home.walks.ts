import { commandWalk, detailWalk, failure, pageWalk } from '../kernel/kernel.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { homeMachine } from './home.machine.ts';
import {
  boardDays,
  boardHours,
  boardMissed,
  boardPacing,
  boardSummary,
  boardTodo,
  boardTops,
  endOthers,
  ownOperations,
  ownSessions,
  runningBatches,
} from './home-parts.machine.ts';

const operation = {
  id: 1,
  at: '2026-11-20T08:00:00Z',
  action: '/login',
  action_label: { zh: '登录', en: 'Sign in' },
  summary: '',
  ok: true,
};
const of = { biz: 'dj', scope: 'mine' };
const trend = { x: ['2026-11-20'], lines: [], provisionalFrom: '2026-11-19' };

export const walks: MachineWalk[] = [
  pageWalk(homeMachine, [
    { type: 'home.started', defaults: of },
    { type: 'home.boardChosen', chosen: { biz: 'ec' } },
    { type: 'page.located', search: '?scope=team' },
    { type: 'home.deliveryRequested' },
    { type: 'page.actionTaken' },
    { type: 'endOthers.done', subject: { count: 2 }, result: { ended: 2 } },
    { type: 'readAlerts.done', subject: { all: true }, result: { unread: 0 } },
    { type: 'xstate.after.refreshPause.home.shown' },
    { type: 'xstate.done.actor.awaitReader' },
    { type: 'xstate.error.actor.awaitReader', error: failure },
  ]),
  detailWalk(boardSummary, of, { cards: {} }),
  detailWalk(boardHours, of, trend),
  detailWalk(boardDays, of, trend),
  detailWalk(boardPacing, of, { totals: { budget_usd: 0 }, list: [], month: '2026-11-01' }),
  detailWalk(boardTops, of, { drama: [], material: [], account: [] }),
  detailWalk(boardTodo, 'all', { list: [], hosting: [], setup: [] }),
  detailWalk(boardMissed, 'all', { since: '2026-11-19T08:00:00Z', list: [] }),
  detailWalk(runningBatches, 'all', []),
  detailWalk(ownOperations, 'all', [operation]),
  detailWalk(ownSessions, 'all', []),
  commandWalk(endOthers, { count: 2 }, { ended: 2 }),
];
