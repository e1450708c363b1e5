import { adFilters } from '../vocabulary/launch-filters.ts';
import { pixelFigureFilters } from '../vocabulary/report-filters.ts';
import { report } from './report.ts';

/** The report of pixels: whether their postbacks are complete and clean. */
export const pixelAnalysis = report({
  key: 'pixelAnalysis',
  path: '/analyse-pixel',
  pages: ['/analyse/pixel', '/analyse/pixel-list'],
  title: { zh: '像素分析', en: 'Pixel analysis' },
  slug: 'pixel',
  groupBy: ['pixel', 'event', 'source', 'date', 'site', 'account'],
  sortable: { last_fired_at: ['pixel'] },
  exported: ['platform_id', 'health', 'capi_enabled', 'sites', 'last_fired_at'],
  metrics: [
    'ev_received',
    'browser_share',
    'ev_dup',
    'dup_rate',
    'errors',
    'match_score',
    'purchase_events',
    'pixel_orders',
    'report_gap',
    'attributed',
    'value',
    'plat_purchases',
    'spend',
    'plat_cpa',
  ],
  filters: { ...pixelFigureFilters, ...adFilters },
});

export type PixelDimension = (typeof pixelAnalysis)['groupBy'][number];
