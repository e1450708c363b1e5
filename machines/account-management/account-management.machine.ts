import { type ActorRefFrom, assign, setup } from 'xstate';
import type { DepartmentNode } from '#contracts/endpoints/departments.ts';
import type { DictEntry } from '#contracts/endpoints/dicts.ts';
import { type CommandFact, createCommandMachine } from '../kernel/command.machine.ts';
import { createFormDialogMachine, type FormFact } from '../kernel/form-dialog.machine.ts';
import { createListMachine, type ListFact } from '../kernel/list.machine.ts';
import type { ListQuery } from '../kernel/list-query.ts';
import { createOptionsMachine } from '../kernel/options.machine.ts';
import { arrival, departure } from '../kernel/page-address.ts';
import type { PageEvent, PageInput, ResetSubject } from '../kernel/page-contract.ts';
import { createTableViewMachine } from '../kernel/table-view.machine.ts';
import { tell, tellMoved, toChild } from '../kernel/tell.ts';
import {
  type AccountFilters,
  type AccountRow,
  type AccountSubject,
  type AccountValues,
  accountQuery,
  blankAccount,
  blankRoleChange,
  checkAccount,
  checkDeletion,
  checkRoleChange,
  type DeletionSubject,
  type DeletionValues,
  type RoleChangeValues,
} from './account-rules.ts';

export const accountList = createListMachine<AccountRow, AccountFilters>({
  id: 'accountList',
  query: accountQuery,
  rowId: (row) => row.id,
});

/** Saved: what became of it; a password that was made is shown by whoever saved, and is not told on. */
export const accountForm = createFormDialogMachine<AccountValues, { id: number }, AccountSubject>({
  id: 'accountForm',
  blank: blankAccount,
  check: checkAccount,
});

/** What became of each account's roles. */
export interface RoleChangeResult {
  total: number;
  failed: { id: number; message: string }[];
}

/** The subject is whom it is about. */
export const roleChangeForm = createFormDialogMachine<RoleChangeValues, RoleChangeResult, { ids: number[] }>({
  id: 'roleChangeForm',
  blank: blankRoleChange,
  check: checkRoleChange,
});

export const deletionForm = createFormDialogMachine<DeletionValues, { id: number }, DeletionSubject>({
  id: 'deletionForm',
  blank: { typed: '', handover_user_id: undefined },
  check: checkDeletion,
});

export interface StatusChange {
  row: AccountRow;
  status: 'enabled' | 'disabled';
}

export const statusChange = createCommandMachine<StatusChange, AccountRow>({ id: 'statusChange' });

/** Counts what an account owns before its deletion is asked about. */
export const ownedCount = createCommandMachine<AccountRow, Record<string, number>>({ id: 'ownedCount' });

/** The whole list as a file, with the columns that are shown. */
export interface AccountExport {
  query: ListQuery<AccountFilters>;
  columns: string[];
}

export const accountExport = createCommandMachine<AccountExport>({ id: 'accountExport' });

export const accountTableView = createTableViewMachine({ id: 'accountTableView' });

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

export const departmentChoice = createOptionsMachine<DepartmentChoice>({ id: 'departmentChoice' });
export const roleChoice = createOptionsMachine<RoleChoice>({ id: 'roleChoice' });
export const timezoneChoice = createOptionsMachine<DictEntry>({ id: 'timezoneChoice' });
export const successorChoice = createOptionsMachine<PersonChoice>({ id: 'successorChoice' });

const toList = toChild(accountList, 'list');
const toDepartments = toChild(departmentChoice, 'departments');
const toDeletion = toChild(deletionForm, 'deletion');

interface AccountManagementContext extends PageInput {
  /** What the last change of roles came to, until it was seen. */
  roleResult: RoleChangeResult | undefined;
}

export type AccountManagementEvent =
  | PageEvent
  | ListFact
  | FormFact<'accountForm', { id: number }>
  | FormFact<'deletionForm', { id: number }>
  | FormFact<'roleChangeForm', RoleChangeResult>
  | CommandFact<'statusChange', StatusChange, AccountRow>
  | CommandFact<'ownedCount', AccountRow, Record<string, number>>
  | CommandFact<'accountExport', AccountExport>
  | { type: 'account.resetRequested'; subject: ResetSubject }
  | { type: 'account.roleResultSeen' };

/** Accounts: who works here, where, and with which roles. */
export const accountManagementMachine = setup({
  types: {} as {
    context: AccountManagementContext;
    events: AccountManagementEvent;
    input: PageInput;
    children: {
      list: 'list';
      form: 'form';
      roleChange: 'roleChange';
      deletion: 'deletion';
      statusChange: 'statusChange';
      ownedCount: 'ownedCount';
      export: 'export';
      departments: 'departments';
      roles: 'roles';
      timezones: 'timezones';
      successors: 'successors';
      tableView: 'tableView';
    };
  },
  actors: {
    list: accountList,
    form: accountForm,
    roleChange: roleChangeForm,
    deletion: deletionForm,
    statusChange,
    ownedCount,
    export: accountExport,
    departments: departmentChoice,
    roles: roleChoice,
    timezones: timezoneChoice,
    successors: successorChoice,
    tableView: accountTableView,
  },
  actions: {
    spoilDepartments: toDepartments(() => ({ type: 'options.spoiled' })),
    forgetRow: toList(({ id }: { id: number }) => ({ type: 'list.rowForgotten', id })),
    refreshList: toList(() => ({ type: 'list.refreshRequested' })),
    replaceRow: toList(({ row }: { row: AccountRow }) => ({ type: 'list.rowReplaced', row })),
    chooseRows: toList(({ ids }: { ids: number[] }) => ({ type: 'list.rowsChosen', ids })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search })),
    askForDeletion: toDeletion(({ subject }: { subject: DeletionSubject }) => ({
      type: 'form.opened',
      draft: { values: { typed: '', handover_user_id: undefined }, subject },
    })),
    keepSearch: assign((_, { search }: { search: string }) => ({ search })),
    keepRoleResult: assign((_, { result }: { result: RoleChangeResult | undefined }) => ({ roleResult: result })),
    tellMoved,
    tellReset: tell<AccountManagementContext, { subject: ResetSubject }>((_, { subject }) => ({
      type: 'page.passwordResetRequested',
      subject,
    })),
  },
}).createMachine({
  id: 'accountManagement',
  description: 'Accounts of the staff: created, changed, given roles, disabled, deleted.',
  context: ({ input }) => ({ ...input, roleResult: undefined }),
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'form', src: 'form' },
    { id: 'roleChange', src: 'roleChange' },
    { id: 'deletion', src: 'deletion' },
    { id: 'statusChange', src: 'statusChange' },
    { id: 'ownedCount', src: 'ownedCount' },
    { id: 'export', src: 'export' },
    { id: 'departments', src: 'departments' },
    { id: 'roles', src: 'roles' },
    { id: 'timezones', src: 'timezones' },
    { id: 'successors', src: 'successors' },
    { id: 'tableView', src: 'tableView' },
  ],
  on: {
    'page.located': arrival,
    'page.refreshRequested': { actions: 'refreshList' },
    'list.moved': departure(accountQuery),
    // Counts of people stand in the tree too.
    'accountForm.saved': { actions: ['refreshList', 'spoilDepartments'] },
    'deletionForm.saved': {
      actions: [{ type: 'forgetRow', params: ({ event }) => event.saved }, 'refreshList', 'spoilDepartments'],
    },
    'roleChangeForm.saved': {
      actions: [
        { type: 'keepRoleResult', params: ({ event }) => ({ result: event.saved }) },
        // Those that failed stay chosen, so that they can be looked at.
        { type: 'chooseRows', params: ({ event }) => ({ ids: event.saved.failed.map(({ id }) => id) }) },
        'refreshList',
      ],
    },
    'statusChange.done': { actions: { type: 'replaceRow', params: ({ event }) => ({ row: event.result }) } },
    'ownedCount.done': {
      actions: {
        type: 'askForDeletion',
        params: ({ event }) => ({ subject: { id: event.subject.id, account: event.subject.account, owned: event.result } }),
      },
    },
    'account.resetRequested': { actions: { type: 'tellReset', params: ({ event }) => event } },
    'account.roleResultSeen': { actions: { type: 'keepRoleResult', params: { result: undefined } } },
  },
});

export type AccountManagement = ActorRefFrom<typeof accountManagementMachine>;
