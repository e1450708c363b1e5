import type { Static } from 'typebox';
import { performance } from '../reports/performance.ts';
import { filterSchemas } from './filter-schemas.ts';
import { DimsOf } from './report-dimensions.ts';
import { reportEndpoints } from './report-endpoints.ts';

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
