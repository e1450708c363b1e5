import { boardMissed, boardPacing, boardSummary, boardTodo, boardTop, boardTrend } from '#contracts/endpoints/home.ts';
import { defineCall } from '../call.ts';
import { loadSummary } from './board-cards.ts';
import { viewerOf } from './board-days.ts';
import { loadMissed } from './board-missed.ts';
import { loadPacing } from './board-pacing.ts';
import { loadTodo } from './board-todo.ts';
import { loadBoardTop, loadBoardTrend } from './board-trend.ts';

/** One call per block of the home page, so that the failure of one does not affect the others. */
export const boardCalls = [
  defineCall({
    endpoint: boardSummary,
    audit: 'read',
    handle: (context, { biz, scope }) => loadSummary(context, viewerOf(context.caller, scope), biz),
  }),
  defineCall({ endpoint: boardTrend, audit: 'read', handle: loadBoardTrend }),
  defineCall({ endpoint: boardTop, audit: 'read', handle: loadBoardTop }),
  defineCall({ endpoint: boardPacing, audit: 'read', handle: loadPacing }),
  defineCall({ endpoint: boardTodo, audit: 'read', handle: loadTodo }),
  defineCall({ endpoint: boardMissed, audit: 'read', handle: loadMissed }),
];
