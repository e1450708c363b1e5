import { call, fileCall } from './call.ts';
import { ref } from './launch-bases.ts';
import { ripeRowReads, trendReads } from './report-reads.ts';

export const queryLanding = call(
  '/analyse-landing/query',
  ripeRowReads({
    landing: { ...ref, url: true, site: ref, template: true, status: true, ab_group: true, offline_at: true },
    site: ref,
    drama: ref,
    product: ref,
    template: ref,
    ab_group: ref,
    country: ref,
    date: ref,
    user: ref,
  }),
);
export const trendLanding = call('/analyse-landing/trend', trendReads);
export const exportLanding = fileCall('/analyse-landing/export');
export const funnelOfLandings = call('/analyse-landing/funnel', { steps: [{ key: true, count: true, rate: true }] });
export const compareLandings = call('/analyse-landing/ab', {
  rows: [{ page: ref, m: true }],
  tests: [{ page_id: true, control_id: true, difference: true, p_value: true, too_few: true }],
});
