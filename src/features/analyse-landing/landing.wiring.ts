import { landing } from '#contracts/reports/landing.ts';
import { landingPage } from '#machines/analyse-landing/landing.machine.ts';
import { reportPageWith } from '#src/parts/report-page/report-page.wiring.ts';
import { toRequestDays, withoutEmpty } from '#src/parts/reports/report-calls.wiring.ts';
import { compareLandings, exportLanding, funnelOfLandings, queryLanding, trendLanding } from '#src/services/landing-figures.service.ts';

/** Provides the landing page analysis with all actors. */
export const landingAnalysis = reportPageWith(landing, landingPage, {
  query: queryLanding,
  trend: trendLanding,
  export: exportLanding,
  filtersOf: withoutEmpty,
  plotData: async ({ plot, query }, signal) => {
    const { ab_group } = query.filters;
    if (plot === 'funnel') return funnelOfLandings({ ...toRequestDays(query), filters: withoutEmpty(query.filters) }, signal);
    if (ab_group === undefined) return { rows: [], tests: [] };
    return compareLandings({ ab_group, ...toRequestDays(query) }, signal);
  },
});
