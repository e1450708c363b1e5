import type { ActorRefFrom } from 'xstate';
import { createBatchMachine } from '../kernel/batch/batch.machine.ts';
import { invertSwitch } from '../kernel/batch/invert-switch.ts';
import { requiredChoice } from '../kernel/form/field-rules.ts';
import { createFormDialogMachine } from '../kernel/form/form-dialog.machine.ts';
import { createListMachine } from '../kernel/list/list.machine.ts';
import { createCommandMachine } from '../kernel/page/command.machine.ts';
import { createDetailMachine } from '../kernel/page/detail.machine.ts';
import { batchesOf, createListPage, createListTools } from '../kernel/page/list-page.machine.ts';
import { currencyChoice, personPicker, pixelPicker, staffPicker, unitChoice } from '../parts/assets/asset-pickers.machine.ts';
import { assetSheet } from '../parts/assets/asset-sheet.machine.ts';
import { assigningMachine } from '../parts/assets/assigning.machine.ts';
import { assignmentHistory } from '../parts/assets/assignment-history.machine.ts';
import { createDiscoverMachine, type FoundObject } from '../parts/assets/discover.machine.ts';
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
  description: 'The ad accounts as the address specifies them; reloaded often while one is being refreshed.',
  query: adAccountQuery,
  rowId: (row) => row.id,
  isAboutToChange: (row) => row.is_syncing,
});

export const adAccountForm = createFormDialogMachine<AdAccountValues, AdAccountRow, AdAccountSubject>({
  id: 'adAccountForm',
  description: "The console's own fields of an ad account: business line, switch, remark.",
  blank: blankAdAccount,
  check: checkAdAccount,
});

export const adAccountBatch = createBatchMachine<AdAccountBatchParams, AdAccountFilters>({
  id: 'adAccountBatch',
  description: 'A bulk action on ad accounts, or one started elsewhere and followed here.',
  blank: blankAdAccountBatch,
  check: checkAdAccountBatch,
  caution: ({ action }) => ({ isDeletion: action === 'unbind' }),
  invert: invertSwitch,
});

export const adAccountDiscovery = createDiscoverMachine<FoundObject, BindParams>({
  id: 'adAccountDiscovery',
  description: 'Ad accounts of a personal account: listed, chosen, imported.',
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
  description: "Turns the console's own switch of an ad account.",
});

/** A status of an ad account on the channel since an instant. */
export interface StatusEntry {
  at: string;
  account_status: number;
  disable_reason: number;
}

export const statusLog = createDetailMachine<{ id: number; name: string }, StatusEntry[]>({
  id: 'statusLog',
  description: 'The status history of an ad account on the channel, newest first.',
});

const adAccountTools = createListTools({ id: 'adAccount', of: 'ad accounts', query: adAccountQuery });
export const { export: adAccountExport, tableView: adAccountTableView, views: adAccountViews } = adAccountTools;

/** Ad accounts: imported, watched, refreshed, assigned, given pixels, unbound. */
export const adAccountManagementMachine = createListPage({
  id: 'adAccountManagement',
  description: 'Ad accounts: imported, watched, refreshed, assigned, unbound.',
  query: adAccountQuery,
  list: adAccountList,
  tools: adAccountTools,
  parts: {
    form: adAccountForm,
    batch: adAccountBatch,
    assigning: assigningMachine,
    history: assignmentHistory,
    sheet: assetSheet,
    discovery: adAccountDiscovery,
    enabledChange,
    statusLog,
  },
  choices: {
    /** All personal accounts, for filters. An empty page offers other actions if there are none. */
    persons: personPicker,
    authorisers: personPicker,
    pixels: pixelPicker,
    staff: staffPicker,
    units: unitChoice,
    currencies: currencyChoice,
  },
  unseen: { persons: 'personal_account_id', staff: 'assignee_user_id' },
  replacesRow: ['form.saved', 'enabledChange.done'],
  batches: ['batch', 'assigning'],
  follows: { 'discovery.started': batchesOf },
  on: {
    'page.seen': { discovery: { type: 'discover.seen' } },
    // The reloaded rows show that they are being refreshed.
    'batch.started': { list: { type: 'list.refreshDue' } },
  },
});

export type AdAccountManagement = ActorRefFrom<typeof adAccountManagementMachine>;
