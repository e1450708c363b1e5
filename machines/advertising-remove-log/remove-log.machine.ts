import { type ActorRefFrom, assign, setup } from 'xstate';
import type { RemoveLogRow } from '#contracts/endpoints/ad-logs.ts';
import { createExportMachine, type ExportFact } from '../kernel/list/export.machine.ts';
import { defineListQuery, id, type QueryDefinition } from '../kernel/list/list-query.ts';
import { createLogMachine, type LogFact } from '../kernel/list/log.machine.ts';
import { createSavedViewsMachine, type SavedViewsFact } from '../kernel/list/saved-views.machine.ts';
import { createTableViewMachine, keptView, type TableViewFact } from '../kernel/list/table-view.machine.ts';
import { createDetailMachine } from '../kernel/page/detail.machine.ts';
import { application, departure, isWelcome, keepSearch } from '../kernel/page/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import { tell, tellMoved, toChild } from '../kernel/tell.ts';
import { staffPicker } from '../parts/assets/asset-pickers.machine.ts';
import { type AdPickersFact, adPickers, namesUnseen, withoutUnseen } from '../parts/launches/ad-pickers.machine.ts';
import { type LaunchesFact, launchHands } from '../parts/launches/launch-hands.machine.ts';
import { dayFields, type LogFilters, logFields } from '../parts/launches/log-filters.ts';

export const removalQuery = defineListQuery({ ...logFields, ...dayFields, id }, []) as QueryDefinition<LogFilters>;

export const removalList = createLogMachine<RemoveLogRow, LogFilters>({
  id: 'removalList',
  description: 'What was deleted, newest first, with what it came to in all.',
  query: removalQuery,
});

/** What went with one object when it was deleted. */
export interface RemovedBelow {
  rows: RemoveLogRow[];
  /** More than `rows` where not all were asked for. */
  total: number;
}

export const removedBelow = createDetailMachine<{ id: number }, RemovedBelow>({
  id: 'removedBelow',
  description: 'What went with one object when it was deleted.',
});

export const removalExport = createExportMachine<LogFilters>({ id: 'removalExport', description: 'The log of removals as a file.' });
export const removalTableView = createTableViewMachine({
  id: 'removalTableView',
  description: 'How the reader wants the log of removals to look.',
});
export const removalViews = createSavedViewsMachine({
  id: 'removalViews',
  description: 'Saved views of the log of removals.',
  query: removalQuery,
});

const toList = toChild(removalList, 'list');
const toBelow = toChild(removedBelow, 'below');
const toHands = toChild(launchHands, 'hands');
const toTableView = toChild(removalTableView, 'tableView');
const viewed = application(removalQuery);
const departed = departure(removalQuery);
const filtersOf = ({ search }: PageInput) => removalQuery.read(search).filters;

interface RemoveLogContext extends PageInput {
  /** Entries whose objects are to be made anew. */
  chosen: number[];
}

export type RemoveLogEvent =
  | PageEvent
  | LogFact
  | SavedViewsFact
  | TableViewFact
  | LaunchesFact
  | AdPickersFact
  | ExportFact<'removalExport', LogFilters>
  | { type: 'entries.chosen'; ids: number[] };

/** What was deleted, which is final on the channel; copies of it can be made from here. */
export const removeLogMachine = setup({
  types: {} as {
    context: RemoveLogContext;
    events: RemoveLogEvent;
    input: PageInput;
    children: {
      list: 'list';
      below: 'below';
      hands: 'hands';
      pickers: 'pickers';
      people: 'people';
      export: 'export';
      tableView: 'tableView';
      views: 'views';
    };
  },
  actors: {
    list: removalList,
    below: removedBelow,
    hands: launchHands,
    pickers: adPickers,
    people: staffPicker,
    export: removalExport,
    tableView: removalTableView,
    views: removalViews,
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
    refuseFilter: toList(({ filters }: { filters: LogFilters }) => ({ type: 'log.filtersChosen', filters })),
    paceList: toList(({ view }: Pick<TableViewFact, 'view'>) => ({ type: 'log.autoRefreshChosen', seconds: view?.autoRefresh ?? 0 })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'log.located', search })),
    seeBelow: toBelow(() => ({ type: 'detail.seen' })),
    closeBelow: toBelow(() => ({ type: 'detail.closed' })),
    seeHands: toHands(() => ({ type: 'hands.seen' })),
    leaveHands: toHands(() => ({ type: 'hands.left' })),
    lendTable: toTableView(({ table }: { table: unknown }) => ({ type: 'view.lent', view: keptView(table) })),
    keepSearch,
    tellMoved,
    tellBatchStarted: tell<RemoveLogContext, { batchId: number }>((_, { batchId }) => ({ type: 'page.batchStarted', batchId })),
  },
}).createMachine({
  id: 'removeLog',
  description: 'What was deleted; copies of it can be made from here.',
  context: ({ input }) => ({ ...input, chosen: [] }),
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'below', src: 'below' },
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
        'closeBelow',
        { type: 'keepSearch', params: ({ event }) => event },
        { type: 'locateList', params: ({ event }) => event },
      ],
    },
    'page.seen': { actions: ['seeList', 'seeBelow', 'seeHands'] },
    'page.left': { actions: ['leaveList', 'leaveHands'] },
    'page.refreshRequested': { actions: 'refreshList' },
    'log.moved': { actions: ['chooseNothing', 'closeBelow', ...departed.actions] },
    'view.turned': { actions: { type: 'paceList', params: ({ event }) => event } },
    'views.applied': { ...viewed, actions: [...viewed.actions, { type: 'lendTable', params: ({ event }) => event }] },
    'adPickers.unseen': {
      guard: { type: 'isFilteredByUnseen', params: ({ event }) => event },
      actions: { type: 'refuseFilter', params: ({ context, event }) => ({ filters: withoutUnseen(filtersOf(context), event) }) },
    },
    'entries.chosen': { actions: { type: 'choose', params: ({ event }) => event } },
    'launches.changed': { actions: ['chooseNothing', 'renewList'] },
    'launches.batchStarted': { actions: { type: 'tellBatchStarted', params: ({ event }) => event } },
  },
});

export type RemoveLog = ActorRefFrom<typeof removeLogMachine>;
