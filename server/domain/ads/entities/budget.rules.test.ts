import { describe, expect, test } from 'vitest';
import { Refusal } from '../../refusal.ts';
import {
  type AmountEdit,
  amountObstacle,
  applyEdit,
  type BudgetFacts,
  changeBid,
  changeBudget,
  computeMaxAmount,
  computeMinBudget,
  countChangesLeft,
  findNextChangeAt,
  resetsLearning,
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
const set = (value: number): AmountEdit => ({ mode: 'set', value });

const outcome = (facts: BudgetFacts, edit: AmountEdit) => {
  const result = changeBudget(facts, edit, 'Asia/Shanghai');
  return result instanceof Refusal ? { reason: result.reason, ...result.data, ...result.words } : result;
};

describe('applying an edit to an amount', () => {
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
    // A limit on the wrong side of the current amount changes nothing.
    [5_000, { mode: 'inc', value: 500, limit: 4_000 }, 5_000],
    [5_000, { mode: 'dec', value: 500, limit: 6_000 }, 5_000],
    [5_000, { mode: 'set', value: 9_000, limit: 6_000 }, 9_000],
  ] satisfies [number, AmountEdit, number][])('changes %i by %j to %i', (before, edit, after) => {
    expect(applyEdit(before, edit)).toBe(after);
  });
});

describe('a change of a budget', () => {
  test('contains the amount before and after', () => {
    expect(outcome(daily, set(6_000))).toEqual({ kind: 'daily_budget', before: 5_000, after: 6_000 });
    expect(outcome(lifetime, { mode: 'dec', value: 1 })).toEqual({ kind: 'lifetime_budget', before: 100_000, after: 99_999 });
  });

  test('is allowed only on the level that has the budget', () => {
    const without = { ...daily, mode: null, daily: null };
    expect(outcome(without, set(6_000))).toEqual({ reason: 'BUDGET_LEVEL_MISMATCH', level: 'campaign' });
    expect(outcome({ ...without, level: 'campaign' }, set(6_000))).toEqual({ reason: 'BUDGET_LEVEL_MISMATCH', level: 'ad_group' });
  });

  test('never turns a daily budget into a lifetime budget, nor the reverse', () => {
    expect(outcome(daily, { ...set(6_000), budget_mode: 'lifetime' })).toEqual({ reason: 'IMMUTABLE_FIELD', field: 'budget_mode' });
    expect(outcome(lifetime, { ...set(110_000), budget_mode: 'daily' })).toEqual({ reason: 'IMMUTABLE_FIELD', field: 'budget_mode' });
    expect(outcome(daily, { ...set(6_000), budget_mode: 'daily' })).toMatchObject({ after: 6_000 });
  });

  test('is NO_CHANGE when the amount stays the same', () => {
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
    'is refused below the minimum of %o',
    (facts, value, minimum, currency, min) => {
      expect(outcome(facts, set(value))).toEqual({ reason: 'BUDGET_TOO_LOW', minimum, currency, min });
      expect(outcome(facts, set(minimum))).toMatchObject({ after: minimum });
    },
  );

  test('is refused above a million dollars in any currency', () => {
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
    expect(computeMaxAmount({ ...JPY, usdPerUnit: null })).toBeNull();
  });

  test('keeps a lifetime budget at least a tenth above the spend', () => {
    const spent = { ...lifetime, spent: 50_001 };
    expect(outcome(spent, set(55_001))).toEqual({ reason: 'BUDGET_BELOW_SPENT', minimum: 55_002, currency: 'USD', min: '550.02 USD' });
    expect(outcome(spent, set(55_002))).toMatchObject({ after: 55_002 });
    // Past spend does not limit a daily budget.
    expect(outcome({ ...daily, spent: 90_000 }, set(200))).toMatchObject({ after: 200 });
  });

  test('is allowed four times within an hour, and again once the first change is an hour old', () => {
    const changes = ['07:10', '07:20', '07:30', '07:40'].map((time) => new Date(`2026-11-20T${time}:00Z`));
    expect(outcome({ ...daily, changes: changes.slice(1) }, set(6_000))).toMatchObject({ after: 6_000 });
    expect(outcome({ ...daily, changes }, set(6_000))).toEqual({ reason: 'BUDGET_CHANGE_LIMIT', retry_at: '2026-11-20 16:10' });
    expect(findNextChangeAt(changes)).toEqual(new Date('2026-11-20T08:10:00Z'));
    expect([0, 1, 4, 5].map((count) => countChangesLeft(Array.from({ length: count }, () => new Date())))).toEqual([4, 3, 0, 0]);
  });

  test('reports the first of several reasons', () => {
    const full = { ...lifetime, spent: 90_000, changes: Array.from({ length: 4 }, () => new Date('2026-11-20T07:30:00Z')) };
    const edits: AmountEdit[] = [{ ...set(50), budget_mode: 'daily' }, set(100_000), set(50), set(95_000), set(120_000)];
    expect(edits.map((edit) => outcome(full, edit))).toMatchObject([
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
  const bidOutcome = (more: Partial<typeof facts> & { bid?: number | null }, edit: AmountEdit) => {
    const result = changeBid({ ...facts, ...more }, edit);
    return result instanceof Refusal ? result.reason : result;
  };

  test.each(['LOWEST_COST_WITHOUT_CAP', 'LOWEST_COST_WITH_MIN_ROAS'])('cannot change with %s', (bidStrategy) => {
    expect(bidOutcome({ bidStrategy }, set(900))).toBe('BID_NOT_ALLOWED');
  });

  test.each(['COST_CAP', 'LOWEST_COST_WITH_BID_CAP'])('can change with %s', (bidStrategy) => {
    expect(bidOutcome({ bidStrategy }, { mode: 'inc_pct', value: 10 })).toEqual({ kind: 'bid_amount', before: 800, after: 880 });
  });

  test('must be above zero and at most a million dollars', () => {
    expect(bidOutcome({}, { mode: 'dec_pct', value: 100 })).toBe('BUDGET_TOO_LOW');
    expect(bidOutcome({}, set(100_000_001))).toBe('BUDGET_TOO_HIGH');
    expect(bidOutcome({}, set(800))).toBe('NO_CHANGE');
    expect(bidOutcome({ bid: null as never }, { mode: 'inc', value: 5 })).toBe('BID_NOT_ALLOWED');
    expect(bidOutcome({ bid: null as never }, set(5))).toEqual({ kind: 'bid_amount', before: null, after: 5 });
  });
});

test('a change by more than a fifth restarts the learning phase', () => {
  expect([5_000, 6_000, 4_000, 6_001, 3_999].map((after) => resetsLearning({ before: 5_000, after }))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
  expect(resetsLearning({ before: null, after: 10 })).toBe(false);
});

test('the minimum budget is five times as large with a bid limit', () => {
  expect([
    computeMinBudget(100, 'LOWEST_COST_WITHOUT_CAP'),
    computeMinBudget(100, 'COST_CAP'),
    computeMinBudget(100, 'LOWEST_COST_WITH_BID_CAP'),
  ]).toEqual([100, 500, 500]);
  expect(amountObstacle(99, 100, USD)?.reason).toBe('BUDGET_TOO_LOW');
  expect(amountObstacle(100, 100, USD)).toBeNull();
});
