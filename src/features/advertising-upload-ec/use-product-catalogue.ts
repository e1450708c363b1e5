import { fromPromise } from 'xstate';
import type { productSortable } from '#contracts/endpoints/products.ts';
import {
  productCatalogueMachine,
  productCurrencies,
  productExport,
  productForm,
  productImport,
  productList,
  productStatus,
  productTableView,
  productTemplate,
  productViews,
} from '#machines/ecommerce-materials/product-catalogue.machine.ts';
import type { ProductFilters } from '#machines/ecommerce-materials/product-rules.ts';
import { batchProgressWith } from '#machines/kernel/batch-progress-with.ts';
import type { ExportSubject } from '#machines/kernel/export.machine.ts';
import { draftsWith } from '#machines/kernel/kept-drafts.ts';
import type { ListQuery } from '#machines/kernel/list-query.ts';
import { contentRemoval } from '#machines/kernel/materials/content-removal.machine.ts';
import { saveOutcome } from '#machines/kernel/save-outcome.ts';
import { viewsOnTab, viewsWith } from '#machines/kernel/saved-views-with.ts';
import { tableViewWith } from '#machines/kernel/table-view-with.ts';
import { sites } from '#src/parts/assets/use-pickers.ts';
import { rest, saveFile } from '#src/platform/browser-window.ts';
import { spokenLocale } from '#src/platform/page-root.ts';
import { batchActors } from '#src/services/batch-actors.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import * as drafts from '#src/services/drafts.service.ts';
import { exportActors } from '#src/services/exporting.ts';
import { exportRequest, pageRequest } from '#src/services/paging.ts';
import * as prefs from '#src/services/prefs.service.ts';
import {
  deleteProduct,
  exportProducts,
  importProducts,
  listProducts,
  previewProductImport,
  setProductStatus,
  productTemplate as sheetToFill,
} from '#src/services/products.service.ts';
import { simpleRoles } from '#src/services/roles.service.ts';
import * as views from '#src/services/views.service.ts';
import { importActors } from '#src/ui/import-actors.ts';
import { newRequestKey } from '#src/ui/request-key.ts';
import { saveProduct } from './use-product-save.ts';

const PATH = '/advertising/upload-ec';

type Field = (typeof productSortable)[number];

/** The products, with everything they need from the outside world. */
export const productCatalogue = productCatalogueMachine.provide({
  actors: {
    list: productList.provide({
      actors: {
        loadRows: fromPromise(async ({ input, signal }) => {
          const { list: rows, total } = await listProducts(pageRequest<Field, ProductFilters>(input), signal);
          return { rows, total };
        }),
      },
    }),
    form: productForm.provide({ actors: { save: fromPromise(({ input }) => saveProduct(input)), draft: draftsWith(drafts) } }),
    removal: contentRemoval.provide({
      actors: {
        save: fromPromise(({ input: { values, subject, key } }) => {
          const id = subject?.id ?? 0;
          const asking = deleteProduct({ id, reason: values.reason.trim(), idempotency_key: key }).then(() => ({ id }));
          return saveOutcome(asking, { fields: ['reason'] });
        }),
      },
    }),
    status: productStatus.provide({
      actors: { run: fromPromise(({ input: { subject } }) => setProductStatus({ id: subject.row.id, status: subject.status })) },
    }),
    export: productExport.provide({
      actors: exportActors({
        call: exportProducts,
        asked: ({ query, columns }: ExportSubject<ListQuery<ProductFilters>>) =>
          exportRequest<Field, ProductFilters>(query, [...columns], spokenLocale()),
        save: saveFile,
      }),
    }),
    tableView: tableViewWith(productTableView, `${PATH}:products`, prefs),
    views: viewsWith(productViews, PATH, viewsOnTab({ ...views, simpleRoles }, { tab: 'products', isFirst: false })),
    currencies: productCurrencies.provide({
      actors: { loadOptions: fromPromise(async ({ signal }) => (await listDicts({ names: ['currencies'] }, signal)).currencies ?? []) },
    }),
    sites,
    import: productImport.provide(importActors({ preview: previewProductImport, start: importProducts })),
    template: productTemplate.provide({
      actors: {
        run: fromPromise(async ({ signal }) => {
          const file = await sheetToFill({ locale: spokenLocale() }, signal);
          saveFile(file.name, file.content);
        }),
      },
    }),
    progress: batchProgressWith(batchActors({ rest, saveFile, locale: spokenLocale, newKey: newRequestKey })),
  },
});
