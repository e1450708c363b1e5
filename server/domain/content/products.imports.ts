import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import * as imports from '#contracts/endpoints/product-imports.ts';
import { isHttps } from '#contracts/rules/https-address.ts';
import { contentStatusWords } from '#contracts/vocabulary/content-statuses.ts';
import type { AnyBatchType, BatchType } from '../batches/index.ts';
import { type CallContext, defineCall } from '../call.ts';
import { CURRENCIES } from '../dictionaries.ts';
import { isUniqueViolation } from '../faults.ts';
import { refuse, refuseField } from '../refusal.ts';
import {
  createImportTemplate,
  MAX_SHEET_BODY_BYTES,
  parseRows,
  type RowReader,
  readColumn,
  readUploadedRows,
  toDisplayText,
  toImportItems,
  toPreview,
} from '../spreadsheet/index.ts';
import { type ProductColumn, productForm, productTemplate } from './product-import-form.ts';
import * as repository from './products.repository.ts';
import { PRODUCT, requireSite } from './products.routes.ts';
import { isOnDomain, toMinorUnits } from './products.rules.ts';

const MAX_SKU_LENGTH = 40;
const MAX_NAME_LENGTH = 120;
const MAX_PRICE = 1_000_000_000_000;
/** Characters that no text column of the database can hold. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

type ImportedProduct = Omit<repository.ProductFields, 'cover_key'>;

interface ImportLookups {
  /** Sites by lowercase domain and name; null where several sites share a name. */
  sites: ReadonlyMap<string, repository.EcommerceSite | null>;
  /** Number of decimals by currency. */
  exponents: ReadonlyMap<string, number>;
  taken: ReadonlySet<string>;
}

const statuses: ReadonlyMap<string, 'on' | 'off'> = new Map([
  ['', 'on'],
  ...['上架', contentStatusWords.on.zh, 'on', '1', '是', 'yes'].map((word) => [word, 'on'] as const),
  ...['下架', contentStatusWords.off.zh, 'off', '0', '否', 'no'].map((word) => [word, 'off'] as const),
]);

function readRow({ text, shown, fault, limitedText }: RowReader<ProductColumn>, known: ImportLookups): ImportedProduct {
  const sku = limitedText('sku', MAX_SKU_LENGTH);
  if (known.taken.has(sku)) fault('sku', 'taken', shown('sku'));

  const site = known.sites.get(text('site').toLowerCase());
  if (site === undefined) fault('site', 'site', shown('site'));
  if (site === null) fault('site', 'siteTwice', shown('site'));

  const currency = text('currency').toUpperCase();
  const exponent = known.exponents.get(currency);
  if (exponent === undefined) fault('currency', 'currency', shown('currency'));
  const price = toMinorUnits(text('price'), exponent ?? 2);
  const isNumber = toMinorUnits(text('price'), 12) !== undefined;
  if (price === undefined && isNumber) fault('price', 'decimals', { ...shown('price'), limit: exponent ?? 2 });
  if (price === undefined || price < 1 || price > MAX_PRICE) fault('price', 'price', shown('price'));

  const url = text('url');
  if (!isHttps(url)) fault('url', 'https', shown('url'));
  if (site && !isOnDomain(url, site.domain)) fault('url', 'siteDomain', { domain: site.domain });

  const status = statuses.get(text('status').toLowerCase());
  if (status === undefined) fault('status', 'choice', { ...shown('status'), allowed: '上架/On, 下架/Off' });

  return {
    sku,
    name: limitedText('name', MAX_NAME_LENGTH),
    site_id: site?.id ?? 0,
    price: price ?? 0,
    currency,
    url,
    status: status ?? 'on',
  };
}

async function parseUpload({ db, caller, limits }: CallContext, file: RequestOf<typeof imports.importProducts>['file']) {
  const sheet = await readUploadedRows(productForm, file, limits.importMaxBytes, caller.userId);
  const sites = new Map<string, repository.EcommerceSite | null>();
  const visible = await repository.loadSites(db, caller);
  for (const site of visible) sites.set(site.name.toLowerCase(), sites.has(site.name.toLowerCase()) ? null : site);
  for (const site of visible) sites.set(site.domain.toLowerCase(), site);
  const skus = readColumn(sheet, 'sku').filter((sku) => sku !== '' && !UNSTORABLE.test(sku));
  const known = { sites, exponents: await repository.loadCurrencyExponents(db), taken: await repository.findTakenSkus(db, skus) };
  const rows = parseRows(productForm, sheet, { unique: 'sku', fold: (text) => text, read: (row) => readRow(row, known) });
  return { sheet, rows };
}

async function preview(context: CallContext, { file }: RequestOf<typeof imports.previewProductImport>) {
  const { sheet, rows } = await parseUpload(context, file);
  return toPreview(productForm, sheet, rows, context.language);
}

async function importAll(context: CallContext, { file, idempotency_key }: RequestOf<typeof imports.importProducts>) {
  const { sheet, rows } = await parseUpload(context, file);
  const name = toDisplayText(file.name.trim(), 100);
  const good = rows.filter(({ value }) => value !== undefined).length;
  return await context.batches.start(context, {
    type: importBatch.type,
    action: imports.importProducts.path,
    origin: '/advertising/upload-ec',
    summary: { zh: `导入商品：${name}，${good} 行可导入`, en: `Import products: ${name}, ${good} valid rows` },
    params: { file: name },
    items: toImportItems(productForm, sheet, rows, 'sku'),
    idempotencyKey: idempotency_key,
  });
}

/** Creates one product of a sheet. */
const importBatch: BatchType<{ file: string }, ImportedProduct & { row: number }> = {
  type: 'product_import',
  targetType: PRODUCT,
  access: imports.importProducts.access,
  action: 'material',
  effect: 'database',
  retryable: true,
  async run(context, { itemParams: { row: _row, ...product } }) {
    const site = await requireSite(context, product.site_id);
    if (!isOnDomain(product.url, site.domain)) throw refuseField('url', 'siteDomain', { domain: site.domain });
    const values = { ...product, cover_key: null };
    const id = await repository.insertProduct(context.db, { ...values, now: context.now }).catch((error: unknown) => {
      if (isUniqueViolation(error)) throw refuse('DUPLICATE', { field: 'sku' });
      throw error;
    });
    context.audit({ targetType: PRODUCT, targetId: id, targetLabel: product.sku, summary: product.name, after: product });
    return { outcome: 'succeeded', targetId: id, after: product };
  },
};

export const productImportTypes: readonly AnyBatchType[] = [importBatch];

export const productImportCalls = [
  defineCall({
    endpoint: imports.productTemplate,
    audit: 'read',
    handle: async ({ db, now, caller }, { locale }) =>
      await createImportTemplate(productForm, productTemplate(await repository.loadSites(db, caller), CURRENCIES), {
        locale,
        now,
        timezone: caller.timezone,
      }),
  }),
  defineCall({ endpoint: imports.previewProductImport, audit: 'read', bodyMax: MAX_SHEET_BODY_BYTES, handle: preview }),
  defineCall({
    endpoint: imports.importProducts,
    audit: 'write',
    subject: PRODUCT,
    bodyMax: MAX_SHEET_BODY_BYTES,
    handle: importAll,
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
];
