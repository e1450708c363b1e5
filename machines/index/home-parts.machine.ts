import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type {
  boardTop,
  boardMissed as missedCall,
  boardPacing as pacingCall,
  boardSummary as summaryCall,
  boardTodo as todoCall,
} from '#contracts/endpoints/home.ts';
import type { SessionRow } from '#contracts/endpoints/session.ts';
import type { BizLine } from '#contracts/vocabulary/business-lines.ts';
import type { BatchRow } from '../kernel/batch/order-status.ts';
import { createCommandMachine } from '../kernel/page/command.machine.ts';
import { createDetailMachine } from '../kernel/page/detail.machine.ts';

export interface OwnOperation {
  id: number;
  at: string;
  action: string;
  action_label: { zh: string; en: string };
  summary: string;
  ok: boolean;
}

/** The subject of details without parameters. */
export type NoSubject = 'all';

export const boardScopes = ['mine', 'team'] as const;

/** The scope of the board: one business line, of the user alone or of all users they lead. */
export interface BoardScope {
  biz: BizLine;
  scope: (typeof boardScopes)[number];
}

export type BoardSummary = ReplyOf<typeof summaryCall>;

/** Metrics by hour of a day or by day; `key` distinguishes the lines of one metric. */
export interface BoardTrend {
  x: string[];
  lines: { key: string; metric: string; data: (number | null)[] }[];
  /** First date whose numbers will still change. */
  provisionalFrom: string;
  /** Only by hour: the time zone of the hours, and the first hour of today that is not complete. */
  clock?: { timezone: string; movingFrom: number };
}

export type BoardPacing = ReplyOf<typeof pacingCall>;

export const topDimensions = ['drama', 'material', 'account'] as const;
export type TopDimension = (typeof topDimensions)[number];
export type TopRow = ReplyOf<typeof boardTop>['list'][number];

export type Todo = ReplyOf<typeof todoCall>;

export const boardSummary = createDetailMachine<BoardScope, BoardSummary>({
  id: 'boardSummary',
  description: 'Today until now, compared with yesterday until the same hour.',
});
export const boardHours = createDetailMachine<BoardScope, BoardTrend>({
  id: 'boardHours',
  description: 'Spend by hour: today, yesterday and the mean of seven days.',
});
export const boardDays = createDetailMachine<BoardScope, BoardTrend>({
  id: 'boardDays',
  description: 'Spend and return of the last 14 days.',
});
export const boardTops = createDetailMachine<BoardScope, Record<TopDimension, TopRow[]>>({
  id: 'boardTops',
  description: 'The objects with the highest spend of the last 7 days.',
});
export const boardPacing = createDetailMachine<BoardScope, BoardPacing>({
  id: 'boardPacing',
  description: 'Running daily budgets and how they are spent, by owner.',
});
export const boardTodo = createDetailMachine<NoSubject, Todo>({ id: 'boardTodo', description: 'The open tasks.' });
/** What happened since the last visit; `since` is undefined on the first one. */
export interface Missed {
  since: string | undefined;
  list: ReplyOf<typeof missedCall>['list'];
}

export const boardMissed = createDetailMachine<NoSubject, Missed>({
  id: 'boardMissed',
  description: 'What happened since the last visit.',
});
export const runningBatches = createDetailMachine<NoSubject, BatchRow[]>({
  id: 'homeBatches',
  description: "The user's running batches.",
});
export const ownOperations = createDetailMachine<NoSubject, OwnOperation[]>({
  id: 'ownOperations',
  description: "The user's latest operations.",
});
export const ownSessions = createDetailMachine<NoSubject, SessionRow[]>({ id: 'ownSessions', description: "The user's sessions." });

export const endOthers = createCommandMachine<{ count: number }, { ended: number }>({
  id: 'endOthers',
  description: 'Ends all other sessions of the user.',
});
