import { type ActorRefFrom, setup } from 'xstate';
import { staffPicker, unitChoice } from '../assets/asset-pickers.machine.ts';
import { type AssigningFact, assigningMachine } from '../assets/assigning.machine.ts';
import { assignmentHistory } from '../assets/assignment-history.machine.ts';
import { authorisingMachine } from '../assets/authorising.machine.ts';
import type { AuthorisingFact } from '../assets/authorising-contract.ts';
import { type BatchFact, createBatchMachine } from '../batch.machine.ts';
import { type CommandFact, createCommandMachine } from '../command.machine.ts';
import { createDetailMachine } from '../detail.machine.ts';
import { createExportMachine, type ExportFact } from '../export.machine.ts';
import { createFormDialogMachine, type FormFact } from '../form-dialog.machine.ts';
import { createListMachine, type ListFact } from '../list.machine.ts';
import type { ListQuery } from '../list-query.ts';
import { application, arrival, departure, isFilteredByUnseen, isWelcome, keepSearch, unseenIn } from '../page-address.ts';
import type { PageEvent, PageInput } from '../page-contract.ts';
import type { PickerFact } from '../picker.machine.ts';
import { createSavedViewsMachine, type SavedViewsFact } from '../saved-views.machine.ts';
import { createTableViewMachine, keptView, type TableViewFact } from '../table-view.machine.ts';
import { tell, tellMoved, toChild } from '../tell.ts';
import {
  blankPerson,
  checkPerson,
  type PersonBatchParams,
  type PersonFilters,
  type PersonRow,
  type PersonSubject,
  type PersonValues,
  personQuery,
} from './person-rules.ts';

export const personList = createListMachine<PersonRow, PersonFilters>({
  id: 'personList',
  description: 'The personal accounts, as the address asks for them.',
  query: personQuery,
  rowId: (row) => row.id,
});

export const personForm = createFormDialogMachine<PersonValues, PersonRow, PersonSubject>({
  id: 'personForm',
  description: 'Who of ours answers for a personal account, and what is noted of it.',
  blank: blankPerson,
  check: checkPerson,
});

export const personBatch = createBatchMachine<PersonBatchParams, PersonFilters>({
  id: 'personBatch',
  description: 'Authorisations are checked, or everything bound through them is refreshed; also where an import is followed.',
  blank: { action: 'check' },
  check: () => ({}),
});

export interface PersonStatusChange {
  row: PersonRow;
  status: 'enabled' | 'disabled';
}

export const personStatusChange = createCommandMachine<PersonStatusChange, PersonRow>({
  id: 'personStatusChange',
  description: 'A personal account is switched off, or on again after a check.',
});

export const personDeletion = createCommandMachine<PersonRow>({ id: 'personDeletion', description: 'A personal account is deleted.' });

export const personExport = createExportMachine<ListQuery<PersonFilters>>({
  id: 'personExport',
  description: 'The personal accounts as a file.',
});

export const personViews = createSavedViewsMachine({
  id: 'personViews',
  description: 'Saved views of the personal accounts.',
  query: personQuery,
});

export const personTableView = createTableViewMachine({
  id: 'personTableView',
  description: 'How the reader wants the table of personal accounts to look.',
});

/** A link that waits for its holder. */
export interface OpenLink {
  id: number;
  holder_name: string;
  contact: string | null;
  owner: { id: number; label: string };
  user: { id: number; label: string };
  created_at: string;
  expires_at: string;
}

/** Opened once by a page that has links. */
export const personLinks = createDetailMachine<'open', OpenLink[]>({
  id: 'personLinks',
  description: 'Links for holders that nobody has used yet.',
});

export const linkRevocation = createCommandMachine<OpenLink>({ id: 'linkRevocation', description: 'A link for a holder is taken back.' });

const toList = toChild(personList, 'list');
const toBatch = toChild(personBatch, 'batch');
const toAssigning = toChild(assigningMachine, 'assigning');
const toLinks = toChild(personLinks, 'links');
const toTableView = toChild(personTableView, 'tableView');
const viewed = application(personQuery);

const ended = [
  { type: 'chooseRows', params: ({ event }: { event: { failedIds: number[] } }) => ({ ids: event.failedIds }) },
  'renewList',
] as const;

export type PersonManagementEvent =
  | PageEvent
  | ListFact
  | SavedViewsFact
  | TableViewFact
  | FormFact<'personForm', PersonRow>
  | BatchFact<'personBatch'>
  | AssigningFact
  | AuthorisingFact
  | PickerFact<'staffPicker'>
  | CommandFact<'personStatusChange', PersonStatusChange, PersonRow>
  | CommandFact<'personDeletion', PersonRow>
  | CommandFact<'linkRevocation', OpenLink>
  | ExportFact<'personExport', ListQuery<PersonFilters>>;

/** Personal accounts: who authorises us on the channels, whether that holds, and what hangs on it. One of ours, or of those we host for. */
export const personManagementMachine = setup({
  types: {} as {
    context: PageInput;
    events: PersonManagementEvent;
    input: PageInput;
    children: {
      list: 'list';
      form: 'form';
      batch: 'batch';
      assigning: 'assigning';
      history: 'history';
      authorising: 'authorising';
      statusChange: 'statusChange';
      deletion: 'deletion';
      links: 'links';
      revocation: 'revocation';
      export: 'export';
      staff: 'staff';
      units: 'units';
      tableView: 'tableView';
      views: 'views';
    };
  },
  actors: {
    list: personList,
    form: personForm,
    batch: personBatch,
    assigning: assigningMachine,
    history: assignmentHistory,
    authorising: authorisingMachine,
    statusChange: personStatusChange,
    deletion: personDeletion,
    links: personLinks,
    revocation: linkRevocation,
    export: personExport,
    staff: staffPicker,
    units: unitChoice,
    tableView: personTableView,
    views: personViews,
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
    seeLinks: toLinks(() => ({ type: 'detail.seen' })),
    refreshLinks: toLinks(() => ({ type: 'detail.refreshDue' })),
    followBatch: toBatch(({ batchId, siblings }: { batchId: number; siblings: number[] }) => ({
      type: 'batch.followed',
      batchId,
      siblings,
    })),
    renewList: toList(() => ({ type: 'list.refreshDue' })),
    refreshList: toList(() => ({ type: 'list.refreshRequested' })),
    replaceRow: toList(({ row }: { row: PersonRow }) => ({ type: 'list.rowReplaced', row })),
    forgetRow: toList(({ id }: { id: number }) => ({ type: 'list.rowForgotten', id })),
    chooseRows: toList(({ ids }: { ids: number[] }) => ({ type: 'list.rowsChosen', ids })),
    refuseFilters: toList(({ names }: { names: (keyof PersonFilters)[] }) => ({ type: 'list.filtersRefused', names })),
    paceList: toList(({ view }: Pick<TableViewFact, 'view'>) => ({ type: 'list.autoRefreshChosen', seconds: view?.autoRefresh ?? 0 })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search })),
    lendTable: toTableView(({ table }: { table: unknown }) => ({ type: 'view.lent', view: keptView(table) })),
    keepSearch,
    tellMoved,
    tellBatchStarted: tell<PageInput, { batchId: number }>((_, { batchId }) => ({ type: 'page.batchStarted', batchId })),
  },
}).createMachine({
  id: 'personManagement',
  description: 'Personal accounts: authorised, checked, refreshed, assigned, deleted.',
  context: ({ input }) => input,
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'form', src: 'form' },
    { id: 'batch', src: 'batch' },
    { id: 'assigning', src: 'assigning' },
    { id: 'history', src: 'history' },
    { id: 'authorising', src: 'authorising' },
    { id: 'statusChange', src: 'statusChange' },
    { id: 'deletion', src: 'deletion' },
    { id: 'links', src: 'links' },
    { id: 'revocation', src: 'revocation' },
    { id: 'export', src: 'export' },
    { id: 'staff', src: 'staff' },
    { id: 'units', src: 'units' },
    { id: 'tableView', src: 'tableView' },
    { id: 'views', src: 'views', input: ({ context }) => context },
  ],
  on: {
    'page.located': arrival,
    'page.seen': { actions: ['seeList', 'seeBatch', 'seeAssigning', 'seeLinks'] },
    'page.left': { actions: ['leaveList', 'leaveBatch', 'leaveAssigning'] },
    'page.refreshRequested': { actions: ['refreshList', 'refreshLinks'] },
    'list.moved': departure(personQuery),
    'view.turned': { actions: { type: 'paceList', params: ({ event }) => event } },
    'views.applied': { ...viewed, actions: [...viewed.actions, { type: 'lendTable', params: ({ event }) => event }] },
    'staffPicker.unseen': unseenIn(personQuery)('owner_user_id'),
    'personForm.saved': { actions: { type: 'replaceRow', params: ({ event }) => ({ row: event.saved }) } },
    'personStatusChange.done': { actions: { type: 'replaceRow', params: ({ event }) => ({ row: event.result }) } },
    'personDeletion.done': { actions: [{ type: 'forgetRow', params: ({ event }) => event.subject }, 'refreshList'] },
    'authorising.granted': { actions: ['refreshList', 'refreshLinks'] },
    'authorising.linkMade': { actions: 'refreshLinks' },
    'linkRevocation.done': { actions: 'refreshLinks' },
    'authorising.started': {
      actions: [
        { type: 'followBatch', params: ({ event }) => event },
        { type: 'tellBatchStarted', params: ({ event }) => event },
      ],
    },
    'personBatch.started': { actions: { type: 'tellBatchStarted', params: ({ event }) => event } },
    'assigning.started': { actions: { type: 'tellBatchStarted', params: ({ event }) => event } },
    // What an import failed at is no row of this page, so nothing is chosen by itself.
    'personBatch.finished': { actions: 'renewList' },
    'assigning.finished': [{ guard: { type: 'isWatched', params: ({ event }) => event }, actions: ended }, { actions: 'renewList' }],
    'personBatch.failedChosen': { actions: { type: 'chooseRows', params: ({ event }) => event } },
    'assigning.failedChosen': { actions: { type: 'chooseRows', params: ({ event }) => event } },
  },
});

export type PersonManagement = ActorRefFrom<typeof personManagementMachine>;
