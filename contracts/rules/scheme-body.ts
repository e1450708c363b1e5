/**
 * The body of a scheme. Its values and limits are defined here once; the schema of the contract, the form and the server derive from them.
 */

import type {
  BidStrategy,
  BudgetLevel,
  BudgetMode,
  CreativeSource,
  Objective,
  OptimizationGoal,
  SpecialAdCategory,
} from '../vocabulary/schemes.ts';

export {
  type BidStrategy,
  type BudgetLevel,
  type BudgetMode,
  bidStrategies,
  budgetLevels,
  budgetModes,
  type CreativeSource,
  creativeSources,
  type Objective,
  type OptimizationGoal,
  objectives,
  optimizationGoals,
  type SpecialAdCategory,
  specialAdCategories,
} from '../vocabulary/schemes.ts';

export const customEventTypes = [
  'PURCHASE',
  'ADD_TO_CART',
  'INITIATED_CHECKOUT',
  'SUBSCRIBE',
  'COMPLETE_REGISTRATION',
  'CONTENT_VIEW',
] as const;
export type CustomEventType = (typeof customEventTypes)[number];

export const billingEvents = ['IMPRESSIONS', 'LINK_CLICKS', 'THRUPLAY'] as const;
export type BillingEvent = (typeof billingEvents)[number];

export const attributions = ['1d_click', '7d_click', '7d_click_1d_view'] as const;
export type Attribution = (typeof attributions)[number];

export const countrySplits = ['merged', 'per_group', 'per_campaign'] as const;
export type CountrySplit = (typeof countrySplits)[number];
export const genders = ['all', 'male', 'female'] as const;
export const systems = ['all', 'ios', 'android'] as const;
export const placementModes = ['auto', 'manual'] as const;
export const placements = [
  'facebook_feed',
  'facebook_reels',
  'facebook_story',
  'facebook_video_feeds',
  'facebook_marketplace',
  'instagram_stream',
  'instagram_reels',
  'instagram_story',
  'instagram_explore',
  'messenger_story',
  'audience_network',
] as const;
export type Placement = (typeof placements)[number];

/** `next_midnight` is the next midnight in the time zone of each ad account. */
export const startModes = ['now', 'at', 'next_midnight'] as const;
export type StartMode = (typeof startModes)[number];

/** The unit that a creative fills: one ad, a whole ad group, a whole campaign, or every ad group with all creatives. */
export const creativeSplits = ['ad', 'ad_group', 'campaign', 'all'] as const;
export type CreativeSplit = (typeof creativeSplits)[number];
/** The treatment of a campaign whose ads all failed. */
export const emptyRules = ['delete', 'keep'] as const;
export const textRotations = ['round_robin', 'first'] as const;
export const homepageModes = ['fixed', 'rotate'] as const;
export const pixelModes = ['site_default', 'fixed'] as const;
export const landingModes = ['fixed', 'by_content'] as const;
export const initialStatuses = ['ACTIVE', 'PAUSED'] as const;
export type InitialStatus = (typeof initialStatuses)[number];

export const APP_ID_PATTERN = '^\\d{5,20}$';
export const APP_STORE_PATTERN = '^https://(apps\\.apple\\.com|play\\.google\\.com)/.';

/** Minimum and maximum values. Money in USD cents, instants in milliseconds. */
export const schemeLimits = {
  budgetUsd: [100, 100_000_000],
  bidUsd: [1, 100_000_000],
  roasFloorBp: [100, 100_000],
  countries: [1, 25],
  age: [18, 65],
  locales: 20,
  interests: 20,
  audiences: 20,
  campaignsPerAccount: [1, 10],
  groupsPerCampaign: [1, 50],
  adsPerGroup: [1, 50],
  /** Campaigns per account times ad groups per campaign. */
  groupsPerAccount: 200,
  texts: 5,
  textLength: 5_000,
  headlineLength: 255,
  homepages: 20,
  landings: 20,
  nameLength: 400,
  /** Of a beneficiary or payer. */
  partyLength: 100,
  /** Minimum time between now and a set start. */
  startAheadMs: 10 * 60_000,
  /** Minimum duration of anything with a lifetime budget. */
  lifetimeMs: 24 * 3_600_000,
  daypartingCells: 168,
} as const;

export interface SchemeGoal {
  objective: Objective;
  optimization_goal: OptimizationGoal;
  custom_event_type: CustomEventType | null;
  billing_event: BillingEvent;
  attribution: Attribution;
  /** Absent in schemes that are older than the field; so are the next three. */
  special_ad_categories?: SpecialAdCategory[];
  /** Countries for whose rules the categories are declared. */
  special_ad_countries?: string[];
  /** The app that is promoted: its id on the platform and its address in a store. */
  app_id?: string | null;
  app_store_url?: string | null;
}

/** USD cents. */
export interface SchemeMoney {
  budget_level: BudgetLevel;
  budget_mode: BudgetMode;
  budget_usd: number;
  bid_strategy: BidStrategy;
  bid_usd: number | null;
  /** In ten-thousandths: 10000 is a return of 1. */
  roas_floor_bp: number | null;
}

export interface SchemeAudience {
  countries: string[];
  country_split: CountrySplit;
  age_min: number;
  age_max: number;
  genders: (typeof genders)[number];
  locales: string[];
  os: (typeof systems)[number];
  placement_mode: (typeof placementModes)[number];
  placements: Placement[];
  interests: { id: string; name: string }[];
  /** Custom and lookalike audiences of the ad accounts; absent in schemes of before. */
  audiences?: { id: string; name: string }[];
  excluded_audiences?: { id: string; name: string }[];
  exclude_payers: boolean;
}

export interface SchemeTime {
  start_mode: StartMode;
  /** ISO 8601. */
  start_at: string | null;
  end_at: string | null;
  /** 1 or 0 for each hour of a week that begins on Monday, in the time zone of the account. */
  dayparting: number[] | null;
}

export interface SchemeStructure {
  campaigns_per_account: number;
  groups_per_campaign: number;
  ads_per_group: number;
  split_by: CreativeSplit;
  on_empty: (typeof emptyRules)[number];
}

export interface SchemeCreative {
  source: CreativeSource;
  primary_texts: string[];
  headlines: string[];
  descriptions: string[];
  /** A code of the dictionary of buttons. */
  call_to_action: string;
  text_rotation: (typeof textRotations)[number];
}

export interface SchemeIdentity {
  site_id: number;
  pixel_mode: (typeof pixelModes)[number];
  pixel_id: number | null;
  homepage_mode: (typeof homepageModes)[number];
  homepage_ids: number[];
  landing_mode: (typeof landingModes)[number];
  landing_page_ids: number[];
  /** Who benefits from ads in the European Union, and who pays for them when it is somebody else; absent in schemes of before. */
  beneficiary?: string | null;
  payer?: string | null;
}

/** Name templates, see `scheme-names.ts`. */
export interface SchemeNaming {
  campaign: string;
  ad_group: string;
  ad: string;
}

export interface SchemeBody {
  goal: SchemeGoal;
  money: SchemeMoney;
  audience: SchemeAudience;
  time: SchemeTime;
  structure: SchemeStructure;
  creative: SchemeCreative;
  identity: SchemeIdentity;
  naming: SchemeNaming;
  launch: { initial_status: InitialStatus };
}

type OrNull<Part, Field extends keyof Part> = Omit<Part, Field> & { [F in Field]: Part[F] | null };

/** The body of a draft: an unknown number is null, an unknown list or name is empty. */
export interface UnfinishedBody extends Omit<SchemeBody, 'money' | 'audience' | 'structure' | 'identity'> {
  money: OrNull<SchemeMoney, 'budget_usd'>;
  audience: OrNull<SchemeAudience, 'age_min' | 'age_max'>;
  structure: OrNull<SchemeStructure, 'campaigns_per_account' | 'groups_per_campaign' | 'ads_per_group'>;
  identity: OrNull<SchemeIdentity, 'site_id'>;
}
