import type { FieldFault } from './faults.ts';

/** Digits after the point that each currency is kept with. What a browser knows of one is how it is usually shown, which is something else. */
export const CURRENCY_DECIMALS: Readonly<Record<string, number>> = {
  USD: 2,
  EUR: 2,
  GBP: 2,
  HKD: 2,
  BRL: 2,
  TWD: 2,
  IDR: 2,
  JPY: 0,
  KRW: 0,
  VND: 0,
};

/** Two of one that is not in the table: most have as many. */
export const decimalsOf = (currency: string): number => CURRENCY_DECIMALS[currency] ?? 2;

/** As it is typed, to the smallest unit of its currency. */
export const toMinor = (major: number, currency: string): number => Math.round(major * 10 ** decimalsOf(currency));

export const toMajor = (minor: number, currency: string): number => minor / 10 ** decimalsOf(currency);

/** An amount as it is typed: nothing below zero, and no more digits than its currency has. Says nothing about an empty field. */
export function moneyFault(major: number | undefined, currency: string): FieldFault | undefined {
  if (major === undefined) return undefined;
  if (!Number.isFinite(major)) return { rule: 'type', params: { type: 'number' } };
  if (major < 0) return { rule: 'numberMin', params: { min: 0 } };
  const minor = toMinor(major, currency);
  // What is left of further digits is not what was typed.
  return toMajor(minor, currency) === major && minor <= Number.MAX_SAFE_INTEGER ? undefined : { rule: 'pattern' };
}
