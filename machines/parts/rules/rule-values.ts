import type {
  HitRow as WholeHitRow,
  LedgerRow as WholeLedgerRow,
  RuleRow as WholeRuleRow,
  RuleRunRow as WholeRuleRunRow,
} from '#contracts/endpoints/host-rules.ts';
import {
  type ConditionGroup,
  type ConditionNode,
  findActionFault,
  findConditionFault,
  findTreeFault,
  isAmountAction,
  isGroup,
  isLimitRequired,
  isPercentAction,
  listConditions,
  type RuleBody,
  type RuleCondition,
  type RuleTemplateKey,
  ruleLimits,
  ruleTemplates,
  simplify,
  toGroup,
  USUAL_COOLDOWN_MIN,
  USUAL_MAX_ACTIONS,
  unitOfCondition,
} from '#contracts/rules/host-rules.ts';
import { type RuleAction, type RulePace, ruleFilters, ruleSortable } from '#contracts/vocabulary/host-rules.ts';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import type { FieldFault, FieldFaults } from '../../kernel/form/faults.ts';
import {
  faultsIn,
  firstFault,
  numberMinimum,
  numberRange,
  required,
  requiredChoice,
  stringMaximum,
  stringRange,
  validNumber,
  wholeNumber,
} from '../../kernel/form/field-rules.ts';
import { moneyFault, toMajor, toMinor } from '../../kernel/form/money.ts';
import { vocabularyQuery } from '../../kernel/list/vocabulary-query.ts';

export type RuleRow = Omit<WholeRuleRow, 'created_at' | 'updated_at'>;
export type HitRow = Omit<WholeHitRow, 'batch_id' | 'decided_at'>;
export type LedgerRow = WholeLedgerRow;
export type RuleRunRow = Omit<WholeRuleRunRow, 'ms'>;

export const ruleQuery = vocabularyQuery(ruleFilters, ruleSortable);
export type RuleFilters = ReturnType<typeof ruleQuery.read>['filters'];

/** Amounts of conditions are in US dollars. */
const CONDITION_CURRENCY = 'USD';
const PERCENT = 100;

/** A condition as typed: amounts in dollars and shares in percent; undefined while nothing is typed. */
export interface ConditionDraft extends Omit<RuleCondition, 'value' | 'value2'> {
  value: number | undefined;
  value2: number | undefined;
}

export interface GroupDraft {
  join: ConditionGroup['join'];
  items: readonly NodeDraft[];
}

export type NodeDraft = ConditionDraft | GroupDraft;

export const isGroupDraft = (node: NodeDraft): node is GroupDraft => 'join' in node;

export interface RuleValues {
  name: string;
  level: EntityLevel;
  conditions: GroupDraft;
  min_spend: number | undefined;
  min_age_hours: number | undefined;
  name_contains: string;
  exclude_learning: boolean;
  action: RuleAction;
  /** Percent, or an amount in whole units of the currency. */
  action_value: number | undefined;
  action_limit: number | undefined;
  every: RulePace;
  at: string;
  hours_from: number | undefined;
  hours_to: number | undefined;
  cooldown_min: number | undefined;
  max_actions_per_day: number | undefined;
  priority: number | undefined;
  dry_run: boolean;
  host_account_ids: number[];
  /** Currency of the chosen accounts, for the amounts of the action. */
  currency: string;
}

export interface RuleSubject {
  id: number;
  version: number;
  name: string;
}

export const blankCondition: ConditionDraft = { metric: 'spend', window: 'today', op: 'gte', value: undefined, value2: undefined };

export const blankRule: RuleValues = {
  name: '',
  level: 'ad_group',
  conditions: { join: 'and', items: [blankCondition] },
  min_spend: 0,
  min_age_hours: 0,
  name_contains: '',
  exclude_learning: false,
  action: 'pause',
  action_value: undefined,
  action_limit: undefined,
  every: 'half_hour',
  at: '09:00',
  hours_from: undefined,
  hours_to: undefined,
  cooldown_min: USUAL_COOLDOWN_MIN,
  max_actions_per_day: USUAL_MAX_ACTIONS,
  priority: 50,
  dry_run: true,
  host_account_ids: [],
  currency: CONDITION_CURRENCY,
};

/** Avoids 1.2000000000000002 %. */
const tidy = (value: number): number => Math.round(value * 1e8) / 1e8;

function toTyped(value: number, condition: Pick<RuleCondition, 'metric' | 'compare'>): number {
  const unit = unitOfCondition(condition);
  if (unit === 'money') return toMajor(value, CONDITION_CURRENCY);
  return unit === 'percent' || unit === 'change' ? tidy(value * PERCENT) : value;
}

function toStored(value: number, condition: Pick<RuleCondition, 'metric' | 'compare'>): number {
  const unit = unitOfCondition(condition);
  if (unit === 'money') return toMinor(value, CONDITION_CURRENCY);
  return unit === 'percent' || unit === 'change' ? tidy(value / PERCENT) : value;
}

const toNodeDraft = (node: ConditionNode): NodeDraft =>
  isGroup(node)
    ? { join: node.join, items: node.items.map(toNodeDraft) }
    : { ...node, value: toTyped(node.value, node), value2: node.value2 === undefined ? undefined : toTyped(node.value2, node) };

const toGroupDraft = ({ join, items }: ConditionGroup): GroupDraft => ({ join, items: items.map(toNodeDraft) });

/** The condition in the units of the server. A value that is missing or no number becomes NaN, which no check accepts. */
export function toCondition({ value, value2, against, order, compare = 'value', ...draft }: ConditionDraft): RuleCondition {
  const stored = (typed: number | undefined) => toStored(typed ?? Number.NaN, { metric: draft.metric, compare });
  return {
    ...draft,
    ...(compare === 'value' ? {} : { compare }),
    ...(compare === 'change' ? { against: against ?? 'previous' } : {}),
    ...(compare === 'rank' ? { order: order ?? 'highest' } : {}),
    value: stored(value),
    ...(draft.op === 'between' ? { value2: stored(value2) } : {}),
  };
}

const toNode = (node: NodeDraft): ConditionNode =>
  isGroupDraft(node) ? { join: node.join, items: node.items.map(toNode) } : toCondition(node);

const toConditionGroup = ({ join, items }: GroupDraft): ConditionGroup => ({ join, items: items.map(toNode) });

const toAmount = (major: number | undefined, currency: string): number | null =>
  major === undefined || Number.isNaN(major) ? null : toMinor(major, currency);

/** The terms in the units of the server. */
export function toRuleBody(values: RuleValues): RuleBody {
  const { action, action_value, action_limit, currency, every, at, hours_from, hours_to } = values;
  const isPercent = isPercentAction(action);
  const hasHours = every !== 'day' && hours_from !== undefined && hours_to !== undefined;
  return {
    level: values.level,
    conditions: simplify(toConditionGroup(values.conditions)),
    guard: {
      min_spend_usd: toMinor(values.min_spend ?? 0, CONDITION_CURRENCY),
      min_age_hours: values.min_age_hours ?? 0,
      ...(values.name_contains.trim() && { name_contains: values.name_contains.trim() }),
      exclude_learning: values.exclude_learning,
    },
    action,
    action_value: !isAmountAction(action) ? null : isPercent ? (action_value ?? null) : toAmount(action_value, currency),
    action_limit: isAmountAction(action) ? toAmount(action_limit, currency) : null,
    schedule: { every, ...(every === 'day' && { at }), ...(hasHours && { hours: [hours_from, hours_to] as [number, number] }) },
    cooldown_min: values.cooldown_min ?? USUAL_COOLDOWN_MIN,
    max_actions_per_day: values.max_actions_per_day ?? USUAL_MAX_ACTIONS,
    priority: values.priority ?? 50,
  };
}

/** A rule in the form its calls take. */
export function toRuleRequest(values: RuleValues) {
  const { conditions, schedule, ...body } = toRuleBody(values);
  return {
    name: values.name.trim(),
    ...body,
    conditions: structuredClone(conditions) as RuleRow['conditions'],
    schedule: structuredClone(schedule) as RuleRow['schedule'],
    dry_run: values.dry_run,
    host_account_ids: values.host_account_ids,
  };
}

function toValues(body: RuleBody, currency: string) {
  const { guard, schedule, action, action_value, action_limit, conditions } = body;
  const [hours_from, hours_to] = schedule.hours ?? [undefined, undefined];
  return {
    level: body.level,
    conditions: toGroupDraft(toGroup(conditions)),
    min_spend: toMajor(guard.min_spend_usd, CONDITION_CURRENCY),
    min_age_hours: guard.min_age_hours,
    name_contains: guard.name_contains ?? '',
    exclude_learning: guard.exclude_learning,
    action,
    action_value: action_value === null ? undefined : isPercentAction(action) ? action_value : toMajor(action_value, currency),
    action_limit: action_limit === null ? undefined : toMajor(action_limit, currency),
    every: schedule.every,
    at: schedule.at ?? blankRule.at,
    hours_from,
    hours_to,
    cooldown_min: body.cooldown_min,
    max_actions_per_day: body.max_actions_per_day,
    priority: body.priority,
  };
}

export const ruleDraft = (row: RuleRow): { values: RuleValues; subject: RuleSubject } => {
  const currency = row.currency ?? CONDITION_CURRENCY;
  return {
    values: {
      ...toValues(row, currency),
      name: row.name,
      dry_run: row.dry_run,
      host_account_ids: row.targets.map(({ id }) => id),
      currency,
    },
    subject: { id: row.id, version: row.version, name: row.name },
  };
};

/** What a template puts into the form; name and accounts stay. */
export function fromTemplate(key: RuleTemplateKey): Partial<RuleValues> {
  const usual = toRuleBody(blankRule);
  const {
    cooldown_min: _cooldown,
    max_actions_per_day: _most,
    every: _every,
    at: _at,
    hours_from: _from,
    hours_to: _to,
    ...terms
  } = toValues({ ...usual, ...ruleTemplates[key] }, CONDITION_CURRENCY);
  return terms;
}

const WHOLE_HOURS = { min: 0, max: 24 };

function conditionsFault(values: RuleValues): FieldFault | undefined {
  const group = toConditionGroup(values.conditions);
  const tree = findTreeFault(group);
  if (tree === 'tooMany') return { rule: 'arrayMax', params: { max: ruleLimits.conditions.max } };
  if (tree !== null) return { rule: 'required' };
  const faults = listConditions(group).map(findConditionFault);
  if (faults.every((fault) => fault === null)) return undefined;
  return { rule: 'number' };
}

function actionFaults(values: RuleValues): Pick<FieldFaults<RuleValues>, 'action' | 'action_value' | 'action_limit'> {
  const { action, action_value, action_limit, currency } = values;
  const { min, max } = ruleLimits.percent;
  const isAmount = isAmountAction(action);
  const valueFault = !isAmount
    ? undefined
    : isPercentAction(action)
      ? firstFault(action_value, requiredChoice, validNumber, wholeNumber, numberRange(min, max))
      : (firstFault(action_value, requiredChoice, validNumber) ?? moneyFault(action_value, currency));
  const limitFault = !isAmount
    ? undefined
    : (firstFault(action_limit, ...(isLimitRequired(action) ? [requiredChoice] : []), validNumber) ?? moneyFault(action_limit, currency));
  const known = findActionFault(toRuleBody(values));
  return {
    ...(known?.field === 'action' && { action: { rule: 'enum' as const } }),
    ...(valueFault && { action_value: valueFault }),
    ...(limitFault && { action_limit: limitFault }),
  };
}

const wholeWithin = (value: number | undefined, { min, max }: { min: number; max: number }) =>
  firstFault(value, requiredChoice, validNumber, wholeNumber, numberRange(min, max));

function hoursFault({ every, hours_from, hours_to }: RuleValues): FieldFault | undefined {
  if (every === 'day' || (hours_from === undefined && hours_to === undefined)) return undefined;
  const fault = firstFault(hours_to, requiredChoice, validNumber, wholeNumber, numberRange(WHOLE_HOURS.min, WHOLE_HOURS.max));
  if (fault !== undefined || hours_from === undefined || hours_to === undefined) return fault ?? { rule: 'required' };
  return firstFault(hours_to, numberMinimum(hours_from + 1));
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

export const checkRule = (values: RuleValues): FieldFaults<RuleValues> => ({
  ...faultsIn<RuleValues>({
    name: firstFault(values.name, required, stringRange(1, ruleLimits.name)),
    conditions: conditionsFault(values),
    min_spend: firstFault(values.min_spend, validNumber) ?? moneyFault(values.min_spend, CONDITION_CURRENCY),
    min_age_hours: firstFault(
      values.min_age_hours,
      validNumber,
      wholeNumber,
      numberRange(ruleLimits.minAgeHours.min, ruleLimits.minAgeHours.max),
    ),
    name_contains: firstFault(values.name_contains, stringMaximum(ruleLimits.nameContains)),
    at: values.every === 'day' && !TIME.test(values.at) ? { rule: 'pattern' } : undefined,
    hours_to: hoursFault(values),
    cooldown_min: wholeWithin(values.cooldown_min, ruleLimits.cooldownMin),
    max_actions_per_day: wholeWithin(values.max_actions_per_day, ruleLimits.maxActionsPerDay),
    priority: wholeWithin(values.priority, ruleLimits.priority),
  }),
  ...actionFaults(values),
});

/** Replaces the node at a path of positions; removes it without a replacement. */
export function replaceAt(group: GroupDraft, path: readonly number[], node: NodeDraft | undefined): GroupDraft {
  const [at = 0, ...rest] = path;
  const child = group.items[at];
  const next = rest.length > 0 && child !== undefined && isGroupDraft(child) ? replaceAt(child, rest, node) : node;
  const items = group.items.flatMap((item, index) => (index !== at ? [item] : next === undefined ? [] : [next]));
  return { ...group, items };
}

export const addTo = (group: GroupDraft, path: readonly number[], node: NodeDraft): GroupDraft => {
  const [at, ...rest] = path;
  if (at === undefined) return { ...group, items: [...group.items, node] };
  const child = group.items[at];
  if (child === undefined || !isGroupDraft(child)) return group;
  return { ...group, items: group.items.map((item, index) => (index === at ? addTo(child, rest, node) : item)) };
};

export const countConditions = (group: GroupDraft): number =>
  group.items.reduce((count, item) => count + (isGroupDraft(item) ? countConditions(item) : 1), 0);
