import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AdGroupSpec, AdSpec, CampaignSpec, FileRef, PostSpec } from '../ad-platform.ts';

/** A file whose bytes depend on its name. */
export function fileOf(kind: 'image' | 'video', name = kind): FileRef {
  const bytes = Buffer.from(`bytes of ${name}`);
  return {
    name,
    mime: kind === 'image' ? 'image/jpeg' : 'video/mp4',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    open: () => Readable.from([bytes]),
  };
}

export const campaignOf = (changes: Partial<CampaignSpec> = {}): CampaignSpec => ({
  name: 'Campaign',
  objective: 'OUTCOME_TRAFFIC',
  special_ad_categories: [],
  special_ad_countries: [],
  status: 'ACTIVE',
  bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
  daily_budget: null,
  lifetime_budget: null,
  spend_cap: null,
  start_at: null,
  stop_at: null,
  ...changes,
});

export const groupOf = (campaign_id: string, changes: Partial<AdGroupSpec> = {}): AdGroupSpec => ({
  campaign_id,
  name: 'Group',
  status: 'ACTIVE',
  optimization_goal: 'LINK_CLICKS',
  billing_event: 'IMPRESSIONS',
  bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
  bid_amount: null,
  roas_floor_bp: null,
  daily_budget: 20_000,
  lifetime_budget: null,
  pixel_id: null,
  custom_event_type: null,
  app: null,
  page_id: null,
  attribution: '7d_click_1d_view',
  targeting: { countries: ['US'] },
  beneficiary: null,
  payer: null,
  start_at: null,
  end_at: null,
  ...changes,
});

export const postOf = (changes: Partial<PostSpec> = {}): PostSpec => ({
  type: 'link',
  message: 'The heiress comes back',
  headline: 'Episode 1',
  description: null,
  call_to_action: 'WATCH_MORE',
  link: 'https://drama.test/play?ad_id={{ad.id}}',
  file: null,
  published: false,
  scheduled_at: null,
  ...changes,
});

export const adOf = (ad_group_id: string, page_id: string, changes: Partial<AdSpec> = {}): AdSpec => ({
  ad_group_id,
  special_ad_categories: [],
  name: 'Ad',
  status: 'ACTIVE',
  page_id,
  post_id: null,
  asset_id: null,
  primary_text: 'The heiress comes back',
  headline: 'Episode 1',
  description: null,
  call_to_action: 'WATCH_MORE',
  link: 'https://drama.test/play',
  url_tags: 'ad_id={{ad.id}}',
  traits: { sha256: null, content: 'DR-0001', landing: 'a', price_minor: null, biz: 'dj' },
  ...changes,
});
