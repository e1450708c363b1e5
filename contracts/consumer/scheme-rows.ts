import type { UnfinishedBody } from '#contracts/endpoints/scheme-body.ts';

/** The body of the scheme in the provider state. */
export const schemeBody: UnfinishedBody = {
  goal: {
    objective: 'OUTCOME_TRAFFIC',
    optimization_goal: 'LINK_CLICKS',
    custom_event_type: null,
    billing_event: 'IMPRESSIONS',
    attribution: '7d_click',
  },
  money: {
    budget_level: 'campaign',
    budget_mode: 'daily',
    budget_usd: 5_000,
    bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
    bid_usd: null,
    roas_floor_bp: null,
  },
  audience: {
    countries: ['US'],
    country_split: 'merged',
    age_min: 18,
    age_max: 65,
    genders: 'all',
    locales: [],
    os: 'all',
    placement_mode: 'auto',
    placements: [],
    interests: [{ id: '6003', name: 'Drama' }],
    exclude_payers: true,
  },
  time: { start_mode: 'now', start_at: null, end_at: null, dayparting: null },
  structure: { campaigns_per_account: 1, groups_per_campaign: 1, ads_per_group: 1, split_by: 'ad', on_empty: 'keep' },
  creative: {
    source: 'material',
    primary_texts: ['她回来了'],
    headlines: [],
    descriptions: [],
    call_to_action: 'WATCH_MORE',
    text_rotation: 'round_robin',
  },
  identity: {
    site_id: 41,
    pixel_mode: 'site_default',
    pixel_id: null,
    homepage_mode: 'fixed',
    homepage_ids: [61],
    landing_mode: 'by_content',
    landing_page_ids: [],
  },
  naming: { campaign: '{content}-{country}', ad_group: '{country}', ad: '{material}' },
  launch: { initial_status: 'ACTIVE' },
};

/** The body of the unfinished draft in the provider state. */
export const unfinishedBody: UnfinishedBody = {
  ...schemeBody,
  money: { ...schemeBody.money, budget_usd: null },
  audience: { ...schemeBody.audience, countries: [] },
  structure: { ...schemeBody.structure, ads_per_group: null },
  creative: { ...schemeBody.creative, primary_texts: [] },
  identity: { ...schemeBody.identity, site_id: null, homepage_ids: [] },
  naming: { ...schemeBody.naming, ad: '' },
};
