import { type Static, type TSchema, Type } from 'typebox';
import { adMetrics } from '../rules/metrics.ts';
import { closers } from '../vocabulary/launch-events.ts';
import { launchFilters as launchVocabulary } from '../vocabulary/launch-filters.ts';
import { adAppeals, adReviews, learningStages } from '../vocabulary/launches.ts';
import { budgetModes } from '../vocabulary/schemes.ts';
import { filterSchemas } from './filter-schemas.ts';
import { EffectiveStatus, EntitySource, EntityStatus } from './launch-shapes.ts';
import { noted } from './noted.ts';
import { freshness, MetricRanges, numbers, reportDays } from './report-shapes.ts';
import {
  Biz,
  Channel,
  Count,
  Currency,
  Exact,
  Id,
  Instant,
  ListAnswer,
  ListRequest,
  Money,
  Nullable,
  OneOf,
  PlatformId,
  Ref,
  Version,
} from './shapes.ts';

/** The page of the launch lists. The drill-down requests the same rows from `/ad-data/query`. */
export const launchPages = { pages: ['/advertising/start'] } as const;

/** The actions that the reader may take on an object now; buttons follow it. */
export const entityPermits = [
  'status',
  'budget',
  'bid',
  'copy',
  'schedule',
  'rename',
  'edit',
  'appeal',
  'transfer',
  'archive',
  'remove',
] as const;
export const EntityPermit = OneOf(entityPermits);
export type EntityPermit = (typeof entityPermits)[number];

const BudgetMode = OneOf(budgetModes);
const Ratio = noted(Type.Number(), { unit: 'ratio' });

/** The account of an object, with the currency of its amounts and the time zone of its hours. */
export const AccountRef = Exact({
  ...Ref.properties,
  currency: noted(Currency, { zh: '金额的币种。', en: 'Of its amounts.' }),
  timezone_name: noted(Type.String(), { zh: 'IANA 时区名。', en: 'IANA name.' }),
});

/** Fields of campaigns, ad groups and ads, without their figures. */
const common = {
  id: Id,
  version: Version,
  name: Type.String(),
  biz: Biz,
  channel: Channel,
  account: AccountRef,
  content: noted(Nullable(Ref), {
    zh: '剧目或商品；同步发现的可能没有。',
    en: 'Drama or product; what was found on the platform may have none.',
  }),
  target_roi: noted(Nullable(Ratio), {
    zh: '首日 ROI 目标：剧目自己的，电商为 1.5；没有内容则为空。',
    en: 'D0 ROI it should reach: that of its drama, 1.5 in e-commerce; null without content.',
  }),
  owner: noted(Nullable(Ref), {
    zh: '负责人；无主则为空，只有管理员看得到。',
    en: 'Null where nobody owns it, which administrators alone see.',
  }),
  status: EntityStatus,
  effective_status: EffectiveStatus,
  status_cause: noted(Nullable(Type.String()), {
    zh: '实际状态的原因，用请求的语言：审核意见、账户状态、问题；没有可说的则为空。',
    en: 'Why, in the language of the request: what the review said, the state of the account, its issue; null where there is nothing to say.',
  }),
  scheme: noted(
    Nullable(
      Exact({
        ...Ref.properties,
        version: noted(Type.Integer({ minimum: 1 }), { zh: '发布时方案内容的版本。', en: 'The version of its body that was published.' }),
      }),
    ),
    { zh: '发布它的方案及版本。', en: 'The scheme it was published from, in which version.' },
  ),
  source: EntitySource,
  closed_by: noted(Nullable(OneOf(closers)), {
    zh: '关闭者的种类；开启着则为空。',
    en: 'What kind of actor closed it; null while it is open.',
  }),
  closed_at: Nullable(Instant),
  closer: noted(Nullable(Type.String()), { zh: '最近一次关闭者的名称。', en: 'Name of who closed it last.' }),
  issue: noted(Nullable(Type.String()), {
    zh: '问题的代号或平台的说明，如 EMPTY 没有广告。',
    en: 'Its issue: a mark such as EMPTY, which has no ads, or words of the platform.',
  }),
  sync_state: noted(OneOf(['synced', 'pushing', 'push_failed', 'missing'] as const), {
    zh: '与平台的一致性。',
    en: 'How it stands with the platform.',
  }),
  locked_by_batch: noted(Nullable(Id), { zh: '正在处理它的批次。', en: 'The batch that works on it.' }),
  rule_shield_until: noted(Nullable(Instant), {
    zh: '此前托管规则不动它，因为人刚改过。',
    en: 'Until then rules keep off, because a person changed it.',
  }),
  created_at: Instant,
  updated_at: Instant,
  can: noted(Type.Array(EntityPermit), {
    zh: '提问者现在可以对它做什么；按钮据此显示。',
    en: 'What the reader may do with it now; buttons follow it.',
  }),
};

const budget = {
  budget_mode: noted(Nullable(BudgetMode), {
    zh: '为空表示预算在另一级：系列的在组，组的在系列。',
    en: 'Null: the budget is on the other level, of campaigns on the groups, of groups on the campaign.',
  }),
  daily_budget: noted(Nullable(Money), { zh: '日预算，账户币种。', en: 'A day, in the currency of the account.' }),
  lifetime_budget: noted(Nullable(Money), { zh: '总预算，账户币种。', en: 'In all, in the currency of the account.' }),
  min_budget: noted(Type.Optional(Money), {
    zh: '平台接受的最低预算，账户币种；随出价策略而不同。',
    en: 'The smallest budget that the platform takes, in the currency of the account; it depends on the bid strategy.',
  }),
  spent_pct: noted(Nullable(Ratio), {
    zh: '已用预算的比例：日预算看账户今日，总预算看全部。没有预算则为空。',
    en: 'Share of the budget that is gone: of a daily one on the account’s own day, of a lifetime one in all. Null without a budget.',
  }),
};

const campaign = {
  ...common,
  ...budget,
  platform_campaign_id: Nullable(PlatformId),
  note: noted(Type.Optional(Nullable(Type.String())), {
    zh: '员工写的备注；没有则为空。',
    en: 'What staff wrote about it; null without a note.',
  }),
  objective: Type.String(),
  bid_strategy: Type.String(),
  start_at: Nullable(Instant),
  stop_at: Nullable(Instant),
  groups: noted(Count, { zh: '未删除的广告组数。', en: 'Its ad sets that are not deleted.' }),
  ads: noted(Count, { zh: '未删除的广告数。', en: 'Its ads that are not deleted.' }),
};

const group = {
  ...common,
  ...budget,
  campaign: Ref,
  platform_adset_id: Nullable(PlatformId),
  objective: Type.String(),
  bid_strategy: noted(Type.String(), { zh: '广告系列的出价策略。', en: 'Bid strategy of its campaign.' }),
  optimization_goal: Type.String(),
  billing_event: Type.String(),
  bid_amount: noted(Nullable(Money), { zh: '竞价上限，账户币种。', en: 'Cap of its bid, in the currency of the account.' }),
  roas_floor_bp: noted(Nullable(Type.Integer()), { zh: '最低 ROAS，万分之一。', en: 'Least ROAS, in ten-thousandths.' }),
  pixel: Nullable(Ref),
  custom_event_type: Nullable(Type.String()),
  attribution: Type.String(),
  countries: noted(Type.Array(Type.String()), {
    zh: 'ISO 3166 两位代码；第一个用于统计。',
    en: 'ISO 3166 alpha-2; numbers are counted to the first.',
  }),
  targeting: noted(Type.Record(Type.String(), Type.Unknown()), {
    zh: '受众，与方案里的 audience 同形。',
    en: 'Audience, as the scheme has it.',
  }),
  learning_stage: Nullable(OneOf(learningStages)),
  learning_events: noted(Count, { zh: '7 天内的转化数，满 50 学习结束。', en: 'Conversions within 7 days; 50 end the learning.' }),
  start_at: Nullable(Instant),
  end_at: Nullable(Instant),
  ads: noted(Count, { zh: '未删除的广告数。', en: 'Its ads that are not deleted.' }),
};

const ad = {
  ...common,
  campaign: Ref,
  group: Ref,
  platform_ad_id: Nullable(PlatformId),
  objective: Type.String(),
  material: Nullable(Ref),
  post: Nullable(Ref),
  cover_url: noted(Nullable(Type.String()), {
    zh: '素材封面的签名地址，两小时有效。',
    en: 'Signed address of the cover of its creative, good for two hours.',
  }),
  homepage: noted(Nullable(Ref), {
    zh: '同步发现的广告可能用了未导入的主页。',
    en: 'Null where an ad that was found is on a page nobody imported.',
  }),
  landing: noted(Nullable(Ref), { zh: '落地页。', en: 'Where a click leads.' }),
  landing_url: Nullable(Type.String()),
  pixel: Nullable(Ref),
  primary_text: Type.String(),
  headline: Nullable(Type.String()),
  description: noted(Type.Optional(Nullable(Type.String())), {
    zh: '标题下方的描述；帖子的广告没有自己的。',
    en: 'Below the headline; ads of posts have none of their own.',
  }),
  call_to_action: Type.String(),
  review: noted(OneOf(adReviews), { zh: '平台的审核。', en: 'The review of the platform.' }),
  review_feedback: noted(Nullable(Type.Record(Type.String(), Type.String())), {
    zh: '违反的政策及说明；认识的用请求的语言，其余为平台原文。',
    en: 'What it breaks: text by policy, in the language of the request where it is known, else as the platform said it.',
  }),
  appeal: noted(Nullable(OneOf(adAppeals)), {
    zh: '对拒绝的申诉：pending 等待平台决定，granted 通过，denied 驳回；没有申诉过则为空。',
    en: 'The appeal against the rejection: pending, granted or denied; null without one.',
  }),
};

/** Rows without figures, used by `/ad-data/query` and the details. */
export const CampaignBase = Exact(campaign);
export const GroupBase = Exact(group);
export const AdBase = Exact(ad);
export type CampaignBase = Static<typeof CampaignBase>;
export type GroupBase = Static<typeof GroupBase>;
export type AdBase = Static<typeof AdBase>;
/** Fields of a row of any level. */
export const EntityBase = Exact(common);
export type EntityBase = Static<typeof EntityBase>;

/** The filters of the lists of all three levels, and of the `selection` of their bulk calls. */
export const launchFilters = {
  ...filterSchemas(launchVocabulary),
  metric_range: MetricRanges(adMetrics),
  date_mode: reportDays.date_mode,
};

/** Its figures on the requested days, money in US cents. */
export const figures = {
  m: numbers.m,
  mature: numbers.mature,
  running: numbers.running,
  spent: noted(Type.Optional(numbers.m), {
    zh: '消耗类金额，账户币种的最小单位；合计里只在全部属于一个账户时有。',
    en: 'Money that was spent, in the smallest unit of the account’s currency; of totals only where all is of one account.',
  }),
};

export const CampaignRow = Exact({ ...campaign, ...figures });
export const GroupRow = Exact({ ...group, ...figures });
export const AdRow = Exact({ ...ad, ...figures });
export type CampaignRow = Static<typeof CampaignRow>;
export type GroupRow = Static<typeof GroupRow>;
export type AdRow = Static<typeof AdRow>;

/** The list request of one level, sorted by a field or any metric, nulls last in both directions. */
export const LaunchListRequest = <const F extends string[]>(sortable: readonly [...F]) =>
  ListRequest([...sortable, ...adMetrics], launchFilters);

/** A page of the list, with the figures of the whole filtered set. */
export const LaunchListAnswer = <S extends TSchema>(row: S) =>
  Exact({
    ...ListAnswer(row).properties,
    totals: noted(
      Exact({
        ...figures,
        deleted: noted(Type.Optional(Exact(figures)), {
          zh: '符合条件、但已删除或已转给他人、因此不在列表中的对象在这些日期里的指标（转出的只算转出前的日子），不含在合计里；与合计相加即为报表和首页的数字。没有时不带；筛选已删除状态时，已删除的在列表里，不再计入。',
          en: 'Of objects that match but were deleted, or transferred to somebody whose objects the reader does not see, and so are not listed; of those transferred, the days before. Not part of the totals; both together are what reports and the home page show. Absent where there is nothing of the kind; deleted ones that are asked for are among the rows and not counted here.',
        }),
      }),
      {
        zh: '全部符合条件的对象合在一起，由数据重新算出。',
        en: 'Of everything that matches, made anew from the facts.',
      },
    ),
    ...freshness,
  });
