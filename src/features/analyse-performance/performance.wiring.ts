import { performance } from '#contracts/reports/performance.ts';
import { performancePage } from '#machines/analyse-performance/performance.machine.ts';
import { reportPageWith } from '#src/parts/report-page/report-page.wiring.ts';
import { withoutEmpty } from '#src/parts/reports/report-calls.wiring.ts';
import { exportPerformance, queryPerformance, trendPerformance } from '#src/services/performance.service.ts';

/** Provides the performance of materials with all actors. */
export const materialPerformance = reportPageWith(performance, performancePage, {
  query: queryPerformance,
  trend: trendPerformance,
  export: exportPerformance,
  filtersOf: withoutEmpty,
});
