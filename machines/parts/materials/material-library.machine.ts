import { type ActorRefFrom, setup } from 'xstate';
import type { BatchFact } from '../../kernel/batch/batch.machine.ts';
import type { FormFact } from '../../kernel/form/form-dialog.machine.ts';
import type { ExportFact } from '../../kernel/list/export.machine.ts';
import type { ListFact } from '../../kernel/list/list.machine.ts';
import type { ListQuery } from '../../kernel/list/list-query.ts';
import type { PickerFact } from '../../kernel/list/picker.machine.ts';
import type { SavedViewsFact } from '../../kernel/list/saved-views.machine.ts';
import { keptView, type TableViewFact } from '../../kernel/list/table-view.machine.ts';
import type { CommandFact } from '../../kernel/page/command.machine.ts';
import { application, arrival, departure, isFilteredByUnseen, isWelcome, keepSearch, unseenIn } from '../../kernel/page/page-address.ts';
import type { PageEvent, PageInput } from '../../kernel/page/page-contract.ts';
import { tell, tellMoved, toChild } from '../../kernel/tell.ts';
import { adAccountPicker, staffPicker } from '../assets/asset-pickers.machine.ts';
import {
  materialBatch,
  materialDownload,
  materialExport,
  materialForm,
  materialGlance,
  materialLanguages,
  materialLineage,
  materialList,
  materialPreview,
  materialTableView,
  materialUse,
  materialViews,
} from './material-parts.machine.ts';
import { dramaPicker, materialPicker, productPicker } from './material-pickers.machine.ts';
import { type MaterialFilters, type MaterialRow, materialQuery } from './material-rules.ts';

const toList = toChild(materialList, 'list');
const toBatch = toChild(materialBatch, 'batch');
const toTableView = toChild(materialTableView, 'tableView');
const viewed = application(materialQuery);

const unseen = unseenIn(materialQuery);

type Followed = { batchId: number; siblings?: number[] | undefined };

export type MaterialLibraryEvent =
  | PageEvent
  | ListFact
  | SavedViewsFact
  | TableViewFact
  | FormFact<'materialForm', MaterialRow>
  | BatchFact<'materialBatch'>
  /** One that was begun by something else on this page. */
  | ({ type: 'batch.followed' } & Followed)
  | ExportFact<'materialExport', ListQuery<MaterialFilters>>
  | CommandFact<'materialDownload', MaterialRow>
  | PickerFact<'dramaPicker'>
  | PickerFact<'productPicker'>
  | PickerFact<'staffPicker'>
  | PickerFact<'materialPicker'>
  | PickerFact<'adAccountPicker'>
  /** Something else on this page made one, or made something of one. */
  | { type: 'materials.changed' };

/** Materials of one line of business: looked at, described, tagged, shared, copied into ad accounts, archived, deleted. */
export const materialLibraryMachine = setup({
  types: {} as {
    context: PageInput;
    events: MaterialLibraryEvent;
    input: PageInput;
    children: {
      list: 'list';
      form: 'form';
      batch: 'batch';
      export: 'export';
      tableView: 'tableView';
      views: 'views';
      preview: 'preview';
      glance: 'glance';
      use: 'use';
      lineage: 'lineage';
      download: 'download';
      dramas: 'dramas';
      products: 'products';
      creators: 'creators';
      parents: 'parents';
      accounts: 'accounts';
      languages: 'languages';
    };
  },
  actors: {
    list: materialList,
    form: materialForm,
    batch: materialBatch,
    export: materialExport,
    tableView: materialTableView,
    views: materialViews,
    preview: materialPreview,
    glance: materialGlance,
    use: materialUse,
    lineage: materialLineage,
    download: materialDownload,
    dramas: dramaPicker,
    products: productPicker,
    creators: staffPicker,
    parents: materialPicker,
    accounts: adAccountPicker,
    languages: materialLanguages,
  },
  guards: {
    isWelcome,
    isWatched: (_, { watched }: { watched: boolean }) => watched,
    isFilteredByUnseen,
  },
  actions: {
    seeList: toList(() => ({ type: 'list.seen' })),
    leaveList: toList(() => ({ type: 'list.left' })),
    refreshList: toList(() => ({ type: 'list.refreshRequested' })),
    renewList: toList(() => ({ type: 'list.refreshDue' })),
    replaceRow: toList(({ row }: { row: MaterialRow }) => ({ type: 'list.rowReplaced', row })),
    chooseRows: toList(({ ids }: { ids: number[] }) => ({ type: 'list.rowsChosen', ids })),
    refuseFilters: toList(({ names }: { names: (keyof MaterialFilters)[] }) => ({ type: 'list.filtersRefused', names })),
    paceList: toList(({ view }: Pick<TableViewFact, 'view'>) => ({ type: 'list.autoRefreshChosen', seconds: view?.autoRefresh ?? 0 })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search })),
    seeBatch: toBatch(() => ({ type: 'batch.seen' })),
    leaveBatch: toBatch(() => ({ type: 'batch.left' })),
    followBatch: toBatch(({ batchId, siblings }: Followed) => ({ type: 'batch.followed', batchId, siblings })),
    lendTable: toTableView(({ table }: { table: unknown }) => ({ type: 'view.lent', view: keptView(table) })),
    keepSearch,
    tellMoved,
    tellBatchStarted: tell<PageInput, { batchId: number }>((_, { batchId }) => ({ type: 'page.batchStarted', batchId })),
  },
}).createMachine({
  id: 'materialLibrary',
  description: 'Materials: looked at, described, tagged, shared, copied into ad accounts, archived, deleted.',
  context: ({ input }) => input,
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'form', src: 'form' },
    { id: 'batch', src: 'batch' },
    { id: 'export', src: 'export' },
    { id: 'tableView', src: 'tableView' },
    { id: 'views', src: 'views', input: ({ context }) => context },
    { id: 'preview', src: 'preview' },
    { id: 'glance', src: 'glance' },
    { id: 'use', src: 'use' },
    { id: 'lineage', src: 'lineage' },
    { id: 'download', src: 'download' },
    { id: 'dramas', src: 'dramas' },
    { id: 'products', src: 'products' },
    { id: 'creators', src: 'creators' },
    { id: 'parents', src: 'parents' },
    { id: 'accounts', src: 'accounts' },
    { id: 'languages', src: 'languages' },
  ],
  on: {
    'page.located': arrival,
    'page.seen': { actions: ['seeList', 'seeBatch'] },
    'page.left': { actions: ['leaveList', 'leaveBatch'] },
    'page.refreshRequested': { actions: 'refreshList' },
    'list.moved': departure(materialQuery),
    'view.turned': { actions: { type: 'paceList', params: ({ event }) => event } },
    'views.applied': { ...viewed, actions: [...viewed.actions, { type: 'lendTable', params: ({ event }) => event }] },
    'materialForm.saved': { actions: { type: 'replaceRow', params: ({ event }) => ({ row: event.saved }) } },
    'materialBatch.started': { actions: { type: 'tellBatchStarted', params: ({ event }) => event } },
    'materialBatch.finished': [
      {
        guard: { type: 'isWatched', params: ({ event }) => event },
        // Those that failed stay chosen, so that they can be looked at.
        actions: [{ type: 'chooseRows', params: ({ event }) => ({ ids: event.failedIds }) }, 'renewList'],
      },
      { actions: 'renewList' },
    ],
    'materialBatch.failedChosen': { actions: { type: 'chooseRows', params: ({ event }) => event } },
    'batch.followed': {
      actions: [
        { type: 'followBatch', params: ({ event }) => event },
        { type: 'tellBatchStarted', params: ({ event }) => event },
      ],
    },
    'dramaPicker.unseen': unseen('drama_id'),
    'productPicker.unseen': unseen('product_id'),
    'staffPicker.unseen': unseen('creator_user_id', 'uploader_user_id'),
    'materials.changed': { actions: 'renewList' },
  },
});

export type MaterialLibrary = ActorRefFrom<typeof materialLibraryMachine>;
