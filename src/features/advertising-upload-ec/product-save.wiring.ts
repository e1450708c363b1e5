import { type ProductRow, type ProductSubject, type ProductValues, productDraft } from '#machines/advertising-upload-ec/product-rules.ts';
import type { SaveOutcome, SaveRequest } from '#machines/kernel/form/form-dialog.machine.ts';
import { changedSince } from '#machines/kernel/form/form-values.ts';
import { toMinor } from '#machines/kernel/form/money.ts';
import { toSaveOutcome } from '#machines/kernel/form/save-outcome.ts';
import { COVER_GONE, pictureOf } from '#src/parts/materials/cover-picture.wiring.ts';
import { createProduct, editProduct } from '#src/services/products.service.ts';

type Question = SaveRequest<ProductValues, ProductSubject>;
type Outcome = SaveOutcome<ProductValues, ProductRow, ProductSubject>;

const reading = {
  fields: ['sku', 'name', 'site_id', 'price', 'currency', 'url', 'status', 'cover'],
  fieldOf: { DUPLICATE: 'sku', FILE_TOO_LARGE: 'cover' },
  latest: (row: ProductRow) => productDraft(row),
} as const;

// What has to be there is: a form without it is not sent.
const toRequest = ({ sku, name, site_id, price, currency, url, status }: ProductValues) => ({
  sku: sku.trim(),
  name: name.trim(),
  site_id: site_id as number,
  price: toMinor(price as number, currency),
  currency,
  url: url.trim(),
  status,
});

/** Sends what was typed, with the cover where one was chosen. */
export async function saveProduct({ values, subject, origin, key }: Question): Promise<Outcome> {
  const picture = await pictureOf(values.cover);
  if (!picture) return { kind: 'refused', faults: COVER_GONE };
  const asked = toRequest(values);
  const asking = subject
    ? editProduct({
        id: subject.id,
        version: subject.version,
        ...changedSince(toRequest(origin), asked),
        ...picture,
        idempotency_key: key,
      })
    : createProduct({ ...asked, ...picture, idempotency_key: key });
  // A new cover cannot be given back.
  return toSaveOutcome(asking, { ...reading, reopen: picture.cover ? undefined : productDraft });
}
