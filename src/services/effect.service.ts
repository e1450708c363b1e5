import { call, fileCall } from './call.ts';
import { ref } from './launch-bases.ts';
import { rowReads, trendReads } from './report-reads.ts';

export const queryEffect = call(
  '/analyse-effect/query',
  rowReads({
    drama: { ...ref, cover_url: true, stage: true, online_days: true, target_roi: true },
    date: ref,
    country: ref,
    language: ref,
    genre: ref,
    stage: ref,
    user: ref,
    department: ref,
    account: ref,
    channel: ref,
  }),
);
export const trendEffect = call('/analyse-effect/trend', trendReads);
export const exportEffect = fileCall('/analyse-effect/export');

const cohort = { spend_usd: true, new_users: true, dn: true } as const;
export const cohortOfDrama = call('/analyse-effect/cohort', { rows: [{ date: true, ...cohort }], step: true, totals: cohort });
