import { boardSummary, boardTodo, boardTop, boardTrend } from '#contracts/endpoints/home.ts';
import { defineCall } from '../call.ts';
import { summaryOf } from './board-cards.ts';
import { viewerOf } from './board-days.ts';
import { todoOf } from './board-todo.ts';
import { boardTopOf, boardTrendOf } from './board-trend.ts';

/** The blocks of the home page, each a call of its own, so that one of them can fail. */
export const boardCalls = [
  defineCall({
    endpoint: boardSummary,
    audit: 'read',
    handle: (context, { biz, scope }) => summaryOf(context, viewerOf(context.caller, scope), biz),
  }),
  defineCall({ endpoint: boardTrend, audit: 'read', handle: boardTrendOf }),
  defineCall({ endpoint: boardTop, audit: 'read', handle: boardTopOf }),
  defineCall({ endpoint: boardTodo, audit: 'read', handle: todoOf }),
];
