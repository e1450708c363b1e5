import { type MetricKey, metricKeys } from '../rules/metrics.ts';
import { adFilters } from '../vocabulary/launch-filters.ts';
import { dramaFigureFilters } from '../vocabulary/report-filters.ts';
import { report } from './report.ts';

/** The report of drama performance. */
export const effect = report({
  key: 'effect',
  path: '/analyse-effect',
  pages: ['/analyse/effect'],
  title: { zh: '短剧表现', en: 'Drama performance' },
  slug: 'effect',
  groupBy: ['drama', 'date', 'country', 'language', 'genre', 'stage', 'user', 'department', 'account', 'channel'],
  sortable: { online_days: ['drama'] },
  exported: ['stage_of_drama', 'online_days'],
  metrics: [
    ...metricKeys('deliv', 'user', 'pay', 'cohort').filter((key) => key !== 'reach' && key !== 'frequency'),
    'users',
    'materials_used',
    'ads_spending',
  ],
  filters: { ...adFilters, ...dramaFigureFilters },
});

export type EffectDimension = (typeof effect)['groupBy'][number];

/** The points of a payback curve. */
export const paybackMetrics = [
  'roi_d0',
  'roi_h24',
  'roi_d1',
  'roi_d3',
  'roi_d7',
  'roi_d14',
  'roi_d30',
  'roi_d60',
  'roi_d90',
] as const satisfies readonly MetricKey[];
