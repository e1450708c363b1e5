import type { ActorRefFrom } from 'xstate';
import type { DictEntry } from '#contracts/endpoints/dicts.ts';
import type { ProductImportRow } from '#contracts/endpoints/product-imports.ts';
import { batchProgressMachine } from '../kernel/batch/batch-progress.machine.ts';
import { createFormDialogMachine } from '../kernel/form/form-dialog.machine.ts';
import { createImportMachine } from '../kernel/form/import.machine.ts';
import { createListMachine } from '../kernel/list/list.machine.ts';
import { createOptionsMachine } from '../kernel/list/options.machine.ts';
import { createCommandMachine } from '../kernel/page/command.machine.ts';
import { batchesOf, createListPage, createListTools } from '../kernel/page/list-page.machine.ts';
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

const productTools = createListTools({ id: 'product', of: 'products', query: productQuery });
export const { export: productExport, tableView: productTableView, views: productViews } = productTools;

export const productCurrencies = createOptionsMachine<DictEntry>({
  id: 'productCurrencies',
  description: 'Currencies that a price can be in.',
});

/** Of an uploaded file, as the server takes it. */
const IMPORT_MAX_BYTES = 2 * 1024 * 1024;

export const productImport = createImportMachine<ProductImportRow>({
  id: 'productImport',
  description: 'Products from a file, as a batch.',
  maxBytes: IMPORT_MAX_BYTES,
});

export const productTemplate = createCommandMachine<'template'>({
  id: 'productTemplate',
  description: 'The sheet to fill in with products.',
});

/** Products: what they are, where they are sold, and whether they may be advertised. */
export const productCatalogueMachine = createListPage({
  id: 'productCatalogue',
  description: 'Products: what they are, and whether they may be advertised.',
  query: productQuery,
  list: productList,
  tools: productTools,
  parts: {
    form: productForm,
    removal: contentRemoval,
    status: productStatus,
    import: productImport,
    template: productTemplate,
    // An import is the only batch of this page.
    progress: batchProgressMachine,
  },
  choices: { currencies: productCurrencies, sites: sitePicker },
  unseen: { sites: 'site_id' },
  replacesRow: ['form.saved', 'status.done'],
  refreshes: ['form.saved', 'removal.saved'],
  tells: ['import.started', 'progress.resumed'],
  on: {
    'page.seen': { progress: { type: 'progress.seen' } },
    'page.left': { progress: { type: 'progress.left' } },
    'import.started': {
      progress: (begun) => ({ type: 'progress.followed' as const, batchIds: batchesOf(begun), show: true }),
    },
    'progress.ended': { list: { type: 'list.refreshDue' } },
  },
});

export type ProductCatalogue = ActorRefFrom<typeof productCatalogueMachine>;
