import { decimalsOf } from '#contracts/rules/currencies.ts';
import type { FieldFault } from './faults.ts';

/** Converts a typed amount to the smallest unit of its currency. */
export const toMinor = (major: number, currency: string): number => Math.round(major * 10 ** decimalsOf(currency));

export const toMajor = (minor: number, currency: string): number => minor / 10 ** decimalsOf(currency);

/** Checks a typed amount: not below zero, and no more decimals than its currency has. An empty field is accepted. */
export function moneyFault(major: number | undefined, currency: string): FieldFault | undefined {
  if (major === undefined) return undefined;
  if (!Number.isFinite(major)) return { rule: 'number' };
  if (major < 0) return { rule: 'numberMin', params: { min: 0 } };
  const minor = toMinor(major, currency);
  if (minor > Number.MAX_SAFE_INTEGER) return { rule: 'numberMax', params: { max: toMajor(Number.MAX_SAFE_INTEGER, currency) } };
  // Further decimals would be rounded away, and the saved amount would differ from the typed one.
  return toMajor(minor, currency) === major ? undefined : { rule: 'decimals', params: { max: decimalsOf(currency), currency } };
}
