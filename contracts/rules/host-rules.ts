import type {
  RuleAction,
  RuleBaseline,
  RuleComparison,
  RuleJoin,
  RuleMetric,
  RuleOperator,
  RulePace,
  RuleRankOrder,
  RuleWindow,
} from '../vocabulary/host-rules.ts';
import type { EntityLevel } from '../vocabulary/launches.ts';
import { metricOf } from './metrics.ts';

/** Limits of a rule, checked by the console and by the server. */
export const ruleLimits = {
  conditions: { min: 1, max: 6 },
  /** Levels of nested groups, the outermost included. */
  depth: 3,
  rank: { min: 1, max: 50 },
  minAgeHours: { min: 0, max: 720 },
  nameContains: 40,
  percent: { min: 1, max: 100 },
  cooldownMin: { min: 30, max: 1440 },
  maxActionsPerDay: { min: 1, max: 20 },
  priority: { min: 1, max: 100 },
  name: 60,
  targets: 50,
} as const;

export const USUAL_COOLDOWN_MIN = 120;
export const USUAL_MAX_ACTIONS = 3;
/** How long a suggestion waits for a decision. */
export const SUGGESTION_HOURS = 24;
/** Rules do not act on figures that are older than this. */
export const STALE_AFTER_MIN = 90;

/** A comparison of one metric over one window with a value in the unit of the metric: cents, decimals or counts. */
export interface RuleCondition {
  metric: RuleMetric;
  window: RuleWindow;
  /** `value` when absent. */
  compare?: RuleComparison | undefined;
  /** The period a change is measured against. */
  against?: RuleBaseline | undefined;
  /** The end at which a rank begins. */
  order?: RuleRankOrder | undefined;
  op: RuleOperator;
  value: number;
  /** The upper bound of `between`. */
  value2?: number | undefined;
}

export interface ConditionGroup {
  join: RuleJoin;
  items: readonly ConditionNode[];
}

export type ConditionNode = RuleCondition | ConditionGroup;

/** A list means that all of its conditions hold. */
export type RuleConditions = readonly RuleCondition[] | ConditionGroup;

export const isGroup = (node: ConditionNode): node is ConditionGroup => 'join' in node;

const isList = (conditions: RuleConditions): conditions is readonly RuleCondition[] => Array.isArray(conditions);

export const toGroup = (conditions: RuleConditions): ConditionGroup =>
  isList(conditions) ? { join: 'and', items: conditions } : conditions;

/** The simplest form: a list where all conditions of one level must hold. */
export function simplify(group: ConditionGroup): RuleConditions {
  const plain = group.items.filter((item): item is RuleCondition => !isGroup(item));
  return group.join === 'and' && plain.length === group.items.length ? plain : group;
}

/** The conditions of a tree from left to right. */
export const listConditions = (conditions: RuleConditions): RuleCondition[] =>
  toGroup(conditions).items.flatMap((item) => (isGroup(item) ? listConditions(item) : [item]));

export const measureDepth = (group: ConditionGroup): number =>
  1 + Math.max(0, ...group.items.map((item) => (isGroup(item) ? measureDepth(item) : 0)));

const hasEmptyGroup = (group: ConditionGroup): boolean =>
  group.items.length === 0 || group.items.some((item) => isGroup(item) && hasEmptyGroup(item));

/** Metrics without a value per hour of the window: a user's first 24 hours belong to a day. */
const DAILY_METRICS: readonly RuleMetric[] = ['roi_h24'];

export type ConditionFault = 'number' | 'range' | 'window' | 'rank' | 'against';

/** What is wrong with a condition; null when it can be evaluated. */
export function findConditionFault({
  metric,
  window,
  compare = 'value',
  against,
  op,
  value,
  value2,
}: RuleCondition): ConditionFault | null {
  if (!Number.isFinite(value)) return 'number';
  if (compare !== 'change' && value < 0) return 'number';
  if (op === 'between' && !(value2 !== undefined && value2 > value)) return 'range';
  if (window === 'last_3h' && DAILY_METRICS.includes(metric)) return 'window';
  if (compare === 'change' && against === undefined) return 'against';
  if (compare === 'change' && window === 'lifetime') return 'window';
  const { min, max } = ruleLimits.rank;
  const isRankFault = (rank: number) => !Number.isInteger(rank) || rank < min || rank > max;
  if (compare === 'rank' && (isRankFault(value) || (value2 !== undefined && isRankFault(value2)))) return 'rank';
  return null;
}

export type TreeFault = 'none' | 'tooMany' | 'tooDeep' | 'empty';

/** What is wrong with the shape of the conditions; null when nothing is. */
export function findTreeFault(conditions: RuleConditions): TreeFault | null {
  const group = toGroup(conditions);
  const count = listConditions(group).length;
  if (count < ruleLimits.conditions.min) return 'none';
  if (count > ruleLimits.conditions.max) return 'tooMany';
  if (measureDepth(group) > ruleLimits.depth) return 'tooDeep';
  return hasEmptyGroup(group) ? 'empty' : null;
}

export interface RuleGuard {
  min_spend_usd: number;
  min_age_hours: number;
  name_contains?: string | undefined;
  exclude_learning: boolean;
}

export interface RuleSchedule {
  every: RulePace;
  /** Account-local time of a daily rule, such as `09:30`. */
  at?: string | undefined;
  /** Account-local hours in which the rule runs: from the first, before the second. */
  hours?: readonly [number, number] | undefined;
}

/** What a rule does, in the terms in which it is stored. */
export interface RuleBody {
  level: EntityLevel;
  conditions: RuleConditions;
  guard: RuleGuard;
  action: RuleAction;
  action_value: number | null;
  action_limit: number | null;
  schedule: RuleSchedule;
  cooldown_min: number;
  max_actions_per_day: number;
  priority: number;
}

export const PERCENT_ACTIONS: readonly RuleAction[] = ['budget_inc', 'budget_dec', 'bid_inc', 'bid_dec'];
export const isPercentAction = (action: RuleAction): boolean => PERCENT_ACTIONS.includes(action);
export const isAmountAction = (action: RuleAction): boolean => isPercentAction(action) || action === 'budget_set';

/** Actions that exist at a level: ads have no budget, and only ad sets have a bid. */
export function isActionOf(action: RuleAction, level: EntityLevel): boolean {
  if (action.startsWith('budget')) return level !== 'ad';
  return action.startsWith('bid') ? level === 'ad_group' : true;
}

/** Actions that spend more; a limit keeps them within bounds. */
export const isLimitRequired = (action: RuleAction): boolean => action === 'budget_inc';

export type ActionFault = { field: 'action' | 'action_value' | 'action_limit'; rule: 'enum' | 'required' | 'range' };

export function findActionFault({
  level,
  action,
  action_value,
  action_limit,
}: Pick<RuleBody, 'level' | 'action' | 'action_value' | 'action_limit'>): ActionFault | null {
  if (!isActionOf(action, level)) return { field: 'action', rule: 'enum' };
  if (isAmountAction(action) && action_value === null) return { field: 'action_value', rule: 'required' };
  if (!isAmountAction(action) && action_value !== null) return { field: 'action_value', rule: 'range' };
  const { min, max } = ruleLimits.percent;
  if (isPercentAction(action) && action_value !== null && (!Number.isInteger(action_value) || action_value < min || action_value > max)) {
    return { field: 'action_value', rule: 'range' };
  }
  if (action === 'budget_set' && action_value !== null && action_value < 1) return { field: 'action_value', rule: 'range' };
  if (isLimitRequired(action) && action_limit === null) return { field: 'action_limit', rule: 'required' };
  if (!isAmountAction(action) && action_limit !== null) return { field: 'action_limit', rule: 'range' };
  return action_limit !== null && action_limit < 1 ? { field: 'action_limit', rule: 'range' } : null;
}

/** The unit of the value of a condition. */
export type ConditionUnit = 'money' | 'percent' | 'ratio' | 'count' | 'change' | 'rank';

export function unitOfCondition({ metric, compare = 'value' }: Pick<RuleCondition, 'metric' | 'compare'>): ConditionUnit {
  if (compare !== 'value') return compare;
  const { unit } = metricOf(metric);
  return unit === 'money' || unit === 'percent' || unit === 'ratio' ? unit : 'count';
}

export type RuleTemplateKey = 'stop_loss' | 'scale_up' | 'reopen' | 'budget_guard' | 'no_conversion';

type RuleTemplate = Pick<RuleBody, 'level' | 'conditions' | 'guard' | 'action' | 'action_value' | 'action_limit' | 'priority'>;

const NO_GUARD: RuleGuard = { min_spend_usd: 0, min_age_hours: 0, exclude_learning: false };

/** Rules to begin with. Amounts are in the smallest unit; the limit is in the currency of the account. */
export const ruleTemplates: Readonly<Record<RuleTemplateKey, RuleTemplate>> = {
  stop_loss: {
    level: 'ad_group',
    conditions: [
      { metric: 'spend', window: 'today', op: 'gte', value: 3_000 },
      { metric: 'roi_d0', window: 'today', op: 'lt', value: 0.3 },
    ],
    guard: { ...NO_GUARD, min_age_hours: 6 },
    action: 'pause',
    action_value: null,
    action_limit: null,
    priority: 80,
  },
  scale_up: {
    level: 'ad_group',
    conditions: [
      { metric: 'roi_d0', window: 'today', op: 'gte', value: 0.8 },
      { metric: 'first_payers', window: 'today', op: 'gte', value: 5 },
    ],
    guard: { ...NO_GUARD, exclude_learning: true },
    action: 'budget_inc',
    action_value: 20,
    action_limit: 20_000,
    priority: 50,
  },
  reopen: {
    level: 'ad_group',
    conditions: [{ metric: 'roi_d0', window: 'last_3d', op: 'gte', value: 0.6 }],
    guard: NO_GUARD,
    action: 'start',
    action_value: null,
    action_limit: null,
    priority: 40,
  },
  budget_guard: {
    level: 'campaign',
    conditions: {
      join: 'and',
      items: [
        { metric: 'spend', window: 'today', op: 'gte', value: 5_000 },
        {
          join: 'or',
          items: [
            { metric: 'roi_d0', window: 'today', op: 'lt', value: 0.5 },
            { metric: 'cpi', window: 'today', compare: 'change', against: 'previous', op: 'gt', value: 0.3 },
          ],
        },
      ],
    },
    guard: NO_GUARD,
    action: 'budget_dec',
    action_value: 20,
    action_limit: 2_000,
    priority: 60,
  },
  no_conversion: {
    level: 'ad',
    conditions: [
      { metric: 'spend', window: 'today', op: 'gte', value: 2_000 },
      { metric: 'first_payers', window: 'today', op: 'lt', value: 1 },
    ],
    guard: { ...NO_GUARD, min_age_hours: 6 },
    action: 'pause',
    action_value: null,
    action_limit: null,
    priority: 70,
  },
};
