import { type Kysely, sql } from 'kysely';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import {
  exportMonthPerformance,
  exportPerformance,
  monthPerformance,
  queryPerformance,
  trendPerformance,
} from '#contracts/endpoints/performance.ts';
import type { ReportDimension } from '#contracts/endpoints/report-dimensions.ts';
import { type MonthMetric, monthFilters, performance } from '#contracts/reports/performance.ts';
import type { Database } from '#server/database/schema.ts';
import { type Call, type CallContext, defineCall } from '../call.ts';
import { createMetricColumn, describeFormula, nameMetric, toFreshnessAnswer, toMetricCell } from '../insights/index.ts';
import { type DescribedFilter, describeFilters, type ExportColumn, exportFile, findRowName, line } from '../spreadsheet/index.ts';
import { dimsOf } from './dimension-details.ts';
import { loadPerformanceMonths, type MonthFigures, type MonthLine, type MonthRequest, toMonthFilter } from './performance-months.ts';
import { callsOfReport } from './report.calls.ts';

/** Most rows of an answer; a file has all. */
const MAX_ROWS = 500;

/** Months by editor, or by the creatives of one. */
const groupBy = ({ creator_id }: MonthRequest): readonly ReportDimension[] => [creator_id === undefined ? 'creator' : 'material'];

const detailsOf = (context: CallContext, request: MonthRequest, lines: readonly MonthLine[]) =>
  dimsOf(
    context,
    groupBy(request),
    lines.map(({ line: found }) => found),
    toMonthFilter(request),
  );

interface FileRow extends MonthFigures {
  creator: string | null;
  department: string | null;
  material: string | null;
  material_code: string | null;
}

const TITLE = { zh: '素材月度表现', en: 'Monthly performance' };

function columnsOf(metric: MonthMetric, months: readonly string[]): Record<string, ExportColumn<FileRow>> {
  const byMonth = months.map((month, at): [string, ExportColumn<FileRow>] => [
    month.slice(5),
    { ...createMetricColumn<FileRow>(metric, ({ v }) => v[at]), zh: month, en: month },
  ]);
  return {
    creator: { zh: '剪辑师', en: 'Editor', width: 20, cell: ({ creator }) => creator },
    department: { zh: '所在部门', en: 'Department', width: 18, cell: ({ department }) => department },
    material: { zh: '素材', en: 'Creative', width: 28, cell: ({ material }) => material },
    material_code: { zh: '素材编号', en: 'Creative code', width: 12, cell: ({ material_code }) => material_code },
    ...Object.fromEntries(byMonth),
    total: { ...createMetricColumn<FileRow>(metric, ({ total }) => total), zh: '全年', en: 'Year' },
  };
}

async function describeMonthFilters(
  db: Kysely<Database>,
  year: string,
  { metric, ...filters }: Omit<MonthRequest, 'year'>,
): Promise<DescribedFilter[]> {
  return [
    ...line('年份', 'Year', { zh: year, en: year }),
    ...line('指标', 'Metric', nameMetric(metric, filters.biz)),
    ...(await describeFilters(monthFilters, filters, {
      department_id: (id) => findRowName(db, 'sys_department', id),
      creator_id: (id) => findRowName(db, 'sys_user', id),
    })),
  ];
}

/** The figures by month as a file. */
async function exportMonths(context: CallContext, request: RequestOf<typeof exportMonthPerformance>) {
  const { year: _, metric, creator_id, ...filters } = request;
  const found = await loadPerformanceMonths(context, request);
  const year = found.months[0]?.slice(0, 4) ?? '';
  const dims = await detailsOf(context, request, found.lines);
  const rows = found.lines.map(({ v, total, live }, at): FileRow => {
    const { creator, material } = dims[at] ?? {};
    return {
      v,
      total,
      live,
      creator: creator?.label ?? null,
      department: creator?.department?.label ?? null,
      material: material?.label ?? null,
      material_code: material?.code ?? null,
    };
  });
  const settled = Object.keys(found.settled).join(', ');
  const { v, total } = found.totals;
  return await exportFile<FileRow, { row: FileRow }>(context, request, {
    page: TITLE,
    slug: `performance-month_${year}`,
    columns: columnsOf(metric, found.months),
    count: async () => rows.length,
    rows: sql<{
      row: FileRow;
    }>`select row from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as r(row, at) order by at`,
    shape: ({ row }) => row,
    filters: (db) => describeMonthFilters(db, year, { metric, creator_id, biz: filters.biz, department_id: filters.department_id }),
    figuresAsOf: async () => found,
    notes: async () => [
      ...(settled === ''
        ? []
        : line('已结算的月份', 'Settled months', {
            zh: `${settled}${creator_id === undefined ? '，显示结算时的值' : '，仅合计为结算时的值'}`,
            en: `${settled}; ${creator_id === undefined ? 'shown as they were settled' : 'only the totals are as they were settled'}`,
          })),
      describeFormula(metric, filters.biz),
    ],
    totals: async () =>
      Object.fromEntries([
        ...found.months.map((month, at) => [month.slice(5), toMetricCell(metric, v[at])]),
        ['total', toMetricCell(metric, total)],
      ]),
  });
}

/** The calls of figures by editor and creative. */
export const performanceCalls: readonly Call[] = [
  ...callsOfReport(performance, { query: queryPerformance, trend: trendPerformance, export: exportPerformance }),
  defineCall({
    endpoint: monthPerformance,
    audit: 'read',
    async handle(context, request) {
      const { lines, months, current, totals, settled, ...fresh } = await loadPerformanceMonths(context, request);
      const listed = lines.slice(0, MAX_ROWS);
      const dims = await detailsOf(context, request, listed);
      return {
        months,
        current,
        list: listed.map(({ line: { key }, ...figures }, at) => ({ key, dims: dims[at] ?? {}, ...figures })),
        total: lines.length,
        totals,
        settled,
        ...toFreshnessAnswer(fresh, context.language),
      };
    },
  }),
  defineCall({ endpoint: exportMonthPerformance, audit: 'read', handle: exportMonths }),
];
