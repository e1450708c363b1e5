import type { BaseColumns, Defaulted, Id, Instant, Optional, OptionalJson } from './columns.ts';

export interface CurrencyTable {
  code: string;
  exponent: number;
  meta_offset: number;
  symbol: string;
}

export interface PersonalAccountTable extends BaseColumns {
  version: Defaulted<number>;
  channel: 'meta' | 'tiktok';
  connector: 'sandbox' | 'meta';
  platform_user_id: string;
  name: string;
  usage: 'self' | 'host';
  owner_user_id: number;
  access_token_enc: Optional<string>;
  token_expires_at: Optional<Date>;
  data_access_expires_at: Optional<Date>;
  scopes: Defaulted<string[]>;
  status: 'pending' | 'active' | 'expiring' | 'expired' | 'limited' | 'revoked' | 'disabled';
  last_checked_at: Optional<Date>;
  last_error: Optional<string>;
  /** Since when the channel has been asking the person to confirm their identity; null when it does not. */
  held_since: Optional<Date>;
  remark: Optional<string>;
  holder_name: Optional<string>;
  contact: Optional<string>;
  consent_at: Optional<Date>;
  consent_note: Optional<string>;
  deleted_at: Optional<Date>;
}

/** The wish of a person to have their data deleted, fulfilled. */
export interface PersonErasureTable {
  /** Given to the person. */
  code: string;
  connector: 'sandbox' | 'meta';
  accounts: number;
  created_at: Date;
}

export interface AuthLinkTable extends BaseColumns {
  state_hash: string;
  channel: string;
  connector: string;
  usage: 'self' | 'host';
  mode: 'window' | 'link';
  user_id: number;
  owner_user_id: number;
  personal_account_id: Optional<number>;
  holder: OptionalJson;
  status: 'waiting' | 'ok' | 'failed' | 'used' | 'revoked' | 'expired';
  result: OptionalJson;
  expires_at: Instant;
}

export interface AdAccountTable extends BaseColumns {
  version: Defaulted<number>;
  channel: 'meta' | 'tiktok';
  connector: 'sandbox' | 'meta';
  platform_account_id: string;
  name: string;
  business_id: Optional<string>;
  business_name: Optional<string>;
  currency: string;
  timezone_name: string;
  account_status: number;
  disable_reason: Defaulted<number>;
  balance: number;
  spend_cap: Optional<number>;
  amount_spent: number;
  min_daily_budget: number;
  biz: 'dj' | 'ec';
  usage: 'self' | 'host';
  personal_account_id: number;
  remark: Optional<string>;
  authorised_at: Instant;
  /** When its audiences were listed last. */
  audiences_at: Optional<Date>;
  last_sync_at: Optional<Date>;
  sync_error: Optional<string>;
  sync_notice: Optional<string>;
  enabled: Defaulted<boolean>;
  deleted_at: Optional<Date>;
}

export interface AccountStatusLogTable {
  id: Id;
  ad_account_id: number;
  at: Instant;
  account_status: number;
  disable_reason: number;
}

export interface HomepageTable extends BaseColumns {
  version: Defaulted<number>;
  channel: 'meta' | 'tiktok';
  connector: 'sandbox' | 'meta';
  platform_page_id: string;
  name: string;
  category: Optional<string>;
  picture_url: Optional<string>;
  personal_account_id: number;
  page_token_enc: Optional<string>;
  tasks: Defaulted<string[]>;
  is_published: boolean;
  ad_limit: Defaulted<250 | 1000 | 5000 | 20000>;
  ads_active: Defaulted<number>;
  biz: 'dj' | 'ec';
  status: 'active' | 'unpublished' | 'restricted' | 'token_expired' | 'disabled';
  platform_status: Defaulted<'active' | 'unpublished' | 'restricted' | 'token_expired'>;
  last_sync_at: Optional<Date>;
  sync_error: Optional<string>;
  deleted_at: Optional<Date>;
}

export interface PixelTable extends BaseColumns {
  version: Defaulted<number>;
  channel: 'meta' | 'tiktok';
  connector: 'sandbox' | 'meta';
  platform_pixel_id: string;
  name: string;
  owner_ad_account_id: number;
  /** Name of the business that owns it; null when the ad account does. */
  owner_business: Optional<string>;
  personal_account_id: number;
  capi_token_enc: Optional<string>;
  capi_enabled: Defaulted<boolean>;
  test_event_code: Optional<string>;
  status: 'active' | 'unavailable' | 'disabled';
  platform_status: Defaulted<'active' | 'unavailable'>;
  last_fired_at: Optional<Date>;
  last_sync_at: Optional<Date>;
  sync_error: Optional<string>;
  deleted_at: Optional<Date>;
}

export interface PixelShareTable {
  pixel_id: number;
  ad_account_id: number;
  status: 'active' | 'failed';
  error: Optional<string>;
  created_at: Instant;
  updated_at: Instant;
}

export interface SiteTable extends BaseColumns {
  version: Defaulted<number>;
  biz: 'dj' | 'ec';
  name: string;
  domain: string;
  kind: 'h5' | 'app' | 'shop';
  app_url_ios: Optional<string>;
  app_url_android: Optional<string>;
  default_pixel_id: Optional<number>;
  default_homepage_id: Optional<number>;
  url_tags: string;
  verify_method: 'dns_txt' | 'meta_tag' | 'html_file';
  verify_token: string;
  verify_state: Defaulted<'pending' | 'verified' | 'failed'>;
  verified_at: Optional<Date>;
  verify_error: Optional<string>;
  verify_tried_at: Optional<Date>;
  timezone_name: Defaulted<string>;
  status: Defaulted<'on' | 'off'>;
  created_by: number;
  deleted_at: Optional<Date>;
}

export interface SitePixelTable {
  site_id: number;
  pixel_id: number;
}

export interface SiteHomepageTable {
  site_id: number;
  homepage_id: number;
}

export interface AssetAssignTable {
  id: Id;
  asset_type: 'personal_account' | 'ad_account' | 'homepage' | 'pixel' | 'site';
  asset_id: number;
  user_id: Optional<number>;
  department_id: Optional<number>;
  is_primary: Defaulted<boolean>;
  from_at: Instant;
  to_at: Optional<Date>;
  by_user_id: Optional<number>;
}

/** Assets that people of the channels grant us, and their assignments. */
export interface AssetTables {
  currency: CurrencyTable;
  personal_account: PersonalAccountTable;
  auth_link: AuthLinkTable;
  person_erasure: PersonErasureTable;
  ad_account: AdAccountTable;
  account_status_log: AccountStatusLogTable;
  homepage: HomepageTable;
  pixel: PixelTable;
  pixel_share: PixelShareTable;
  site: SiteTable;
  site_pixel: SitePixelTable;
  site_homepage: SiteHomepageTable;
  asset_assign: AssetAssignTable;
}
