import { call, fileCall } from './call.ts';
import { ref } from './launch-bases.ts';
import { ripeRowReads, trendReads } from './report-reads.ts';

export const queryPixelAnalysis = call(
  '/analyse-pixel/query',
  ripeRowReads({
    pixel: { ...ref, platform_pixel_id: true, status: true, health: true, capi_enabled: true, sites: [ref], last_fired_at: true },
    event: ref,
    source: ref,
    date: ref,
    site: ref,
    account: ref,
  }),
);
export const trendPixelAnalysis = call('/analyse-pixel/trend', trendReads);
export const exportPixelAnalysis = fileCall('/analyse-pixel/export');

/** Fields read of a single pixel event. */
export const pixelEventReads = {
  id: true,
  event_time: true,
  received_at: true,
  delay_s: true,
  event_name: true,
  source: true,
  event_id: true,
  count: true,
  dedupe: true,
  pair_id: true,
  match_score: true,
  value: true,
  currency: true,
  ad: ref,
  order_no: true,
  url: true,
  status: true,
  error: true,
} as const;
const parameters = [{ key: true, value: true, hashed: true }] as const;

export const listPixelEvents = call('/analyse-pixel/event_list', {
  list: [pixelEventReads],
  next_cursor: true,
  total: true,
  total_capped: true,
});
export const pixelEventDetail = call('/analyse-pixel/event_detail', {
  event: pixelEventReads,
  parameters,
  pair: { event: pixelEventReads, parameters },
});
export const exportPixelEvents = fileCall('/analyse-pixel/event_export');
