import type { ActorRefFrom } from 'xstate';
import { createBatchMachine } from '../kernel/batch/batch.machine.ts';
import type { StartedBatches } from '../kernel/batch/batch-outcome.ts';
import { invertSwitch } from '../kernel/batch/invert-switch.ts';
import { createFormDialogMachine } from '../kernel/form/form-dialog.machine.ts';
import { createListMachine } from '../kernel/list/list.machine.ts';
import { createCommandMachine } from '../kernel/page/command.machine.ts';
import { createDetailMachine } from '../kernel/page/detail.machine.ts';
import { batchesOf, createListPage, createListTools } from '../kernel/page/list-page.machine.ts';
import {
  adAccountPicker,
  currencyChoice,
  personPicker,
  sitePicker,
  staffPicker,
  unitChoice,
} from '../parts/assets/asset-pickers.machine.ts';
import { assigningMachine } from '../parts/assets/assigning.machine.ts';
import { assignmentHistory } from '../parts/assets/assignment-history.machine.ts';
import { createDiscoverMachine, type FoundObject } from '../parts/assets/discover.machine.ts';
import { shownPixel, testAnswer } from './pixel-parts.machine.ts';
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
  description: 'The pixels as the address specifies them.',
  query: pixelQuery,
  rowId: (row) => row.id,
});

/** The typed token is stored nowhere. */
export const capiForm = createFormDialogMachine<CapiValues, PixelRow, CapiSubject>({
  id: 'capiForm',
  description: 'How the server sends events to a pixel.',
  blank: blankCapi,
  check: checkCapi,
  secrets: ['capi_token'],
});

export const capiSwitch = createCommandMachine<{ row: PixelRow; enabled: boolean }, PixelRow>({
  id: 'capiSwitch',
  description: 'Enables or disables server events.',
});

/** The accounts a pixel is shared with; the page follows the started batch. */
export const sharingForm = createFormDialogMachine<SharingValues, StartedBatches, PixelSubject>({
  id: 'sharingForm',
  description: 'Shares a pixel with ad accounts, or revokes it.',
  blank: blankSharing,
  check: checkSharing,
});

export const pixelShares = createDetailMachine<PixelSubject, PixelShare[]>({
  id: 'pixelShares',
  description: 'The ad accounts a pixel is shared with.',
});

export const pixelSitesForm = createFormDialogMachine<PixelSitesValues, PixelRow, PixelSubject>({
  id: 'pixelSitesForm',
  description: 'The sites of a pixel.',
  blank: { site_ids: [] },
  check: checkPixelSites,
});

export const testEventForm = createFormDialogMachine<TestEventValues, TestResult, PixelSubject>({
  id: 'testEventForm',
  description: 'A test event to check whether events arrive.',
  blank: blankTestEvent,
  check: checkTestEvent,
});

export const pixelBatch = createBatchMachine<PixelBatchParams, PixelFilters>({
  id: 'pixelBatch',
  description: 'Enables, disables or unbinds pixels; also follows batches started elsewhere on the page.',
  blank: blankPixelBatch,
  check: () => ({}),
  caution: ({ action }) => ({ isDeletion: action === 'unbind' }),
  invert: invertSwitch,
});

export const pixelDiscovery = createDiscoverMachine<FoundObject>({
  id: 'pixelDiscovery',
  description: 'Pixels of a personal account: listed, chosen, imported.',
  blank: {},
});

const pixelTools = createListTools({ id: 'pixel', of: 'pixels', query: pixelQuery });
export const { export: pixelExport, tableView: pixelTableView, views: pixelViews } = pixelTools;

/** Pixels: imported, shared with accounts, related to sites, tested, enabled and disabled. */
export const pixelManagementMachine = createListPage({
  id: 'pixelManagement',
  description: 'Pixels: imported, shared, related to sites, tested, enabled and disabled.',
  query: pixelQuery,
  list: pixelList,
  tools: pixelTools,
  parts: {
    capiForm,
    capiSwitch,
    sharing: sharingForm,
    shares: pixelShares,
    sitesForm: pixelSitesForm,
    testForm: testEventForm,
    testAnswer,
    shown: shownPixel,
    batch: pixelBatch,
    discovery: pixelDiscovery,
    assigning: assigningMachine,
    history: assignmentHistory,
  },
  choices: {
    accounts: adAccountPicker,
    sites: sitePicker,
    persons: personPicker,
    currencies: currencyChoice,
    staff: staffPicker,
    units: unitChoice,
  },
  unseen: { accounts: ['owner_account_id', 'account_id'], sites: 'site_id', persons: 'personal_account_id' },
  replacesRow: ['capiForm.saved', 'sitesForm.saved', 'capiSwitch.done'],
  batches: ['batch', 'assigning'],
  follows: { 'sharing.saved': ({ saved }) => saved, 'discovery.started': batchesOf },
  on: {
    'page.seen': { discovery: { type: 'discover.seen' } },
    'testForm.saved': { testAnswer: ({ saved }) => ({ type: 'test.answered' as const, tested: saved }) },
    'testAnswer.repeated': {
      testForm: ({ tested }) => ({ type: 'form.opened' as const, draft: { values: tested.values, subject: tested.pixel } }),
    },
  },
});

export type PixelManagement = ActorRefFrom<typeof pixelManagementMachine>;
