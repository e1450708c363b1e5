import { type Static, Type } from 'typebox';
import {
  APP_ID_PATTERN,
  APP_STORE_PATTERN,
  attributions,
  bidStrategies,
  billingEvents,
  budgetLevels,
  budgetModes,
  countrySplits,
  creativeSources,
  creativeSplits,
  customEventTypes,
  emptyRules,
  genders,
  homepageModes,
  initialStatuses,
  landingModes,
  schemeLimits as limits,
  objectives,
  optimizationGoals,
  pixelModes,
  placementModes,
  placements,
  specialAdCategories,
  startModes,
  systems,
  textRotations,
} from '#contracts/rules/scheme-body.ts';
import { creativeSourceNote } from '../vocabulary/schemes.ts';
import { noted } from './noted.ts';
import { CallToAction } from './posts.ts';
import { Exact, Id, Instant, Nullable, OneOf } from './shapes.ts';

const between = ([minimum, maximum]: readonly [number, number]) => Type.Integer({ minimum, maximum });

/** USD cents. The amount in the currency of an account is known when the scheme is published. */
export const BudgetUsd = noted(between(limits.budgetUsd), {
  zh: '预算，美分；发布时按当日汇率换算成账户币种，向上取整到最小单位。',
  en: 'Budget in US cents; publishing turns it into the currency of the account with the rate of the day, rounded up to its smallest unit.',
});

const Goal = Exact({
  objective: noted(OneOf(objectives), { zh: '广告系列的目标。', en: 'Objective of the campaigns.' }),
  optimization_goal: noted(OneOf(optimizationGoals), {
    zh: '成效目标；每个目标只能配一部分，见规则 goalOfObjective。',
    en: 'What the platform works for; an objective goes with some of them only, see the rule goalOfObjective.',
  }),
  custom_event_type: noted(Nullable(OneOf(customEventTypes)), {
    zh: '像素事件；成效目标为 OFFSITE_CONVERSIONS、VALUE 时必填。',
    en: 'Event of the pixel; needed with the goals OFFSITE_CONVERSIONS and VALUE.',
  }),
  billing_event: noted(OneOf(billingEvents), {
    zh: '计费方式；LINK_CLICKS、THRUPLAY 只用于同名的成效目标。',
    en: 'What is paid for; LINK_CLICKS and THRUPLAY only with the goal of that name.',
  }),
  attribution: noted(OneOf(attributions), { zh: '平台的归因窗口。', en: 'Attribution window of the platform.' }),
  special_ad_categories: noted(
    Type.Optional(Type.Array(OneOf(specialAdCategories), { maxItems: specialAdCategories.length, uniqueItems: true })),
    {
      zh: '特殊广告类别，不带即没有。HOUSING、EMPLOYMENT、FINANCIAL_PRODUCTS_SERVICES 须不限年龄、性别与兴趣，见规则 categoryAudience。',
      en: 'Regulated subjects of the ads; none when absent. HOUSING, EMPLOYMENT and FINANCIAL_PRODUCTS_SERVICES need every age, gender and interest, see the rule categoryAudience.',
    },
  ),
  special_ad_countries: noted(
    Type.Optional(Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { maxItems: limits.countries[1], uniqueItems: true })),
    {
      zh: '按哪些国家的规定声明类别；受众的国家须全在其中。没有类别时必须为空。',
      en: 'Countries for whose rules the categories are declared; all countries of the audience. Empty without categories.',
    },
  ),
  app_id: noted(Type.Optional(Nullable(Type.String({ pattern: APP_ID_PATTERN }))), {
    zh: '推广的应用在平台上的编号；只用于 OUTCOME_APP_PROMOTION，没有它不能发布。',
    en: 'Id of the promoted app on the platform; with OUTCOME_APP_PROMOTION only, which cannot be published without.',
  }),
  app_store_url: noted(Type.Optional(Nullable(Type.String({ pattern: APP_STORE_PATTERN, maxLength: 300 }))), {
    zh: '应用在商店里的地址。',
    en: 'Address of the app in its store.',
  }),
});

const Money = Exact({
  budget_level: noted(OneOf(budgetLevels), {
    zh: '预算在系列（CBO）还是在组（ABO）。',
    en: 'Whether campaigns have the budgets (CBO) or ad sets (ABO).',
  }),
  budget_mode: noted(OneOf(budgetModes), { zh: '日预算，或投放期内的总预算。', en: 'For a day, or for the whole life.' }),
  budget_usd: Nullable(BudgetUsd),
  bid_strategy: noted(OneOf(bidStrategies), {
    zh: '出价策略；LOWEST_COST_WITH_MIN_ROAS 需要成效目标 VALUE。',
    en: 'How it bids; LOWEST_COST_WITH_MIN_ROAS needs the goal VALUE.',
  }),
  bid_usd: noted(Nullable(between(limits.bidUsd)), {
    zh: '竞价上限，美分；BID_CAP 与 COST_CAP 必填，其他必须为空。',
    en: 'Cap of the bid in US cents; needed with BID_CAP and COST_CAP, null otherwise.',
  }),
  roas_floor_bp: noted(Nullable(between(limits.roasFloorBp)), {
    zh: '最低 ROAS，万分之一（10000 即 1.00）；MIN_ROAS 必填，其他必须为空。',
    en: 'Least ROAS in ten-thousandths, 10000 is 1.00; needed with MIN_ROAS, null otherwise.',
  }),
});

const Audiences = Type.Array(
  Exact({ id: Type.String({ minLength: 1, maxLength: 40, pattern: '^[0-9]+$' }), name: Type.String({ minLength: 1, maxLength: 200 }) }),
  { maxItems: limits.audiences },
);

export const Audience = Exact({
  countries: noted(Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { maxItems: limits.countries[1], uniqueItems: true }), {
    zh: 'ISO 3166 两位代码；只有草稿可以为空。',
    en: 'ISO 3166 alpha-2; empty only in a draft.',
  }),
  country_split: noted(OneOf(countrySplits), {
    zh: 'merged 全部国家在一起；per_group、per_campaign 每个国家各有一套组或系列，创意相同。',
    en: 'merged: all countries together. per_group, per_campaign: each country has groups or campaigns of its own, with the same creatives.',
  }),
  age_min: noted(Nullable(between(limits.age)), { zh: '最小年龄，岁。', en: 'In years.' }),
  age_max: noted(Nullable(between(limits.age)), { zh: '65 表示 65 岁及以上。', en: '65 is 65 and older.' }),
  genders: OneOf(genders),
  locales: noted(Type.Array(Type.String({ pattern: '^[a-z]{2,3}(-[A-Z]{2})?$' }), { maxItems: limits.locales, uniqueItems: true }), {
    zh: '语言，如 en、pt-BR；空表示全部。',
    en: 'Languages such as en or pt-BR; all of them when empty.',
  }),
  os: OneOf(systems),
  placement_mode: noted(OneOf(placementModes), { zh: 'auto 由平台决定版位。', en: 'auto leaves the placements to the platform.' }),
  placements: noted(Type.Array(OneOf(placements), { maxItems: placements.length, uniqueItems: true }), {
    zh: '版位；manual 时至少一个。',
    en: 'At least one with manual.',
  }),
  interests: noted(
    Type.Array(Exact({ id: Type.String({ minLength: 1, maxLength: 40 }), name: Type.String({ minLength: 1, maxLength: 100 }) }), {
      maxItems: limits.interests,
    }),
    { zh: '兴趣；id 是平台的编号。', en: 'Interests; id is the number of the platform.' },
  ),
  audiences: noted(Type.Optional(Audiences), {
    zh: '只投给这些人群中的人；空或不带表示不限。',
    en: 'Shown to people in these audiences alone; to anybody when empty or absent.',
  }),
  excluded_audiences: noted(Type.Optional(Audiences), { zh: '不投给这些人群中的人。', en: 'Never shown to people in these audiences.' }),
  exclude_payers: noted(Type.Boolean(), { zh: '排除已付费的人。', en: 'Leaves out people who have paid before.' }),
});

const Time = Exact({
  start_mode: noted(OneOf(startModes), {
    zh: 'now 发布后立即；at 指定时刻；next_midnight 各账户自己的下一个零点。',
    en: 'now: once published; at: at an instant; next_midnight: the next midnight of each account.',
  }),
  start_at: noted(Nullable(Instant), {
    zh: 'start_mode 为 at 时必填，晚于现在 10 分钟。',
    en: 'Needed with at, more than 10 minutes ahead.',
  }),
  end_at: noted(Nullable(Instant), {
    zh: '总预算时必填，并至少晚于开始 24 小时。',
    en: 'Needed with a lifetime budget, and then 24 hours after the start at least.',
  }),
  dayparting: noted(
    Nullable(Type.Array(Type.Integer({ minimum: 0, maximum: 1 }), { minItems: limits.daypartingCells, maxItems: limits.daypartingCells })),
    {
      zh: '一周 168 个小时，周一 0 点起，账户时间，1 为投放；只用于总预算，至少一个 1。',
      en: 'The 168 hours of a week from Monday, in the time of the account; 1 delivers. With a lifetime budget only, one at least.',
    },
  ),
});

const Structure = Exact({
  campaigns_per_account: noted(Nullable(between(limits.campaignsPerAccount)), {
    zh: '每个账户的系列数。',
    en: 'Campaigns of each account.',
  }),
  groups_per_campaign: noted(Nullable(between(limits.groupsPerCampaign)), {
    zh: '与 campaigns_per_account 的积不超过 200。',
    en: 'Times campaigns_per_account it is 200 at most.',
  }),
  ads_per_group: noted(Nullable(between(limits.adsPerGroup)), { zh: '每组的广告位数。', en: 'Places for ads in each group.' }),
  split_by: noted(OneOf(creativeSplits), {
    zh: 'ad 每个创意一个广告位；ad_group、campaign 每组或每系列一个创意，其广告在文案与落地页上不同；all 每组都有全部创意。',
    en: 'ad: a creative fills one place. ad_group, campaign: one creative each, whose ads differ by text and landing page. all: every group has all creatives.',
  }),
  on_empty: noted(OneOf(emptyRules), {
    zh: '广告全部失败的系列：delete 删除，keep 保持关闭。',
    en: 'A campaign whose every ad failed: delete, or keep it paused.',
  }),
});

const several = (most: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength: most, pattern: '\\S' }), { maxItems: limits.texts, uniqueItems: true });

const Creative = Exact({
  source: noted(OneOf(creativeSources), creativeSourceNote),
  primary_texts: noted(several(limits.textLength), {
    zh: '正文；source 为 material 时至少一条。',
    en: 'Texts; one at least unless the ads show posts.',
  }),
  headlines: several(limits.headlineLength),
  descriptions: several(limits.headlineLength),
  call_to_action: CallToAction,
  text_rotation: noted(OneOf(textRotations), {
    zh: 'round_robin 各广告轮流使用；first 全部用第一条。',
    en: 'round_robin: the ads take them in turn; first: all have the first.',
  }),
});

const Party = Type.String({ minLength: 1, maxLength: limits.partyLength, pattern: '\\S' });

const Identity = Exact({
  site_id: Nullable(Id),
  pixel_mode: noted(OneOf(pixelModes), { zh: 'site_default 用站点的默认像素。', en: 'site_default is the default pixel of the site.' }),
  pixel_id: noted(Nullable(Id), { zh: 'pixel_mode 为 fixed 时必填。', en: 'Needed with fixed.' }),
  homepage_mode: noted(OneOf(homepageModes), {
    zh: 'fixed 都用第一个主页；rotate 各广告轮流使用。帖子用自己的主页。',
    en: 'fixed: the first page; rotate: the ads take them in turn. A post stays on its own page.',
  }),
  homepage_ids: noted(Type.Array(Id, { maxItems: limits.homepages, uniqueItems: true }), {
    zh: '至少一个；只有草稿可以为空。',
    en: 'One at least; empty only in a draft.',
  }),
  landing_mode: noted(OneOf(landingModes), {
    zh: 'fixed 用选定的落地页；by_content 用站点上该剧目或商品的已上线落地页。',
    en: 'fixed: those that are chosen; by_content: the online pages of the drama or product on the site.',
  }),
  landing_page_ids: noted(Type.Array(Id, { maxItems: limits.landings, uniqueItems: true }), {
    zh: 'landing_mode 为 fixed 时至少一个。',
    en: 'At least one with fixed.',
  }),
  beneficiary: noted(Type.Optional(Nullable(Party)), {
    zh: '欧盟受众的广告的受益方；不带即用广告账户在平台上的默认值。',
    en: 'Who benefits from ads to people in the European Union; the default of the ad account on the platform when absent.',
  }),
  payer: noted(Type.Optional(Nullable(Party)), {
    zh: '欧盟受众的广告的付费方；不带即受益方。没有 beneficiary 时必须为空。',
    en: 'Who pays for ads to people in the European Union; the beneficiary when absent. Empty without a beneficiary.',
  }),
});

const Template = noted(Type.String({ maxLength: limits.nameLength, pattern: '^$|\\S' }), {
  zh: '名称模板，只有草稿可以为空，可用 {content} {country} {account} {user} {date} {seq} {material} {scheme} {landing}。',
  en: 'Template of names, empty only in a draft, with {content} {country} {account} {user} {date} {seq} {material} {scheme} {landing}.',
});

/**
 * The body of a scheme; fields that a draft leaves open are null or empty. Rules between fields are in `contracts/rules/scheme-rules.ts`,
 * and a broken one answers VALIDATION at its field.
 */
export const UnfinishedBody = noted(
  Exact({
    goal: Goal,
    money: Money,
    audience: Audience,
    time: Time,
    structure: Structure,
    creative: Creative,
    identity: Identity,
    naming: Exact({ campaign: Template, ad_group: Template, ad: Template }),
    launch: Exact({
      initial_status: noted(OneOf(initialStatuses), {
        zh: '系列在广告建好后的状态；组与广告始终开启，所以打开系列即可投放。',
        en: 'How a campaign stands once its ads are there. Groups and ads are always open, so that opening the campaign is all it takes.',
      }),
    }),
  }),
  {
    zh: '草稿可以不完整：还没有的数字与站点为 null，还没有的列表与名称模板为空；启用与发布时必须完整。',
    en: 'A draft may be unfinished: a number or site it has not yet is null, a list or template empty. Nothing may be missing from what is enabled or published.',
  },
);
export type UnfinishedBody = Static<typeof UnfinishedBody>;
