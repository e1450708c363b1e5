import type { ActorRefFrom } from 'xstate';
import { createFormDialogMachine } from '../kernel/form/form-dialog.machine.ts';
import { createListMachine } from '../kernel/list/list.machine.ts';
import { createCommandMachine } from '../kernel/page/command.machine.ts';
import { createListPage, createListTools } from '../kernel/page/list-page.machine.ts';
import { homepagePicker, pixelPicker, staffPicker, unitChoice } from '../parts/assets/asset-pickers.machine.ts';
import { assigningMachine } from '../parts/assets/assigning.machine.ts';
import { assignmentHistory } from '../parts/assets/assignment-history.machine.ts';
import { landingQuery } from './landing-rules.ts';
import { siteLandings } from './site-landings.machine.ts';
import { siteTimezones } from './site-pickers.machine.ts';
import { blankSite, checkSite, type SiteFilters, type SiteRow, type SiteSubject, type SiteValues, siteQuery } from './site-rules.ts';
import { siteVerification } from './site-verification.machine.ts';

export const siteList = createListMachine<SiteRow, SiteFilters>({
  id: 'siteList',
  description: 'The sites, as the address asks for them.',
  query: siteQuery,
  rowId: (row) => row.id,
});

export const siteForm = createFormDialogMachine<SiteValues, SiteRow, SiteSubject>({
  id: 'siteForm',
  description: 'A site: made or changed, with its pixels and homepages.',
  blank: blankSite,
  check: checkSite,
  draft: true,
});

export interface SiteSwitch {
  row: SiteRow;
  status: SiteRow['status'];
}

export const siteSwitch = createCommandMachine<SiteSwitch, SiteRow>({ id: 'siteSwitch', description: 'A site is switched on or off.' });

export const siteDeletion = createCommandMachine<SiteRow>({ id: 'siteDeletion', description: 'A site is deleted with its landing pages.' });

const siteTools = createListTools({ id: 'site', of: 'sites', query: siteQuery });
export const { export: siteExport, tableView: siteTableView, views: siteViews } = siteTools;

const locateLandings = (_: unknown, search: string) => ({ type: 'landings.located' as const, search });
const refreshLandings = { landings: { type: 'landings.refreshRequested' } } as const;

/** Sites and, below the one that is unfolded, its landing pages. */
export const siteManagementMachine = createListPage({
  id: 'siteManagement',
  description: 'Sites: registered, proved, related to pixels and homepages, with their landing pages.',
  query: siteQuery,
  list: siteList,
  tools: siteTools,
  parts: {
    form: siteForm,
    siteSwitch,
    deletion: siteDeletion,
    verification: siteVerification,
    landings: siteLandings,
    assigning: assigningMachine,
    history: assignmentHistory,
  },
  choices: { pixels: pixelPicker, homepages: homepagePicker, timezones: siteTimezones, staff: staffPicker, units: unitChoice },
  refreshes: ['form.saved'],
  replacesRow: ['siteSwitch.done'],
  batches: ['assigning'],
  tells: ['siteLandings.started'],
  addresses: { 'landings.moved': landingQuery },
  on: {
    'page.located': { landings: locateLandings },
    'page.seen': { landings: { type: 'landings.seen' }, verification: { type: 'verification.seen' } },
    'page.left': { landings: { type: 'landings.left' } },
    'page.refreshRequested': refreshLandings,
    'form.saved': refreshLandings,
    'landings.changed': { list: { type: 'list.refreshDue' } },
    'siteVerification.checked': { list: { type: 'list.refreshDue' } },
    'deletion.done': {
      list: [({ subject }) => ({ type: 'list.rowForgotten' as const, id: subject.id }), { type: 'list.refreshRequested' }],
      landings: ({ subject }) => ({ type: 'landings.siteForgotten' as const, siteId: subject.id }),
    },
  },
});

export type SiteManagement = ActorRefFrom<typeof siteManagementMachine>;
