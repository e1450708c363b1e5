import { bizLines, bizNote, bizWords } from './business-lines.ts';
import { channelNote, channels, channelWords } from './channels.ts';
import { actorWords, closers } from './launch-events.ts';
import {
  type EntityLevel,
  effectiveStatuses,
  effectiveStatusNote,
  effectiveStatusWords,
  entityLevelWords,
  entitySourceNote,
  entitySources,
  entitySourceWords,
  learningStages,
  learningStageWords,
  quickViews,
  quickViewWords,
} from './launches.ts';
import { budgetLevels, budgetLevelWords, budgetModes, budgetModeWords, objectives, objectiveWords } from './schemes.ts';
import {
  choiceFilter,
  codesFilter,
  firstDayFilter,
  keywordFilter,
  lastDayFilter,
  markFilter,
  referenceFilter,
  referencesFilter,
  severalFilter,
  type Words,
} from './vocabulary.ts';

/** The labels of the fields of campaigns, ad groups and ads, without their metrics. */
export const launchColumnWords = {
  name: { zh: '名称', en: 'Name' },
  platform_id: { zh: '平台编号', en: 'Platform ID' },
  biz: { zh: '业务线', en: 'Business line' },
  channel: { zh: '渠道', en: 'Channel' },
  account: { zh: '账户', en: 'Account' },
  currency: { zh: '币种', en: 'Currency' },
  content: { zh: '剧目/商品', en: 'Drama or product' },
  owner: { zh: '负责人', en: 'Owner' },
  status: { zh: '开关', en: 'On/off' },
  effective_status: { zh: '状态', en: 'Status' },
  status_cause: { zh: '状态原因', en: 'Status reason' },
  objective: { zh: '营销目标', en: 'Objective' },
  scheme: { zh: '方案', en: 'Scheme' },
  source: { zh: '来源', en: 'Source' },
  closed_by: { zh: '关闭者', en: 'Turned off by' },
  closed_at: { zh: '关闭时间', en: 'Turned off' },
  issue: { zh: '问题', en: 'Issue' },
  created_at: { zh: '创建时间', en: 'Created' },
  budget_mode: { zh: '预算类型', en: 'Budget type' },
  budget: { zh: '预算（账户币种）', en: 'Budget (account currency)' },
  spent_pct: { zh: '已用预算', en: 'Budget used' },
  bid_strategy: { zh: '出价策略', en: 'Bid strategy' },
  start_at: { zh: '开始时间', en: 'Starts' },
  stop_at: { zh: '结束时间', en: 'Ends' },
  end_at: { zh: '结束时间', en: 'Ends' },
  groups: { zh: '组数', en: 'Ad sets' },
  ads: { zh: '广告数', en: 'Ads' },
  note: { zh: '备注', en: 'Note' },
  campaign: entityLevelWords.campaign,
  group: entityLevelWords.ad_group,
  countries: { zh: '国家', en: 'Countries' },
  optimization_goal: { zh: '成效目标', en: 'Optimisation goal' },
  bid_amount: { zh: '出价（账户币种）', en: 'Bid (account currency)' },
  learning_stage: { zh: '学习期', en: 'Learning phase' },
  learning_events: { zh: '学习转化数', en: 'Learning conversions' },
  material: { zh: '素材', en: 'Creative' },
  post: { zh: '帖子', en: 'Post' },
  homepage: { zh: '主页', en: 'Page' },
  landing: { zh: '落地页', en: 'Landing page' },
  pixel: { zh: '像素', en: 'Pixel' },
  primary_text: { zh: '正文', en: 'Primary text' },
  headline: { zh: '标题', en: 'Headline' },
  call_to_action: { zh: '行动号召按钮', en: 'Call to action' },
  review: { zh: '审核意见', en: 'Review' },
} satisfies Record<string, Words>;
export type LaunchColumn = keyof typeof launchColumnWords;

const exportBase = [
  'name',
  'platform_id',
  'biz',
  'channel',
  'account',
  'currency',
  'content',
  'owner',
  'status',
  'effective_status',
  'status_cause',
  'objective',
  'scheme',
  'source',
  'closed_by',
  'closed_at',
  'issue',
  'created_at',
] as const;
const exportBudget = ['budget_mode', 'budget', 'spent_pct', 'bid_strategy', 'start_at'] as const;
/** The columns of files at each level, in addition to the metrics. */
export const launchExportColumns: Readonly<Record<EntityLevel, readonly LaunchColumn[]>> = {
  campaign: [...exportBase, ...exportBudget, 'stop_at', 'groups', 'ads', 'note'],
  ad_group: [
    ...exportBase,
    ...exportBudget,
    'end_at',
    'campaign',
    'countries',
    'pixel',
    'optimization_goal',
    'bid_amount',
    'learning_stage',
    'learning_events',
    'ads',
  ],
  ad: [
    ...exportBase,
    'campaign',
    'group',
    'material',
    'post',
    'homepage',
    'landing',
    'pixel',
    'primary_text',
    'headline',
    'call_to_action',
    'review',
  ],
};

const sortBase = ['name', 'effective_status', 'account', 'content', 'owner', 'created_at'] as const;
export const launchSortable = {
  campaign: [...sortBase, 'budget', 'spent_pct', 'start_at', 'stop_at'],
  ad_group: [...sortBase, 'budget', 'spent_pct', 'bid_amount', 'learning_events', 'start_at', 'end_at'],
  ad: sortBase,
} as const satisfies Record<EntityLevel, readonly LaunchColumn[]>;

const drama: Words = { zh: '剧目', en: 'Drama' };
const product: Words = { zh: '商品', en: 'Product' };

/**
 * Filters of everything about ads. Values of one filter are alternatives; several filters narrow together. Objects that the caller may not
 * see never match.
 */
export const adFilters = {
  keyword: keywordFilter(
    { zh: '名称、备注或平台编号', en: 'Name, note or platform ID' },
    {
      zh: '名称的一部分，不区分大小写；或广告系列备注的一部分；或平台给的完整编号。',
      en: 'Part of the name, whatever the case, or of the note on the campaign; or the whole number the platform gave.',
    },
  ),
  effective_status: severalFilter(launchColumnWords.effective_status, {
    values: effectiveStatuses,
    words: effectiveStatusWords,
    note: effectiveStatusNote,
  }),
  ad_account_id: referencesFilter(launchColumnWords.account),
  user_id: referencesFilter(launchColumnWords.owner, { note: { zh: '负责人。', en: 'Its owners.' } }),
  department_id: referenceFilter(
    { zh: '部门', en: 'Department' },
    {
      zh: '负责人现在所在的部门，含下级。人员调动时历史随人走。',
      en: 'The department its owner is in now, with those below. A person who moves takes the history along.',
    },
  ),
  drama_id: referencesFilter(drama),
  product_id: referencesFilter(product),
  biz: choiceFilter(launchColumnWords.biz, { values: bizLines, words: bizWords, note: bizNote }),
  channel: choiceFilter(launchColumnWords.channel, { values: channels, words: channelWords, note: channelNote }),
  objective: choiceFilter(launchColumnWords.objective, {
    values: objectives,
    words: objectiveWords,
    note: { zh: '广告系列的目标。', en: 'Objective of the campaign.' },
  }),
  country: codesFilter(
    { zh: '国家', en: 'Country' },
    { pattern: '^[A-Z]{2}$' },
    {
      dictionary: 'countries',
      note: {
        zh: '列表里是广告组投放的任一国家，报表里是第一个国家（数据计入它）。ISO 3166 两位代码。',
        en: 'In lists any country that the ad set targets; in reports its first one, to which the numbers are counted. ISO 3166 alpha-2.',
      },
    },
  ),
  material_id: referencesFilter(launchColumnWords.material, {
    note: { zh: '用到这些素材的广告，及其组与系列。', en: 'Ads with these creatives, and what they are in.' },
  }),
  scheme_id: referencesFilter(launchColumnWords.scheme),
  landing_page_id: referencesFilter(launchColumnWords.landing, {
    note: { zh: '通向这些落地页的广告，及其组与系列。', en: 'Ads that lead to these pages, and what they are in.' },
  }),
  source: choiceFilter(launchColumnWords.source, { values: entitySources, words: entitySourceWords, note: entitySourceNote }),
  unowned: markFilter(
    { zh: '未分配', en: 'Unassigned' },
    {
      yes: { zh: '是', en: 'Yes' },
      note: { zh: '只要没有负责人的；只有管理员看得到。', en: 'Only what nobody owns; administrators alone see any.' },
    },
  ),
};

/** The filters by campaign or ad group above. */
export const withinFilters = {
  campaign_id: referencesFilter(launchColumnWords.campaign, { note: { zh: '属于这些广告系列的。', en: 'Of these campaigns.' } }),
  ad_group_id: referencesFilter(launchColumnWords.group, {
    note: { zh: '属于这些广告组的；对系列则是包含它们的。', en: 'Of these ad sets; of campaigns, those that hold them.' },
  }),
};

/** Maximum number of objects of a selection. */
const CHOSEN_MOST = 500;

/** The filters of the lists of all three levels, in addition to ranges of metrics. */
export const launchFilters = {
  date_from: firstDayFilter(
    { zh: '数据日期', en: 'Data dates' },
    {
      lastDay: 'date_to',
      note: {
        zh: '指标的日期，含当天，与每个账户自己的日期比较；不带则为账户今日。',
        en: 'Days of the metrics, included, compared with the dates of each account; absent, the current day of each account.',
      },
    },
  ),
  date_to: lastDayFilter(
    { zh: '数据日期', en: 'Data dates' },
    {
      zh: '日期 YYYY-MM-DD，含当天，与每行所属广告账户自己的日期比较。',
      en: 'A calendar date, YYYY-MM-DD, included; each row is compared by the date of its own ad account.',
    },
  ),
  ...adFilters,
  view: choiceFilter(
    { zh: '快捷视图', en: 'View' },
    {
      values: quickViews,
      words: quickViewWords,
      note: {
        zh: 'running 投放中；spending 账户今日有消耗；losing 账户今日消耗超过 20 美元且 D0 ROI 低于目标；disapproved 审核拒绝；budget_low 预算已用超过 90%；learning 学习中；unowned 无主。系列与组在其下有这样的广告时也算（spending、losing、budget_low 看自身）。',
        en: 'running: delivering; spending: spent something on the account’s own day; losing: spent over 20 USD on that day with a D0 ROI below its target; disapproved; budget_low: over 90 % of the budget is gone; learning; unowned. Of disapproved and learning, campaigns and groups count that hold such a one.',
      },
    },
  ),
  ...withinFilters,
  post_id: referencesFilter(launchColumnWords.post, {
    note: { zh: '用到这些帖子的广告，及其组与系列。', en: 'Ads with these posts, and what they are in.' },
  }),
  ids: referencesFilter({ zh: '对象', en: 'Object' }, { max: CHOSEN_MOST, note: { zh: '只要这些对象。', en: 'Only these.' } }),
  created_from: firstDayFilter(launchColumnWords.created_at, {
    lastDay: 'created_to',
    note: { zh: '创建日期，含当天，按读者的时区。', en: 'Created on this day or later, in the timezone of the reader.' },
  }),
  created_to: lastDayFilter(launchColumnWords.created_at, {
    zh: '创建日期，含当天，按读者的时区。',
    en: 'Created on this day or earlier, in the timezone of the reader.',
  }),
  budget_level: choiceFilter(
    { zh: '预算层级', en: 'Budget level' },
    {
      values: budgetLevels,
      words: budgetLevelWords,
      note: {
        zh: '预算在哪一级：系列（CBO）或组（ABO）。',
        en: 'Which level has the budget: the campaign (CBO) or its groups (ABO).',
      },
    },
  ),
  budget_mode: choiceFilter(launchColumnWords.budget_mode, {
    values: budgetModes,
    words: budgetModeWords,
    note: { zh: '预算方式；预算在另一级的看另一级。', en: 'Kind of the budget, whichever level has it.' },
  }),
  learning_stage: choiceFilter(launchColumnWords.learning_stage, {
    values: learningStages,
    words: learningStageWords,
    note: {
      zh: '广告组的学习阶段；系列只要有一个这样的组。',
      en: 'Learning of the ad set; of a campaign, of any of its groups.',
    },
  }),
  closed_by: choiceFilter(launchColumnWords.closed_by, {
    values: closers,
    words: actorWords,
    note: { zh: '现在关闭着，由这一种操作者关闭。', en: 'Closed now, by this kind of actor.' },
  }),
  batch_id: referenceFilter({ zh: '批次', en: 'Batch' }, { zh: '由这个批次发布或复制的。', en: 'Published or copied by this batch.' }),
};
