import type { ActorRefFrom } from 'xstate';
import type { DepartmentNode } from '#contracts/endpoints/departments.ts';
import type { DictEntry } from '#contracts/endpoints/dicts.ts';
import type { ImportRow } from '#contracts/endpoints/user-imports.ts';
import { type BatchSubject, createBatchMachine } from '../kernel/batch/batch.machine.ts';
import { invertSwitch } from '../kernel/batch/invert-switch.ts';
import { createFormDialogMachine } from '../kernel/form/form-dialog.machine.ts';
import { createImportMachine } from '../kernel/form/import.machine.ts';
import { createListMachine } from '../kernel/list/list.machine.ts';
import { createOptionsMachine } from '../kernel/list/options.machine.ts';
import { createCommandMachine } from '../kernel/page/command.machine.ts';
import { batchesOf, createListPage, createListTools } from '../kernel/page/list-page.machine.ts';
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
  description: 'The accounts as the address specifies them.',
  query: accountQuery,
  rowId: (row) => row.id,
});

/** A generated password is shown by the save call and never told further. */
export const accountForm = createFormDialogMachine<AccountValues, { id: number }, AccountSubject>({
  id: 'accountForm',
  description: 'An account: created or edited.',
  blank: blankAccount,
  check: checkAccount,
  secrets: ['pwd'],
  draft: true,
});

export const accountBatch = createBatchMachine<AccountBatchParams, AccountFilters>({
  id: 'accountBatch',
  description: 'A bulk action on accounts, or one started elsewhere and followed here.',
  blank: blankAccountBatch,
  check: checkAccountBatch,
  caution: ({ action }) => ({ isDeletion: action === 'delete' }),
  invert: invertSwitch,
});

export const deletionForm = createFormDialogMachine<DeletionValues, { id: number }, DeletionSubject>({
  id: 'deletionForm',
  description: 'Deletes an account after its name was typed, and hands over its objects.',
  blank: { typed: '', handover_user_id: undefined },
  check: checkDeletion,
});

export interface StatusChange {
  row: AccountRow;
  status: 'enabled' | 'disabled';
}

export const statusChange = createCommandMachine<StatusChange, AccountRow>({
  id: 'statusChange',
  description: 'Enables or disables an account.',
});

/** The accounts that get new passwords: chosen rows, or all matching ones. */
export type ResetSelection = BatchSubject<AccountFilters>;

/** Numbers of reset and refused accounts. The passwords go from the server's answer straight to their dialog. */
export const bulkReset = createCommandMachine<ResetSelection, { done: number; refused: number }>({
  id: 'bulkReset',
  description: 'Several accounts get new passwords at once.',
});

export const ownedCount = createCommandMachine<AccountRow, Record<string, number>>({
  id: 'ownedCount',
  description: 'Counts the objects of an account before its deletion is confirmed.',
});

const accountTools = createListTools({ id: 'account', of: 'accounts', query: accountQuery });
export const { export: accountExport, tableView: accountTableView, views: accountViews } = accountTools;

/** The server's limit for an uploaded file. */
const MAX_IMPORT_BYTES = 2 * 1024 * 1024;

export type AccountImportRow = ImportRow;

export const accountImport = createImportMachine<AccountImportRow>({
  id: 'accountImport',
  description: 'Imports accounts from a file as a batch.',
  maxBytes: MAX_IMPORT_BYTES,
});

export const accountTemplate = createCommandMachine<'template'>({
  id: 'accountTemplate',
  description: 'Downloads the template for importing accounts.',
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

const idsIn = (nodes: readonly DepartmentChoice[]): number[] => nodes.flatMap(({ id, children }) => [id, ...idsIn(children)]);

export const departmentChoice = createOptionsMachine<DepartmentChoice>({
  id: 'departmentChoice',
  description: 'Departments to choose from.',
  idsOf: idsIn,
});
export const roleChoice = createOptionsMachine<RoleChoice>({
  id: 'roleChoice',
  description: 'Roles to choose from.',
  idsOf: (roles) => roles.map(({ id }) => id),
});
export const timezoneChoice = createOptionsMachine<DictEntry>({ id: 'timezoneChoice', description: 'Time zones to choose from.' });
export const successorChoice = createOptionsMachine<PersonChoice>({
  id: 'successorChoice',
  description: 'Users who can take over the objects of an account.',
});

/** The tree shows numbers of users too. */
const countsChanged = { departments: { type: 'options.invalidated' } } as const;

/** Accounts: the users of the console, with their departments and roles. */
export const accountManagementMachine = createListPage({
  id: 'accountManagement',
  description: 'Accounts of users: created, edited, given roles, disabled, deleted.',
  query: accountQuery,
  list: accountList,
  tools: accountTools,
  parts: {
    form: accountForm,
    batch: accountBatch,
    deletion: deletionForm,
    statusChange,
    bulkReset,
    ownedCount,
    import: accountImport,
    template: accountTemplate,
  },
  choices: { departments: departmentChoice, roles: roleChoice, timezones: timezoneChoice, successors: successorChoice },
  unseen: { departments: 'department_id', roles: 'role_id' },
  replacesRow: ['statusChange.done'],
  refreshes: ['form.saved', 'bulkReset.done'],
  batches: ['batch'],
  follows: { 'import.started': batchesOf },
  on: {
    'form.saved': countsChanged,
    'batch.finished': countsChanged,
    'deletion.saved': {
      list: [({ saved }) => ({ type: 'list.rowForgotten' as const, id: saved.id }), { type: 'list.refreshRequested' }],
      ...countsChanged,
    },
    'ownedCount.done': {
      deletion: ({ subject: { id, account }, result }) => ({
        type: 'form.opened' as const,
        draft: { values: { typed: '', handover_user_id: undefined }, subject: { id, account, owned: result } },
      }),
    },
  },
});

export type AccountManagement = ActorRefFrom<typeof accountManagementMachine>;
