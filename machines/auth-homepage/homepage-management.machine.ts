import type { ActorRefFrom } from 'xstate';
import { createBatchMachine } from '../kernel/batch/batch.machine.ts';
import { invertSwitch } from '../kernel/batch/invert-switch.ts';
import { createFormDialogMachine } from '../kernel/form/form-dialog.machine.ts';
import { createListMachine } from '../kernel/list/list.machine.ts';
import { batchesOf, createListPage, createListTools } from '../kernel/page/list-page.machine.ts';
import { personPicker, sitePicker, staffPicker, unitChoice } from '../parts/assets/asset-pickers.machine.ts';
import { assigningMachine } from '../parts/assets/assigning.machine.ts';
import { assignmentHistory } from '../parts/assets/assignment-history.machine.ts';
import { createDiscoverMachine, type FoundObject } from '../parts/assets/discover.machine.ts';
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
  description: 'The homepages as the address specifies them.',
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
  description: 'The sites of a homepage, and those of which it is the default page.',
  blank: blankHomepageSites,
  check: checkHomepageSites,
});

export const homepageBatch = createBatchMachine<HomepageBatchParams, HomepageFilters>({
  id: 'homepageBatch',
  description: 'Synchronises, enables, disables or unbinds homepages; also follows batches started elsewhere on the page.',
  blank: blankHomepageBatch,
  check: () => ({}),
  caution: ({ action }) => ({ isDeletion: action === 'unbind' }),
  invert: invertSwitch,
});

export const homepageDiscovery = createDiscoverMachine<FoundObject, HomepageImportParams>({
  id: 'homepageDiscovery',
  description: 'Homepages of a personal account: listed, chosen, imported.',
  blank: { biz: 'dj' },
});

const homepageTools = createListTools({ id: 'homepage', of: 'homepages', query: homepageQuery });
export const { export: homepageExport, tableView: homepageTableView, views: homepageViews } = homepageTools;

/** Homepages: imported, synchronised, related to sites, assigned, with the usage of their ad limits. */
export const homepageManagementMachine = createListPage({
  id: 'homepageManagement',
  description: 'Homepages: imported, synchronised, related to sites, assigned.',
  query: homepageQuery,
  list: homepageList,
  tools: homepageTools,
  parts: {
    form: homepageForm,
    sitesForm: homepageSitesForm,
    batch: homepageBatch,
    discovery: homepageDiscovery,
    assigning: assigningMachine,
    history: assignmentHistory,
  },
  choices: { sites: sitePicker, persons: personPicker, staff: staffPicker, units: unitChoice },
  unseen: { persons: 'personal_account_id', sites: 'site_id', staff: 'assignee_id' },
  replacesRow: ['form.saved', 'sitesForm.saved'],
  batches: ['batch', 'assigning'],
  follows: { 'discovery.started': batchesOf },
  on: { 'page.seen': { discovery: { type: 'discover.seen' } } },
});

export type HomepageManagement = ActorRefFrom<typeof homepageManagementMachine>;
