import { expect, it } from 'vitest';
import { dayBefore, localHour, weekStart } from './local-time.ts';
import { bidThrottle, dayBudget, fatigue, hourShare, priceOf, ramp, shareBudget, type Traits, traitsOf } from './model.ts';
import { type Budget, deliverSlot, type RunningAd, slotBudget } from './slot.ts';

const SEED = '20261120';
const at = { seed: SEED, slot: 5_000_000, span: 1, date: '2026-11-20', hour: 20, minorPerUsd: 100 };

const traits = traitsOf(SEED, {
  id: '1',
  account: '2',
  country: 'US',
  isVideo: true,
  traits: { sha256: 'a', content: 'DR-1', landing: 'l', price_minor: null, biz: 'dj' },
});

const ad = (id: string, changes: Partial<RunningAd> = {}): RunningAd => ({
  id,
  traits,
  slots: 1000,
  impressions: 0,
  events: 100,
  bid: null,
  ...changes,
});

const budget = (changes: Partial<Budget> = {}): Budget => ({
  id: 'b',
  daily: 100_000,
  lifetime: null,
  spent: { today: 0, week: 0, ever: 0 },
  room: Number.POSITIVE_INFINITY,
  ads: [ad('1')],
  ...changes,
});

const spendOf = (given: Budget, when = at): number => [...deliverSlot(when, given).values()].reduce((sum, { spend }) => sum + spend, 0);

it('the behaviour of an ad follows from its content, audience and place', () => {
  const of = (country: string, biz: 'dj' | 'ec' = 'dj', isVideo = true): Traits =>
    traitsOf(SEED, { id: '1', account: '2', country, isVideo, traits: { sha256: 'a', content: 'c', landing: 'l', price_minor: 500, biz } });
  expect(of('US').cpm / of('ID').cpm).toBeCloseTo(7, 6);
  expect(of('US').pay).toBeGreaterThan(of('BR').pay);
  expect(of('US').nur).toBe(0.62);
  expect(of('US', 'ec').nur).toBe(0.9);
  expect(of('US', 'dj', false).hold).toBe(0);
});

it('the median drama has a D0 ROI of about 0.6 in every country', () => {
  for (const country of ['US', 'GB', 'JP', 'BR', 'ID', 'TH']) {
    const returns = Array.from({ length: 400 }, (_, index) => {
      const { cpm, ctr, lpr, nur, pay } = traitsOf(SEED, {
        id: `${index}`,
        account: `${index % 24}`,
        country,
        isVideo: true,
        traits: { sha256: `m${index % 120}`, content: `c${index % 40}`, landing: `l${index % 30}`, price_minor: null, biz: 'dj' },
      });
      return (1000 / cpm) * ctr * lpr * nur * pay * 21.5;
    }).sort((a, b) => a - b);
    expect(returns[200], country).toBeGreaterThan(0.4);
    expect(returns[200], country).toBeLessThan(0.9);
  }
});

it('the hour shares add up to a day, with the least at night and the most in the evening', () => {
  const all = Array.from({ length: 24 }, (_, hour) => hourShare(hour));
  expect(all.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10);
  expect(Math.max(...all.slice(2, 7))).toBeLessThan(Math.min(...all.slice(19, 23)) / 4);
});

it.each([
  [
    'a day may take a quarter more or a fifth less than its budget',
    () => Array.from({ length: 999 }, (_, day) => dayBudget(SEED, 'o', `${day}`, 1000)),
    800,
    1250,
  ],
  ['an ad begins with half its share and has all of it after six hours', () => [ramp(0), ramp(36), ramp(72), ramp(9999)], 0.5, 1],
  [
    'a bid buys less the further it lies below the cost, and no more above it',
    () => [bidThrottle(0.5, 1), bidThrottle(1, 1), bidThrottle(9, 1)],
    0.35,
    1,
  ],
  ['an ad that was shown often does worse', () => [fatigue(0), fatigue(400_000), fatigue(4_000_000)], 0.4, 1],
])('%s', (_name, values, least, most) => {
  for (const value of values()) {
    expect(value).toBeGreaterThanOrEqual(least);
    expect(value).toBeLessThanOrEqual(most);
  }
});

it('ads share a budget by performance, and each gets a minimum share', () => {
  const parts = shareBudget([
    { ctr: 0.02, pay: 0.05 },
    { ctr: 0.01, pay: 0.05 },
    { ctr: 0.001, pay: 0.001 },
  ]);
  expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 10);
  expect((parts[0] ?? 0) / (parts[1] ?? 1)).toBeCloseTo(4, 6);
  expect(parts[2]).toBeGreaterThan(0.019);
});

it('dramas cost 21.5 USD on average; a product costs its price or a multiple', () => {
  const drawn = Array.from({ length: 10_000 }, (_, index) => priceOf({ biz: 'dj', price: null }, index / 10_000));
  expect(drawn.reduce((sum, price) => sum + price, 0) / drawn.length).toBeCloseTo(2149, -1);
  expect([0.5, 0.9, 0.97].map((chance) => priceOf({ biz: 'ec', price: 500 }, chance))).toEqual([500, 1000, 1500]);
});

it('a slot gets its share of the hour and never more than is left', () => {
  const day = dayBudget(SEED, 'b', at.date, 100_000);
  expect(slotBudget(at, budget()).target).toBeCloseTo((day * hourShare(20)) / 12, 6);
  for (const [given, most] of [
    [{ spent: { today: day - 7.5, week: 0, ever: 0 } }, 7],
    [{ spent: { today: 0, week: 699_990, ever: 0 } }, 10],
    [{ spent: { today: day + 50, week: 0, ever: 0 } }, 0],
    [{ room: 3 }, 3],
    [{ daily: null, lifetime: { total: 500, hoursLeft: 10 }, spent: { today: 0, week: 0, ever: 496 } }, 4],
    [{ daily: null, lifetime: null }, 0],
  ] as const) {
    expect(slotBudget(at, budget(given)).max).toBe(most);
    expect(spendOf(budget({ ...given, ads: [ad('1'), ad('2'), ad('3')] }))).toBeLessThanOrEqual(most);
  }
});

it('a whole day spends its budget', () => {
  let today = 0;
  for (let slot = 0; slot < 288; slot++) {
    const when = { ...at, slot: at.slot + slot, hour: Math.floor(slot / 12) };
    today += spendOf(budget({ spent: { today, week: today, ever: today }, ads: [ad('1'), ad('2')] }), when);
  }
  const day = dayBudget(SEED, 'b', at.date, 100_000);
  expect(today).toBeGreaterThan(0.98 * day);
  expect(today).toBeLessThanOrEqual(day);
});

it('counts do not grow from one funnel step to the next', () => {
  for (let slot = 0; slot < 200; slot++) {
    const [m] = [...deliverSlot({ ...at, slot }, budget()).values()];
    if (m === undefined) throw new Error('nothing was delivered');
    const steps = [m.impressions, m.clicks, m.link_clicks, m.lp_views, m.new_users, m.payers];
    expect(steps).toEqual([...steps].sort((a, b) => b - a));
    const film = [m.impressions, m.video_plays, m.p25, m.p50, m.p75, m.p95, m.p100];
    expect(film).toEqual([...film].sort((a, b) => b - a));
    for (const value of Object.values(m)) expect(Number.isSafeInteger(value) && value >= 0).toBe(true);
    expect(m.payers === 0).toBe(m.value_usd === 0);
  }
});

it('an ad in its learning phase sells less', () => {
  const sold = (events: number) => {
    let payers = 0;
    for (let slot = 0; slot < 3000; slot++) {
      for (const measures of deliverSlot({ ...at, slot }, budget({ daily: 2_000_000, ads: [ad('1', { events })] })).values())
        payers += measures.payers;
    }
    return payers;
  };
  expect(sold(0)).toBeLessThan(0.95 * sold(100));
});

it.each([
  ['America/Los_Angeles', '2026-11-20T07:59:59Z', '2026-11-19', 23],
  ['America/Los_Angeles', '2026-11-20T08:00:00Z', '2026-11-20', 0],
  ['Asia/Shanghai', '2026-11-19T16:00:00Z', '2026-11-20', 0],
  ['Europe/London', '2026-10-25T00:30:00Z', '2026-10-25', 1],
  ['Europe/London', '2026-10-25T01:30:00Z', '2026-10-25', 1],
])('in %s it is at %s on %s, %d hours', (zone, instant, date, hour) => {
  expect(localHour(zone, new Date(instant))).toEqual({ date, hour });
});

it('the week of the channel begins on Sunday', () => {
  expect(weekStart('2026-11-20')).toBe('2026-11-15');
  expect(weekStart('2026-11-15')).toBe('2026-11-15');
  expect(dayBefore('2026-03-01', 1)).toBe('2026-02-28');
});
