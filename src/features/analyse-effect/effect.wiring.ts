import { effect } from '#contracts/reports/effect.ts';
import { effectPage } from '#machines/analyse-effect/effect.machine.ts';
import { reportPageWith } from '#src/parts/report-page/report-page.wiring.ts';
import { toRequestDays, withoutEmpty } from '#src/parts/reports/report-calls.wiring.ts';
import { cohortOfDrama, exportEffect, queryEffect, trendEffect } from '#src/services/effect.service.ts';

/** Provides drama performance with all actors. */
export const dramaPerformance = reportPageWith(effect, effectPage, {
  query: queryEffect,
  trend: trendEffect,
  export: exportEffect,
  filtersOf: withoutEmpty,
  rowDetail: ({ id, query }, signal) =>
    cohortOfDrama({ drama_id: Number(id), ...toRequestDays(query), filters: withoutEmpty(query.filters) }, signal),
});
