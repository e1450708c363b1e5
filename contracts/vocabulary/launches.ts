import type { Words, WordsOf } from './vocabulary.ts';

/** The three levels of launched objects, from the highest. */
export const entityLevels = ['campaign', 'ad_group', 'ad'] as const;
export type EntityLevel = (typeof entityLevels)[number];
export const isEntityLevel = (value: string | null): value is EntityLevel => entityLevels.some((level) => level === value);
export const entityLevelWords: WordsOf<EntityLevel> = {
  campaign: { zh: '广告系列', en: 'Campaign' },
  ad_group: { zh: '广告组', en: 'Ad set' },
  ad: { zh: '广告', en: 'Ad' },
};
/** The API description of the level. */
export const entityLevelNote: Words = {
  zh: '层级：campaign 广告系列，ad_group 广告组，ad 广告。',
  en: 'Level: campaign, ad_group or ad.',
};

/** Most characters of a note on a campaign. */
export const NOTE_LENGTH = 200;

/** The status that staff set. */
export const entityStatuses = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED'] as const;
export type EntityStatus = (typeof entityStatuses)[number];
export const entityStatusWords: WordsOf<EntityStatus> = {
  ACTIVE: { zh: '开启', en: 'On' },
  PAUSED: { zh: '关闭', en: 'Off' },
  ARCHIVED: { zh: '已归档', en: 'Archived' },
  DELETED: { zh: '已删除', en: 'Deleted' },
};

/** The API description of the status. */
export const entityStatusNote: Words = { zh: '人设定的状态；DELETED 不可恢复。', en: 'As people set it; DELETED is final.' };

/** The effective status, which depends on the objects above and on the account. The first that applies wins, the most important first. */
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
export type EffectiveStatus = (typeof effectiveStatuses)[number];
/** Statuses in which an object delivers, or will once its wait ends. They include active campaigns that wait for ads. */
export const runningStatuses: readonly EffectiveStatus[] = [
  'ACTIVE',
  'PENDING_REVIEW',
  'IN_PROCESS',
  'SCHEDULED',
  'WITH_ISSUES',
  'ADS_OFF',
];
export const effectiveStatusWords: WordsOf<EffectiveStatus> = {
  ACTIVE: { zh: '投放中', en: 'Delivering' },
  PENDING_REVIEW: { zh: '审核中', en: 'In review' },
  IN_PROCESS: { zh: '处理中', en: 'In process' },
  SCHEDULED: { zh: '待开始', en: 'Scheduled' },
  DISAPPROVED: { zh: '审核拒绝', en: 'Rejected' },
  ACCOUNT_BLOCKED: { zh: '账户异常', en: 'Account blocked' },
  WITH_ISSUES: { zh: '有问题', en: 'With issues' },
  MISSING: { zh: '平台丢失', en: 'Missing' },
  ADS_OFF: { zh: '广告已关闭', en: 'Ads off' },
  CAMPAIGN_PAUSED: { zh: '系列已关闭', en: 'Campaign off' },
  ADSET_PAUSED: { zh: '组已关闭', en: 'Ad set off' },
  PAUSED: { zh: '已关闭', en: 'Off' },
  COMPLETED: { zh: '已结束', en: 'Completed' },
  ARCHIVED: { zh: '已归档', en: 'Archived' },
  DELETED: { zh: '已删除', en: 'Deleted' },
};
/** The API description of the effective status. */
export const effectiveStatusNote: Words = {
  zh: '实际状态：自身状态与上级、账户、审核、时间合在一起的结果。系列与组自身无碍时取其下已开启广告中最好的状态；没有这样的广告时为 ADS_OFF。',
  en: 'What it comes to, with what is above it, its account, its review and its time. A campaign or ad set with nothing in its own way comes to the best that its ads that are on come to; ADS_OFF where it has none.',
};

export const entitySources = ['system', 'platform'] as const;
export type EntitySource = (typeof entitySources)[number];
export const entitySourceWords: WordsOf<EntitySource> = {
  system: { zh: '系统发布', en: 'Published here' },
  platform: { zh: '平台同步', en: 'Synced from the platform' },
};
/** The API description of the source. */
export const entitySourceNote: Words = {
  zh: 'system 由本系统发布；platform 由同步发现。',
  en: 'system was published here; platform was found there.',
};

export const learningStages = ['LEARNING', 'SUCCESS', 'FAIL'] as const;
export type LearningStage = (typeof learningStages)[number];
export const learningStageWords: WordsOf<LearningStage> = {
  LEARNING: { zh: '学习中', en: 'Learning' },
  SUCCESS: { zh: '已完成学习', en: 'Learned' },
  FAIL: { zh: '学习受限', en: 'Learning limited' },
};

export const adReviews = ['pending', 'approved', 'rejected'] as const;
export type AdReview = (typeof adReviews)[number];
export const adReviewWords: WordsOf<AdReview> = {
  pending: { zh: '审核中', en: 'In review' },
  approved: { zh: '已通过', en: 'Approved' },
  rejected: { zh: '未通过', en: 'Rejected' },
};

/** What became of an appeal against a rejection. */
export const adAppeals = ['pending', 'granted', 'denied'] as const;
export type AdAppeal = (typeof adAppeals)[number];
export const adAppealWords: WordsOf<AdAppeal> = {
  pending: { zh: '申诉中', en: 'Appeal pending' },
  granted: { zh: '申诉成功', en: 'Appeal granted' },
  denied: { zh: '申诉被驳回', en: 'Appeal denied' },
};

/** Quick views of objects that need attention. */
export const quickViews = ['running', 'spending', 'losing', 'disapproved', 'budget_low', 'learning', 'unowned'] as const;
export type QuickView = (typeof quickViews)[number];
export const quickViewWords: WordsOf<QuickView> = {
  running: { zh: '投放中', en: 'Delivering' },
  spending: { zh: '今日有消耗', en: 'Spending today' },
  losing: { zh: '今日亏损', en: 'Losing today' },
  disapproved: { zh: '审核拒绝', en: 'Rejected' },
  budget_low: { zh: '预算将尽', en: 'Budget almost spent' },
  learning: { zh: '学习中', en: 'Learning' },
  unowned: { zh: '无主', en: 'Unassigned' },
};
/** The content of a quick view, in one sentence. */
export const quickViewHints: WordsOf<QuickView> = {
  running: {
    zh: '实际正在投放；不含审核中、待开始和有问题的',
    en: 'Delivering now; without those in review, scheduled or with issues',
  },
  spending: { zh: '账户今日有消耗', en: 'Spent something on the account’s day' },
  losing: {
    zh: '账户今日消耗超过 20 美元且首日 ROI 低于目标',
    en: 'Over 20 USD spent on the account’s day, with a D0 ROI below its target',
  },
  disapproved: { zh: '广告被拒绝，或其下有被拒绝的广告', en: 'Rejected, or with a rejected ad below' },
  budget_low: { zh: '预算已用超过 90%', en: 'More than 90% of the budget is spent' },
  learning: { zh: '广告组在学习期', en: 'The ad set is in the learning phase' },
  unowned: { zh: '没有负责人，只有管理员看得到', en: 'No owner; visible to administrators only' },
};

/** The ways to change an amount: `set` replaces it, the others change the present amount by a percentage or an amount. */
export const amountModes = ['set', 'inc_pct', 'dec_pct', 'inc', 'dec'] as const;
export type AmountMode = (typeof amountModes)[number];
export const amountModeWords: WordsOf<AmountMode> = {
  set: { zh: '设为', en: 'Set to' },
  inc_pct: { zh: '增加 %', en: 'Increase by %' },
  dec_pct: { zh: '减少 %', en: 'Decrease by %' },
  inc: { zh: '增加金额', en: 'Increase by amount' },
  dec: { zh: '减少金额', en: 'Decrease by amount' },
};

export const scheduleActions = ['start', 'pause', 'budget'] as const;
export type ScheduleAction = (typeof scheduleActions)[number];
export const scheduleActionWords: WordsOf<ScheduleAction> = {
  start: { zh: '开启', en: 'Turn on' },
  pause: { zh: '关闭', en: 'Turn off' },
  budget: { zh: '改预算', en: 'Change budget' },
};
export const scheduleRepeats = ['none', 'daily'] as const;
export const scheduleRepeatWords: WordsOf<(typeof scheduleRepeats)[number]> = {
  none: { zh: '只执行一次', en: 'Once' },
  daily: { zh: '每天', en: 'Every day' },
};
export const scheduleStatuses = ['waiting', 'done', 'failed', 'canceled'] as const;
export const scheduleStatusWords: WordsOf<(typeof scheduleStatuses)[number]> = {
  waiting: { zh: '等待中', en: 'Waiting' },
  done: { zh: '已执行', en: 'Done' },
  failed: { zh: '失败', en: 'Failed' },
  canceled: { zh: '已取消', en: 'Cancelled' },
};

/** The initial status of copies. */
export const copyStatuses = ['PAUSED', 'ACTIVE', 'INHERIT'] as const;
export const copyStatusWords: WordsOf<(typeof copyStatuses)[number]> = {
  PAUSED: { zh: '关闭', en: 'Off' },
  ACTIVE: { zh: '开启', en: 'On' },
  INHERIT: { zh: '与原对象相同', en: 'Same as original' },
};
