import { type ActorRefFrom, setup } from 'xstate';
import type { DictEntry } from '#contracts/endpoints/dicts.ts';
import type { ProductImportRow } from '#contracts/endpoints/product-imports.ts';
import { type BatchProgressFact, batchProgressMachine } from '../kernel/batch/batch-progress.machine.ts';
import { createFormDialogMachine, type FormFact } from '../kernel/form/form-dialog.machine.ts';
import { createImportMachine, type ImportFact } from '../kernel/form/import.machine.ts';
import { createExportMachine, type ExportFact } from '../kernel/list/export.machine.ts';
import { createListMachine, type ListFact } from '../kernel/list/list.machine.ts';
import type { ListQuery } from '../kernel/list/list-query.ts';
import { createOptionsMachine } from '../kernel/list/options.machine.ts';
import type { PickerFact } from '../kernel/list/picker.machine.ts';
import { createSavedViewsMachine, type SavedViewsFact } from '../kernel/list/saved-views.machine.ts';
import { createTableViewMachine, keptView, type TableViewFact } from '../kernel/list/table-view.machine.ts';
import { type CommandFact, createCommandMachine } from '../kernel/page/command.machine.ts';
import { application, arrival, departure, isFilteredByUnseen, isWelcome, keepSearch, unseenIn } from '../kernel/page/page-address.ts';
import type { PageEvent, PageInput } from '../kernel/page/page-contract.ts';
import { tell, tellMoved, toChild } from '../kernel/tell.ts';
import { sitePicker } from '../parts/assets/asset-pickers.machine.ts';
import { contentRemoval } from '../parts/materials/content-removal.machine.ts';
import {
  blankProduct,
  checkProduct,
  type ProductFilters,
  type ProductRow,
  type ProductSubject,
  type ProductValues,
  productQuery,
} from './product-rules.ts';

export const productList = createListMachine<ProductRow, ProductFilters>({
  id: 'productList',
  description: 'The products, as the address asks for them.',
  query: productQuery,
  rowId: (row) => row.id,
});

export const productForm = createFormDialogMachine<ProductValues, ProductRow, ProductSubject>({
  id: 'productForm',
  description: 'A product: made or changed.',
  blank: blankProduct,
  check: checkProduct,
  draft: true,
});

export interface ProductSwitch {
  row: ProductRow;
  status: ProductRow['status'];
}

export const productStatus = createCommandMachine<ProductSwitch, ProductRow>({
  id: 'productStatus',
  description: 'A product is switched on or off.',
});

export const productExport = createExportMachine<ListQuery<ProductFilters>>({
  id: 'productExport',
  description: 'The products as a file.',
});

export const productTableView = createTableViewMachine({
  id: 'productTableView',
  description: 'How the reader wants the table of products to look.',
});

export const productViews = createSavedViewsMachine({
  id: 'productViews',
  description: 'Saved views of the products.',
  query: productQuery,
});

export const productCurrencies = createOptionsMachine<DictEntry>({
  id: 'productCurrencies',
  description: 'Currencies that a price can be in.',
});

/** Of an uploaded file, as the server takes it. */
const IMPORT_MAX_BYTES = 2 * 1024 * 1024;

export const productImport = createImportMachine<ProductImportRow>({
  id: 'productImport',
  description: 'Products from a file, as a batch.',
  bytesMax: IMPORT_MAX_BYTES,
});

export const productTemplate = createCommandMachine<'template'>({
  id: 'productTemplate',
  description: 'The sheet to fill in with products.',
});

const toProgress = toChild(batchProgressMachine, 'progress');
const toList = toChild(productList, 'list');
const toTableView = toChild(productTableView, 'tableView');
const viewed = application(productQuery);

export type ProductCatalogueEvent =
  | PageEvent
  | ListFact
  | SavedViewsFact
  | TableViewFact
  | FormFact<'productForm', ProductRow>
  | FormFact<'contentRemoval', { id: number }>
  | CommandFact<'productStatus', ProductSwitch, ProductRow>
  | ExportFact<'productExport', ListQuery<ProductFilters>>
  | ImportFact<'productImport'>
  | CommandFact<'productTemplate', 'template'>
  | BatchProgressFact
  | PickerFact<'sitePicker'>;

/** Products: what they are, where they are sold, and whether they may be advertised. */
export const productCatalogueMachine = setup({
  types: {} as {
    context: PageInput;
    events: ProductCatalogueEvent;
    input: PageInput;
    children: {
      list: 'list';
      form: 'form';
      removal: 'removal';
      status: 'status';
      export: 'export';
      tableView: 'tableView';
      views: 'views';
      currencies: 'currencies';
      sites: 'sites';
      import: 'import';
      template: 'template';
      progress: 'progress';
    };
  },
  actors: {
    list: productList,
    form: productForm,
    removal: contentRemoval,
    status: productStatus,
    export: productExport,
    tableView: productTableView,
    views: productViews,
    currencies: productCurrencies,
    sites: sitePicker,
    import: productImport,
    template: productTemplate,
    // Nothing is done to several products at once but their import, which is followed like everything that is.
    progress: batchProgressMachine,
  },
  guards: {
    isWelcome,
    isFilteredByUnseen,
  },
  actions: {
    seeList: toList(() => ({ type: 'list.seen' })),
    leaveList: toList(() => ({ type: 'list.left' })),
    refreshList: toList(() => ({ type: 'list.refreshRequested' })),
    replaceRow: toList(({ row }: { row: ProductRow }) => ({ type: 'list.rowReplaced', row })),
    paceList: toList(({ view }: Pick<TableViewFact, 'view'>) => ({ type: 'list.autoRefreshChosen', seconds: view?.autoRefresh ?? 0 })),
    locateList: toList(({ search }: { search: string }) => ({ type: 'list.located', search })),
    lendTable: toTableView(({ table }: { table: unknown }) => ({ type: 'view.lent', view: keptView(table) })),
    renewList: toList(() => ({ type: 'list.refreshDue' })),
    refuseFilters: toList(({ names }: { names: (keyof ProductFilters)[] }) => ({ type: 'list.filtersRefused', names })),
    seeProgress: toProgress(() => ({ type: 'progress.seen' })),
    leaveProgress: toProgress(() => ({ type: 'progress.left' })),
    followBatch: toProgress(({ batchId, siblings }: { batchId: number; siblings: number[] }) => ({
      type: 'progress.followed',
      batchIds: [batchId, ...siblings],
      show: true,
    })),
    keepSearch,
    tellMoved,
    tellBatchStarted: tell<PageInput, { batchId: number }>((_, { batchId }) => ({ type: 'page.batchStarted', batchId })),
  },
}).createMachine({
  id: 'productCatalogue',
  description: 'Products: what they are, and whether they may be advertised.',
  context: ({ input }) => input,
  invoke: [
    { id: 'list', src: 'list', input: ({ context }) => ({ search: context.search }) },
    { id: 'form', src: 'form' },
    { id: 'removal', src: 'removal' },
    { id: 'status', src: 'status' },
    { id: 'export', src: 'export' },
    { id: 'tableView', src: 'tableView' },
    { id: 'views', src: 'views', input: ({ context }) => context },
    { id: 'currencies', src: 'currencies' },
    { id: 'sites', src: 'sites' },
    { id: 'import', src: 'import' },
    { id: 'template', src: 'template' },
    { id: 'progress', src: 'progress' },
  ],
  on: {
    'page.located': arrival,
    'page.seen': { actions: ['seeList', 'seeProgress'] },
    'page.left': { actions: ['leaveList', 'leaveProgress'] },
    'page.refreshRequested': { actions: 'refreshList' },
    'list.moved': departure(productQuery),
    'view.turned': { actions: { type: 'paceList', params: ({ event }) => event } },
    'views.applied': { ...viewed, actions: [...viewed.actions, { type: 'lendTable', params: ({ event }) => event }] },
    'productForm.saved': { actions: [{ type: 'replaceRow', params: ({ event }) => ({ row: event.saved }) }, 'refreshList'] },
    'contentRemoval.saved': { actions: 'refreshList' },
    'productStatus.done': { actions: { type: 'replaceRow', params: ({ event }) => ({ row: event.result }) } },
    'productImport.started': {
      actions: [
        { type: 'followBatch', params: ({ event }) => event },
        { type: 'tellBatchStarted', params: ({ event }) => event },
      ],
    },
    'progress.resumed': { actions: { type: 'tellBatchStarted', params: ({ event }) => event } },
    'progress.ended': { actions: 'renewList' },
    'sitePicker.unseen': unseenIn(productQuery)('site_id'),
  },
});

export type ProductCatalogue = ActorRefFrom<typeof productCatalogueMachine>;
