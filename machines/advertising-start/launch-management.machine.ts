import { type ActorRefFrom, assign, setup } from 'xstate';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import type { ExportFact } from '../kernel/list/export.machine.ts';
import type { ListFact } from '../kernel/list/list.machine.ts';
import type { ListQuery } from '../kernel/list/list-query.ts';
import type { SavedViewsFact } from '../kernel/list/saved-views.machine.ts';
import { keptView, type TableViewFact } from '../kernel/list/table-view.machine.ts';
import { application, arrival, departure, isWelcome, keepSearch } from '../kernel/page/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import { batchToRecall, type RecallFact, withoutRecall } from '../kernel/page/recall.machine.ts';
import { createTabbedPageMachine } from '../kernel/page/tabbed-page.machine.ts';
import { tell, tellMoved, toChild } from '../kernel/tell.ts';
import { type AdPickersFact, adPickers, namesUnseen, withoutUnseen } from '../parts/launches/ad-pickers.machine.ts';
import { type LaunchesFact, launchHands } from '../parts/launches/launch-hands.machine.ts';
import { type LaunchFilters, launchQueries } from '../parts/launches/launch-query.ts';
import { launchRecall, type RecalledLaunch } from '../parts/launches/launch-recall.machine.ts';
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
  | RecallFact<'launchRecall', RecalledLaunch>
  | ExportFact<'campaignExport', ListQuery<LaunchFilters>>
  | ExportFact<'groupExport', ListQuery<LaunchFilters>>
  | ExportFact<'launchedAdExport', ListQuery<LaunchFilters>>;

interface LevelParts {
  list: typeof campaignList;
  export: typeof campaignExport;
  tableView: typeof campaignTableView;
  views: typeof campaignViews;
}

/** The objects of one level with their numbers: opened and closed, their budgets changed, and all the rest done to them. */
function createLevelMachine(id: string, description: string, level: EntityLevel, { list, export: file, tableView, views }: LevelParts) {
  const query = launchQueries[level];
  const toList = toChild(list, 'list');
  const toHands = toChild(launchHands, 'hands');
  const toRecall = toChild(launchRecall, 'recall');
  const toTableView = toChild(tableView, 'tableView');
  const viewed = application(query);
  const filtersOf = ({ search }: PageInput) => query.read(search).filters;

  return setup({
    types: {} as {
      context: PageInput;
      events: LaunchLevelEvent;
      input: PageInput;
      children: {
        list: 'list';
        hands: 'hands';
        recall: 'recall';
        pickers: 'pickers';
        export: 'export';
        tableView: 'tableView';
        views: 'views';
      };
    },
    actors: { list, hands: launchHands, recall: launchRecall, pickers: adPickers, export: file, tableView, views },
    guards: {
      isWelcome,
      isOrderedAgain: ({ context: { search } }) => batchToRecall(search) !== undefined,
      isFilteredByUnseen: ({ context }, unseen: Omit<AdPickersFact, 'type'>) => namesUnseen(filtersOf(context), unseen),
    },
    actions: {
      seeList: toList(() => ({ type: 'list.seen' })),
      leaveList: toList(() => ({ type: 'list.left' })),
      renewList: toList(() => ({ type: 'list.refreshDue' })),
      refreshList: toList(() => ({ type: 'list.refreshRequested' })),
      chooseRows: toList(({ ids }: { ids: number[] }) => ({ type: 'list.rowsChosen', ids })),
      refuseFilter: toList(({ filter, left }: { filter: AdPickersFact['filter']; left: LaunchFilters }) => ({
        type: 'list.filtersRefused',
        names: [filter],
        left: { [filter]: left[filter] },
      })),
      paceList: toList(({ view }: Pick<TableViewFact, 'view'>) => ({ type: 'list.autoRefreshChosen', seconds: view?.autoRefresh ?? 0 })),
      locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search })),
      seeHands: toHands(() => ({ type: 'hands.seen' })),
      leaveHands: toHands(() => ({ type: 'hands.left' })),
      recall: toRecall(({ search }: PageInput) => ({
        type: 'recall.wanted',
        // Asked only where the address names one.
        subject: { batchId: batchToRecall(search) ?? 0, level },
      })),
      openRecalled: toHands(({ recalled }: { recalled: RecalledLaunch }) => ({ type: 'hands.recalled', recalled })),
      forgetRecall: assign(({ context: { search } }) => ({ search: withoutRecall(search) })),
      lendTable: toTableView(({ table }: { table: unknown }) => ({ type: 'view.lent', view: keptView(table) })),
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
      { id: 'hands', src: 'hands' },
      { id: 'recall', src: 'recall' },
      { id: 'pickers', src: 'pickers' },
      { id: 'export', src: 'export' },
      { id: 'tableView', src: 'tableView' },
      { id: 'views', src: 'views', input: ({ context }) => context },
    ],
    on: {
      'page.located': arrival,
      'page.seen': { actions: ['seeList', 'seeHands'] },
      'page.left': { actions: ['leaveList', 'leaveHands'] },
      'page.refreshRequested': { actions: 'refreshList' },
      'list.moved': departure(query),
      'view.turned': { actions: { type: 'paceList', params: ({ event }) => event } },
      'views.applied': { ...viewed, actions: [...viewed.actions, { type: 'lendTable', params: ({ event }) => event }] },
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
      'launchRecall.recalled': {
        actions: [
          { type: 'chooseRows', params: ({ event }) => event.recalled },
          { type: 'openRecalled', params: ({ event }) => event },
        ],
      },
    },
    initial: 'standing',
    states: {
      standing: { description: 'The address names no order of before.', always: { guard: 'isOrderedAgain', target: 'led' } },
      led: {
        description: 'The address names a batch whose order is wanted again: it is asked for, and the address forgets it.',
        always: {
          target: 'standing',
          actions: [
            { type: 'recall', params: ({ context }) => context },
            'forgetRecall',
            { type: 'tellMoved', params: { how: 'replace' } },
          ],
        },
      },
    },
  });
}

export const campaignLaunches = createLevelMachine('campaignLaunches', 'Campaigns and everything that is done to them.', 'campaign', {
  list: campaignList,
  export: campaignExport,
  tableView: campaignTableView,
  views: campaignViews,
});
export const groupLaunches = createLevelMachine('groupLaunches', 'Ad groups and everything that is done to them.', 'ad_group', {
  list: groupList,
  export: groupExport,
  tableView: groupTableView,
  views: groupViews,
});
export const adLaunches = createLevelMachine('adLaunches', 'Ads and everything that is done to them.', 'ad', {
  list: launchedAdList,
  export: launchedAdExport,
  tableView: launchedAdTableView,
  views: launchedAdViews,
});

/** The tabs, as the address names them. */
export const LAUNCH_TABS = { campaign: 'campaign', group: 'ad_group', ad: 'ad' } as const satisfies Record<string, EntityLevel>;
export type LaunchTab = keyof typeof LAUNCH_TABS;

/** What was launched, level by level. */
export const launchManagementMachine = createTabbedPageMachine({
  id: 'launchManagement',
  description: 'What was launched: campaigns, ad groups and ads, each under its tab.',
  tabs: { campaign: campaignLaunches, group: groupLaunches, ad: adLaunches },
});

export type LaunchLevel = ActorRefFrom<typeof campaignLaunches>;
export type LaunchManagement = ActorRefFrom<typeof launchManagementMachine>;
