import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moneyFault, toMajor, toMinor } from './money.ts';

const CURRENCIES = ['USD', 'EUR', 'GBP', 'HKD', 'BRL', 'TWD', 'IDR', 'JPY', 'KRW', 'VND', 'HUF'];

describe('an amount', () => {
  it('converts to minor units and back without loss', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CURRENCIES), fc.integer({ min: 0, max: 1_000_000_000_00 }), (currency, minor) => {
        const major = toMajor(minor, currency);
        expect(moneyFault(major, currency)).toBeUndefined();
        expect(toMinor(major, currency)).toBe(minor);
      }),
    );
  });

  it('is refused below zero, if it is no number, and with more decimals than its currency has', () => {
    expect(moneyFault(-0.01, 'USD')).toEqual({ rule: 'numberMin', params: { min: 0 } });
    expect(moneyFault(Number.NaN, 'USD')).toEqual({ rule: 'number' });
    expect(moneyFault(1.234, 'USD')).toEqual({ rule: 'decimals', params: { max: 2, currency: 'USD' } });
    expect(['JPY', 'IDR', 'TWD', 'HUF'].map((currency) => moneyFault(1.5, currency))).toEqual(
      ['JPY', 'IDR', 'TWD', 'HUF'].map((currency) => ({ rule: 'decimals', params: { max: 0, currency } })),
    );
    expect(moneyFault(1e15, 'USD')).toMatchObject({ rule: 'numberMax' });
    expect(moneyFault(undefined, 'USD')).toBeUndefined();
  });
});
