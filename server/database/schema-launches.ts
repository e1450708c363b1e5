import type { BaseColumns, Defaulted, Id, Instant, Json, Optional, OptionalJson } from './columns.ts';

export type Biz = 'dj' | 'ec';
/** The status set by staff. */
export type EntityStatus = 'ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'DELETED';
export type EntityLevel = 'campaign' | 'ad_group' | 'ad';
/** The status that results from its own, its parents' and its account's. */
export type EffectiveStatus =
  | 'DELETED'
  | 'ARCHIVED'
  | 'ACCOUNT_BLOCKED'
  | 'MISSING'
  | 'IN_PROCESS'
  | 'PENDING_REVIEW'
  | 'DISAPPROVED'
  | 'PAUSED'
  | 'CAMPAIGN_PAUSED'
  | 'ADSET_PAUSED'
  | 'SCHEDULED'
  | 'COMPLETED'
  | 'WITH_ISSUES'
  | 'ADS_OFF'
  | 'ACTIVE';
export type SyncState = 'synced' | 'pushing' | 'push_failed' | 'missing';
export type ClosedBy = 'user' | 'rule' | 'platform' | 'super';
export type SchemeStatus = 'draft' | 'enabled' | 'disabled';
export type EventKind =
  | 'publish'
  | 'copy'
  | 'open'
  | 'close'
  | 'remove'
  | 'archive'
  | 'budget'
  | 'bid'
  | 'rename'
  | 'edit'
  | 'review'
  | 'appeal'
  | 'transfer';
export type ActorType = 'user' | 'rule' | 'cron' | 'platform' | 'super';

export interface SchemeTable extends BaseColumns {
  version: Defaulted<number>;
  name: string;
  biz: Biz;
  channel: 'meta' | 'tiktok';
  owner_user_id: number;
  visibility: Defaulted<'private' | 'dept'>;
  status: Defaulted<SchemeStatus>;
  current_version: Defaulted<number>;
  last_published_at: Optional<Date>;
  remark: Optional<string>;
  deleted_at: Optional<Date>;
}

export interface SchemeVersionTable {
  scheme_id: number;
  version: number;
  /** `SchemeBody` of the contract. */
  body: Json;
  created_by: number;
  created_at: Instant;
  updated_at: Instant;
}

export interface PublishPlanTable {
  id: string;
  user_id: number;
  scheme_id: number;
  scheme_version: number;
  request: Json;
  tree: Json;
  fingerprint: string;
  expires_at: Instant;
  batch_id: Optional<number>;
  /** Problems that the ad platforms found; null while they were not asked. */
  check_errors: Optional<number>;
  check_warnings: Optional<number>;
  created_at: Instant;
}

/** Common columns of campaigns, ad groups and ads. Budgets and bids are in the minor unit of the account's currency. */
interface EntityTable extends BaseColumns {
  version: Defaulted<number>;
  ad_account_id: number;
  client_tag: Defaulted<string>;
  name: string;
  biz: Biz;
  drama_id: Optional<number>;
  product_id: Optional<number>;
  owner_user_id: Optional<number>;
  scheme_id: Optional<number>;
  scheme_version: Optional<number>;
  batch_id: Optional<number>;
  status: EntityStatus;
  effective_status: EffectiveStatus;
  source: Defaulted<'system' | 'platform'>;
  sync_state: Defaulted<SyncState>;
  issue: Optional<string>;
  closed_by: Optional<ClosedBy>;
  closed_at: Optional<Date>;
  rule_shield_until: Optional<Date>;
  deleted_at: Optional<Date>;
}

interface Budgeted {
  /** Null when the budget is on the other level. */
  budget_mode: Optional<'daily' | 'lifetime'>;
  daily_budget: Optional<number>;
  lifetime_budget: Optional<number>;
}

export interface CampaignTable extends EntityTable, Budgeted {
  platform_campaign_id: Optional<string>;
  objective: string;
  spend_cap: Optional<number>;
  bid_strategy: string;
  special_ad_categories: Defaulted<string[]>;
  special_ad_countries: Defaulted<string[]>;
  start_at: Optional<Date>;
  stop_at: Optional<Date>;
  source_campaign_id: Optional<number>;
  /** What staff wrote about it. */
  note: Optional<string>;
}

export interface AdGroupTable extends EntityTable, Budgeted {
  campaign_id: number;
  platform_adset_id: Optional<string>;
  optimization_goal: string;
  billing_event: string;
  bid_amount: Optional<number>;
  roas_floor_bp: Optional<number>;
  pixel_id: Optional<number>;
  custom_event_type: Optional<string>;
  attribution: string;
  /** The promoted app: its id on the channel and its address in a store. */
  app_id: Optional<string>;
  app_store_url: Optional<string>;
  /** Who benefits from its ads, and who pays for them when it is somebody else; null leaves it to the ad account on the channel. */
  beneficiary: Optional<string>;
  payer: Optional<string>;
  /** {countries: string[], ...}, the audience of the scheme. */
  targeting: Json;
  primary_country: string;
  learning_stage: Optional<'LEARNING' | 'SUCCESS' | 'FAIL'>;
  learning_events: Defaulted<number>;
  start_at: Optional<Date>;
  end_at: Optional<Date>;
  source_group_id: Optional<number>;
}

export interface AdTable extends EntityTable {
  campaign_id: number;
  ad_group_id: number;
  platform_ad_id: Optional<string>;
  platform_creative_id: Optional<string>;
  material_id: Optional<number>;
  post_id: Optional<number>;
  homepage_id: Optional<number>;
  landing_page_id: Optional<number>;
  pixel_id: Optional<number>;
  primary_text: string;
  headline: Optional<string>;
  /** Below the headline, where the placement has room. */
  description: Optional<string>;
  call_to_action: string;
  url_tags: string;
  review: Defaulted<'pending' | 'approved' | 'rejected'>;
  /** Texts by policy. */
  review_feedback: OptionalJson;
  /** State of the appeal against the rejection. */
  appeal: Optional<'pending' | 'granted' | 'denied'>;
  source_ad_id: Optional<number>;
  /** Whether it spent enough in its first days; null until they are over. */
  took_off: Optional<boolean>;
}

export interface AdEventTable {
  id: Id;
  at: Instant;
  level: EntityLevel;
  campaign_id: number;
  ad_group_id: Optional<number>;
  ad_id: Optional<number>;
  ad_account_id: number;
  owner_user_id: Optional<number>;
  event: EventKind;
  actor_type: ActorType;
  actor_user_id: Optional<number>;
  rule_id: Optional<number>;
  batch_id: Optional<number>;
  before: OptionalJson;
  after: OptionalJson;
  reason: Optional<string>;
  /** Figures at that moment: {spend_usd, orders, roi, roi_d0, hours_running}. */
  snapshot: OptionalJson;
}

export interface ScheduleTaskTable extends BaseColumns {
  level: EntityLevel;
  entity_id: number;
  action: 'start' | 'pause' | 'budget';
  value: Optional<number>;
  run_at: Instant;
  repeat: 'none' | 'daily';
  status: Defaulted<'waiting' | 'done' | 'failed' | 'canceled'>;
  user_id: number;
  last_run_at: Optional<Date>;
  /** Batch item that runs it or ran it last. */
  batch_item_id: Optional<number>;
  last_error: Optional<string>;
}

export interface ChannelObjectTable {
  level: EntityLevel;
  entity_id: number;
  /** What the channel said about it at the last sync, with secrets masked. */
  body: Json;
  created_at: Instant;
  updated_at: Instant;
}

/** Schemes, plans, ads, posts and their history. */
export interface LaunchTables {
  scheme: SchemeTable;
  scheme_version: SchemeVersionTable;
  publish_plan: PublishPlanTable;
  campaign: CampaignTable;
  ad_group: AdGroupTable;
  ad: AdTable;
  ad_event: AdEventTable;
  schedule_task: ScheduleTaskTable;
  channel_object: ChannelObjectTable;
}
