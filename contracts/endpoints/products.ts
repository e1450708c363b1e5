import { type Static, Type } from 'typebox';
import { productExportColumns, productFilters, productSortable } from '../vocabulary/products.ts';
import { bulkOptionsWithReason } from './batches.ts';
import { ContentStatus } from './dramas.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { CoverChange, CoverUrl } from './pictures.ts';
import { FiguredListAnswer } from './report-shapes.ts';
import { lastAddedFirst, onFirst } from './row-order.ts';
import {
  Count,
  Currency,
  Exact,
  exportColumns,
  exportOptions,
  Id,
  IdempotencyKey,
  Instant,
  ListRequest,
  Money,
  Nothing,
  Nullable,
  OneOf,
  Ref,
  SimpleListAnswer,
  SimpleListRequest,
  Spreadsheet,
  Version,
} from './shapes.ts';

/** The page of products. */
export const productAccess = { pages: ['/advertising/upload-ec'] } as const;

const Sku = noted(Type.String({ minLength: 1, maxLength: 40, pattern: '\\S' }), { zh: '货号，唯一。', en: 'Stock keeping unit, unique.' });
const ProductName = Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' });
const Price = noted(Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 }), {
  zh: '价格，最小货币单位的整数。',
  en: 'In the smallest unit of the currency: cents, whole yen.',
});
const ProductUrl = noted(Type.String({ minLength: 1, maxLength: 2048 }), {
  zh: 'https 地址，域名是站点的域名或其下级。',
  en: 'An https address on the domain of the site, or below it.',
});
const SiteId = noted(Id, { zh: '提问者看得到的电商站点。', en: 'A site of e-commerce that the caller may see.' });

export const ProductPermit = OneOf(['edit', 'set_status', 'delete'] as const);

export const ProductRow = Exact({
  id: Id,
  version: Version,
  sku: Type.String(),
  name: Type.String(),
  site: Ref,
  price: Money,
  currency: Currency,
  url: Type.String(),
  cover_url: CoverUrl,
  status: ContentStatus,
  materials: noted(Count, { zh: '提问者看得到的素材数。', en: 'Its creatives that the reader may see.' }),
  running: noted(Count, { zh: '投放中的广告系列，不论谁负责。', en: 'Campaigns for it that deliver, whoever owns them.' }),
  revenue_30d_usd: noted(Type.Integer(), {
    zh: '含今天的 30 天内，提问者看得到的广告带来的收入，美分。',
    en: 'What ads brought in the 30 days that end today, as far as the reader sees them, US cents.',
  }),
  roi_30d: noted(Nullable(Type.Number()), {
    zh: '这些收入除以这些广告的消耗；没有消耗则为空。',
    en: 'Of what these ads cost; null without spend.',
  }),
  created_at: Instant,
  updated_at: Instant,
  can: noted(Type.Array(ProductPermit), {
    zh: '提问者可以对这一行做什么；按钮据此显示。',
    en: 'What the reader may do with the row; buttons follow it.',
  }),
});
export type ProductRow = Static<typeof ProductRow>;

const filters = filterSchemas(productFilters);
const ProductListRequest = ListRequest(productSortable, filters);

export const listProducts = endpoint({
  name: 'products.list',
  method: 'POST',
  path: '/material-products/list',
  summary: { zh: '商品列表', en: 'List of products' },
  access: productAccess,
  effect: 'read',
  request: ProductListRequest,
  order: lastAddedFirst,
  reply: FiguredListAnswer(ProductRow),
});

export const productDetail = endpoint({
  name: 'products.detail',
  method: 'POST',
  path: '/material-products/detail',
  summary: { zh: '商品详情', en: 'One product' },
  access: productAccess,
  effect: 'read',
  request: Exact({ id: Id }),
  reply: ProductRow,
  reasons: ['NOT_FOUND'],
});

export const createProduct = endpoint({
  name: 'products.create',
  method: 'POST',
  path: '/material-products/create',
  summary: { zh: '新建商品', en: 'Create a product' },
  access: productAccess,
  action: 'material',
  effect: 'write',
  request: Exact({
    sku: Sku,
    name: ProductName,
    site_id: SiteId,
    price: Price,
    currency: Currency,
    url: ProductUrl,
    status: Type.Optional(ContentStatus),
    cover: CoverChange,
    idempotency_key: IdempotencyKey,
  }),
  reply: ProductRow,
  reasons: ['DUPLICATE'],
});

export const editProduct = endpoint({
  name: 'products.edit',
  method: 'POST',
  path: '/material-products/edit',
  summary: { zh: '编辑商品', en: 'Edit a product' },
  access: productAccess,
  action: 'material',
  effect: 'write',
  request: Exact({
    id: Id,
    version: Version,
    sku: Type.Optional(Sku),
    name: Type.Optional(ProductName),
    site_id: Type.Optional(SiteId),
    price: Type.Optional(Price),
    currency: Type.Optional(Currency),
    url: Type.Optional(ProductUrl),
    status: Type.Optional(ContentStatus),
    cover: CoverChange,
    idempotency_key: IdempotencyKey,
  }),
  reply: ProductRow,
  reasons: ['NOT_FOUND', 'VERSION_CONFLICT', 'DUPLICATE'],
});

export const setProductStatus = endpoint({
  name: 'products.setStatus',
  method: 'POST',
  path: '/material-products/set_status',
  summary: { zh: '上下架商品', en: 'Switch a product on or off' },
  access: productAccess,
  action: 'material',
  effect: 'write',
  request: Exact({ id: Id, status: ContentStatus, idempotency_key: IdempotencyKey }),
  reply: ProductRow,
  reasons: ['NOT_FOUND'],
});

export const deleteProduct = endpoint({
  name: 'products.delete',
  method: 'POST',
  path: '/material-products/delete',
  summary: { zh: '删除商品', en: 'Delete a product' },
  access: productAccess,
  action: 'material',
  effect: 'write',
  request: Exact({ id: Id, ...bulkOptionsWithReason }),
  reply: Nothing,
  reasons: ['NOT_FOUND', 'CONTENT_IN_USE'],
});

export const simpleProducts = endpoint({
  name: 'products.simpleList',
  method: 'POST',
  path: '/material-products/simple_list',
  summary: { zh: '可选商品', en: 'Products to choose from' },
  access: 'anyPage',
  effect: 'read',
  request: SimpleListRequest({
    site_id: Type.Optional(Id),
    usable: noted(Type.Optional(Type.Boolean()), {
      zh: '用于投放：已下架的带 disabled。',
      en: 'To be advertised: those that are off come disabled.',
    }),
  }),
  order: onFirst,
  reply: SimpleListAnswer,
});

export const exportProducts = endpoint({
  name: 'products.export',
  method: 'POST',
  path: '/material-products/export',
  summary: { zh: '导出商品', en: 'Export products' },
  access: productAccess,
  action: 'export',
  effect: 'read',
  request: Exact({
    sort: Type.Optional(ProductListRequest.properties.sort),
    ...filters,
    ...exportOptions,
    columns: exportColumns(productExportColumns),
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});
