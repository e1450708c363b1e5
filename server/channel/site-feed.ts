/*
 * What our own sites tell of their visitors. A real one pushes it to us, the simulated one is asked; either way every row says where
 * reading goes on after it, and a row that is told again replaces what was said under its key before.
 */

/** Where reading goes on, in words of the feed; null: from the beginning. */
export type Cursor = string | null;

interface Told {
  /** Whoever has dealt with this row goes on after it. */
  readonly cursor: string;
}

/** How a visitor came to a site. */
export interface Touch {
  /** As the channel numbers it: what the address carried as `ad_id`. */
  ad_id: string;
  kind: 'click' | 'view';
  at: Date;
}

/** An order as it stands now. Keyed by `order_no`. Money in the smallest unit of its currency. */
export interface OrderEvent extends Told {
  order_no: string;
  external_no: string | null;
  /** Domain of the site; null where only the ad tells. */
  site: string | null;
  /** Page it was bought on; null where the site does not say. */
  url: string | null;
  user_key: string;
  order_type: 'first' | 'repeat' | 'subscribe' | 'renew';
  status: 'created' | 'paid' | 'refunding' | 'refunded' | 'partial_refunded' | 'closed' | 'failed';
  amount: number;
  fee: number;
  refund: number;
  currency: string;
  pay_channel: 'stripe' | 'paypal' | 'apple' | 'google' | 'adyen';
  country: string;
  os: 'ios' | 'android' | 'web';
  ordered_at: Date;
  paid_at: Date | null;
  refunded_at: Date | null;
  /** When the site first saw the user, or saw them again after a long time. */
  acquired_at: Date;
  /** Seen before, and away for long. */
  is_reacq: boolean;
  /** Null: nobody knows what brought them. */
  touch: Touch | null;
  /** Under which the browser reported the purchase; null: the user would not be followed, and no server may report it. */
  event_id: string | null;
}

/** Visits of a page that an ad brought, or that came directly, in one hour. Keyed by site, page, ad and hour. */
export interface VisitHour extends Told {
  site: string | null;
  url: string | null;
  /** Null: directly. */
  ad_id: string | null;
  /** When the hour began. */
  hour: Date;
  pv: number;
  uv: number;
  bounces: number;
  cta_clicks: number;
  pay_page_views: number;
  load_ms_sum: number;
  load_samples: number;
  /** Never seen there, or not for long; the latter again apart. */
  new_users: number;
  reacq_users: number;
  reg_users: number;
}

/** What a browser reported to a pixel. Keyed by pixel, name, id, source and time. */
export interface PixelEvent extends Told {
  /** As the channel numbers it. */
  pixel_id: string;
  event_name: string;
  event_id: string;
  source: 'browser' | 'server';
  event_time: Date;
  received_at: Date;
  /** What visits cause by themselves is told by the hour: so many alike. */
  count: number;
  /** 0 to 10, one decimal: how surely the channel finds the person. */
  match_score: number;
  ad_id: string | null;
  order_no: string | null;
  value: number | null;
  currency: string | null;
  url: string | null;
  status: 'ok' | 'error';
  error: string | null;
}

/** All that comes is in the order it became known; nothing older follows later. */
export interface SiteFeed {
  orders(since: Cursor): AsyncIterable<OrderEvent>;
  visits(since: Cursor): AsyncIterable<VisitHour>;
  pixelEvents(since: Cursor): AsyncIterable<PixelEvent>;
}
