import { type Static, Type } from 'typebox';
import { adData } from '../reports/ad-data.ts';
import { adFilters, withinFilters } from './ad-filters.ts';
import { noted } from './noted.ts';
import { DimsOf } from './report-dimensions.ts';
import { reportEndpoints } from './report-endpoints.ts';
import { Id } from './shapes.ts';

const calls = reportEndpoints(adData, {
  dims: DimsOf(adData.groupBy),
  filters: {
    ...adFilters,
    ...withinFilters,
    ad_id: noted(Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true })), { zh: '这些广告。', en: 'These ads.' }),
  },
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
