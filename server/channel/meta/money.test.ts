import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WHOLE_CURRENCIES } from '#contracts/rules/currencies.ts';
import { toMajor, toMinor } from './money.ts';

const currencies = fc.constantFrom('USD', 'EUR', 'BRL', 'HKD', ...WHOLE_CURRENCIES);

it('amounts go there and back unchanged in every currency', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e12, max: 1e12 }),
      currencies,
      (minor, currency) => toMinor(toMajor(minor, currency), currency) === minor,
    ),
  );
});

it.each([
  ['12.34', 'USD', 1_234],
  ['12.3', 'USD', 1_230],
  ['12', 'USD', 1_200],
  ['0.005', 'USD', 1],
  ['1234.5', 'JPY', 1_235],
  ['1234', 'HUF', 1_234],
  ['-0.5', 'USD', -50],
  ['', 'USD', 0],
])('%s %s are %d smallest units', (text, currency, minor) => {
  expect(toMinor(text, currency)).toBe(minor);
});
