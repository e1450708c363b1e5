import type { ActorRefFrom } from 'xstate';
import { createBatchMachine } from '../kernel/batch/batch.machine.ts';
import { createFormDialogMachine } from '../kernel/form/form-dialog.machine.ts';
import { createListMachine, type ListAnswer } from '../kernel/list/list.machine.ts';
import { createPickerMachine } from '../kernel/list/picker.machine.ts';
import { createCommandMachine } from '../kernel/page/command.machine.ts';
import { createListPage, createListTools } from '../kernel/page/list-page.machine.ts';
import { staffPicker } from '../parts/assets/asset-pickers.machine.ts';
import { hostAccountDetails } from './host-account-details.machine.ts';
import {
  type BindableRule,
  type BindingSubject,
  type BindingValues,
  bindingDraft,
  blankBinding,
  blankEnding,
  blankHostAccount,
  blankReport,
  checkBinding,
  checkEnding,
  checkHostAccount,
  checkReport,
  type EndingSubject,
  type EndingValues,
  type HostAccountFilters,
  type HostAccountRow,
  type HostAccountSubject,
  type HostAccountTotals,
  type HostAccountValues,
  hostAccountQuery,
  type ReportValues,
} from './host-account-rules.ts';

export const hostAccountList = createListMachine<HostAccountRow, HostAccountFilters, number, ListAnswer<HostAccountRow, HostAccountTotals>>(
  {
    id: 'hostAccountList',
    description: 'The hosted accounts as the address specifies them.',
    query: hostAccountQuery,
    rowId: (row) => row.id,
  },
);

export const hostAccountForm = createFormDialogMachine<HostAccountValues, HostAccountRow, HostAccountSubject>({
  id: 'hostAccountForm',
  description: 'The terms on which an ad account is hosted: agreed, or changed.',
  blank: blankHostAccount,
  check: checkHostAccount,
  draft: true,
});

export interface StateChange {
  row: HostAccountRow;
  to: 'hosting' | 'paused';
}

export const hostStateChange = createCommandMachine<StateChange, HostAccountRow>({
  id: 'hostStateChange',
  description: 'Starts or pauses the hosting of an account.',
});

export const endingForm = createFormDialogMachine<EndingValues, { row: HostAccountRow; batchIds: number[] }, EndingSubject>({
  id: 'endingForm',
  description: 'Ends the hosting of an account, and turns off its campaigns on request.',
  blank: blankEnding,
  check: checkEnding,
});

/** The account whose campaigns are turned off. */
export interface ClosingParams {
  accountId: number;
  account: string;
}

export const accountClosing = createBatchMachine<ClosingParams, HostAccountFilters>({
  id: 'accountClosing',
  description: 'Turns off the campaigns of a hosted account, or follows an ending that does.',
  blank: { accountId: 0, account: '' },
  check: () => ({}),
});

export const bindingForm = createFormDialogMachine<BindingValues, HostAccountRow, BindingSubject>({
  id: 'bindingForm',
  description: 'The rules that a hosted account has.',
  blank: blankBinding,
  check: checkBinding,
});

export const ruleLoading = createCommandMachine<{ id: number; name: string }, readonly BindableRule[]>({
  id: 'ruleLoading',
  description: 'Loads the rules that an account can have, and which it has, to choose from.',
});

export const reportForm = createFormDialogMachine<ReportValues, { file: string }, { id: number; name: string }>({
  id: 'reportForm',
  description: 'The daily report of a hosted account as a file, for chosen days.',
  blank: blankReport,
  check: checkReport,
});

/** Ad accounts that can be hosted. The `status` of a choice is the currency of the account. */
export const hostableAccountPicker = createPickerMachine({
  id: 'hostableAccountPicker',
  description: 'Ad accounts that can be hosted.',
});

const hostAccountTools = createListTools({ id: 'hostAccount', of: 'hosted accounts', query: hostAccountQuery });
export const { export: hostAccountExport, tableView: hostAccountTableView, views: hostAccountViews } = hostAccountTools;

/** Hosted accounts: agreed, started, paused, ended, and given rules. */
export const hostAccountsMachine = createListPage({
  id: 'hostAccounts',
  description: 'Hosted accounts: agreed, started, paused, ended, and given rules.',
  query: hostAccountQuery,
  list: hostAccountList,
  tools: hostAccountTools,
  parts: {
    form: hostAccountForm,
    stateChange: hostStateChange,
    ending: endingForm,
    batch: accountClosing,
    binding: bindingForm,
    ruleLoading,
    report: reportForm,
    details: hostAccountDetails,
  },
  choices: { operators: staffPicker, hostable: hostableAccountPicker },
  unseen: { operators: 'operator_user_id' },
  replacesRow: ['form.saved', 'stateChange.done', 'binding.saved'],
  refreshes: ['form.saved'],
  batches: ['batch'],
  follows: { 'ending.saved': ({ saved }) => saved.batchIds },
  on: {
    'ruleLoading.done': { binding: ({ subject, result }) => ({ type: 'form.opened' as const, draft: bindingDraft(subject, result) }) },
    'ending.saved': { list: ({ saved }) => ({ type: 'list.rowReplaced' as const, row: saved.row }) },
  },
});

export type HostAccountsPage = ActorRefFrom<typeof hostAccountsMachine>;
