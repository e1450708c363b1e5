import { call, fileCall } from './call.ts';
import { ref } from './launch-bases.ts';
import { rowReads, trendReads } from './report-reads.ts';

export const queryPerformance = call(
  '/analyse-performance/query',
  rowReads({
    creator: { ...ref, deleted: true, department: ref },
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
