import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import { createExportMachine } from '../kernel/list/export.machine.ts';
import { createListMachine, type ListAnswer } from '../kernel/list/list.machine.ts';
import type { ListQuery } from '../kernel/list/list-query.ts';
import { createSavedViewsMachine } from '../kernel/list/saved-views.machine.ts';
import { createTableViewMachine } from '../kernel/list/table-view.machine.ts';
import type { DataFreshness, ReportRow } from '../kernel/report/report-tree.ts';
import type { EntityRow } from '../parts/launches/entity-rows.ts';
import { type LaunchFilters, launchQueries } from '../parts/launches/launch-query.ts';

type Figures = Pick<ReportRow, 'm' | 'mature' | 'running'>;

/** Totals of all matching objects, computed from the facts; separately those of deleted objects, which are not listed. */
export type LaunchTotals = Figures & { deleted?: Figures };

export interface LaunchAnswer extends ListAnswer<EntityRow, LaunchTotals>, DataFreshness {
  /** First date whose numbers will still change. */
  provisionalFrom: string;
}

const createList = (level: EntityLevel, id: string, description: string) =>
  createListMachine<EntityRow, LaunchFilters, number, LaunchAnswer>({
    id,
    description,
    query: launchQueries[level],
    rowId: (row) => row.id,
  });

export const campaignList = createList('campaign', 'campaignList', 'Campaigns with their metrics, as the address specifies them.');
export const groupList = createList('ad_group', 'groupList', 'Ad groups with their metrics, as the address specifies them.');
export const launchedAdList = createList('ad', 'launchedAdList', 'Ads with their metrics, as the address specifies them.');

const createExport = (id: string, description: string) => createExportMachine<ListQuery<LaunchFilters>>({ id, description });

export const campaignExport = createExport('campaignExport', 'The campaigns as a file.');
export const groupExport = createExport('groupExport', 'The ad groups as a file.');
export const launchedAdExport = createExport('launchedAdExport', 'The ads as a file.');

const createTableView = (id: string, description: string) => createTableViewMachine({ id, description });

export const campaignTableView = createTableView('campaignTableView', "The user's settings of the table of campaigns.");
export const groupTableView = createTableView('groupTableView', "The user's settings of the table of ad groups.");
export const launchedAdTableView = createTableView('launchedAdTableView', "The user's settings of the table of ads.");

const createViews = (level: EntityLevel, id: string, description: string) =>
  createSavedViewsMachine({ id, description, query: launchQueries[level] });

export const campaignViews = createViews('campaign', 'campaignViews', 'Saved views of the campaigns.');
export const groupViews = createViews('ad_group', 'groupViews', 'Saved views of the ad groups.');
export const launchedAdViews = createViews('ad', 'launchedAdViews', 'Saved views of the ads.');
