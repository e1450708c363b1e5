import type { Static } from 'typebox';
import { BatchStart } from './batches.ts';
import { endpoint } from './endpoint.ts';
import { noted } from './noted.ts';
import { productAccess } from './products.ts';
import { Exact, IdempotencyKey, Spreadsheet, templateRequest } from './shapes.ts';
import { importPreviewOf, importRowOf, UploadedSheet } from './sheet-imports.ts';

export const productImportColumns = ['sku', 'name', 'site', 'price', 'currency', 'url', 'status'] as const;

/** One data row of an uploaded product sheet. */
export const ProductImportRow = importRowOf(productImportColumns);
export type ProductImportRow = Static<typeof ProductImportRow>;

export const productTemplate = endpoint({
  name: 'products.importTemplate',
  method: 'POST',
  path: '/material-products/template',
  summary: { zh: '商品导入模板', en: 'Template for importing products' },
  access: productAccess,
  action: 'material',
  effect: 'read',
  request: templateRequest(productImportColumns),
  reply: Spreadsheet,
  answer: 'spreadsheet',
});

export const previewProductImport = endpoint({
  name: 'products.importPreview',
  method: 'POST',
  path: '/material-products/import_preview',
  summary: { zh: '预览商品导入', en: 'Preview an import of products' },
  access: productAccess,
  action: 'material',
  effect: 'read',
  request: Exact({ file: UploadedSheet }),
  reply: importPreviewOf(ProductImportRow),
  reasons: ['FILE_TOO_LARGE'],
});

export const importProducts = endpoint({
  name: 'products.import',
  method: 'POST',
  path: '/material-products/import',
  summary: { zh: '导入商品', en: 'Import products' },
  access: productAccess,
  action: 'material',
  effect: 'write',
  request: Exact({ file: UploadedSheet, idempotency_key: IdempotencyKey }),
  reply: noted(BatchStart, {
    zh: '正确的行成为商品；错误的行是已失败的结果。',
    en: 'Good rows become products; bad rows are items that have failed already.',
  }),
  reasons: ['FILE_TOO_LARGE'],
});
