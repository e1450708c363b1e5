import type { Kysely } from 'kysely';
import { type DramaRow, type dramaExportColumns, exportDramas } from '#contracts/endpoints/dramas.ts';
import { exportMaterials, type MaterialRow, type materialExportColumns, materialMetrics } from '#contracts/endpoints/materials.ts';
import { exportProducts, type ProductRow, type productExportColumns } from '#contracts/endpoints/products.ts';
import { isMetric, metricOf } from '#contracts/rules/metrics.ts';
import type { Database } from '#server/database/schema.ts';
import { nameWhereSeen } from '../assets/index.ts';
import { defineCall } from '../call.ts';
import { listedName } from '../dictionaries.ts';
import {
  daysOfFigures,
  type Figured,
  formulaInWords,
  freshnessOf,
  metricCell,
  metricColumn,
  metricRangesInWords,
} from '../insights/index.ts';
import { requireDates } from '../people/index.ts';
import {
  COUNT,
  days,
  type ExportColumn,
  exportFile,
  type FilterInWords,
  flag,
  instant,
  keyword,
  line,
  MONEY,
  nameOf,
  pick,
} from '../spreadsheet/index.ts';
import type { Caller } from '../work-context.ts';
import * as words from './content-words.ts';
import * as dramas from './dramas.repository.ts';
import * as materials from './materials.repository.ts';
import * as products from './products.repository.ts';

const dramaColumns: Record<(typeof dramaExportColumns)[number], ExportColumn<DramaRow>> = {
  title: { zh: '剧名', en: 'Title', width: 28, cell: (row) => row.title },
  code: { zh: '编号', en: 'Code', width: 16, cell: (row) => row.code },
  title_en: { zh: '英文名', en: 'English title', width: 28, cell: (row) => row.title_en },
  language: { zh: '语言', en: 'Language', width: 12, cell: (row, locale) => words.listedNameIn('languages', row.language, locale) },
  genres: {
    zh: '题材',
    en: 'Genres',
    width: 24,
    cell: (row, locale) => row.genres.map((genre) => words.listedNameIn('genres', genre, locale)).join(', '),
  },
  episodes_total: { zh: '集数', en: 'Episodes', width: 10, format: COUNT, cell: (row) => row.episodes_total },
  free_episodes: { zh: '免费集', en: 'Free episodes', width: 10, format: COUNT, cell: (row) => row.free_episodes },
  price_model: { zh: '收费方式', en: 'Price model', width: 12, cell: (row, locale) => pick(words.models[row.price_model], locale) },
  stage: { zh: '阶段', en: 'Stage', width: 10, cell: (row, locale) => pick(words.stages[row.stage], locale) },
  target_roi_d0: { zh: '目标D0', en: 'Target D0 ROI', width: 12, format: '0.00', cell: (row) => row.target_roi_d0_bp / 10_000 },
  materials: { zh: '素材数', en: 'Materials', width: 10, format: COUNT, cell: (row) => row.materials },
  running: { zh: '在投系列', en: 'Campaigns running', width: 12, format: COUNT, cell: (row) => row.running },
  online_at: { zh: '上线日期', en: 'Online since', width: 12, cell: (row) => row.online_at },
  copyright_until: { zh: '版权到期', en: 'Copyright until', width: 12, cell: (row) => row.copyright_until },
  status: { zh: '状态', en: 'Status', width: 10, cell: (row, locale) => pick(words.switches[row.status], locale) },
  created_at: { zh: '创建时间', en: 'Created at', width: 18, cell: (row) => instant(row.created_at) },
  updated_at: { zh: '更新时间', en: 'Updated at', width: 18, cell: (row) => instant(row.updated_at) },
};

const ofDramas = (filter: dramas.DramaFilter): FilterInWords[] => [
  ...keyword(filter.keyword),
  ...line('语言', 'Language', filter.language && listedName('languages', filter.language)),
  ...line('题材', 'Genre', filter.genre && listedName('genres', filter.genre)),
  ...line('收费方式', 'Price model', filter.price_model && words.models[filter.price_model]),
  ...line('阶段', 'Stage', filter.stage && words.stages[filter.stage]),
  ...line('状态', 'Status', filter.status && words.switches[filter.status]),
];

/** An amount in the unit people read, by the digits of its currency. */
const major = (row: ProductRow, exponents: ReadonlyMap<string, number>) => row.price / 10 ** (exponents.get(row.currency) ?? 2);

const productColumns = (
  exponents: ReadonlyMap<string, number>,
): Record<(typeof productExportColumns)[number], ExportColumn<ProductRow>> => ({
  name: { zh: '名称', en: 'Name', width: 30, cell: (row) => row.name },
  sku: { zh: '货号', en: 'SKU', width: 20, cell: (row) => row.sku },
  site: { zh: '站点', en: 'Site', width: 20, cell: (row) => row.site.label },
  price: { zh: '价格', en: 'Price', width: 12, format: '#,##0.##', cell: (row) => major(row, exponents) },
  currency: { zh: '币种', en: 'Currency', width: 10, cell: (row) => row.currency },
  url: { zh: '链接', en: 'Link', width: 50, cell: (row) => row.url },
  materials: { zh: '素材数', en: 'Materials', width: 10, format: COUNT, cell: (row) => row.materials },
  running: { zh: '在投系列', en: 'Campaigns running', width: 12, format: COUNT, cell: (row) => row.running },
  revenue_30d: {
    zh: '近30天收入(USD)',
    en: 'Revenue in 30 days (USD)',
    width: 18,
    format: MONEY,
    cell: (row) => row.revenue_30d_usd / 100,
  },
  roi_30d: { zh: '近30天ROI', en: 'ROI in 30 days', width: 14, format: '0.00', cell: (row) => row.roi_30d },
  status: { zh: '状态', en: 'Status', width: 10, cell: (row, locale) => pick(words.switches[row.status], locale) },
  created_at: { zh: '创建时间', en: 'Created at', width: 18, cell: (row) => instant(row.created_at) },
  updated_at: { zh: '更新时间', en: 'Updated at', width: 18, cell: (row) => instant(row.updated_at) },
});

const ofProducts = async (db: Kysely<Database>, caller: Caller, filter: products.ProductFilter): Promise<FilterInWords[]> => [
  ...keyword(filter.keyword),
  ...line('站点', 'Site', await nameWhereSeen(db, caller, 'site', filter.site_id)),
  ...line('状态', 'Status', filter.status && words.switches[filter.status]),
];

type ExportedMaterial = MaterialRow & Partial<Figured>;

const materialFacts: Record<(typeof materialExportColumns)[number], ExportColumn<ExportedMaterial>> = {
  title: { zh: '标题', en: 'Title', width: 30, cell: (row) => row.title },
  code: { zh: '编号', en: 'Code', width: 14, cell: (row) => row.code },
  drama: { zh: '剧目', en: 'Drama', width: 24, cell: (row) => row.drama?.label ?? null },
  product: { zh: '商品', en: 'Product', width: 24, cell: (row) => row.product?.label ?? null },
  kind: { zh: '类型', en: 'Kind', width: 10, cell: (row, locale) => pick(words.kinds[row.kind], locale) },
  ratio: { zh: '比例', en: 'Ratio', width: 10, cell: (row) => row.ratio },
  duration: {
    zh: '时长(秒)',
    en: 'Duration (s)',
    width: 12,
    format: '0.0',
    cell: (row) => (row.duration_ms === null ? null : row.duration_ms / 1_000),
  },
  size: { zh: '大小(字节)', en: 'Size (bytes)', width: 14, format: COUNT, cell: (row) => row.size_bytes },
  language: { zh: '语言', en: 'Language', width: 12, cell: (row, locale) => words.listedNameIn('languages', row.language, locale) },
  tags: { zh: '标签', en: 'Tags', width: 24, cell: (row) => row.tags.join(', ') },
  creator: { zh: '剪辑', en: 'Creator', width: 14, cell: (row) => row.creator.label },
  uploader: { zh: '上传人', en: 'Uploader', width: 14, cell: (row) => row.uploader.label },
  hit_level: { zh: '爆款', en: 'Hit', width: 10, cell: (row, locale) => pick(words.hits[row.hit_level], locale) },
  status: { zh: '状态', en: 'Status', width: 10, cell: (row, locale) => pick(words.statuses[row.status], locale) },
  fail_reason: { zh: '失败原因', en: 'Why it failed', width: 20, cell: (row) => row.fail_reason },
  visibility: { zh: '可见范围', en: 'Visible to', width: 10, cell: (row, locale) => pick(words.sharing[row.visibility], locale) },
  used_ads: { zh: '使用广告数', en: 'Used by ads', width: 12, format: COUNT, cell: (row) => row.used_ads },
  accounts_synced: { zh: '已同步账户', en: 'Ad accounts', width: 12, format: COUNT, cell: (row) => row.accounts_synced },
  first_used_at: { zh: '首次使用', en: 'First used', width: 18, cell: (row) => instant(row.first_used_at) },
  created_at: { zh: '创建时间', en: 'Created at', width: 18, cell: (row) => instant(row.created_at) },
  updated_at: { zh: '更新时间', en: 'Updated at', width: 18, cell: (row) => instant(row.updated_at) },
};

const materialColumns: Record<string, ExportColumn<ExportedMaterial>> = {
  ...materialFacts,
  ...Object.fromEntries(materialMetrics.map((key) => [key, metricColumn<ExportedMaterial>(key, ({ m }) => m?.[key])])),
};

const ofMaterials = async (db: Kysely<Database>, filter: materials.MaterialFilter): Promise<FilterInWords[]> => [
  ...keyword(filter.keyword),
  ...line('业务线', 'Business line', filter.biz && words.lines[filter.biz]),
  ...line('剧目', 'Drama', await nameOf(db, 'drama', filter.drama_id)),
  ...line('商品', 'Product', await nameOf(db, 'product', filter.product_id)),
  ...line('类型', 'Kind', filter.kind && words.kinds[filter.kind]),
  ...line('比例', 'Ratio', filter.ratio),
  ...line('语言', 'Language', filter.language && listedName('languages', filter.language)),
  ...line('剪辑', 'Creator', await nameOf(db, 'sys_user', filter.creator_user_id)),
  ...line('上传人', 'Uploader', await nameOf(db, 'sys_user', filter.uploader_user_id)),
  ...line('状态', 'Status', filter.status && words.statuses[filter.status]),
  ...line('可见范围', 'Visible to', filter.visibility && words.sharing[filter.visibility]),
  ...line('爆款', 'Hit', filter.hit_level && words.hits[filter.hit_level]),
  ...line('使用过', 'Used', flag(filter.used)),
  ...line('我上传的', 'Uploaded by me', flag(filter.mine || undefined)),
  ...days(filter),
  ...line('指标日期', 'Days of the metrics', filter.data_from && `${filter.data_from} ~ ${filter.data_to}`),
  ...metricRangesInWords(filter.metric_range),
];

export const contentExportCalls = [
  defineCall({
    endpoint: exportDramas,
    audit: 'read',
    handle: (context, request) =>
      exportFile(context, request, {
        page: { zh: '剧目', en: 'Dramas' },
        slug: 'dramas',
        columns: dramaColumns,
        count: (db) => dramas.countDramas(db, request),
        rows: dramas.selectDramas(context.caller, request),
        shape: (found) => dramas.dramaAsRow(found, context),
        filters: async () => ofDramas(request),
      }),
  }),
  defineCall({
    endpoint: exportProducts,
    audit: 'read',
    handle: async (context, request) =>
      exportFile(context, request, {
        page: { zh: '商品', en: 'Products' },
        slug: 'products',
        columns: productColumns(await products.currencyExponents(context.db)),
        count: (db) => products.countProducts(db, request),
        rows: products.selectProducts(context.caller, context.now, request),
        shape: (found) => products.productAsRow(found, context),
        filters: (db) => ofProducts(db, context.caller, request),
        figuresAsOf: (db) => products.freshnessOfSales(db, context.caller, context.now),
      }),
  }),
  defineCall({
    endpoint: exportMaterials,
    audit: 'read',
    handle(context, { columns, locale, count_only, sort, ...filter }) {
      requireDates(filter);
      const { date_from, date_to } = filter;
      const asked = daysOfFigures(filter, context.limits);
      const { rows, shape } = materials.selectMaterials(context, { ...filter, sort });
      const metrics = columns.filter(isMetric);
      return exportFile<ExportedMaterial, materials.FoundWithFigures>(
        context,
        { columns, locale, count_only },
        {
          page: { zh: '素材', en: 'Materials' },
          slug: 'materials',
          days: asked ? [asked.from, asked.to] : date_from !== undefined && date_to !== undefined ? [date_from, date_to] : undefined,
          columns: materialColumns,
          count: (db) => materials.countMaterials(db, context, filter),
          rows,
          shape,
          filters: (db) => ofMaterials(db, filter),
          notes: async () => metrics.map(formulaInWords),
          ...(asked && {
            figuresAsOf: async (db: Kysely<Database>) =>
              await freshnessOf(db, { days: asked, now: context.now }, await materials.accountsShowing(db, context, asked, filter)),
            async totals(db: Kysely<Database>) {
              const { m } = await materials.totalsOfMaterials(db, context, filter, asked);
              return Object.fromEntries(
                materialMetrics.flatMap((key) => (metricOf(key).totals === 'none' ? [] : [[key, metricCell(key, m[key])]])),
              );
            },
          }),
        },
      );
    },
  }),
];
