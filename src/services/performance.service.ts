import { call, fileCall } from './call.ts';
import { ref } from './launch-bases.ts';
import { dataTimes, rowReads, trendReads, userReads } from './report-reads.ts';

export const queryPerformance = call(
  '/analyse-performance/query',
  rowReads({
    creator: userReads,
    material: {
      ...ref,
      cover_url: true,
      code: true,
      kind: true,
      drama: ref,
      hit_level: true,
      first_used_at: true,
      life_days: true,
      peak_day: true,
    },
    drama: ref,
    product: ref,
    date: ref,
    kind: ref,
    ratio: ref,
    material_language: ref,
    creator_department: ref,
  }),
);
export const trendPerformance = call('/analyse-performance/trend', trendReads);
export const exportPerformance = fileCall('/analyse-performance/export');

const monthFigures = { v: true, total: true, live: true } as const;
export const monthPerformance = call('/analyse-performance/month', {
  months: true,
  current: true,
  list: [{ key: true, dims: { creator: userReads, material: { ...ref, cover_url: true, creator: ref } }, ...monthFigures }],
  total: true,
  totals: { ...monthFigures, roi_d0: true },
  settled: true,
  ...dataTimes,
});
export const exportMonthPerformance = fileCall('/analyse-performance/month_export');
