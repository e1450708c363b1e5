import { accountFields } from '../accounts.ts';
import { audienceFields } from '../audiences.ts';
import { breakdownFields, breakdownsOf } from '../breakdowns.ts';
import { insightFields } from '../insights.ts';
import { pageFields, volumeFields } from '../pages.ts';
import { pixelFields } from '../pixels.ts';
import { entityFields } from '../reading.ts';
import type { RequestUse } from './facts.ts';

/** Parameters without a list of values. */
const names = (...parameters: string[]): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(parameters.map((name) => [name, []]));

const STATUSES = ['ACTIVE', 'PAUSED'];
const EVERY_STATUS = [...STATUSES, 'ARCHIVED', 'DELETED'];
const VALIDATION = ['validate_only'];
const EFFECTIVE = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'CAMPAIGN_PAUSED', 'ADSET_PAUSED', 'IN_PROCESS', 'WITH_ISSUES'];
const REVIEWED = ['PENDING_REVIEW', 'PREAPPROVED', 'DISAPPROVED', 'PENDING_BILLING_INFO'];
const STRATEGIES = ['LOWEST_COST_WITHOUT_CAP', 'LOWEST_COST_WITH_BID_CAP', 'COST_CAP', 'LOWEST_COST_WITH_MIN_ROAS'];
const BUTTONS = [
  'WATCH_MORE',
  'LEARN_MORE',
  'SHOP_NOW',
  'INSTALL_MOBILE_APP',
  'SIGN_UP',
  'SUBSCRIBE',
  'PLAY_GAME',
  'BUY_NOW',
  'GET_OFFER',
  'NO_BUTTON',
];

const upload = ['upload_phase', 'file_size', 'upload_session_id', 'start_offset', 'title'] as const;
const visibility = ['published', 'scheduled_publish_time', 'unpublished_content_type'] as const;
const CONTENT_TYPES = ['ADS_POST', 'SCHEDULED'];
const PHASES = ['start', 'transfer', 'finish'];
const VIDEO_STATUS = 'status{video_status,processing_phase}';
const POST_LISTING = ['id', 'message', 'created_time', 'call_to_action'];

const targeting = {
  Targeting: names(
    'geo_locations',
    'age_min',
    'age_max',
    'genders',
    'locales',
    'user_os',
    'flexible_spec',
    'publisher_platforms',
    'facebook_positions',
    'instagram_positions',
    'messenger_positions',
    'audience_network_positions',
    'targeting_automation',
    'custom_audiences',
    'excluded_custom_audiences',
  ),
  TargetingGeoLocation: names('countries'),
  TargetingAutomation: names('advantage_audience'),
  FlexibleTargeting: names('interests'),
};

const changes = names('name', 'daily_budget', 'lifetime_budget');

/** Every request of the connector about which the publisher's description says something. */
export const uses: readonly RequestUse[] = [
  { method: 'GET', node: 'User', edge: '', fields: ['id', 'name'] },
  { method: 'GET', node: 'User', edge: 'adaccounts', fields: accountFields },
  { method: 'GET', node: 'User', edge: 'accounts', fields: pageFields },
  { method: 'GET', node: 'AdAccount', edge: '', fields: ['id', 'currency', 'timezone_name'] },
  { method: 'POST', node: 'AdAccount', edge: 'subscribed_apps', parameters: names('app_id') },
  { method: 'GET', node: 'AdAccount', edge: 'adspixels', fields: pixelFields },
  { method: 'GET', node: 'AdsPixel', edge: '', fields: ['owner_business{id}'] },
  { method: 'GET', node: 'AdsPixel', edge: 'shared_accounts', parameters: names('business'), fields: ['account_id'] },
  { method: 'POST', node: 'AdsPixel', edge: 'shared_accounts', parameters: names('account_id', 'business') },
  { method: 'DELETE', node: 'AdsPixel', edge: 'shared_accounts', parameters: names('account_id', 'business') },
  { method: 'POST', node: 'AdsPixel', edge: 'events', parameters: names('data', 'test_event_code') },
  {
    method: 'GET',
    node: 'AdAccount',
    edge: 'campaigns',
    parameters: { effective_status: EFFECTIVE },
    fields: entityFields.campaign,
  },
  {
    method: 'GET',
    node: 'AdAccount',
    edge: 'adsets',
    parameters: { effective_status: EFFECTIVE, updated_since: [] },
    fields: entityFields.ad_group,
  },
  {
    method: 'GET',
    node: 'AdAccount',
    edge: 'ads',
    parameters: { effective_status: [...EFFECTIVE, ...REVIEWED], updated_since: [] },
    fields: entityFields.ad,
  },
  { method: 'GET', node: 'Campaign', edge: '', fields: entityFields.campaign },
  { method: 'GET', node: 'AdSet', edge: '', fields: entityFields.ad_group },
  { method: 'GET', node: 'Ad', edge: '', fields: entityFields.ad },
  {
    method: 'POST',
    node: 'AdAccount',
    edge: 'campaigns',
    parameters: {
      ...changes,
      ...names(
        'buying_type',
        'is_adset_budget_sharing_enabled',
        'spend_cap',
        'start_time',
        'stop_time',
        'adlabels',
        'special_ad_category_country',
      ),
      execution_options: VALIDATION,
      objective: ['OUTCOME_SALES', 'OUTCOME_APP_PROMOTION', 'OUTCOME_TRAFFIC', 'OUTCOME_LEADS', 'OUTCOME_ENGAGEMENT', 'OUTCOME_AWARENESS'],
      status: STATUSES,
      special_ad_categories: [
        'NONE',
        'CREDIT',
        'EMPLOYMENT',
        'FINANCIAL_PRODUCTS_SERVICES',
        'HOUSING',
        'ISSUES_ELECTIONS_POLITICS',
        'ONLINE_GAMBLING_AND_GAMING',
      ],
      bid_strategy: STRATEGIES,
    },
    structures: { AdLabel: names('name') },
  },
  {
    method: 'POST',
    node: 'AdAccount',
    edge: 'adsets',
    parameters: {
      ...changes,
      ...names(
        'campaign_id',
        'bid_amount',
        'bid_constraints',
        'promoted_object',
        'attribution_spec',
        'targeting',
        'dsa_beneficiary',
        'dsa_payor',
        'start_time',
        'end_time',
      ),
      ...names('pacing_type', 'adset_schedule', 'adlabels'),
      execution_options: VALIDATION,
      status: STATUSES,
      optimization_goal: [
        'OFFSITE_CONVERSIONS',
        'VALUE',
        'LANDING_PAGE_VIEWS',
        'LINK_CLICKS',
        'APP_INSTALLS',
        'THRUPLAY',
        'REACH',
        'IMPRESSIONS',
      ],
      billing_event: ['IMPRESSIONS', 'LINK_CLICKS', 'THRUPLAY'],
      bid_strategy: STRATEGIES,
      destination_type: ['WEBSITE', 'ON_VIDEO'],
    },
    structures: {
      ...targeting,
      AdCampaignBidConstraint: names('roas_average_floor'),
      AdPromotedObject: {
        ...names('pixel_id', 'application_id', 'object_store_url', 'page_id'),
        custom_event_type: ['PURCHASE', 'ADD_TO_CART', 'INITIATED_CHECKOUT', 'SUBSCRIBE', 'COMPLETE_REGISTRATION', 'CONTENT_VIEW'],
      },
      AttributionSpec: names('event_type', 'window_days'),
      DayPart: names('start_minute', 'end_minute', 'days', 'timezone_type'),
    },
  },
  {
    method: 'POST',
    node: 'AdAccount',
    edge: 'ads',
    parameters: { ...names('name', 'adset_id', 'creative', 'adlabels'), execution_options: VALIDATION, status: STATUSES },
    structures: {
      AdCreative: names('object_story_id', 'object_story_spec', 'url_tags', 'degrees_of_freedom_spec', 'authorization_category'),
      AdCreativeDegreesOfFreedomSpec: names('creative_features_spec'),
      AdCreativeObjectStorySpec: names('page_id', 'link_data', 'video_data'),
      AdCreativeLinkData: names('image_hash', 'link', 'message', 'name', 'description', 'call_to_action'),
      AdCreativeVideoData: names('video_id', 'image_hash', 'message', 'title', 'link_description', 'call_to_action'),
      AdCreativeLinkDataCallToAction: { type: BUTTONS, value: [] },
    },
  },
  // The creative inside of an ad takes the values of one that is made by itself.
  { method: 'POST', node: 'AdAccount', edge: 'adcreatives', parameters: { authorization_category: ['POLITICAL'] } },
  {
    method: 'POST',
    node: 'Campaign',
    edge: '',
    parameters: { ...changes, stop_time: [], status: EVERY_STATUS },
  },
  {
    method: 'POST',
    node: 'AdSet',
    edge: '',
    parameters: { ...changes, ...names('bid_amount', 'end_time', 'targeting'), status: EVERY_STATUS },
  },
  { method: 'POST', node: 'Ad', edge: '', parameters: { name: [], status: EVERY_STATUS } },
  // The file of an image travels as a part of a form, which the description does not know.
  { method: 'POST', node: 'AdAccount', edge: 'adimages' },
  { method: 'GET', node: 'AdAccount', edge: 'adimages', parameters: names('name'), fields: ['hash', 'name'] },
  { method: 'POST', node: 'AdAccount', edge: 'advideos', parameters: { ...names(...upload, 'name'), upload_phase: PHASES } },
  { method: 'GET', node: 'AdAccount', edge: 'advideos', parameters: names('title'), fields: ['id', 'title'] },
  { method: 'GET', node: 'AdVideo', edge: '', fields: [VIDEO_STATUS, 'post_id'] },
  { method: 'GET', node: 'AdVideo', edge: 'thumbnails', fields: ['uri', 'is_preferred'] },
  { method: 'GET', node: 'Page', edge: '', fields: ['id'] },
  {
    method: 'POST',
    node: 'Page',
    edge: 'feed',
    parameters: { ...names('message', 'link', 'call_to_action', ...visibility), unpublished_content_type: CONTENT_TYPES },
  },
  {
    method: 'POST',
    node: 'Page',
    edge: 'photos',
    parameters: { ...names('caption', ...visibility), unpublished_content_type: CONTENT_TYPES },
  },
  {
    method: 'POST',
    node: 'Page',
    edge: 'videos',
    parameters: {
      ...names(...upload, 'description', 'custom_labels', 'call_to_action', ...visibility),
      upload_phase: PHASES,
      unpublished_content_type: CONTENT_TYPES,
    },
  },
  { method: 'GET', node: 'Page', edge: 'ads_posts', parameters: names('include_inline_create', 'since'), fields: POST_LISTING },
  { method: 'GET', node: 'Page', edge: 'scheduled_posts', fields: POST_LISTING },
  { method: 'GET', node: 'Page', edge: 'feed', fields: POST_LISTING },
  {
    method: 'GET',
    node: 'PagePost',
    edge: '',
    fields: [
      'id',
      'is_published',
      'is_eligible_for_promotion',
      'is_expired',
      'is_hidden',
      'shares',
      'attachments',
      'reactions',
      'comments',
    ],
  },
  { method: 'DELETE', node: 'PagePost', edge: '' },
  {
    method: 'POST',
    node: 'AdAccount',
    edge: 'insights',
    parameters: {
      ...names('time_range', 'time_increment', 'fields', 'filtering'),
      level: ['ad'],
      breakdowns: ['hourly_stats_aggregated_by_advertiser_time_zone'],
    },
    fields: insightFields.day,
    fieldsOf: 'AdsInsights',
  },
  {
    method: 'GET',
    node: 'AdReportRun',
    edge: '',
    fields: ['async_status', 'async_percent_completion', 'error_code', 'error_subcode', 'error_user_title', 'error_user_msg'],
  },
  { method: 'GET', node: 'AdReportRun', edge: 'insights' },
  ...(['Campaign', 'AdSet', 'Ad'] as const).map(
    (node): RequestUse => ({
      method: 'GET',
      node,
      edge: 'insights',
      parameters: { ...names('fields', 'time_range'), breakdowns: Object.values(breakdownsOf).flat() },
      fields: breakdownFields,
      fieldsOf: 'AdsInsights',
    }),
  ),
  { method: 'GET', node: 'AdAccount', edge: 'ads_volume', parameters: names('show_breakdown_by_actor'), fields: volumeFields },
  { method: 'GET', node: 'AdAccount', edge: 'customaudiences', parameters: names('fields'), fields: audienceFields },
];
