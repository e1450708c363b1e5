import type { RuleBody } from '#contracts/rules/host-rules.ts';
import type { HitSkipReason } from '#contracts/vocabulary/host-rules.ts';
import type { AutoLevel } from '#contracts/vocabulary/hosting.ts';
import type { EntityLevel } from '#server/database/schema-launches.ts';
import { type ActionChange, type ActionSubject, canApply, describeChange } from './action-changes.ts';
import { createFigures, type Evaluation, evaluateConditions, type Sibling } from './conditions.ts';
import type { HourClock, HourLedger } from './hour-ledger.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** A rule that is due. */
export interface DueRule extends RuleBody {
  readonly id: number;
  readonly dry_run: boolean;
}

/** An object of a hosted account. */
export interface RuleObject extends ActionSubject, Sibling {
  readonly level: EntityLevel;
  readonly name: string;
  readonly startedAt: Date;
  readonly isLearning: boolean;
  readonly lifetimeSpendUsd: number;
  /** A person changed it; rules leave it alone until then. */
  readonly shieldUntil: Date | null;
  /** A batch works on it. */
  readonly isLocked: boolean;
}

/** What a rule did to an object so far. */
export interface ActionHistory {
  readonly lastAt: Date | null;
  /** Actions on the current day of the account. */
  readonly today: number;
  /** A suggestion still waits for its decision. */
  readonly isAwaited: boolean;
}

const NO_HISTORY: ActionHistory = { lastAt: null, today: 0, isAwaited: false };

export interface DecisionInput {
  readonly rules: readonly DueRule[];
  readonly objects: readonly RuleObject[];
  readonly ledgers: Readonly<Record<EntityLevel, HourLedger>>;
  readonly clock: HourClock;
  readonly now: Date;
  readonly autoLevel: AutoLevel;
  /** Nothing may be done on figures this old; matches are only recorded. */
  readonly isStale: boolean;
  historyOf(ruleId: number, object: RuleObject): ActionHistory | undefined;
}

export type Verdict = 'act' | 'suggest' | 'dry_run' | HitSkipReason;

/** A rule that matched an object, and what follows. */
export interface RuleDecision {
  readonly rule: DueRule;
  readonly object: RuleObject;
  readonly evaluation: Evaluation;
  readonly change: ActionChange | null;
  readonly verdict: Verdict;
}

/** Why the guards of a rule leave an object out. */
export type GuardObstacle = 'spend' | 'age' | 'name' | 'learning';

export function guardObstacle({ guard }: Pick<RuleBody, 'guard'>, object: RuleObject, now: Date): GuardObstacle | null {
  if (object.lifetimeSpendUsd < guard.min_spend_usd) return 'spend';
  if (now.getTime() - object.startedAt.getTime() < guard.min_age_hours * HOUR_MS) return 'age';
  if (guard.name_contains && !object.name.toLowerCase().includes(guard.name_contains.toLowerCase())) return 'name';
  return guard.exclude_learning && object.isLearning ? 'learning' : null;
}

/** One object under one rule, for a dry run. */
export interface ObjectEvaluation {
  readonly object: RuleObject;
  readonly evaluation: Evaluation;
  readonly obstacle: GuardObstacle | null;
  readonly isMatch: boolean;
}

/** Evaluates a rule on every object its action can apply to. */
export function evaluateRule(
  rule: RuleBody,
  { objects, ledgers, clock, now }: Pick<DecisionInput, 'objects' | 'ledgers' | 'clock' | 'now'>,
): ObjectEvaluation[] {
  const ofLevel = objects.filter(({ level }) => level === rule.level);
  const figureOf = createFigures(ledgers[rule.level], ofLevel, clock);
  return ofLevel
    .filter((object) => canApply(rule.action, object))
    .map((object) => {
      const evaluation = evaluateConditions(rule.conditions, (condition) => figureOf(object, condition));
      const obstacle = guardObstacle(rule, object, now);
      return { object, evaluation, obstacle, isMatch: evaluation.isMatch && obstacle === null };
    });
}

/** Why the rule must not act on the object now, whatever other rules do. */
function findObstacle(
  rule: DueRule,
  object: RuleObject,
  history: ActionHistory,
  change: ActionChange | 'limit',
  now: Date,
): HitSkipReason | null {
  if (object.shieldUntil !== null && object.shieldUntil > now) return 'human_override';
  if (history.lastAt !== null && now.getTime() - history.lastAt.getTime() < rule.cooldown_min * MINUTE_MS) return 'cooldown';
  if (history.today >= rule.max_actions_per_day) return 'daily_max';
  if (change === 'limit') return 'limit';
  return object.isLocked && rule.action !== 'notify' ? 'locked' : null;
}

interface Candidate extends ObjectEvaluation {
  readonly rule: DueRule;
}

const byPriority = (a: Candidate, b: Candidate): number => b.rule.priority - a.rule.priority || a.rule.id - b.rule.id;

const objectKey = ({ level, id }: RuleObject): string => `${level} ${id}`;

/**
 * Decides what the due rules do to the objects of one account. At most one rule acts on an object; notifications and dry runs take no
 * turn from others. The result does not depend on the order of rules and objects.
 */
export function decide(input: DecisionInput): RuleDecision[] {
  const { rules, now, autoLevel, isStale, historyOf } = input;
  const candidates = rules.flatMap((rule) =>
    evaluateRule(rule, input)
      .filter(({ isMatch }) => isMatch)
      .map((found): Candidate => ({ ...found, rule })),
  );
  const taken = new Set<string>();
  return candidates
    .toSorted((a, b) => byPriority(a, b) || objectKey(a.object).localeCompare(objectKey(b.object)))
    .flatMap(({ rule, object, evaluation }): RuleDecision[] => {
      if (autoLevel === 'off' && !rule.dry_run) return [];
      const history = historyOf(rule.id, object) ?? NO_HISTORY;
      if (history.isAwaited) return [];
      const found = describeChange(rule, object);
      const obstacle = isStale ? 'data_stale' : findObstacle(rule, object, history, found, now);
      const change = found === 'limit' ? null : found;
      const toDecision = (verdict: Verdict): RuleDecision[] => [{ rule, object, evaluation, change, verdict }];
      if (obstacle !== null) return toDecision(obstacle);
      if (rule.dry_run) return toDecision('dry_run');
      if (rule.action === 'notify') return toDecision('act');
      const key = objectKey(object);
      if (taken.has(key)) return toDecision('lower_priority');
      taken.add(key);
      return toDecision(autoLevel === 'auto' ? 'act' : 'suggest');
    });
}
