import { actorTypeNote, actorTypes, actorWords, eventWords } from './launch-events.ts';
import { adFilters, launchColumnWords } from './launch-filters.ts';
import { entityLevelNote, entityLevels, entityLevelWords } from './launches.ts';
import {
  choiceFilter,
  firstDayFilter,
  keywordFilter,
  lastDayFilter,
  referenceFilter,
  referencesFilter,
  severalFilter,
  textFilter,
  type Words,
} from './vocabulary.ts';

/** The labels of the fields of both logs. */
export const logColumnWords = {
  at: { zh: '时间', en: 'Time' },
  level: { zh: '级别', en: 'Level' },
  name: { zh: '对象', en: 'Object' },
  campaign: launchColumnWords.campaign,
  account: launchColumnWords.account,
  content: launchColumnWords.content,
  owner: launchColumnWords.owner,
  actor_type: { zh: '操作者类型', en: 'Actor type' },
  actor: { zh: '操作者', en: 'By' },
  rule: { zh: '规则', en: 'Rule' },
  reason: { zh: '原因', en: 'Reason' },
  batch_id: { zh: '批次', en: 'Batch' },
} satisfies Record<string, Words>;

export const closeLogColumnWords = {
  ...logColumnWords,
  event: { zh: '事件', en: 'Event' },
  spend_at: { zh: '当时消耗 (USD)', en: 'Spend at that time (USD)' },
  orders_at: { zh: '当时订单', en: 'Orders at that time' },
  roi_at: { zh: '当时 ROI', en: 'ROI at that time' },
  roi_d0_at: { zh: '当时 D0 ROI', en: 'D0 ROI at that time' },
  hours_running: { zh: '投放时长（小时）', en: 'Running time (hours)' },
  after_revenue: { zh: '关闭后收入 (USD)', en: 'Revenue since (USD)' },
  current_status: { zh: '当前状态', en: 'Current status' },
} satisfies Record<string, Words>;

export const removeLogColumnWords = {
  ...logColumnWords,
  platform_id: launchColumnWords.platform_id,
  children: { zh: '下级数', en: 'Lower-level objects' },
  lifetime_spend: { zh: '累计消耗 (USD)', en: 'Lifetime spend (USD)' },
  lifetime_revenue: { zh: '累计收入 (USD)', en: 'Lifetime revenue (USD)' },
  lifetime_roi: { zh: '累计 ROI', en: 'Lifetime ROI' },
} satisfies Record<string, Words>;

/** The filters of both logs. */
export const logFilters = {
  date_from: firstDayFilter({ zh: '日期', en: 'Dates' }, { lastDay: 'date_to' }),
  date_to: lastDayFilter({ zh: '日期', en: 'Dates' }),
  keyword: keywordFilter(adFilters.keyword.label, {
    zh: '对象名称的一部分，或平台给的完整编号。',
    en: 'Part of the name of the object, or the whole number the platform gave it.',
  }),
  actor_type: severalFilter(logColumnWords.actor, { values: actorTypes, words: actorWords, note: actorTypeNote }),
  level: choiceFilter(logColumnWords.level, { values: entityLevels, words: entityLevelWords, note: entityLevelNote }),
  user_id: referencesFilter(logColumnWords.owner, { note: { zh: '当时的负责人。', en: 'Who owned it then.' } }),
  ad_account_id: referencesFilter(logColumnWords.account),
  actor_user_id: referenceFilter({ zh: '操作人', en: 'Person' }, { zh: '做这件事的人。', en: 'The person who did it.' }),
  drama_id: referencesFilter(adFilters.drama_id.label),
  product_id: referencesFilter(adFilters.product_id.label),
  rule_id: referenceFilter(logColumnWords.rule, { zh: '做这件事的规则。', en: 'The rule that did it.' }),
  reason: textFilter(logColumnWords.reason, { note: { zh: '原因的一部分。', en: 'Part of the reason.' } }),
  id: referenceFilter({ zh: '记录编号', en: 'Entry ID' }, { zh: '只要这一条。', en: 'This entry alone.' }),
};

export const closeEvents = ['close', 'open'] as const;

const { date_from, date_to, keyword, ...narrowing } = logFilters;
export const closeLogFilters = {
  date_from,
  date_to,
  keyword,
  event: choiceFilter(closeLogColumnWords.event, {
    values: closeEvents,
    words: eventWords,
    note: { zh: '关闭或重新开启；不带则都要。', en: 'Closes or openings; absent, both.' },
  }),
  ...narrowing,
};
