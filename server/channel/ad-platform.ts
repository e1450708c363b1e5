/*
 * The port to an ad network, in the product's own terms. One adapter per connector translates; nothing outside of it knows the wire
 * format. Money is in minor units (see the table `currency`), instants are Dates, ids are text.
 */

import type { AdGroupSpec, AdSpec, CampaignSpec, EntityPatch, Level, NewObject, RemoteEntity } from './ad-objects.ts';

export type { AdGroupSpec, AdSpec, CampaignSpec, EntityPatch, Level, NewObject, RemoteEntity } from './ad-objects.ts';

export const connectors = ['sandbox', 'meta'] as const;
export type Connector = (typeof connectors)[number];
export type Channel = 'meta' | 'tiktok';

/** A person's token, opened for one call. It must not appear in an error, log or answer. */
export interface Tok {
  readonly token: string;
}

/** The result of an authorisation. */
export interface TokenInfo {
  user_id: string;
  name: string;
  token: string;
  /** Null when it does not expire. */
  expires_at: Date | null;
  data_access_expires_at: Date | null;
  scopes: string[];
}

export interface InspectedToken extends TokenInfo {
  valid: boolean;
  /**
   * Why it is not valid: it has expired, the person has revoked it, or the network holds the person up until they confirm their identity
   * on its own site, after which it is valid again.
   */
  state: 'valid' | 'expired' | 'revoked' | 'held';
  error?: string;
}

export interface RemoteAccount {
  id: string;
  name: string;
  business: { id: string; name: string } | null;
  currency: string;
  /** IANA name. */
  timezone_name: string;
  /** The channel's numbers: 1 active, 2 disabled, 3 unsettled, and 7, 8, 9, 100, 101. */
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
  /** A `data:` URL that the console may show; null without a picture. */
  picture_url: string | null;
  /** Token of the page itself; it must be encrypted at once. */
  page_token: string;
  tasks: string[];
  is_published: boolean;
  status: 'active' | 'unpublished' | 'restricted';
  /** Most ads it may run, and how many it runs; null when the channel does not tell. */
  ad_limit: number | null;
  ads_active: number | null;
}

/** How many ads a page runs or has in review, in all ad accounts together, and how many it may. */
export interface PageVolume {
  page: string;
  ads: number;
  /** Null when the channel does not tell. */
  limit: number | null;
}

export interface RemotePixel {
  id: string;
  name: string;
  /** Id of the ad account that owns it or, when a business owns it, of one that may use it. */
  owner_account: string;
  /** The business that owns it, through which it is shared; null when an ad account owns it. */
  owner_business: { id: string; name: string } | null;
  status: 'active' | 'unavailable';
  last_fired_at: Date | null;
}

/** A file to upload; it is opened when the adapter is ready to read it. */
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

/** A post whose creation was not answered. A channel that keeps no tags recognises it by its contents and time. */
export interface LostPost {
  tag: string;
  post: Omit<PostSpec, 'file'>;
  /** When its creation began. */
  since: Date;
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

/** Measures that a channel may report by the day only. */
interface DailyMeasures {
  reach: number;
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
  /** In minor units of the ad account. */
  plat_value: number;
}

/** Figures of an ad on a day or, with `stat_hour`, in one hour of it. A measure that the channel does not report by the hour is null there. */
export type InsightRow = {
  ad_id: string;
  stat_date: string;
  stat_hour: number | null;
  /** In minor units of the ad account. */
  spend: number;
  impressions: number;
  clicks: number;
  link_clicks: number;
} & { [Measure in keyof DailyMeasures]: DailyMeasures[Measure] | null };

/** What the figures of an object can be divided by. */
export type BreakdownKind = 'age' | 'gender' | 'country' | 'placement' | 'device';

/** Figures of one part of the audience, one placement or one kind of device, in the days that were asked for. */
export interface BreakdownRow {
  /** In the product's words, such as 25-34, female, US, instagram_reels or iphone; a value that the product does not know stays as the channel says it. */
  value: string;
  /** In minor units of the ad account, as is the value of purchases. */
  spend: number;
  impressions: number;
  clicks: number;
  link_clicks: number;
  plat_purchases: number;
  plat_value: number;
}

export interface BreakdownQuery {
  level: Level;
  id: string;
  /** Local dates of the account, both included. */
  from: string;
  to: string;
  by: BreakdownKind;
}

/** What people are interested in, by the channel's own list. */
export interface RemoteInterest {
  id: string;
  name: string;
}

/** People that an ad account knows, such as its customers, or people who resemble them. */
export interface RemoteAudience {
  id: string;
  name: string;
  kind: 'custom' | 'lookalike';
  /** About how many people it has; null when the channel does not tell. */
  size: number | null;
  /** Large enough and complete, so that ads can be shown to it. */
  is_ready: boolean;
}

/** What a site knows about the customer of an event. Personal data is hashed before it is stored anywhere. */
export interface ConversionUser {
  user_agent: string | null;
  ip: string | null;
  /** Ids that the channel's own script leaves in the browser: of the click, and of the browser. */
  fbc: string | null;
  fbp: string | null;
  /** Hash of the site's own key of the customer. */
  external_id: string | null;
  email_sha256: string | null;
  phone_sha256: string | null;
  country_sha256: string | null;
}

export const UNKNOWN_USER: ConversionUser = {
  user_agent: null,
  ip: null,
  fbc: null,
  fbp: null,
  external_id: null,
  email_sha256: null,
  phone_sha256: null,
  country_sha256: null,
};

export interface ConversionEvent {
  event_id: string;
  event_name: string;
  event_time: Date;
  /** In minor units. */
  value: number | null;
  currency: string | null;
  url: string | null;
  order_id: string | null;
  user: ConversionUser;
  /** With a code the event shows up among the channel's test events and does not count. */
  test_event_code: string | null;
}

/** How many calls a channel allows: networks begin with a limited quota and widen it with use. */
export type AccessTier = 'limited' | 'full';

export interface QuotaEstimate {
  tier: AccessTier;
  ends_at: Date;
}

export interface ConversionError {
  event_id: string;
  message: string;
}

/**
 * One ad network. Every create call takes a client tag, by which the created object can be found again. Every failure is an
 * AdPlatformError.
 */
export interface AdPlatform {
  /**
   * Address at which a person grants access to their assets: a path of this server or a URL of another. `state` is returned with the
   * person.
   */
  authUrl(state: string): string;
  exchange(code: string): Promise<TokenInfo>;
  inspect(token: string): Promise<InspectedToken>;
  listAdAccounts(t: Tok): AsyncIterable<RemoteAccount>;
  listPages(t: Tok): AsyncIterable<RemotePage>;
  /** Volumes of the pages whose ads run in the ad account, as far as the channel tells them. */
  pageVolumes(t: Tok, account: string): AsyncIterable<PageVolume>;
  /** Pixels of the account; a channel may include those that a business shares with it. */
  listPixels(t: Tok, account: string): AsyncIterable<RemotePixel>;
  sharePixel(t: Tok, pixel: string, account: string): Promise<void>;
  unsharePixel(t: Tok, pixel: string, account: string): Promise<void>;
  /** Custom audiences and lookalike audiences that ads of the account may use. */
  listAudiences(t: Tok, account: string): AsyncIterable<RemoteAudience>;
  /** Interests whose name has the words, from the channel's own list, the nearest first; some dozens at most. */
  searchInterests(t: Tok, words: string): Promise<RemoteInterest[]>;
  uploadAsset(t: Tok, account: string, file: FileRef, tag: string): Promise<{ asset_id: string }>;
  findAsset(t: Tok, account: string, tag: string): Promise<{ asset_id: string } | null>;
  assetStatus(t: Tok, account: string, asset: string): Promise<'processing' | 'ready' | 'error'>;
  /** The calls about posts take the token of the page itself. */
  createPost(t: Tok, page: string, post: PostSpec, tag: string): Promise<{ post_id: string }>;
  findPost(t: Tok, page: string, lost: LostPost): Promise<{ post_id: string } | null>;
  /** Null when the post no longer exists. */
  postState(t: Tok, page: string, post: string): Promise<RemotePost | null>;
  deletePost(t: Tok, page: string, post: string): Promise<void>;
  createCampaign(t: Tok, account: string, campaign: CampaignSpec, tag: string): Promise<{ id: string }>;
  createAdGroup(t: Tok, account: string, group: AdGroupSpec, tag: string): Promise<{ id: string }>;
  createAd(t: Tok, account: string, ad: AdSpec, tag: string): Promise<{ id: string }>;
  /** Asks whether an object could be created, without creating it. Fails as creating it would. */
  validate(t: Tok, account: string, object: NewObject): Promise<void>;
  /** The earliest end of so many writes in the account by its quota, if nothing else uses it. */
  estimateEnd(t: Tok, account: string, writes: number): Promise<QuotaEstimate>;
  update(t: Tok, account: string, level: Level, id: string, patch: EntityPatch): Promise<void>;
  findByTag(t: Tok, account: string, level: Level, tag: string): Promise<{ id: string } | null>;
  /** Current state of one object, including archived and deleted ones. Null when the channel does not know it. */
  entityState(t: Tok, account: string, level: Level, id: string): Promise<RemoteEntity | null>;
  /** Statuses, review feedback and issues of the objects that changed since then. Deleted objects are never listed. */
  changedSince(t: Tok, account: string, since: Date): AsyncIterable<RemoteEntity>;
  /** Figures per ad; `from` and `to` are local dates of the account, both included. Days that have not begun there have no rows. */
  insights(t: Tok, account: string, query: { from: string; to: string; by: 'day' | 'hour' }): AsyncIterable<InsightRow>;
  /** Figures of one object by a part of the audience or by placement, most spend first. */
  breakdown(t: Tok, account: string, query: BreakdownQuery): Promise<BreakdownRow[]>;
  sendConversion(t: Tok, pixel: string, events: readonly ConversionEvent[]): Promise<{ received: number; errors: ConversionError[] }>;
  /** Asks the network to tell changes of the ad account by itself; may be repeated. Absent when it sends none to this server. */
  watchChanges?(t: Tok, account: string): Promise<void>;
}

/**
 * `rejected`: nothing changed, and a retry fails too. `throttled`: nothing changed, and a later retry may succeed. `auth`: the token is
 * invalid or grants too little. `down`: not sent. `unknown`: sent, but the outcome is not known.
 */
export type ThrottleScope = 'app' | 'account' | 'page' | 'object';
export type FailureKind = 'rejected' | 'throttled' | 'auth' | 'down' | 'unknown';

export class AdPlatformError extends Error {
  readonly kind: FailureKind;
  /** The channel's error code. */
  readonly code: number;
  readonly subcode: number | undefined;
  readonly title: string | undefined;
  /** The channel's explanation for users. */
  readonly userMessage: string | undefined;
  /** When a throttled call may be retried. */
  readonly retryAt: Date | undefined;
  /** What has to wait with a throttled call: every call of the app, those for the account or page, or changes of this object only. */
  readonly scope: ThrottleScope | undefined;
  /** Fields of the specification at fault, such as `targeting.countries`, as far as the channel tells them. */
  readonly fields: readonly string[];
  /** The network holds the person up until they confirm their identity on its own site; the token itself stands. */
  readonly isHeld: boolean;

  constructor(
    kind: FailureKind,
    {
      code,
      subcode,
      title,
      userMessage,
      retryAt,
      scope,
      fields = [],
      isHeld = false,
    }: {
      code: number;
      subcode?: number | undefined;
      title?: string | undefined;
      userMessage?: string | undefined;
      retryAt?: Date | undefined;
      scope?: ThrottleScope | undefined;
      fields?: readonly string[];
      isHeld?: boolean;
    },
  ) {
    super(userMessage ?? title ?? `the channel answered ${code}${subcode === undefined ? '' : `/${subcode}`}`);
    this.name = 'AdPlatformError';
    this.kind = kind;
    this.code = code;
    this.subcode = subcode;
    this.title = title;
    this.userMessage = userMessage;
    this.retryAt = retryAt;
    this.scope = scope;
    this.fields = fields;
    this.isHeld = isHeld;
  }
}

/** An object of an ad account that changed on the network. */
export interface NoticedChange {
  account: string;
  id: string;
}

export type NoticeHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Reads what a network sends by itself. Notices are signed, and a reader answers null to one that the network did not sign. */
export interface ChannelNotices {
  readonly connector: Connector;
  /** The person who removed the app or wants their data deleted. */
  readSignedPerson(signed: string): string | null;
  /** The answer by which an address agrees to receive changes, from the parameters of the question. */
  answerSubscription(query: Readonly<Record<string, unknown>>): string | null;
  /** The objects that changed; a hint, because notices arrive late, twice or in another order. */
  readChanges(body: Uint8Array, headers: NoticeHeaders): readonly NoticedChange[] | null;
}

/** The ad networks that this server is connected to. */
export interface Channels {
  /** Throws an AdPlatformError when the server is not connected to it. */
  of(connector: Connector): AdPlatform;
  /** The connectors for new authorisations of a channel, the usual one first. A person chooses when there are several. */
  connectorsFor(channel: Channel): readonly Connector[];
  /** Sentences about versions of networks’ interfaces that end soon or have ended. Absent without a network whose versions end. */
  findVersionWarnings?(): Promise<readonly string[]>;
  /** Absent without a network that sends notices. */
  readonly notices?: ChannelNotices;
}
