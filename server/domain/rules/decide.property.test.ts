import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConditionGroup, listConditions, type RuleCondition, type RuleConditions } from '#contracts/rules/host-rules.ts';
import { ruleActions, ruleMetrics, ruleOperators } from '#contracts/vocabulary/host-rules.ts';
import { autoLevels } from '#contracts/vocabulary/hosting.ts';
import { changeAmount } from './action-changes.ts';
import { evaluateConditions, rankAmong } from './conditions.ts';
import { type ActionHistory, type DecisionInput, type DueRule, decide, type RuleObject } from './decide.ts';
import { createLedgers } from './figures.query.ts';
import { toLocalHour } from './hour-ledger.ts';

const NOW = new Date('2026-11-20T10:02:00Z');
const HOUR = toLocalHour('2026-11-20', 10);
const CLOCK = { now: HOUR, known: HOUR };
const MINUTE_MS = 60_000;

const condition: fc.Arbitrary<RuleCondition> = fc.record({
  metric: fc.constantFrom(...ruleMetrics),
  window: fc.constantFrom('today', 'yesterday', 'last_3d', 'lifetime'),
  op: fc.constantFrom(...ruleOperators),
  value: fc.integer({ min: 0, max: 5_000 }),
  value2: fc.constant(10_000),
});
const group = (depth: number): fc.Arbitrary<ConditionGroup> =>
  fc.record({
    join: fc.constantFrom('and', 'or'),
    items: fc.array(depth === 0 ? condition : fc.oneof(condition, group(depth - 1)), { minLength: 1, maxLength: 3 }),
  });
const conditions: fc.Arbitrary<RuleConditions> = fc.oneof(fc.array(condition, { minLength: 1, maxLength: 6 }), group(2));

const rule: fc.Arbitrary<Omit<DueRule, 'id'>> = fc.record({
  level: fc.constantFrom('ad_group', 'campaign'),
  conditions: fc.constant([{ metric: 'spend', window: 'today', op: 'gte', value: 0 } as const]),
  guard: fc.constant({ min_spend_usd: 0, min_age_hours: 0, exclude_learning: false }),
  action: fc.constantFrom(...ruleActions),
  action_value: fc.integer({ min: 1, max: 100 }),
  action_limit: fc.option(fc.integer({ min: 1, max: 50_000 })),
  schedule: fc.constant({ every: 'half_hour' as const }),
  cooldown_min: fc.constantFrom(30, 120),
  max_actions_per_day: fc.integer({ min: 1, max: 3 }),
  priority: fc.integer({ min: 1, max: 5 }),
  dry_run: fc.boolean(),
});
const object: fc.Arbitrary<Omit<RuleObject, 'id'>> = fc.record({
  level: fc.constantFrom('ad_group', 'campaign'),
  parentId: fc.integer({ min: 1, max: 3 }),
  name: fc.constantFrom('US 1', 'BR 2'),
  status: fc.constantFrom('ACTIVE', 'PAUSED'),
  isRanked: fc.boolean(),
  isClosedByRule: fc.boolean(),
  budget: fc.option(fc.integer({ min: 100, max: 60_000 })),
  bid: fc.option(fc.integer({ min: 10, max: 5_000 })),
  startedAt: fc.constant(new Date('2026-11-01T00:00:00Z')),
  isLearning: fc.boolean(),
  lifetimeSpendUsd: fc.constant(1_000),
  shieldUntil: fc.option(fc.constantFrom(new Date(NOW.getTime() + MINUTE_MS), new Date(NOW.getTime() - MINUTE_MS))),
  isLocked: fc.boolean(),
});
const history: fc.Arbitrary<ActionHistory> = fc.record({
  lastAt: fc.option(fc.integer({ min: 1, max: 300 }).map((minutes) => new Date(NOW.getTime() - minutes * MINUTE_MS))),
  today: fc.integer({ min: 0, max: 4 }),
  isAwaited: fc.boolean(),
});

const withIds = <T>(items: readonly T[]): (T & { id: number })[] => items.map((item, index) => ({ ...item, id: index + 1 }));

const situation = fc
  .record({
    rules: fc.array(rule, { minLength: 1, maxLength: 5 }).map(withIds),
    objects: fc.array(object, { minLength: 1, maxLength: 5 }).map(withIds),
    histories: fc.array(history, { minLength: 25, maxLength: 25 }),
    autoLevel: fc.constantFrom(...autoLevels),
    isStale: fc.boolean(),
  })
  .map(({ rules, objects, histories, autoLevel, isStale }): DecisionInput => {
    const ledgers = createLedgers({ from: HOUR - 24, before: HOUR + 1 });
    return {
      rules,
      objects,
      ledgers,
      clock: CLOCK,
      now: NOW,
      autoLevel,
      isStale,
      historyOf: (ruleId, { id }) => histories[(ruleId - 1) * 5 + id - 1],
    };
  });

const shown = (input: DecisionInput) =>
  decide(input).map(({ rule: { id }, object: { level, id: objectId }, verdict, change }) => ({ id, level, objectId, verdict, change }));

const ACTIVE = new Set(['act', 'suggest']);

describe('conditions', () => {
  it('never meets a condition without a figure', () => {
    fc.assert(
      fc.property(conditions, (tree) => {
        const { isMatch, checks } = evaluateConditions(tree, () => null);
        expect(isMatch).toBe(false);
        expect(checks.every(({ isMet, value }) => !isMet && value === null)).toBe(true);
        expect(checks).toHaveLength(listConditions(tree).length);
      }),
    );
  });

  it('holds for "all" and "any" of the same conditions as the single checks say', () => {
    fc.assert(
      fc.property(
        fc.array(condition, { minLength: 1, maxLength: 6 }),
        fc.array(fc.option(fc.integer({ min: 0, max: 6_000 })), { minLength: 6, maxLength: 6 }),
        (items, values) => {
          const figureOf = (one: RuleCondition) => values[items.indexOf(one)] ?? null;
          const all = evaluateConditions(items, figureOf);
          const any = evaluateConditions({ join: 'or', items }, figureOf);
          expect(all.isMatch).toBe(all.checks.every(({ isMet }) => isMet));
          expect(any.isMatch).toBe(any.checks.some(({ isMet }) => isMet));
        },
      ),
    );
  });

  it('gives the best of its siblings the first place, and equal ones the same', () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.option(fc.integer())), (value, others) => {
        const rank = rankAmong(value, others, 'highest') ?? 0;
        expect(rank).toBe(1 + others.filter((other) => other !== null && other > value).length);
        expect(rankAmong(value, [...others, value, null], 'highest')).toBe(rank);
        expect(rankAmong(null, others, 'lowest')).toBeNull();
      }),
    );
  });
});

describe('changes of amounts', () => {
  it('keeps every amount within its bound and never turns a rise into a cut', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('budget_inc' as const, 'budget_dec' as const, 'bid_inc' as const, 'bid_dec' as const),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 100 }),
        fc.option(fc.integer({ min: 1, max: 1_000_000 })),
        (action, before, action_value, action_limit) => {
          const after = changeAmount(before, { action, action_value, action_limit });
          const isRise = action.endsWith('inc');
          expect(isRise ? after >= before : after <= before).toBe(true);
          if (action_limit !== null) {
            expect(isRise ? after <= Math.max(before, action_limit) : after >= Math.min(before, action_limit)).toBe(true);
          }
        },
      ),
    );
  });
});

describe('decisions', () => {
  it('do not depend on the order of rules and objects', () => {
    fc.assert(
      fc.property(situation, (input) => {
        expect(shown({ ...input, rules: input.rules.toReversed(), objects: input.objects.toReversed() })).toEqual(shown(input));
      }),
    );
  });

  it('let at most one rule act on an object, the one of highest priority among those that may', () => {
    fc.assert(
      fc.property(situation, (input) => {
        const decisions = decide(input);
        for (const { level, id } of input.objects) {
          const own = decisions.filter(({ object: on, rule: by }) => on.level === level && on.id === id && by.action !== 'notify');
          const acting = own.filter(({ verdict }) => ACTIVE.has(verdict));
          expect(acting.length).toBeLessThanOrEqual(1);
          const yielding = own.filter(({ verdict }) => verdict === 'lower_priority');
          if (yielding.length > 0) expect(acting).toHaveLength(1);
          for (const { rule: by } of yielding) expect(by.priority).toBeLessThanOrEqual(acting[0]?.rule.priority ?? 0);
        }
      }),
    );
  });

  it('respect cooldown, daily maximum, the shield after a human change, bounds and running batches', () => {
    fc.assert(
      fc.property(situation, (input) => {
        for (const { rule: by, object: on, verdict, change } of decide(input)) {
          if (!ACTIVE.has(verdict) && verdict !== 'dry_run') continue;
          const past = input.historyOf(by.id, on);
          expect(past?.isAwaited).toBe(false);
          expect(past?.today ?? 0).toBeLessThan(by.max_actions_per_day);
          if (past?.lastAt) expect(NOW.getTime() - past.lastAt.getTime()).toBeGreaterThanOrEqual(by.cooldown_min * MINUTE_MS);
          expect(on.shieldUntil === null || on.shieldUntil <= NOW).toBe(true);
          expect(change).not.toBeNull();
          if (by.action !== 'notify') expect(on.isLocked).toBe(false);
        }
      }),
    );
  });

  it('act only with the consent of the account and never on stale figures', () => {
    fc.assert(
      fc.property(situation, (input) => {
        const verdicts = new Set(decide(input).map(({ verdict }) => verdict));
        if (input.isStale) expect([...verdicts].filter((verdict) => verdict !== 'data_stale')).toEqual([]);
        if (input.autoLevel !== 'auto') {
          const acting = decide(input).filter(({ verdict, rule: by }) => verdict === 'act' && by.action !== 'notify');
          expect(acting).toEqual([]);
        }
        if (input.autoLevel === 'off') expect(verdicts.has('suggest') || verdicts.has('act')).toBe(false);
      }),
    );
  });

  it('turn on only what a rule turned off, and turn off only what is on', () => {
    fc.assert(
      fc.property(situation, (input) => {
        for (const { rule: by, object: on } of decide(input)) {
          if (by.action === 'start') expect(on.status === 'PAUSED' && on.isClosedByRule).toBe(true);
          else expect(on.status).toBe('ACTIVE');
        }
      }),
    );
  });
});
