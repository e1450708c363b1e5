import type { AdSpec } from '../../ad-platform.ts';
import { normal } from '../chance.ts';

export const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

/** USD per thousand impressions and relative willingness to pay, by country. */
const countries: Readonly<Record<string, { cpm: number; pay: number }>> = {
  US: { cpm: 14, pay: 1 },
  GB: { cpm: 11, pay: 0.9 },
  DE: { cpm: 10, pay: 0.85 },
  JP: { cpm: 9, pay: 0.75 },
  BR: { cpm: 4, pay: 0.3 },
  MX: { cpm: 4, pay: 0.3 },
  ID: { cpm: 2, pay: 0.15 },
  TH: { cpm: 2.5, pay: 0.2 },
  PH: { cpm: 2, pay: 0.18 },
};
const otherCountries = { cpm: 5, pay: 0.4 };

/** Approximate minor units per USD. */
const perUsd: Readonly<Record<string, number>> = {
  USD: 100,
  EUR: 92,
  GBP: 79,
  HKD: 780,
  BRL: 540,
  TWD: 32,
  IDR: 15_800,
  JPY: 150,
  KRW: 1380,
  VND: 25_400,
};
export const minorPerUsd = (currency: string): number => perUsd[currency] ?? 100;

/** Behaviour of an ad, fixed at its creation. */
export interface Traits {
  /** USD per thousand impressions. */
  cpm: number;
  /** Link clicks per impression. */
  ctr: number;
  /** Landing page views per link click. */
  lpr: number;
  /** New users per landing page view. */
  nur: number;
  /** Payers per new user. */
  pay: number;
  /** Three-second plays per impression; 0 for an image. */
  hold: number;
  biz: 'dj' | 'ec';
  /** Price of the product in USD cents; null for a drama. */
  price: number | null;
}

export interface TraitsInput {
  id: string;
  account: string;
  country: string;
  isVideo: boolean;
  traits: AdSpec['traits'];
}

export function traitsOf(seed: string, { id, account, country, isVideo, traits }: TraitsInput): Traits {
  const { cpm, pay } = countries[country] ?? otherCountries;
  const material = Math.exp(0.35 * normal(seed, traits.sha256 ?? id, 'm'));
  const content = Math.exp(0.3 * normal(seed, traits.content ?? '', 'c'));
  const fit = Math.exp(0.2 * normal(seed, id, 'f'));
  const isDrama = traits.biz === 'dj';
  return {
    cpm: cpm * Math.exp(0.15 * normal(seed, account, 'p')),
    ctr: clamp(0.014 * material * fit, 0.002, 0.06),
    lpr: clamp(0.8 + 0.06 * normal(seed, traits.landing ?? '', 'l'), 0.5, 0.97),
    nur: isDrama ? 0.62 : 0.9,
    pay: clamp((isDrama ? 0.055 : 0.035) * pay * content * fit, 0.002, 0.2),
    hold: isVideo ? clamp(0.24 * material, 0.05, 0.6) : 0,
    biz: traits.biz,
    price: traits.price_minor,
  };
}

/** Relative share of each local hour: little at night, most in the evening. */
const hours = [2.6, 1.9, 1.3, 1, 0.9, 1, 1.4, 2.2, 3, 3.6, 4, 4.3, 4.8, 4.7, 4.4, 4.4, 4.7, 5.2, 6, 7.2, 8.2, 8.4, 7.2, 4.6];
const totalShare = hours.reduce((sum, share) => sum + share, 0);
export const hourShare = (hour: number): number => (hours[hour] ?? 0) / totalShare;

/** Spend limit of an object on one day, close to its budget. */
export const dayBudget = (seed: string, object: string, date: string, budget: number): number =>
  budget * clamp(1 + 0.1 * normal(seed, object, date), 0.8, 1.25);

/** Factor by which an ad gets worse with its impressions. */
export const fatigue = (impressions: number): number => (1 + impressions / 400_000) ** -0.35;

/** An ad starts with half of its share and reaches all of it after six hours. */
export const RAMP_SLOTS = 72;
export const ramp = (slots: number): number => 0.5 + 0.5 * Math.min(slots / RAMP_SLOTS, 1);

/** Expected cost per payer in USD. */
export const costPerPayer = ({ cpm, ctr, lpr, nur, pay }: Traits): number => cpm / 1000 / ctr / lpr / nur / pay;

/** Factor by which a bid below the expected cost reduces the spend. */
export const bidThrottle = (bidUsd: number, cost: number): number => clamp(bidUsd / cost, 0, 1) ** 1.5;

/** Minimum share of each ad in a common budget. */
const MIN_SHARE = 0.02;

/** Shares of the ads in a common budget, by the square of payers per impression. */
export function shareBudget(ads: readonly Pick<Traits, 'ctr' | 'pay'>[]): number[] {
  const weights = ads.map(({ ctr, pay }) => (ctr * pay) ** 2);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const floored = weights.map((weight) => Math.max(weight / sum, MIN_SHARE));
  const flooredSum = floored.reduce((total, share) => total + share, 0);
  return floored.map((share) => share / flooredSum);
}

/** Events in seven days that end the learning phase of an ad group, and the factor on payers during it. */
export const LEARNING_EVENTS = 50;
export const LEARNING_PAY_FACTOR = 0.85;

const episodes = [
  [0.35, 999],
  [0.7, 1999],
  [0.9, 2999],
  [1, 4999],
] as const;
const quantities = [
  [0.8, 1],
  [0.95, 2],
  [1, 3],
] as const;

/** Amount of a first purchase in USD cents. */
export function priceOf({ biz, price }: Pick<Traits, 'biz' | 'price'>, chance: number): number {
  const pickFrom = (table: readonly (readonly [number, number])[]) => table.find(([until]) => chance < until)?.[1] ?? 0;
  return biz === 'ec' && price !== null ? price * pickFrom(quantities) : pickFrom(episodes);
}
