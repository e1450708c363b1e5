import { budgetTooLow, invalidParameter, tooManyBudgetChanges } from './failures.ts';
import type { Operation } from './operation.ts';

interface Budgets {
  daily_budget: number | null;
  lifetime_budget: number | null;
}

/** Without a bid cap the minimum budget applies; with one, five times as much. */
const LOWEST_COST = 'LOWEST_COST_WITHOUT_CAP';
const strategies = new Set([LOWEST_COST, 'LOWEST_COST_WITH_BID_CAP', 'COST_CAP', 'LOWEST_COST_WITH_MIN_ROAS']);

/** Largest budget, as a multiple of the minimum. */
const MAX_BUDGET_FACTOR = 10_000_000;

export function requireStrategy(strategy: string | null): void {
  if (strategy !== null && !strategies.has(strategy)) throw invalidParameter(`There is no bid strategy ${strategy}.`);
}

export const hasBudget = ({ daily_budget, lifetime_budget }: Budgets): boolean => daily_budget !== null || lifetime_budget !== null;

/** Allows at most one budget, within the limits of the account. */
export function requireBudget(budgets: Budgets, strategy: string | null, minDaily: number): void {
  const { daily_budget, lifetime_budget } = budgets;
  if (daily_budget !== null && lifetime_budget !== null) throw invalidParameter('A daily and a lifetime budget exclude each other.');
  const minimum = minDaily * (strategy === null || strategy === LOWEST_COST ? 1 : 5);
  const budget = daily_budget ?? lifetime_budget;
  if (budget === null) return;
  if (!Number.isSafeInteger(budget) || budget < minimum)
    throw budgetTooLow(minimum, daily_budget === null ? 'lifetime_budget' : 'daily_budget');
  if (budget > minDaily * MAX_BUDGET_FACTOR) throw invalidParameter('The budget is larger than the channel takes.');
}

/** A capped bid strategy requires a bid, any other forbids it. */
export function requireBid(strategy: string | null, bid: number | null, roasFloor: number | null): void {
  const isCapped = strategy === 'LOWEST_COST_WITH_BID_CAP' || strategy === 'COST_CAP';
  if (isCapped && bid === null) throw invalidParameter('This bid strategy needs a bid.', undefined, ['bid_amount']);
  if (!isCapped && bid !== null) throw invalidParameter('This bid strategy takes no bid.', undefined, ['bid_amount']);
  if (bid !== null && bid <= 0) throw invalidParameter('A bid is more than nothing.', undefined, ['bid_amount']);
  if ((strategy === 'LOWEST_COST_WITH_MIN_ROAS') !== (roasFloor !== null))
    throw invalidParameter('A smallest return needs its own bid strategy.', undefined, ['roas_floor_bp']);
}

const HOUR = 3_600_000;
const MAX_CHANGES_PER_HOUR = 4;

/** Counts a budget change of an object and refuses the fifth within an hour. */
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
  if (first !== undefined && recent.length >= MAX_CHANGES_PER_HOUR) throw tooManyBudgetChanges(new Date(first.at.getTime() + HOUR));
  await db.insertInto('sbx_budget_change').values({ object_id: id, at: now, number: recent.length }).execute();
}
