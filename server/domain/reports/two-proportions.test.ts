import { describe, expect, it } from 'vitest';
import { twoSidedP, zOfProportions } from './two-proportions.ts';

describe('the two-proportion z-test', () => {
  // Two-sided tails of the standard normal distribution, NIST/SEMATECH e-Handbook, table 1.3.6.7.1.
  it.each([
    [0, 1],
    [0.5, 0.61708],
    [1, 0.31731],
    [1.96, 0.05],
    [2.576, 0.01],
    [3.291, 0.001],
  ])('knows the tails of the normal distribution at %d', (z, p) => {
    expect(twoSidedP(z)).toBeCloseTo(p, 4);
    expect(twoSidedP(-z)).toBe(twoSidedP(z));
  });

  it('agrees with the aspirin study of Agresti, Categorical Data Analysis: 189 of 11,034 against 104 of 11,037, z = 5.00', () => {
    const z = zOfProportions({ hits: 189, size: 11_034 }, { hits: 104, size: 11_037 });
    expect(z).toBeCloseTo(5.0, 2);
    expect(twoSidedP(z ?? 0)).toBeLessThan(0.000_001);
  });

  it('has no value without trials, with more hits than trials, or where nothing varies', () => {
    const some = { hits: 3, size: 10 };
    expect(zOfProportions(some, { hits: 0, size: 0 })).toBeNull();
    expect(zOfProportions(some, { hits: 11, size: 10 })).toBeNull();
    expect(zOfProportions({ hits: 0, size: 10 }, { hits: 0, size: 20 })).toBeNull();
  });
});
