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

/** Of everything that matches, made anew from the facts; and apart from it, of what was deleted and is not listed. */
export type LaunchTotals = Figures & { deleted?: Figures };

export interface LaunchAnswer extends ListAnswer<EntityRow, LaunchTotals>, DataFreshness {
  /** From this day on the numbers will still change. */
  provisionalFrom: string;
}

const listOf = (level: EntityLevel, id: string, description: string) =>
  createListMachine<EntityRow, LaunchFilters, number, LaunchAnswer>({
    id,
    description,
    query: launchQueries[level],
    rowId: (row) => row.id,
  });

export const campaignList = listOf('campaign', 'campaignList', 'Campaigns with their numbers, as the address asks for them.');
export const groupList = listOf('ad_group', 'groupList', 'Ad groups with their numbers, as the address asks for them.');
export const launchedAdList = listOf('ad', 'launchedAdList', 'Ads with their numbers, as the address asks for them.');

const exportOf = (id: string, description: string) => createExportMachine<ListQuery<LaunchFilters>>({ id, description });

export const campaignExport = exportOf('campaignExport', 'The campaigns as a file.');
export const groupExport = exportOf('groupExport', 'The ad groups as a file.');
export const launchedAdExport = exportOf('launchedAdExport', 'The ads as a file.');

const tableViewOf = (id: string, description: string) => createTableViewMachine({ id, description });

export const campaignTableView = tableViewOf('campaignTableView', 'How the reader wants the table of campaigns to look.');
export const groupTableView = tableViewOf('groupTableView', 'How the reader wants the table of ad groups to look.');
export const launchedAdTableView = tableViewOf('launchedAdTableView', 'How the reader wants the table of ads to look.');

const viewsOf = (level: EntityLevel, id: string, description: string) =>
  createSavedViewsMachine({ id, description, query: launchQueries[level] });

export const campaignViews = viewsOf('campaign', 'campaignViews', 'Saved views of the campaigns.');
export const groupViews = viewsOf('ad_group', 'groupViews', 'Saved views of the ad groups.');
export const launchedAdViews = viewsOf('ad', 'launchedAdViews', 'Saved views of the ads.');
