/*
 * What we ask of an ad network, in our own words. An adapter per connector translates; nothing outside of it knows the
 * wire format. Money is in minor units of ours (see the table `currency`), instants are Dates, ids are text.
 */

import type { AdGroupSpec, AdSpec, CampaignSpec, EntityPatch, Level, RemoteEntity } from './ad-objects.ts';

export type { AdGroupSpec, AdSpec, CampaignSpec, EntityPatch, Level, RemoteEntity } from './ad-objects.ts';

export const connectors = ['sandbox', 'meta'] as const;
export type Connector = (typeof connectors)[number];
export type Channel = 'meta' | 'tiktok';

/** A person's token, opened for one call. It is in no error, log or answer. */
export interface Tok {
  readonly token: string;
}

/** What an authorisation gave us. */
export interface TokenInfo {
  user_id: string;
  name: string;
  token: string;
  /** Null: it does not expire. */
  expires_at: Date | null;
  data_access_expires_at: Date | null;
  scopes: string[];
}

export interface InspectedToken extends TokenInfo {
  valid: boolean;
  /** Why it is not valid: it expired, or the person took it back. */
  state: 'valid' | 'expired' | 'revoked';
  error?: string;
}

export interface RemoteAccount {
  id: string;
  name: string;
  business: { id: string; name: string } | null;
  currency: string;
  /** IANA. */
  timezone_name: string;
  /** 1 active, 2 disabled, 3 unsettled, 7, 8, 9, 100, 101: as the channel numbers them. */
  account_status: number;
  disable_reason: number;
  balance: number;
  spend_cap: number | null;
  amount_spent: number;
  min_daily_budget: number;
}

export interface RemotePage {
  id: string;
  name: string;
  category: string | null;
  /** A picture the console may show: a `data:` address, or nothing. */
  picture_url: string | null;
  /** Of the page itself; to be sealed at once. */
  page_token: string;
  tasks: string[];
  is_published: boolean;
  status: 'active' | 'unpublished' | 'restricted';
  ad_limit: number;
  ads_active: number;
}

export interface RemotePixel {
  id: string;
  name: string;
  /** Account that owns it. */
  owner_account: string;
  status: 'active' | 'unavailable';
  last_fired_at: Date | null;
}

/** A file to be handed over; it is read when the adapter is ready for it. */
export interface FileRef {
  name: string;
  mime: string;
  size: number;
  sha256: string;
  open(): NodeJS.ReadableStream;
}

export interface PostSpec {
  type: 'video' | 'image' | 'link';
  message: string;
  headline: string | null;
  description: string | null;
  call_to_action: string;
  link: string | null;
  file: FileRef | null;
  published: boolean;
  scheduled_at: Date | null;
}

export interface RemotePost {
  id: string;
  status: 'ready' | 'processing' | 'failed';
  eligible: boolean;
  reactions: number;
  comments: number;
  shares: number;
  error?: string;
}

export interface InsightRow {
  ad_id: string;
  stat_date: string;
  stat_hour: number | null;
  /** Minor units of the account. */
  spend: number;
  impressions: number;
  reach: number;
  clicks: number;
  link_clicks: number;
  lp_views: number;
  video_plays: number;
  plays_3s: number;
  thruplays: number;
  p25: number;
  p50: number;
  p75: number;
  p95: number;
  p100: number;
  watch_ms: number;
  reactions: number;
  comments: number;
  shares: number;
  plat_view_content: number;
  plat_add_to_cart: number;
  plat_checkouts: number;
  plat_purchases: number;
  /** USD cents. */
  plat_value_usd: number;
}

export interface ConversionEvent {
  event_id: string;
  event_name: string;
  event_time: Date;
  /** Minor units. */
  value: number | null;
  currency: string | null;
  url: string | null;
  /** Shows up among the test events of the channel instead of counting. */
  test_event_code: string | null;
}

export interface ConversionError {
  event_id: string;
  message: string;
}

/** One ad network. Every create takes the client's tag, by which what was created can be found again. Each failure is an AdPlatformError. */
export interface AdPlatform {
  /** Where a person grants us their assets; `state` comes back with them. A path of our own, or another server's address. */
  authUrl(state: string): string;
  exchange(code: string): Promise<TokenInfo>;
  inspect(token: string): Promise<InspectedToken>;
  listAdAccounts(t: Tok): AsyncIterable<RemoteAccount>;
  listPages(t: Tok): AsyncIterable<RemotePage>;
  /** Those the account owns. */
  listPixels(t: Tok, account: string): AsyncIterable<RemotePixel>;
  sharePixel(t: Tok, pixel: string, account: string): Promise<void>;
  unsharePixel(t: Tok, pixel: string, account: string): Promise<void>;
  uploadAsset(t: Tok, account: string, file: FileRef, tag: string): Promise<{ asset_id: string }>;
  findAsset(t: Tok, account: string, tag: string): Promise<{ asset_id: string } | null>;
  assetStatus(t: Tok, asset: string): Promise<'processing' | 'ready' | 'error'>;
  createPost(t: Tok, page: string, post: PostSpec, tag: string): Promise<{ post_id: string }>;
  findPost(t: Tok, page: string, tag: string): Promise<{ post_id: string } | null>;
  /** Null: it is gone. */
  postState(t: Tok, post: string): Promise<RemotePost | null>;
  deletePost(t: Tok, post: string): Promise<void>;
  createCampaign(t: Tok, account: string, campaign: CampaignSpec, tag: string): Promise<{ id: string }>;
  createAdGroup(t: Tok, account: string, group: AdGroupSpec, tag: string): Promise<{ id: string }>;
  createAd(t: Tok, account: string, ad: AdSpec, tag: string): Promise<{ id: string }>;
  update(t: Tok, level: Level, id: string, patch: EntityPatch): Promise<void>;
  findByTag(t: Tok, account: string, level: Level, tag: string): Promise<{ id: string } | null>;
  /** One object as it stands, also where it was archived or deleted. Null: the channel does not know it. */
  entityState(t: Tok, level: Level, id: string): Promise<RemoteEntity | null>;
  /** Statuses, review feedback and issues of what changed since then. */
  changedSince(t: Tok, account: string, since: Date): AsyncIterable<RemoteEntity>;
  /** Ad level; `from` and `to` are dates of the account, both included. */
  insights(t: Tok, account: string, query: { from: string; to: string; by: 'day' | 'hour' }): AsyncIterable<InsightRow>;
  sendConversion(t: Tok, pixel: string, events: readonly ConversionEvent[]): Promise<{ received: number; errors: ConversionError[] }>;
}

/**
 * `rejected`: nothing changed, and trying again changes nothing. `throttled`: nothing changed, later it may. `auth`: the token is no
 * good or grants too little. `down`: not sent. `unknown`: sent, and nobody knows what came of it.
 */
export type FailureKind = 'rejected' | 'throttled' | 'auth' | 'down' | 'unknown';

export class AdPlatformError extends Error {
  readonly kind: FailureKind;
  /** As the channel numbers it. */
  readonly code: number;
  readonly subcode: number | undefined;
  readonly title: string | undefined;
  /** For people, in the words of the channel. */
  readonly userMessage: string | undefined;
  /** When a throttled call may be tried again. */
  readonly retryAt: Date | undefined;

  constructor(
    kind: FailureKind,
    {
      code,
      subcode,
      title,
      userMessage,
      retryAt,
    }: { code: number; subcode?: number; title?: string; userMessage?: string; retryAt?: Date },
  ) {
    super(userMessage ?? title ?? `the channel answered ${code}${subcode === undefined ? '' : `/${subcode}`}`);
    this.name = 'AdPlatformError';
    this.kind = kind;
    this.code = code;
    this.subcode = subcode;
    this.title = title;
    this.userMessage = userMessage;
    this.retryAt = retryAt;
  }
}

/** The networks this server is connected with. */
export interface Channels {
  /** Throws where the server is not connected with it. */
  of(connector: Connector): AdPlatform;
  /** The connector that a new authorisation of a channel goes through; undefined where there is none. */
  connectorFor(channel: Channel): Connector | undefined;
}
