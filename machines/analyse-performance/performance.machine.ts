import { performance } from '#contracts/reports/performance.ts';
import type { VocabularyFilters } from '../kernel/list/vocabulary-query.ts';
import { type PerformanceRow, USUAL_PERFORMANCE_METRICS } from '../parts/reports/performance-row.ts';
import { addressesOf } from '../parts/reports/report-fields.ts';
import { createReportPage, type ShownMetrics } from '../parts/reports/report-page.machine.ts';

export type PerformanceFilters = VocabularyFilters<(typeof performance)['filters']>;
const addresses = addressesOf(performance, { charted: ['uploaded', 'roi_d0'] });
export const performanceQuery = addresses.query;

/** The metrics that the page shows by itself. */
export const performanceMetrics: ShownMetrics = {
  usual: USUAL_PERFORMANCE_METRICS,
  cards: ['uploaded', 'used', 'hits', 'spend', 'revenue', 'roi_d0'],
};

/** Output and success of editors and their materials. */
export const performancePage = createReportPage<PerformanceFilters, PerformanceRow>({
  id: 'performance',
  description: 'Metrics of editors and their materials.',
  of: 'editors and their materials',
  ...addresses,
  metrics: performanceMetrics,
  plot: 'trend',
});
