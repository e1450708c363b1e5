import { cohortOfDrama, exportEffect, queryEffect, trendEffect } from '#contracts/endpoints/effect.ts';
import { effect } from '#contracts/reports/effect.ts';
import { type Call, defineCall } from '../call.ts';
import { parseReportDays, queryCohort } from '../insights/index.ts';
import { callsOfReport } from './report.calls.ts';

/** The calls of figures by drama. */
export const effectCalls: readonly Call[] = [
  ...callsOfReport(effect, { query: queryEffect, trend: trendEffect, export: exportEffect }),
  defineCall({
    endpoint: cohortOfDrama,
    audit: 'read',
    handle: ({ db, caller, now, limits }, { drama_id, filters = {}, ...asked }) =>
      queryCohort(db, {
        caller,
        now,
        days: parseReportDays(asked, now, limits),
        filter: filters,
        under: [{ by: 'drama', id: drama_id }],
      }),
  }),
];
