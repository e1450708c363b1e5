import { batchStart } from './batches.service.ts';
import { call, fileCall } from './call.ts';
import { listFreshness } from './list-freshness.ts';

const row = {
  id: true,
  version: true,
  sku: true,
  name: true,
  site: { id: true, label: true },
  price: true,
  currency: true,
  url: true,
  cover_url: true,
  status: true,
  materials: true,
  running: true,
  revenue_30d_usd: true,
  roi_30d: true,
  created_at: true,
  can: true,
} as const;

export const listProducts = call('/material-products/list', { list: [row], total: true, ...listFreshness });
export const createProduct = call('/material-products/create', row);
export const editProduct = call('/material-products/edit', row);
export const setProductStatus = call('/material-products/set_status', row);
export const deleteProduct = call('/material-products/delete', {});
export const simpleProducts = call('/material-products/simple_list', {
  list: [{ id: true, label: true, sub: true, status: true, disabled: true }],
  total: true,
});
export const exportProducts = fileCall('/material-products/export');
export const productTemplate = fileCall('/material-products/template');
export const previewProductImport = call('/material-products/import_preview', {
  total: true,
  good: true,
  bad: true,
  rows: [{ row: true, values: true, errors: [{ field: true, column: true, rule: true, message: true }] }],
});
export const importProducts = call('/material-products/import', batchStart);
