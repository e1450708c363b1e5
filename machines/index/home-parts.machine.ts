import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { AlertRow, boardTop, boardSummary as summaryCall, boardTodo as todoCall } from '#contracts/endpoints/home.ts';
import type { SessionRow } from '#contracts/endpoints/session.ts';
import type { BizLine } from '#contracts/vocabulary/business-lines.ts';
import type { BatchRow } from '../kernel/batch/batch-standing.ts';
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

/** Nothing narrows it. */
export type Whole = 'all';

export const boardScopes = ['mine', 'team'] as const;

/** What the board is about: one line of business, of the reader or of everybody the reader leads. */
export interface BoardOf {
  biz: BizLine;
  scope: (typeof boardScopes)[number];
}

export type BoardSummary = ReplyOf<typeof summaryCall>;

/** Numbers by hour of a day, or by day; `key` tells the lines of one metric apart. */
export interface BoardTrend {
  x: string[];
  lines: { key: string; metric: string; data: (number | null)[] }[];
  /** First date whose numbers will still change. */
  provisionalFrom: string;
  /** Only by hour: whose clock the hours are of, and the first of which today is not known in full. */
  clock?: { timezone: string; movingFrom: number };
}

export const topDimensions = ['drama', 'material', 'account'] as const;
export type TopDimension = (typeof topDimensions)[number];
export type TopRow = ReplyOf<typeof boardTop>['list'][number];

export type Todo = ReplyOf<typeof todoCall>;

export interface Alerts {
  rows: Pick<AlertRow, 'id' | 'level' | 'kind' | 'title' | 'body' | 'link' | 'read_at' | 'created_at'>[];
  unread: number;
}

export const boardSummary = createDetailMachine<BoardOf, BoardSummary>({
  id: 'boardSummary',
  description: 'Today until now, beside yesterday until the same hour.',
});
export const boardHours = createDetailMachine<BoardOf, BoardTrend>({
  id: 'boardHours',
  description: 'Spend by hour: today, yesterday and the mean of seven days.',
});
export const boardDays = createDetailMachine<BoardOf, BoardTrend>({
  id: 'boardDays',
  description: 'Spend and return of the last 14 days.',
});
export const boardTops = createDetailMachine<BoardOf, Record<TopDimension, TopRow[]>>({
  id: 'boardTops',
  description: 'What most was spent on in the last 7 days.',
});
export const boardTodo = createDetailMachine<Whole, Todo>({ id: 'boardTodo', description: 'What waits for a hand.' });
export const homeAlerts = createDetailMachine<Whole, Alerts>({ id: 'homeAlerts', description: 'What happened, unread first.' });
export const runningBatches = createDetailMachine<Whole, BatchRow[]>({
  id: 'homeBatches',
  description: 'Batches of the reader that run.',
});
export const ownOperations = createDetailMachine<Whole, OwnOperation[]>({
  id: 'ownOperations',
  description: 'What the reader did lately.',
});
export const ownSessions = createDetailMachine<Whole, SessionRow[]>({ id: 'ownSessions', description: 'Where the reader is signed in.' });

/** Alerts by their ids, or all of them. */
export type Reading = { ids: number[] } | { all: true };

export const readAlerts = createCommandMachine<Reading, { unread: number }>({
  id: 'readAlerts',
  description: 'Alerts are marked as read.',
});
export const endOthers = createCommandMachine<{ count: number }, { ended: number }>({
  id: 'endOthers',
  description: 'Every other session of the reader ends.',
});
