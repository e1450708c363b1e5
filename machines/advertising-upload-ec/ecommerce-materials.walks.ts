import {
  commandWalk,
  exportWalk,
  formWalk,
  importWalk,
  listWalk,
  optionsWalk,
  pageWalk,
  tabbedWalk,
  tableViewWalk,
} from '../kernel/kernel.walks.ts';
import { viewsWalk } from '../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { ecommerceMaterialsMachine } from './ecommerce-materials.machine.ts';
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
} from './product-catalogue.machine.ts';
import { type ProductRow, productDraft } from './product-rules.ts';

const product: ProductRow = {
  id: 4,
  version: 1,
  sku: 'LAMP-01',
  name: '折叠台灯',
  site: { id: 2, label: '灯具商城' },
  price: 1999,
  currency: 'USD',
  url: 'https://lamps.example.com/01',
  cover_url: null,
  status: 'on',
  materials: 2,
  running: 1,
  revenue_30d_usd: 4_500,
  roi_30d: 1.5,
  created_at: '2026-11-20T08:00:00Z',
  can: ['edit', 'set_status', 'delete'],
};

export const walks: MachineWalk[] = [
  tabbedWalk(ecommerceMaterialsMachine, 'materials', 'products'),
  pageWalk(productCatalogueMachine, [
    { type: 'list.moved', search: '?page=2', how: 'push' },
    { type: 'view.updated', view: { shown: ['name'], density: 'compact', autoRefresh: 30 } },
    { type: 'views.applied', query: '?keyword=a', table: { shown: ['name'], density: 'compact' }, how: 'push' },
    { type: 'page.located', search: '?site_id=9' },
    { type: 'sitePicker.unseen', ids: [9] },
    { type: 'productForm.saved', saved: product },
    { type: 'contentRemoval.saved', saved: { id: 4 } },
    { type: 'productStatus.done', subject: { row: product, status: 'off' }, result: { ...product, status: 'off' } },
    { type: 'productImport.started', batchId: 9, siblings: [10] },
    { type: 'progress.resumed', batchId: 9 },
    { type: 'progress.ended', batchId: 9, watched: true, okIds: [4], failedIds: [] },
  ]),
  viewsWalk(productViews),
  listWalk(productList, product),
  formWalk(productForm, { draft: productDraft(product), changes: { name: '台灯' }, wrong: { name: '' }, saved: product }),
  commandWalk(productStatus, { row: product, status: 'off' }, product),
  exportWalk(productExport, { filters: {}, sort: undefined, page: 1, pageSize: 20 }),
  tableViewWalk(productTableView, { shown: ['name', 'do'], density: 'compact' }),
  optionsWalk(productCurrencies, { value: 'USD', label_zh: '美元', label_en: 'US dollar' }),
  importWalk(productImport, { row: 2, values: { sku: 'LAMP-01' }, errors: [] }),
  commandWalk(productTemplate, 'template'),
];
