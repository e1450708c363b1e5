import type { Failure } from '../form/faults.ts';
import type { PageSize, Sort } from '../list/list-query.ts';
import type { RefreshSeconds } from '../page/freshness.ts';
import type { HistoryStep } from '../page/page-contract.ts';
import type { Days, ReportQuery, ReportRequest } from './report-query.ts';
import type { Branches, ReportAnswer, ReportRow } from './report-tree.ts';

/** A chosen row: its path in the tree and the id of its object. */
export interface ChosenRow {
  path: string;
  id: number;
}

/** The input of loading child rows: the rows from the outermost down to the unfolded one. */
export interface BranchRequest<Filters, Row> {
  query: ReportRequest<Filters>;
  chain: [Row, ...Row[]];
}

export interface ReportContext<Filters, Row extends ReportRow, Answer extends ReportAnswer<Row>> {
  query: ReportQuery<Filters>;
  /** Keys of the columns and metrics that are needed besides those the report opens with. */
  needed: readonly string[];
  /** Paths of the unfolded rows. */
  expanded: string[];
  /** Paths of unfolded rows whose children are still to be loaded, one after the other. */
  queued: string[];
  /** Path of the row whose children are being loaded. */
  loadingPath: string | undefined;
  /** The newest answers: the outermost rows, the rows below unfolded ones by path, and the query they belong to. */
  answer: { page: Answer; branches: Branches<Row>; queryKey: string } | undefined;
  failure: Failure | undefined;
  /** Number of failed loads in a row. */
  failures: number;
  /** Whether the report is on the screen. */
  watched: boolean;
  /** Interval of automatic refreshes; 0: never. */
  autoRefresh: RefreshSeconds;
  /** Chosen rows, including those of other pages. */
  chosen: ChosenRow[];
  /** Rows of all pages that can be chosen, while they are loading, the page that is next, and the number of all rows. */
  gathered: { rows: ChosenRow[]; page: number; total: number };
  /** Load failures of unfolded rows, by path. */
  branchFailures: Record<string, Failure>;
}

export type ReportEvent<Filters> =
  | { type: 'report.located'; search: string }
  | { type: 'report.rangeChosen'; dateFrom: string; dateTo: string }
  /** The current day in each account's time zone. */
  | { type: 'report.accountTodayChosen' }
  /** Only some days of the period, or all of them again. */
  | { type: 'report.onlyChosen'; only: Days | undefined }
  | { type: 'report.groupsChosen'; groupBy: string[] }
  | { type: 'report.compareChosen'; compare: boolean }
  | { type: 'report.filtersChosen'; filters: Filters }
  /** A filter named an object that does not exist or that the user may not see; the other filters are left. */
  | { type: 'report.filtersRefused'; left: Filters }
  | { type: 'report.sortChosen'; sort: Sort | undefined }
  | { type: 'report.pageChosen'; page: number }
  | { type: 'report.pageSizeChosen'; pageSize: PageSize }
  /** A named set of columns; numbers that are missing are loaded. */
  | { type: 'report.presetChosen'; preset: string | undefined }
  /** The columns that the user has chosen, and metrics of charts. Other keys are ignored. */
  | { type: 'report.metricsNeeded'; needed: readonly string[] }
  | { type: 'report.refreshRequested' }
  /** Sent by the clock: reloads quietly, and only while nothing has failed. */
  | { type: 'report.refreshDue' }
  | { type: 'report.autoRefreshChosen'; seconds: RefreshSeconds }
  /** The report is on the screen, again or for the first time. */
  | { type: 'report.seen' }
  /** The report is no longer on the screen. */
  | { type: 'report.left' }
  | { type: 'report.rowToggled'; path: string }
  | { type: 'report.rowsChosen'; chosen: ChosenRow[] }
  /** The outermost rows of all pages are chosen, so they are loaded first. */
  | { type: 'report.allRequested' }
  | { type: 'report.branchRetried'; path: string };

export type ReportFact =
  | { type: 'report.moved'; search: string; how: HistoryStep }
  /** The clock reloads the numbers, and the parts beside the report reload with it. */
  | { type: 'report.refreshStarted' };
