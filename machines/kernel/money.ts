import type { FieldFault } from './faults.ts';

/** Kept in whole units. What a browser knows of a currency is how it is usually shown, which is something else. */
const WITHOUT_DECIMALS = ['JPY', 'KRW', 'VND'];

/** Digits after the point that a currency is kept with: 2 for dollars, none for yen. */
export const decimalsOf = (currency: string): number => (WITHOUT_DECIMALS.includes(currency) ? 0 : 2);

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
