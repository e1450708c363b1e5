import type { SitePush } from '#contracts/endpoints/site-push.ts';
import { SIGNATURE_HEADER, signPush, TIME_HEADER } from '#server/domain/site-push/signature.ts';

type EventOf<Kind extends SitePush['kind']> = Extract<SitePush, { kind: Kind }>['events'][number];

/** A paid order of 9.99 USD on the site, which nobody's ad brought. */
export const pushedOrder = (order_no: string, at: string, more: Partial<EventOf<'orders'>> = {}): EventOf<'orders'> => ({
  changed_at: at,
  order_no,
  external_no: `st_${order_no}`,
  site: 'drama.test',
  url: 'https://drama.test/play/one',
  user_key: `user-of-${order_no}`,
  order_type: 'first',
  status: 'paid',
  amount: 999,
  fee: 50,
  refund: 0,
  currency: 'USD',
  pay_channel: 'stripe',
  country: 'US',
  os: 'ios',
  ordered_at: at,
  paid_at: at,
  refunded_at: null,
  acquired_at: at,
  is_reacq: false,
  touch: null,
  event_id: `pu.${order_no}`,
  customer: { user_agent: 'Mozilla/5.0', ip: '203.0.113.7', fbc: null, fbp: null, email_sha256: null, phone_sha256: null },
  ...more,
});

export const pushedVisits = (hour: string, more: Partial<EventOf<'visits'>> = {}): EventOf<'visits'> => ({
  changed_at: hour,
  site: 'drama.test',
  url: 'https://drama.test/play/one',
  ad_id: null,
  hour,
  pv: 40,
  uv: 30,
  bounces: 12,
  cta_clicks: 9,
  pay_page_views: 4,
  load_ms_sum: 52_000,
  load_samples: 40,
  new_users: 25,
  reacq_users: 3,
  reg_users: 6,
  ...more,
});

export const pushedPixelEvent = (event_id: string, at: string, more: Partial<EventOf<'pixel_events'>> = {}): EventOf<'pixel_events'> => ({
  changed_at: at,
  pixel_id: '700100200300400',
  event_name: 'Purchase',
  event_id,
  source: 'browser',
  event_time: at,
  received_at: at,
  count: 1,
  match_score: 6.4,
  ad_id: null,
  order_no: null,
  value: 999,
  currency: 'USD',
  url: null,
  status: 'ok',
  error: null,
  ...more,
});

/** The headers of a push that was signed at that time. */
export const signedHeaders = (secret: string, at: Date, body: string): Record<string, string> => {
  const seconds = Math.floor(at.getTime() / 1000);
  return { 'content-type': 'application/json', [TIME_HEADER]: String(seconds), [SIGNATURE_HEADER]: signPush(secret, seconds, body) };
};
