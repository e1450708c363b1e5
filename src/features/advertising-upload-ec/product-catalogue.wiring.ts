import { fromPromise } from 'xstate';
import {
  productCatalogueMachine,
  productCurrencies,
  productForm,
  productImport,
  productStatus,
  productTemplate,
} from '#machines/advertising-upload-ec/product-catalogue.machine.ts';
import { batchProgressWith } from '#machines/kernel/batch/batch-progress-with.ts';
import { draftKeeperWith } from '#machines/kernel/form/draft-keeper-with.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { contentRemoval } from '#machines/parts/materials/content-removal.machine.ts';
import { sites } from '#src/parts/assets/pickers.wiring.ts';
import { listPageWith } from '#src/parts/lists/list-page.wiring.ts';
import { saveFile, waitVisible } from '#src/platform/browser-window.ts';
import { currentLocale } from '#src/platform/page-root.ts';
import { batchActors } from '#src/services/batch-actors.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import * as drafts from '#src/services/drafts.service.ts';
import {
  deleteProduct,
  exportProducts,
  importProducts,
  listProducts,
  previewProductImport,
  setProductStatus,
  productTemplate as sheetToFill,
} from '#src/services/products.service.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { importActors } from '#src/ui/list/import-actors.ts';
import { saveProduct } from './product-save.wiring.ts';

/** The products, with everything they need from the outside world. */
export const productCatalogue = listPageWith(productCatalogueMachine, {
  path: '/advertising/upload-ec',
  under: { tab: 'products', isFirst: false },
  rows: listProducts,
  exportCall: exportProducts,
  parts: {
    form: productForm.provide({ actors: { save: fromPromise(({ input }) => saveProduct(input)), draft: draftKeeperWith(drafts) } }),
    removal: contentRemoval.provide({
      actors: {
        save: fromPromise(({ input: { values, subject, key } }) => {
          const id = subject?.id ?? 0;
          const asking = deleteProduct({ id, reason: values.reason.trim(), idempotency_key: key }).then(() => ({ id }));
          return toSaveOutcome(asking, { fields: ['reason'] });
        }),
      },
    }),
    status: productStatus.provide({
      actors: { run: fromPromise(({ input: { subject } }) => setProductStatus({ id: subject.row.id, status: subject.status })) },
    }),
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
