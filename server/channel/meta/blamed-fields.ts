import { AdPlatformError } from '../ad-platform.ts';

/** The product's field of each parameter that the network may blame; the longest matching path decides. */
const SPEC_FIELDS: Readonly<Record<string, string>> = {
  name: 'name',
  objective: 'objective',
  special_ad_categories: 'special_ad_categories',
  special_ad_category_country: 'special_ad_countries',
  bid_strategy: 'bid_strategy',
  bid_amount: 'bid_amount',
  bid_constraints: 'roas_floor_bp',
  daily_budget: 'daily_budget',
  lifetime_budget: 'lifetime_budget',
  start_time: 'start_at',
  stop_time: 'stop_at',
  end_time: 'end_at',
  optimization_goal: 'optimization_goal',
  billing_event: 'billing_event',
  attribution_spec: 'attribution',
  promoted_object: 'pixel_id',
  'promoted_object.custom_event_type': 'custom_event_type',
  'promoted_object.application_id': 'app_id',
  'promoted_object.page_id': 'page_id',
  'promoted_object.object_store_url': 'app_id',
  adset_schedule: 'targeting.dayparting',
  dsa_beneficiary: 'beneficiary',
  dsa_payor: 'payer',
  targeting: 'targeting',
  'targeting.geo_locations': 'targeting.countries',
  'targeting.age_min': 'targeting.age_min',
  'targeting.age_max': 'targeting.age_max',
  'targeting.genders': 'targeting.genders',
  'targeting.locales': 'targeting.locales',
  'targeting.user_os': 'targeting.os',
  'targeting.flexible_spec': 'targeting.interests',
  'targeting.publisher_platforms': 'targeting.placements',
  creative: 'asset_id',
  'creative.authorization_category': 'special_ad_categories',
  'creative.object_story_id': 'post_id',
  'creative.url_tags': 'url_tags',
  'creative.object_story_spec.page_id': 'page_id',
  'creative.object_story_spec.link_data.link': 'link',
  'creative.object_story_spec.link_data.message': 'primary_text',
  'creative.object_story_spec.link_data.name': 'headline',
  'creative.object_story_spec.link_data.call_to_action': 'call_to_action',
  'creative.object_story_spec.video_data.message': 'primary_text',
  'creative.object_story_spec.video_data.title': 'headline',
  'creative.object_story_spec.video_data.call_to_action': 'call_to_action',
  'creative.object_story_spec.video_data.call_to_action.value.link': 'link',
};

/** The field of a path such as `targeting.geo_locations.countries`; undefined when the product has none. */
function specFieldOf(path: string): string | undefined {
  for (let steps = path.split('.'); steps.length > 0; steps = steps.slice(0, -1)) {
    const field = SPEC_FIELDS[steps.join('.')];
    if (field !== undefined) return field;
  }
  return undefined;
}

export const toSpecFields = (paths: readonly string[]): string[] => [...new Set(paths.flatMap((path) => specFieldOf(path) ?? []))];

/** Names the blamed parameters of a refused call as the product does. */
export async function withSpecFields<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof AdPlatformError) || error.fields.length === 0) throw error;
    const { kind, code, subcode, title, userMessage, retryAt, scope, fields } = error;
    throw new AdPlatformError(kind, { code, subcode, title, userMessage, retryAt, scope, fields: toSpecFields(fields) });
  }
}
