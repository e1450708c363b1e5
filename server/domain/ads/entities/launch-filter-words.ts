import type { Kysely } from 'kysely';
import type { QuickView } from '#contracts/endpoints/ad-filters.ts';
import type { Database } from '#server/database/schema.ts';
import { describeMetricRanges } from '../../insights/index.ts';
import { type FilterInWords, line, type Words } from '../../spreadsheet/index.ts';
import type { Caller } from '../../work-context.ts';
import { adFiltersInWords } from '../ad-filter-words.ts';
import { actorWords } from '../events/event-words.ts';
import type { LaunchFilter } from './launch-conditions.ts';

const views: Readonly<Record<QuickView, Words>> = {
  running: { zh: '投放中', en: 'Delivering' },
  spending: { zh: '今日有消耗', en: 'Spent today' },
  losing: { zh: '今日亏损', en: 'Losing today' },
  disapproved: { zh: '审核拒绝', en: 'Rejected' },
  budget_low: { zh: '预算将尽', en: 'Budget nearly used up' },
  learning: { zh: '学习中', en: 'Learning' },
  unowned: { zh: '无主', en: 'Unassigned' },
};
const budgetLevels = { campaign: { zh: '系列预算', en: 'On the campaign' }, ad_group: { zh: '组预算', en: 'On the ad group' } } as const;
const budgetModes = { daily: { zh: '日预算', en: 'Daily' }, lifetime: { zh: '总预算', en: 'Lifetime' } } as const;
const learning = {
  LEARNING: { zh: '学习中', en: 'Learning' },
  SUCCESS: { zh: '学习完成', en: 'Learned' },
  FAIL: { zh: '学习受限', en: 'Learning limited' },
} as const;

/** What a list was narrowed to, for the notes of its file. */
export async function launchFiltersInWords(db: Kysely<Database>, caller: Caller, filter: LaunchFilter): Promise<FilterInWords[]> {
  const { date_from, date_to, date_mode } = filter;
  const isDated = date_mode === undefined && date_from !== undefined && date_to !== undefined;
  const dates = isDated ? { date_from, date_to } : { date_from: '', date_to: '', date_mode: 'account_today' as const };
  return [
    ...(await adFiltersInWords(db, caller, { ...dates, filters: filter })),
    ...line('快捷视图', 'Quick view', filter.view && views[filter.view]),
    ...line('批次', 'Batch', filter.batch_id === undefined ? undefined : String(filter.batch_id)),
    ...line('对象', 'Objects', filter.ids?.join(', ')),
    ...line('创建起始', 'Created from', filter.created_from),
    ...line('创建截止', 'Created until', filter.created_to),
    ...line('预算层级', 'Level of the budget', filter.budget_level && budgetLevels[filter.budget_level]),
    ...line('预算类型', 'Kind of budget', filter.budget_mode && budgetModes[filter.budget_mode]),
    ...line('学习阶段', 'Learning', filter.learning_stage && learning[filter.learning_stage]),
    ...line('关闭者', 'Closed by', filter.closed_by && actorWords[filter.closed_by]),
    ...describeMetricRanges(filter.metric_range),
  ];
}
