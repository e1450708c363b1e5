import { type ActorRefFrom, setup } from 'xstate';
import { personPicker, sitePicker, staffPicker, unitChoice } from '../kernel/assets/asset-pickers.machine.ts';
import { type AssigningFact, assigningMachine } from '../kernel/assets/assigning.machine.ts';
import { assignmentHistory } from '../kernel/assets/assignment-history.machine.ts';
import { createDiscoverMachine, type DiscoverFact, type FoundObject } from '../kernel/assets/discover.machine.ts';
import { type BatchFact, createBatchMachine } from '../kernel/batch.machine.ts';
import { createExportMachine } from '../kernel/export.machine.ts';
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
  blankHomepage,
  blankHomepageBatch,
  blankHomepageSites,
  checkHomepage,
  checkHomepageSites,
  type HomepageBatchParams,
  type HomepageFilters,
  type HomepageImportParams,
  type HomepageRow,
  type HomepageSitesValues,
  type HomepageSubject,
  type HomepageValues,
  homepageQuery,
  type VersionedHomepage,
} from './homepage-rules.ts';

export const homepageList = createListMachine<HomepageRow, HomepageFilters>({
  id: 'homepageList',
  description: 'The homepages, as the address asks for them.',
  query: homepageQuery,
  rowId: (row) => row.id,
});

export const homepageForm = createFormDialogMachine<HomepageValues, HomepageRow, VersionedHomepage>({
  id: 'homepageForm',
  description: 'Settings of a homepage: how many ads it may run, and for which line of business.',
  blank: blankHomepage,
  check: checkHomepage,
});

export const homepageSitesForm = createFormDialogMachine<HomepageSitesValues, HomepageRow, HomepageSubject>({
  id: 'homepageSitesForm',
  description: 'The sites that a homepage belongs to, and those whose default page it is.',
  blank: blankHomepageSites,
  check: checkHomepageSites,
});

export const homepageBatch = createBatchMachine<HomepageBatchParams, HomepageFilters>({
  id: 'homepageBatch',
  description: 'Homepages are synchronised, switched on or off, or unbound; or a batch that was begun elsewhere on the page.',
  blank: blankHomepageBatch,
  check: () => ({}),
  caution: ({ action }) => ({ isDeletion: action === 'unbind' }),
});

export const homepageDiscovery = createDiscoverMachine<FoundObject, HomepageImportParams>({
  id: 'homepageDiscovery',
  description: 'Homepages that a person has on the channel: looked for, chosen, imported.',
  blank: { biz: 'dj' },
});

export const homepageExport = createExportMachine<ListQuery<HomepageFilters>>({
  id: 'homepageExport',
  description: 'The homepages as a file.',
});

export const homepageViews = createSavedViewsMachine({
  id: 'homepageViews',
  description: 'Saved views of the homepages.',
  query: homepageQuery,
});

export const homepageTableView = createTableViewMachine({
  id: 'homepageTableView',
  description: 'How the reader wants the table of homepages to look.',
});

const toList = toChild(homepageList, 'list');
const toTableView = toChild(homepageTableView, 'tableView');
const toBatch = toChild(homepageBatch, 'batch');
const toAssigning = toChild(assigningMachine, 'assigning');
const toDiscovery = toChild(homepageDiscovery, 'discovery');

const viewed = application(homepageQuery);

const unseen = unseenIn(homepageQuery);

export type HomepageManagementEvent =
  | PageEvent
  | ListFact
  | SavedViewsFact
  | TableViewFact
  | AssigningFact
  | PickerFact<'personPicker'>
  | PickerFact<'sitePicker'>
  | PickerFact<'staffPicker'>
  | DiscoverFact<'homepageDiscovery'>
  | BatchFact<'homepageBatch'>
  | FormFact<'homepageForm' | 'homepageSitesForm', HomepageRow>;

/** Homepages: imported, synchronised, related to sites, assigned, and how far their ad limit is used up. */
export const homepageManagementMachine = setup({
  types: {} as {
    context: PageInput;
    events: HomepageManagementEvent;
    input: PageInput;
    children: {
      list: 'list';
      form: 'form';
      sitesForm: 'sitesForm';
      batch: 'batch';
      discovery: 'discovery';
      assigning: 'assigning';
      history: 'history';
      export: 'export';
      tableView: 'tableView';
      views: 'views';
      sites: 'sites';
      persons: 'persons';
      staff: 'staff';
      units: 'units';
    };
  },
  actors: {
    list: homepageList,
    form: homepageForm,
    sitesForm: homepageSitesForm,
    batch: homepageBatch,
    discovery: homepageDiscovery,
    assigning: assigningMachine,
    history: assignmentHistory,
    export: homepageExport,
    tableView: homepageTableView,
    views: homepageViews,
    sites: sitePicker,
    persons: personPicker,
    staff: staffPicker,
    units: unitChoice,
  },
  guards: {
    isWelcome,
    isWatched: (_, { watched }: { watched: boolean }) => watched,
    isFilteredByUnseen,
  },
  actions: {
    seeList: toList(() => ({ type: 'list.seen' })),
    leaveList: toList(() => ({ type: 'list.left' })),
    refreshList: toList(() => ({ type: 'list.refreshRequested' })),
    renewList: toList(() => ({ type: 'list.refreshDue' })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search })),
    paceList: toList(({ view }: Pick<TableViewFact, 'view'>) => ({ type: 'list.autoRefreshChosen', seconds: view?.autoRefresh ?? 0 })),
    replaceRow: toList(({ row }: { row: HomepageRow }) => ({ type: 'list.rowReplaced', row })),
    chooseRows: toList(({ ids }: { ids: number[] }) => ({ type: 'list.rowsChosen', ids })),
    refuseFilters: toList(({ names }: { names: (keyof HomepageFilters)[] }) => ({ type: 'list.filtersRefused', names })),
    seeBatch: toBatch(() => ({ type: 'batch.seen' })),
    leaveBatch: toBatch(() => ({ type: 'batch.left' })),
    followBatch: toBatch(({ batchId, siblings }: { batchId: number; siblings: number[] }) => ({
      type: 'batch.followed',
      batchId,
      siblings,
    })),
    seeAssigning: toAssigning(() => ({ type: 'batch.seen' })),
    leaveAssigning: toAssigning(() => ({ type: 'batch.left' })),
    seeDiscovery: toDiscovery(() => ({ type: 'discover.seen' })),
    lendTable: toTableView(({ table }: { table: unknown }) => ({ type: 'view.lent', view: keptView(table) })),
    keepSearch,
    tellMoved,
    tellBatch: tell<PageInput, { batchId: number }>((_, { batchId }) => ({ type: 'page.batchStarted', batchId })),
  },
}).createMachine({
  id: 'homepageManagement',
  description: 'Homepages: imported, synchronised, related to sites, assigned.',
  context: ({ input }) => input,
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'form', src: 'form' },
    { id: 'sitesForm', src: 'sitesForm' },
    { id: 'batch', src: 'batch' },
    { id: 'discovery', src: 'discovery' },
    { id: 'assigning', src: 'assigning' },
    { id: 'history', src: 'history' },
    { id: 'export', src: 'export' },
    { id: 'tableView', src: 'tableView' },
    { id: 'views', src: 'views', input: ({ context }) => context },
    { id: 'sites', src: 'sites' },
    { id: 'persons', src: 'persons' },
    { id: 'staff', src: 'staff' },
    { id: 'units', src: 'units' },
  ],
  on: {
    'page.located': arrival,
    'page.seen': { actions: ['seeList', 'seeBatch', 'seeAssigning', 'seeDiscovery'] },
    'page.left': { actions: ['leaveList', 'leaveBatch', 'leaveAssigning'] },
    'page.refreshRequested': { actions: 'refreshList' },
    'list.moved': departure(homepageQuery),
    'view.turned': { actions: { type: 'paceList', params: ({ event }) => event } },
    'views.applied': { ...viewed, actions: [...viewed.actions, { type: 'lendTable', params: ({ event }) => event }] },
    'homepageForm.saved': { actions: { type: 'replaceRow', params: ({ event }) => ({ row: event.saved }) } },
    'homepageSitesForm.saved': { actions: { type: 'replaceRow', params: ({ event }) => ({ row: event.saved }) } },
    'homepageDiscovery.started': {
      actions: [
        { type: 'followBatch', params: ({ event }) => event },
        { type: 'tellBatch', params: ({ event }) => event },
      ],
    },
    'homepageBatch.started': { actions: { type: 'tellBatch', params: ({ event }) => event } },
    'homepageBatch.finished': [
      {
        guard: { type: 'isWatched', params: ({ event }) => event },
        // Those that failed stay chosen, so that they can be looked at.
        actions: [{ type: 'chooseRows', params: ({ event }) => ({ ids: event.failedIds }) }, 'renewList'],
      },
      { actions: 'renewList' },
    ],
    'homepageBatch.failedChosen': { actions: { type: 'chooseRows', params: ({ event }) => event } },
    'assigning.started': { actions: { type: 'tellBatch', params: ({ event }) => event } },
    'assigning.finished': [
      {
        guard: { type: 'isWatched', params: ({ event }) => event },
        actions: [{ type: 'chooseRows', params: ({ event }) => ({ ids: event.failedIds }) }, 'renewList'],
      },
      { actions: 'renewList' },
    ],
    'assigning.failedChosen': { actions: { type: 'chooseRows', params: ({ event }) => event } },
    // A shared address may name what its reader may not see, or what is gone: such a filter is dropped.
    'personPicker.unseen': unseen('personal_account_id'),
    'sitePicker.unseen': unseen('site_id'),
    'staffPicker.unseen': unseen('assignee_id'),
  },
});

export type HomepageManagement = ActorRefFrom<typeof homepageManagementMachine>;
