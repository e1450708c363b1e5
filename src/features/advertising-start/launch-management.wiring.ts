import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import {
  adLaunches,
  campaignLaunches,
  groupLaunches,
  type LaunchTab,
  launchManagementMachine,
} from '#machines/advertising-start/launch-management.machine.ts';
import {
  campaignExport,
  campaignList,
  campaignTableView,
  campaignViews,
  groupExport,
  groupList,
  groupTableView,
  groupViews,
  type LaunchAnswer,
  launchedAdExport,
  launchedAdList,
  launchedAdTableView,
  launchedAdViews,
} from '#machines/advertising-start/launch-parts.machine.ts';
import type { ExportSubject } from '#machines/kernel/list/export.machine.ts';
import type { ListRequest } from '#machines/kernel/list/list.machine.ts';
import type { ListQuery } from '#machines/kernel/list/list-query.ts';
import { savedViewsWith, viewCallsOfTab } from '#machines/kernel/list/saved-views-with.ts';
import { tableViewWith } from '#machines/kernel/list/table-view-with.ts';
import type { EntityRow } from '#machines/parts/launches/entity-rows.ts';
import type { LaunchFilters } from '#machines/parts/launches/launch-query.ts';
import { adPickers } from '#src/parts/launches/ad-pickers.wiring.ts';
import { launchRedo } from '#src/parts/launches/launch-redo.wiring.ts';
import { launchActions } from '#src/parts/launches/launches.wiring.ts';
import { saveFile } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { exportActors } from '#src/services/export-actors.ts';
import { exportEntities, listAdGroups, listAds, listCampaigns } from '#src/services/launches.service.ts';
import { exportRequest, pageRequest } from '#src/services/paging.ts';
import * as prefs from '#src/services/prefs.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import * as views from '#src/services/views.service.ts';

const PATH = '/advertising/start';

type Question = ListRequest<LaunchFilters>;
type ListCall = typeof listCampaigns | typeof listAdGroups | typeof listAds;
type CallRequest = Parameters<typeof listCampaigns>[0];
type Reply = Awaited<ReturnType<ListCall>>;

/** Without days in the address, the request is for the current day of each account. */
const toRequestFilters = (filters: LaunchFilters) => ({
  ...filters,
  ...(filters.date_from === undefined && { date_mode: 'account_today' as const }),
});

const toListRequest = (query: ListQuery<LaunchFilters>) => pageRequest({ ...query, filters: toRequestFilters(query.filters) });

const toAnswer = ({ list: rows, total, totals, as_of, newest_at, provisional_from, warnings }: Reply): LaunchAnswer => ({
  rows: rows as EntityRow[],
  total,
  totals,
  asOf: as_of,
  newestAt: newest_at,
  provisionalFrom: provisional_from,
  warnings,
});

// The sort fields depend on the level; the three calls are otherwise the same.
const loadRowsWith = (call: ListCall): PromiseActorLogic<LaunchAnswer, Question> =>
  fromPromise(async ({ input, signal }) => toAnswer(await (call as typeof listCampaigns)(toListRequest(input) as CallRequest, signal)));

const fileOf = (level: EntityLevel) =>
  exportActors({
    call: exportEntities,
    toRequest: ({ query, columns }: ExportSubject<ListQuery<LaunchFilters>>) =>
      ({
        level,
        ...exportRequest({ ...query, filters: toRequestFilters(query.filters) }, [...columns], currentLocale()),
      }) as Parameters<typeof exportEntities>[0],
    save: saveFile,
  });

/** Saved views of each tab are kept apart. */
const viewCalls = (tab: LaunchTab) => viewCallsOfTab({ ...views, simpleRoles }, { tab, isFirst: tab === 'campaign' });

const shared = { launchActions: launchActions, redo: launchRedo, pickers: adPickers };

/** Provides launches with all actors. */
export const launchManagement = launchManagementMachine.provide({
  actors: {
    campaign: campaignLaunches.provide({
      actors: {
        ...shared,
        list: campaignList.provide({ actors: { loadRows: loadRowsWith(listCampaigns) } }),
        export: campaignExport.provide({ actors: fileOf('campaign') }),
        tableView: tableViewWith(campaignTableView, PATH, prefs),
        views: savedViewsWith(campaignViews, PATH, viewCalls('campaign')),
      },
    }),
    group: groupLaunches.provide({
      actors: {
        ...shared,
        list: groupList.provide({ actors: { loadRows: loadRowsWith(listAdGroups) } }),
        export: groupExport.provide({ actors: fileOf('ad_group') }),
        tableView: tableViewWith(groupTableView, `${PATH}:group`, prefs),
        views: savedViewsWith(groupViews, PATH, viewCalls('group')),
      },
    }),
    ad: adLaunches.provide({
      actors: {
        ...shared,
        list: launchedAdList.provide({ actors: { loadRows: loadRowsWith(listAds) } }),
        export: launchedAdExport.provide({ actors: fileOf('ad') }),
        tableView: tableViewWith(launchedAdTableView, `${PATH}:ad`, prefs),
        views: savedViewsWith(launchedAdViews, PATH, viewCalls('ad')),
      },
    }),
  },
});
