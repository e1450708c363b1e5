import { performance } from '#contracts/reports/performance.ts';
import type { VocabularyFilters } from '../kernel/list/vocabulary-query.ts';
import type { PerformanceRow } from '../parts/reports/performance-row.ts';
import { addressesOf } from '../parts/reports/report-fields.ts';
import { createReportPage } from '../parts/reports/report-page.machine.ts';

export type PerformanceFilters = VocabularyFilters<(typeof performance)['filters']>;
const addresses = addressesOf(performance, { charted: ['uploaded', 'roi_d0'] });
export const performanceQuery = addresses.query;

/** Output and success of editors and their materials. */
export const performancePage = createReportPage<PerformanceFilters, PerformanceRow>({
  id: 'performance',
  description: 'Metrics of editors and their materials.',
  of: 'editors and their materials',
  ...addresses,
  plot: 'trend',
});
