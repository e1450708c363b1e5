import { decimalsOf } from '#contracts/rules/currencies.ts';

/*
 * The network and the product count money in the same smallest units, by the network's own list of whole currencies. Only reports give
 * amounts as decimal text in whole units.
 */

/** Smallest units in a decimal amount, without going through a binary fraction. */
export function toMinor(amount: string, currency: string): number {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(amount.trim()) ?? [];
  if (whole === '') return 0;
  const decimals = decimalsOf(currency);
  const digits = fraction.padEnd(decimals + 1, '0');
  const rounded = Number(`${whole}${digits.slice(0, decimals)}`) + (Number(digits[decimals]) >= 5 ? 1 : 0);
  return sign === '-' && rounded !== 0 ? -rounded : rounded;
}

/** The amount as decimal text in whole units. */
export function toMajor(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return minor < 0 ? `-${text}` : text;
}
