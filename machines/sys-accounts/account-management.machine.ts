import type { ActorRefFrom } from 'xstate';
import type { DepartmentNode } from '#contracts/endpoints/departments.ts';
import type { DictEntry } from '#contracts/endpoints/dicts.ts';
import type { ImportRow } from '#contracts/endpoints/user-imports.ts';
import { type BatchSubject, createBatchMachine } from '../kernel/batch/batch.machine.ts';
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

const accountTools = createListTools({ id: 'account', of: 'accounts', query: accountQuery });
export const { export: accountExport, tableView: accountTableView, views: accountViews } = accountTools;

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
  description: 'People who can take over what an account owns.',
});

/** Counts of people stand in the tree too. */
const countsChanged = { departments: { type: 'options.spoiled' } } as const;

/** Accounts: who works here, where, and with which roles. */
export const accountManagementMachine = createListPage({
  id: 'accountManagement',
  description: 'Accounts of the staff: created, changed, given roles, disabled, deleted.',
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
