import { type ActorRefFrom, assign, setup } from 'xstate';
import {
  adAccountPicker,
  currencyChoice,
  personPicker,
  sitePicker,
  staffPicker,
  unitChoice,
} from '../kernel/assets/asset-pickers.machine.ts';
import { type AssigningFact, assigningMachine } from '../kernel/assets/assigning.machine.ts';
import { assignmentHistory } from '../kernel/assets/assignment-history.machine.ts';
import { createDiscoverMachine, type DiscoverFact, type FoundObject } from '../kernel/assets/discover.machine.ts';
import { type BatchFact, createBatchMachine } from '../kernel/batch.machine.ts';
import { type CommandFact, createCommandMachine } from '../kernel/command.machine.ts';
import { createDetailMachine } from '../kernel/detail.machine.ts';
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
  blankCapi,
  blankPixelBatch,
  blankSharing,
  blankTestEvent,
  type CapiSubject,
  type CapiValues,
  checkCapi,
  checkPixelSites,
  checkSharing,
  checkTestEvent,
  type PixelBatchParams,
  type PixelFilters,
  type PixelRow,
  type PixelShare,
  type PixelSitesValues,
  type PixelSubject,
  pixelQuery,
  type SharingValues,
  type TestEventValues,
  type TestResult,
} from './pixel-rules.ts';

export const pixelList = createListMachine<PixelRow, PixelFilters>({
  id: 'pixelList',
  description: 'The pixels, as the address asks for them.',
  query: pixelQuery,
  rowId: (row) => row.id,
});

/** The token that is typed is kept nowhere. */
export const capiForm = createFormDialogMachine<CapiValues, PixelRow, CapiSubject>({
  id: 'capiForm',
  description: 'How the server sends events to a pixel.',
  blank: blankCapi,
  check: checkCapi,
  secrets: ['capi_token'],
});

export const capiSwitch = createCommandMachine<{ row: PixelRow; enabled: boolean }, PixelRow>({
  id: 'capiSwitch',
  description: 'Events from the server are switched on or off.',
});

interface Begun {
  batchIds: number[];
}

/** With whom a pixel is shared; the batch that it begins is followed by the page. */
export const sharingForm = createFormDialogMachine<SharingValues, Begun, PixelSubject>({
  id: 'sharingForm',
  description: 'A pixel is shared with ad accounts, or taken back from them.',
  blank: blankSharing,
  check: checkSharing,
});

export const pixelShares = createDetailMachine<PixelSubject, PixelShare[]>({
  id: 'pixelShares',
  description: 'The ad accounts that a pixel is shared with.',
});

export const pixelSitesForm = createFormDialogMachine<PixelSitesValues, PixelRow, PixelSubject>({
  id: 'pixelSitesForm',
  description: 'The sites that a pixel belongs to.',
  blank: { site_ids: [] },
  check: checkPixelSites,
});

export const testEventForm = createFormDialogMachine<TestEventValues, TestResult, PixelSubject>({
  id: 'testEventForm',
  description: 'An event that is sent to see whether it arrives.',
  blank: blankTestEvent,
  check: checkTestEvent,
});

export const pixelBatch = createBatchMachine<PixelBatchParams, PixelFilters>({
  id: 'pixelBatch',
  description: 'Pixels are switched on or off, or unbound; or a batch that was begun elsewhere on the page.',
  blank: blankPixelBatch,
  check: () => ({}),
  caution: ({ action }) => ({ isDeletion: action === 'unbind' }),
});

export const pixelDiscovery = createDiscoverMachine<FoundObject>({
  id: 'pixelDiscovery',
  description: 'Pixels that a person has on the channel: looked for, chosen, imported.',
  blank: {},
});

export const pixelExport = createExportMachine<ListQuery<PixelFilters>>({ id: 'pixelExport', description: 'The pixels as a file.' });

export const pixelViews = createSavedViewsMachine({ id: 'pixelViews', description: 'Saved views of the pixels.', query: pixelQuery });

export const pixelTableView = createTableViewMachine({
  id: 'pixelTableView',
  description: 'How the reader wants the table of pixels to look.',
});

const toList = toChild(pixelList, 'list');
const toTableView = toChild(pixelTableView, 'tableView');
const toBatch = toChild(pixelBatch, 'batch');
const toAssigning = toChild(assigningMachine, 'assigning');
const toDiscovery = toChild(pixelDiscovery, 'discovery');
const toTestForm = toChild(testEventForm, 'testForm');

const viewed = application(pixelQuery);

interface PixelManagementContext extends PageInput {
  /** Whose code and installation are looked at. */
  shown: PixelRow | undefined;
  /** What the channel said to the last test event, until it was read. */
  answer: { tested: TestResult } | undefined;
}

const unseen = unseenIn(pixelQuery);

export type PixelManagementEvent =
  | PageEvent
  | ListFact
  | SavedViewsFact
  | TableViewFact
  | AssigningFact
  | DiscoverFact<'pixelDiscovery'>
  | BatchFact<'pixelBatch'>
  | FormFact<'capiForm' | 'pixelSitesForm', PixelRow>
  | FormFact<'sharingForm', Begun>
  | FormFact<'testEventForm', TestResult>
  | CommandFact<'capiSwitch', { row: PixelRow; enabled: boolean }, PixelRow>
  | PickerFact<'adAccountPicker'>
  | PickerFact<'sitePicker'>
  | PickerFact<'personPicker'>
  | { type: 'pixel.opened'; row: PixelRow }
  | { type: 'pixel.closed' }
  | { type: 'test.read' }
  /** Once more, with what was sent last. */
  | { type: 'test.repeated' };

/** Pixels: imported, shared with accounts, related to sites, tried out, switched. */
export const pixelManagementMachine = setup({
  types: {} as {
    context: PixelManagementContext;
    events: PixelManagementEvent;
    input: PageInput;
    children: {
      list: 'list';
      capiForm: 'capiForm';
      capiSwitch: 'capiSwitch';
      sharing: 'sharing';
      shares: 'shares';
      sitesForm: 'sitesForm';
      testForm: 'testForm';
      batch: 'batch';
      discovery: 'discovery';
      assigning: 'assigning';
      history: 'history';
      export: 'export';
      tableView: 'tableView';
      views: 'views';
      accounts: 'accounts';
      sites: 'sites';
      persons: 'persons';
      currencies: 'currencies';
      staff: 'staff';
      units: 'units';
    };
  },
  actors: {
    list: pixelList,
    capiForm,
    capiSwitch,
    sharing: sharingForm,
    shares: pixelShares,
    sitesForm: pixelSitesForm,
    testForm: testEventForm,
    batch: pixelBatch,
    discovery: pixelDiscovery,
    assigning: assigningMachine,
    history: assignmentHistory,
    export: pixelExport,
    tableView: pixelTableView,
    views: pixelViews,
    accounts: adAccountPicker,
    sites: sitePicker,
    persons: personPicker,
    currencies: currencyChoice,
    staff: staffPicker,
    units: unitChoice,
  },
  guards: {
    isWelcome,
    hasTested: ({ context }) => context.answer !== undefined,
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
    replaceRow: toList(({ row }: { row: PixelRow }) => ({ type: 'list.rowReplaced', row })),
    chooseRows: toList(({ ids }: { ids: number[] }) => ({ type: 'list.rowsChosen', ids })),
    refuseFilters: toList(({ names }: { names: (keyof PixelFilters)[] }) => ({ type: 'list.filtersRefused', names })),
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
    repeatTest: toTestForm(({ tested }: { tested: TestResult }) => ({
      type: 'form.opened',
      draft: { values: tested.values, subject: tested.pixel },
    })),
    show: assign((_, { row }: { row: PixelRow }) => ({ shown: row })),
    hide: assign({ shown: undefined }),
    keepTested: assign((_, { tested }: { tested: TestResult }) => ({ answer: { tested } })),
    forgetTested: assign({ answer: undefined }),
    keepSearch,
    tellMoved,
    tellBatch: tell<PixelManagementContext, { batchId: number }>((_, { batchId }) => ({ type: 'page.batchStarted', batchId })),
  },
}).createMachine({
  id: 'pixelManagement',
  description: 'Pixels: imported, shared, related to sites, tried out, switched.',
  context: ({ input }) => ({ ...input, shown: undefined, answer: undefined }),
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'capiForm', src: 'capiForm' },
    { id: 'capiSwitch', src: 'capiSwitch' },
    { id: 'sharing', src: 'sharing' },
    { id: 'shares', src: 'shares' },
    { id: 'sitesForm', src: 'sitesForm' },
    { id: 'testForm', src: 'testForm' },
    { id: 'batch', src: 'batch' },
    { id: 'discovery', src: 'discovery' },
    { id: 'assigning', src: 'assigning' },
    { id: 'history', src: 'history' },
    { id: 'export', src: 'export' },
    { id: 'tableView', src: 'tableView' },
    { id: 'views', src: 'views', input: ({ context }) => context },
    { id: 'accounts', src: 'accounts' },
    { id: 'sites', src: 'sites' },
    { id: 'persons', src: 'persons' },
    { id: 'currencies', src: 'currencies' },
    { id: 'staff', src: 'staff' },
    { id: 'units', src: 'units' },
  ],
  on: {
    'page.located': arrival,
    'page.seen': { actions: ['seeList', 'seeBatch', 'seeAssigning', 'seeDiscovery'] },
    'page.left': { actions: ['leaveList', 'leaveBatch', 'leaveAssigning'] },
    'page.refreshRequested': { actions: 'refreshList' },
    'list.moved': departure(pixelQuery),
    'view.turned': { actions: { type: 'paceList', params: ({ event }) => event } },
    'views.applied': { ...viewed, actions: [...viewed.actions, { type: 'lendTable', params: ({ event }) => event }] },
    'capiForm.saved': { actions: { type: 'replaceRow', params: ({ event }) => ({ row: event.saved }) } },
    'pixelSitesForm.saved': { actions: { type: 'replaceRow', params: ({ event }) => ({ row: event.saved }) } },
    'capiSwitch.done': { actions: { type: 'replaceRow', params: ({ event }) => ({ row: event.result }) } },
    'sharingForm.saved': {
      actions: [
        { type: 'followBatch', params: ({ event: { saved } }) => ({ batchId: saved.batchIds[0] ?? 0, siblings: saved.batchIds.slice(1) }) },
        { type: 'tellBatch', params: ({ event: { saved } }) => ({ batchId: saved.batchIds[0] ?? 0 }) },
      ],
    },
    'pixelDiscovery.started': {
      actions: [
        { type: 'followBatch', params: ({ event }) => event },
        { type: 'tellBatch', params: ({ event }) => event },
      ],
    },
    'testEventForm.saved': { actions: { type: 'keepTested', params: ({ event }) => ({ tested: event.saved }) } },
    'test.read': { actions: 'forgetTested' },
    'test.repeated': {
      actions: [{ type: 'repeatTest', params: ({ context }) => context.answer as { tested: TestResult } }, 'forgetTested'],
      guard: 'hasTested',
    },
    'pixel.opened': { actions: { type: 'show', params: ({ event }) => event } },
    'pixel.closed': { actions: 'hide' },
    'pixelBatch.started': { actions: { type: 'tellBatch', params: ({ event }) => event } },
    'pixelBatch.finished': [
      {
        guard: { type: 'isWatched', params: ({ event }) => event },
        // Those that failed stay chosen, so that they can be looked at.
        actions: [{ type: 'chooseRows', params: ({ event }) => ({ ids: event.failedIds }) }, 'renewList'],
      },
      { actions: 'renewList' },
    ],
    'pixelBatch.failedChosen': { actions: { type: 'chooseRows', params: ({ event }) => event } },
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
    'adAccountPicker.unseen': unseen('owner_account_id'),
    'sitePicker.unseen': unseen('site_id'),
    'personPicker.unseen': unseen('personal_account_id'),
  },
});

export type PixelManagement = ActorRefFrom<typeof pixelManagementMachine>;
