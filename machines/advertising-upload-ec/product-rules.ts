import type { ProductRow as FullProductRow } from '#contracts/endpoints/products.ts';
import { productFilters, productSortable } from '#contracts/vocabulary/products.ts';
import type { FieldFault, FieldFaults } from '../kernel/form/faults.ts';
import {
  faultsIn,
  firstFault,
  numberMinimum,
  required,
  requiredChoice,
  stringRange,
  url,
  validNumber,
} from '../kernel/form/field-rules.ts';
import { moneyFault, toMajor } from '../kernel/form/money.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';

export type ProductRow = Omit<FullProductRow, 'updated_at'>;

export const productQuery = vocabularyQuery(productFilters, productSortable);

export type ProductFilters = ReturnType<typeof productQuery.read>['filters'];

/** What is typed into the drawer of a product. The price is in whole units of its currency, 19.99 for 1999 cents. */
export interface ProductValues {
  sku: string;
  name: string;
  site_id: number | undefined;
  price: number | undefined;
  currency: string;
  url: string;
  status: ProductRow['status'];
  /** Names a picture that was chosen in this window; empty: the cover stays. */
  cover: string;
}

export const blankProduct: ProductValues = {
  sku: '',
  name: '',
  site_id: undefined,
  price: undefined,
  currency: 'USD',
  url: '',
  status: 'on',
  cover: '',
};

export interface ProductSubject {
  id: number;
  version: number;
  sku: string;
  cover_url: string | null;
}

const priceFault = (price: number | undefined, currency: string): FieldFault | undefined =>
  firstFault(price, requiredChoice, validNumber, (amount) => moneyFault(amount, currency), numberMinimum(toMajor(1, currency)));

export const checkProduct = (values: ProductValues): FieldFaults<ProductValues> =>
  faultsIn<ProductValues>({
    sku: firstFault(values.sku, required, stringRange(1, 40)),
    name: firstFault(values.name, required, stringRange(1, 120)),
    site_id: firstFault(values.site_id, requiredChoice),
    price: priceFault(values.price, values.currency),
    currency: firstFault(values.currency, required),
    url: firstFault(values.url, required, url),
  });

export const productDraft = (row: ProductRow): { values: ProductValues; subject: ProductSubject } => ({
  values: {
    sku: row.sku,
    name: row.name,
    site_id: row.site.id,
    price: toMajor(row.price, row.currency),
    currency: row.currency,
    url: row.url,
    status: row.status,
    cover: '',
  },
  subject: { id: row.id, version: row.version, sku: row.sku, cover_url: row.cover_url },
});
