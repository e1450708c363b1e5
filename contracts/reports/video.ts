import { metricKeys } from '../rules/metrics.ts';
import { adFilters } from '../vocabulary/launch-filters.ts';
import { materialFigureFilters } from '../vocabulary/report-filters.ts';
import { report } from './report.ts';

const { kind: _isAlwaysVideo, ...videoFilters } = materialFigureFilters;

/** The report of videos: how they hold attention and sell. */
export const video = report({
  key: 'video',
  path: '/analyse-video',
  pages: ['/analyse/video'],
  title: { zh: '视频分析', en: 'Video analysis' },
  slug: 'video',
  groupBy: ['material', 'drama', 'ratio', 'duration', 'material_language', 'creator', 'tag', 'date', 'country', 'account', 'ad'],
  sortable: {
    material_drama: ['material'],
    material_duration: ['material'],
    material_creator: ['material'],
    first_used_at: ['material'],
  },
  exported: ['material_code', 'material_drama', 'material_ratio', 'material_duration', 'material_creator', 'hit_level', 'first_used_at'],
  metrics: ['ads_shown', ...metricKeys('video', 'deliv', 'user', 'pay', 'cohort').filter((key) => key !== 'reach' && key !== 'frequency')],
  filters: { ...adFilters, ...videoFilters },
  showsOwnMaterials: true,
  always: { kind: 'video' },
});

export type VideoDimension = (typeof video)['groupBy'][number];

/** Videos with fewer impressions have unreliable rates. */
export const MIN_SAMPLE_IMPRESSIONS = 1_000;
/** Videos with fewer plays have no retention curve. */
export const MIN_CURVE_PLAYS = 100;
/** More curves would be indistinguishable. */
export const MAX_VIDEO_CURVES = 6;
/** A video is tired when its CTR falls below this share of that of its first days. */
export const FATIGUE = { share: 0.8, firstDays: 3 } as const;
