import { type ActorRefFrom, assign, setup } from 'xstate';
import { type BatchFact, createBatchMachine } from '../kernel/batch/batch.machine.ts';
import { createFormDialogMachine, type FormFact } from '../kernel/form/form-dialog.machine.ts';
import { createExportMachine } from '../kernel/list/export.machine.ts';
import { createListMachine, type ListFact } from '../kernel/list/list.machine.ts';
import type { ListQuery } from '../kernel/list/list-query.ts';
import { createTableViewMachine } from '../kernel/list/table-view.machine.ts';
import { type CommandFact, createCommandMachine } from '../kernel/page/command.machine.ts';
import type { HistoryStep } from '../kernel/page/page-contract.ts';
import { tell, toChild } from '../kernel/tell.ts';
import { dramaPicker } from '../parts/materials/material-pickers.machine.ts';
import {
  blankGeneration,
  blankLanding,
  blankLandingBatch,
  checkGeneration,
  checkLanding,
  type GenerationValues,
  isForced,
  type LandingBatchParams,
  type LandingFilters,
  type LandingRow,
  type LandingSubject,
  type LandingValues,
  landingQuery,
} from './landing-rules.ts';
import { countryChoice, landingProducts, languageChoice } from './site-pickers.machine.ts';

export const landingList = createListMachine<LandingRow, LandingFilters>({
  id: 'landingList',
  description: 'The landing pages of one site.',
  query: landingQuery,
  rowId: (row) => row.id,
});

export const landingForm = createFormDialogMachine<LandingValues, LandingRow, LandingSubject>({
  id: 'landingForm',
  description: 'A landing page: made, copied or changed.',
  blank: blankLanding,
  check: checkLanding,
  draft: true,
});

export interface Begun {
  batchIds: number[];
}

export const landingGeneration = createFormDialogMachine<GenerationValues, Begun, { name: string }>({
  id: 'landingGeneration',
  description: 'Landing pages for several contents, in several languages, with several templates.',
  blank: blankGeneration,
  check: checkGeneration,
});

export const landingBatch = createBatchMachine<LandingBatchParams, LandingFilters>({
  id: 'landingBatch',
  description: 'Landing pages are put on or off line.',
  blank: blankLandingBatch,
  check: () => ({}),
  caution: (params) => ({ isDeletion: isForced(params), needsReason: false }),
});

export interface LandingSwitch {
  row: LandingRow;
  status: 'online' | 'offline';
}

export const landingSwitch = createCommandMachine<LandingSwitch, LandingRow>({
  id: 'landingSwitch',
  description: 'One landing page is put on or off line.',
});

export const landingDeletion = createCommandMachine<LandingRow>({
  id: 'landingDeletion',
  description: 'A landing page is deleted, after a question.',
});

export const landingExport = createExportMachine<ListQuery<LandingFilters>>({
  id: 'landingExport',
  description: 'The landing pages of a site as a file.',
});

export const landingTableView = createTableViewMachine({
  id: 'landingTableView',
  description: 'How the reader wants the table of landing pages to look.',
});

const toList = toChild(landingList, 'list');
const toBatch = toChild(landingBatch, 'batch');

interface LandingsContext {
  /** Their part of the address: of which site, and how. */
  search: string;
}

/** Where the sheet stands now, for the address. */
type LandingsFact =
  | { type: 'landings.moved'; search: string; how: HistoryStep }
  /** A site may have more or fewer of them now. */
  | { type: 'landings.changed' }
  /** Batches of landing pages began, the first of them first. */
  | { type: 'siteLandings.started'; batchId: number; batchIds: number[] };

export type LandingsEvent =
  | { type: 'landings.opened'; siteId: number }
  | { type: 'landings.closed' }
  /** The drama whose landing pages are searched while no site is expanded. */
  | { type: 'landings.dramaChosen'; dramaId: number | undefined }
  /** The site is gone. */
  | { type: 'landings.siteForgotten'; siteId: number }
  /** The address now says this. */
  | { type: 'landings.located'; search: string }
  | { type: 'landings.refreshRequested' }
  | { type: 'landings.seen' }
  | { type: 'landings.left' }
  | ListFact
  | FormFact<'landingForm', LandingRow>
  | FormFact<'landingGeneration', Begun>
  | BatchFact<'landingBatch'>
  | CommandFact<'landingSwitch', LandingSwitch, LandingRow>
  | CommandFact<'landingDeletion', LandingRow>;

/** Sorting and paging belong to one site; the drama filter is kept from site to site. */
const partOf = (search: string, filters: LandingFilters): string =>
  landingQuery.write({ ...landingQuery.read(''), filters: { drama_id: landingQuery.read(search).filters.drama_id, ...filters } });
const siteIn = (search: string): number | undefined => landingQuery.read(search).filters.site_id;
const ownPart = (search: string): string => landingQuery.write(landingQuery.read(search));

/** The landing pages of the expanded site. The site and the query of the list are in the address. */
export const siteLandings = setup({
  types: {} as {
    context: LandingsContext;
    events: LandingsEvent;
    emitted: LandingsFact;
    input: { search: string };
    children: {
      list?: 'list';
      form: 'form';
      generation: 'generation';
      batch: 'batch';
      landingSwitch: 'landingSwitch';
      deletion: 'deletion';
      export: 'export';
      tableView: 'tableView';
      dramas: 'dramas';
      products: 'products';
      languages: 'languages';
      countries: 'countries';
    };
  },
  actors: {
    list: landingList,
    form: landingForm,
    generation: landingGeneration,
    batch: landingBatch,
    landingSwitch,
    deletion: landingDeletion,
    export: landingExport,
    tableView: landingTableView,
    dramas: dramaPicker,
    products: landingProducts,
    languages: languageChoice,
    countries: countryChoice,
  },
  guards: {
    hasSite: ({ context }) => siteIn(context.search) !== undefined,
    namesNoSite: (_, { search }: { search: string }) => siteIn(search) === undefined,
    namesAnotherSite: ({ context }, { search }: { search: string }) => siteIn(search) !== siteIn(context.search),
    isThisSite: ({ context }, { siteId }: { siteId: number }) => siteIn(context.search) === siteId,
    isWatched: (_, { watched }: { watched: boolean }) => watched,
  },
  actions: {
    keepPart: assign((_, { search }: { search: string }) => ({ search: ownPart(search) })),
    turnToSite: assign(({ context }, { siteId }: { siteId: number }) => ({ search: partOf(context.search, { site_id: siteId }) })),
    forgetSite: assign(({ context }) => ({ search: partOf(context.search, {}) })),
    turnToDrama: assign((_, { dramaId }: { dramaId: number | undefined }) => ({ search: partOf('', { drama_id: dramaId }) })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search: ownPart(search) })),
    refreshList: toList(() => ({ type: 'list.refreshRequested' })),
    renewList: toList(() => ({ type: 'list.refreshDue' })),
    seeList: toList(() => ({ type: 'list.seen' })),
    leaveList: toList(() => ({ type: 'list.left' })),
    replaceRow: toList(({ row }: { row: LandingRow }) => ({ type: 'list.rowReplaced', row })),
    forgetRow: toList(({ id }: { id: number }) => ({ type: 'list.rowForgotten', id })),
    chooseRows: toList(({ ids }: { ids: number[] }) => ({ type: 'list.rowsChosen', ids })),
    seeBatch: toBatch(() => ({ type: 'batch.seen' })),
    leaveBatch: toBatch(() => ({ type: 'batch.left' })),
    followBatch: toBatch(({ batchIds: [batchId = 0, ...siblings] }: Begun) => ({ type: 'batch.followed', batchId, siblings })),
    tellMoved: tell<LandingsContext, { how: HistoryStep }>(({ search }, { how }) => ({ type: 'landings.moved', search, how })),
    tellChanged: tell<LandingsContext>(() => ({ type: 'landings.changed' })),
    tellStarted: tell<LandingsContext, Begun>((_, { batchIds }) => ({ type: 'siteLandings.started', batchId: batchIds[0], batchIds })),
  },
}).createMachine({
  id: 'siteLandings',
  description: 'The landing pages of the one site that is unfolded.',
  context: ({ input }) => ({ search: ownPart(input.search) }),
  invoke: [
    { id: 'form', src: 'form' },
    { id: 'generation', src: 'generation' },
    { id: 'batch', src: 'batch' },
    { id: 'landingSwitch', src: 'landingSwitch' },
    { id: 'deletion', src: 'deletion' },
    { id: 'export', src: 'export' },
    { id: 'tableView', src: 'tableView' },
    { id: 'dramas', src: 'dramas' },
    { id: 'products', src: 'products' },
    { id: 'languages', src: 'languages' },
    { id: 'countries', src: 'countries' },
  ],
  initial: 'judging',
  on: {
    'landings.opened': {
      target: '.open',
      reenter: true,
      actions: [
        { type: 'turnToSite', params: ({ event }) => event },
        { type: 'tellMoved', params: { how: 'push' } },
      ],
    },
    'landings.closed': { target: '.closed', actions: ['forgetSite', { type: 'tellMoved', params: { how: 'push' } }] },
    'landings.located': [
      {
        guard: { type: 'namesNoSite', params: ({ event }) => event },
        target: '.closed',
        actions: { type: 'keepPart', params: ({ event }) => event },
      },
      {
        guard: { type: 'namesAnotherSite', params: ({ event }) => event },
        target: '.open',
        reenter: true,
        actions: { type: 'keepPart', params: ({ event }) => event },
      },
      {
        actions: [
          { type: 'keepPart', params: ({ event }) => event },
          { type: 'locateList', params: ({ event }) => event },
        ],
      },
    ],
    'landings.seen': { actions: 'seeBatch' },
    'landings.left': { actions: 'leaveBatch' },
    'landingForm.saved': { actions: 'tellChanged' },
    'landingDeletion.done': { actions: 'tellChanged' },
    'landingGeneration.saved': {
      actions: [
        { type: 'followBatch', params: ({ event }) => event.saved },
        { type: 'tellStarted', params: ({ event }) => event.saved },
      ],
    },
    'landingBatch.started': { actions: { type: 'tellStarted', params: ({ event }) => event } },
    'landingBatch.finished': { actions: 'tellChanged' },
  },
  states: {
    judging: {
      description: 'Whether the address names a site.',
      always: [{ guard: 'hasSite', target: 'open' }, { target: 'closed' }],
    },
    closed: {
      description: 'No site is unfolded.',
      on: {
        'landings.dramaChosen': {
          actions: [
            { type: 'turnToDrama', params: ({ event }) => event },
            { type: 'tellMoved', params: { how: 'push' } },
          ],
        },
      },
    },
    open: {
      description: 'The landing pages of one site are shown.',
      invoke: { id: 'list', src: 'list', input: ({ context }) => context },
      on: {
        'list.moved': {
          actions: [
            { type: 'keepPart', params: ({ event }) => event },
            { type: 'tellMoved', params: ({ event }) => event },
          ],
        },
        'landings.siteForgotten': {
          guard: { type: 'isThisSite', params: ({ event }) => event },
          target: 'closed',
          actions: ['forgetSite', { type: 'tellMoved', params: { how: 'replace' } }],
        },
        'landings.seen': { actions: ['seeList', 'seeBatch'] },
        'landings.left': { actions: ['leaveList', 'leaveBatch'] },
        'landings.refreshRequested': { actions: 'refreshList' },
        'landingForm.saved': { actions: ['refreshList', 'tellChanged'] },
        'landingSwitch.done': { actions: { type: 'replaceRow', params: ({ event }) => ({ row: event.result }) } },
        'landingDeletion.done': {
          actions: [{ type: 'forgetRow', params: ({ event }) => event.subject }, 'refreshList', 'tellChanged'],
        },
        'landingBatch.finished': [
          {
            guard: { type: 'isWatched', params: ({ event }) => event },
            // The failed rows stay selected, so that they can be checked.
            actions: [{ type: 'chooseRows', params: ({ event }) => ({ ids: event.failedIds }) }, 'renewList', 'tellChanged'],
          },
          { actions: ['renewList', 'tellChanged'] },
        ],
        'landingBatch.failedChosen': { actions: { type: 'chooseRows', params: ({ event }) => event } },
      },
    },
  },
});

export type SiteLandings = ActorRefFrom<typeof siteLandings>;
