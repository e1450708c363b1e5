import { type ConditionGroup, isGroup, type RuleCondition, type RuleConditions, toGroup } from '#contracts/rules/host-rules.ts';
import { metricFrom, metricOf } from '#contracts/rules/metrics.ts';
import type { RuleMetric } from '#contracts/vocabulary/host-rules.ts';
import { comparedRanges, type HourClock, type HourLedger, type HourRange, rangeOf } from './hour-ledger.ts';

/** One condition and the figure it was compared with. */
export interface ConditionCheck {
  readonly condition: RuleCondition;
  /** Null without data, which never meets a condition. */
  readonly value: number | null;
  readonly isMet: boolean;
}

export interface Evaluation {
  readonly isMatch: boolean;
  /** Every condition from left to right, also those that no longer mattered. */
  readonly checks: readonly ConditionCheck[];
}

function isMet({ op, value: bound, value2 }: RuleCondition, value: number | null): boolean {
  if (value === null) return false;
  switch (op) {
    case 'gt':
      return value > bound;
    case 'gte':
      return value >= bound;
    case 'lt':
      return value < bound;
    case 'lte':
      return value <= bound;
    case 'between':
      return value >= bound && value2 !== undefined && value <= value2;
  }
}

/** Evaluates a tree of conditions with the figure of each. */
export function evaluateConditions(conditions: RuleConditions, figureOf: (condition: RuleCondition) => number | null): Evaluation {
  const checks: ConditionCheck[] = [];
  const visit = ({ join, items }: ConditionGroup): boolean => {
    const results = items.map((item) => {
      if (isGroup(item)) return visit(item);
      const value = figureOf(item);
      const check = { condition: item, value, isMet: isMet(item, value) };
      checks.push(check);
      return check.isMet;
    });
    if (results.length === 0) return false;
    return join === 'and' ? results.every(Boolean) : results.some(Boolean);
  };
  return { isMatch: visit(toGroup(conditions)), checks };
}

/** An object among those that share its parent. */
export interface Sibling {
  readonly id: number;
  readonly parentId: number;
  /** Only objects that deliver are ranked. */
  readonly isRanked: boolean;
}

/** Running values: days that are not mature count with what they have. */
const computeMetric = (metric: RuleMetric, ledger: HourLedger, object: number, range: HourRange): number | null => {
  const { ripens: _maturity, ...definition } = metricOf(metric);
  const value = metricFrom(definition, ledger.sum(object, range));
  return Number.isNaN(value) ? null : value;
};

/** Place of the object among its siblings, 1 for the first; objects with equal figures share a place. */
export function rankAmong(value: number | null, others: readonly (number | null)[], order: 'highest' | 'lowest'): number | null {
  if (value === null) return null;
  return 1 + others.filter((other) => other !== null && (order === 'highest' ? other > value : other < value)).length;
}

/** The figures of objects in one hour, computed once per object and condition. */
export function createFigures(
  ledger: HourLedger,
  siblings: readonly Sibling[],
  clock: HourClock,
): (object: Sibling, condition: RuleCondition) => number | null {
  const kept = new Map<string, number | null>();
  const families = new Map<number, Sibling[]>();
  for (const sibling of siblings) {
    if (sibling.isRanked) families.set(sibling.parentId, [...(families.get(sibling.parentId) ?? []), sibling]);
  }

  function valueOf(id: number, { metric, window }: RuleCondition): number | null {
    const key = `${id} ${metric} ${window}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const value = computeMetric(metric, ledger, id, rangeOf(window, clock));
    kept.set(key, value);
    return value;
  }

  function changeOf(id: number, { metric, window, against = 'previous' }: RuleCondition): number | null {
    if (window === 'lifetime') return null;
    const { current, base } = comparedRanges(window, against, clock);
    const [value, before] = [computeMetric(metric, ledger, id, current), computeMetric(metric, ledger, id, base)];
    return value === null || before === null || before === 0 ? null : (value - before) / Math.abs(before);
  }

  function rankOf({ id, parentId, isRanked }: Sibling, condition: RuleCondition): number | null {
    if (!isRanked) return null;
    const others = (families.get(parentId) ?? []).filter((other) => other.id !== id).map((other) => valueOf(other.id, condition));
    return rankAmong(valueOf(id, condition), others, condition.order ?? 'highest');
  }

  return (object, condition) => {
    switch (condition.compare ?? 'value') {
      case 'value':
        return valueOf(object.id, condition);
      case 'change':
        return changeOf(object.id, condition);
      case 'rank':
        return rankOf(object, condition);
    }
  };
}
