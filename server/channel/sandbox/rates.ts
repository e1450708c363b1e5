import { decimalsOf } from '#contracts/rules/currencies.ts';
import type { RateSource } from '../rate-source.ts';
import { normal } from './chance.ts';
import { minorPerUsd } from './delivery/model.ts';

const currencies = ['USD', 'EUR', 'GBP', 'HKD', 'BRL', 'TWD', 'IDR', 'JPY', 'KRW', 'VND'] as const;
const WEEK = 7 * 86_400_000;

/** Exchange rate of a day: a constant base with small changes from week to week. */
export function rateOf(seed: string, currency: string, date: string): number {
  if (currency === 'USD') return 1;
  const base = 10 ** decimalsOf(currency) / minorPerUsd(currency);
  const at = Date.parse(date) / WEEK;
  const week = Math.floor(at);
  const swing = (number: number) => 0.008 * normal(seed, 'rate', currency, number);
  const share = at - week;
  return Number((base * Math.exp(swing(week) * (1 - share) + swing(week + 1) * share)).toPrecision(7));
}

export const simulatedRates = (seed: string): RateSource => ({
  ratesOf: async (date) => currencies.map((currency) => ({ currency, usd_per_unit: rateOf(seed, currency, date) })),
});
