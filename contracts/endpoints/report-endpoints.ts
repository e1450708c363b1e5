import { type TProperties, type TSchema, Type } from 'typebox';
import { chartedMetrics } from '../reports/report.ts';
import type { MetricKey } from '../rules/metrics.ts';
import type { adFilters } from '../vocabulary/launch-filters.ts';
import type { Words } from '../vocabulary/vocabulary.ts';
import { endpoint } from './endpoint.ts';
import type { FilterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import type { Access } from './permissions.ts';
import { ReportAnswer, ReportRequest, TrendAnswer, TrendRequest } from './report-shapes.ts';
import { byDimensions } from './row-order.ts';
import { Exact, exportOptions, OneOf, Spreadsheet } from './shapes.ts';

/** The filters of every report. */
export type FiltersOfReports = FilterSchemas<typeof adFilters>;

/** The parts of a declared report that its endpoints use. */
interface Declared<
  Key extends string,
  Path extends string,
  Dimensions extends string[],
  Sortable extends string,
  Exported extends string[],
  Prefix extends string,
> {
  readonly key: Key;
  readonly path: `/${Path}`;
  readonly prefix?: Prefix;
  readonly pages: readonly string[];
  readonly groupBy: readonly [...Dimensions];
  readonly sortable: Readonly<Record<Sortable, readonly string[]>>;
  readonly exported: readonly [...Exported];
  readonly metrics: readonly MetricKey[];
}

/** Reports of the admin area are for super admins. */
const accessOf = (pages: readonly string[]): Access => (pages.every((page) => page.startsWith('/admin/')) ? 'superAdmin' : { pages });

interface Parts<Dims extends TSchema, Filters extends TProperties> {
  /** The dimension fields of a row. */
  dims: Dims;
  filters: Filters;
  summaries: Readonly<Record<'query' | 'trend' | 'export', Words>>;
}

/** The three calls of a report: rows, chart and export. */
export const reportEndpoints = <
  const Key extends string,
  const Path extends string,
  const Dimensions extends string[],
  const Sortable extends string,
  const Exported extends string[],
  Dims extends TSchema,
  Filters extends TProperties,
  const Prefix extends string = '',
>(
  declared: Declared<Key, Path, Dimensions, Sortable, Exported, Prefix>,
  { dims, filters, summaries }: Parts<Dims, Filters>,
) => {
  const { key, pages, groupBy, sortable, exported, metrics, prefix = '' as Prefix } = declared;
  const path = `${declared.path}/${prefix}` as const;
  const access = accessOf(pages);
  const terms = { dimensions: groupBy, sortable: Object.keys(sortable) as Sortable[], metrics };
  const request = ReportRequest(terms, filters);
  const { page: _page, page_size: _pageSize, metrics: _metrics, compare: _compare, ...asked } = request.properties;
  return {
    query: endpoint({
      name: `${key}.query` as const,
      method: 'POST',
      path: `${path}query` as const,
      summary: summaries.query,
      access,
      effect: 'read',
      request,
      order: [byDimensions],
      reply: ReportAnswer(dims),
    }),
    trend: endpoint({
      name: `${key}.trend` as const,
      method: 'POST',
      path: `${path}trend` as const,
      summary: summaries.trend,
      access,
      effect: 'read',
      request: TrendRequest({ ...terms, metrics: chartedMetrics({ metrics }) }, filters),
      reply: TrendAnswer,
    }),
    export: endpoint({
      name: `${key}.export` as const,
      method: 'POST',
      path: `${path}export` as const,
      summary: summaries.export,
      access,
      action: 'export',
      effect: 'read',
      request: Exact({
        ...asked,
        ...exportOptions,
        columns: noted(Type.Array(OneOf([...groupBy, ...exported, ...metrics]), { minItems: 1, maxItems: 100, uniqueItems: true }), {
          zh: '要导出的列，按此顺序：维度、它们的属性、指标。',
          en: 'The columns of the file, in this order: dimensions, what is known of them, and metrics.',
        }),
      }),
      reply: Spreadsheet,
      answer: 'spreadsheet',
      reasons: ['EXPORT_TOO_LARGE'],
    }),
  };
};
