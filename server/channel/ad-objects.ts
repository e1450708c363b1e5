/* Specifications of campaigns, ad groups and ads in the product's own terms; see ad-platform.ts. */

export type Level = 'campaign' | 'ad_group' | 'ad';

export interface CampaignSpec {
  name: string;
  objective: string;
  /** Regulated subjects of its ads; empty for none. */
  special_ad_categories: readonly string[];
  /** Countries for whose rules they are declared. */
  special_ad_countries: readonly string[];
  status: 'ACTIVE' | 'PAUSED';
  bid_strategy: string | null;
  daily_budget: number | null;
  lifetime_budget: number | null;
  spend_cap: number | null;
  start_at: Date | null;
  stop_at: Date | null;
}

export interface AdGroupSpec {
  campaign_id: string;
  name: string;
  status: 'ACTIVE' | 'PAUSED';
  optimization_goal: string;
  billing_event: string;
  /** The strategy of its campaign, which a channel may keep where the budget is. */
  bid_strategy: string | null;
  bid_amount: number | null;
  roas_floor_bp: number | null;
  daily_budget: number | null;
  lifetime_budget: number | null;
  pixel_id: string | null;
  custom_event_type: string | null;
  /** The promoted app, instead of a pixel. */
  app: { id: string; store_url: string } | null;
  /** The promoted page, for reaching as many people as possible. */
  page_id: string | null;
  attribution: string;
  targeting: { countries: string[]; [key: string]: unknown };
  /** Who benefits from its ads, where the law of a country wants to know; null leaves it to the settings of the ad account. */
  beneficiary: string | null;
  /** Who pays for them; null when the beneficiary does. */
  payer: string | null;
  start_at: Date | null;
  end_at: Date | null;
}

export interface AdSpec {
  ad_group_id: string;
  /** Regulated subjects that its campaign declares; a channel may want some of them declared by each ad, too. */
  special_ad_categories: readonly string[];
  name: string;
  status: 'ACTIVE' | 'PAUSED';
  page_id: string;
  /** An ad has either a post, or a file and texts that become one. */
  post_id: string | null;
  asset_id: string | null;
  primary_text: string;
  headline: string | null;
  /** Below the headline, where the placement has room. */
  description: string | null;
  call_to_action: string;
  link: string | null;
  url_tags: string;
  /**
   * Facts that only the product knows and that a simulator needs for consistent behaviour: hash of the file, code of the drama or SKU,
   * landing page.
   */
  traits: { sha256: string | null; content: string | null; landing: string | null; price_minor: number | null; biz: 'dj' | 'ec' };
}

/** An object that is not created yet. Its parent exists. */
export type NewObject =
  | { level: 'campaign'; spec: CampaignSpec }
  | { level: 'ad_group'; spec: AdGroupSpec }
  | { level: 'ad'; spec: AdSpec };

/** The specification of an object on the channel, by level, as far as the channel reports it. */
interface RemoteSpecs {
  campaign: Omit<CampaignSpec, 'name' | 'status'>;
  ad_group: Omit<AdGroupSpec, 'campaign_id' | 'name' | 'status' | 'bid_strategy' | 'app' | 'page_id'>;
  ad: Omit<AdSpec, 'ad_group_id' | 'special_ad_categories' | 'name' | 'status' | 'traits'>;
}

interface RemoteCommon {
  id: string;
  parent_id: string | null;
  name: string;
  status: 'ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'DELETED';
  effective_status: string;
  review_feedback: Record<string, string> | null;
  /** State of the appeal against a rejected ad; null without one. */
  appeal: 'pending' | 'granted' | 'denied' | null;
  issue: string | null;
  tag: string | null;
  created_at: Date;
  updated_at: Date;
}

export type RemoteEntity = { [L in Level]: RemoteCommon & { level: L; spec: RemoteSpecs[L] } }[Level];

export interface EntityPatch {
  status?: 'ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'DELETED';
  name?: string;
  daily_budget?: number;
  lifetime_budget?: number;
  bid_amount?: number;
  end_time?: Date;
  targeting?: AdGroupSpec['targeting'];
  /** Appeals the rejection of an ad; the channel decides later. */
  appeal?: 'pending';
}
