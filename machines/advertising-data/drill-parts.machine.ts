import type { AdDataRow } from '#contracts/endpoints/ad-data.ts';
import { createExportMachine } from '../kernel/list/export.machine.ts';
import { createSavedViewsMachine } from '../kernel/list/saved-views.machine.ts';
import { createTableViewMachine } from '../kernel/list/table-view.machine.ts';
import { createDetailMachine } from '../kernel/page/detail.machine.ts';
import { createReportMachine, type ReportAnswer } from '../kernel/report/report.machine.ts';
import type { ReportQuery } from '../kernel/report/report-query.ts';
import type { DimsIn, ReportRow } from '../kernel/report/report-tree.ts';
import { createTrendMachine, type TrendAnswer } from '../kernel/report/trend.machine.ts';
import type { TrendStep } from '../kernel/report/trend-query.ts';
import { type DrillDimension, type DrillFilters, type DrillPage, drillQueries, drillTrendQuery, drillViewQueries } from './drill-query.ts';

/** A line of figures with what it is of. */
export type DrillRow = ReportRow<DimsIn<AdDataRow['dims']>>;

const reportOf = (page: DrillPage, id: string, description: string) =>
  createReportMachine<DrillFilters, DrillRow, ReportAnswer<DrillRow>>({ id, description, query: drillQueries[page] });

export const userReport = reportOf('user', 'userReport', 'Figures by person, or by department and person.');
export const accountReport = reportOf('account', 'accountReport', 'Figures by ad account.');
export const campaignReport = reportOf('campaign', 'campaignReport', 'Figures of the campaigns of one account.');
export const groupReport = reportOf('group', 'groupReport', 'Figures of the ad groups or ads of one campaign.');

export const drillTrend = createTrendMachine<DrillFilters>({
  id: 'drillTrend',
  description: 'Figures over time beside those of the drill-down.',
  query: drillTrendQuery,
});

export const drillExport = createExportMachine<ReportQuery<DrillFilters>>({ id: 'drillExport', description: 'The figures as a file.' });

export const drillTableView = createTableViewMachine({
  id: 'drillTableView',
  description: 'How the reader wants the table of figures to look.',
});

export const drillAdTableView = createTableViewMachine({
  id: 'drillAdTableView',
  description: 'How the reader wants the table of the figures of ads to look.',
});

const viewsOf = (page: DrillPage, id: string, description: string) =>
  createSavedViewsMachine({ id, description, query: drillViewQueries[page] });

export const userDataViews = viewsOf('user', 'userDataViews', 'Saved views of the figures of people.');
export const accountDataViews = viewsOf('account', 'accountDataViews', 'Saved views of the figures of ad accounts.');
export const campaignDataViews = viewsOf(
  'campaign',
  'campaignDataViews',
  'Saved views of the figures of campaigns, whichever account they are of.',
);
export const groupDataViews = viewsOf(
  'group',
  'groupDataViews',
  'Saved views of the figures of ad groups and ads, whichever campaign they are of.',
);

/** Where the drill-down stands. */
export interface DrillPlace {
  page: DrillPage;
  query: ReportQuery<DrillFilters>;
}

/** What stands above the rows. */
export interface DrillParent {
  /** One of them is gone, or the reader may not see it. */
  missing: boolean;
  /** By kind; those that the address does not name, and cannot be told otherwise, are not there. */
  names: { user?: Named; account?: Named; campaign?: Named; group?: Named };
  /** Of the innermost of them, over the same days and filters; undefined where there is nothing to compare with. */
  figures: Record<string, number | null> | undefined;
  /** The account is run for somebody else. */
  isHosted: boolean;
  /** The batch that still creates what is shown. */
  publishing: number | undefined;
  /** The ad group has no ads. */
  isEmpty: boolean;
}

export interface Named {
  id: number;
  name: string;
}

export const drillParent = createDetailMachine<DrillPlace, DrillParent>({
  id: 'drillParent',
  description: 'What stands above the rows: its names, and the figures that theirs come to.',
});

/** Whose figures are looked at over time. */
export interface RowTrendSubject {
  dimension: DrillDimension;
  id: number;
  name: string;
  query: ReportQuery<DrillFilters>;
  step: TrendStep;
}

export const rowTrend = createDetailMachine<RowTrendSubject, TrendAnswer>({
  id: 'rowTrend',
  description: 'Figures of one row over time.',
});
