import type { AmountMode } from '#contracts/vocabulary/launches.ts';
import { formatInstant } from '../../instants.ts';
import { Refusal, refuse } from '../../refusal.ts';
import { levelWords } from './levels.ts';

/** Limit on budget changes per object. */
export const MAX_CHANGES_PER_HOUR = 4;
const HOUR_MS = 3_600_000;
/** Highest budget or bid, in whole US dollars. */
const MAX_USD = 1_000_000;
const LOWEST_COST = 'LOWEST_COST_WITHOUT_CAP';
/** Strategies that use a bid amount. */
export const BID_STRATEGIES: readonly string[] = ['LOWEST_COST_WITH_BID_CAP', 'COST_CAP'];
/** A change by more than this share of the amount restarts the learning phase of an ad group. */
const LEARNING_RESET_SHARE = 0.2;

export interface AmountEdit {
  mode: AmountMode;
  /** A percentage, or an amount in the smallest unit of the currency. */
  value: number;
  limit?: number | undefined;
  /** Restricts the edit to budgets of this kind. */
  budget_mode?: 'daily' | 'lifetime' | undefined;
}

export interface CurrencyFacts {
  code: string;
  exponent: number;
  /** US dollars per whole unit; null when no rate is known. */
  usdPerUnit: number | null;
}

/** The facts that a budget change is checked against. Amounts are in the smallest unit of the account's currency. */
export interface BudgetFacts {
  level: 'campaign' | 'ad_group';
  mode: 'daily' | 'lifetime' | null;
  daily: number | null;
  lifetime: number | null;
  bidStrategy: string;
  minDaily: number;
  currency: CurrencyFacts;
  /** Total spend so far. */
  spent: number;
  /** Times of the budget changes within the last hour, oldest first. */
  changes: readonly Date[];
}

export interface BidFacts {
  bidStrategy: string;
  bid: number | null;
  currency: CurrencyFacts;
}

/** A valid change of one amount. */
export interface AmountChange {
  kind: 'daily_budget' | 'lifetime_budget' | 'bid_amount';
  before: number | null;
  after: number;
}

export const isPercent = (mode: AmountMode): mode is 'inc_pct' | 'dec_pct' => mode === 'inc_pct' || mode === 'dec_pct';

export const formatAmount = (minor: number, { code, exponent }: Pick<CurrencyFacts, 'code' | 'exponent'>): string =>
  `${(minor / 10 ** exponent).toFixed(exponent)} ${code}`;

/** The amount after the edit, before any check. A limit never turns an increase into a decrease, nor the reverse. */
export function applyEdit(before: number, { mode, value, limit }: AmountEdit): number {
  const raiseTo = (to: number) => Math.max(before, Math.min(to, limit ?? to));
  const cutTo = (to: number) => Math.min(before, Math.max(to, limit ?? to));
  switch (mode) {
    case 'set':
      return value;
    case 'inc_pct':
      return raiseTo(Math.round((before * (100 + value)) / 100));
    case 'dec_pct':
      return cutTo(Math.round((before * (100 - value)) / 100));
    case 'inc':
      return raiseTo(before + value);
    case 'dec':
      return cutTo(before - value);
  }
}

export const resetsLearning = ({ before, after }: Pick<AmountChange, 'before' | 'after'>): boolean =>
  before !== null && before > 0 && Math.abs(after - before) / before > LEARNING_RESET_SHARE;

/** The smallest budget that the channel accepts. */
export const computeMinBudget = (minDaily: number, bidStrategy: string): number => minDaily * (bidStrategy === LOWEST_COST ? 1 : 5);

/** The largest amount that may be set; null when the exchange rate is unknown. */
export const computeMaxAmount = ({ exponent, usdPerUnit }: CurrencyFacts): number | null =>
  usdPerUnit === null ? null : Math.floor((MAX_USD / usdPerUnit) * 10 ** exponent);

/** BUDGET_TOO_LOW or BUDGET_TOO_HIGH with the amounts; publishing uses it as well. */
export function amountObstacle(amount: number, minimum: number, currency: CurrencyFacts): Refusal | null {
  const { code } = currency;
  if (amount < minimum) return refuse('BUDGET_TOO_LOW', { minimum, currency: code }, { min: formatAmount(minimum, currency) });
  const maximum = computeMaxAmount(currency);
  if (maximum === null || amount <= maximum) return null;
  return refuse('BUDGET_TOO_HIGH', { maximum, currency: code }, { max: formatAmount(maximum, currency) });
}

/** When a budget that reached the limit of changes may be changed again; null if it may be changed now. */
export function findNextChangeAt(changes: readonly Date[]): Date | null {
  const first = changes.at(-MAX_CHANGES_PER_HOUR);
  return first === undefined ? null : new Date(first.getTime() + HOUR_MS);
}

export const countChangesLeft = (changes: readonly Date[]): number => Math.max(0, MAX_CHANGES_PER_HOUR - changes.length);

/** The budget after the edit, or the reason it cannot change. `timezone` is that of the reader. */
export function changeBudget(facts: BudgetFacts, edit: AmountEdit, timezone: string): AmountChange | Refusal {
  const { level, mode, currency } = facts;
  const before = mode === 'daily' ? facts.daily : facts.lifetime;
  if (mode === null || before === null) {
    const other = level === 'campaign' ? 'ad_group' : 'campaign';
    const words = levelWords[other];
    return new Refusal('BUDGET_LEVEL_MISMATCH', {
      data: { level: other },
      text: { zh: `预算在${words.zh}级，不能在此修改`, en: `Budget is set at the ${words.en} level` },
    });
  }
  if (edit.budget_mode !== undefined && edit.budget_mode !== mode) return refuse('IMMUTABLE_FIELD', { field: 'budget_mode' });
  const after = applyEdit(before, edit);
  if (after === before) return refuse('NO_CHANGE');
  const obstacle = amountObstacle(after, computeMinBudget(facts.minDaily, facts.bidStrategy), currency);
  if (obstacle !== null) return obstacle;
  const minimum = Math.ceil((facts.spent * 110) / 100);
  if (mode === 'lifetime' && after < minimum) {
    return refuse('BUDGET_BELOW_SPENT', { minimum, currency: currency.code }, { min: formatAmount(minimum, currency) });
  }
  const retryAt = findNextChangeAt(facts.changes);
  if (retryAt !== null) {
    return refuse('BUDGET_CHANGE_LIMIT', { retry_at: retryAt.toISOString() }, { retry_at: formatInstant(retryAt, timezone) });
  }
  return { kind: mode === 'daily' ? 'daily_budget' : 'lifetime_budget', before, after };
}

/** The bid of an ad group after the edit, or the reason it cannot change. */
export function changeBid({ bidStrategy, bid, currency }: BidFacts, edit: AmountEdit): AmountChange | Refusal {
  if (!BID_STRATEGIES.includes(bidStrategy) || (bid === null && edit.mode !== 'set')) return refuse('BID_NOT_ALLOWED');
  const after = applyEdit(bid ?? 0, edit);
  if (after === bid) return refuse('NO_CHANGE');
  return amountObstacle(after, 1, currency) ?? { kind: 'bid_amount', before: bid, after };
}
