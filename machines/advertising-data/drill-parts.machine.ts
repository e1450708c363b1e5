import type { AdDataRow } from '#contracts/endpoints/ad-data.ts';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import { createExportMachine } from '../kernel/list/export.machine.ts';
import { createSavedViewsMachine } from '../kernel/list/saved-views.machine.ts';
import { createTableViewMachine } from '../kernel/list/table-view.machine.ts';
import { createDetailMachine } from '../kernel/page/detail.machine.ts';
import { createReportMachine, type ReportAnswer } from '../kernel/report/report.machine.ts';
import type { ReportQuery } from '../kernel/report/report-query.ts';
import type { DimsIn, ReportRow } from '../kernel/report/report-tree.ts';
import { createTrendMachine, type TrendAnswer } from '../kernel/report/trend.machine.ts';
import type { TrendStep } from '../kernel/report/trend-query.ts';
import {
  COMPARED_METRICS,
  DRILL_PAGES,
  type DrillDimension,
  type DrillFilters,
  type DrillPage,
  drillQueries,
  drillTrendQuery,
  drillViewQueries,
} from './drill-query.ts';

type Dims = AdDataRow['dims'];
type Material = Pick<NonNullable<Dims['material']>, 'id' | 'label' | 'cover_url'>;

/** A row of metrics with its dimensions. */
export type DrillRow = ReportRow<DimsIn<Omit<Dims, 'material'> & { material: Material }>>;

/** The object of a row, which can be chosen unless it is deleted. */
export const choosableIdOf = ({ dims }: DrillRow): number | undefined => {
  const entity = (dims.campaign ?? dims.ad_group ?? dims.ad)?.base;
  return entity && entity.status !== 'DELETED' ? entity.id : undefined;
};

/** Metrics whose columns the table of a page shows by default, in order. */
const ENTITY_METRICS: readonly MetricKey[] = [
  'spend',
  'impressions',
  'ctr_link',
  'cpm',
  'new_users',
  'cpi',
  'first_payers',
  'cost_per_payer',
  'revenue',
  'roi',
  'roi_d0',
];
const OWNER_METRICS: readonly MetricKey[] = [
  'campaigns_running',
  'spend',
  'new_users',
  'cpi',
  'orders',
  'first_payers',
  'cost_per_payer',
  'revenue',
  'roi',
  'roi_d0',
  'roi_d7',
  'profit',
];
export const usualDrillMetrics: Record<DrillPage, readonly MetricKey[]> = {
  user: ['accounts', ...OWNER_METRICS],
  account: OWNER_METRICS,
  campaign: ENTITY_METRICS,
  group: ENTITY_METRICS,
};

/** The metrics that are loaded when a page opens. */
export const openingDrillMetrics = Object.fromEntries(
  DRILL_PAGES.map((page) => [page, [...new Set([...usualDrillMetrics[page], ...COMPARED_METRICS])]] as const),
) as Record<DrillPage, MetricKey[]>;

const createReport = (page: DrillPage, id: string, description: string) =>
  createReportMachine<DrillFilters, DrillRow, ReportAnswer<DrillRow>>({
    id,
    description,
    query: drillQueries[page],
    opening: openingDrillMetrics[page],
    idOf: choosableIdOf,
  });

export const userReport = createReport('user', 'userReport', 'Metrics by user, or by department and user.');
export const accountReport = createReport('account', 'accountReport', 'Metrics by ad account.');
export const campaignReport = createReport('campaign', 'campaignReport', 'Metrics of the campaigns of one account.');
export const groupReport = createReport('group', 'groupReport', 'Metrics of the ad groups or ads of one campaign.');

export const drillTrend = createTrendMachine<DrillFilters>({
  id: 'drillTrend',
  description: 'Metrics over time beside those of the drill-down.',
  query: drillTrendQuery,
});

export const drillExport = createExportMachine<ReportQuery<DrillFilters>>({ id: 'drillExport', description: 'The metrics as a file.' });

export const drillTableView = createTableViewMachine({
  id: 'drillTableView',
  description: "The user's settings of the metrics table.",
});

export const drillAdTableView = createTableViewMachine({
  id: 'drillAdTableView',
  description: "The user's settings of the metrics table of ads.",
});

const createViews = (page: DrillPage, id: string, description: string) =>
  createSavedViewsMachine({ id, description, query: drillViewQueries[page] });

export const userDataViews = createViews('user', 'userDataViews', 'Saved views of the metrics of users.');
export const accountDataViews = createViews('account', 'accountDataViews', 'Saved views of the metrics of ad accounts.');
export const campaignDataViews = createViews('campaign', 'campaignDataViews', 'Saved views of the metrics of campaigns, for all accounts.');
export const groupDataViews = createViews('group', 'groupDataViews', 'Saved views of the metrics of ad groups and ads, for all campaigns.');

/** The page and query of the drill-down. */
export interface DrillPlace {
  page: DrillPage;
  query: ReportQuery<DrillFilters>;
}

/** The parents of the rows. */
export interface DrillParent {
  /** One of the parents is gone or hidden from the user. */
  missing: boolean;
  /** Names by level; absent for parents that are neither named in the address nor known otherwise. */
  names: { user?: Named; account?: Named; campaign?: Named; group?: Named };
  /** Metrics of the innermost parent over the same days and filters; undefined if they cannot be compared. */
  figures: Record<string, number | null> | undefined;
  /** The campaigns of the account that spent most, whichever page of the table is shown; only of the page of campaigns. */
  campaigns?: { rows: DrillCampaign[]; total: number };
  /** Whether the account is hosted. */
  isHosted: boolean;
  /** The batch that is still creating the shown objects. */
  publishing: number | undefined;
  /** Whether the ad group has no ads. */
  isEmpty: boolean;
}

/** A campaign in the chart of spend and return. */
export interface DrillCampaign extends Named {
  /** Name of its drama or product; undefined without one, or where the campaign is no longer visible. */
  content: string | undefined;
  spend: number | null;
  roi: number | null;
}

export interface Named {
  id: number;
  name: string;
}

export const drillParent = createDetailMachine<DrillPlace, DrillParent>({
  id: 'drillParent',
  description: 'The parents of the rows: their names and metrics.',
});

/** The row whose metrics are shown over time. */
export interface RowTrendSubject {
  dimension: DrillDimension;
  id: number;
  name: string;
  query: ReportQuery<DrillFilters>;
  step: TrendStep;
}

export const rowTrend = createDetailMachine<RowTrendSubject, TrendAnswer>({
  id: 'rowTrend',
  description: 'Metrics of one row over time.',
});
