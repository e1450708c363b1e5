import { needsBeneficiary } from '#contracts/rules/beneficiaries.ts';
import {
  type Attribution,
  type BidStrategy,
  type BillingEvent,
  type BudgetLevel,
  type BudgetMode,
  type CountrySplit,
  type CreativeSource,
  type CreativeSplit,
  type CustomEventType,
  creativeSplits,
  type InitialStatus,
  type Objective,
  type OptimizationGoal,
  type Placement,
  type SchemeAudience,
  type SchemeCreative,
  type SchemeGoal,
  type SchemeIdentity,
  type SchemeStructure,
  type SpecialAdCategory,
  type StartMode,
  type UnfinishedBody,
} from '#contracts/rules/scheme-body.ts';
import {
  bidStrategiesOf,
  billingEventsOf,
  goalsOf,
  needsApp,
  needsBid,
  needsPixel,
  needsRoasFloor,
} from '#contracts/rules/scheme-rules.ts';
import { toMajor, toMinor } from '../../kernel/form/money.ts';
import { parseInterest, toInterestText } from '../launches/interest-text.ts';

export type Biz = 'dj' | 'ec';
export type Channel = 'meta' | 'tiktok';
export type SchemeVisibility = 'private' | 'dept';

/** A scheme as typed: the fields of its body side by side, under their own names. */
export interface SchemeValues {
  name: string;
  biz: Biz;
  channel: Channel;
  visibility: SchemeVisibility;
  remark: string;
  /** Enables the scheme on saving; otherwise a draft stays one and may be unfinished. */
  enable: boolean;
  /** Time of the last change in milliseconds, to which a start is compared. */
  asOf: number;

  objective: Objective;
  optimization_goal: OptimizationGoal;
  custom_event_type: CustomEventType | undefined;
  billing_event: BillingEvent;
  attribution: Attribution;
  special_ad_categories: SpecialAdCategory[];
  /** Empty: the countries of the audience. */
  special_ad_countries: string[];
  app_id: string;
  app_store_url: string;

  budget_level: BudgetLevel;
  budget_mode: BudgetMode;
  /** Dollars, as typed. */
  budget_usd: number | undefined;
  bid_strategy: BidStrategy;
  /** Dollars, as typed. */
  bid_usd: number | undefined;
  /** As typed: 1 is as much revenue as spend. */
  roas_floor: number | undefined;

  countries: string[];
  country_split: CountrySplit;
  age_min: number | undefined;
  age_max: number | undefined;
  genders: SchemeAudience['genders'];
  locales: string[];
  os: SchemeAudience['os'];
  placement_mode: SchemeAudience['placement_mode'];
  placements: Placement[];
  /** `id name`, with the channel's ids. */
  interests: string[];
  /** `id name`, as interests. */
  audiences: string[];
  excluded_audiences: string[];
  exclude_payers: boolean;

  start_mode: StartMode;
  /** Instants, or unfinished text while they are typed. Empty: none. */
  start_at: string;
  end_at: string;
  /** 168 hours from Monday, 1 for hours with ads; empty: always. */
  dayparting: number[];

  campaigns_per_account: number | undefined;
  groups_per_campaign: number | undefined;
  ads_per_group: number | undefined;
  split_by: CreativeSplit;
  on_empty: SchemeStructure['on_empty'];

  source: CreativeSource;
  primary_texts: string[];
  headlines: string[];
  descriptions: string[];
  call_to_action: string;
  text_rotation: SchemeCreative['text_rotation'];

  site_id: number | undefined;
  pixel_mode: SchemeIdentity['pixel_mode'];
  pixel_id: number | undefined;
  homepage_mode: SchemeIdentity['homepage_mode'];
  homepage_ids: number[];
  landing_mode: SchemeIdentity['landing_mode'];
  landing_page_ids: number[];
  beneficiary: string;
  /** Empty: the beneficiary. */
  payer: string;

  /** Name templates, by level. */
  campaign: string;
  ad_group: string;
  ad: string;
  initial_status: InitialStatus;
}

/** The fields of the body. */
export type SchemeFields = Omit<SchemeValues, 'asOf' | 'enable' | 'name' | 'biz' | 'channel' | 'visibility' | 'remark'>;

export const blankScheme: SchemeValues = {
  name: '',
  biz: 'dj',
  channel: 'meta',
  visibility: 'private',
  remark: '',
  enable: true,
  asOf: 0,
  objective: 'OUTCOME_SALES',
  optimization_goal: 'OFFSITE_CONVERSIONS',
  custom_event_type: 'PURCHASE',
  billing_event: 'IMPRESSIONS',
  attribution: '7d_click',
  special_ad_categories: [],
  special_ad_countries: [],
  app_id: '',
  app_store_url: '',
  budget_level: 'campaign',
  budget_mode: 'daily',
  budget_usd: undefined,
  bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
  bid_usd: undefined,
  roas_floor: undefined,
  countries: [],
  country_split: 'merged',
  age_min: 18,
  age_max: 65,
  genders: 'all',
  locales: [],
  os: 'all',
  placement_mode: 'auto',
  placements: [],
  interests: [],
  audiences: [],
  excluded_audiences: [],
  exclude_payers: true,
  start_mode: 'now',
  start_at: '',
  end_at: '',
  dayparting: [],
  campaigns_per_account: 1,
  groups_per_campaign: 1,
  ads_per_group: 5,
  split_by: creativeSplits[0],
  on_empty: 'delete',
  source: 'material',
  primary_texts: [''],
  headlines: [],
  descriptions: [],
  call_to_action: 'WATCH_MORE',
  text_rotation: 'round_robin',
  site_id: undefined,
  pixel_mode: 'site_default',
  pixel_id: undefined,
  homepage_mode: 'fixed',
  homepage_ids: [],
  landing_mode: 'by_content',
  landing_page_ids: [],
  beneficiary: '',
  payer: '',
  campaign: '{content}_{country}_{date}_{seq}',
  ad_group: '{country}_{seq}',
  ad: '{material}_{seq}',
  initial_status: 'ACTIVE',
};

const BASIS_POINTS = 10_000;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

export const isInstant = (text: string): boolean => INSTANT.test(text);

const toCents = (dollars: number | undefined): number | null => (dollars === undefined ? null : toMinor(dollars, 'USD'));
const toInstant = (text: string): string | null => (isInstant(text) ? text : null);

/** Drops empty lines. */
const withoutEmptyTexts = (texts: readonly string[]): string[] => texts.filter((text) => text !== '').map((text) => text.trim());

/** Declared for the countries of the audience unless others are named. */
const toCategories = ({ special_ad_categories, special_ad_countries, countries }: SchemeValues): Partial<SchemeGoal> =>
  special_ad_categories.length === 0
    ? {}
    : { special_ad_categories, special_ad_countries: special_ad_countries.length > 0 ? special_ad_countries : countries };

const toApp = ({ objective, app_id, app_store_url }: SchemeValues): Partial<SchemeGoal> =>
  needsApp(objective) ? { app_id: app_id.trim() || null, app_store_url: app_store_url.trim() || null } : {};

/** Named only where the countries want it, and only once somebody is named. */
const toParties = ({ countries, beneficiary, payer }: SchemeValues): Partial<SchemeIdentity> =>
  needsBeneficiary(countries)
    ? { ...(beneficiary.trim() && { beneficiary: beneficiary.trim() }), ...(payer.trim() && { payer: payer.trim() }) }
    : {};

/** The body of the scheme as far as it was typed. */
export const toBody = (values: SchemeValues): UnfinishedBody => ({
  goal: {
    objective: values.objective,
    optimization_goal: values.optimization_goal,
    custom_event_type: values.custom_event_type ?? null,
    billing_event: values.billing_event,
    attribution: values.attribution,
    ...toCategories(values),
    ...toApp(values),
  },
  money: {
    budget_level: values.budget_level,
    budget_mode: values.budget_mode,
    budget_usd: toCents(values.budget_usd),
    bid_strategy: values.bid_strategy,
    bid_usd: toCents(values.bid_usd),
    roas_floor_bp: values.roas_floor === undefined ? null : Math.round(values.roas_floor * BASIS_POINTS),
  },
  audience: {
    countries: values.countries,
    country_split: values.country_split,
    age_min: values.age_min ?? null,
    age_max: values.age_max ?? null,
    genders: values.genders,
    locales: values.locales,
    os: values.os,
    placement_mode: values.placement_mode,
    placements: values.placement_mode === 'manual' ? values.placements : [],
    interests: values.interests.flatMap((text) => parseInterest(text) ?? []),
    ...(values.audiences.length > 0 && { audiences: values.audiences.flatMap((text) => parseInterest(text) ?? []) }),
    ...(values.excluded_audiences.length > 0 && {
      excluded_audiences: values.excluded_audiences.flatMap((text) => parseInterest(text) ?? []),
    }),
    exclude_payers: values.exclude_payers,
  },
  time: {
    start_mode: values.start_mode,
    start_at: toInstant(values.start_at),
    end_at: toInstant(values.end_at),
    dayparting: values.dayparting.length > 0 ? values.dayparting : null,
  },
  structure: {
    campaigns_per_account: values.campaigns_per_account ?? null,
    groups_per_campaign: values.groups_per_campaign ?? null,
    ads_per_group: values.ads_per_group ?? null,
    split_by: values.split_by,
    on_empty: values.on_empty,
  },
  creative: {
    source: values.source,
    primary_texts: values.source === 'post' ? [] : withoutEmptyTexts(values.primary_texts),
    headlines: values.source === 'post' ? [] : withoutEmptyTexts(values.headlines),
    descriptions: values.source === 'post' ? [] : withoutEmptyTexts(values.descriptions),
    call_to_action: values.call_to_action,
    text_rotation: values.text_rotation,
  },
  identity: {
    site_id: values.site_id ?? null,
    pixel_mode: values.pixel_mode,
    pixel_id: values.pixel_mode === 'fixed' ? (values.pixel_id ?? null) : null,
    homepage_mode: values.homepage_mode,
    homepage_ids: values.homepage_ids,
    landing_mode: values.landing_mode,
    landing_page_ids: values.landing_mode === 'fixed' ? values.landing_page_ids : [],
    ...toParties(values),
  },
  naming: { campaign: values.campaign, ad_group: values.ad_group, ad: values.ad },
  launch: { initial_status: values.initial_status },
});

const orUndefined = <Value>(value: Value | null): Value | undefined => value ?? undefined;
const toDollars = (cents: number | null): number | undefined => (cents === null ? undefined : toMajor(cents, 'USD'));

/** The form values of a body. */
export const toFormValues = ({ goal, money, audience, time, structure, creative, identity, naming, launch }: UnfinishedBody) => ({
  ...goal,
  custom_event_type: orUndefined(goal.custom_event_type),
  special_ad_categories: goal.special_ad_categories ?? [],
  special_ad_countries: goal.special_ad_countries ?? [],
  app_id: goal.app_id ?? '',
  app_store_url: goal.app_store_url ?? '',
  budget_level: money.budget_level,
  budget_mode: money.budget_mode,
  budget_usd: toDollars(money.budget_usd),
  bid_strategy: money.bid_strategy,
  bid_usd: toDollars(money.bid_usd),
  roas_floor: money.roas_floor_bp === null ? undefined : money.roas_floor_bp / BASIS_POINTS,
  ...audience,
  age_min: orUndefined(audience.age_min),
  age_max: orUndefined(audience.age_max),
  interests: audience.interests.map(toInterestText),
  audiences: (audience.audiences ?? []).map(toInterestText),
  excluded_audiences: (audience.excluded_audiences ?? []).map(toInterestText),
  start_mode: time.start_mode,
  start_at: time.start_at ?? '',
  end_at: time.end_at ?? '',
  dayparting: time.dayparting ?? [],
  campaigns_per_account: orUndefined(structure.campaigns_per_account),
  groups_per_campaign: orUndefined(structure.groups_per_campaign),
  ads_per_group: orUndefined(structure.ads_per_group),
  split_by: structure.split_by,
  on_empty: structure.on_empty,
  ...creative,
  primary_texts: creative.primary_texts.length > 0 ? creative.primary_texts : [''],
  ...identity,
  site_id: orUndefined(identity.site_id),
  pixel_id: orUndefined(identity.pixel_id),
  beneficiary: identity.beneficiary ?? '',
  payer: identity.payer ?? '',
  ...naming,
  ...launch,
});

/** The changes that a goal requires: values it does not allow are replaced. */
export function withGoal(values: SchemeValues, goal: OptimizationGoal): Partial<SchemeValues> {
  const billing = billingEventsOf(goal);
  const strategies = bidStrategiesOf(goal);
  return {
    optimization_goal: goal,
    ...(!billing.includes(values.billing_event) && { billing_event: billing[0] as BillingEvent }),
    ...(!needsPixel(goal) && { custom_event_type: undefined }),
    ...(!strategies.includes(values.bid_strategy) && withStrategy(values, strategies[0] as BidStrategy)),
  };
}

/** The changes that an objective requires: a goal it does not allow is replaced by its first one. */
export function withObjective(values: SchemeValues, objective: Objective): Partial<SchemeValues> {
  const goals = goalsOf[objective];
  const kept = goals.includes(values.optimization_goal) ? values.optimization_goal : (goals[0] as OptimizationGoal);
  return { objective, ...withGoal(values, kept) };
}

/** Clears a bid and a floor that the strategy does not use. */
export const withStrategy = (values: SchemeValues, strategy: BidStrategy): Partial<SchemeValues> => ({
  bid_strategy: strategy,
  bid_usd: needsBid(strategy) ? values.bid_usd : undefined,
  roas_floor: needsRoasFloor(strategy) ? values.roas_floor : undefined,
});
