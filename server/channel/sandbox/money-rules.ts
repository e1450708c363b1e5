import { budgetTooLow, isInvalid, tooManyBudgetChanges } from './failures.ts';
import type { Operation } from './operation.ts';

interface Budgets {
  daily_budget: number | null;
  lifetime_budget: number | null;
}

/** No cap on bids: the smallest budget. With one, five times that. */
const LOWEST_COST = 'LOWEST_COST_WITHOUT_CAP';
const strategies = new Set([LOWEST_COST, 'LOWEST_COST_WITH_BID_CAP', 'COST_CAP', 'LOWEST_COST_WITH_MIN_ROAS']);

/** Far beyond what anybody spends: 10 million times the smallest budget. */
const MOST = 10_000_000;

export function requireStrategy(strategy: string | null): void {
  if (strategy !== null && !strategies.has(strategy)) throw isInvalid(`There is no bid strategy ${strategy}.`);
}

export const hasBudget = ({ daily_budget, lifetime_budget }: Budgets): boolean => daily_budget !== null || lifetime_budget !== null;

/** Exactly one budget at most, and none that is too small for the account. */
export function requireBudget(budgets: Budgets, strategy: string | null, minDaily: number): void {
  const { daily_budget, lifetime_budget } = budgets;
  if (daily_budget !== null && lifetime_budget !== null) throw isInvalid('A daily and a lifetime budget exclude each other.');
  const least = minDaily * (strategy === null || strategy === LOWEST_COST ? 1 : 5);
  const budget = daily_budget ?? lifetime_budget;
  if (budget === null) return;
  if (!Number.isSafeInteger(budget) || budget < least) throw budgetTooLow(least);
  if (budget > minDaily * MOST) throw isInvalid('The budget is larger than the channel takes.');
}

/** A cap needs a bid, and without one there is nothing to bid. */
export function requireBid(strategy: string | null, bid: number | null, roasFloor: number | null): void {
  const isCapped = strategy === 'LOWEST_COST_WITH_BID_CAP' || strategy === 'COST_CAP';
  if (isCapped && bid === null) throw isInvalid('This bid strategy needs a bid.');
  if (!isCapped && bid !== null) throw isInvalid('This bid strategy takes no bid.');
  if (bid !== null && bid <= 0) throw isInvalid('A bid is more than nothing.');
  if ((strategy === 'LOWEST_COST_WITH_MIN_ROAS') !== (roasFloor !== null)) throw isInvalid('A smallest return needs its own bid strategy.');
}

const HOUR = 3_600_000;
const PER_HOUR = 4;

/** Counts a change of the budget of an object; the fifth within an hour is refused. */
export async function countBudgetChange({ db, now }: Operation, id: string): Promise<void> {
  const recent = await db
    .selectFrom('sbx_budget_change')
    .select(['at', 'number'])
    .where('object_id', '=', id)
    .where('at', '>', new Date(now.getTime() - HOUR))
    .orderBy('at')
    .orderBy('number')
    .execute();
  const [first] = recent;
  if (first !== undefined && recent.length >= PER_HOUR) throw tooManyBudgetChanges(new Date(first.at.getTime() + HOUR));
  await db.insertInto('sbx_budget_change').values({ object_id: id, at: now, number: recent.length }).execute();
}
