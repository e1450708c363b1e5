import type { AmountMode } from '#contracts/vocabulary/launches.ts';
import { formatInstant } from '../../instants.ts';
import { Refusal, refuse } from '../../refusal.ts';
import { levelWords } from './levels.ts';

/** How often the budget of one object may be changed within an hour. */
export const CHANGES_PER_HOUR = 4;
const HOUR_MS = 3_600_000;
/** Whole US dollars. */
const MOST_USD = 1_000_000;
const LOWEST_COST = 'LOWEST_COST_WITHOUT_CAP';
/** Strategies with a bid. */
const BIDDING = ['LOWEST_COST_WITH_BID_CAP', 'COST_CAP'];
/** Beyond this share of it, a change makes an ad group learn anew. */
const LEARNING_SHARE = 0.2;

export interface AmountWish {
  mode: AmountMode;
  /** Percent, or the smallest unit of the currency. */
  value: number;
  limit?: number | undefined;
  /** Meant for budgets of that kind alone. */
  budget_mode?: 'daily' | 'lifetime' | undefined;
}

export interface CurrencyFacts {
  code: string;
  exponent: number;
  /** What one whole unit is worth; null where nobody knows. */
  usdPerUnit: number | null;
}

/** What a change of a budget is checked against. Amounts are in the smallest unit of the account's currency. */
export interface BudgetFacts {
  level: 'campaign' | 'ad_group';
  mode: 'daily' | 'lifetime' | null;
  daily: number | null;
  lifetime: number | null;
  bidStrategy: string;
  minDaily: number;
  currency: CurrencyFacts;
  /** In all. */
  spent: number;
  /** When its budget was changed within the last hour, the earliest first. */
  changes: readonly Date[];
}

export interface BidFacts {
  bidStrategy: string;
  bid: number | null;
  currency: CurrencyFacts;
}

/** A change that can be made. */
export interface Amount {
  kind: 'daily_budget' | 'lifetime_budget' | 'bid_amount';
  before: number | null;
  after: number;
}

export const isPercent = (mode: AmountMode): mode is 'inc_pct' | 'dec_pct' => mode === 'inc_pct' || mode === 'dec_pct';

export const amountText = (minor: number, { code, exponent }: Pick<CurrencyFacts, 'code' | 'exponent'>): string =>
  `${(minor / 10 ** exponent).toFixed(exponent)} ${code}`;

/** The amount somebody wishes for, whether or not it may be. A limit never turns a raise into a cut, nor the reverse. */
export function wishedAmount(before: number, { mode, value, limit }: AmountWish): number {
  const raised = (to: number) => Math.max(before, Math.min(to, limit ?? to));
  const cut = (to: number) => Math.min(before, Math.max(to, limit ?? to));
  switch (mode) {
    case 'set':
      return value;
    case 'inc_pct':
      return raised(Math.round((before * (100 + value)) / 100));
    case 'dec_pct':
      return cut(Math.round((before * (100 - value)) / 100));
    case 'inc':
      return raised(before + value);
    case 'dec':
      return cut(before - value);
  }
}

export const learningResets = ({ before, after }: Pick<Amount, 'before' | 'after'>): boolean =>
  before !== null && before > 0 && Math.abs(after - before) / before > LEARNING_SHARE;

/** The smallest budget that the channel takes. */
export const leastBudget = (minDaily: number, bidStrategy: string): number => minDaily * (bidStrategy === LOWEST_COST ? 1 : 5);

/** The largest amount that anybody may set; null where the worth of the currency is not known. */
export const mostOf = ({ exponent, usdPerUnit }: CurrencyFacts): number | null =>
  usdPerUnit === null ? null : Math.floor((MOST_USD / usdPerUnit) * 10 ** exponent);

/** BUDGET_TOO_LOW or BUDGET_TOO_HIGH, with the numbers; also for what is to be published. */
export function amountObstacle(amount: number, least: number, currency: CurrencyFacts): Refusal | null {
  const { code } = currency;
  if (amount < least) return refuse('BUDGET_TOO_LOW', { minimum: least, currency: code }, { min: amountText(least, currency) });
  const most = mostOf(currency);
  if (most === null || amount <= most) return null;
  return refuse('BUDGET_TOO_HIGH', { maximum: most, currency: code }, { max: amountText(most, currency) });
}

/** When a budget that was changed too often may be changed again; null where it may be now. */
export function changeableAt(changes: readonly Date[]): Date | null {
  const first = changes.at(-CHANGES_PER_HOUR);
  return first === undefined ? null : new Date(first.getTime() + HOUR_MS);
}

export const changesLeft = (changes: readonly Date[]): number => Math.max(0, CHANGES_PER_HOUR - changes.length);

/** The budget an object would get, or why it does not. `timezone`: that of whoever reads the answer. */
export function changedBudget(facts: BudgetFacts, wish: AmountWish, timezone: string): Amount | Refusal {
  const { level, mode, currency } = facts;
  const before = mode === 'daily' ? facts.daily : facts.lifetime;
  if (mode === null || before === null) {
    const other = level === 'campaign' ? 'ad_group' : 'campaign';
    const words = levelWords[other];
    return new Refusal('BUDGET_LEVEL_MISMATCH', {
      data: { level: other },
      text: { zh: `预算在${words.zh}级,不能在此修改`, en: `Budget is on ${words.en} level` },
    });
  }
  if (wish.budget_mode !== undefined && wish.budget_mode !== mode) return refuse('IMMUTABLE_FIELD', { field: 'budget_mode' });
  const after = wishedAmount(before, wish);
  if (after === before) return refuse('NO_CHANGE');
  const obstacle = amountObstacle(after, leastBudget(facts.minDaily, facts.bidStrategy), currency);
  if (obstacle !== null) return obstacle;
  const least = Math.ceil((facts.spent * 110) / 100);
  if (mode === 'lifetime' && after < least) {
    return refuse('BUDGET_BELOW_SPENT', { minimum: least, currency: currency.code }, { min: amountText(least, currency) });
  }
  const retryAt = changeableAt(facts.changes);
  if (retryAt !== null) {
    return refuse('BUDGET_CHANGE_LIMIT', { retry_at: retryAt.toISOString() }, { retry_at: formatInstant(retryAt, timezone) });
  }
  return { kind: mode === 'daily' ? 'daily_budget' : 'lifetime_budget', before, after };
}

/** The bid an ad group would get, or why it does not. */
export function changedBid({ bidStrategy, bid, currency }: BidFacts, wish: AmountWish): Amount | Refusal {
  if (!BIDDING.includes(bidStrategy) || (bid === null && wish.mode !== 'set')) return refuse('BID_NOT_ALLOWED');
  const after = wishedAmount(bid ?? 0, wish);
  if (after === bid) return refuse('NO_CHANGE');
  return amountObstacle(after, 1, currency) ?? { kind: 'bid_amount', before: bid, after };
}
