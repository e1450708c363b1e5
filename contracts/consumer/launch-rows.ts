import { entityPermits } from '#contracts/endpoints/launch-rows.ts';
import {
  accountBehind,
  adAccountExists,
  campaignExists,
  campaignPublished,
  campaignSpent,
  dramaExists,
  homepageExists,
  landingExists,
  materialExists,
  pixelExists,
  postExists,
  schemeExists,
  signedInAs,
  siteExists,
} from '#contracts/states/states.ts';
import { effectiveStatuses, entityStatuses } from '#contracts/vocabulary/launches.ts';
import { refLike } from './asset-rows.ts';
import { ada, adaGrants } from './channel-answers.ts';
import { eachLike, instant, integer, number, oneOf, someText, string, textLike } from './matching.ts';

const admin = [signedInAs('admin')];
export const adAccount = adAccountExists({
  id: 55,
  platform_account_id: '2001',
  name: 'Galaxy US',
  personal_account_id: 51,
  version: 1,
  enabled: true,
});
const drama = dramaExists({ id: 51, code: 'LOVE-01', title: '替身新娘', version: 1, copyright_until: '2099-12-31', status: 'on' });

/** The provider states that a campaign needs. */
export const around = [...admin, adaGrants, ada('self'), adAccount, drama];

export const campaign = (status: 'ACTIVE' | 'PAUSED' | 'DELETED' = 'ACTIVE', id = 91, drama_id = 51) =>
  campaignExists({
    id,
    ad_group_id: id + 100,
    ad_id: id + 200,
    name: '替身新娘 US',
    version: 3,
    status,
    ad_account_id: 55,
    drama_id,
    owner: 11,
  });
export const running = [...around, campaign()];
/** In an account of person 51. */
export const launched = [adAccount, drama, campaign()];
/** Spend 12.00 and revenue 6.00 on the current day of the account. */
export const spent = campaignSpent({ id: 91, days_ago: 0, spend_usd: 1_200, revenue_usd: 600 });
export const spending = [...running, spent];

/** A campaign as a scheme creates it, with every part that an ad can have, in an account whose figures are behind. */
export const published = [
  ...running,
  homepageExists({ id: 61, platform_page_id: '3001', name: 'Page 3001', personal_account_id: 51, version: 1, status: 'active' }),
  pixelExists({
    id: 81,
    platform_pixel_id: '4001',
    name: 'Pixel 4001',
    personal_account_id: 51,
    owner_ad_account_id: 55,
    version: 1,
    status: 'active',
  }),
  siteExists({ id: 41, name: '爱剧', domain: 'love.test', biz: 'dj', version: 1, status: 'on', pixel_id: 81, homepage_id: 61 }),
  landingExists({ id: 42, site_id: 41, drama_id: 51, title: '第一集', slug: 'ep-1', version: 1, status: 'online' }),
  materialExists({
    id: 71,
    code: 'M000071',
    title: '反转',
    version: 2,
    status: 'ready',
    biz: 'dj',
    content_id: 51,
    owner: 11,
    parent_material_id: null,
  }),
  postExists({ id: 31, version: 1, status: 'ready', homepage_id: 61, material_id: 71, landing_page_id: 42, owner: 11 }),
  schemeExists({ id: 72, name: '美国放量', version: 2, status: 'enabled', site_id: 41, homepage_id: 61, source: 'post', owner: 11 }),
  campaignPublished({ id: 91, scheme_id: 72, pixel_id: 81, material_id: 71, post_id: 31, homepage_id: 61, landing_page_id: 42 }),
  spent,
  accountBehind(55),
];

const scheme = { id: 72, label: '美国放量', version: 1 };
const pixel = { id: 81, label: 'Pixel 4001' };
const material = { id: 71, label: '反转' };
const post = { id: 31, label: '第一集' };
const homepage = { id: 61, label: 'Page 3001' };
const landing = { id: 42, label: '第一集' };

const common = {
  version: 3,
  name: '替身新娘 US',
  biz: 'dj',
  channel: 'meta',
  account: { id: 55, label: 'Galaxy US', currency: 'USD', timezone_name: 'America/Los_Angeles' },
  content: { id: 51, label: '替身新娘' },
  target_roi: 0.6,
  owner: { id: 11, label: '林管理' },
  status: 'ACTIVE',
  effective_status: 'ACTIVE',
  status_cause: null,
  objective: 'OUTCOME_SALES',
  scheme,
  source: 'system',
  closed_by: null,
  closed_at: null,
  closer: null,
  issue: null,
  sync_state: 'synced',
  locked_by_batch: null,
  rule_shield_until: null,
  created_at: '2026-11-20T08:00:00.000Z',
  updated_at: '2026-11-20T08:00:00.000Z',
  can: ['status'],
};
const commonLike = {
  ...common,
  version: integer(3),
  name: string(common.name),
  account: { ...refLike(common.account), currency: string('USD'), timezone_name: string(common.account.timezone_name) },
  content: refLike(common.content),
  target_roi: number(0.6),
  owner: refLike(common.owner),
  status: oneOf('ACTIVE', entityStatuses),
  effective_status: oneOf('ACTIVE', effectiveStatuses),
  objective: string(common.objective),
  scheme: { ...refLike(scheme), version: integer(1) },
  created_at: instant(common.created_at),
  updated_at: instant(common.updated_at),
  can: eachLike(oneOf('status', entityPermits)),
};

/** The figures of spend 12.00 and revenue 6.00, without clicks and without a day that is seven days old. */
export const figures = {
  m: { spend: 1_200, revenue: 600, roi: 0.5, cpc_link: null },
  mature: { roi_d7: '0/1' },
  running: true,
  spent: { spend: 1_200 },
};
export const figuresLike = {
  m: { spend: number(1_200), revenue: number(600), roi: number(0.5), cpc_link: null },
  mature: { roi_d7: textLike(/^\d+\/\d+$/, '0/1') },
  running: true,
  spent: { spend: number(1_200) },
};
export const campaignRow = {
  ...common,
  id: 91,
  budget_mode: 'daily',
  daily_budget: 5_000,
  lifetime_budget: null,
  min_budget: 100,
  spent_pct: 0.24,
  bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
  start_at: null,
  stop_at: null,
  groups: 1,
  ads: 1,
  platform_campaign_id: '600191',
  note: null,
};
export const campaignLike = {
  ...commonLike,
  id: integer(91),
  budget_mode: oneOf('daily', ['daily', 'lifetime']),
  daily_budget: integer(5_000),
  lifetime_budget: null,
  min_budget: integer(100),
  spent_pct: number(0.24),
  bid_strategy: string(campaignRow.bid_strategy),
  start_at: null,
  stop_at: null,
  groups: integer(1),
  ads: integer(1),
  platform_campaign_id: string('600191'),
  note: null,
};

export const groupRow = {
  ...common,
  id: 191,
  budget_mode: null,
  daily_budget: null,
  lifetime_budget: null,
  min_budget: 100,
  spent_pct: null,
  bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
  start_at: null,
  end_at: null,
  ads: 1,
  campaign: { id: 91, label: '替身新娘 US' },
  platform_adset_id: '6002191',
  optimization_goal: 'OFFSITE_CONVERSIONS',
  billing_event: 'IMPRESSIONS',
  bid_amount: null,
  roas_floor_bp: null,
  pixel,
  custom_event_type: null,
  attribution: '7d_click',
  countries: ['US'],
  targeting: { countries: ['US'] },
  learning_stage: 'LEARNING',
  learning_events: 12,
};
export const groupLike = {
  ...commonLike,
  ...groupRow,
  ...Object.fromEntries(Object.keys(common).map((key) => [key, commonLike[key as keyof typeof commonLike]])),
  id: integer(191),
  bid_strategy: string(groupRow.bid_strategy),
  ads: integer(1),
  campaign: refLike(groupRow.campaign),
  platform_adset_id: string(groupRow.platform_adset_id),
  optimization_goal: string(groupRow.optimization_goal),
  billing_event: string(groupRow.billing_event),
  pixel: refLike(pixel),
  attribution: string(groupRow.attribution),
  countries: eachLike(string('US')),
  targeting: { countries: eachLike(string('US')) },
  learning_stage: oneOf('LEARNING', ['LEARNING', 'SUCCESS', 'FAIL']),
  learning_events: integer(12),
};

export const adRow = {
  ...common,
  id: 291,
  campaign: { id: 91, label: '替身新娘 US' },
  group: { id: 191, label: '替身新娘 US' },
  platform_ad_id: '6003291',
  material,
  post,
  cover_url: '/files/cover',
  homepage,
  landing,
  landing_url: 'https://love.test/ep-1',
  pixel,
  primary_text: '她回来了',
  headline: null,
  description: null,
  call_to_action: 'WATCH_MORE',
  review: 'approved',
  review_feedback: null,
  appeal: null,
};
export const adLike = {
  ...adRow,
  ...commonLike,
  id: integer(291),
  campaign: refLike(adRow.campaign),
  group: refLike(adRow.group),
  platform_ad_id: string(adRow.platform_ad_id),
  material: refLike(material),
  post: refLike(post),
  cover_url: someText(adRow.cover_url),
  homepage: refLike(homepage),
  landing: refLike(landing),
  landing_url: string(adRow.landing_url),
  pixel: refLike(pixel),
  primary_text: string(adRow.primary_text),
  call_to_action: string(adRow.call_to_action),
  review: oneOf('approved', ['pending', 'approved', 'rejected']),
};

export const fresh = { as_of: '2026-11-20T08:00:00.000Z', newest_at: '2026-11-20T09:50:00.000Z', provisional_from: '2026-11-18' };
export const freshLike = {
  as_of: instant(fresh.as_of),
  newest_at: instant(fresh.newest_at),
  provisional_from: string(fresh.provisional_from),
};

/** The freshness of a list with the account 55, or another one, that is behind. */
export const behind = (account = { id: 55, label: 'Galaxy US' }) => ({
  says: { as_of: fresh.as_of, newest_at: fresh.newest_at, warnings: warningsOf(account) },
  like: { as_of: freshLike.as_of, newest_at: freshLike.newest_at, warnings: warningsLike(account) },
});

/** The freshness fields that are absent when an account is behind. */
export const warningsOf = (account: { id: number; label: string }) => [
  {
    kind: 'stale_account',
    text: '1 个广告账户的数据没有更新，显示的是最近一次拉取成功的数据',
    refs: [{ ...account, since: '2026-11-20T08:00:00.000Z' }],
  },
];
export const warningsLike = (account: { id: number; label: string }) =>
  warningsOf(account).map(({ kind, text, refs }) => ({
    kind,
    text: string(text),
    refs: refs.map(({ since }) => ({ ...refLike(account), since: instant(since) })),
  }));
