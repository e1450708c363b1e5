import { type ActorRefFrom, setup } from 'xstate';
import type { OpLogRow } from '#contracts/endpoints/oplogs.ts';
import { createExportMachine, type ExportFact } from '../kernel/list/export.machine.ts';
import { date, defineListQuery, id, oneOf, text, textUpTo } from '../kernel/list/list-query.ts';
import { createLogMachine, type LogFact } from '../kernel/list/log.machine.ts';
import { createSavedViewsMachine, type SavedViewsFact } from '../kernel/list/saved-views.machine.ts';
import { createTableViewMachine, type TableViewFact } from '../kernel/list/table-view.machine.ts';
import { application, arrival, departure, isWelcome, keepSearch } from '../kernel/page/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import { tellMoved, toChild } from '../kernel/tell.ts';

export const operationQuery = defineListQuery(
  { account: textUpTo(32), action: textUpTo(60), target: text, result: oneOf('ok', 'fail'), date_from: date, date_to: date, id },
  [],
);

export type OperationFilters = ReturnType<typeof operationQuery.read>['filters'];

export const operationList = createLogMachine<OpLogRow, OperationFilters>({
  id: 'operationList',
  description: 'What was done, newest first, as the address filters it.',
  query: operationQuery,
});

export const operationViews = createSavedViewsMachine({
  id: 'operationViews',
  description: 'Saved views of the operation log.',
  query: operationQuery,
});

export const operationTableView = createTableViewMachine({
  id: 'operationTableView',
  description: 'How the reader wants the operation log to look.',
});

export const operationExport = createExportMachine<OperationFilters>({
  id: 'operationExport',
  description: 'The operation log as a file.',
});

const toList = toChild(operationList, 'list');

/** The operation log: who did what, with what result. */
export const operationLogMachine = setup({
  types: {} as {
    context: PageInput;
    events: PageEvent | LogFact | SavedViewsFact | TableViewFact | ExportFact<'operationExport', OperationFilters>;
    input: PageInput;
    children: { list: 'list'; export: 'export'; views: 'views'; tableView: 'tableView' };
  },
  actors: { list: operationList, export: operationExport, views: operationViews, tableView: operationTableView },
  guards: { isWelcome },
  actions: {
    seeList: toList(() => ({ type: 'log.seen' })),
    leaveList: toList(() => ({ type: 'log.left' })),
    refreshList: toList(() => ({ type: 'log.refreshRequested' })),
    paceList: toList(({ view }: Pick<TableViewFact, 'view'>) => ({ type: 'log.autoRefreshChosen', seconds: view?.autoRefresh ?? 0 })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'log.located', search })),
    keepSearch,
    tellMoved,
  },
}).createMachine({
  id: 'operationLog',
  description: 'Who did what, when, and with what result.',
  context: ({ input }) => input,
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'export', src: 'export' },
    { id: 'views', src: 'views', input: ({ context }) => context },
    { id: 'tableView', src: 'tableView' },
  ],
  on: {
    'page.located': arrival,
    'page.seen': { actions: 'seeList' },
    'page.left': { actions: 'leaveList' },
    'page.refreshRequested': { actions: 'refreshList' },
    'log.moved': departure(operationQuery),
    'views.applied': application(operationQuery),
    'view.turned': { actions: { type: 'paceList', params: ({ event }) => event } },
  },
});

export type OperationLog = ActorRefFrom<typeof operationLogMachine>;
