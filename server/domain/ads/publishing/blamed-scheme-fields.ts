import type { SchemeField } from '#contracts/rules/scheme-rules.ts';
import type { EntityLevel } from '../entities/index.ts';

/** The field of a scheme that decides a field of a specification for the channel. */
const SCHEME_FIELDS: Readonly<Record<string, SchemeField>> = {
  objective: 'goal.objective',
  special_ad_categories: 'goal.special_ad_categories',
  special_ad_countries: 'goal.special_ad_countries',
  app_id: 'goal.app_id',
  optimization_goal: 'goal.optimization_goal',
  custom_event_type: 'goal.custom_event_type',
  billing_event: 'goal.billing_event',
  attribution: 'goal.attribution',
  daily_budget: 'money.budget_usd',
  lifetime_budget: 'money.budget_usd',
  bid_strategy: 'money.bid_strategy',
  bid_amount: 'money.bid_usd',
  roas_floor_bp: 'money.roas_floor_bp',
  start_at: 'time.start_at',
  end_at: 'time.end_at',
  stop_at: 'time.end_at',
  'targeting.dayparting': 'time.dayparting',
  targeting: 'audience.countries',
  'targeting.countries': 'audience.countries',
  'targeting.age_min': 'audience.age_min',
  'targeting.age_max': 'audience.age_max',
  'targeting.genders': 'audience.genders',
  'targeting.locales': 'audience.locales',
  'targeting.os': 'audience.os',
  'targeting.interests': 'audience.interests',
  'targeting.placements': 'audience.placements',
  pixel_id: 'identity.pixel_id',
  page_id: 'identity.homepage_ids',
  beneficiary: 'identity.beneficiary',
  payer: 'identity.payer',
  link: 'identity.landing_page_ids',
  url_tags: 'identity.site_id',
  primary_text: 'creative.primary_texts',
  headline: 'creative.headlines',
  call_to_action: 'creative.call_to_action',
  asset_id: 'creative.source',
  post_id: 'creative.source',
};

/** Null for a field that no scheme decides. */
export const toSchemeField = (level: EntityLevel, field: string): SchemeField | null =>
  field === 'name' ? `naming.${level}` : (SCHEME_FIELDS[field] ?? null);
