import fc from 'fast-check';
import { expect, it } from 'vitest';
import { divideWhole } from './breakdown.ts';

it('divides whole numbers without losing any of them', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.array(fc.double({ min: 0.001, max: 10, noNaN: true }), { minLength: 1, maxLength: 9 }),
      (total, weights) => {
        const parts = divideWhole(total, weights);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
        expect(parts.every((part) => Number.isInteger(part) && part >= 0)).toBe(true);
      },
    ),
  );
});

it('gives larger parts to larger weights', () => {
  expect(divideWhole(10, [3, 1, 1])).toEqual([6, 2, 2]);
  expect(divideWhole(1, [0.2, 0.5, 0.3])).toEqual([0, 1, 0]);
  expect(divideWhole(5, [0, 0])).toEqual([0, 0]);
});
