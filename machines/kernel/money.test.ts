import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalsOf, moneyFault, toMajor, toMinor } from './money.ts';

/** What the server keeps of each. */
const CURRENCIES: [string, number][] = [
  ['USD', 2],
  ['EUR', 2],
  ['GBP', 2],
  ['HKD', 2],
  ['BRL', 2],
  ['TWD', 2],
  ['IDR', 2],
  ['JPY', 0],
  ['KRW', 0],
  ['VND', 0],
];

describe('an amount', () => {
  it.each(CURRENCIES)('of %s has %i digits after the point', (currency, decimals) => {
    expect(decimalsOf(currency)).toBe(decimals);
  });

  it('comes back as it was typed, to the last digit', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CURRENCIES), fc.integer({ min: 0, max: 1_000_000_000_00 }), ([currency], minor) => {
        const major = toMajor(minor, currency);
        expect(moneyFault(major, currency)).toBeUndefined();
        expect(toMinor(major, currency)).toBe(minor);
      }),
    );
  });

  it('is refused below zero, as no number, and with more digits than its currency has', () => {
    expect(moneyFault(-0.01, 'USD')).toEqual({ rule: 'numberMin', params: { min: 0 } });
    expect(moneyFault(Number.NaN, 'USD')).toEqual({ rule: 'type', params: { type: 'number' } });
    expect(moneyFault(1.234, 'USD')).toEqual({ rule: 'pattern' });
    expect(moneyFault(1.5, 'JPY')).toEqual({ rule: 'pattern' });
    expect(moneyFault(1e15, 'USD')).toEqual({ rule: 'pattern' });
    expect(moneyFault(undefined, 'USD')).toBeUndefined();
  });
});
