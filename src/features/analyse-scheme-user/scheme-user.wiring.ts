import { schemeUser } from '#contracts/reports/schemes.ts';
import { schemeUserPage } from '#machines/analyse-scheme-user/scheme-user.machine.ts';
import { reportPageWith } from '#src/parts/report-page/report-page.wiring.ts';
import { withoutEmpty } from '#src/parts/reports/report-calls.wiring.ts';
import { exportSchemeUsers, querySchemeUsers, trendSchemeUsers } from '#src/services/scheme-reports.service.ts';

/** Provides scheme analysis with all actors. */
export const schemeAnalysis = reportPageWith(schemeUser, schemeUserPage, {
  query: querySchemeUsers,
  trend: trendSchemeUsers,
  export: exportSchemeUsers,
  filtersOf: withoutEmpty,
});
