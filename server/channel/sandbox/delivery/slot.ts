import { type Chance, chanceOf } from '../chance.ts';
import type { Measures } from '../tables.ts';
import {
  bidThrottle,
  costPerPayer,
  dayBudget,
  fatigue,
  hourShare,
  LEARNING_EVENTS,
  LEARNING_PAY_FACTOR,
  priceOf,
  ramp,
  shareBudget,
  type Traits,
} from './model.ts';

/** Slots of five minutes per hour. */
export const SLOTS_PER_HOUR = 12;

/** An ad that may be delivered in a slot, in its state at the start of the slot. */
export interface RunningAd {
  id: string;
  traits: Traits;
  /** Slots and impressions delivered so far. */
  slots: number;
  impressions: number;
  /** Events of its ad group in the last seven days. */
  events: number;
  /** In minor units; null without a bid. */
  bid: number | null;
}

/** The budget of a campaign or ad group, in minor units of the account. */
export interface Budget {
  id: string;
  daily: number | null;
  lifetime: { total: number; hoursLeft: number } | null;
  /** Spend before the slot. */
  spent: { today: number; week: number; ever: number };
  /** Amount that campaign and account may still spend. */
  room: number;
  ads: readonly RunningAd[];
}

export interface SlotContext {
  seed: string;
  /** Number of the slot, counted from 1970. */
  slot: number;
  /** Slots of five minutes that it covers; history uses whole hours. */
  span: number;
  /** Local date and hour of the account. */
  date: string;
  hour: number;
  minorPerUsd: number;
}

/** Target and limit of a budget's spend in one slot. */
export function slotBudget(
  { seed, span, date, hour }: Pick<SlotContext, 'seed' | 'span' | 'date' | 'hour'>,
  { id, daily, lifetime, spent, room }: Budget,
): { target: number; max: number } {
  if (daily !== null) {
    const day = dayBudget(seed, id, date, daily);
    const most = Math.min(day - spent.today, 7 * daily - spent.week, room);
    return { target: (day * hourShare(hour) * span) / SLOTS_PER_HOUR, max: Math.max(0, Math.floor(most)) };
  }
  if (lifetime === null) return { target: 0, max: 0 };
  const left = lifetime.total - spent.ever;
  return { target: (left / Math.max(lifetime.hoursLeft, 1) / SLOTS_PER_HOUR) * span, max: Math.max(0, Math.floor(Math.min(left, room))) };
}

function simulateMeasures(
  { minorPerUsd }: SlotContext,
  { traits, impressions: shown, events }: RunningAd,
  spend: number,
  chance: Chance,
): Measures {
  const isLearning = events < LEARNING_EVENTS;
  const spread = isLearning ? 0.2 : 0.1;
  const impressions = chance.count((spend / minorPerUsd / traits.cpm) * 1000, 'impressions');
  const link_clicks = chance.count(
    impressions * traits.ctr * fatigue(shown) * Math.exp(spread * chance.normal('clicking')),
    'link_clicks',
    impressions,
  );
  const lp_views = chance.count(link_clicks * traits.lpr, 'lp_views', link_clicks);
  const new_users = chance.count(lp_views * traits.nur, 'new_users', lp_views);
  const payers = chance.count(
    new_users * traits.pay * (isLearning ? LEARNING_PAY_FACTOR : 1) * Math.exp(spread * chance.normal('paying')),
    'payers',
    new_users,
  );
  const plays_3s = chance.count(impressions * traits.hold, 'plays_3s', impressions);
  const video_plays = chance.count(plays_3s / 0.55, 'video_plays', impressions);
  const p25 = chance.count(video_plays * 0.45, 'p25', video_plays);
  const p50 = chance.count(video_plays * 0.28, 'p50', p25);
  const p75 = chance.count(video_plays * 0.19, 'p75', p50);
  const p95 = chance.count(video_plays * 0.12, 'p95', p75);
  const view_content = chance.count(lp_views * 0.9, 'view_content', lp_views);
  const checkouts = Math.max(payers, chance.count(payers * 1.9, 'checkouts', new_users));
  let value_usd = 0;
  for (let payer = 0; payer < payers; payer++) value_usd += priceOf(traits, chance.uniform('price', payer));
  return {
    spend,
    impressions,
    link_clicks,
    clicks: Math.max(link_clicks, chance.count(link_clicks * 1.25, 'clicks', impressions)),
    lp_views,
    video_plays,
    plays_3s,
    thruplays: chance.count(plays_3s * 0.33, 'thruplays', plays_3s),
    p25,
    p50,
    p75,
    p95,
    p100: chance.count(video_plays * 0.1, 'p100', p95),
    watch_ms: video_plays === 0 ? 0 : chance.count(video_plays * 6200 * (0.6 + traits.hold), 'watch_ms'),
    reactions: chance.count(impressions * 0.0018, 'reactions'),
    comments: chance.count(impressions * 0.0002, 'comments'),
    shares: chance.count(impressions * 0.00015, 'shares'),
    new_users,
    reacq_users: chance.count(new_users * 0.12, 'reacq_users', new_users),
    view_content,
    add_to_cart: traits.biz === 'ec' ? Math.max(checkouts, chance.count(lp_views * 0.11, 'add_to_cart', lp_views)) : checkouts,
    checkouts,
    payers,
    value_usd,
  };
}

/** Measures of the ads of one budget in a slot; together they stay within the budget. */
export function deliverSlot(at: SlotContext, budget: Budget): ReadonlyMap<string, Measures> {
  const { target, max } = slotBudget(at, budget);
  const measuresByAd = new Map<string, Measures>();
  const parts = shareBudget(budget.ads.map(({ traits }) => traits));
  let left = max;
  for (const [index, ad] of budget.ads.entries()) {
    const throttle = ad.bid === null ? 1 : bidThrottle(ad.bid / at.minorPerUsd, costPerPayer(ad.traits));
    const targetSpend = target * (parts[index] ?? 0) * ramp(ad.slots) * throttle;
    const chance = chanceOf(at.seed, ad.id, at.slot);
    const spend = chance.count(targetSpend, 'spend', left);
    left -= spend;
    measuresByAd.set(ad.id, simulateMeasures(at, ad, spend, chance));
  }
  return measuresByAd;
}
