import type { Failure } from '../form/faults.ts';
import type { PageSize, Sort } from '../list/list-query.ts';
import type { RefreshSeconds } from '../page/freshness.ts';
import type { HistoryStep } from '../page/page-contract.ts';
import type { Days, ReportQuery } from './report-query.ts';
import type { Branches, ReportAnswer, ReportRow } from './report-tree.ts';

/** A row somebody chose: its place in the tree, and what it is about. */
export interface ChosenRow {
  path: string;
  id: number;
}

/** Below which row more is asked for: the rows from the outermost down to it. */
export interface BranchQuestion<Filters, Row> {
  query: ReportQuery<Filters>;
  chain: [Row, ...Row[]];
}

export interface ReportContext<Filters, Row extends ReportRow, Answer extends ReportAnswer<Row>> {
  query: ReportQuery<Filters>;
  /** Paths of the rows that are unfolded. */
  expanded: string[];
  /** Unfolded rows whose children are to be asked for, one after the other. */
  wanted: string[];
  /** Whose children are being asked for. */
  asking: string | undefined;
  /** The newest answers: of the outermost rows, and below the unfolded ones by path; and which question they belong to. */
  answer: { page: Answer; branches: Branches<Row>; question: string } | undefined;
  failure: Failure | undefined;
  /** How often in a row an answer did not come. */
  failures: number;
  /** It is on the screen. */
  watched: boolean;
  /** How often numbers are asked for again by themselves; 0: never. */
  autoRefresh: RefreshSeconds;
  /** Also rows of other pages. */
  chosen: ChosenRow[];
  /** Why children did not come, by path. */
  branchFailures: Record<string, Failure>;
}

export type ReportEvent<Filters> =
  | { type: 'report.located'; search: string }
  | { type: 'report.rangeChosen'; dateFrom: string; dateTo: string }
  /** The current day of each account. */
  | { type: 'report.accountTodayChosen' }
  /** Of the days only some, or all of them again. */
  | { type: 'report.onlyChosen'; only: Days | undefined }
  | { type: 'report.groupsChosen'; groupBy: string[] }
  | { type: 'report.compareChosen'; compare: boolean }
  | { type: 'report.filtersChosen'; filters: Filters }
  | { type: 'report.sortChosen'; sort: Sort | undefined }
  | { type: 'report.pageChosen'; page: number }
  | { type: 'report.pageSizeChosen'; pageSize: PageSize }
  /** Which metrics are shown; the numbers are there already. */
  | { type: 'report.presetChosen'; preset: string | undefined }
  | { type: 'report.refreshRequested' }
  /** By the clock: done quietly, and only while all is well. */
  | { type: 'report.refreshDue' }
  | { type: 'report.autoRefreshChosen'; seconds: RefreshSeconds }
  /** The report is on the screen, again or for the first time. */
  | { type: 'report.seen' }
  /** Something else is on the screen now. */
  | { type: 'report.left' }
  | { type: 'report.rowToggled'; path: string }
  | { type: 'report.rowsChosen'; chosen: ChosenRow[] }
  | { type: 'report.branchRetried'; path: string };

export type ReportFact =
  | { type: 'report.moved'; search: string; how: HistoryStep }
  /** The clock asks for newer numbers: what stands beside them is to be as new. */
  | { type: 'report.fellDue' };
