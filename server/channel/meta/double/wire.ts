import type {
  AdPlatformError,
  BreakdownKind,
  BreakdownRow,
  InsightRow,
  RemoteAccount,
  RemoteAudience,
  RemoteEntity,
} from '../../ad-platform.ts';
import { toMajor } from '../money.ts';

/* The network's own shapes of what the simulated world knows. */

export type Wire = Readonly<Record<string, unknown>>;

/** Instants have an offset without a colon. */
export const toWireTime = (at: Date): string => at.toISOString().replace(/\.\d{3}Z$/, '+0000');
const optionalTime = (at: Date | null) => (at === null ? undefined : toWireTime(at));
const optionalAmount = (amount: number | null) => (amount === null ? undefined : String(amount));

/** Where the network looks for a field of the world; another field keeps its name. */
const BLAMED_PATHS: Readonly<Record<string, readonly string[]>> = {
  start_at: ['start_time'],
  end_at: ['end_time'],
  stop_at: ['stop_time'],
  roas_floor_bp: ['bid_constraints', 'roas_average_floor'],
  pixel_id: ['promoted_object', 'pixel_id'],
  custom_event_type: ['promoted_object', 'custom_event_type'],
  'targeting.countries': ['targeting', 'geo_locations', 'countries'],
  app_id: ['promoted_object', 'application_id'],
  beneficiary: ['dsa_beneficiary'],
  payer: ['dsa_payor'],
  special_ad_countries: ['special_ad_category_country'],
  page_id: ['creative', 'object_story_spec', 'page_id'],
  post_id: ['creative', 'object_story_id'],
  asset_id: ['creative', 'object_story_spec', 'video_data', 'video_id'],
  link: ['creative', 'object_story_spec', 'link_data', 'link'],
};

const toErrorData = (fields: readonly string[], details?: Wire): object => {
  const blamed = fields.length === 0 ? undefined : { blame_field_specs: fields.map((field) => BLAMED_PATHS[field] ?? field.split('.')) };
  return details === undefined && blamed === undefined ? {} : { error_data: JSON.stringify({ ...details, ...blamed }) };
};

export function toErrorBody(error: AdPlatformError, details?: Wire): Wire {
  const { code, subcode, title, userMessage, fields } = error;
  return {
    error: {
      message: `(#${code}) ${userMessage ?? title ?? 'refused'}`,
      type: 'OAuthException',
      code,
      ...(subcode === undefined ? {} : { error_subcode: subcode }),
      is_transient: error.kind === 'throttled' || error.kind === 'down',
      error_user_title: title,
      error_user_msg: userMessage,
      ...toErrorData(fields, details),
      fbtrace_id: 'Atrace-of-the-double',
    },
  };
}

export const toAccountNode = (account: RemoteAccount): Wire => ({
  ...account,
  id: `act_${account.id}`,
  account_id: account.id,
  business: account.business ?? undefined,
  balance: String(account.balance),
  amount_spent: String(account.amount_spent),
  spend_cap: String(account.spend_cap ?? 0),
});

const ATTRIBUTIONS: Readonly<Record<string, Wire[]>> = {
  '1d_click': [{ event_type: 'CLICK_THROUGH', window_days: 1 }],
  '7d_click': [{ event_type: 'CLICK_THROUGH', window_days: 7 }],
  '7d_click_1d_view': [
    { event_type: 'VIEW_THROUGH', window_days: 1 },
    { event_type: 'CLICK_THROUGH', window_days: 7 },
  ],
};

export function attributionOf(spec: unknown): string {
  const found = Object.entries(ATTRIBUTIONS).find(
    ([, own]) =>
      Array.isArray(spec) &&
      own.length === spec.length &&
      own.every((part) => spec.some((each) => JSON.stringify(each) === JSON.stringify(part))),
  );
  return found?.[0] ?? '7d_click_1d_view';
}

const commonNode = (entity: RemoteEntity): Wire => ({
  id: entity.id,
  name: entity.name,
  status: entity.status,
  configured_status: entity.status,
  effective_status: entity.effective_status,
  created_time: toWireTime(entity.created_at),
  updated_time: toWireTime(entity.updated_at),
  adlabels: entity.tag === null ? undefined : [{ id: '1', name: entity.tag }],
  issues_info: entity.issue === null ? undefined : [{ level: 'AD', error_code: 1, error_summary: 'An issue', error_message: entity.issue }],
});

const storyOf = (spec: Extract<RemoteEntity, { level: 'ad' }>['spec'], media: MediaKind): Wire => {
  const button = spec.call_to_action === 'NO_BUTTON' ? undefined : { type: spec.call_to_action, value: { link: spec.link ?? undefined } };
  if (media.kind === 'image') {
    const link_data = {
      image_hash: media.id,
      link: spec.link ?? undefined,
      message: spec.primary_text,
      name: spec.headline ?? undefined,
      description: spec.description ?? undefined,
      call_to_action: button,
    };
    return { page_id: spec.page_id, link_data };
  }
  const video_data = {
    video_id: media.id,
    image_hash: 'abc',
    message: spec.primary_text,
    title: spec.headline ?? undefined,
    link_description: spec.description ?? undefined,
    call_to_action: button,
  };
  return { page_id: spec.page_id, video_data };
};

/** How the network names a file of the world. */
export interface MediaKind {
  kind: 'image' | 'video';
  id: string;
}

export function toEntityNode(entity: RemoteEntity, mediaOf: (asset: string) => MediaKind): Wire {
  const common = commonNode(entity);
  if (entity.level === 'campaign') {
    const { start_at, stop_at, daily_budget, lifetime_budget, spend_cap, objective, bid_strategy } = entity.spec;
    const { special_ad_categories, special_ad_countries } = entity.spec;
    return {
      ...common,
      objective,
      bid_strategy: bid_strategy ?? undefined,
      special_ad_categories: special_ad_categories.length === 0 ? ['NONE'] : special_ad_categories,
      special_ad_category_country: special_ad_countries.length === 0 ? undefined : special_ad_countries,
      daily_budget: optionalAmount(daily_budget),
      lifetime_budget: optionalAmount(lifetime_budget),
      spend_cap: optionalAmount(spend_cap),
      start_time: optionalTime(start_at),
      stop_time: optionalTime(stop_at),
    };
  }
  if (entity.level === 'ad_group') {
    const { spec } = entity;
    const { countries } = spec.targeting;
    return {
      ...common,
      campaign_id: entity.parent_id,
      optimization_goal: spec.optimization_goal,
      billing_event: spec.billing_event,
      bid_amount: spec.bid_amount ?? undefined,
      bid_constraints: spec.roas_floor_bp === null ? undefined : { roas_average_floor: spec.roas_floor_bp },
      daily_budget: optionalAmount(spec.daily_budget),
      lifetime_budget: optionalAmount(spec.lifetime_budget),
      promoted_object:
        spec.pixel_id === null ? undefined : { pixel_id: spec.pixel_id, custom_event_type: spec.custom_event_type ?? undefined },
      attribution_spec: ATTRIBUTIONS[spec.attribution],
      targeting: spec.targeting['wire'] ?? { geo_locations: { countries } },
      dsa_beneficiary: spec.beneficiary ?? undefined,
      dsa_payor: spec.payer ?? undefined,
      start_time: optionalTime(spec.start_at),
      end_time: optionalTime(spec.end_at),
    };
  }
  const { spec } = entity;
  const content =
    spec.post_id === null
      ? { object_story_spec: storyOf(spec, mediaOf(spec.asset_id ?? '')) }
      : { object_story_id: spec.post_id, effective_object_story_id: spec.post_id };
  return {
    ...common,
    adset_id: entity.parent_id,
    ad_review_feedback: entity.review_feedback === null ? undefined : { global: entity.review_feedback },
    creative: {
      id: `9${entity.id}`,
      call_to_action_type: spec.call_to_action,
      ...content,
      url_tags: spec.url_tags === '' ? undefined : spec.url_tags,
    },
  };
}

export const toAudienceNode = ({ id, name, kind, size, is_ready }: RemoteAudience): Wire => ({
  id,
  name,
  subtype: kind === 'lookalike' ? 'LOOKALIKE' : 'WEBSITE',
  approximate_count_lower_bound: size ?? -1,
  delivery_status: { code: is_ready ? 200 : 300, description: 'A description' },
});

/** Placements have other names in reports than in audiences. */
const POSITIONS: Readonly<Record<string, readonly [platform: string, position: string]>> = {
  facebook_feed: ['facebook', 'feed'],
  facebook_reels: ['facebook', 'facebook_reels'],
  facebook_story: ['facebook', 'facebook_stories'],
  facebook_video_feeds: ['facebook', 'video_feeds'],
  instagram_stream: ['instagram', 'feed'],
  instagram_reels: ['instagram', 'instagram_reels'],
  instagram_story: ['instagram', 'instagram_stories'],
  audience_network: ['audience_network', 'an_classic'],
};

export function toBreakdownNode(row: BreakdownRow, by: BreakdownKind, currency: string): Wire {
  const [publisher_platform, platform_position] = POSITIONS[row.value] ?? ['facebook', row.value];
  return {
    ...(by === 'placement' ? { publisher_platform, platform_position } : { [by === 'device' ? 'impression_device' : by]: row.value }),
    account_currency: currency,
    spend: toMajor(row.spend, currency),
    impressions: String(row.impressions),
    clicks: String(row.clicks),
    inline_link_clicks: row.link_clicks === 0 ? undefined : String(row.link_clicks),
    actions: [{ action_type: 'offsite_conversion.fb_pixel_purchase', value: String(row.plat_purchases) }],
    action_values: [{ action_type: 'offsite_conversion.fb_pixel_purchase', value: toMajor(row.plat_value, currency) }],
  };
}

const count = (value: number | null): Wire[] => [{ action_type: 'video_view', value: String(value ?? 0) }];
const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00:00 - ${String(hour).padStart(2, '0')}:59:59`;

/** A row of a report. By the hour it has only what the network reports by the hour. */
export function toInsightNode(row: InsightRow, currency: string): Wire {
  const delivered = {
    ad_id: row.ad_id,
    date_start: row.stat_date,
    date_stop: row.stat_date,
    account_currency: currency,
    spend: toMajor(row.spend, currency),
    impressions: String(row.impressions),
    clicks: String(row.clicks),
    inline_link_clicks: row.link_clicks === 0 ? undefined : String(row.link_clicks),
  };
  if (row.stat_hour !== null) return { ...delivered, hourly_stats_aggregated_by_advertiser_time_zone: hourText(row.stat_hour) };
  const actions: [string, number | null][] = [
    ['landing_page_view', row.lp_views],
    ['video_view', row.plays_3s],
    ['post_reaction', row.reactions],
    ['comment', row.comments],
    ['post', row.shares],
    ['offsite_conversion.fb_pixel_view_content', row.plat_view_content],
    ['offsite_conversion.fb_pixel_add_to_cart', row.plat_add_to_cart],
    ['offsite_conversion.fb_pixel_initiate_checkout', row.plat_checkouts],
    ['offsite_conversion.fb_pixel_purchase', row.plat_purchases],
    // The same purchases once more under another name, as the network does.
    ['omni_purchase', row.plat_purchases],
  ];
  const plays = row.video_plays ?? 0;
  return {
    ...delivered,
    reach: String(row.reach ?? 0),
    actions: actions.flatMap(([action_type, value]) => ((value ?? 0) === 0 ? [] : [{ action_type, value: String(value) }])),
    action_values: [{ action_type: 'offsite_conversion.fb_pixel_purchase', value: toMajor(row.plat_value ?? 0, currency) }],
    video_play_actions: count(plays),
    video_thruplay_watched_actions: count(row.thruplays),
    video_p25_watched_actions: count(row.p25),
    video_p50_watched_actions: count(row.p50),
    video_p75_watched_actions: count(row.p75),
    video_p95_watched_actions: count(row.p95),
    video_p100_watched_actions: count(row.p100),
    video_avg_time_watched_actions: count(plays === 0 ? 0 : (row.watch_ms ?? 0) / 1000 / plays),
  };
}
