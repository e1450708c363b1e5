import type { AdSpec } from '../../ad-platform.ts';
import { normal } from '../chance.ts';

export const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** USD for a thousand impressions, and how readily people pay, by country. */
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
const elsewhere = { cpm: 5, pay: 0.4 };

/** Minor units of a USD, about. */
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

/** How an ad behaves; fixed when it was made. */
export interface Traits {
  /** USD for a thousand impressions. */
  cpm: number;
  /** Link clicks of an impression. */
  ctr: number;
  /** Of those who clicked, who see the page. */
  lpr: number;
  /** Of those who see it, who are new. */
  nur: number;
  /** Of those who are new, who pay. */
  pay: number;
  /** Of those who see the ad, who watch three seconds; 0 for a picture. */
  hold: number;
  biz: 'dj' | 'ec';
  /** Price of the product in USD cents; null: an episode. */
  price: number | null;
}

export interface TraitsOf {
  id: string;
  account: string;
  country: string;
  isFilm: boolean;
  traits: AdSpec['traits'];
}

export function traitsOf(seed: string, { id, account, country, isFilm, traits }: TraitsOf): Traits {
  const { cpm, pay } = countries[country] ?? elsewhere;
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
    hold: isFilm ? clamp(0.24 * material, 0.05, 0.6) : 0,
    biz: traits.biz,
    price: traits.price_minor,
  };
}

/** Share of a day that each hour of the account gets: little at night, most in the evening. */
const hours = [2.6, 1.9, 1.3, 1, 0.9, 1, 1.4, 2.2, 3, 3.6, 4, 4.3, 4.8, 4.7, 4.4, 4.4, 4.7, 5.2, 6, 7.2, 8.2, 8.4, 7.2, 4.6];
const whole = hours.reduce((sum, share) => sum + share, 0);
export const hourShare = (hour: number): number => (hours[hour] ?? 0) / whole;

/** What an object may spend on a day: about its budget. */
export const dayBudget = (seed: string, object: string, date: string, budget: number): number =>
  budget * clamp(1 + 0.1 * normal(seed, object, date), 0.8, 1.25);

/** How much worse an ad does that was shown so often. */
export const fatigue = (impressions: number): number => (1 + impressions / 400_000) ** -0.35;

/** In its first six hours an ad gets half of its share, and then more and more. */
export const RAMP_SLOTS = 72;
export const ramp = (slots: number): number => 0.5 + 0.5 * Math.min(slots / RAMP_SLOTS, 1);

/** USD that a payer costs, expected. */
export const costPerPayer = ({ cpm, ctr, lpr, nur, pay }: Traits): number => cpm / 1000 / ctr / lpr / nur / pay;

/** A bid below the expected cost buys less, and ever less. */
export const bidThrottle = (bidUsd: number, cost: number): number => clamp(bidUsd / cost, 0, 1) ** 1.5;

/** Least share of what ads have together that each of them gets. */
const FLOOR = 0.02;

/** How ads that share a budget share it: by the square of how many of those who see one pay. */
export function shares(ads: readonly Pick<Traits, 'ctr' | 'pay'>[]): number[] {
  const weights = ads.map(({ ctr, pay }) => (ctr * pay) ** 2);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const floored = weights.map((weight) => Math.max(weight / sum, FLOOR));
  const flooredSum = floored.reduce((total, share) => total + share, 0);
  return floored.map((share) => share / flooredSum);
}

/** Events within seven days until an ad group is done learning, and what learning costs it. */
export const LEARNT = 50;
export const LEARNING_PAY = 0.85;

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

/** What a payer pays first, in USD cents, by chance. */
export function priceOf({ biz, price }: Pick<Traits, 'biz' | 'price'>, chance: number): number {
  const drawn = (table: readonly (readonly [number, number])[]) => table.find(([until]) => chance < until)?.[1] ?? 0;
  return biz === 'ec' && price !== null ? price * drawn(quantities) : drawn(episodes);
}
