import { type AdGroupSpec, AdPlatformError, type AdSpec, type CampaignSpec, type NewObject, type Tok } from '../ad-platform.ts';
import { withSpecFields } from './blamed-fields.ts';
import { toAttributionSpec } from './goals.ts';
import { textOf } from './graph/answer.ts';
import type { Graph } from './graph/call.ts';
import type { Parameters } from './graph/form.ts';
import { accountNode, imageHashOf } from './ids.ts';
import type { ResolveAudience } from './lookups.ts';
import { uploadThumbnail } from './media.ts';
import { toSchedule } from './schedule.ts';
import { toTargeting } from './targeting.ts';

/** Every object carries its tag as a label, by which it is found when the answer was lost. */
const labels = (tag: string) => [{ name: tag }];
/** The network tells parameters that are absent from those that are empty. */
const given = <T>(value: T | null): T | undefined => value ?? undefined;

interface Place {
  graph: Graph;
  t: Tok;
  account: string;
}

async function create({ graph, t, account }: Place, edge: string, parameters: Parameters, tag: string): Promise<{ id: string }> {
  const path = `/${accountNode(account)}/${edge}`;
  const call = graph.call({ method: 'POST', path, token: t.token, account, parameters: { ...parameters, adlabels: labels(tag) } });
  return { id: textOf(await withSpecFields(call), 'id') };
}

function campaignParameters(spec: CampaignSpec): Parameters {
  const {
    name,
    objective,
    special_ad_categories,
    special_ad_countries,
    status,
    bid_strategy,
    daily_budget,
    lifetime_budget,
    spend_cap,
    start_at,
    stop_at,
  } = spec;
  const hasBudget = daily_budget !== null || lifetime_budget !== null;
  return {
    name,
    objective,
    status,
    buying_type: 'AUCTION',
    special_ad_categories: special_ad_categories.length === 0 ? ['NONE'] : special_ad_categories,
    ...(special_ad_categories.length === 0 ? {} : { special_ad_category_country: special_ad_countries }),
    daily_budget: given(daily_budget),
    lifetime_budget: given(lifetime_budget),
    // Who has the budget has the bid strategy; without one, the network wants to know that ad sets share nothing.
    ...(hasBudget ? { bid_strategy: given(bid_strategy) } : { is_adset_budget_sharing_enabled: false }),
    spend_cap: given(spend_cap),
    start_time: given(start_at),
    stop_time: given(stop_at),
  };
}

export const createCampaign = (graph: Graph, t: Tok, account: string, spec: CampaignSpec, tag: string): Promise<{ id: string }> =>
  create({ graph, t, account }, 'campaigns', campaignParameters(spec), tag);

const VIDEO_GOALS = new Set(['THRUPLAY']);
const WEBSITE_GOALS = new Set(['LANDING_PAGE_VIEWS', 'LINK_CLICKS', 'OFFSITE_CONVERSIONS', 'VALUE']);

function destinationOf(goal: string): string | undefined {
  if (VIDEO_GOALS.has(goal)) return 'ON_VIDEO';
  return WEBSITE_GOALS.has(goal) ? 'WEBSITE' : undefined;
}

function promotedObject({ pixel_id, custom_event_type, app, page_id }: AdGroupSpec): object | undefined {
  if (app !== null) return { application_id: app.id, object_store_url: app.store_url };
  if (pixel_id === null) return page_id === null ? undefined : { page_id };
  return { pixel_id, ...(custom_event_type === null ? {} : { custom_event_type }) };
}

function adGroupParameters(spec: AdGroupSpec): Parameters {
  const { campaign_id, name, status, optimization_goal, billing_event, bid_strategy, bid_amount, roas_floor_bp } = spec;
  const { daily_budget, lifetime_budget, attribution, targeting, start_at, end_at } = spec;
  if (optimization_goal === 'APP_INSTALLS' && spec.app === null)
    throw new AdPlatformError('rejected', {
      code: 100,
      subcode: 1_815_430,
      title: 'An app is missing',
      userMessage: 'Installs need an app.',
      fields: ['app_id'],
    });
  const hasBudget = daily_budget !== null || lifetime_budget !== null;
  return {
    campaign_id,
    name,
    status,
    optimization_goal,
    billing_event,
    ...(hasBudget ? { bid_strategy: given(bid_strategy) } : {}),
    bid_amount: given(bid_amount),
    ...(roas_floor_bp === null ? {} : { bid_constraints: { roas_average_floor: roas_floor_bp } }),
    daily_budget: given(daily_budget),
    lifetime_budget: given(lifetime_budget),
    promoted_object: promotedObject(spec),
    attribution_spec: toAttributionSpec(attribution),
    targeting: toTargeting(targeting),
    dsa_beneficiary: given(spec.beneficiary),
    dsa_payor: given(spec.payer ?? spec.beneficiary),
    destination_type: spec.app === null ? destinationOf(optimization_goal) : undefined,
    ...toSchedule(targeting['dayparting']),
    start_time: given(start_at),
    end_time: given(end_at),
  };
}

const withResolvedAudience = async (t: Tok, spec: AdGroupSpec, resolve: ResolveAudience): Promise<AdGroupSpec> => ({
  ...spec,
  targeting: await resolve(t, spec.targeting),
});

export async function createAdGroup(
  graph: Graph,
  t: Tok,
  account: string,
  spec: AdGroupSpec,
  { tag, resolve }: { tag: string; resolve: ResolveAudience },
): Promise<{ id: string }> {
  const parameters = adGroupParameters(await withResolvedAudience(t, spec, resolve));
  return await create({ graph, t, account }, 'adsets', parameters, tag);
}

/**
 * Changes that the network makes to an ad unless each is refused by its name. The common name of all of them is no longer taken. A name
 * that the network does not know is passed over by it.
 */
const ENHANCEMENTS = [
  'add_text_overlay',
  'audio',
  'description_automation',
  'enhance_cta',
  'image_animation',
  'image_auto_crop',
  'image_background_gen',
  'image_brightness_and_contrast',
  'image_enhancement',
  'image_templates',
  'image_touchups',
  'image_uncrop',
  'inline_comment',
  'media_type_automation',
  'product_extensions',
  'profile_card',
  'text_generation',
  'text_optimizations',
  'video_auto_crop',
  'video_highlight',
];
/** Without it the film that is shown is not the one that was uploaded. */
const withoutEnhancements = {
  creative_features_spec: Object.fromEntries(ENHANCEMENTS.map((name) => [name, { enroll_status: 'OPT_OUT' }])),
};

const callToAction = (type: string, link: string | null): object | undefined =>
  type === 'NO_BUTTON' ? undefined : { type, ...(link === null ? {} : { value: { link } }) };

async function toStory(graph: Graph, t: Tok, account: string, ad: AdSpec, thumbnails: Map<string, string>): Promise<object> {
  const { asset_id, page_id, primary_text, headline, description, link } = ad;
  if (asset_id === null)
    throw new AdPlatformError('rejected', { code: 100, title: 'Nothing to show', userMessage: 'An ad needs a post or a file.' });
  const call_to_action = callToAction(ad.call_to_action, link);
  const imageHash = imageHashOf(asset_id);
  if (imageHash !== null) {
    const link_data = {
      image_hash: imageHash,
      link: given(link),
      message: primary_text,
      name: given(headline),
      description: given(description),
      call_to_action,
    };
    return { page_id, link_data };
  }
  const thumbnail = thumbnails.get(asset_id) ?? (await uploadThumbnail(graph, t, account, asset_id));
  thumbnails.set(asset_id, thumbnail);
  return {
    page_id,
    video_data: {
      video_id: asset_id,
      image_hash: thumbnail,
      message: primary_text,
      title: given(headline),
      link_description: given(description),
      call_to_action,
    },
  };
}

/** Makes the network show who paid for an ad, as the page's own settings say. */
const disclaimer = ({ special_ad_categories }: AdSpec): Parameters =>
  special_ad_categories.includes('ISSUES_ELECTIONS_POLITICS') ? { authorization_category: 'POLITICAL' } : {};

/** Pictures of videos that were uploaded to the ad account before. */
type Thumbnails = Map<string, string>;

async function adParameters({ graph, t, account }: Place, ad: AdSpec, thumbnails: Thumbnails): Promise<Parameters> {
  const { name, ad_group_id, status, page_id, post_id, url_tags } = ad;
  if (post_id !== null && !post_id.startsWith(`${page_id}_`))
    throw new AdPlatformError('rejected', {
      code: 100,
      title: 'Another page',
      userMessage: 'The post belongs to another page than the ad.',
    });
  const content = post_id === null ? { object_story_spec: await toStory(graph, t, account, ad, thumbnails) } : { object_story_id: post_id };
  const creative = {
    ...content,
    ...disclaimer(ad),
    degrees_of_freedom_spec: withoutEnhancements,
    ...(url_tags === '' ? {} : { url_tags }),
  };
  return { name, adset_id: ad_group_id, status, creative };
}

/** Creates an ad with its creative in one call, so that only one of them can be lost. */
export async function createAd(
  graph: Graph,
  t: Tok,
  account: string,
  ad: AdSpec,
  { tag, thumbnails }: { tag: string; thumbnails: Thumbnails },
): Promise<{ id: string }> {
  const place = { graph, t, account };
  return await create(place, 'ads', await adParameters(place, ad, thumbnails), tag);
}

interface Helpers {
  thumbnails: Thumbnails;
  resolve: ResolveAudience;
}

async function parametersOf(place: Place, object: NewObject, { thumbnails, resolve }: Helpers): Promise<[edge: string, Parameters]> {
  switch (object.level) {
    case 'campaign':
      return ['campaigns', campaignParameters(object.spec)];
    case 'ad_group':
      return ['adsets', adGroupParameters(await withResolvedAudience(place.t, object.spec, resolve))];
    case 'ad':
      return ['ads', await adParameters(place, object.spec, thumbnails)];
  }
}

/** Has the network check an object without creating it. An ad of a video may upload its picture, which the ad needs anyway. */
export async function validate(graph: Graph, t: Tok, account: string, object: NewObject, helpers: Helpers): Promise<void> {
  const [edge, parameters] = await parametersOf({ graph, t, account }, object, helpers);
  const call = graph.call({
    method: 'POST',
    path: `/${accountNode(account)}/${edge}`,
    token: t.token,
    account,
    parameters: { ...parameters, execution_options: ['validate_only'] },
  });
  await withSpecFields(call);
}
