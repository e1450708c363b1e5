/*
 * Feed of the company's own sites about their visitors. A real feed pushes its rows, the simulated one is polled. Every row carries the
 * cursor to continue after it, and a later row with the same key replaces the earlier one.
 */

import type { ConversionUser } from './ad-platform.ts';

/** Position in a feed, opaque to the reader; null for the beginning. */
export type Cursor = string | null;

interface FeedRow {
  /** Reading continues after this row from here. */
  readonly cursor: string;
}

/** The ad contact that brought a visitor to a site. */
export interface Touch {
  /** Id of the ad on the channel, from `ad_id` in the URL. */
  ad_id: string;
  kind: 'click' | 'view';
  at: Date;
}

/**
 * What a site knows about the customer of an order, to recognise them on the channel. E-mail address and phone number are hashed by the
 * site: SHA-256 of the trimmed lower-case address, and of the digits with country code.
 */
export type OrderCustomer = Pick<ConversionUser, 'user_agent' | 'ip' | 'fbc' | 'fbp' | 'email_sha256' | 'phone_sha256'>;

/** An order in its current state, keyed by `order_no`. Amounts are in minor units of its currency. */
export interface OrderEvent extends FeedRow {
  order_no: string;
  external_no: string | null;
  /** Domain of the site; null when only the ad tells it. */
  site: string | null;
  /** Page of the purchase; null when the site does not tell. */
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
  /** When the site first saw the user, or saw them again after a long absence. */
  acquired_at: Date;
  /** True for a user who returned after a long absence. */
  is_reacq: boolean;
  /** Null when it is unknown what brought the user. */
  touch: Touch | null;
  /** Event id of the purchase in the browser; null when the user refused tracking, so that servers must not report it either. */
  event_id: string | null;
  /** Null when the site does not tell, such as of a user who refused tracking. */
  customer: OrderCustomer | null;
}

/** Visits of a page in one hour, from one ad or direct. Keyed by site, page, ad and hour. */
export interface VisitHour extends FeedRow {
  site: string | null;
  url: string | null;
  /** Null for direct visits. */
  ad_id: string | null;
  /** Start of the hour. */
  hour: Date;
  pv: number;
  uv: number;
  bounces: number;
  cta_clicks: number;
  pay_page_views: number;
  load_ms_sum: number;
  load_samples: number;
  /** Users new to the site or back after a long absence; `reacq_users` counts the latter separately. */
  new_users: number;
  reacq_users: number;
  reg_users: number;
}

/** An event that a browser reported to a pixel. Keyed by pixel, name, id, source and time. */
export interface PixelEvent extends FeedRow {
  /** Id of the pixel on the channel. */
  pixel_id: string;
  event_name: string;
  event_id: string;
  source: 'browser' | 'server';
  event_time: Date;
  received_at: Date;
  /** Number of equal events; events of mere visits are reported as one row per hour. */
  count: number;
  /** 0 to 10 with one decimal: how reliably the channel can match the person. */
  match_score: number;
  ad_id: string | null;
  order_no: string | null;
  value: number | null;
  currency: string | null;
  url: string | null;
  status: 'ok' | 'error';
  error: string | null;
}

/** Which days the feed sums up. */
export interface OrderDaysQuery {
  /** First and last day, in the time zone. */
  from: string;
  to: string;
  timezone: string;
  /** Leaves out what happened later, because it is not read yet. */
  until: Date;
}

/** What the sites count on one day in one currency. The amount is in minor units of the currency. */
export interface OrderDay {
  date: string;
  currency: string;
  /** Orders paid on the day, also if refunded later. */
  orders: number;
  amount: number;
  /** Orders refunded on the day. */
  refunds: number;
}

/** Rows come in the order they became known; no older row follows later. */
export interface SiteFeed {
  /** The sites' own daily totals, to check that every order was read. Days without orders may be left out. */
  orderDays(query: OrderDaysQuery): Promise<readonly OrderDay[]>;
  orders(since: Cursor): AsyncIterable<OrderEvent>;
  visits(since: Cursor): AsyncIterable<VisitHour>;
  pixelEvents(since: Cursor): AsyncIterable<PixelEvent>;
}
