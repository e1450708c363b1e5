import { type Static, Type } from 'typebox';
import { monthFilters, monthMetrics, performance } from '../reports/performance.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import { DimsOf } from './report-dimensions.ts';
import { reportEndpoints } from './report-endpoints.ts';
import { freshness } from './report-shapes.ts';
import { Exact, exportColumns, exportOptions, Instant, Nullable, OneOf, Spreadsheet } from './shapes.ts';

const calls = reportEndpoints(performance, {
  dims: DimsOf(performance.groupBy),
  filters: filterSchemas(performance.filters),
  summaries: {
    query: { zh: '素材表现', en: 'Figures of creatives' },
    trend: { zh: '素材表现趋势', en: 'Figures of creatives over time' },
    export: { zh: '导出素材表现', en: 'Export figures of creatives' },
  },
});
export const queryPerformance = calls.query;
export const trendPerformance = calls.trend;
export const exportPerformance = calls.export;

export type PerformanceRow = Static<typeof queryPerformance.reply>['list'][number];

const Month = noted(Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }), { zh: '月份 YYYY-MM。', en: 'A month, YYYY-MM.' });
const MonthValue = Nullable(Type.Number());

/** Figures of a row or of the totals by month. */
const monthFigures = {
  v: noted(Type.Array(MonthValue), {
    zh: '指标的值，与 months 一一对应；已结算的月份为结算值。没有消耗的月份没有比率。单位同报表。',
    en: 'Values of the metric, one for each of the months; of a settled month as it was settled. Months without spend have no ratio. Units as in reports.',
  }),
  total: noted(MonthValue, {
    zh: '全年：计数与金额相加，比率由各月的分子与分母重新算出。',
    en: 'Of the year: counts and money added up, ratios made anew from the sums of the months.',
  }),
  live: noted(Type.Record(Type.String(), MonthValue), {
    zh: '显示结算值的月份现在的值，按月份。',
    en: 'Values as of now of the months that are shown as they were settled, by month.',
  }),
};

const monthAccess = { pages: ['/analyse/performance', '/analyse/performance-month'] };

const monthRequest = {
  year: noted(Type.Optional(Type.Integer({ minimum: 2000, maximum: 2100 })), {
    zh: '默认为今年，按公司的日期。',
    en: 'The current one by the date of the company, when absent.',
  }),
  metric: OneOf(monthMetrics),
  ...filterSchemas(monthFilters),
};

export const monthPerformance = endpoint({
  name: 'performance.months',
  method: 'POST',
  path: '/analyse-performance/month',
  summary: { zh: '素材月度表现', en: 'Figures of editors by month' },
  access: monthAccess,
  effect: 'read',
  request: Exact(monthRequest),
  order: [
    { field: 'total', order: 'desc' },
    { by: { zh: '相同的按人员或素材的编号从小到大。', en: 'Equal ones by the id of the editor or creative, the least first.' } },
  ],
  reply: Exact({
    months: noted(Type.Array(Month), { zh: '这一年的十二个月。', en: 'The twelve months of the year.' }),
    current: noted(Month, { zh: '还没有结束的月份，按公司的日期。', en: 'The month that has not ended, by the date of the company.' }),
    list: noted(Type.Array(Exact({ key: Type.String(), dims: DimsOf(['creator', 'material']), ...monthFigures })), {
      zh: '剪辑师，或筛选的那位剪辑师的素材；全年的值大的在前，至多 500 行。离职的人也在。',
      en: 'Editors, or the creatives of the editor in the filter, the largest value of the year first, 500 at most. People who left are among them.',
    }),
    total: noted(Type.Integer({ minimum: 0 }), { zh: '全部行数。', en: 'Rows in all.', unit: 'rows' }),
    totals: noted(
      Exact({
        ...monthFigures,
        roi_d0: noted(Type.Array(MonthValue), { zh: '各月的 D0 ROI，与 months 一一对应。', en: 'D0 ROI of each of the months.' }),
      }),
      { zh: '全部行，包括没有列出的。', en: 'Of all rows, also those that are not listed.' },
    ),
    settled: noted(Type.Record(Type.String(), Instant), {
      zh: '已结算的月份与结算时间；只有所见范围内剪辑师的值是结算值。',
      en: 'When each settled month was settled. Only editors whose whole work the caller sees are shown as settled.',
    }),
    ...freshness,
  }),
});
/** The columns of a file by month: the row, each of the months 01 to 12, and the year. */
export const monthColumns = [
  'creator',
  'department',
  'material',
  'material_code',
  ...Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0')),
  'total',
];

export const exportMonthPerformance = endpoint({
  name: 'performance.monthExport',
  method: 'POST',
  path: '/analyse-performance/month_export',
  summary: { zh: '导出素材月度表现', en: 'Export figures of editors by month' },
  access: monthAccess,
  action: 'export',
  effect: 'read',
  request: Exact({ ...monthRequest, ...exportOptions, columns: exportColumns(monthColumns) }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});
