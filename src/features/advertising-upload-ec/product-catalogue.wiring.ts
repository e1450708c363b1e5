import { fromPromise } from 'xstate';
import type { productSortable } from '#contracts/vocabulary/products.ts';
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
} from '#machines/advertising-upload-ec/product-catalogue.machine.ts';
import type { ProductFilters } from '#machines/advertising-upload-ec/product-rules.ts';
import { batchProgressWith } from '#machines/kernel/batch/batch-progress-with.ts';
import { draftsWith } from '#machines/kernel/form/kept-drafts.ts';
import { saveOutcome } from '#machines/kernel/form/save-outcome.ts';
import type { ExportSubject } from '#machines/kernel/list/export.machine.ts';
import type { ListQuery } from '#machines/kernel/list/list-query.ts';
import { viewsOnTab, viewsWith } from '#machines/kernel/list/saved-views-with.ts';
import { tableViewWith } from '#machines/kernel/list/table-view-with.ts';
import { contentRemoval } from '#machines/parts/materials/content-removal.machine.ts';
import { sites } from '#src/parts/assets/pickers.wiring.ts';
import { saveFile, waitVisible } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { batchActors } from '#src/services/batch-actors.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import * as drafts from '#src/services/drafts.service.ts';
import { exportActors } from '#src/services/export-actors.ts';
import { toFreshness } from '#src/services/list-freshness.ts';
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
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { importActors } from '#src/ui/list/import-actors.ts';
import { saveProduct } from './product-save.wiring.ts';

const PATH = '/advertising/upload-ec';

type Field = (typeof productSortable)[number];

/** The products, with everything they need from the outside world. */
export const productCatalogue = productCatalogueMachine.provide({
  actors: {
    list: productList.provide({
      actors: {
        loadRows: fromPromise(async ({ input, signal }) => {
          const reply = await listProducts(pageRequest<Field, ProductFilters>(input), signal);
          return { rows: reply.list, total: reply.total, fresh: toFreshness(reply) };
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
        toRequest: ({ query, columns }: ExportSubject<ListQuery<ProductFilters>>) =>
          exportRequest<Field, ProductFilters>(query, [...columns], currentLocale()),
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
          const file = await sheetToFill({ locale: currentLocale() }, signal);
          saveFile(file.name, file.content);
        }),
      },
    }),
    progress: batchProgressWith(batchActors({ waitVisible, saveFile, locale: currentLocale, newKey: newRequestKey })),
  },
});
