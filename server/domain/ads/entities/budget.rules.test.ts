import { describe, expect, test } from 'vitest';
import { Refusal } from '../../refusal.ts';
import {
  type AmountWish,
  amountObstacle,
  type BudgetFacts,
  changeableAt,
  changedBid,
  changedBudget,
  changesLeft,
  learningResets,
  leastBudget,
  mostOf,
  wishedAmount,
} from './budget.rules.ts';

const USD = { code: 'USD', exponent: 2, usdPerUnit: 1 };
const JPY = { code: 'JPY', exponent: 0, usdPerUnit: 0.0065 };

const daily: BudgetFacts = {
  level: 'ad_group',
  mode: 'daily',
  daily: 5_000,
  lifetime: null,
  bidStrategy: 'LOWEST_COST_WITHOUT_CAP',
  minDaily: 100,
  currency: USD,
  spent: 0,
  changes: [],
};
const lifetime: BudgetFacts = { ...daily, mode: 'lifetime', daily: null, lifetime: 100_000 };
const set = (value: number): AmountWish => ({ mode: 'set', value });

const outcome = (facts: BudgetFacts, wish: AmountWish) => {
  const result = changedBudget(facts, wish, 'Asia/Shanghai');
  return result instanceof Refusal ? { reason: result.reason, ...result.data, ...result.words } : result;
};

describe('the amount somebody wishes for', () => {
  test.each([
    [5_000, set(7_777), 7_777],
    [5_000, { mode: 'inc_pct', value: 20 }, 6_000],
    [999, { mode: 'inc_pct', value: 10 }, 1_099],
    [5_000, { mode: 'dec_pct', value: 30 }, 3_500],
    [5_000, { mode: 'dec_pct', value: 100 }, 0],
    [5_000, { mode: 'inc', value: 250 }, 5_250],
    [5_000, { mode: 'dec', value: 250 }, 4_750],
    [5_000, { mode: 'dec', value: 9_000 }, -4_000],
    [5_000, { mode: 'inc_pct', value: 50, limit: 6_000 }, 6_000],
    [5_000, { mode: 'inc', value: 500, limit: 9_000 }, 5_500],
    [5_000, { mode: 'dec_pct', value: 50, limit: 4_000 }, 4_000],
    [5_000, { mode: 'dec', value: 100, limit: 1_000 }, 4_900],
    // A limit on the other side of what there is turns nothing around.
    [5_000, { mode: 'inc', value: 500, limit: 4_000 }, 5_000],
    [5_000, { mode: 'dec', value: 500, limit: 6_000 }, 5_000],
    [5_000, { mode: 'set', value: 9_000, limit: 6_000 }, 9_000],
  ] satisfies [number, AmountWish, number][])('from %i by %j is %i', (before, wish, after) => {
    expect(wishedAmount(before, wish)).toBe(after);
  });
});

describe('a change of a budget', () => {
  test('is told with what it was and what it becomes', () => {
    expect(outcome(daily, set(6_000))).toEqual({ kind: 'daily_budget', before: 5_000, after: 6_000 });
    expect(outcome(lifetime, { mode: 'dec', value: 1 })).toEqual({ kind: 'lifetime_budget', before: 100_000, after: 99_999 });
  });

  test('is on the level that has the budget', () => {
    const without = { ...daily, mode: null, daily: null };
    expect(outcome(without, set(6_000))).toEqual({ reason: 'BUDGET_LEVEL_MISMATCH', level: 'campaign' });
    expect(outcome({ ...without, level: 'campaign' }, set(6_000))).toEqual({ reason: 'BUDGET_LEVEL_MISMATCH', level: 'ad_group' });
  });

  test('never makes a daily budget a lifetime one, nor the reverse', () => {
    expect(outcome(daily, { ...set(6_000), budget_mode: 'lifetime' })).toEqual({ reason: 'IMMUTABLE_FIELD', field: 'budget_mode' });
    expect(outcome(lifetime, { ...set(110_000), budget_mode: 'daily' })).toEqual({ reason: 'IMMUTABLE_FIELD', field: 'budget_mode' });
    expect(outcome(daily, { ...set(6_000), budget_mode: 'daily' })).toMatchObject({ after: 6_000 });
  });

  test('that changes nothing is none', () => {
    expect(outcome(daily, set(5_000))).toEqual({ reason: 'NO_CHANGE' });
    expect(outcome(daily, { mode: 'inc', value: 500, limit: 5_000 })).toEqual({ reason: 'NO_CHANGE' });
  });

  test.each([
    [daily, 99, 100, 'USD', '1.00 USD'],
    [{ ...daily, bidStrategy: 'COST_CAP' }, 499, 500, 'USD', '5.00 USD'],
    [{ ...daily, bidStrategy: 'LOWEST_COST_WITH_MIN_ROAS' }, 100, 500, 'USD', '5.00 USD'],
    [{ ...daily, currency: JPY, minDaily: 150 }, 149, 150, 'JPY', '150 JPY'],
    [lifetime, 50, 100, 'USD', '1.00 USD'],
  ] satisfies [BudgetFacts, number, number, string, string][])(
    'below the least of %o is refused',
    (facts, value, minimum, currency, min) => {
      expect(outcome(facts, set(value))).toEqual({ reason: 'BUDGET_TOO_LOW', minimum, currency, min });
      expect(outcome(facts, set(minimum))).toMatchObject({ after: minimum });
    },
  );

  test('above a million dollars is refused, in any currency', () => {
    expect(outcome(daily, set(100_000_001))).toEqual({
      reason: 'BUDGET_TOO_HIGH',
      maximum: 100_000_000,
      currency: 'USD',
      max: '1000000.00 USD',
    });
    expect(outcome(daily, set(100_000_000))).toMatchObject({ after: 100_000_000 });
    const yen = { ...daily, currency: JPY, minDaily: 150 };
    expect(outcome(yen, set(153_846_154))).toMatchObject({ reason: 'BUDGET_TOO_HIGH', max: '153846153 JPY' });
    expect(outcome(yen, set(153_846_153))).toMatchObject({ after: 153_846_153 });
    expect(mostOf({ ...JPY, usdPerUnit: null })).toBeNull();
  });

  test('of a lifetime leaves a tenth more than what was spent', () => {
    const spent = { ...lifetime, spent: 50_001 };
    expect(outcome(spent, set(55_001))).toEqual({ reason: 'BUDGET_BELOW_SPENT', minimum: 55_002, currency: 'USD', min: '550.02 USD' });
    expect(outcome(spent, set(55_002))).toMatchObject({ after: 55_002 });
    // What a daily budget spent so far says nothing of tomorrow.
    expect(outcome({ ...daily, spent: 90_000 }, set(200))).toMatchObject({ after: 200 });
  });

  test('is the fourth within an hour, and the fifth waits until the first is an hour old', () => {
    const changes = ['07:10', '07:20', '07:30', '07:40'].map((time) => new Date(`2026-11-20T${time}:00Z`));
    expect(outcome({ ...daily, changes: changes.slice(1) }, set(6_000))).toMatchObject({ after: 6_000 });
    expect(outcome({ ...daily, changes }, set(6_000))).toEqual({ reason: 'BUDGET_CHANGE_LIMIT', retry_at: '2026-11-20 16:10' });
    expect(changeableAt(changes)).toEqual(new Date('2026-11-20T08:10:00Z'));
    expect([0, 1, 4, 5].map((count) => changesLeft(Array.from({ length: count }, () => new Date())))).toEqual([4, 3, 0, 0]);
  });

  test('says the first reason of several', () => {
    const full = { ...lifetime, spent: 90_000, changes: Array.from({ length: 4 }, () => new Date('2026-11-20T07:30:00Z')) };
    const wishes: AmountWish[] = [{ ...set(50), budget_mode: 'daily' }, set(100_000), set(50), set(95_000), set(120_000)];
    expect(wishes.map((wish) => outcome(full, wish))).toMatchObject([
      { reason: 'IMMUTABLE_FIELD' },
      { reason: 'NO_CHANGE' },
      { reason: 'BUDGET_TOO_LOW' },
      { reason: 'BUDGET_BELOW_SPENT' },
      { reason: 'BUDGET_CHANGE_LIMIT' },
    ]);
  });
});

describe('a bid', () => {
  const facts = { bidStrategy: 'COST_CAP', bid: 800, currency: USD };
  const bidOutcome = (more: Partial<typeof facts> & { bid?: number | null }, wish: AmountWish) => {
    const result = changedBid({ ...facts, ...more }, wish);
    return result instanceof Refusal ? result.reason : result;
  };

  test.each(['LOWEST_COST_WITHOUT_CAP', 'LOWEST_COST_WITH_MIN_ROAS'])('is none with %s', (bidStrategy) => {
    expect(bidOutcome({ bidStrategy }, set(900))).toBe('BID_NOT_ALLOWED');
  });

  test.each(['COST_CAP', 'LOWEST_COST_WITH_BID_CAP'])('can change with %s', (bidStrategy) => {
    expect(bidOutcome({ bidStrategy }, { mode: 'inc_pct', value: 10 })).toEqual({ kind: 'bid_amount', before: 800, after: 880 });
  });

  test('is more than nothing and no more than a million dollars', () => {
    expect(bidOutcome({}, { mode: 'dec_pct', value: 100 })).toBe('BUDGET_TOO_LOW');
    expect(bidOutcome({}, set(100_000_001))).toBe('BUDGET_TOO_HIGH');
    expect(bidOutcome({}, set(800))).toBe('NO_CHANGE');
    expect(bidOutcome({ bid: null as never }, { mode: 'inc', value: 5 })).toBe('BID_NOT_ALLOWED');
    expect(bidOutcome({ bid: null as never }, set(5))).toEqual({ kind: 'bid_amount', before: null, after: 5 });
  });
});

test('learning starts anew beyond a change of a fifth', () => {
  expect([5_000, 6_000, 4_000, 6_001, 3_999].map((after) => learningResets({ before: 5_000, after }))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
  expect(learningResets({ before: null, after: 10 })).toBe(false);
});

test('the least budget is five times as large where bids are limited', () => {
  expect([leastBudget(100, 'LOWEST_COST_WITHOUT_CAP'), leastBudget(100, 'COST_CAP'), leastBudget(100, 'LOWEST_COST_WITH_BID_CAP')]).toEqual(
    [100, 500, 500],
  );
  expect(amountObstacle(99, 100, USD)?.reason).toBe('BUDGET_TOO_LOW');
  expect(amountObstacle(100, 100, USD)).toBeNull();
});
