import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsToMinor, minorToCents } from './money.rules.ts';

test.each<[string, number, number, string, number]>([
  ['dollars stay unchanged', 5_000, 2, '1', 5_000],
  ['yen have no smaller unit and are rounded up', 100, 0, '0.00667000', 150],
  ['won', 5_000, 0, '0.00071000', 70_423],
  ['rupiah', 100, 2, '0.00006100', 1_639_345],
  ['pounds', 12_345, 2, '1.26000000', 9_798],
  ['a rate without decimals', 1_000, 0, '2', 5],
  ['an exact division is not rounded up', 1_000, 2, '2', 500],
])('%s', (_name, cents, exponent, usdPerUnit, minor) => {
  expect(centsToMinor(cents, { exponent, usdPerUnit })).toBe(minor);
});

test('an amount is never worth less than its cents, and never a whole unit more', () => {
  const rates = fc.integer({ min: 1_000, max: 300_000_000 }).map((value) => (value / 100_000_000).toFixed(8));
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 100_000_000 }), fc.constantFrom(0, 2), rates, (cents, exponent, usdPerUnit) => {
      const minor = centsToMinor(cents, { exponent, usdPerUnit });
      const worth = (units: number) => (units / 10 ** exponent) * Number(usdPerUnit) * 100;
      expect(worth(minor)).toBeGreaterThanOrEqual(cents - 1e-6);
      expect(worth(minor - 1)).toBeLessThan(cents + 1e-6);
    }),
  );
});

test('converts an amount to the nearest US cent', () => {
  expect(minorToCents(3_969, { exponent: 2, usdPerUnit: '1.26' })).toBe(5_001);
  expect(minorToCents(150, { exponent: 0, usdPerUnit: '0.00667' })).toBe(100);
  expect(minorToCents(5_000, { exponent: 2, usdPerUnit: '1' })).toBe(5_000);
});
