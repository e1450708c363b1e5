import { type MetricKey, metricKeys } from '../rules/metrics.ts';
import { adFilters } from '../vocabulary/launch-filters.ts';
import { materialColumnWords } from '../vocabulary/materials.ts';
import { materialFigureFilters } from '../vocabulary/report-filters.ts';
import { referenceFilter } from '../vocabulary/vocabulary.ts';
import { report } from './report.ts';

/** The report of editors and their materials. */
export const performance = report({
  key: 'performance',
  path: '/analyse-performance',
  pages: ['/analyse/performance', '/analyse/performance-month', '/material/upload'],
  title: { zh: '素材表现', en: 'Material performance' },
  slug: 'performance',
  groupBy: ['creator', 'material', 'drama', 'product', 'date', 'kind', 'ratio', 'material_language', 'creator_department'],
  sortable: { first_used_at: ['material'], life_days: ['material'], peak_day: ['material'] },
  exported: ['material_code', 'material_drama', 'hit_level', 'first_used_at', 'life_days', 'peak_day'],
  metrics: [
    ...metricKeys('material'),
    'materials_used',
    ...metricKeys('deliv', 'pay', 'cohort', 'video').filter((key) => key !== 'reach' && key !== 'frequency'),
  ],
  filters: { ...adFilters, ...materialFigureFilters },
  showsOwnMaterials: true,
});

export type PerformanceDimension = (typeof performance)['groupBy'][number];

/** The metrics that are shown by month and settled. */
export const monthMetrics = ['uploaded', 'used', 'hits', 'spend', 'revenue', 'roi_d0'] as const satisfies readonly MetricKey[];
export type MonthMetric = (typeof monthMetrics)[number];

/** The filters of the figures by month. */
export const monthFilters = {
  biz: adFilters.biz,
  department_id: materialFigureFilters.creator_department_id,
  creator_id: referenceFilter(materialColumnWords.creator, {
    zh: '只看这位剪辑师，每个素材一行。',
    en: 'This editor only, with a row for each creative.',
  }),
};
