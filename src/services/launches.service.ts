import { freshness, trendReads } from './ad-data.service.ts';
import { call, fileCall } from './call.ts';

const ref = { id: true, label: true } as const;

/** Figures beside a row and of all rows. */
const figures = { m: true, mature: true, running: true, spent: true } as const;

const common = {
  id: true,
  version: true,
  name: true,
  biz: true,
  channel: true,
  account: { ...ref, currency: true, timezone_name: true },
  content: ref,
  target_roi: true,
  owner: ref,
  status: true,
  effective_status: true,
  status_cause: true,
  objective: true,
  scheme: { ...ref, version: true },
  source: true,
  closed_by: true,
  closed_at: true,
  closer: true,
  issue: true,
  sync_state: true,
  locked_by_batch: true,
  rule_shield_until: true,
  created_at: true,
  updated_at: true,
  can: true,
} as const;

const budget = {
  budget_mode: true,
  daily_budget: true,
  lifetime_budget: true,
  spent_pct: true,
  bid_strategy: true,
  start_at: true,
  ads: true,
} as const;

/** What is read of a campaign, without its figures; so too wherever else one is. */
export const campaignBase = { ...common, ...budget, platform_campaign_id: true, stop_at: true, groups: true } as const;
export const groupBase = {
  ...common,
  ...budget,
  campaign: ref,
  platform_adset_id: true,
  optimization_goal: true,
  billing_event: true,
  bid_amount: true,
  roas_floor_bp: true,
  pixel: ref,
  custom_event_type: true,
  attribution: true,
  countries: true,
  targeting: true,
  learning_stage: true,
  learning_events: true,
  end_at: true,
} as const;
export const adBase = {
  ...common,
  campaign: ref,
  group: ref,
  platform_ad_id: true,
  material: ref,
  post: ref,
  cover_url: true,
  homepage: ref,
  landing: ref,
  landing_url: true,
  pixel: ref,
  primary_text: true,
  headline: true,
  call_to_action: true,
  review: true,
  review_feedback: true,
} as const;

const page = { total: true, page: true, page_size: true, totals: figures, ...freshness } as const;

export const listCampaigns = call('/ad-campaigns/list', { list: [{ ...campaignBase, ...figures }], ...page });
export const listAdGroups = call('/ad-groups/list', { list: [{ ...groupBase, ...figures }], ...page });
export const listAds = call('/ad-ads/list', { list: [{ ...adBase, ...figures }], ...page });
export const exportEntities = fileCall('/ad-entities/export');

export const entityDetail = call('/ad-entities/detail', {
  level: true,
  campaign: { ...campaignBase, ...figures },
  ad_group: { ...groupBase, ...figures },
  ad: { ...adBase, ...figures },
  creative: {
    kind: true,
    play_url: true,
    cover_url: true,
    page_name: true,
    page_picture_url: true,
    message: true,
    headline: true,
    description: true,
    call_to_action: true,
    link_url: true,
  },
  children: [{ ...ref, level: true, effective_status: true }],
  source_copy: ref,
  batch_id: true,
});
export const entityTrend = call('/ad-entities/trend', { ...trendReads, events: [{ at: true, kind: true, label: true }] });

/** What is read of something that happened. */
export const eventReads = {
  id: true,
  at: true,
  level: true,
  entity: ref,
  campaign: ref,
  account: ref,
  content: ref,
  owner: ref,
  event: true,
  actor_type: true,
  actor: ref,
  rule: ref,
  batch_id: true,
  before: true,
  after: true,
  reason: true,
  snapshot: { spend_usd: true, orders: true, roi: true, roi_d0: true, hours_running: true },
} as const;

const keyset = { next_cursor: true, total: true, total_capped: true } as const;

export const entityEvents = call('/ad-entities/events', { list: [eventReads], ...keyset });
export const entitySchedules = call('/ad-entities/schedules', {
  list: [
    {
      id: true,
      action: true,
      value: true,
      run_at: true,
      repeat: true,
      status: true,
      user: ref,
      last_run_at: true,
      last_error: true,
      created_at: true,
      can: true,
    },
  ],
});
