import { call, fileCall } from './call.ts';
import { adBase, campaignBase, groupBase, ref } from './launch-bases.ts';
import { freshness, trendReads } from './report-reads.ts';

/** Figures of a row and of the totals. */
export const figures = { m: true, mature: true, running: true, spent: true } as const;

const page = { total: true, page: true, page_size: true, totals: { ...figures, deleted: figures }, ...freshness } as const;

export const listCampaigns = call('/ad-campaigns/list', { list: [{ ...campaignBase, ...figures }], ...page });
export const listAdGroups = call('/ad-groups/list', { list: [{ ...groupBase, ...figures }], ...page });
export const listAds = call('/ad-ads/list', { list: [{ ...adBase, ...figures }], ...page });
export const exportEntities = fileCall('/ad-entities/export');

/** Fields read of the details of an object. */
export const entityDetailReads = {
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
} as const;

export const entityDetail = call('/ad-entities/detail', entityDetailReads);
export const entityTrend = call('/ad-entities/trend', { ...trendReads, events: [{ at: true, kind: true, label: true }] });

/** Fields read of an event. */
export const eventReads = {
  id: true,
  at: true,
  level: true,
  entity: ref,
  campaign: ref,
  account: ref,
  currency: true,
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
export const entityBreakdown = call('/ad-entities/breakdown', { currency: true, parts: [{ value: true, m: true }], totals: { m: true } });
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
