import { type ActorRefFrom, setup } from 'xstate';
import type { DepartmentNode } from '#contracts/endpoints/departments.ts';
import type { DictEntry } from '#contracts/endpoints/dicts.ts';
import type { ImportRow } from '#contracts/endpoints/user-imports.ts';
import { type BatchFact, type BatchSubject, createBatchMachine } from '../kernel/batch/batch.machine.ts';
import { createFormDialogMachine, type FormFact } from '../kernel/form/form-dialog.machine.ts';
import { createImportMachine, type ImportFact } from '../kernel/form/import.machine.ts';
import { createExportMachine, type ExportFact } from '../kernel/list/export.machine.ts';
import { createListMachine, type ListFact } from '../kernel/list/list.machine.ts';
import type { ListQuery } from '../kernel/list/list-query.ts';
import { createOptionsMachine, type OptionsFact } from '../kernel/list/options.machine.ts';
import { createSavedViewsMachine, type SavedViewsFact } from '../kernel/list/saved-views.machine.ts';
import { createTableViewMachine, keptView, type TableViewFact } from '../kernel/list/table-view.machine.ts';
import { type CommandFact, createCommandMachine } from '../kernel/page/command.machine.ts';
import { application, arrival, departure, isWelcome, keepSearch } from '../kernel/page/page-address.ts';
import type { PageEvent, PageInput, ResetSubject } from '../kernel/page/page-contract.ts';
import { tell, tellMoved, toChild } from '../kernel/tell.ts';
import {
  type AccountBatchParams,
  type AccountFilters,
  type AccountRow,
  type AccountSubject,
  type AccountValues,
  accountQuery,
  blankAccount,
  blankAccountBatch,
  checkAccount,
  checkAccountBatch,
  checkDeletion,
  type DeletionSubject,
  type DeletionValues,
} from './account-rules.ts';

export const accountList = createListMachine<AccountRow, AccountFilters>({
  id: 'accountList',
  description: 'The accounts, as the address asks for them.',
  query: accountQuery,
  rowId: (row) => row.id,
});

/** Saved: what became of it; a password that was made is shown by whoever saved, and is not told on. */
export const accountForm = createFormDialogMachine<AccountValues, { id: number }, AccountSubject>({
  id: 'accountForm',
  description: 'An account: made or changed.',
  blank: blankAccount,
  check: checkAccount,
  secrets: ['pwd'],
  draft: true,
});

export const accountBatch = createBatchMachine<AccountBatchParams, AccountFilters>({
  id: 'accountBatch',
  description: 'Something done to several accounts at once, or begun elsewhere and followed here.',
  blank: blankAccountBatch,
  check: checkAccountBatch,
  caution: ({ action }) => ({ isDeletion: action === 'delete' }),
});

export const deletionForm = createFormDialogMachine<DeletionValues, { id: number }, DeletionSubject>({
  id: 'deletionForm',
  description: 'An account is deleted: its name is typed, and what it owns is handed over.',
  blank: { typed: '', handover_user_id: undefined },
  check: checkDeletion,
});

export interface StatusChange {
  row: AccountRow;
  status: 'enabled' | 'disabled';
}

export const statusChange = createCommandMachine<StatusChange, AccountRow>({
  id: 'statusChange',
  description: 'An account is enabled or disabled.',
});

/** Which accounts get new passwords: chosen rows, or all that match. */
export type ResetSelection = BatchSubject<AccountFilters>;

/** How many were reset, and how many were not. The passwords go from the answer of the server to their dialog. */
export const bulkReset = createCommandMachine<ResetSelection, { done: number; refused: number }>({
  id: 'bulkReset',
  description: 'Several accounts get new passwords at once.',
});

export const ownedCount = createCommandMachine<AccountRow, Record<string, number>>({
  id: 'ownedCount',
  description: 'Counts what an account owns before its deletion is asked about.',
});

export const accountExport = createExportMachine<ListQuery<AccountFilters>>({
  id: 'accountExport',
  description: 'The accounts as a file.',
});

export const accountViews = createSavedViewsMachine({
  id: 'accountViews',
  description: 'Saved views of the accounts.',
  query: accountQuery,
});

/** Of an uploaded file, as the server takes it. */
const IMPORT_MAX_BYTES = 2 * 1024 * 1024;

export type AccountImportRow = ImportRow;

export const accountImport = createImportMachine<AccountImportRow>({
  id: 'accountImport',
  description: 'Accounts from a file, as a batch.',
  bytesMax: IMPORT_MAX_BYTES,
});

export const accountTemplate = createCommandMachine<'template'>({
  id: 'accountTemplate',
  description: 'The sheet to fill in with accounts.',
});

export const accountTableView = createTableViewMachine({
  id: 'accountTableView',
  description: 'How the reader wants the table of accounts to look.',
});

export type DepartmentChoice = Pick<DepartmentNode, 'id' | 'name'> & { subtree_count: number; children: DepartmentChoice[] };
export interface RoleChoice {
  id: number;
  name: string;
}
export interface PersonChoice {
  id: number;
  account: string;
  name: string;
  department_name: string | null;
}

export const departmentChoice = createOptionsMachine<DepartmentChoice>({
  id: 'departmentChoice',
  description: 'Departments to choose from.',
});
export const roleChoice = createOptionsMachine<RoleChoice>({ id: 'roleChoice', description: 'Roles to choose from.' });
export const timezoneChoice = createOptionsMachine<DictEntry>({ id: 'timezoneChoice', description: 'Time zones to choose from.' });
export const successorChoice = createOptionsMachine<PersonChoice>({
  id: 'successorChoice',
  description: 'People who can take over what an account owns.',
});

const toList = toChild(accountList, 'list');
const toDepartments = toChild(departmentChoice, 'departments');
const toBatch = toChild(accountBatch, 'batch');
const toDeletion = toChild(deletionForm, 'deletion');

const toTableView = toChild(accountTableView, 'tableView');
const viewed = application(accountQuery);

const idsIn = (nodes: readonly DepartmentChoice[]): number[] => nodes.flatMap(({ id, children }) => [id, ...idsIn(children)]);

/** A filter, and everything the reader could filter by. */
interface Filterable {
  name: 'role_id' | 'department_id';
  ids: number[];
}

/** A shared address may name what its reader may not see, or what is gone: such a filter is dropped. */
const filterable = <Event>(seen: (event: Event) => Filterable) =>
  ({
    guard: { type: 'namesUnseen', params: ({ event }: { event: Event }) => seen(event) },
    actions: { type: 'refuseFilter', params: ({ event }: { event: Event }) => seen(event) },
  }) as const;

type Followed = { batchId: number; siblings?: number[] | undefined };

export type AccountManagementEvent =
  | PageEvent
  | ListFact
  | SavedViewsFact
  | TableViewFact
  | FormFact<'accountForm', { id: number }>
  | FormFact<'deletionForm', { id: number }>
  | OptionsFact<'roleChoice', RoleChoice>
  | OptionsFact<'departmentChoice', DepartmentChoice>
  | BatchFact<'accountBatch'>
  /** One that was begun by something else on this page, an import for one. */
  | ({ type: 'batch.followed' } & Followed)
  | CommandFact<'statusChange', StatusChange, AccountRow>
  | CommandFact<'bulkReset', ResetSelection, { done: number; refused: number }>
  | CommandFact<'ownedCount', AccountRow, Record<string, number>>
  | ExportFact<'accountExport', ListQuery<AccountFilters>>
  | ImportFact<'accountImport'>
  | CommandFact<'accountTemplate', 'template'>
  | { type: 'account.resetRequested'; subject: ResetSubject };

/** Accounts: who works here, where, and with which roles. */
export const accountManagementMachine = setup({
  types: {} as {
    context: PageInput;
    events: AccountManagementEvent;
    input: PageInput;
    children: {
      list: 'list';
      form: 'form';
      batch: 'batch';
      deletion: 'deletion';
      statusChange: 'statusChange';
      bulkReset: 'bulkReset';
      ownedCount: 'ownedCount';
      export: 'export';
      import: 'import';
      template: 'template';
      departments: 'departments';
      roles: 'roles';
      timezones: 'timezones';
      successors: 'successors';
      tableView: 'tableView';
      views: 'views';
    };
  },
  actors: {
    list: accountList,
    form: accountForm,
    batch: accountBatch,
    deletion: deletionForm,
    statusChange,
    bulkReset,
    ownedCount,
    export: accountExport,
    import: accountImport,
    template: accountTemplate,
    departments: departmentChoice,
    roles: roleChoice,
    timezones: timezoneChoice,
    successors: successorChoice,
    tableView: accountTableView,
    views: accountViews,
  },
  guards: {
    isWelcome,
    isWatched: (_, { watched }: { watched: boolean }) => watched,
    namesUnseen: ({ context }, { name, ids }: Filterable) => {
      const named = accountQuery.read(context.search).filters[name];
      return named !== undefined && !ids.includes(named);
    },
  },
  actions: {
    spoilDepartments: toDepartments(() => ({ type: 'options.spoiled' })),
    forgetRow: toList(({ id }: { id: number }) => ({ type: 'list.rowForgotten', id })),
    seeList: toList(() => ({ type: 'list.seen' })),
    leaveList: toList(() => ({ type: 'list.left' })),
    seeBatch: toBatch(() => ({ type: 'batch.seen' })),
    leaveBatch: toBatch(() => ({ type: 'batch.left' })),
    followBatch: toBatch(({ batchId, siblings }: Followed) => ({ type: 'batch.followed', batchId, siblings })),
    renewList: toList(() => ({ type: 'list.refreshDue' })),
    refreshList: toList(() => ({ type: 'list.refreshRequested' })),
    replaceRow: toList(({ row }: { row: AccountRow }) => ({ type: 'list.rowReplaced', row })),
    chooseRows: toList(({ ids }: { ids: number[] }) => ({ type: 'list.rowsChosen', ids })),
    lendTable: toTableView(({ table }: { table: unknown }) => ({ type: 'view.lent', view: keptView(table) })),
    refuseFilter: toList(({ name }: Filterable) => ({ type: 'list.filtersRefused', names: [name] })),
    paceList: toList(({ view }: Pick<TableViewFact, 'view'>) => ({ type: 'list.autoRefreshChosen', seconds: view?.autoRefresh ?? 0 })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search })),
    askForDeletion: toDeletion(({ subject }: { subject: DeletionSubject }) => ({
      type: 'form.opened',
      draft: { values: { typed: '', handover_user_id: undefined }, subject },
    })),
    keepSearch,
    tellMoved,
    tellBatchStarted: tell<PageInput, { batchId: number }>((_, { batchId }) => ({ type: 'page.batchStarted', batchId })),
    tellReset: tell<PageInput, { subject: ResetSubject }>((_, { subject }) => ({
      type: 'page.passwordResetRequested',
      subject,
    })),
  },
}).createMachine({
  id: 'accountManagement',
  description: 'Accounts of the staff: created, changed, given roles, disabled, deleted.',
  context: ({ input }) => input,
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'form', src: 'form' },
    { id: 'batch', src: 'batch' },
    { id: 'deletion', src: 'deletion' },
    { id: 'statusChange', src: 'statusChange' },
    { id: 'bulkReset', src: 'bulkReset' },
    { id: 'ownedCount', src: 'ownedCount' },
    { id: 'export', src: 'export' },
    { id: 'import', src: 'import' },
    { id: 'template', src: 'template' },
    { id: 'departments', src: 'departments' },
    { id: 'roles', src: 'roles' },
    { id: 'timezones', src: 'timezones' },
    { id: 'successors', src: 'successors' },
    { id: 'tableView', src: 'tableView' },
    { id: 'views', src: 'views', input: ({ context }) => context },
  ],
  on: {
    'page.located': arrival,
    'page.seen': { actions: ['seeList', 'seeBatch'] },
    'page.left': { actions: ['leaveList', 'leaveBatch'] },
    'page.refreshRequested': { actions: 'refreshList' },
    'list.moved': departure(accountQuery),
    'view.turned': { actions: { type: 'paceList', params: ({ event }) => event } },
    'views.applied': {
      ...viewed,
      actions: [...viewed.actions, { type: 'lendTable', params: ({ event }) => event }],
    },
    // Counts of people stand in the tree too.
    'accountForm.saved': { actions: ['refreshList', 'spoilDepartments'] },
    'deletionForm.saved': {
      actions: [{ type: 'forgetRow', params: ({ event }) => event.saved }, 'refreshList', 'spoilDepartments'],
    },
    'accountBatch.started': { actions: { type: 'tellBatchStarted', params: ({ event }) => event } },
    'accountBatch.finished': [
      {
        guard: { type: 'isWatched', params: ({ event }) => event },
        // Those that failed stay chosen, so that they can be looked at.
        actions: [{ type: 'chooseRows', params: ({ event }) => ({ ids: event.failedIds }) }, 'renewList', 'spoilDepartments'],
      },
      { actions: ['renewList', 'spoilDepartments'] },
    ],
    'accountBatch.failedChosen': { actions: { type: 'chooseRows', params: ({ event }) => event } },
    'accountImport.started': {
      actions: [
        { type: 'followBatch', params: ({ event }) => event },
        { type: 'tellBatchStarted', params: ({ event }) => event },
      ],
    },
    'batch.followed': {
      actions: [
        { type: 'followBatch', params: ({ event }) => event },
        { type: 'tellBatchStarted', params: ({ event }) => event },
      ],
    },
    'roleChoice.known': filterable(({ options }: OptionsFact<'roleChoice', RoleChoice>) => ({
      name: 'role_id',
      ids: options.map(({ id }) => id),
    })),
    'departmentChoice.known': filterable(({ options }: OptionsFact<'departmentChoice', DepartmentChoice>) => ({
      name: 'department_id',
      ids: idsIn(options),
    })),
    'statusChange.done': { actions: { type: 'replaceRow', params: ({ event }) => ({ row: event.result }) } },
    'bulkReset.done': { actions: 'refreshList' },
    'ownedCount.done': {
      actions: {
        type: 'askForDeletion',
        params: ({ event }) => ({ subject: { id: event.subject.id, account: event.subject.account, owned: event.result } }),
      },
    },
    'account.resetRequested': { actions: { type: 'tellReset', params: ({ event }) => event } },
  },
});

export type AccountManagement = ActorRefFrom<typeof accountManagementMachine>;
