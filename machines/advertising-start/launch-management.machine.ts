import { type ActorRefFrom, assign, setup } from 'xstate';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import type { ExportFact } from '../kernel/list/export.machine.ts';
import type { ListFact } from '../kernel/list/list.machine.ts';
import type { ListQuery } from '../kernel/list/list-query.ts';
import type { SavedViewsFact } from '../kernel/list/saved-views.machine.ts';
import { readTableView, type TableViewFact } from '../kernel/list/table-view.machine.ts';
import { handleLocated, handleMoved, handleViewApplied, isViewApplicable, keepSearch } from '../kernel/page/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import { type RedoFact, readRedoBatch, withoutRedo } from '../kernel/page/redo.machine.ts';
import { createTabbedPageMachine } from '../kernel/page/tabbed-page.machine.ts';
import { tell, tellMoved, toChild } from '../kernel/tell.ts';
import { type AdPickersFact, adPickers, hasUnseen, isAdFilter, withoutUnseen } from '../parts/launches/ad-pickers.machine.ts';
import { type LaunchesFact, launchActions } from '../parts/launches/launch-actions.machine.ts';
import { type LaunchFilters, launchQueries } from '../parts/launches/launch-query.ts';
import { type LaunchOrder, launchRedo } from '../parts/launches/launch-redo.machine.ts';
import {
  campaignExport,
  campaignList,
  campaignTableView,
  campaignViews,
  groupExport,
  groupList,
  groupTableView,
  groupViews,
  launchedAdExport,
  launchedAdList,
  launchedAdTableView,
  launchedAdViews,
} from './launch-parts.machine.ts';

export type LaunchLevelEvent =
  | PageEvent
  | ListFact
  | SavedViewsFact
  | TableViewFact
  | LaunchesFact
  | AdPickersFact
  | RedoFact<'launchRedo', LaunchOrder>
  | ExportFact<'campaignExport', ListQuery<LaunchFilters>>
  | ExportFact<'groupExport', ListQuery<LaunchFilters>>
  | ExportFact<'launchedAdExport', ListQuery<LaunchFilters>>;

interface LevelParts {
  list: typeof campaignList;
  export: typeof campaignExport;
  tableView: typeof campaignTableView;
  views: typeof campaignViews;
}

/** The list of one level with metrics and all actions. */
function createLevelMachine(id: string, description: string, level: EntityLevel, { list, export: file, tableView, views }: LevelParts) {
  const query = launchQueries[level];
  const toList = toChild(list, 'list');
  const toLaunchActions = toChild(launchActions, 'launchActions');
  const toRedo = toChild(launchRedo, 'redo');
  const toTableView = toChild(tableView, 'tableView');
  const viewed = handleViewApplied(query);
  const filtersOf = ({ search }: PageInput) => query.read(search).filters;

  return setup({
    types: {} as {
      context: PageInput;
      events: LaunchLevelEvent;
      input: PageInput;
      children: {
        list: 'list';
        launchActions: 'launchActions';
        redo: 'redo';
        pickers: 'pickers';
        export: 'export';
        tableView: 'tableView';
        views: 'views';
      };
    },
    actors: { list, launchActions, redo: launchRedo, pickers: adPickers, export: file, tableView, views },
    guards: {
      isViewApplicable,
      hasRedo: ({ context: { search } }) => readRedoBatch(search) !== undefined,
      isFilteredByUnseen: ({ context }, unseen: Omit<AdPickersFact, 'type'>) => hasUnseen(filtersOf(context), unseen),
    },
    actions: {
      seeList: toList(() => ({ type: 'list.seen' })),
      leaveList: toList(() => ({ type: 'list.left' })),
      renewList: toList(() => ({ type: 'list.refreshDue' })),
      refreshList: toList(() => ({ type: 'list.refreshRequested' })),
      chooseRows: toList(({ ids }: { ids: number[] }) => ({ type: 'list.rowsChosen', ids })),
      refuseFilter: toList(({ filter, left }: { filter: AdPickersFact['filter']; left: LaunchFilters }) => ({
        type: 'list.filtersRefused',
        names: isAdFilter(filter) ? [filter] : [],
        left: isAdFilter(filter) ? { [filter]: left[filter] } : {},
      })),
      paceList: toList(({ view }: Pick<TableViewFact, 'view'>) => ({ type: 'list.autoRefreshChosen', seconds: view?.autoRefresh ?? 0 })),
      locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search })),
      seeLaunchActions: toLaunchActions(() => ({ type: 'launchActions.seen' })),
      leaveLaunchActions: toLaunchActions(() => ({ type: 'launchActions.left' })),
      redo: toRedo(({ search }: PageInput) => ({
        type: 'redo.requested',
        // Requested only if the address names a batch.
        subject: { batchId: readRedoBatch(search) ?? 0, level },
      })),
      openOrder: toLaunchActions(({ order }: { order: LaunchOrder }) => ({ type: 'launchActions.orderLoaded', order })),
      forgetRedo: assign(({ context: { search } }) => ({ search: withoutRedo(search) })),
      applyTable: toTableView(({ table }: { table: unknown }) => ({ type: 'view.applied', view: readTableView(table) })),
      keepSearch,
      tellMoved,
      tellBatchStarted: tell<PageInput, { batchId: number }>((_, { batchId }) => ({ type: 'page.batchStarted', batchId })),
    },
  }).createMachine({
    id,
    description,
    context: ({ input }) => input,
    invoke: [
      { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
      { id: 'launchActions', src: 'launchActions' },
      { id: 'redo', src: 'redo' },
      { id: 'pickers', src: 'pickers' },
      { id: 'export', src: 'export' },
      { id: 'tableView', src: 'tableView' },
      { id: 'views', src: 'views', input: ({ context }) => context },
    ],
    on: {
      'page.located': handleLocated,
      'page.seen': { actions: ['seeList', 'seeLaunchActions'] },
      'page.left': { actions: ['leaveList', 'leaveLaunchActions'] },
      'page.refreshRequested': { actions: 'refreshList' },
      'list.moved': handleMoved(query),
      'view.updated': { actions: { type: 'paceList', params: ({ event }) => event } },
      'views.applied': { ...viewed, actions: [...viewed.actions, { type: 'applyTable', params: ({ event }) => event }] },
      'adPickers.unseen': {
        guard: { type: 'isFilteredByUnseen', params: ({ event }) => event },
        actions: {
          type: 'refuseFilter',
          params: ({ context, event }) => ({ filter: event.filter, left: withoutUnseen(filtersOf(context), event) }),
        },
      },
      'launches.changed': { actions: 'renewList' },
      'launches.batchStarted': { actions: { type: 'tellBatchStarted', params: ({ event }) => event } },
      'launches.failedChosen': { actions: { type: 'chooseRows', params: ({ event }) => event } },
      'launchRedo.orderLoaded': {
        actions: [
          { type: 'chooseRows', params: ({ event }) => event.order },
          { type: 'openOrder', params: ({ event }) => event },
        ],
      },
    },
    initial: 'idle',
    states: {
      idle: { description: 'The address names no earlier order.', always: { guard: 'hasRedo', target: 'loadingOrder' } },
      loadingOrder: {
        description: 'The address names a batch to repeat: its order is loaded, and its key is removed from the address.',
        always: {
          target: 'idle',
          actions: [{ type: 'redo', params: ({ context }) => context }, 'forgetRedo', { type: 'tellMoved', params: { how: 'replace' } }],
        },
      },
    },
  });
}

export const campaignLaunches = createLevelMachine('campaignLaunches', 'Campaigns and all actions on them.', 'campaign', {
  list: campaignList,
  export: campaignExport,
  tableView: campaignTableView,
  views: campaignViews,
});
export const groupLaunches = createLevelMachine('groupLaunches', 'Ad groups and all actions on them.', 'ad_group', {
  list: groupList,
  export: groupExport,
  tableView: groupTableView,
  views: groupViews,
});
export const adLaunches = createLevelMachine('adLaunches', 'Ads and all actions on them.', 'ad', {
  list: launchedAdList,
  export: launchedAdExport,
  tableView: launchedAdTableView,
  views: launchedAdViews,
});

/** The tabs by their names in the address. */
export const LAUNCH_TABS = { campaign: 'campaign', group: 'ad_group', ad: 'ad' } as const satisfies Record<string, EntityLevel>;
export type LaunchTab = keyof typeof LAUNCH_TABS;

export const launchManagementMachine = createTabbedPageMachine({
  id: 'launchManagement',
  description: 'The launches: campaigns, ad groups and ads, each under its tab.',
  tabs: { campaign: campaignLaunches, group: groupLaunches, ad: adLaunches },
});

export type LaunchLevel = ActorRefFrom<typeof campaignLaunches>;
export type LaunchManagement = ActorRefFrom<typeof launchManagementMachine>;
