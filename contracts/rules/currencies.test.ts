import { describe, expect, it } from 'vitest';
import { decimalsOf, signOf } from './currencies.ts';

describe('a currency', () => {
  it('has the decimals that the ad network counts it with', () => {
    const whole = ['CLP', 'COP', 'CRC', 'HUF', 'ISK', 'IDR', 'JPY', 'KRW', 'PYG', 'TWD', 'VND'];
    expect(whole.map(decimalsOf)).toEqual(whole.map(() => 0));
    expect(['USD', 'EUR', 'GBP', 'HKD', 'BRL', 'MXN', 'THB'].map(decimalsOf)).toEqual([2, 2, 2, 2, 2, 2, 2]);
  });

  it('leaves the bare dollar sign to the US dollar', () => {
    const dollars = ['USD', 'HKD', 'TWD', 'CAD', 'AUD', 'SGD', 'MXN', 'NZD', 'CLP'];
    expect(dollars.map((code) => signOf(code, '$'))).toEqual(['$', 'HK$', 'NT$', 'CA$', 'A$', 'S$', 'MX$', 'NZ$', 'CL$']);
    expect([signOf('BRL', 'R$'), signOf('TWD', 'NT$'), signOf('JPY', '¥')]).toEqual(['R$', 'NT$', '¥']);
  });
});
