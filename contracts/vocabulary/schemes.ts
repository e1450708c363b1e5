import { bizLines, bizNote, bizWords } from './business-lines.ts';
import { channelNote, channels, channelWords } from './channels.ts';
import { choiceFilter, columnKeys, keywordFilter, referenceFilter, type Words, type WordsOf } from './vocabulary.ts';

export const schemeStatuses = ['draft', 'enabled', 'disabled'] as const;
export type SchemeStatusName = (typeof schemeStatuses)[number];
export const schemeStatusWords: WordsOf<SchemeStatusName> = {
  draft: { zh: '草稿', en: 'Draft' },
  enabled: { zh: '已启用', en: 'Enabled' },
  disabled: { zh: '已停用', en: 'Disabled' },
};
/** The API description of the status. */
export const schemeStatusNote: Words = {
  zh: '只有 enabled 可以发布；draft 启用后不再回到草稿。',
  en: 'Only what is enabled can be published; what was enabled is never a draft again.',
};

export const schemeVisibilities = ['private', 'dept'] as const;
export type SchemeVisibilityName = (typeof schemeVisibilities)[number];
export const schemeVisibilityWords: WordsOf<SchemeVisibilityName> = {
  private: { zh: '私有', en: 'Private' },
  dept: { zh: '部门', en: 'Department' },
};
/** The API description of the visibility. */
export const schemeVisibilityNote: Words = {
  zh: 'private 只有所有者及其上级；dept 所有者部门及其下级部门的人也能看到和发布。',
  en: 'private: the owner and those above. dept: everybody in the department of the owner and below may see and publish it, too.',
};

/** The objectives of campaigns. */
export const objectives = [
  'OUTCOME_SALES',
  'OUTCOME_APP_PROMOTION',
  'OUTCOME_TRAFFIC',
  'OUTCOME_LEADS',
  'OUTCOME_ENGAGEMENT',
  'OUTCOME_AWARENESS',
] as const;
export type Objective = (typeof objectives)[number];
export const objectiveWords: WordsOf<Objective> = {
  OUTCOME_SALES: { zh: '销量', en: 'Sales' },
  OUTCOME_APP_PROMOTION: { zh: '应用推广', en: 'App promotion' },
  OUTCOME_TRAFFIC: { zh: '流量', en: 'Traffic' },
  OUTCOME_LEADS: { zh: '线索', en: 'Leads' },
  OUTCOME_ENGAGEMENT: { zh: '互动', en: 'Engagement' },
  OUTCOME_AWARENESS: { zh: '知名度', en: 'Awareness' },
};

/** Subjects that are regulated: platforms want to know about them and limit the audience of some. */
export const specialAdCategories = [
  'HOUSING',
  'EMPLOYMENT',
  'FINANCIAL_PRODUCTS_SERVICES',
  'ISSUES_ELECTIONS_POLITICS',
  'ONLINE_GAMBLING_AND_GAMING',
] as const;
export type SpecialAdCategory = (typeof specialAdCategories)[number];
export const specialAdCategoryWords: WordsOf<SpecialAdCategory> = {
  HOUSING: { zh: '住房', en: 'Housing' },
  EMPLOYMENT: { zh: '就业', en: 'Employment' },
  FINANCIAL_PRODUCTS_SERVICES: { zh: '金融产品与服务', en: 'Financial products and services' },
  ISSUES_ELECTIONS_POLITICS: { zh: '社会议题、选举或政治', en: 'Social issues, elections or politics' },
  ONLINE_GAMBLING_AND_GAMING: { zh: '网络博彩与游戏', en: 'Online gambling and gaming' },
};

/** The goals of ad groups. */
export const optimizationGoals = [
  'OFFSITE_CONVERSIONS',
  'VALUE',
  'LANDING_PAGE_VIEWS',
  'LINK_CLICKS',
  'APP_INSTALLS',
  'THRUPLAY',
  'REACH',
  'IMPRESSIONS',
] as const;
export type OptimizationGoal = (typeof optimizationGoals)[number];
export const optimizationGoalWords: WordsOf<OptimizationGoal> = {
  OFFSITE_CONVERSIONS: { zh: '网站转化', en: 'Conversions' },
  VALUE: { zh: '价值', en: 'Value' },
  LANDING_PAGE_VIEWS: { zh: '落地页浏览', en: 'Landing page views' },
  LINK_CLICKS: { zh: '链接点击', en: 'Link clicks' },
  APP_INSTALLS: { zh: '应用安装', en: 'App installs' },
  THRUPLAY: { zh: '完整播放', en: 'ThruPlay' },
  REACH: { zh: '触达人数', en: 'Reach' },
  IMPRESSIONS: { zh: '展示', en: 'Impressions' },
};

/** The level that has the budgets. */
export const budgetLevels = ['campaign', 'ad_group'] as const;
export type BudgetLevel = (typeof budgetLevels)[number];
export const budgetLevelWords: WordsOf<BudgetLevel> = {
  campaign: { zh: '广告系列 (CBO)', en: 'Campaign (CBO)' },
  ad_group: { zh: '广告组 (ABO)', en: 'Ad set (ABO)' },
};

export const budgetModes = ['daily', 'lifetime'] as const;
export type BudgetMode = (typeof budgetModes)[number];
export const budgetModeWords: WordsOf<BudgetMode> = {
  daily: { zh: '日预算', en: 'Daily budget' },
  lifetime: { zh: '总预算', en: 'Lifetime budget' },
};

export const bidStrategies = ['LOWEST_COST_WITHOUT_CAP', 'LOWEST_COST_WITH_BID_CAP', 'COST_CAP', 'LOWEST_COST_WITH_MIN_ROAS'] as const;
export type BidStrategy = (typeof bidStrategies)[number];
export const bidStrategyWords: WordsOf<BidStrategy> = {
  LOWEST_COST_WITHOUT_CAP: { zh: '最低成本', en: 'Lowest cost' },
  LOWEST_COST_WITH_BID_CAP: { zh: '竞价上限', en: 'Bid cap' },
  COST_CAP: { zh: '成本上限', en: 'Cost cap' },
  LOWEST_COST_WITH_MIN_ROAS: { zh: '最低 ROAS', en: 'Minimum ROAS' },
};

/** What the ads of a scheme are made of. */
export const creativeSources = ['material', 'post'] as const;
export type CreativeSource = (typeof creativeSources)[number];
export const creativeSourceWords: WordsOf<CreativeSource> = {
  material: { zh: '素材', en: 'Creative library' },
  post: { zh: '帖子', en: 'Posts' },
};
/** The API description of the source. */
export const creativeSourceNote: Words = {
  zh: 'material 用素材做创意，post 用现成的帖子。',
  en: 'material: ads are made of creatives. post: they are posts that exist.',
};

export const schemeSortable = ['name', 'publish_count', 'last_published_at', 'roi_d0_30d', 'created_at', 'updated_at'] as const;

export const schemeColumnWords = {
  name: { zh: '名称', en: 'Name' },
  biz: { zh: '业务线', en: 'Business line' },
  channel: { zh: '渠道', en: 'Channel' },
  objective: { zh: '营销目标', en: 'Objective' },
  source: { zh: '创意来源', en: 'Creative source' },
  structure: { zh: '结构', en: 'Structure' },
  budget: { zh: '预算 (USD)', en: 'Budget (USD)' },
  bid: { zh: '出价', en: 'Bid' },
  countries: { zh: '国家', en: 'Countries' },
  version: { zh: '版本', en: 'Version' },
  status: { zh: '状态', en: 'Status' },
  visibility: { zh: '可见范围', en: 'Visibility' },
  owner: { zh: '所有者', en: 'Owner' },
  publish_count: { zh: '发布次数', en: 'Publishes' },
  last_published_at: { zh: '最近发布', en: 'Last published' },
  roi_d0_30d: { zh: '近 30 天 D0 ROI', en: 'D0 ROI, 30 days' },
  remark: { zh: '备注', en: 'Remark' },
  created_at: { zh: '创建时间', en: 'Created' },
} satisfies Record<string, Words>;
export const schemeExportColumns = columnKeys(schemeColumnWords);

export const schemeFilters = {
  keyword: keywordFilter({ zh: '名称或备注', en: 'Name or remark' }, { zh: '名称或备注的一部分。', en: 'Part of the name or the remark.' }),
  biz: choiceFilter(schemeColumnWords.biz, { values: bizLines, words: bizWords, note: bizNote }),
  channel: choiceFilter(schemeColumnWords.channel, { values: channels, words: channelWords, note: channelNote }),
  status: choiceFilter(schemeColumnWords.status, { values: schemeStatuses, words: schemeStatusWords, note: schemeStatusNote }),
  owner_user_id: referenceFilter(schemeColumnWords.owner),
  visibility: choiceFilter(schemeColumnWords.visibility, {
    values: schemeVisibilities,
    words: schemeVisibilityWords,
    note: schemeVisibilityNote,
  }),
  objective: choiceFilter(schemeColumnWords.objective, { values: objectives, words: objectiveWords }),
  source: choiceFilter(schemeColumnWords.source, { values: creativeSources, words: creativeSourceWords, note: creativeSourceNote }),
};

/** Kinds of audiences that ad accounts have. */
export const audienceKindWords: WordsOf<'custom' | 'lookalike'> = {
  custom: { zh: '自定义受众', en: 'custom' },
  lookalike: { zh: '类似受众', en: 'lookalike' },
};
