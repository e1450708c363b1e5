import { type Static, Type } from 'typebox';
import { objectives } from '#contracts/rules/scheme-body.ts';
import { noted } from './noted.ts';
import { Biz, Channel, Id, Ids, OneOf } from './shapes.ts';

/** The three levels of what is launched, the highest first. */
export const entityLevels = ['campaign', 'ad_group', 'ad'] as const;
export const EntityLevel = noted(OneOf(entityLevels), {
  zh: '层级：campaign 广告系列，ad_group 广告组，ad 广告。',
  en: 'Level: campaign, ad_group or ad.',
});
export type EntityLevel = (typeof entityLevels)[number];

/** As staff set it. */
export const entityStatuses = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED'] as const;
export const EntityStatus = noted(OneOf(entityStatuses), {
  zh: '人设定的状态；DELETED 不可恢复。',
  en: 'As people set it; DELETED is final.',
});
export type EntityStatus = (typeof entityStatuses)[number];

/** What it comes to, with everything above it and around it; the first that applies. */
export const effectiveStatuses = [
  'ACTIVE',
  'PENDING_REVIEW',
  'IN_PROCESS',
  'SCHEDULED',
  'DISAPPROVED',
  'ACCOUNT_BLOCKED',
  'WITH_ISSUES',
  'MISSING',
  'ADS_OFF',
  'CAMPAIGN_PAUSED',
  'ADSET_PAUSED',
  'PAUSED',
  'COMPLETED',
  'ARCHIVED',
  'DELETED',
] as const;
export const EffectiveStatus = noted(OneOf(effectiveStatuses), {
  zh: '实际状态：自身状态与上级、账户、审核、时间合在一起的结果。系列与组自身无碍时取其下已开启广告中最好的状态；没有这样的广告时为 ADS_OFF。',
  en: 'What it comes to, with what is above it, its account, its review and its time. A campaign or ad group with nothing in its own way comes to the best that its open ads come to; ADS_OFF where it has none.',
});
export type EffectiveStatus = (typeof effectiveStatuses)[number];

export const entitySources = ['system', 'platform'] as const;
export const EntitySource = noted(OneOf(entitySources), {
  zh: 'system 由本系统发布；platform 由同步发现。',
  en: 'system was published here; platform was found on the channel.',
});

const CountryCode = Type.String({ pattern: '^[A-Z]{2}$' });
const several = Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }));

/**
 * Filters that everything about ads takes. The values of one of them are alternatives, several of them narrow together. What the caller
 * may not see matches nothing.
 */
export const adFilters = {
  biz: Type.Optional(Biz),
  channel: Type.Optional(Channel),
  department_id: noted(Type.Optional(Id), {
    zh: '负责人现在所在的部门，含下级。人员调动时历史随人走。',
    en: 'The department its owner is in now, with those below. A person who moves takes the history along.',
  }),
  user_id: noted(several, { zh: '负责人。', en: 'Its owners.' }),
  unowned: noted(Type.Optional(Type.Literal(true)), {
    zh: '只要没有负责人的；只有管理员看得到。',
    en: 'Only what nobody owns; administrators alone see any.',
  }),
  ad_account_id: several,
  drama_id: several,
  product_id: several,
  material_id: noted(several, { zh: '用到这些素材的广告，及其组与系列。', en: 'Ads with these materials, and what they are in.' }),
  scheme_id: several,
  landing_page_id: noted(several, {
    zh: '通向这些落地页的广告，及其组与系列。',
    en: 'Ads that lead to these pages, and what they are in.',
  }),
  country: noted(Type.Optional(Type.Array(CountryCode, { minItems: 1, maxItems: 60, uniqueItems: true })), {
    zh: '广告组的第一个国家，ISO 3166 两位代码。',
    en: 'The first country of the ad group, ISO 3166 alpha-2.',
  }),
  objective: noted(Type.Optional(OneOf(objectives)), { zh: '广告系列的目标。', en: 'Objective of the campaign.' }),
  effective_status: Type.Optional(Type.Array(EffectiveStatus, { minItems: 1, maxItems: effectiveStatuses.length, uniqueItems: true })),
  source: Type.Optional(EntitySource),
  keyword: noted(Type.Optional(Type.String({ maxLength: 100 })), {
    zh: '名称的一部分，不区分大小写；或渠道给的完整编号。',
    en: 'Part of the name, whatever the case; or the whole number the channel gave.',
  }),
};

/** Below which campaigns or ad groups something is; `ids` are those of the asked level itself. */
export const withinFilters = {
  campaign_id: noted(several, { zh: '属于这些广告系列的。', en: 'Of these campaigns.' }),
  ad_group_id: noted(several, {
    zh: '属于这些广告组的；对系列则是包含它们的。',
    en: 'Of these ad groups; of campaigns, those that hold them.',
  }),
};

export const chosenIds = noted(Type.Optional(Ids), { zh: '只要这些对象。', en: 'Only these.' });

/** Short ways to what needs a hand. */
export const quickViews = ['running', 'spending', 'losing', 'disapproved', 'budget_low', 'learning', 'unowned'] as const;
export type QuickView = (typeof quickViews)[number];
export const QuickView = noted(OneOf(quickViews), {
  zh: 'running 投放中；spending 账户今日有消耗；losing 账户今日消耗超过 20 美元且 D0 ROI 低于目标；disapproved 审核拒绝；budget_low 预算已用超过 90%；learning 学习中；unowned 无主。系列与组在其下有这样的广告时也算（spending、losing、budget_low 看自身）。',
  en: 'running: delivering; spending: spent something on the account’s own day; losing: spent over 20 USD on that day with a D0 ROI below its target; disapproved; budget_low: over 90 % of the budget is gone; learning; unowned. Of disapproved and learning, campaigns and groups count that hold such a one.',
});

const _filter = Type.Object(adFilters);
/** As the console and the server hold them. */
export type AdFilter = Static<typeof _filter>;
