import { type ActorRefFrom, setup } from 'xstate';
import { currencyChoice, personPicker, pixelPicker, staffPicker, unitChoice } from '../kernel/assets/asset-pickers.machine.ts';
import { type AssigningFact, assigningMachine } from '../kernel/assets/assigning.machine.ts';
import { assignmentHistory } from '../kernel/assets/assignment-history.machine.ts';
import { createDiscoverMachine, type DiscoverFact, type FoundObject } from '../kernel/assets/discover.machine.ts';
import { type BatchFact, createBatchMachine } from '../kernel/batch.machine.ts';
import { type CommandFact, createCommandMachine } from '../kernel/command.machine.ts';
import { createDetailMachine } from '../kernel/detail.machine.ts';
import { createExportMachine, type ExportFact } from '../kernel/export.machine.ts';
import { requiredChoice } from '../kernel/field-rules.ts';
import { createFormDialogMachine, type FormFact } from '../kernel/form-dialog.machine.ts';
import { createListMachine, type ListFact } from '../kernel/list.machine.ts';
import type { ListQuery } from '../kernel/list-query.ts';
import { application, arrival, departure, isFilteredByUnseen, isWelcome, keepSearch, unseenIn } from '../kernel/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page-contract.ts';
import type { PickerFact } from '../kernel/picker.machine.ts';
import { createSavedViewsMachine, type SavedViewsFact } from '../kernel/saved-views.machine.ts';
import { createTableViewMachine, keptView, type TableViewFact } from '../kernel/table-view.machine.ts';
import { tell, tellMoved, toChild } from '../kernel/tell.ts';
import {
  type AdAccountBatchParams,
  type AdAccountFilters,
  type AdAccountRow,
  type AdAccountSubject,
  type AdAccountValues,
  adAccountQuery,
  type BindParams,
  blankAdAccount,
  blankAdAccountBatch,
  checkAdAccount,
  checkAdAccountBatch,
} from './ad-account-rules.ts';

export const adAccountList = createListMachine<AdAccountRow, AdAccountFilters>({
  id: 'adAccountList',
  description: 'The ad accounts, as the address asks for them; asked for often while one of them is refreshed.',
  query: adAccountQuery,
  rowId: (row) => row.id,
  isUnsettled: (row) => row.is_syncing,
});

export const adAccountForm = createFormDialogMachine<AdAccountValues, AdAccountRow, AdAccountSubject>({
  id: 'adAccountForm',
  description: 'What is ours of an ad account: line of business, switch, remark.',
  blank: blankAdAccount,
  check: checkAdAccount,
});

export const adAccountBatch = createBatchMachine<AdAccountBatchParams, AdAccountFilters>({
  id: 'adAccountBatch',
  description: 'Something done to several ad accounts at once, or begun elsewhere and followed here.',
  blank: blankAdAccountBatch,
  check: checkAdAccountBatch,
  caution: ({ action }) => ({ isDeletion: action === 'unbind' }),
});

export const adAccountDiscovery = createDiscoverMachine<FoundObject, BindParams>({
  id: 'adAccountDiscovery',
  description: 'Ad accounts of a person: looked for, chosen, brought in.',
  blank: { biz: undefined },
  check: ({ biz }) => {
    const fault = requiredChoice(biz);
    return fault ? { biz: fault } : {};
  },
});

export interface EnabledChange {
  row: AdAccountRow;
  enabled: boolean;
}

export const enabledChange = createCommandMachine<EnabledChange, AdAccountRow>({
  id: 'enabledChange',
  description: 'Our own switch of an ad account is turned.',
});

/** A state that an ad account had on the channel since an instant. */
export interface StatusEntry {
  at: string;
  account_status: number;
  disable_reason: number;
}

export const statusLog = createDetailMachine<{ id: number; name: string }, StatusEntry[]>({
  id: 'statusLog',
  description: 'How the state of an ad account changed on the channel, newest first.',
});

export const adAccountExport = createExportMachine<ListQuery<AdAccountFilters>>({
  id: 'adAccountExport',
  description: 'The ad accounts as a file.',
});

export const adAccountViews = createSavedViewsMachine({
  id: 'adAccountViews',
  description: 'Saved views of the ad accounts.',
  query: adAccountQuery,
});

export const adAccountTableView = createTableViewMachine({
  id: 'adAccountTableView',
  description: 'How the reader wants the table of ad accounts to look.',
});

const toList = toChild(adAccountList, 'list');
const toBatch = toChild(adAccountBatch, 'batch');
const toAssigning = toChild(assigningMachine, 'assigning');
const toDiscovery = toChild(adAccountDiscovery, 'discovery');
const toTableView = toChild(adAccountTableView, 'tableView');
const viewed = application(adAccountQuery);

const unseen = unseenIn(adAccountQuery);

/** Those that failed stay chosen, so that they can be looked at. */
const watchedEnd = [
  { type: 'chooseRows', params: ({ event }: { event: { failedIds: number[] } }) => ({ ids: event.failedIds }) },
  'renewList',
] as const;

export type AdAccountManagementEvent =
  | PageEvent
  | ListFact
  | SavedViewsFact
  | TableViewFact
  | FormFact<'adAccountForm', AdAccountRow>
  | BatchFact<'adAccountBatch'>
  | AssigningFact
  | DiscoverFact<'adAccountDiscovery'>
  | PickerFact<'personPicker'>
  | PickerFact<'staffPicker'>
  | CommandFact<'enabledChange', EnabledChange, AdAccountRow>
  | ExportFact<'adAccountExport', ListQuery<AdAccountFilters>>;

/** Ad accounts: brought in, watched, refreshed, assigned, shared pixels with, unbound. */
export const adAccountManagementMachine = setup({
  types: {} as {
    context: PageInput;
    events: AdAccountManagementEvent;
    input: PageInput;
    children: {
      list: 'list';
      form: 'form';
      batch: 'batch';
      assigning: 'assigning';
      history: 'history';
      discovery: 'discovery';
      enabledChange: 'enabledChange';
      statusLog: 'statusLog';
      export: 'export';
      persons: 'persons';
      authorisers: 'authorisers';
      pixels: 'pixels';
      staff: 'staff';
      units: 'units';
      currencies: 'currencies';
      tableView: 'tableView';
      views: 'views';
    };
  },
  actors: {
    list: adAccountList,
    form: adAccountForm,
    batch: adAccountBatch,
    assigning: assigningMachine,
    history: assignmentHistory,
    discovery: adAccountDiscovery,
    enabledChange,
    statusLog,
    export: adAccountExport,
    /** Everybody, to filter by: whether there is anybody decides what an empty page offers. */
    persons: personPicker,
    authorisers: personPicker,
    pixels: pixelPicker,
    staff: staffPicker,
    units: unitChoice,
    currencies: currencyChoice,
    tableView: adAccountTableView,
    views: adAccountViews,
  },
  guards: {
    isWelcome,
    isWatched: (_, { watched }: { watched: boolean }) => watched,
    isFilteredByUnseen,
  },
  actions: {
    seeList: toList(() => ({ type: 'list.seen' })),
    leaveList: toList(() => ({ type: 'list.left' })),
    seeBatch: toBatch(() => ({ type: 'batch.seen' })),
    leaveBatch: toBatch(() => ({ type: 'batch.left' })),
    seeAssigning: toAssigning(() => ({ type: 'batch.seen' })),
    leaveAssigning: toAssigning(() => ({ type: 'batch.left' })),
    seeDiscovery: toDiscovery(() => ({ type: 'discover.seen' })),
    followBatch: toBatch(({ batchId, siblings }: { batchId: number; siblings: number[] }) => ({
      type: 'batch.followed',
      batchId,
      siblings,
    })),
    renewList: toList(() => ({ type: 'list.refreshDue' })),
    refreshList: toList(() => ({ type: 'list.refreshRequested' })),
    replaceRow: toList(({ row }: { row: AdAccountRow }) => ({ type: 'list.rowReplaced', row })),
    chooseRows: toList(({ ids }: { ids: number[] }) => ({ type: 'list.rowsChosen', ids })),
    refuseFilters: toList(({ names }: { names: (keyof AdAccountFilters)[] }) => ({ type: 'list.filtersRefused', names })),
    paceList: toList(({ view }: Pick<TableViewFact, 'view'>) => ({ type: 'list.autoRefreshChosen', seconds: view?.autoRefresh ?? 0 })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search })),
    lendTable: toTableView(({ table }: { table: unknown }) => ({ type: 'view.lent', view: keptView(table) })),
    keepSearch,
    tellMoved,
    tellBatchStarted: tell<PageInput, { batchId: number }>((_, { batchId }) => ({ type: 'page.batchStarted', batchId })),
  },
}).createMachine({
  id: 'adAccountManagement',
  description: 'Ad accounts: brought in, watched, refreshed, assigned, unbound.',
  context: ({ input }) => input,
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'form', src: 'form' },
    { id: 'batch', src: 'batch' },
    { id: 'assigning', src: 'assigning' },
    { id: 'history', src: 'history' },
    { id: 'discovery', src: 'discovery' },
    { id: 'enabledChange', src: 'enabledChange' },
    { id: 'statusLog', src: 'statusLog' },
    { id: 'export', src: 'export' },
    { id: 'persons', src: 'persons' },
    { id: 'authorisers', src: 'authorisers' },
    { id: 'pixels', src: 'pixels' },
    { id: 'staff', src: 'staff' },
    { id: 'units', src: 'units' },
    { id: 'currencies', src: 'currencies' },
    { id: 'tableView', src: 'tableView' },
    { id: 'views', src: 'views', input: ({ context }) => context },
  ],
  on: {
    'page.located': arrival,
    'page.seen': { actions: ['seeList', 'seeBatch', 'seeAssigning', 'seeDiscovery'] },
    'page.left': { actions: ['leaveList', 'leaveBatch', 'leaveAssigning'] },
    'page.refreshRequested': { actions: 'refreshList' },
    'list.moved': departure(adAccountQuery),
    'view.turned': { actions: { type: 'paceList', params: ({ event }) => event } },
    'views.applied': { ...viewed, actions: [...viewed.actions, { type: 'lendTable', params: ({ event }) => event }] },
    'personPicker.unseen': unseen('personal_account_id'),
    'staffPicker.unseen': unseen('assignee_user_id'),
    'adAccountForm.saved': { actions: { type: 'replaceRow', params: ({ event }) => ({ row: event.saved }) } },
    'enabledChange.done': { actions: { type: 'replaceRow', params: ({ event }) => ({ row: event.result }) } },
    'adAccountDiscovery.started': {
      actions: [
        { type: 'followBatch', params: ({ event }) => event },
        { type: 'tellBatchStarted', params: ({ event }) => event },
      ],
    },
    // Rows say by themselves that they are being refreshed.
    'adAccountBatch.started': { actions: [{ type: 'tellBatchStarted', params: ({ event }) => event }, 'renewList'] },
    'assigning.started': { actions: { type: 'tellBatchStarted', params: ({ event }) => event } },
    'adAccountBatch.finished': [
      { guard: { type: 'isWatched', params: ({ event }) => event }, actions: watchedEnd },
      { actions: 'renewList' },
    ],
    'assigning.finished': [{ guard: { type: 'isWatched', params: ({ event }) => event }, actions: watchedEnd }, { actions: 'renewList' }],
    'adAccountBatch.failedChosen': { actions: { type: 'chooseRows', params: ({ event }) => event } },
    'assigning.failedChosen': { actions: { type: 'chooseRows', params: ({ event }) => event } },
  },
});

export type AdAccountManagement = ActorRefFrom<typeof adAccountManagementMachine>;
