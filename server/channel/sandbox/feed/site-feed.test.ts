import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LiveAds, openLiveAds } from '#tests/support/live-ads.ts';
import { describeSiteFeed } from '../../conformance/describe-site-feed.ts';
import { uniform } from '../chance.ts';
import { priceOf } from '../delivery/model.ts';
import { eventsOfOrder } from './pixel-events.ts';
import { repeatDays, type SellingAd, simulateSales } from './sales.ts';

const SEED = '20261120';
const DAY = 86_400_000;
const SLOT = { slot: 5_900_000, start: 5_900_000 * 300_000, length: 300_000, hour: 20 };
const ad: SellingAd = {
  id: '7',
  traits: { biz: 'dj', price: null },
  link: 'https://play.example.test/one',
  pixel: '9',
  countries: ['US', 'CA'],
};

describeSiteFeed('the simulated channel', async () => {
  const live = await openLiveAds();
  await live.launch({ ads: 3, budget: 900_000 });
  live.clock.forward({ hours: 30 });
  return { feed: live.outside.siteFeed, wait: (by) => live.clock.forward(by), close: live.close };
});

let live: LiveAds;
beforeAll(async () => {
  live = await openLiveAds();
});
afterAll(() => live.close());

it('every payer has exactly one first order, with the counted amount and in the counted slot', () => {
  for (let slot = SLOT.slot; slot < SLOT.slot + 40; slot++) {
    const payers = slot % 5;
    const start = slot * SLOT.length;
    const orders = simulateSales(SEED, ad, { ...SLOT, slot, start }, payers);
    const paid = orders.filter(({ status }) => status === 'paid');
    const lost = Array.from({ length: payers }, (_, payer) => uniform(SEED, ad.id, slot, payer, 'lost') < 0.03).filter(Boolean).length;
    const first = paid.filter(({ order_type, touch }) => touch !== null && (order_type === 'first' || order_type === 'subscribe'));
    expect(first).toHaveLength(payers - lost);
    expect(new Set(first.map(({ user_key }) => user_key)).size).toBe(first.length);
    const prices = Array.from({ length: payers }, (_, payer) => priceOf(ad.traits, uniform(SEED, ad.id, slot, 'price', payer)));
    for (const { amount } of first) expect(prices).toContain(amount);
    for (const { at, acquired_at } of first) {
      expect(acquired_at.getTime()).toBeGreaterThanOrEqual(start);
      expect(at.getTime()).toBeGreaterThanOrEqual(acquired_at.getTime());
      expect(at.getTime()).toBeLessThan(start + SLOT.length);
    }
    // No order lies before the slot.
    for (const { at, refund_at } of orders) {
      expect(at.getTime()).toBeGreaterThanOrEqual(start);
      if (refund_at !== null) expect(refund_at.getTime()).toBeGreaterThan(at.getTime());
    }
  }
});

it('purchases of thousands of users match the expected shares', () => {
  const orders = Array.from({ length: 400 }, (_, slot) =>
    simulateSales(SEED, ad, { ...SLOT, slot, start: slot * SLOT.length, hour: Math.floor(slot / 12) % 24 }, 10),
  ).flat();
  const paid = orders.filter(({ status }) => status === 'paid');
  const share = (some: unknown[], of: unknown[]) => some.length / of.length;
  const own = paid.filter(({ touch }) => touch !== null);
  const first = own.filter(({ order_type }) => order_type === 'first' || order_type === 'subscribe');
  expect(
    share(
      first.filter(({ order_type }) => order_type === 'subscribe'),
      first,
    ),
  ).toBeCloseTo(0.15, 1);
  expect(share(first, Array.from({ length: 4000 }))).toBeCloseTo(0.97, 2);
  expect(
    share(
      paid.filter(({ refund_at }) => refund_at !== null),
      paid,
    ),
  ).toBeCloseTo(0.012, 2);
  expect(
    share(
      paid.filter(({ touch }) => touch === null),
      paid,
    ),
  ).toBeGreaterThan(0.07);
  const until = (days: number) =>
    own
      .filter(({ at, acquired_at }) => at.getTime() - acquired_at.getTime() < (days + 0.5) * 86_400_000)
      .reduce((sum, { amount }) => sum + amount, 0);
  expect(until(7) / until(0)).toBeCloseTo(1.6, 0);
  expect(until(30) / until(0)).toBeGreaterThan(1.7);
  expect(until(30) / until(0)).toBeLessThan(2.2);
});

it('repeat purchases are on separate days and become rarer', () => {
  const days = Array.from({ length: 20_000 }, (_, person) => repeatDays((time) => uniform(SEED, person, time))).flat();
  const on = (day: number) => days.filter((each) => each === day).length / 20_000;
  expect(on(1)).toBeCloseTo(0.22, 1);
  expect(on(7)).toBeCloseTo(0.22 * 7 ** -1.15, 2);
  expect(Math.min(...days)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...days)).toBeLessThanOrEqual(90);
});

it('repeat purchases happen at the usual hours of a later day, many within 24 hours', () => {
  // The slot begins at the full hour of its day.
  const start = Math.floor(SLOT.start / DAY) * DAY + 20 * 3_600_000;
  const orders = Array.from({ length: 200 }, (_, slot) => simulateSales(SEED, ad, { ...SLOT, slot, start }, 10)).flat();
  const again = orders.filter(({ order_type }) => order_type === 'repeat');
  const dayOf = (at: Date) => Math.floor(at.getTime() / DAY);
  expect(again.filter(({ at, acquired_at }) => dayOf(at) <= dayOf(acquired_at))).toEqual([]);
  const nextDay = again.filter(({ at, acquired_at }) => dayOf(at) === dayOf(acquired_at) + 1);
  const early = nextDay.filter(({ at, acquired_at }) => at.getTime() - acquired_at.getTime() <= DAY);
  expect(nextDay.length).toBeGreaterThan(300);
  expect(early.length / nextDay.length).toBeGreaterThan(0.5);
  expect(early.length / nextDay.length).toBeLessThan(0.95);
});

it('a pixel with duplicated code reports most events twice, and one with wrong ids never uses the same id', () => {
  const orders = Array.from({ length: 300 }, (_, slot) => simulateSales(SEED, ad, { ...SLOT, slot, start: slot * SLOT.length }, 3))
    .flat()
    .filter(({ status }) => status === 'paid')
    .map((order) => ({ ...order, pixel_id: '9' }));
  const heard = (fault: 'twice' | 'ids' | null) => orders.flatMap((order) => eventsOfOrder(SEED, order, fault));
  const good = heard(null);
  const repeated = (events: typeof good) => events.length - new Set(events.map(({ event_id, event_name }) => event_id + event_name)).size;
  expect(repeated(good)).toBe(0);
  expect(repeated(heard('twice')) / heard('twice').length).toBeCloseTo(0.38, 1);
  const known = new Set(orders.map(({ event_id }) => event_id));
  expect(heard('ids').filter(({ event_name, event_id }) => event_name === 'Purchase' && known.has(event_id))).toEqual([]);
});

it('orders agree with the counts of the channel at any pace of advancing', async () => {
  const sold = async (everyMinutes: number) => {
    await live.reset();
    await live.launch({ ads: 2, budget: 600_000 });
    for (let passed = 0; passed < 2400; passed += everyMinutes) {
      live.clock.forward({ minutes: everyMinutes });
      await live.run('sandbox.tick');
    }
    return await live.rowsOf('sbx_order');
  };
  const once = await sold(2400);
  expect(await sold(115)).not.toEqual([]);
  expect(await sold(2400)).toEqual(once);
  expect(await sold(200)).toEqual(once);
  const { rows } = await sql<{ payers: number; known: number; value: number; amount: number }>`
    select (select sum(payers)::bigint from sbx_hour) as payers, (select sum(value_usd)::bigint from sbx_hour) as value, count(*) as known,
      sum(amount)::bigint as amount
    from sbx_order where status = 'paid' and touch is not null and order_type in ('first', 'subscribe')`.execute(live.db);
  const [counted] = rows;
  expect(counted?.payers).toBeGreaterThan(20);
  expect(counted?.known).toBeLessThanOrEqual(counted?.payers ?? 0);
  expect(counted?.known).toBeGreaterThan(0.85 * (counted?.payers ?? 0));
  expect(counted?.amount).toBeLessThanOrEqual(counted?.value ?? 0);
});
