import type { Kysely, Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';

type Status = 'ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'DELETED';

export interface ClockTable {
  id: 1;
  seed: string;
  founded_at: Date;
  speed: number;
  real_at: Date;
  simulated_at: Date;
}

export interface PersonTable {
  id: string;
  position: number;
  name: string;
  usage: 'self' | 'host';
}

export interface GrantTable {
  token_hash: string;
  person_id: string;
  number: number;
  scopes: string[];
  issued_at: Date;
  expires_at: Date;
  data_access_expires_at: Date;
  revoked_at: Date | null;
}

export interface CodeTable {
  code_hash: string;
  person_id: string;
  scopes: string[];
  expires_at: Date;
  used_at: Date | null;
}

export interface AccountTable {
  id: string;
  position: number;
  name: string;
  business_id: string | null;
  business_name: string | null;
  currency: string;
  timezone_name: string;
  account_status: number;
  disable_reason: number;
  balance: number;
  spend_cap: number | null;
  amount_spent: number;
  min_daily_budget: number;
  /** Named where an ad set in the European Union names nobody. */
  default_beneficiary: string | null;
  closed_to_pixels: boolean;
  people: string[];
  score: number;
  score_at: Date;
  throttled_until: Date | null;
  computed_until: Date;
}

export interface PageTable {
  id: string;
  position: number;
  name: string;
  category: string;
  picture_url: string;
  tasks: string[];
  is_published: boolean;
  status: 'active' | 'unpublished' | 'restricted';
  ad_limit: number;
  ads_elsewhere: number;
  people: string[];
}

export interface PixelTable {
  id: string;
  position: number;
  name: string;
  owner_account: string;
  status: 'active' | 'unavailable';
  last_fired_at: Date | null;
}

export interface PixelShareTable {
  pixel_id: string;
  account_id: string;
}

export interface AttemptTable {
  place: string;
  name: string;
  count: number;
}

export interface AssetTable {
  id: string;
  account_id: string;
  tag: string;
  name: string;
  mime: string;
  size: number;
  sha256: string;
  ready_at: Date;
  is_broken: boolean;
  created_at: Date;
}

export interface PostTable {
  id: string;
  page_id: string;
  tag: string;
  type: 'video' | 'image' | 'link';
  message: string;
  headline: string | null;
  description: string | null;
  call_to_action: string;
  link: string | null;
  sha256: string | null;
  published: boolean;
  scheduled_at: Date | null;
  ready_at: Date;
  fault: string | null;
  created_at: Date;
  deleted_at: Date | null;
}

interface DeliveryObjectTable {
  id: string;
  account_id: string;
  tag: string;
  name: string;
  status: Status;
  created_at: Date;
  updated_at: Date;
}

export interface CampaignTable extends DeliveryObjectTable {
  objective: string;
  special_ad_categories: string[];
  special_ad_countries: string[];
  bid_strategy: string | null;
  daily_budget: number | null;
  lifetime_budget: number | null;
  spend_cap: number | null;
  start_at: Date | null;
  stop_at: Date | null;
}

export interface GroupTable extends DeliveryObjectTable {
  campaign_id: string;
  optimization_goal: string;
  billing_event: string;
  bid_amount: number | null;
  roas_floor_bp: number | null;
  daily_budget: number | null;
  lifetime_budget: number | null;
  pixel_id: string | null;
  custom_event_type: string | null;
  attribution: string;
  /** JSON. */
  targeting: unknown;
  country: string;
  beneficiary: string | null;
  payer: string | null;
  start_at: Date | null;
  end_at: Date | null;
}

export interface AdTable extends DeliveryObjectTable {
  campaign_id: string;
  group_id: string;
  page_id: string;
  post_id: string | null;
  asset_id: string | null;
  primary_text: string;
  headline: string | null;
  description: string | null;
  call_to_action: string;
  link: string | null;
  url_tags: string;
  /** JSON. */
  traits: unknown;
  review_at: Date;
  /** JSON. */
  review_feedback: unknown;
  /** When the appeal is decided; null without one. */
  appeal_decided_at: Date | null;
  appeal_granted: boolean | null;
}

export interface BudgetChangeTable {
  object_id: string;
  at: Date;
  number: number;
}

/** Measures of an ad in an hour. */
export interface Measures {
  spend: number;
  impressions: number;
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
  new_users: number;
  reacq_users: number;
  view_content: number;
  add_to_cart: number;
  checkouts: number;
  payers: number;
  value_usd: number;
}

export interface HourTable extends Measures {
  ad_id: string;
  /** As YYYY-MM-DD. */
  stat_date: string;
  stat_hour: number;
  account_id: string;
  slots: number;
  /** Start of its last slot. */
  last_at: Date;
}

/** A past or future order of a site; money in USD cents. */
export interface SiteOrderTable {
  id: string;
  ad_id: string;
  site: string | null;
  url: string | null;
  pixel_id: string | null;
  user_key: string;
  order_type: 'first' | 'repeat' | 'subscribe' | 'renew';
  status: 'paid' | 'closed' | 'failed';
  amount: number;
  fee: number;
  pay_channel: 'stripe' | 'paypal' | 'apple' | 'google' | 'adyen';
  country: string;
  os: 'ios' | 'android' | 'web';
  at: Date;
  refund_at: Date | null;
  refund: number;
  acquired_at: Date;
  is_reacq: boolean;
  touch: 'click' | 'view' | null;
  touch_at: Date | null;
  event_id: string | null;
}

export interface SandboxTables {
  sbx_clock: ClockTable;
  sbx_person: PersonTable;
  sbx_grant: GrantTable;
  sbx_code: CodeTable;
  sbx_account: AccountTable;
  sbx_page: PageTable;
  sbx_pixel: PixelTable;
  sbx_pixel_share: PixelShareTable;
  sbx_attempt: AttemptTable;
  sbx_asset: AssetTable;
  sbx_post: PostTable;
  sbx_campaign: CampaignTable;
  sbx_group: GroupTable;
  sbx_ad: AdTable;
  sbx_budget_change: BudgetChangeTable;
  sbx_hour: HourTable;
  sbx_order: SiteOrderTable;
}

export type SandboxDatabase = Kysely<SandboxTables>;
export type SandboxTransaction = Transaction<SandboxTables>;

/** Restricts the database to the tables of the simulated channel. */
export const sandboxTables = (db: Kysely<Database>): SandboxDatabase => db as unknown as Kysely<SandboxTables>;
