import { call, fileCall } from './call.ts';
import { ref } from './launch-bases.ts';
import { rowReads, trendReads } from './report-reads.ts';

export const queryVideo = call(
  '/analyse-video/query',
  rowReads({
    material: { ...ref, cover_url: true, duration_ms: true, drama: ref, creator: ref, hit_level: true },
    drama: ref,
    ratio: ref,
    duration: ref,
    material_language: ref,
    creator: ref,
    tag: ref,
    date: ref,
    country: ref,
    account: ref,
    ad: { ...ref, base: { effective_status: true, account: ref } },
  }),
);
export const trendVideo = call('/analyse-video/trend', trendReads);
export const exportVideo = fileCall('/analyse-video/export');
export const curveOfVideos = call('/analyse-video/curve', { series: [{ material_id: true, label: true, plays: true, points: true }] });
export const fatigueOfVideo = call('/analyse-video/fatigue', { x: true, ctr_link: true, cpm: true, tired_at: true });
