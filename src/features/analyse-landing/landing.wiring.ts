import { landing } from '#contracts/reports/landing.ts';
import { landingPage } from '#machines/analyse-landing/landing.machine.ts';
import { reportPageWith } from '#src/parts/report-page/report-page.wiring.ts';
import { getBusinessToday } from '#src/parts/reports/days.wiring.ts';
import { toRequestDays, withoutEmpty } from '#src/parts/reports/report-calls.wiring.ts';
import { compareLandings, exportLanding, funnelOfLandings, queryLanding, trendLanding } from '#src/services/landing-figures.service.ts';

/** The longest period of a report before today, in milliseconds. */
const LONGEST_MS = 185 * 86_400_000;

/** The A/B groups with visits. */
async function abGroups(signal: AbortSignal): Promise<string[]> {
  const today = getBusinessToday();
  const since = new Date(Date.parse(today) - LONGEST_MS).toISOString().slice(0, 10);
  const request = { date_from: since, date_to: today, group_by: ['ab_group' as const], metrics: ['uv' as const] };
  const { list } = await queryLanding({ ...request, sort: [{ field: 'ab_group', order: 'asc' }], page_size: 200 }, signal);
  return list.flatMap(({ dims: { ab_group } }) => (ab_group && ab_group.id !== '' ? [String(ab_group.id)] : []));
}

/** Provides the landing page analysis with all actors. */
export const landingAnalysis = reportPageWith(landing, landingPage, {
  query: queryLanding,
  trend: trendLanding,
  export: exportLanding,
  filtersOf: withoutEmpty,
  ownCodes: { ab_group: abGroups },
  plotData: async ({ plot, query }, signal) => {
    const { ab_group } = query.filters;
    if (plot === 'funnel') return funnelOfLandings({ ...toRequestDays(query), filters: withoutEmpty(query.filters) }, signal);
    if (ab_group === undefined) return { rows: [], tests: [] };
    return compareLandings({ ab_group, ...toRequestDays(query) }, signal);
  },
});
