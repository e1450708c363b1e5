import {
  ruleActionWords,
  ruleBaselineWords,
  ruleOperatorWords,
  rulePaceWords,
  ruleRankOrderWords,
  ruleWindowWords,
} from '../vocabulary/host-rules.ts';
import { entityLevelWords } from '../vocabulary/launches.ts';
import {
  type ConditionGroup,
  type ConditionUnit,
  isGroup,
  isPercentAction,
  listConditions,
  type RuleBody,
  type RuleCondition,
  type RuleSchedule,
  toGroup,
  unitOfCondition,
} from './host-rules.ts';
import { metricsInEnglish } from './metric-words.en.ts';
import { metricsInChinese } from './metric-words.zh.ts';
import { metricOf } from './metrics.ts';

export type SentenceLanguage = 'zh' | 'en';

/** The currency of the amounts of an action; null when the rule covers accounts with several. */
export interface SentenceMoney {
  code: string;
  exponent: number;
}

const titles = { zh: metricsInChinese, en: metricsInEnglish };

const trimmed = (value: number, digits: number): string => String(Number(value.toFixed(digits)));

/** Dollars with thousands separated; cents where there are any. */
const formatDollars = (cents: number): string =>
  `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: cents % 100 === 0 ? 0 : 2, maximumFractionDigits: 2 })}`;

/** A value of a condition in its unit, as people read it. */
export function formatConditionValue(value: number, unit: ConditionUnit): string {
  switch (unit) {
    case 'money':
      return formatDollars(Math.round(value));
    case 'percent':
      return `${trimmed(value * 100, 2)}%`;
    case 'change':
      return `${value > 0 ? '+' : value < 0 ? '−' : ''}${trimmed(Math.abs(value) * 100, 2)}%`;
    case 'ratio':
      return trimmed(value, 2);
    case 'count':
    case 'rank':
      return trimmed(value, 0);
  }
}

/** One condition as text, such as “today Spend ≥ $30”. */
export function describeCondition(condition: RuleCondition, language: SentenceLanguage): string {
  const { metric, window, compare = 'value', against = 'previous', order = 'highest', op, value, value2 } = condition;
  const unit = unitOfCondition(condition);
  const title = titles[language][metric][0];
  const span = ruleWindowWords[window][language];
  const bounds = op === 'between' && value2 !== undefined;
  const amount = (one: number) => formatConditionValue(one, unit);
  const test =
    language === 'zh'
      ? bounds
        ? `在 ${amount(value)} 与 ${amount(value2)} 之间`
        : `${ruleOperatorWords[op].zh} ${amount(value)}`
      : bounds
        ? `between ${amount(value)} and ${amount(value2)}`
        : `${ruleOperatorWords[op].en} ${amount(value)}`;
  const what = {
    value: { zh: title, en: title },
    change: { zh: `${title}较${ruleBaselineWords[against].zh}变化`, en: `change of ${title} against ${ruleBaselineWords[against].en}` },
    rank: { zh: `${title}的同级名次（${ruleRankOrderWords[order].zh}）`, en: `rank by ${title} (${ruleRankOrderWords[order].en})` },
  }[compare][language];
  return language === 'zh' ? `${span}${what}${test}` : `${what} ${span} ${test}`;
}

function describeGroup(group: ConditionGroup, language: SentenceLanguage): string {
  const joint = { zh: { and: '且', or: '或' }, en: { and: ' and ', or: ' or ' } }[language][group.join];
  const parts = group.items.map((item) => {
    if (!isGroup(item)) return describeCondition(item, language);
    const inner = describeGroup(item, language);
    if (item.items.length < 2) return inner;
    return language === 'zh' ? `（${inner}）` : `(${inner})`;
  });
  return parts.join(language === 'zh' && parts.length > 1 ? `，${joint}` : joint);
}

export const describeConditions = (conditions: RuleBody['conditions'], language: SentenceLanguage): string =>
  describeGroup(toGroup(conditions), language);

const formatAmount = (minor: number, money: SentenceMoney | null): string =>
  money === null ? trimmed(minor / 100, 2) : `${(minor / 10 ** money.exponent).toFixed(money.exponent)} ${money.code}`;

/** The action with its percentage and bound, such as “Raise budget by 20%, at most 200.00 USD”. */
export function describeAction(
  { action, action_value, action_limit }: Pick<RuleBody, 'action' | 'action_value' | 'action_limit'>,
  language: SentenceLanguage,
  money: SentenceMoney | null,
): string {
  const verb = ruleActionWords[action][language];
  if (action_value === null) return verb;
  const amount = isPercentAction(action) ? `${action_value}%` : formatAmount(action_value, money);
  const isRise = action.endsWith('_inc');
  const by = isPercentAction(action)
    ? { zh: `${verb} ${amount}`, en: `${verb} by ${amount}` }
    : { zh: `${verb}为 ${amount}`, en: `${verb} to ${amount}` };
  if (action_limit === null) return by[language];
  const bound = formatAmount(action_limit, money);
  return language === 'zh' ? `${by.zh}，${isRise ? '至多' : '不低于'} ${bound}` : `${by.en}, ${isRise ? 'at most' : 'not below'} ${bound}`;
}

/** When the rule is checked, in account time. */
export function describeSchedule({ every, at, hours }: RuleSchedule, language: SentenceLanguage): string {
  const pace = rulePaceWords[every][language];
  const time = every === 'day' && at !== undefined ? (language === 'zh' ? ` ${at}` : ` at ${at}`) : '';
  if (hours === undefined) return `${pace}${time}`;
  const pad = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
  const span = `${pad(hours[0])}–${pad(hours[1])}`;
  return language === 'zh' ? `${pace}${time}（${span}）` : `${pace}${time} (${span})`;
}

/** Conditions and action in one line, for tables. */
export function summarizeRule(rule: RuleBody, language: SentenceLanguage, money: SentenceMoney | null): string {
  return `${describeConditions(rule.conditions, language)} → ${describeAction(rule, language, money)}`;
}

/** Whole sentences: when it is checked, what is looked at, what is done, and what the reader should know about the figures. */
export function describeRule(rule: RuleBody, language: SentenceLanguage, money: SentenceMoney | null): string {
  const { level, schedule, guard, cooldown_min, max_actions_per_day } = rule;
  const object = entityLevelWords[level][language];
  const guards = describeGuards(guard, language);
  const conditions = describeConditions(rule.conditions, language);
  const action = describeAction(rule, language, money);
  const pace = describeSchedule(schedule, language);
  const usesRunningValues = listConditions(rule.conditions).some(({ metric, window }) => {
    const { runs, ripens } = metricOf(metric);
    return (runs === true || ripens !== undefined) && window !== 'yesterday';
  });
  if (language === 'zh') {
    const running = usesRunningValues ? '使用未成熟的当前值，如今天的 ROI 仍在进行中。' : '';
    return `${pace}检查每个${object}${guards}：如果${conditions}，就${action}。同一对象至少间隔 ${cooldown_min} 分钟，每天至多 ${max_actions_per_day} 次。${running}`;
  }
  const running = usesRunningValues ? ' It uses running values that are not mature yet, such as the ROI of today.' : '';
  const verb = `${action.charAt(0).toLowerCase()}${action.slice(1)}`;
  return `${pace}, each ${object.toLowerCase()} is checked${guards}: if ${conditions}, then ${verb}. At least ${cooldown_min} minutes apart and at most ${max_actions_per_day} times a day per object.${running}`;
}

function describeGuards(
  { min_spend_usd, min_age_hours, name_contains, exclude_learning }: RuleBody['guard'],
  language: SentenceLanguage,
): string {
  const parts = {
    zh: [
      ...(min_spend_usd > 0 ? [`累计消耗满 ${formatConditionValue(min_spend_usd, 'money')}`] : []),
      ...(min_age_hours > 0 ? [`投放满 ${min_age_hours} 小时`] : []),
      ...(name_contains ? [`名称含“${name_contains}”`] : []),
      ...(exclude_learning ? ['不在学习期'] : []),
    ],
    en: [
      ...(min_spend_usd > 0 ? [`with a lifetime spend of at least ${formatConditionValue(min_spend_usd, 'money')}`] : []),
      ...(min_age_hours > 0 ? [`at least ${min_age_hours} hours old`] : []),
      ...(name_contains ? [`with “${name_contains}” in its name`] : []),
      ...(exclude_learning ? ['out of its learning phase'] : []),
    ],
  }[language];
  if (parts.length === 0) return '';
  return language === 'zh' ? `（${parts.join('，')}）` : ` (${parts.join(', ')})`;
}
