import { describe, expect, it } from 'vitest';
import { decimalsOf, signOf } from './currencies.ts';

describe('a currency', () => {
  it('has the decimals that the ad network uses for it', () => {
    const whole = ['CLP', 'COP', 'CRC', 'HUF', 'ISK', 'IDR', 'JPY', 'KRW', 'PYG', 'TWD', 'VND'];
    expect(whole.map(decimalsOf)).toEqual(whole.map(() => 0));
    expect(['USD', 'EUR', 'GBP', 'HKD', 'BRL', 'MXN', 'THB'].map(decimalsOf)).toEqual([2, 2, 2, 2, 2, 2, 2]);
  });

  it('leaves the bare dollar sign to the US dollar', () => {
    const dollars = ['USD', 'HKD', 'TWD', 'CAD', 'AUD', 'SGD', 'MXN', 'NZD', 'CLP'];
    expect(dollars.map((code) => signOf(code, '$', true))).toEqual(['$', 'HK$', 'NT$', 'CA$', 'A$', 'S$', 'MX$', 'NZ$', 'CL$']);
    expect([signOf('BRL', 'R$', true), signOf('TWD', 'NT$', false)]).toEqual(['R$', 'NT$']);
  });

  it('leaves the bare yuan sign to the currency that readers of the language expect', () => {
    expect(['CNY', 'JPY'].map((code) => signOf(code, '¥', true))).toEqual(['¥', 'JP¥']);
    expect(['CNY', 'JPY'].map((code) => signOf(code, '¥', false))).toEqual(['CN¥', '¥']);
  });
});
