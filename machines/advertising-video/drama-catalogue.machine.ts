import { type ActorRefFrom, setup } from 'xstate';
import type { DictEntry } from '#contracts/endpoints/dicts.ts';
import { createFormDialogMachine, type FormFact } from '../kernel/form/form-dialog.machine.ts';
import { createExportMachine, type ExportFact } from '../kernel/list/export.machine.ts';
import { createListMachine, type ListFact } from '../kernel/list/list.machine.ts';
import type { ListQuery } from '../kernel/list/list-query.ts';
import { createOptionsMachine } from '../kernel/list/options.machine.ts';
import { createSavedViewsMachine, type SavedViewsFact } from '../kernel/list/saved-views.machine.ts';
import { createTableViewMachine, keptView, type TableViewFact } from '../kernel/list/table-view.machine.ts';
import { type CommandFact, createCommandMachine } from '../kernel/page/command.machine.ts';
import { application, arrival, departure, isWelcome, keepSearch } from '../kernel/page/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import { tellMoved, toChild } from '../kernel/tell.ts';
import { contentRemoval } from '../parts/materials/content-removal.machine.ts';
import {
  blankDrama,
  checkDrama,
  type DramaFilters,
  type DramaRow,
  type DramaSubject,
  type DramaValues,
  dramaQuery,
} from './drama-rules.ts';

export const dramaList = createListMachine<DramaRow, DramaFilters>({
  id: 'dramaList',
  description: 'The dramas, as the address asks for them.',
  query: dramaQuery,
  rowId: (row) => row.id,
});

export const dramaForm = createFormDialogMachine<DramaValues, DramaRow, DramaSubject>({
  id: 'dramaForm',
  description: 'A drama: made or changed.',
  blank: blankDrama,
  check: checkDrama,
  draft: true,
});

export interface DramaSwitch {
  row: DramaRow;
  status: DramaRow['status'];
}

export const dramaStatus = createCommandMachine<DramaSwitch, DramaRow>({
  id: 'dramaStatus',
  description: 'A drama is switched on or off.',
});

export const dramaExport = createExportMachine<ListQuery<DramaFilters>>({
  id: 'dramaExport',
  description: 'The dramas as a file.',
});

export const dramaTableView = createTableViewMachine({
  id: 'dramaTableView',
  description: 'How the reader wants the table of dramas to look.',
});

export const dramaViews = createSavedViewsMachine({ id: 'dramaViews', description: 'Saved views of the dramas.', query: dramaQuery });

/** Words for languages and genres, asked for together. */
export interface DramaWords {
  languages: DictEntry[];
  genres: DictEntry[];
}

export const dramaWords = createOptionsMachine<DictEntry & { of: keyof DramaWords }>({
  id: 'dramaWords',
  description: 'Languages and genres that a drama can have.',
});

const toList = toChild(dramaList, 'list');
const toTableView = toChild(dramaTableView, 'tableView');
const viewed = application(dramaQuery);

export type DramaCatalogueEvent =
  | PageEvent
  | ListFact
  | SavedViewsFact
  | TableViewFact
  | FormFact<'dramaForm', DramaRow>
  | FormFact<'contentRemoval', { id: number }>
  | CommandFact<'dramaStatus', DramaSwitch, DramaRow>
  | ExportFact<'dramaExport', ListQuery<DramaFilters>>;

/** Dramas: what they are, and whether they may be advertised. */
export const dramaCatalogueMachine = setup({
  types: {} as {
    context: PageInput;
    events: DramaCatalogueEvent;
    input: PageInput;
    children: {
      list: 'list';
      form: 'form';
      removal: 'removal';
      status: 'status';
      export: 'export';
      tableView: 'tableView';
      views: 'views';
      words: 'words';
    };
  },
  actors: {
    list: dramaList,
    form: dramaForm,
    removal: contentRemoval,
    status: dramaStatus,
    export: dramaExport,
    tableView: dramaTableView,
    views: dramaViews,
    words: dramaWords,
  },
  guards: { isWelcome },
  actions: {
    seeList: toList(() => ({ type: 'list.seen' })),
    leaveList: toList(() => ({ type: 'list.left' })),
    refreshList: toList(() => ({ type: 'list.refreshRequested' })),
    replaceRow: toList(({ row }: { row: DramaRow }) => ({ type: 'list.rowReplaced', row })),
    paceList: toList(({ view }: Pick<TableViewFact, 'view'>) => ({ type: 'list.autoRefreshChosen', seconds: view?.autoRefresh ?? 0 })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search })),
    lendTable: toTableView(({ table }: { table: unknown }) => ({ type: 'view.lent', view: keptView(table) })),
    keepSearch,
    tellMoved,
  },
}).createMachine({
  id: 'dramaCatalogue',
  description: 'Dramas: what they are, and whether they may be advertised.',
  context: ({ input }) => input,
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'form', src: 'form' },
    { id: 'removal', src: 'removal' },
    { id: 'status', src: 'status' },
    { id: 'export', src: 'export' },
    { id: 'tableView', src: 'tableView' },
    { id: 'views', src: 'views', input: ({ context }) => context },
    { id: 'words', src: 'words' },
  ],
  on: {
    'page.located': arrival,
    'page.seen': { actions: 'seeList' },
    'page.left': { actions: 'leaveList' },
    'page.refreshRequested': { actions: 'refreshList' },
    'list.moved': departure(dramaQuery),
    'view.turned': { actions: { type: 'paceList', params: ({ event }) => event } },
    'views.applied': { ...viewed, actions: [...viewed.actions, { type: 'lendTable', params: ({ event }) => event }] },
    'dramaForm.saved': { actions: [{ type: 'replaceRow', params: ({ event }) => ({ row: event.saved }) }, 'refreshList'] },
    'contentRemoval.saved': { actions: 'refreshList' },
    'dramaStatus.done': { actions: { type: 'replaceRow', params: ({ event }) => ({ row: event.result }) } },
  },
});

export type DramaCatalogue = ActorRefFrom<typeof dramaCatalogueMachine>;
