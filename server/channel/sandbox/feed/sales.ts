import { chanceOf, digits, type Part, uniform } from '../chance.ts';
import { hourShare, priceOf, type Traits } from '../delivery/model.ts';
import type { SiteOrderTable } from '../tables.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An ad that sells, with its landing page. */
export interface SellingAd {
  id: string;
  traits: Pick<Traits, 'biz' | 'price'>;
  link: string | null;
  pixel: string | null;
  countries: readonly string[];
}

/** A slot in which users pay for the first time. */
export interface SellingSlot {
  /** The slot number that its amounts were simulated with. */
  slot: number;
  /** In milliseconds. */
  start: number;
  length: number;
  /** Local hour of the account. */
  hour: number;
}

const SUBSCRIBER_SHARE = 0.15;
const REACQUIRED_SHARE = 0.12;
const UNATTRIBUTED_SHARE = 0.03;
const VIEW_THROUGH_SHARE = 0.08;
const UNTRACKED_SHARE = 0.02;
const FAILED_SHARE = 0.05;
const ORGANIC_SHARE = 0.08;
const REFUNDED_SHARE = 0.012;
const RENEWAL_SHARE = 0.7;
/** Last day on which a user may buy again. */
const LAST_DAY = 90;

/** Cumulative hazard of a repeat purchase by day, so that one random number gives the next day. */
const hazards = Array.from({ length: LAST_DAY + 1 }, (_, day) => (day === 0 ? 0 : -Math.log(1 - 0.22 * day ** -1.15)));
for (let day = 1; day <= LAST_DAY; day++) hazards[day] = (hazards[day] ?? 0) + (hazards[day - 1] ?? 0);

/** Days after the first purchase on which the same user buys again. */
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

/** Time of a purchase in milliseconds after midnight, distributed like ad delivery. */
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
const storePayChannels = { ios: 'apple', android: 'google', web: 'stripe' } as const;
/** Fee as a share of the amount plus fixed cents. */
const fees = { stripe: [0.029, 30], paypal: [0.035, 30], adyen: [0.025, 12], apple: [0.15, 0], google: [0.15, 0] } as const;

type PayChannel = keyof typeof fees;

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
  pay_channel: PayChannel;
}

function createBuyer(seed: string, countries: readonly string[], key: readonly Part[]): Buyer {
  const chance = chanceOf(seed, ...key);
  const os = systems.find(([until]) => chance.uniform('os') < until)?.[1] ?? 'web';
  const payChance = chance.uniform('till');
  // Few users pay through an app store; most pay on the page.
  const pay_channel: PayChannel =
    payChance < 0.25 ? storePayChannels[os] : payChance < 0.6 ? 'stripe' : payChance < 0.85 ? 'paypal' : 'adyen';
  const countryChance = chance.uniform('country');
  const countryIndex = countryChance < 0.7 ? 0 : Math.floor(((countryChance - 0.7) / 0.3) * countries.length);
  return { user_key: `u${digits(18, seed, ...key, 'user')}`, country: countries[countryIndex] ?? countries[0] ?? 'US', os, pay_channel };
}

type OrderOrigin = Pick<SiteOrderTable, 'ad_id' | 'site' | 'url' | 'pixel_id' | 'acquired_at' | 'is_reacq' | 'touch' | 'touch_at'>;

function createOrder(
  seed: string,
  key: readonly Part[],
  buyer: Buyer,
  origin: OrderOrigin,
  { at, amount, order_type }: { at: number; amount: number; order_type: SiteOrderTable['order_type'] },
): SiteOrderTable {
  const [share, cents] = fees[buyer.pay_channel];
  const id = digits(18, seed, ...key, 'order');
  const chance = chanceOf(seed, ...key);
  const isRefunded = chance.uniform('refund') < REFUNDED_SHARE;
  const isPart = chance.uniform('part') < 0.25;
  return {
    id,
    ...origin,
    ...buyer,
    order_type,
    status: 'paid',
    amount,
    fee: Math.round(amount * share) + cents,
    at: new Date(at),
    refund_at: isRefunded ? new Date(at + Math.floor(HOUR + chance.uniform('refunded') * (7 * DAY - HOUR))) : null,
    refund: isRefunded ? Math.floor(amount * (isPart ? 0.5 : 1)) : 0,
    event_id: chance.uniform('untraced') < UNTRACKED_SHARE ? null : `pu.${id}`,
  };
}

/** All orders, now and later, of the users who first pay because of an ad in a slot, with some organic orders. */
export function simulateSales(seed: string, ad: SellingAd, { slot, start, length, hour }: SellingSlot, payers: number): SiteOrderTable[] {
  const orders: SiteOrderTable[] = [];
  const { id: ad_id, link: url, pixel: pixel_id, traits, countries } = ad;
  const landing = { ad_id, site: siteOf(url), url, pixel_id };
  for (let payer = 0; payer < payers; payer++) {
    const key = [ad_id, slot, payer] as const;
    const chance = chanceOf(seed, ...key);
    const buyer = createBuyer(seed, countries, key);
    const at = start + Math.floor(chance.uniform('when') * length);
    const acquired = start + Math.floor((at - start) * chance.uniform('seen'));
    const kind = chance.uniform('view') < VIEW_THROUGH_SHARE ? ('view' as const) : ('click' as const);
    const touched = acquired - Math.floor(chance.uniform('touched') * (kind === 'view' ? 20 * HOUR : 40 * MINUTE));
    const isLost = chance.uniform('lost') < UNATTRIBUTED_SHARE;
    const origin: OrderOrigin = {
      ...landing,
      acquired_at: new Date(acquired),
      is_reacq: chance.uniform('again') < REACQUIRED_SHARE,
      touch: isLost ? null : kind,
      touch_at: isLost ? null : new Date(touched),
    };
    const isSubscriber = traits.biz === 'dj' && chance.uniform('subscribe') < SUBSCRIBER_SHARE;
    // The amount must be the one counted in the measures of the slot.
    const amount = priceOf(traits, uniform(seed, ad_id, slot, 'price', payer));
    const midnight = at - (at % HOUR) - hour * HOUR;
    const buyerOrders: SiteOrderTable[] = [
      createOrder(seed, [...key, 'first'], buyer, origin, { at, amount, order_type: isSubscriber ? 'subscribe' : 'first' }),
      ...repeatDays((time) => chance.uniform('repeat', time)).map((day) =>
        createOrder(seed, [...key, 'repeat', day], buyer, origin, {
          at: midnight + day * DAY + timeOfDay(chance.uniform('hour', day)),
          amount: priceOf(traits, chance.uniform('price', day)),
          order_type: 'repeat',
        }),
      ),
    ];
    const period = amount <= 1999 ? 7 : 30;
    for (let time = 1; isSubscriber && time * period <= LAST_DAY && chance.uniform('renew', time) < RENEWAL_SHARE; time++) {
      buyerOrders.push(
        createOrder(seed, [...key, 'renew', time], buyer, origin, { at: at + time * period * DAY, amount, order_type: 'renew' }),
      );
    }
    if (chance.uniform('fails') < FAILED_SHARE) {
      const failed = createOrder(seed, [...key, 'failed'], buyer, origin, {
        at: Math.floor((acquired + at) / 2),
        amount,
        order_type: 'first',
      });
      orders.push({
        ...failed,
        status: chance.uniform('closed') < 0.5 ? 'closed' : 'failed',
        fee: 0,
        refund_at: null,
        refund: 0,
        event_id: null,
      });
    }
    orders.push(...buyerOrders, ...buyerOrders.flatMap((order) => simulateOrganicOrder(seed, ad, landing, order)));
  }
  return orders;
}

/** Occasionally adds an order of a user who came to the same page without an ad. */
function simulateOrganicOrder(
  seed: string,
  ad: SellingAd,
  landing: Pick<OrderOrigin, 'ad_id' | 'site' | 'url' | 'pixel_id'>,
  beside: SiteOrderTable,
): SiteOrderTable[] {
  const key = [beside.id, 'organic'] as const;
  if (uniform(seed, ...key) >= ORGANIC_SHARE) return [];
  const at = beside.at.getTime() + Math.floor(uniform(seed, ...key, 'when') * 30 * MINUTE);
  const acquired_at = new Date(at - Math.floor(uniform(seed, ...key, 'seen') * 20 * MINUTE));
  const origin = { ...landing, acquired_at, is_reacq: false, touch: null, touch_at: null };
  const amount = priceOf(ad.traits, uniform(seed, ...key, 'price'));
  return [createOrder(seed, key, createBuyer(seed, ad.countries, key), origin, { at, amount, order_type: 'first' })];
}
