import { pixelAnalysis } from '#contracts/reports/pixels.ts';
import { EVENT_PLOTS, pixelAnalysisPage } from '#machines/analyse-pixel/pixel-analysis.machine.ts';
import { reportPageWith } from '#src/parts/report-page/report-page.wiring.ts';
import { getBusinessToday } from '#src/parts/reports/days.wiring.ts';
import { isHourly } from '#src/parts/reports/index.ts';
import { loadSplitTrend, withoutEmpty } from '#src/parts/reports/report-calls.wiring.ts';
import { exportPixelAnalysis, queryPixelAnalysis, trendPixelAnalysis } from '#src/services/pixel-analysis.service.ts';

const dimensionOf = (plot: string) => EVENT_PLOTS[plot === 'sources' ? plot : 'events'];

/** Provides the analysis of pixels with all actors. */
export const pixelAnalysisWithActors = reportPageWith(pixelAnalysis, pixelAnalysisPage, {
  query: queryPixelAnalysis,
  trend: trendPixelAnalysis,
  export: exportPixelAnalysis,
  filtersOf: withoutEmpty,
  usualSort: 'ev_received',
  async plotData({ plot, query }, signal) {
    const asked = { query, filters: withoutEmpty(query.filters), metric: 'ev_received', by: dimensionOf(plot) } as const;
    const load = (step: 'day' | 'hour') => loadSplitTrend(trendPixelAnalysis, { ...asked, step }, signal);
    const [day, hour] = await Promise.all([
      load('day'),
      isHourly(query.only ? { ...query, dateFrom: query.only.from, dateTo: query.only.to } : query, getBusinessToday())
        ? load('hour')
        : undefined,
    ]);
    return { day, hour };
  },
});
