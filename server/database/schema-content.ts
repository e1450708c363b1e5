import type { ColumnType } from 'kysely';
import type { BaseColumns, Defaulted, Instant, Json, Optional } from './columns.ts';

export interface DramaTable extends BaseColumns {
  version: Defaulted<number>;
  code: string;
  title: string;
  title_en: Optional<string>;
  language: string;
  genres: string[];
  episodes_total: number;
  free_episodes: number;
  price_model: 'coin' | 'subscription' | 'hybrid';
  cover_key: Optional<string>;
  online_at: Optional<string>;
  copyright_until: Optional<string>;
  stage: Defaulted<'new' | 'testing' | 'scaling' | 'declining' | 'stopped'>;
  status: Defaulted<'on' | 'off'>;
  target_roi_d0_bp: Defaulted<number>;
  deleted_at: Optional<Date>;
}

interface EvaluationThresholds {
  roi_d0: number;
  pay_rate: number;
  cost_per_payer_usd: number;
  ctr_link: number;
  hold_rate: number;
}

export interface DramaEvaluationTable extends BaseColumns {
  version: Defaulted<number>;
  drama_id: number;
  round: number;
  owner_user_id: number;
  date_from: string;
  date_to: Optional<string>;
  test_budget_usd: number;
  min_spend_usd: Defaulted<number>;
  thresholds: ColumnType<EvaluationThresholds, string, string>;
  score: Optional<number>;
  scored_at: Optional<Date>;
  suggest: Defaulted<'scale' | 'keep' | 'stop' | 'insufficient'>;
  decision: Optional<'scale' | 'keep' | 'stop'>;
  decided_by: Optional<number>;
  decided_at: Optional<Date>;
  note: Optional<string>;
}

export interface ProductTable extends BaseColumns {
  version: Defaulted<number>;
  sku: string;
  name: string;
  site_id: number;
  price: number;
  currency: string;
  url: string;
  cover_key: Optional<string>;
  status: Defaulted<'on' | 'off'>;
  deleted_at: Optional<Date>;
}

export interface LandingPageTable extends BaseColumns {
  version: Defaulted<number>;
  site_id: number;
  biz: 'dj' | 'ec';
  drama_id: Optional<number>;
  product_id: Optional<number>;
  title: string;
  slug: string;
  template: 'list' | 'player' | 'quiz' | 'direct';
  start_episode: Optional<number>;
  language: string;
  country: Optional<string>;
  ab_group: Optional<string>;
  old_slugs: Defaulted<string[]>;
  status: Defaulted<'draft' | 'online' | 'offline'>;
  offline_at: Optional<Date>;
  deleted_at: Optional<Date>;
}

export interface MaterialTable extends BaseColumns {
  version: Defaulted<number>;
  code: string;
  biz: 'dj' | 'ec';
  kind: 'video' | 'image';
  drama_id: Optional<number>;
  product_id: Optional<number>;
  title: string;
  file_key: string;
  sha256: string;
  size_bytes: number;
  mime: 'video/mp4' | 'video/quicktime' | 'image/jpeg' | 'image/png';
  width: Optional<number>;
  height: Optional<number>;
  duration_ms: Optional<number>;
  codec: Optional<string>;
  ratio: Optional<'9:16' | '4:5' | '1:1' | '16:9' | 'other'>;
  cover_key: Optional<string>;
  language: string;
  creator_user_id: number;
  uploader_user_id: number;
  owner_user_id: number;
  visibility: Defaulted<'private' | 'dept' | 'company'>;
  tags: Defaulted<string[]>;
  parent_material_id: Optional<number>;
  status: 'uploading' | 'processing' | 'ready' | 'failed' | 'archived' | 'blocked';
  fail_reason: Optional<string>;
  hit_level: Defaulted<'none' | 'potential' | 'hit'>;
  first_used_at: Optional<Date>;
  /** Days with spend, and the one with the most; updated every night. */
  life_days: Defaulted<number>;
  peak_day: Optional<string>;
  /** Rejections before this moment no longer count against it. */
  unblocked_at: Optional<Date>;
  processing_since: Optional<Date>;
  processing_by: Optional<string>;
  processing_until: Optional<Date>;
  deleted_at: Optional<Date>;
}

/** Sums of one business line, and the D0 ROI of its spend. */
export interface SettledFigures {
  uploaded: number;
  used: number;
  hits: number;
  spend_usd: number;
  revenue_usd: number;
  roi_d0: number | null;
}

export interface CreatorMonthSettlementTable {
  creator_user_id: number;
  /** First day of the month. */
  month: string;
  biz: 'dj' | 'ec';
  metrics: ColumnType<SettledFigures, string, string>;
  settled_at: Instant;
}

export interface MaterialUploadTable {
  id: string;
  user_id: number;
  filename: string;
  size_bytes: number;
  sha256: string;
  mime: string;
  chunk_size: number;
  chunk_count: number;
  meta: Json;
  status: 'init' | 'uploading' | 'merging' | 'done' | 'failed' | 'canceled' | 'expired';
  error: Optional<string>;
  material_id: Optional<number>;
  held_by: Optional<string>;
  held_until: Optional<Date>;
  is_wanted: Defaulted<boolean>;
  expires_at: Instant;
  created_at: Instant;
  updated_at: Instant;
}

export interface MaterialAssetTable extends BaseColumns {
  material_id: number;
  ad_account_id: number;
  platform_asset_id: Optional<string>;
  /** Client tag of the last attempt to send it to the channel. */
  client_tag: Optional<string>;
  status: 'pending' | 'uploading' | 'processing' | 'ready' | 'error';
  error: Optional<string>;
  attempts: Defaulted<number>;
}

export interface PostTable extends BaseColumns {
  version: Defaulted<number>;
  homepage_id: number | null;
  platform_post_id: Optional<string>;
  type: 'video' | 'image' | 'link';
  material_id: Optional<number>;
  landing_page_id: Optional<number>;
  link_url: Optional<string>;
  message: string;
  headline: Optional<string>;
  description: Optional<string>;
  call_to_action: string;
  published: Defaulted<boolean>;
  scheduled_at: Optional<Date>;
  status: 'draft' | 'creating' | 'ready' | 'failed' | 'lost' | 'deleted';
  eligible: Defaulted<boolean>;
  reactions: Defaulted<number>;
  comments: Defaulted<number>;
  shares: Defaulted<number>;
  use_count: Defaulted<number>;
  owner_user_id: number;
  error: Optional<string>;
  synced_at: Optional<Date>;
  deleted_at: Optional<Date>;
}

export interface ContentTables {
  drama: DramaTable;
  drama_evaluation: DramaEvaluationTable;
  product: ProductTable;
  landing_page: LandingPageTable;
  material: MaterialTable;
  creator_month_settlement: CreatorMonthSettlementTable;
  material_upload: MaterialUploadTable;
  material_asset: MaterialAssetTable;
  post: PostTable;
}
