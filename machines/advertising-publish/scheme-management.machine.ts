import { type ActorRefFrom, setup } from 'xstate';
import type { ButtonEntry } from '#contracts/endpoints/dicts.ts';
import { createFormDialogMachine, type FormFact } from '../kernel/form/form-dialog.machine.ts';
import { createExportMachine, type ExportFact } from '../kernel/list/export.machine.ts';
import { createListMachine, type ListFact } from '../kernel/list/list.machine.ts';
import type { ListQuery } from '../kernel/list/list-query.ts';
import { createOptionsMachine } from '../kernel/list/options.machine.ts';
import type { PickerFact } from '../kernel/list/picker.machine.ts';
import { createSavedViewsMachine, type SavedViewsFact } from '../kernel/list/saved-views.machine.ts';
import { createTableViewMachine, readTableView, type TableViewFact } from '../kernel/list/table-view.machine.ts';
import { type CommandFact, createCommandMachine } from '../kernel/page/command.machine.ts';
import {
  handleActionTaken,
  handleLocated,
  handleMoved,
  handleUnseen,
  handleViewApplied,
  isFilteredByUnseen,
  isViewApplicable,
  keepSearch,
} from '../kernel/page/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import { tellMoved, toChild } from '../kernel/tell.ts';
import { homepagePicker, pixelPicker, sitePicker, staffPicker } from '../parts/assets/asset-pickers.machine.ts';
import { audienceChoice, countryChoice, interestChoice, landingPicker, localeChoice } from '../parts/launches/ad-pickers.machine.ts';
import { blankScheme, type SchemeValues } from '../parts/schemes/scheme-values.ts';
import { schemeOpening } from './scheme-opening.machine.ts';
import {
  type CopySubject,
  type CopyValues,
  checkCopy,
  checkScheme,
  type KnownScheme,
  liveFaults,
  type SchemeFilters,
  type SchemeRow,
  type SchemeStatus,
  type SchemeSubject,
  schemeDraft,
  schemeQuery,
} from './scheme-rules.ts';
import { type Restoration, schemeComparison, schemeRestoration, schemeVersions } from './scheme-versions.machine.ts';

export const schemeList = createListMachine<SchemeRow, SchemeFilters>({
  id: 'schemeList',
  description: 'The schemes as the address specifies them.',
  query: schemeQuery,
  rowId: (row) => row.id,
});

export const schemeForm = createFormDialogMachine<SchemeValues, { id: number }, SchemeSubject>({
  id: 'schemeForm',
  description: 'A scheme: goal, budget, audience, structure and names. Rules between its fields are checked while the user types.',
  blank: blankScheme,
  check: checkScheme,
  liveCheck: liveFaults,
  draft: true,
});

export const schemeCopy = createFormDialogMachine<CopyValues, { id: number }, CopySubject>({
  id: 'schemeCopy',
  description: 'Copies a scheme under another name.',
  blank: { name: '', enable: false },
  check: checkCopy,
});

export interface SchemeSwitch {
  row: SchemeRow;
  status: Exclude<SchemeStatus, 'draft'>;
}

export const schemeSwitch = createCommandMachine<SchemeSwitch>({
  id: 'schemeSwitch',
  description: 'A scheme is enabled, or disabled.',
});

export const schemeDeletion = createCommandMachine<SchemeRow>({ id: 'schemeDeletion', description: 'A scheme is deleted.' });

export const schemeExport = createExportMachine<ListQuery<SchemeFilters>>({ id: 'schemeExport', description: 'The schemes as a file.' });

export const schemeViews = createSavedViewsMachine({ id: 'schemeViews', description: 'Saved views of the schemes.', query: schemeQuery });

export const schemeTableView = createTableViewMachine({
  id: 'schemeTableView',
  description: "The user's settings of the table of schemes.",
});

export const schemeButtons = createOptionsMachine<ButtonEntry>({
  id: 'schemeButtons',
  description: 'Call-to-action buttons to choose from.',
});

const toList = toChild(schemeList, 'list');
const toForm = toChild(schemeForm, 'form');
const toOpening = toChild(schemeOpening, 'opening');
const toVersions = toChild(schemeVersions, 'versions');
const toComparison = toChild(schemeComparison, 'comparison');
const toTableView = toChild(schemeTableView, 'tableView');
const viewed = handleViewApplied(schemeQuery);
const unseen = handleUnseen(schemeQuery);

/** The id of the scheme that the address asks to open. */
function openedIn(search: string): number | undefined {
  const id = Number(new URLSearchParams(search).get('open'));
  return Number.isInteger(id) && id > 0 ? id : undefined;
}

function withoutOpened(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('open');
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** The address names a scheme once, as after a campaign was saved as one: a reload does not open it again. */
const dropName = [
  { type: 'keepSearch', params: ({ context }: { context: PageInput }) => ({ search: withoutOpened(context.search) }) },
  { type: 'tellMoved', params: { how: 'replace' } },
] as const;
const SEEN = ['seeList', 'seeVersions', 'seeComparison'] as const;

export type SchemeManagementEvent =
  | PageEvent
  | ListFact
  | SavedViewsFact
  | TableViewFact
  | FormFact<'schemeForm', { id: number }>
  | FormFact<'schemeCopy', { id: number }>
  | CommandFact<'schemeOpening', { id: number }, { scheme: KnownScheme; asOf: number }>
  | CommandFact<'schemeSwitch', SchemeSwitch>
  | CommandFact<'schemeDeletion', SchemeRow>
  | CommandFact<'schemeRestoration', Restoration, { current_version: number }>
  | ExportFact<'schemeExport', ListQuery<SchemeFilters>>
  | PickerFact<'staffPicker'>;

/** Schemes: edited, enabled, copied, compared with earlier versions, deleted. */
export const schemeManagementMachine = setup({
  types: {} as {
    context: PageInput;
    events: SchemeManagementEvent;
    input: PageInput;
    children: {
      list: 'list';
      form: 'form';
      opening: 'opening';
      copy: 'copy';
      schemeSwitch: 'schemeSwitch';
      deletion: 'deletion';
      versions: 'versions';
      comparison: 'comparison';
      restoration: 'restoration';
      export: 'export';
      tableView: 'tableView';
      views: 'views';
      owners: 'owners';
      sites: 'sites';
      pixels: 'pixels';
      homepages: 'homepages';
      landings: 'landings';
      countries: 'countries';
      locales: 'locales';
      interests: 'interests';
      audiences: 'audiences';
      buttons: 'buttons';
    };
  },
  actors: {
    list: schemeList,
    form: schemeForm,
    opening: schemeOpening,
    copy: schemeCopy,
    schemeSwitch,
    deletion: schemeDeletion,
    versions: schemeVersions,
    comparison: schemeComparison,
    restoration: schemeRestoration,
    export: schemeExport,
    tableView: schemeTableView,
    views: schemeViews,
    owners: staffPicker,
    sites: sitePicker,
    pixels: pixelPicker,
    homepages: homepagePicker,
    landings: landingPicker,
    countries: countryChoice,
    locales: localeChoice,
    interests: interestChoice,
    audiences: audienceChoice,
    buttons: schemeButtons,
  },
  guards: {
    isViewApplicable: isViewApplicable,
    isFilteredByUnseen,
    isNamingScheme: (_, { search }: PageInput) => openedIn(search) !== undefined,
  },
  actions: {
    seeList: toList(() => ({ type: 'list.seen' })),
    leaveList: toList(() => ({ type: 'list.left' })),
    refreshList: toList(() => ({ type: 'list.refreshRequested' })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search })),
    paceList: toList(({ view }: Pick<TableViewFact, 'view'>) => ({ type: 'list.autoRefreshChosen', seconds: view?.autoRefresh ?? 0 })),
    forgetRow: toList(({ id }: { id: number }) => ({ type: 'list.rowForgotten', id })),
    refuseFilters: toList(({ names }: { names: (keyof SchemeFilters)[] }) => ({ type: 'list.filtersRefused', names })),
    openNamed: toOpening(({ search }: PageInput) => ({ type: 'command.runRequested', subject: { id: openedIn(search) ?? 0, name: '' } })),
    openForm: toForm(({ scheme, asOf }: { scheme: KnownScheme; asOf: number }) => ({
      type: 'form.opened',
      draft: schemeDraft(scheme, asOf),
    })),
    seeVersions: toVersions(() => ({ type: 'detail.seen' })),
    refreshVersions: toVersions(() => ({ type: 'detail.refreshRequested' })),
    seeComparison: toComparison(() => ({ type: 'detail.seen' })),
    endComparison: toComparison(() => ({ type: 'detail.closed' })),
    applyTable: toTableView(({ table }: { table: unknown }) => ({ type: 'view.applied', view: readTableView(table) })),
    keepSearch,
    tellMoved,
  },
}).createMachine({
  id: 'schemeManagement',
  description: 'Schemes: edited, enabled, copied, compared with earlier versions, published.',
  context: ({ input }) => input,
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'form', src: 'form' },
    { id: 'opening', src: 'opening' },
    { id: 'copy', src: 'copy' },
    { id: 'schemeSwitch', src: 'schemeSwitch' },
    { id: 'deletion', src: 'deletion' },
    { id: 'versions', src: 'versions' },
    { id: 'comparison', src: 'comparison' },
    { id: 'restoration', src: 'restoration' },
    { id: 'export', src: 'export' },
    { id: 'tableView', src: 'tableView' },
    { id: 'views', src: 'views', input: ({ context }) => context },
    { id: 'owners', src: 'owners' },
    { id: 'sites', src: 'sites' },
    { id: 'pixels', src: 'pixels' },
    { id: 'homepages', src: 'homepages' },
    { id: 'landings', src: 'landings' },
    { id: 'countries', src: 'countries' },
    { id: 'locales', src: 'locales' },
    { id: 'interests', src: 'interests' },
    { id: 'audiences', src: 'audiences' },
    { id: 'buttons', src: 'buttons' },
  ],
  on: {
    'page.located': [
      {
        guard: { type: 'isNamingScheme', params: ({ event }) => event },
        actions: [...handleLocated.actions, { type: 'openNamed', params: ({ event }) => event }, ...dropName],
      },
      handleLocated,
    ],
    'page.seen': [
      {
        guard: { type: 'isNamingScheme', params: ({ context }) => context },
        actions: [...SEEN, { type: 'openNamed', params: ({ context }) => context }, ...dropName],
      },
      { actions: [...SEEN] },
    ],
    'page.actionTaken': handleActionTaken,
    'page.left': { actions: 'leaveList' },
    'page.refreshRequested': { actions: 'refreshList' },
    'list.moved': handleMoved(schemeQuery),
    'view.updated': { actions: { type: 'paceList', params: ({ event }) => event } },
    'views.applied': { ...viewed, actions: [...viewed.actions, { type: 'applyTable', params: ({ event }) => event }] },
    'schemeOpening.done': { actions: { type: 'openForm', params: ({ event }) => event.result } },
    'schemeForm.saved': { actions: 'refreshList' },
    'schemeCopy.saved': { actions: 'refreshList' },
    'schemeSwitch.done': { actions: 'refreshList' },
    'schemeDeletion.done': { actions: [{ type: 'forgetRow', params: ({ event }) => event.subject }, 'refreshList'] },
    'schemeRestoration.done': { actions: ['refreshList', 'refreshVersions', 'endComparison'] },
    'staffPicker.unseen': unseen('owner_user_id'),
  },
});

export type SchemeManagement = ActorRefFrom<typeof schemeManagementMachine>;
