import type { RuleBody } from '#contracts/rules/host-rules.ts';
import type { RuleAction } from '#contracts/vocabulary/host-rules.ts';
import type { EntityStatus } from '#server/database/schema-launches.ts';

/** What the actions of a rule can change about an object. */
export interface ActionSubject {
  readonly status: EntityStatus;
  /** It was turned off by a rule and nobody turned it on since. */
  readonly isClosedByRule: boolean;
  /** In the smallest unit of the account's currency; null where the object has none of its own. */
  readonly budget: number | null;
  readonly bid: number | null;
}

type Action = Pick<RuleBody, 'action' | 'action_value' | 'action_limit'>;

/** Whether the action concerns an object in this state at all. */
export function canApply(action: RuleAction, { status, isClosedByRule, budget, bid }: ActionSubject): boolean {
  if (action === 'start') return status === 'PAUSED' && isClosedByRule;
  if (status !== 'ACTIVE') return false;
  if (action.startsWith('budget')) return budget !== null;
  return action.startsWith('bid') ? bid !== null : true;
}

/** The amount after the action, within its bound. A bound never turns a rise into a cut, nor the reverse. */
export function changeAmount(before: number, { action, action_value, action_limit }: Action): number {
  const value = action_value ?? 0;
  const rise = (to: number) => Math.max(before, Math.min(to, action_limit ?? to));
  const cut = (to: number) => Math.min(before, Math.max(to, action_limit ?? to));
  switch (action) {
    case 'budget_inc':
    case 'bid_inc':
      return rise(Math.round((before * (100 + value)) / 100));
    case 'budget_dec':
    case 'bid_dec':
      return cut(Math.round((before * (100 - value)) / 100));
    case 'budget_set':
      return Math.max(value, action_limit ?? value);
    case 'pause':
    case 'start':
    case 'notify':
      return before;
  }
}

/** The values before and after an action. */
export interface ActionChange {
  readonly before: Readonly<Record<string, string | number>>;
  readonly after: Readonly<Record<string, string | number>>;
}

/** The change the action makes; `limit` when the amount is already at its bound. */
export function describeChange(rule: Action, subject: ActionSubject): ActionChange | 'limit' {
  const { action } = rule;
  if (action === 'notify') return { before: {}, after: {} };
  if (action === 'pause') return { before: { status: subject.status }, after: { status: 'PAUSED' } };
  if (action === 'start') return { before: { status: subject.status }, after: { status: 'ACTIVE' } };
  const isBid = action.startsWith('bid');
  const amount = (isBid ? subject.bid : subject.budget) ?? 0;
  const changed = changeAmount(amount, rule);
  const kind = isBid ? 'bid' : 'budget';
  return changed === amount ? 'limit' : { before: { [kind]: amount }, after: { [kind]: changed } };
}
