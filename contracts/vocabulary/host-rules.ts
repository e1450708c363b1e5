import { entityLevels, entityLevelWords } from './launches.ts';
import {
  choiceFilter,
  columnKeys,
  firstDayFilter,
  flagFilter,
  keywordFilter,
  lastDayFilter,
  referenceFilter,
  referencesFilter,
  severalFilter,
  type Words,
  type WordsOf,
} from './vocabulary.ts';

/** Metrics that conditions may use. */
export const ruleMetrics = [
  'spend',
  'impressions',
  'ctr_link',
  'cpm',
  'new_users',
  'cpi',
  'first_payers',
  'cost_per_payer',
  'roi',
  'roi_d0',
  'roi_h24',
  'plat_purchases',
  'plat_cpa',
] as const;
export type RuleMetric = (typeof ruleMetrics)[number];

export const ruleWindows = ['today', 'last_3h', 'yesterday', 'last_3d', 'last_7d', 'lifetime'] as const;
export type RuleWindow = (typeof ruleWindows)[number];
export const ruleWindowWords: WordsOf<RuleWindow> = {
  today: { zh: '今天', en: 'today' },
  last_3h: { zh: '最近 3 个整点小时', en: 'last 3 full hours' },
  yesterday: { zh: '昨天', en: 'yesterday' },
  last_3d: { zh: '近 3 天', en: 'last 3 days' },
  last_7d: { zh: '近 7 天', en: 'last 7 days' },
  lifetime: { zh: '累计', en: 'lifetime' },
};
export const ruleWindowNote: Words = {
  zh: '按账户时区。近 N 天含今天；最近 3 小时只计已结束的整点小时。',
  en: 'In the time zone of the account. The last days include the current one; the last 3 hours are complete hours.',
};

export const ruleOperators = ['gt', 'gte', 'lt', 'lte', 'between'] as const;
export type RuleOperator = (typeof ruleOperators)[number];
export const ruleOperatorWords: WordsOf<RuleOperator> = {
  gt: { zh: '大于', en: '>' },
  gte: { zh: '大于等于', en: '≥' },
  lt: { zh: '小于', en: '<' },
  lte: { zh: '小于等于', en: '≤' },
  between: { zh: '介于', en: 'between' },
};

/** What of a metric is compared with the value of a condition. */
export const ruleComparisons = ['value', 'change', 'rank'] as const;
export type RuleComparison = (typeof ruleComparisons)[number];
export const ruleComparisonWords: WordsOf<RuleComparison> = {
  value: { zh: '数值', en: 'Value' },
  change: { zh: '变化', en: 'Change' },
  rank: { zh: '同级排名', en: 'Rank among siblings' },
};
export const ruleComparisonNote: Words = {
  zh: 'value 指标的值（默认）；change 与另一时段相比的变化，小数，0.3 即上升 30%；rank 在同级对象中的名次，1 为最高。',
  en: 'value: the metric itself, when absent; change: against another period as a decimal, 0.3 for 30 % more; rank: its place among its siblings, 1 for the first.',
};

export const ruleBaselines = ['previous', 'week_ago'] as const;
export type RuleBaseline = (typeof ruleBaselines)[number];
export const ruleBaselineWords: WordsOf<RuleBaseline> = {
  previous: { zh: '上一时段', en: 'the period before' },
  week_ago: { zh: '上周同期', en: 'the same time a week before' },
};

export const ruleRankOrders = ['highest', 'lowest'] as const;
export type RuleRankOrder = (typeof ruleRankOrders)[number];
export const ruleRankOrderWords: WordsOf<RuleRankOrder> = {
  highest: { zh: '从高到低', en: 'highest first' },
  lowest: { zh: '从低到高', en: 'lowest first' },
};

export const ruleJoins = ['and', 'or'] as const;
export type RuleJoin = (typeof ruleJoins)[number];
export const ruleJoinWords: WordsOf<RuleJoin> = { and: { zh: '全部满足', en: 'All of' }, or: { zh: '任一满足', en: 'Any of' } };

export const ruleActions = ['pause', 'start', 'budget_inc', 'budget_dec', 'budget_set', 'bid_inc', 'bid_dec', 'notify'] as const;
export type RuleAction = (typeof ruleActions)[number];
export const ruleActionWords: WordsOf<RuleAction> = {
  pause: { zh: '关闭', en: 'Turn off' },
  start: { zh: '复开', en: 'Turn on again' },
  budget_inc: { zh: '提高预算', en: 'Raise budget' },
  budget_dec: { zh: '降低预算', en: 'Lower budget' },
  budget_set: { zh: '设置预算', en: 'Set budget' },
  bid_inc: { zh: '提高出价', en: 'Raise bid' },
  bid_dec: { zh: '降低出价', en: 'Lower bid' },
  notify: { zh: '仅提醒', en: 'Notify only' },
};
export const ruleActionNote: Words = {
  zh: 'start 只复开由规则关闭的对象；notify 只提醒。',
  en: 'start turns on only what a rule turned off; notify changes nothing.',
};

export const rulePaces = ['half_hour', 'hour', 'day'] as const;
export type RulePace = (typeof rulePaces)[number];
export const rulePaceWords: WordsOf<RulePace> = {
  half_hour: { zh: '每半小时', en: 'Every half hour' },
  hour: { zh: '每小时', en: 'Every hour' },
  day: { zh: '每天', en: 'Every day' },
};

export const ruleStatuses = ['enabled', 'disabled'] as const;
export type RuleStatus = (typeof ruleStatuses)[number];
export const ruleStatusWords: WordsOf<RuleStatus> = { enabled: { zh: '启用', en: 'On' }, disabled: { zh: '停用', en: 'Off' } };

export const ruleRunStatuses = ['ok', 'partial', 'failed', 'no_data'] as const;
export type RuleRunStatus = (typeof ruleRunStatuses)[number];
export const ruleRunStatusWords: WordsOf<RuleRunStatus> = {
  ok: { zh: '正常', en: 'OK' },
  partial: { zh: '部分失败', en: 'Partly failed' },
  failed: { zh: '失败', en: 'Failed' },
  no_data: { zh: '数据过期', en: 'Stale data' },
};

export const hitResults = ['acting', 'done', 'suggested', 'rejected', 'expired', 'dry_run', 'skipped', 'failed'] as const;
export type HitResult = (typeof hitResults)[number];
export const hitResultWords: WordsOf<HitResult> = {
  acting: { zh: '执行中', en: 'In progress' },
  done: { zh: '已执行', en: 'Done' },
  suggested: { zh: '待确认', en: 'Awaiting decision' },
  rejected: { zh: '已拒绝', en: 'Rejected' },
  expired: { zh: '已过期', en: 'Expired' },
  dry_run: { zh: '试运行', en: 'Dry run' },
  skipped: { zh: '已跳过', en: 'Skipped' },
  failed: { zh: '失败', en: 'Failed' },
};

export const hitSkipReasons = ['cooldown', 'daily_max', 'human_override', 'data_stale', 'lower_priority', 'limit', 'locked'] as const;
export type HitSkipReason = (typeof hitSkipReasons)[number];
export const hitSkipReasonWords: WordsOf<HitSkipReason> = {
  cooldown: { zh: '冷却中', en: 'Cooling down' },
  daily_max: { zh: '已达每日上限', en: 'Daily maximum reached' },
  human_override: { zh: '人工改动后 6 小时内', en: 'Changed by a person within 6 hours' },
  data_stale: { zh: '数据过期', en: 'Stale data' },
  lower_priority: { zh: '让位于优先级更高的规则', en: 'A rule of higher priority acted' },
  limit: { zh: '已到边界值', en: 'At the bound' },
  locked: { zh: '正被其他批次处理', en: 'Busy in another batch' },
};

export const ruleColumnWords = {
  name: { zh: '规则', en: 'Rule' },
  level: { zh: '层级', en: 'Level' },
  summary: { zh: '条件 → 动作', en: 'Condition → action' },
  targets: { zh: '托管账户', en: 'Managed accounts' },
  schedule: { zh: '频率', en: 'Schedule' },
  priority: { zh: '优先级', en: 'Priority' },
  dry_run: { zh: '试运行', en: 'Dry run' },
  status: { zh: '状态', en: 'Status' },
  hits_24h: { zh: '24 小时命中', en: 'Hits in 24 h' },
  last_run: { zh: '最近运行', en: 'Last run' },
  owner: { zh: '负责人', en: 'Owner' },
} satisfies Record<string, Words>;

export const ruleSortable = ['name', 'priority', 'hits_24h', 'last_run'] as const;

export const ruleFilters = {
  keyword: keywordFilter({ zh: '规则名称', en: 'Rule name' }),
  level: choiceFilter(ruleColumnWords.level, { values: entityLevels, words: entityLevelWords }),
  action: severalFilter({ zh: '动作', en: 'Action' }, { values: ruleActions, words: ruleActionWords, note: ruleActionNote }),
  status: choiceFilter(ruleColumnWords.status, { values: ruleStatuses, words: ruleStatusWords }),
  dry_run: flagFilter(ruleColumnWords.dry_run, { yes: { zh: '试运行', en: 'Dry run' }, no: { zh: '正式', en: 'Live' } }),
  host_account_id: referencesFilter({ zh: '托管账户', en: 'Managed account' }),
};

export const hitColumnWords = {
  at: { zh: '时间', en: 'Time' },
  rule: { zh: '规则', en: 'Rule' },
  account: { zh: '账户', en: 'Account' },
  object: { zh: '对象', en: 'Object' },
  level: { zh: '层级', en: 'Level' },
  metrics: { zh: '指标', en: 'Figures' },
  action: { zh: '动作', en: 'Action' },
  change: { zh: '变更', en: 'Change' },
  result: { zh: '结果', en: 'Result' },
  skip_reason: { zh: '跳过原因', en: 'Skipped because' },
  decided_by: { zh: '决定人', en: 'Decided by' },
  undone_at: { zh: '撤销时间', en: 'Undone' },
} satisfies Record<string, Words>;
export const hitExportColumns = columnKeys(hitColumnWords);

const hitPeriod: Words = { zh: '日期', en: 'Date' };
export const hitFilters = {
  keyword: keywordFilter({ zh: '对象名称', en: 'Object name' }),
  rule_id: referenceFilter(hitColumnWords.rule),
  host_account_id: referencesFilter({ zh: '托管账户', en: 'Managed account' }),
  action: severalFilter(hitColumnWords.action, { values: ruleActions, words: ruleActionWords }),
  result: severalFilter(hitColumnWords.result, { values: hitResults, words: hitResultWords }),
  date_from: firstDayFilter(hitPeriod, { lastDay: 'date_to' }),
  date_to: lastDayFilter(hitPeriod),
};

/** Columns of the file with a rehearsal. */
export const rehearsalColumnWords = {
  object: hitColumnWords.object,
  account: hitColumnWords.account,
  level: hitColumnWords.level,
  times: { zh: '次数', en: 'Times' },
  first_at: { zh: '首次', en: 'First' },
  change: hitColumnWords.change,
  saved: { zh: '少花 (USD)', en: 'Money saved (USD)' },
  lost: { zh: '少收 (USD)', en: 'Revenue lost (USD)' },
  net: { zh: '净收益 (USD)', en: 'Net gain (USD)' },
} satisfies Record<string, Words>;
export const rehearsalExportColumns = columnKeys(rehearsalColumnWords);

/** Columns of the ledger, which compares the time after an action with the time before it. */
export const ledgerColumnWords = {
  at: hitColumnWords.at,
  object: hitColumnWords.object,
  account: hitColumnWords.account,
  level: hitColumnWords.level,
  action: hitColumnWords.action,
  change: hitColumnWords.change,
  hours: { zh: '对比小时数', en: 'Hours compared' },
  spend_before: { zh: '之前消耗 (USD)', en: 'Spend before (USD)' },
  spend_after: { zh: '之后消耗 (USD)', en: 'Spend after (USD)' },
  revenue_before: { zh: '之前收入 (USD)', en: 'Revenue before (USD)' },
  revenue_after: { zh: '之后收入 (USD)', en: 'Revenue after (USD)' },
  gain: { zh: '毛利变化 (USD)', en: 'Profit change (USD)' },
  undone_at: hitColumnWords.undone_at,
} satisfies Record<string, Words>;
export const ledgerExportColumns = columnKeys(ledgerColumnWords);

export const ruleExportKinds = ['hits', 'rehearsal', 'ledger'] as const;

/** The guards that leave objects out. */
export const ruleGuardObstacles = ['spend', 'age', 'name', 'learning'] as const;
export type RuleGuardObstacle = (typeof ruleGuardObstacles)[number];
export const ruleGuardObstacleWords: WordsOf<RuleGuardObstacle> = {
  spend: { zh: '累计消耗不足', en: 'Too little spend' },
  age: { zh: '投放时间不足', en: 'Too young' },
  name: { zh: '名称不符', en: 'Name does not match' },
  learning: { zh: '学习期内', en: 'In its learning phase' },
};

/** What a rehearsal cannot know of the past. */
export const rehearsalGaps = ['hours', 'learning', 'objects', 'estimates'] as const;
export type RehearsalGap = (typeof rehearsalGaps)[number];
export const rehearsalGapWords: WordsOf<RehearsalGap> = {
  hours: {
    zh: '部分小时没有留下当时的数据，只用到当时已结束的小时，其数值含平台后来的修正。',
    en: 'Some hours were not recorded as they were known then. Only hours that had ended by then were used, with later corrections of the platform in them.',
  },
  learning: {
    zh: '当时是否在学习期无从得知，按现在的状态。',
    en: 'Whether an object was in its learning phase then is not known; its state of now was used.',
  },
  objects: { zh: '已删除或归档的对象不在演练中。', en: 'Objects that were deleted or archived since are not part of it.' },
  estimates: {
    zh: '预算变动的结果按同比例估计；出价与复开的结果无法估计。',
    en: 'The outcome of budget changes is estimated in proportion; that of bids and of turning on cannot be estimated.',
  },
};
