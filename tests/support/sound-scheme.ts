import type { SchemeBody, UnfinishedBody } from '#contracts/rules/scheme-body.ts';

/** A valid body, for tests that make one part of it invalid at a time. */
export const soundScheme = (more: { [P in keyof SchemeBody]?: Partial<SchemeBody[P]> } = {}): SchemeBody => ({
  goal: {
    objective: 'OUTCOME_SALES',
    optimization_goal: 'OFFSITE_CONVERSIONS',
    custom_event_type: 'PURCHASE',
    billing_event: 'IMPRESSIONS',
    attribution: '7d_click_1d_view',
    ...more.goal,
  },
  money: {
    budget_level: 'campaign',
    budget_mode: 'daily',
    budget_usd: 5_000,
    bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
    bid_usd: null,
    roas_floor_bp: null,
    ...more.money,
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
    interests: [],
    exclude_payers: true,
    ...more.audience,
  },
  time: { start_mode: 'now', start_at: null, end_at: null, dayparting: null, ...more.time },
  structure: {
    campaigns_per_account: 1,
    groups_per_campaign: 2,
    ads_per_group: 2,
    split_by: 'ad',
    on_empty: 'keep',
    ...more.structure,
  },
  creative: {
    source: 'material',
    primary_texts: ['She came back.'],
    headlines: [],
    descriptions: [],
    call_to_action: 'WATCH_MORE',
    text_rotation: 'round_robin',
    ...more.creative,
  },
  identity: {
    site_id: 1,
    pixel_mode: 'site_default',
    pixel_id: null,
    homepage_mode: 'fixed',
    homepage_ids: [1],
    landing_mode: 'by_content',
    landing_page_ids: [],
    ...more.identity,
  },
  naming: { campaign: '{content}-{country}-{date}-{seq}', ad_group: '{country}-{seq}', ad: '{material}-{seq}', ...more.naming },
  launch: { initial_status: 'ACTIVE', ...more.launch },
});

/** The body of a draft of which only the name is known. */
export function bareScheme(): UnfinishedBody {
  const sound = soundScheme();
  return {
    ...sound,
    money: { ...sound.money, budget_usd: null },
    audience: { ...sound.audience, countries: [], age_min: null, age_max: null },
    structure: { ...sound.structure, campaigns_per_account: null, groups_per_campaign: null, ads_per_group: null },
    creative: { ...sound.creative, primary_texts: [] },
    identity: { ...sound.identity, site_id: null, homepage_ids: [] },
    naming: { campaign: '', ad_group: '', ad: '' },
  };
}
