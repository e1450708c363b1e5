import { chanceOf, digits, type Part, uniform } from '../chance.ts';
import { hourShare, priceOf, type Traits } from '../delivery/model.ts';
import type { SiteOrderTable } from '../tables.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An ad that sells, and where it leads. */
export interface SellingAd {
  id: string;
  traits: Pick<Traits, 'biz' | 'price'>;
  link: string | null;
  pixel: string | null;
  countries: readonly string[];
}

/** The slot in which people pay for the first time. */
export interface SellingSlot {
  /** As it is numbered in the amounts it brought. */
  slot: number;
  /** Milliseconds. */
  start: number;
  length: number;
  /** Of the day where the account lives. */
  hour: number;
}

const SUBSCRIBES = 0.15;
const AGAIN = 0.12;
const LOST = 0.03;
const VIEWED = 0.08;
const UNTRACED = 0.02;
const FAILS = 0.05;
const ORGANIC = 0.08;
const REFUNDED = 0.012;
const RENEWS = 0.7;
/** Nobody is expected to come back after so many days. */
const LAST_DAY = 90;

/** How likely a repeat became up to a day, as the sum of hazards: one draw finds the next day. */
const hazards = Array.from({ length: LAST_DAY + 1 }, (_, day) => (day === 0 ? 0 : -Math.log(1 - 0.22 * day ** -1.15)));
for (let day = 1; day <= LAST_DAY; day++) hazards[day] = (hazards[day] ?? 0) + (hazards[day - 1] ?? 0);

/** The days after the day of the first purchase on which the same person buys again. */
export function repeatDays(chance: (time: number) => number): number[] {
  const days: number[] = [];
  for (let day = 0; ; ) {
    const until = (hazards[day] ?? 0) - Math.log(1 - chance(days.length));
    const next = hazards.findIndex((sum, each) => each > day && sum >= until);
    if (next === -1) return days;
    days.push(next);
    day = next;
  }
}

/** When on a day somebody buys: milliseconds after midnight, by the hours that ads are shown in. */
function timeOfDay(chance: number): number {
  let left = chance;
  for (let hour = 0; hour < 24; hour++) {
    const share = hourShare(hour);
    if (left < share) return Math.floor((hour + left / share) * HOUR);
    left -= share;
  }
  return DAY - 1;
}

const systems = [
  [0.42, 'ios'],
  [0.8, 'android'],
  [1, 'web'],
] as const;
const tills = { ios: 'apple', android: 'google', web: 'stripe' } as const;
/** Part of the amount, and cents besides. */
const fees = { stripe: [0.029, 30], paypal: [0.035, 30], adyen: [0.025, 12], apple: [0.15, 0], google: [0.15, 0] } as const;

type Till = keyof typeof fees;

export function siteOf(url: string | null): string | null {
  try {
    return url === null ? null : new URL(url).hostname;
  } catch {
    return null;
  }
}

interface Buyer {
  user_key: string;
  country: string;
  os: SiteOrderTable['os'];
  pay_channel: Till;
}

function buyerOf(seed: string, countries: readonly string[], key: readonly Part[]): Buyer {
  const chance = chanceOf(seed, ...key);
  const os = systems.find(([until]) => chance.uniform('os') < until)?.[1] ?? 'web';
  const till = chance.uniform('till');
  // Few buy in an app of a store: most pay on the page.
  const pay_channel: Till = till < 0.25 ? tills[os] : till < 0.6 ? 'stripe' : till < 0.85 ? 'paypal' : 'adyen';
  const place = chance.uniform('country');
  const at = place < 0.7 ? 0 : Math.floor(((place - 0.7) / 0.3) * countries.length);
  return { user_key: `u${digits(18, seed, ...key, 'user')}`, country: countries[at] ?? countries[0] ?? 'US', os, pay_channel };
}

type Rest = Pick<SiteOrderTable, 'ad_id' | 'site' | 'url' | 'pixel_id' | 'acquired_at' | 'is_reacq' | 'touch' | 'touch_at'>;

function orderOf(
  seed: string,
  key: readonly Part[],
  buyer: Buyer,
  rest: Rest,
  { at, amount, order_type }: { at: number; amount: number; order_type: SiteOrderTable['order_type'] },
): SiteOrderTable {
  const [share, cents] = fees[buyer.pay_channel];
  const id = digits(18, seed, ...key, 'order');
  const chance = chanceOf(seed, ...key);
  const isRefunded = chance.uniform('refund') < REFUNDED;
  const isPart = chance.uniform('part') < 0.25;
  return {
    id,
    ...rest,
    ...buyer,
    order_type,
    status: 'paid',
    amount,
    fee: Math.round(amount * share) + cents,
    at: new Date(at),
    refund_at: isRefunded ? new Date(at + Math.floor(HOUR + chance.uniform('refunded') * (7 * DAY - HOUR))) : null,
    refund: isRefunded ? Math.floor(amount * (isPart ? 0.5 : 1)) : 0,
    event_id: chance.uniform('untraced') < UNTRACED ? null : `pu.${id}`,
  };
}

/** What everybody buys, then and later, who pays for the first time because of an ad in a slot, and who comes by themselves besides. */
export function salesOf(seed: string, ad: SellingAd, { slot, start, length, hour }: SellingSlot, payers: number): SiteOrderTable[] {
  const orders: SiteOrderTable[] = [];
  const { id: ad_id, link: url, pixel: pixel_id, traits, countries } = ad;
  const place = { ad_id, site: siteOf(url), url, pixel_id };
  for (let payer = 0; payer < payers; payer++) {
    const key = [ad_id, slot, payer] as const;
    const chance = chanceOf(seed, ...key);
    const buyer = buyerOf(seed, countries, key);
    const at = start + Math.floor(chance.uniform('when') * length);
    const acquired = start + Math.floor((at - start) * chance.uniform('seen'));
    const kind = chance.uniform('view') < VIEWED ? ('view' as const) : ('click' as const);
    const touched = acquired - Math.floor(chance.uniform('touched') * (kind === 'view' ? 20 * HOUR : 40 * MINUTE));
    const isLost = chance.uniform('lost') < LOST;
    const rest: Rest = {
      ...place,
      acquired_at: new Date(acquired),
      is_reacq: chance.uniform('again') < AGAIN,
      touch: isLost ? null : kind,
      touch_at: isLost ? null : new Date(touched),
    };
    const isSubscriber = traits.biz === 'dj' && chance.uniform('subscribe') < SUBSCRIBES;
    // As it was counted among the amounts of the slot.
    const amount = priceOf(traits, uniform(seed, ad_id, slot, 'price', payer));
    const midnight = at - (at % HOUR) - hour * HOUR;
    const own: SiteOrderTable[] = [
      orderOf(seed, [...key, 'first'], buyer, rest, { at, amount, order_type: isSubscriber ? 'subscribe' : 'first' }),
      ...repeatDays((time) => chance.uniform('repeat', time)).map((day) =>
        orderOf(seed, [...key, 'repeat', day], buyer, rest, {
          at: midnight + day * DAY + timeOfDay(chance.uniform('hour', day)),
          amount: priceOf(traits, chance.uniform('price', day)),
          order_type: 'repeat',
        }),
      ),
    ];
    const period = amount <= 1999 ? 7 : 30;
    for (let time = 1; isSubscriber && time * period <= LAST_DAY && chance.uniform('renew', time) < RENEWS; time++) {
      own.push(orderOf(seed, [...key, 'renew', time], buyer, rest, { at: at + time * period * DAY, amount, order_type: 'renew' }));
    }
    if (chance.uniform('fails') < FAILS) {
      const failed = orderOf(seed, [...key, 'failed'], buyer, rest, { at: Math.floor((acquired + at) / 2), amount, order_type: 'first' });
      orders.push({
        ...failed,
        status: chance.uniform('closed') < 0.5 ? 'closed' : 'failed',
        fee: 0,
        refund_at: null,
        refund: 0,
        event_id: null,
      });
    }
    orders.push(...own, ...own.flatMap((order) => organicOf(seed, ad, place, order)));
  }
  return orders;
}

/** Somebody who came to the same page by themselves, now and then. */
function organicOf(
  seed: string,
  ad: SellingAd,
  place: Pick<Rest, 'ad_id' | 'site' | 'url' | 'pixel_id'>,
  beside: SiteOrderTable,
): SiteOrderTable[] {
  const key = [beside.id, 'organic'] as const;
  if (uniform(seed, ...key) >= ORGANIC) return [];
  const at = beside.at.getTime() + Math.floor(uniform(seed, ...key, 'when') * 30 * MINUTE);
  const acquired_at = new Date(at - Math.floor(uniform(seed, ...key, 'seen') * 20 * MINUTE));
  const rest = { ...place, acquired_at, is_reacq: false, touch: null, touch_at: null };
  const amount = priceOf(ad.traits, uniform(seed, ...key, 'price'));
  return [orderOf(seed, key, buyerOf(seed, ad.countries, key), rest, { at, amount, order_type: 'first' })];
}
