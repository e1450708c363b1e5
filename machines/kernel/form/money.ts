import { decimalsOf } from '#contracts/rules/currencies.ts';
import type { FieldFault } from './faults.ts';

/** As it is typed, to the smallest unit of its currency. */
export const toMinor = (major: number, currency: string): number => Math.round(major * 10 ** decimalsOf(currency));

export const toMajor = (minor: number, currency: string): number => minor / 10 ** decimalsOf(currency);

/** An amount as it is typed: nothing below zero, and no more digits than its currency has. Says nothing about an empty field. */
export function moneyFault(major: number | undefined, currency: string): FieldFault | undefined {
  if (major === undefined) return undefined;
  if (!Number.isFinite(major)) return { rule: 'number' };
  if (major < 0) return { rule: 'numberMin', params: { min: 0 } };
  const minor = toMinor(major, currency);
  if (minor > Number.MAX_SAFE_INTEGER) return { rule: 'numberMax', params: { max: toMajor(Number.MAX_SAFE_INTEGER, currency) } };
  // Further digits would be rounded away, and another amount saved than was typed.
  return toMajor(minor, currency) === major ? undefined : { rule: 'decimals', params: { max: decimalsOf(currency), currency } };
}
