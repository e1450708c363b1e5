import { effect } from '#contracts/reports/effect.ts';
import { effectPage } from '#machines/analyse-effect/effect.machine.ts';
import { reportPageWith } from '#src/parts/report-page/report-page.wiring.ts';
import { askedDays, saidFilters } from '#src/parts/reports/report-calls.wiring.ts';
import { cohortOfDrama, exportEffect, queryEffect, trendEffect } from '#src/services/effect.service.ts';

/** Provides drama performance with all actors. */
export const dramaPerformance = reportPageWith(effect, effectPage, {
  query: queryEffect,
  trend: trendEffect,
  export: exportEffect,
  filtersOf: saidFilters,
  closer: ({ id, query }, signal) => cohortOfDrama({ drama_id: id, ...askedDays(query), filters: saidFilters(query.filters) }, signal),
});
