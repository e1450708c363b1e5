import type { ColumnType } from 'kysely';
import type { BaseColumns, Defaulted, Id, Instant, Json, Optional, OptionalJson } from './columns.ts';
import type { Biz } from './schema-launches.ts';

export interface ExchangeRateTable {
  currency: string;
  rate_date: string;
  /** A numeric column, read as text. */
  usd_per_unit: ColumnType<string, string | number, string | number>;
}

export interface FactSyncTable {
  ad_account_id: number;
  /** Last pull of facts without a failure. */
  pulled_at: Optional<Date>;
  /** Changes of ads on the channel are known up to this instant. */
  entities_since: Optional<Date>;
  /** Last complete listing; an object missing in it is gone. */
  entities_listed_at: Optional<Date>;
  failed_since: Optional<Date>;
  error: Optional<string>;
  updated_at: Instant;
}

/** A row that a site pushed, in its latest state. */
export interface SitePushTable {
  kind: 'orders' | 'visits' | 'pixel_events' | 'rates';
  key: string;
  /** Rises with every change, in the order in which changes become visible. */
  seq: Defaulted<number>;
  body: Json;
  /** When the site changed it. */
  changed_at: Date;
  received_at: Date;
}

export interface FeedCursorTable {
  feed: string;
  cursor: string;
  updated_at: Instant;
}

/** Additive measures the channel reports per hour. `spend` in the account's minor unit, `*_usd` in cents. */
interface HourMeasures {
  spend: Defaulted<number>;
  spend_usd: Defaulted<number>;
  impressions: Defaulted<number>;
  clicks: Defaulted<number>;
  link_clicks: Defaulted<number>;
  lp_views: Defaulted<number>;
  plays_3s: Defaulted<number>;
  thruplays: Defaulted<number>;
  plat_purchases: Defaulted<number>;
  plat_value_usd: Defaulted<number>;
  new_users: Defaulted<number>;
  orders: Defaulted<number>;
  revenue_usd: Defaulted<number>;
}

type DailyMeasure = 'lp_views' | 'plays_3s' | 'thruplays' | 'plat_purchases' | 'plat_value_usd';

/** Measures that a channel reports by the day only are null. */
export interface InsightHourlyTable extends Omit<HourMeasures, DailyMeasure>, Record<DailyMeasure, Defaulted<number | null>> {
  ad_id: number;
  stat_date: string;
  stat_hour: number;
  ad_account_id: number;
  owner_user_id: Optional<number>;
}

export interface InsightDailyTable extends HourMeasures {
  ad_id: number;
  stat_date: string;
  ad_group_id: number;
  campaign_id: number;
  ad_account_id: number;
  owner_user_id: Optional<number>;
  biz: Biz;
  drama_id: Optional<number>;
  product_id: Optional<number>;
  material_id: Optional<number>;
  creator_user_id: Optional<number>;
  scheme_id: Optional<number>;
  scheme_version: Optional<number>;
  landing_page_id: Optional<number>;
  pixel_id: Optional<number>;
  country: string;
  channel: string;
  /** Not additive: distinct people per ad and day. */
  reach: Defaulted<number>;
  /** Impressions of videos; filled by the database. */
  video_impressions: Defaulted<number>;
  video_plays: Defaulted<number>;
  p25: Defaulted<number>;
  p50: Defaulted<number>;
  p75: Defaulted<number>;
  p95: Defaulted<number>;
  p100: Defaulted<number>;
  watch_ms: Defaulted<number>;
  reactions: Defaulted<number>;
  comments: Defaulted<number>;
  shares: Defaulted<number>;
  plat_view_content: Defaulted<number>;
  plat_add_to_cart: Defaulted<number>;
  plat_checkouts: Defaulted<number>;
  reacq_users: Defaulted<number>;
  reg_users: Defaulted<number>;
  first_payers: Defaulted<number>;
  refund_usd: Defaulted<number>;
  fee_usd: Defaulted<number>;
  payers_d0: Defaulted<number>;
  rev_h24: Defaulted<number>;
  rev_d0: Defaulted<number>;
  rev_d1: Defaulted<number>;
  rev_d3: Defaulted<number>;
  rev_d7: Defaulted<number>;
  rev_d14: Defaulted<number>;
  rev_d30: Defaulted<number>;
  rev_d60: Defaulted<number>;
  rev_d90: Defaulted<number>;
  pulled_at: Instant;
}

type AdColumns = 'ad_id' | 'ad_group_id' | 'campaign_id' | 'material_id' | 'creator_user_id' | 'landing_page_id' | 'pixel_id' | 'country';
type ContentColumns = 'drama_id' | 'product_id' | 'scheme_id';

/** Sums of ads by account, day, owner and title; triggers keep them equal to `insight_daily`. */
export interface InsightTitleDailyTable
  extends Omit<InsightDailyTable, AdColumns | Exclude<ContentColumns, 'drama_id' | 'product_id'> | 'pulled_at'> {
  ad_days: number;
}

/** The same by account, day and owner. */
export type InsightAccountDailyTable = Omit<InsightTitleDailyTable, 'drama_id' | 'product_id'>;

/** The same by account, month, owner and creator; `stat_date` is the first day of the month. */
export type InsightCreatorMonthTable = Pick<
  InsightDailyTable,
  'ad_account_id' | 'stat_date' | 'owner_user_id' | 'creator_user_id' | 'biz' | 'spend_usd' | 'spend' | 'revenue_usd' | 'rev_d0'
> & { ad_days: number };

export interface LandingDailyTable {
  landing_page_id: number;
  /** 0 for direct visits. */
  ad_id: number;
  stat_date: string;
  /** None for direct visits, like the owner. */
  ad_account_id: Optional<number>;
  owner_user_id: Optional<number>;
  pv: Defaulted<number>;
  uv: Defaulted<number>;
  bounces: Defaulted<number>;
  cta_clicks: Defaulted<number>;
  pay_page_views: Defaulted<number>;
  load_ms_sum: Defaulted<number>;
  load_samples: Defaulted<number>;
}

/** Visits per hour. Landing page 0 is unknown here; ad 0 means direct visits. */
export interface VisitHourTable {
  /** The address reported by the feed. It identifies an hour that is reported again, whichever landing page it leads to by then. */
  address_key: string;
  ad_id: number;
  hour: Instant;
  landing_page_id: number;
  /** Local to the ad's account, or to the site for direct visits. */
  stat_date: string;
  stat_hour: number;
  pv: number;
  uv: number;
  bounces: number;
  cta_clicks: number;
  pay_page_views: number;
  load_ms_sum: number;
  load_samples: number;
  new_users: number;
  reacq_users: number;
  reg_users: number;
}

/** Personal data, kept until the order is reported to its pixel and for a week at most. */
export interface OrderCustomerTable {
  order_no: string;
  url: string | null;
  customer: Json;
  created_at: Instant;
}

export interface PixelEventTable {
  id: Id;
  pixel_id: number;
  /** The site that sent it; 0 when that is not known. */
  site_id: Defaulted<number>;
  event_name: string;
  event_id: string;
  source: 'browser' | 'server';
  event_time: Instant;
  received_at: Instant;
  /** Number of equal events reported as one. */
  count: Defaulted<number>;
  dedupe: 'kept' | 'duplicate';
  /** From 0 to 10. */
  match_score: ColumnType<string, string | number, string | number>;
  ad_id: Optional<number>;
  order_id: Optional<number>;
  value: Optional<number>;
  currency: Optional<string>;
  url: Optional<string>;
  status: 'ok' | 'error';
  error: Optional<string>;
}

export interface PixelEventDailyTable {
  pixel_id: number;
  site_id: Defaulted<number>;
  event_name: string;
  source: 'browser' | 'server';
  stat_date: string;
  received: Defaulted<number>;
  duplicates: Defaulted<number>;
  errors: Defaulted<number>;
  /** Sum of match scores in tenths. */
  matched_sum: Defaulted<number>;
  attributed: Defaulted<number>;
  value_usd: Defaulted<number>;
}

export type OrderStatus = 'created' | 'paid' | 'refunding' | 'refunded' | 'partial_refunded' | 'closed' | 'failed';

export interface BizOrderTable extends BaseColumns {
  order_no: string;
  external_no: Optional<string>;
  biz: Biz;
  site_id: number;
  user_key: string;
  /** The ad it is attributed to, with its parents; all null when there is none. */
  ad_id: Optional<number>;
  ad_group_id: Optional<number>;
  campaign_id: Optional<number>;
  ad_account_id: Optional<number>;
  owner_user_id: Optional<number>;
  scheme_id: Optional<number>;
  drama_id: Optional<number>;
  product_id: Optional<number>;
  material_id: Optional<number>;
  creator_user_id: Optional<number>;
  landing_page_id: Optional<number>;
  pixel_id: Optional<number>;
  order_type: 'first' | 'repeat' | 'subscribe' | 'renew';
  amount: number;
  currency: string;
  amount_usd: number;
  fee_usd: Defaulted<number>;
  pay_channel: 'stripe' | 'paypal' | 'apple' | 'google' | 'adyen';
  status: OrderStatus;
  ordered_at: Instant;
  paid_at: Optional<Date>;
  refunded_at: Optional<Date>;
  refund_usd: Defaulted<number>;
  country: string;
  os: 'ios' | 'android' | 'web';
  stat_date: string;
  stat_hour: number;
  biz_date: string;
  /** Dates of the last paid orders of the same payer before this one; kept by triggers. */
  prev_stat_date: Optional<string>;
  prev2_stat_date: Optional<string>;
  prev_biz_date: Optional<string>;
  prev2_biz_date: Optional<string>;
  cohort_date: Optional<string>;
  day_n: Optional<number>;
  is_h24: Defaulted<boolean>;
  /** First payment of its user and cohort. */
  is_first: Defaulted<boolean>;
  /** Paid by a user who came back after a long absence. */
  is_reacq: Defaulted<boolean>;
  attribution: 'click' | 'view' | 'none';
  capi_status: Defaulted<'none' | 'sent' | 'duplicate' | 'failed'>;
  capi_event_id: Optional<string>;
}

export interface PayerTable {
  user_key: string;
  site_id: number;
  ad_id: Optional<number>;
  acquired_at: Instant;
  cohort_date: string;
  is_reacq: boolean;
  first_paid_at: Instant;
  orders: number;
  total_usd: number;
  last_active_at: Instant;
}

export type AlertKind =
  | 'token_expiring'
  | 'token_expired'
  | 'account_disabled'
  | 'ad_disapproved'
  | 'batch_done'
  | 'rule_hit'
  | 'pixel_silent'
  | 'budget_cap'
  | 'copyright_expiring'
  | 'copyright_ended'
  | 'spend_stopped'
  | 'spend_racing'
  | 'spend_without_orders'
  | 'emergency_closed'
  | 'posts_lost'
  | 'cron_failed';

export type AlertLevel = 'info' | 'warn' | 'error';
export type AlertTargetFormat = 'feishu' | 'dingtalk' | 'wecom' | 'slack' | 'json';
export type IncidentSubject = 'authorisation' | 'ad_account' | 'pixel' | 'policy';

export interface AlertTable {
  id: Id;
  user_id: number;
  level: AlertLevel;
  kind: AlertKind;
  /** Values for the text of its kind. */
  data: OptionalJson;
  link: Optional<string>;
  read_at: Optional<Date>;
  dedupe_key: string;
  incident_id: Optional<number>;
  created_at: Instant;
}

export interface IncidentTable {
  id: Id;
  subject_type: IncidentSubject;
  /** Id of the subject, or the text of a policy. */
  subject_key: string;
  /** Kind of the alert that most likely explains the others. */
  cause: AlertKind;
  /** Name of the subject when the incident opened. */
  name: string;
  level: AlertLevel;
  opened_at: Instant;
  last_alert_at: Instant;
  closed_at: Optional<Date>;
}

export interface AlertTargetTable extends BaseColumns {
  user_id: number;
  name: string;
  format: AlertTargetFormat;
  address_enc: string;
  /** The part of the address that is no secret. */
  address_shown: string;
  secret_enc: Optional<string>;
  language: 'zh' | 'en';
  levels: AlertLevel[];
  /** Empty for all kinds. */
  kinds: AlertKind[];
  /** `HH:mm` in the owner's time zone. */
  quiet_from: Optional<string>;
  quiet_to: Optional<string>;
  /** Whether errors are sent during quiet hours. */
  quiet_errors: Defaulted<boolean>;
  enabled: Defaulted<boolean>;
  last_at: Optional<Date>;
  /** `ok`, or the problem of the last delivery. */
  last_outcome: Optional<string>;
  last_detail: Optional<string>;
}

export interface AlertDeliveryTable {
  id: Id;
  target_id: number;
  alert_id: number;
  status: Defaulted<'waiting' | 'sent' | 'failed'>;
  due_at: Instant;
  attempts: Defaulted<number>;
  /** A server is sending it until then; afterwards another one may. */
  claimed_until: Optional<Date>;
  problem: Optional<string>;
  sent_at: Optional<Date>;
  created_at: Instant;
}

/** Facts, orders, visits, alerts and their delivery. */
export interface FactTables {
  exchange_rate: ExchangeRateTable;
  fact_sync: FactSyncTable;
  site_push: SitePushTable;
  feed_cursor: FeedCursorTable;
  insight_hourly: InsightHourlyTable;
  insight_daily: InsightDailyTable;
  insight_account_daily: InsightAccountDailyTable;
  insight_title_daily: InsightTitleDailyTable;
  insight_creator_month: InsightCreatorMonthTable;
  landing_daily: LandingDailyTable;
  visit_hour: VisitHourTable;
  pixel_event: PixelEventTable;
  pixel_event_daily: PixelEventDailyTable;
  biz_order: BizOrderTable;
  payer: PayerTable;
  order_customer: OrderCustomerTable;
  alert: AlertTable;
  incident: IncidentTable;
  alert_target: AlertTargetTable;
  alert_delivery: AlertDeliveryTable;
}
