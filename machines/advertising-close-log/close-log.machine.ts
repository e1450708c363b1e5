import { type ActorRefFrom, assign, setup } from 'xstate';
import type { CloseLogRow } from '#contracts/endpoints/ad-logs.ts';
import { createExportMachine, type ExportFact } from '../kernel/list/export.machine.ts';
import { defineListQuery, id, oneOf, type QueryDefinition } from '../kernel/list/list-query.ts';
import { createLogMachine, type LogFact } from '../kernel/list/log.machine.ts';
import { createSavedViewsMachine, type SavedViewsFact } from '../kernel/list/saved-views.machine.ts';
import { createTableViewMachine, keptView, type TableViewFact } from '../kernel/list/table-view.machine.ts';
import { application, departure, isWelcome, keepSearch } from '../kernel/page/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import { createTrendMachine, type TrendFact } from '../kernel/report/trend.machine.ts';
import { defineTrendQuery } from '../kernel/report/trend-query.ts';
import { tell, tellMoved, toChild } from '../kernel/tell.ts';
import { staffPicker } from '../parts/assets/asset-pickers.machine.ts';
import { type AdPickersFact, adPickers, namesUnseen, withoutUnseen } from '../parts/launches/ad-pickers.machine.ts';
import { type LaunchesFact, launchHands } from '../parts/launches/launch-hands.machine.ts';
import { dayFields, type LogFilters, logFields } from '../parts/launches/log-filters.ts';

const fields = { event: oneOf('close', 'open'), ...logFields };

export interface CloseFilters extends LogFilters {
  event?: 'close' | 'open' | undefined;
}

export const closeQuery = defineListQuery({ ...fields, ...dayFields, id }, []) as QueryDefinition<CloseFilters>;
/** The chart is over the same days and filters. Its one number is how often something was closed, by whom. */
export const closeTrendQuery = defineTrendQuery({ fields, metrics: ['closes'], defaultMetrics: ['closes'] });
export type CloseTrendFilters = ReturnType<typeof closeTrendQuery.read>['filters'];

export const closeList = createLogMachine<CloseLogRow, CloseFilters>({
  id: 'closeList',
  description: 'What was closed and opened again, newest first, with the numbers of that moment.',
  query: closeQuery,
});

export const closeTrend = createTrendMachine<CloseTrendFilters>({
  id: 'closeTrend',
  description: 'How often something was closed, by day and by who or what did it.',
  query: closeTrendQuery,
});

export const closeExport = createExportMachine<CloseFilters>({ id: 'closeExport', description: 'The log of closes as a file.' });
export const closeTableView = createTableViewMachine({
  id: 'closeTableView',
  description: 'How the reader wants the log of closes to look.',
});
export const closeViews = createSavedViewsMachine({
  id: 'closeViews',
  description: 'Saved views of the log of closes.',
  query: closeQuery,
});

const toList = toChild(closeList, 'list');
const toTrend = toChild(closeTrend, 'trend');
const toHands = toChild(launchHands, 'hands');
const toTableView = toChild(closeTableView, 'tableView');
const viewed = application(closeQuery);
const departed = departure(closeQuery);
const charted = departure(closeTrendQuery);
const filtersOf = ({ search }: PageInput) => closeQuery.read(search).filters;

interface CloseLogContext extends PageInput {
  /** Entries whose objects something is to be done with. */
  chosen: number[];
}

export type CloseLogEvent =
  | PageEvent
  | LogFact
  | TrendFact
  | SavedViewsFact
  | TableViewFact
  | LaunchesFact
  | AdPickersFact
  | ExportFact<'closeExport', CloseFilters>
  | { type: 'entries.chosen'; ids: number[] };

/** Every close and opening with the numbers of that moment; what stands closed may be opened again from here. */
export const closeLogMachine = setup({
  types: {} as {
    context: CloseLogContext;
    events: CloseLogEvent;
    input: PageInput;
    children: {
      list: 'list';
      trend: 'trend';
      hands: 'hands';
      pickers: 'pickers';
      people: 'people';
      export: 'export';
      tableView: 'tableView';
      views: 'views';
    };
  },
  actors: {
    list: closeList,
    trend: closeTrend,
    hands: launchHands,
    pickers: adPickers,
    people: staffPicker,
    export: closeExport,
    tableView: closeTableView,
    views: closeViews,
  },
  guards: {
    isWelcome,
    isFilteredByUnseen: ({ context }, unseen: Omit<AdPickersFact, 'type'>) => namesUnseen(filtersOf(context), unseen),
  },
  actions: {
    choose: assign((_, { ids }: { ids: number[] }) => ({ chosen: ids })),
    chooseNothing: assign({ chosen: [] }),
    seeList: toList(() => ({ type: 'log.seen' })),
    leaveList: toList(() => ({ type: 'log.left' })),
    renewList: toList(() => ({ type: 'log.refreshDue' })),
    refreshList: toList(() => ({ type: 'log.refreshRequested' })),
    refuseFilter: toList(({ filters }: { filters: CloseFilters }) => ({ type: 'log.filtersChosen', filters })),
    paceList: toList(({ view }: Pick<TableViewFact, 'view'>) => ({ type: 'log.autoRefreshChosen', seconds: view?.autoRefresh ?? 0 })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'log.located', search })),
    locateTrend: toTrend(({ search }: { search: string }) => ({ type: 'trend.located', search })),
    seeTrend: toTrend(() => ({ type: 'trend.seen' })),
    leaveTrend: toTrend(() => ({ type: 'trend.left' })),
    refreshTrend: toTrend(() => ({ type: 'trend.refreshRequested' })),
    seeHands: toHands(() => ({ type: 'hands.seen' })),
    leaveHands: toHands(() => ({ type: 'hands.left' })),
    lendTable: toTableView(({ table }: { table: unknown }) => ({ type: 'view.lent', view: keptView(table) })),
    keepSearch,
    tellMoved,
    tellBatchStarted: tell<CloseLogContext, { batchId: number }>((_, { batchId }) => ({ type: 'page.batchStarted', batchId })),
  },
}).createMachine({
  id: 'closeLog',
  description: 'Every close and opening with the numbers of that moment.',
  context: ({ input }) => ({ ...input, chosen: [] }),
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'trend', src: 'trend', input: ({ context }) => ({ search: context.search }) },
    { id: 'hands', src: 'hands' },
    { id: 'pickers', src: 'pickers' },
    { id: 'people', src: 'people' },
    { id: 'export', src: 'export' },
    { id: 'tableView', src: 'tableView' },
    { id: 'views', src: 'views', input: ({ context }) => ({ search: context.search }) },
  ],
  on: {
    'page.located': {
      actions: [
        'chooseNothing',
        { type: 'keepSearch', params: ({ event }) => event },
        { type: 'locateList', params: ({ event }) => event },
        { type: 'locateTrend', params: ({ event }) => event },
      ],
    },
    'page.seen': { actions: ['seeList', 'seeTrend', 'seeHands'] },
    'page.left': { actions: ['leaveList', 'leaveTrend', 'leaveHands'] },
    'page.refreshRequested': { actions: ['refreshList', 'refreshTrend'] },
    'log.moved': {
      actions: ['chooseNothing', ...departed.actions, { type: 'locateTrend', params: ({ context }) => context }],
    },
    'trend.moved': charted,
    'view.turned': { actions: { type: 'paceList', params: ({ event }) => event } },
    'views.applied': {
      ...viewed,
      actions: [
        ...viewed.actions,
        { type: 'locateTrend', params: ({ context }) => context },
        { type: 'lendTable', params: ({ event }) => event },
      ],
    },
    'adPickers.unseen': {
      guard: { type: 'isFilteredByUnseen', params: ({ event }) => event },
      actions: { type: 'refuseFilter', params: ({ context, event }) => ({ filters: withoutUnseen(filtersOf(context), event) }) },
    },
    'entries.chosen': { actions: { type: 'choose', params: ({ event }) => event } },
    'launches.changed': { actions: ['chooseNothing', 'renewList'] },
    'launches.batchStarted': { actions: { type: 'tellBatchStarted', params: ({ event }) => event } },
  },
});

export type CloseLog = ActorRefFrom<typeof closeLogMachine>;
