import * as entities from '#contracts/endpoints/ad-entities.ts';
import type { ApiPath } from '#contracts/endpoints/index.ts';
import { describeAction, describeConditions, type SentenceMoney } from '#contracts/rules/host-rule-sentence.ts';
import type { RuleBody } from '#contracts/rules/host-rules.ts';
import type { RuleAction } from '#contracts/vocabulary/host-rules.ts';
import { bidBatch, budgetBatch, describeCount, statusBatch } from '../ads/index.ts';
import type { AnyBatchType, Order } from '../batches/index.ts';
import { changeAmount } from './action-changes.ts';

/** The rule whose action is ordered. */
export type ActingRule = Pick<RuleBody, 'action' | 'action_value' | 'action_limit' | 'conditions' | 'level'> & { id: number; name: string };

/** An object to act on, with the amount that the rule decided by. */
export interface ActedObject {
  id: number;
  name: string;
  before: Readonly<Record<string, unknown>>;
}

/** The amount before the action; the batch refuses the item when it has changed since. */
const seenAmount = ({ before }: ActedObject): object => {
  const amount = before['budget'] ?? before['bid'];
  return typeof amount === 'number' ? { seen: amount } : {};
};

const AMOUNT_MODES = { budget_inc: 'inc_pct', budget_dec: 'dec_pct', budget_set: 'set', bid_inc: 'inc_pct', bid_dec: 'dec_pct' } as const;

type ChangingAction = Exclude<RuleAction, 'notify'>;

const isAmount = (action: ChangingAction): action is keyof typeof AMOUNT_MODES => action in AMOUNT_MODES;

/** The batch type and the call that make the change of an action. */
export function batchOfAction(action: ChangingAction): { type: AnyBatchType; path: ApiPath } {
  if (!isAmount(action)) return { type: statusBatch as AnyBatchType, path: entities.setEntityStatuses.path };
  return action.startsWith('bid')
    ? { type: bidBatch as AnyBatchType, path: entities.setBids.path }
    : { type: budgetBatch as AnyBatchType, path: entities.setBudgets.path };
}

const LONGEST_REASON = 200;

/** An order that makes the change of a rule on some objects. It shows in the logs as made by the rule. */
export function toOrder(
  rule: ActingRule,
  objects: readonly ActedObject[],
  money: SentenceMoney,
): { type: AnyBatchType; order: Order } | null {
  const { level, action, action_value, action_limit } = rule;
  if (action === 'notify') return null;
  const { type, path } = batchOfAction(action);
  const by = { by: 'rule', rule_id: rule.id };
  const value = action_value ?? 0;
  const amount =
    action === 'budget_set' ? { value: changeAmount(value, rule) } : { value, ...(action_limit === null ? {} : { limit: action_limit }) };
  const count = describeCount(level, objects.length);
  return {
    type,
    order: {
      type: type.type,
      action: path,
      origin: `rule:${rule.id}`,
      level,
      summary: {
        zh: `规则“${rule.name}”：${describeAction(rule, 'zh', money)}，${count.zh}`,
        en: `Rule “${rule.name}”: ${describeAction(rule, 'en', money)}, ${count.en}`,
      },
      params: isAmount(action) ? { mode: AMOUNT_MODES[action], ...amount, ...by } : { to: action === 'start' ? 'ACTIVE' : 'PAUSED', ...by },
      reason: `${rule.name}：${describeConditions(rule.conditions, 'zh')}`.slice(0, LONGEST_REASON),
      items: objects.map((object) => ({
        targetType: level,
        targetId: object.id,
        label: object.name,
        params: isAmount(action) ? seenAmount(object) : {},
      })),
    },
  };
}
