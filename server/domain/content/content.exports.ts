import type { Kysely } from 'kysely';
import { type DramaRow, exportDramas } from '#contracts/endpoints/dramas.ts';
import { exportMaterials, type MaterialRow, materialMetrics } from '#contracts/endpoints/materials.ts';
import { exportProducts, type ProductRow } from '#contracts/endpoints/products.ts';
import { isMetric, metricOf } from '#contracts/rules/metrics.ts';
import { nameRatio } from '#contracts/rules/ratio-words.ts';
import type { BizLine } from '#contracts/vocabulary/business-lines.ts';
import { contentStatusWords } from '#contracts/vocabulary/content-statuses.ts';
import { dramaColumnWords, dramaFilters, dramaStageWords, priceModelWords } from '#contracts/vocabulary/dramas.ts';
import {
  hitLevelWords,
  materialColumnWords,
  materialFilters,
  materialKindWords,
  materialStatusWords,
  visibilityWords,
} from '#contracts/vocabulary/materials.ts';
import { productColumnWords, productFilters } from '#contracts/vocabulary/products.ts';
import type { Database } from '#server/database/schema.ts';
import { findNameOrNumber } from '../assets/index.ts';
import { defineCall } from '../call.ts';
import { listedName } from '../dictionaries.ts';
import {
  createMetricColumn,
  describeFormula,
  describeMetricRanges,
  loadFreshness,
  parseFigureDays,
  type RowFigures,
  toMetricCell,
} from '../insights/index.ts';
import { requireDateOrder } from '../people/index.ts';
import {
  COUNT,
  type DescribedFilter,
  describeFilters,
  type ExportColumn,
  exportFile,
  findRowName,
  instant,
  type Locale,
  MONEY,
  pick,
  withHeadings,
} from '../spreadsheet/index.ts';
import type { Caller } from '../work-context.ts';
import * as dramas from './dramas.repository.ts';
import * as materials from './materials.repository.ts';
import * as products from './products.repository.ts';

/** Label of a dictionary value, for a cell. */
const dictionaryLabel = (name: 'languages' | 'genres', value: string, locale: Locale): string => pick(listedName(name, value), locale);
const language = (value: string) => listedName('languages', value);

const dramaColumns = withHeadings<DramaRow, keyof typeof dramaColumnWords>(dramaColumnWords, {
  title: { width: 28, cell: (row) => row.title },
  code: { width: 16, cell: (row) => row.code },
  title_en: { width: 28, cell: (row) => row.title_en },
  language: { width: 12, cell: (row, locale) => dictionaryLabel('languages', row.language, locale) },
  genres: { width: 24, cell: (row, locale) => row.genres.map((genre) => dictionaryLabel('genres', genre, locale)).join(', ') },
  episodes_total: { width: 10, format: COUNT, cell: (row) => row.episodes_total },
  free_episodes: { width: 10, format: COUNT, cell: (row) => row.free_episodes },
  price_model: { width: 12, cell: (row, locale) => pick(priceModelWords[row.price_model], locale) },
  stage: { width: 10, cell: (row, locale) => pick(dramaStageWords[row.stage], locale) },
  target_roi_d0: { width: 12, format: '0.00', cell: (row) => row.target_roi_d0_bp / 10_000 },
  materials: { width: 10, format: COUNT, cell: (row) => row.materials },
  running: { width: 12, format: COUNT, cell: (row) => row.running },
  online_at: { width: 12, cell: (row) => row.online_at },
  copyright_until: { width: 12, cell: (row) => row.copyright_until },
  status: { width: 10, cell: (row, locale) => pick(contentStatusWords[row.status], locale) },
  created_at: { width: 18, cell: (row) => instant(row.created_at) },
  updated_at: { width: 18, cell: (row) => instant(row.updated_at) },
});

const describeDramaFilters = (filter: dramas.DramaFilter): Promise<DescribedFilter[]> =>
  describeFilters(dramaFilters, filter, {}, { language, genre: (value) => listedName('genres', value) });

/** Price in major units, converted by the exponent of its currency. */
const toMajorUnits = (row: ProductRow, exponents: ReadonlyMap<string, number>) => row.price / 10 ** (exponents.get(row.currency) ?? 2);

const productColumns = (exponents: ReadonlyMap<string, number>) =>
  withHeadings<ProductRow, keyof typeof productColumnWords>(productColumnWords, {
    name: { width: 30, cell: (row) => row.name },
    sku: { width: 20, cell: (row) => row.sku },
    site: { width: 20, cell: (row) => row.site.label },
    price: { width: 12, format: '#,##0.##', cell: (row) => toMajorUnits(row, exponents) },
    currency: { width: 10, cell: (row) => row.currency },
    url: { width: 50, cell: (row) => row.url },
    materials: { width: 10, format: COUNT, cell: (row) => row.materials },
    running: { width: 12, format: COUNT, cell: (row) => row.running },
    revenue_30d: { width: 18, format: MONEY, cell: (row) => row.revenue_30d_usd / 100 },
    roi_30d: { width: 14, format: '0.00', cell: (row) => row.roi_30d },
    status: { width: 10, cell: (row, locale) => pick(contentStatusWords[row.status], locale) },
    created_at: { width: 18, cell: (row) => instant(row.created_at) },
    updated_at: { width: 18, cell: (row) => instant(row.updated_at) },
  });

const describeProductFilters = (db: Kysely<Database>, caller: Caller, filter: products.ProductFilter): Promise<DescribedFilter[]> =>
  describeFilters(productFilters, filter, { site_id: (id) => findNameOrNumber(db, caller, 'site', id) });

type ExportedMaterial = MaterialRow & Partial<RowFigures>;

const materialFactColumns = withHeadings<ExportedMaterial, keyof typeof materialColumnWords>(materialColumnWords, {
  title: { width: 30, cell: (row) => row.title },
  code: { width: 14, cell: (row) => row.code },
  drama: { width: 24, cell: (row) => row.drama?.label ?? null },
  product: { width: 24, cell: (row) => row.product?.label ?? null },
  kind: { width: 10, cell: (row, locale) => pick(materialKindWords[row.kind], locale) },
  ratio: {
    width: 10,
    cell: (row, locale) => {
      const ratio = nameRatio(row);
      return ratio && pick(ratio, locale);
    },
  },
  duration: { width: 12, format: '0.0', cell: (row) => (row.duration_ms === null ? null : row.duration_ms / 1_000) },
  size: { width: 14, format: COUNT, cell: (row) => row.size_bytes },
  language: { width: 12, cell: (row, locale) => dictionaryLabel('languages', row.language, locale) },
  tags: { width: 24, cell: (row) => row.tags.join(', ') },
  creator: { width: 14, cell: (row) => row.creator.label },
  uploader: { width: 14, cell: (row) => row.uploader.label },
  hit_level: { width: 10, cell: (row, locale) => pick(hitLevelWords[row.hit_level], locale) },
  status: { width: 10, cell: (row, locale) => pick(materialStatusWords[row.status], locale) },
  fail_reason: { width: 20, cell: (row) => row.fail_reason },
  visibility: { width: 10, cell: (row, locale) => pick(visibilityWords[row.visibility], locale) },
  used_ads: { width: 12, format: COUNT, cell: (row) => row.used_ads },
  accounts_synced: { width: 12, format: COUNT, cell: (row) => row.accounts_synced },
  first_used_at: { width: 18, cell: (row) => instant(row.first_used_at) },
  created_at: { width: 18, cell: (row) => instant(row.created_at) },
  updated_at: { width: 18, cell: (row) => instant(row.updated_at) },
});

const materialColumns = (line?: BizLine): Record<string, ExportColumn<ExportedMaterial>> => ({
  ...materialFactColumns,
  ...Object.fromEntries(materialMetrics.map((key) => [key, createMetricColumn<ExportedMaterial>(key, ({ m }) => m?.[key], line)])),
});

const describeMaterialFilters = async (db: Kysely<Database>, filter: materials.MaterialFilter): Promise<DescribedFilter[]> => {
  const person = (id: number | undefined) => findRowName(db, 'sys_user', id);
  const names = {
    drama_id: (id: number | undefined) => findRowName(db, 'drama', id),
    product_id: (id: number | undefined) => findRowName(db, 'product', id),
    creator_user_id: person,
    uploader_user_id: person,
  };
  return [
    ...(await describeFilters(materialFilters, filter, names, { language })),
    ...describeMetricRanges(filter.metric_range, filter.biz),
  ];
};

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
        shape: (found) => dramas.toDramaRow(found, context),
        filters: () => describeDramaFilters(request),
      }),
  }),
  defineCall({
    endpoint: exportProducts,
    audit: 'read',
    handle: async (context, request) =>
      exportFile(context, request, {
        page: { zh: '商品', en: 'Products' },
        slug: 'products',
        columns: productColumns(await products.loadCurrencyExponents(context.db)),
        count: (db) => products.countProducts(db, request),
        rows: products.selectProducts(context.caller, context.now, request),
        shape: (found) => products.toProductRow(found, context),
        filters: (db) => describeProductFilters(db, context.caller, request),
        figuresAsOf: (db) => products.loadSalesFreshness(db, context.caller, context.now),
      }),
  }),
  defineCall({
    endpoint: exportMaterials,
    audit: 'read',
    handle(context, { columns, locale, count_only, sort, ...filter }) {
      requireDateOrder(filter);
      const { date_from, date_to } = filter;
      const figureDays = parseFigureDays(filter, context.limits);
      const { rows, shape } = materials.selectMaterials(context, { ...filter, sort });
      const metrics = columns.filter(isMetric);
      return exportFile<ExportedMaterial, materials.MaterialRecordWithFigures>(
        context,
        { columns, locale, count_only },
        {
          page: { zh: '素材', en: 'Creatives' },
          slug: 'materials',
          days: figureDays
            ? [figureDays.from, figureDays.to]
            : date_from !== undefined && date_to !== undefined
              ? [date_from, date_to]
              : undefined,
          columns: materialColumns(filter.biz),
          count: (db) => materials.countMaterials(db, context, filter),
          rows,
          shape,
          filters: (db) => describeMaterialFilters(db, filter),
          notes: async () => metrics.map((key) => describeFormula(key, filter.biz)),
          ...(figureDays && {
            figuresAsOf: async (db: Kysely<Database>) =>
              await loadFreshness(
                db,
                { days: figureDays, now: context.now },
                await materials.findAccountsWithFigures(db, context, figureDays, filter),
              ),
            async totals(db: Kysely<Database>) {
              const { m } = await materials.loadMaterialTotals(db, context, filter, figureDays);
              return Object.fromEntries(
                materialMetrics.flatMap((key) => (metricOf(key).totals === 'none' ? [] : [[key, toMetricCell(key, m[key])]])),
              );
            },
          }),
        },
      );
    },
  }),
];
