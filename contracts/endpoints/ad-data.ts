import type { Static } from 'typebox';
import { adData } from '../reports/ad-data.ts';
import { filterSchemas } from './filter-schemas.ts';
import { DimsOf } from './report-dimensions.ts';
import { reportEndpoints } from './report-endpoints.ts';

const calls = reportEndpoints(adData, {
  dims: DimsOf(adData.groupBy),
  filters: filterSchemas(adData.filters),
  summaries: {
    query: { zh: '广告数据', en: 'Figures of ads' },
    trend: { zh: '广告数据趋势', en: 'Figures of ads over time' },
    export: { zh: '导出广告数据', en: 'Export figures of ads' },
  },
});
export const queryAdData = calls.query;
export const trendAdData = calls.trend;
export const exportAdData = calls.export;

export type AdDataRow = Static<typeof queryAdData.reply>['list'][number];
