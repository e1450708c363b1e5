import { type ActorRefFrom, setup } from 'xstate';
import { createFormDialogMachine, type FormFact } from '../kernel/form/form-dialog.machine.ts';
import { createExportMachine } from '../kernel/list/export.machine.ts';
import { createListMachine, type ListFact } from '../kernel/list/list.machine.ts';
import type { ListQuery } from '../kernel/list/list-query.ts';
import { createSavedViewsMachine, type SavedViewsFact } from '../kernel/list/saved-views.machine.ts';
import { createTableViewMachine, keptView, type TableViewFact } from '../kernel/list/table-view.machine.ts';
import { type CommandFact, createCommandMachine } from '../kernel/page/command.machine.ts';
import { application, departure, isWelcome, keepSearch } from '../kernel/page/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import { tell, tellMoved, toChild } from '../kernel/tell.ts';
import { homepagePicker, pixelPicker, staffPicker, unitChoice } from '../parts/assets/asset-pickers.machine.ts';
import { type AssigningFact, assigningMachine } from '../parts/assets/assigning.machine.ts';
import { assignmentHistory } from '../parts/assets/assignment-history.machine.ts';
import { landingQuery } from './landing-rules.ts';
import { type LandingsFact, siteLandings } from './site-landings.machine.ts';
import { siteTimezones } from './site-pickers.machine.ts';
import { blankSite, checkSite, type SiteFilters, type SiteRow, type SiteSubject, type SiteValues, siteQuery } from './site-rules.ts';
import { siteVerification, type VerificationFact } from './site-verification.machine.ts';

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

export const siteExport = createExportMachine<ListQuery<SiteFilters>>({ id: 'siteExport', description: 'The sites as a file.' });

export const siteViews = createSavedViewsMachine({ id: 'siteViews', description: 'Saved views of the sites.', query: siteQuery });

export const siteTableView = createTableViewMachine({
  id: 'siteTableView',
  description: 'How the reader wants the table of sites to look.',
});

const toList = toChild(siteList, 'list');
const toTableView = toChild(siteTableView, 'tableView');
const toLandings = toChild(siteLandings, 'landings');
const toAssigning = toChild(assigningMachine, 'assigning');
const toVerification = toChild(siteVerification, 'verification');

const viewed = application(siteQuery);

export type SiteManagementEvent =
  | PageEvent
  | ListFact
  | SavedViewsFact
  | TableViewFact
  | LandingsFact
  | VerificationFact
  | AssigningFact
  | FormFact<'siteForm', SiteRow>
  | CommandFact<'siteSwitch', SiteSwitch, SiteRow>
  | CommandFact<'siteDeletion', SiteRow>;

/** Sites and, below the one that is unfolded, its landing pages. */
export const siteManagementMachine = setup({
  types: {} as {
    context: PageInput;
    events: SiteManagementEvent;
    input: PageInput;
    children: {
      list: 'list';
      form: 'form';
      siteSwitch: 'siteSwitch';
      deletion: 'deletion';
      verification: 'verification';
      landings: 'landings';
      assigning: 'assigning';
      history: 'history';
      export: 'export';
      tableView: 'tableView';
      views: 'views';
      pixels: 'pixels';
      homepages: 'homepages';
      timezones: 'timezones';
      staff: 'staff';
      units: 'units';
    };
  },
  actors: {
    list: siteList,
    form: siteForm,
    siteSwitch,
    deletion: siteDeletion,
    verification: siteVerification,
    landings: siteLandings,
    assigning: assigningMachine,
    history: assignmentHistory,
    export: siteExport,
    tableView: siteTableView,
    views: siteViews,
    pixels: pixelPicker,
    homepages: homepagePicker,
    timezones: siteTimezones,
    staff: staffPicker,
    units: unitChoice,
  },
  guards: { isWelcome, isWatched: (_, { watched }: { watched: boolean }) => watched },
  actions: {
    seeList: toList(() => ({ type: 'list.seen' })),
    leaveList: toList(() => ({ type: 'list.left' })),
    refreshList: toList(() => ({ type: 'list.refreshRequested' })),
    renewList: toList(() => ({ type: 'list.refreshDue' })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search })),
    paceList: toList(({ view }: Pick<TableViewFact, 'view'>) => ({ type: 'list.autoRefreshChosen', seconds: view?.autoRefresh ?? 0 })),
    replaceRow: toList(({ row }: { row: SiteRow }) => ({ type: 'list.rowReplaced', row })),
    forgetRow: toList(({ id }: { id: number }) => ({ type: 'list.rowForgotten', id })),
    chooseRows: toList(({ ids }: { ids: number[] }) => ({ type: 'list.rowsChosen', ids })),
    seeLandings: toLandings(() => ({ type: 'landings.seen' })),
    leaveLandings: toLandings(() => ({ type: 'landings.left' })),
    refreshLandings: toLandings(() => ({ type: 'landings.refreshRequested' })),
    locateLandings: toLandings(({ search }: { search: string }) => ({ type: 'landings.located', search })),
    foldSite: toLandings(({ id: siteId }: { id: number }) => ({ type: 'landings.siteForgotten', siteId })),
    seeAssigning: toAssigning(() => ({ type: 'batch.seen' })),
    leaveAssigning: toAssigning(() => ({ type: 'batch.left' })),
    seeVerification: toVerification(() => ({ type: 'verification.seen' })),
    lendTable: toTableView(({ table }: { table: unknown }) => ({ type: 'view.lent', view: keptView(table) })),
    keepSearch,
    tellMoved,
    tellBatch: tell<PageInput, { batchId: number }>((_, { batchId }) => ({ type: 'page.batchStarted', batchId })),
  },
}).createMachine({
  id: 'siteManagement',
  description: 'Sites: registered, proved, related to pixels and homepages, with their landing pages.',
  context: ({ input }) => input,
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'form', src: 'form' },
    { id: 'siteSwitch', src: 'siteSwitch' },
    { id: 'deletion', src: 'deletion' },
    { id: 'verification', src: 'verification' },
    { id: 'landings', src: 'landings', input: ({ context }) => ({ search: context.search }) },
    { id: 'assigning', src: 'assigning' },
    { id: 'history', src: 'history' },
    { id: 'export', src: 'export' },
    { id: 'tableView', src: 'tableView' },
    { id: 'views', src: 'views', input: ({ context }) => context },
    { id: 'pixels', src: 'pixels' },
    { id: 'homepages', src: 'homepages' },
    { id: 'timezones', src: 'timezones' },
    { id: 'staff', src: 'staff' },
    { id: 'units', src: 'units' },
  ],
  on: {
    'page.located': {
      actions: [
        { type: 'keepSearch', params: ({ event }) => event },
        { type: 'locateList', params: ({ event }) => event },
        { type: 'locateLandings', params: ({ event }) => event },
      ],
    },
    'page.seen': { actions: ['seeList', 'seeLandings', 'seeAssigning', 'seeVerification'] },
    'page.left': { actions: ['leaveList', 'leaveLandings', 'leaveAssigning'] },
    'page.refreshRequested': { actions: ['refreshList', 'refreshLandings'] },
    'list.moved': departure(siteQuery),
    'landings.moved': departure(landingQuery),
    'landings.changed': { actions: 'renewList' },
    'view.turned': { actions: { type: 'paceList', params: ({ event }) => event } },
    'views.applied': { ...viewed, actions: [...viewed.actions, { type: 'lendTable', params: ({ event }) => event }] },
    'siteForm.saved': { actions: ['refreshList', 'refreshLandings'] },
    'siteSwitch.done': { actions: { type: 'replaceRow', params: ({ event }) => ({ row: event.result }) } },
    'siteDeletion.done': {
      actions: [
        { type: 'forgetRow', params: ({ event }) => event.subject },
        { type: 'foldSite', params: ({ event }) => event.subject },
        'refreshList',
      ],
    },
    'siteVerification.checked': { actions: 'renewList' },
    'landingBatch.started': { actions: { type: 'tellBatch', params: ({ event }) => event } },
    'assigning.started': { actions: { type: 'tellBatch', params: ({ event }) => event } },
    'assigning.finished': [
      {
        guard: { type: 'isWatched', params: ({ event }) => event },
        actions: [{ type: 'chooseRows', params: ({ event }) => ({ ids: event.failedIds }) }, 'renewList'],
      },
      { actions: 'renewList' },
    ],
    'assigning.failedChosen': { actions: { type: 'chooseRows', params: ({ event }) => event } },
  },
});

export type SiteManagement = ActorRefFrom<typeof siteManagementMachine>;
