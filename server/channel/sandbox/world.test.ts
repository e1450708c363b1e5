import { expect, it } from 'vitest';
import { inverseNormal, normal, roundByChance, uniform } from './chance.ts';
import { accountStatusAt, isRevoked } from './incidents.ts';
import { parseMarks } from './marks.ts';
import { planReview } from './review.ts';
import { countCall } from './throttle.ts';
import { demoGrant, personToken, pixelToken, sandboxWorld } from './world.ts';

const SEED = '20261120';
const asOf = new Date('2026-11-20T00:00:00Z');
const world = sandboxWorld(SEED);
const DAY = 86_400_000;

it('the same seed gives the same world, another seed another one', () => {
  expect(sandboxWorld(SEED)).toEqual(world);
  expect(sandboxWorld('1').accounts.map(({ id }) => id)).not.toEqual(world.accounts.map(({ id }) => id));
});

it('the demo company has the specified assets and all special cases', () => {
  const accounts = world.accounts.filter(({ demo }) => demo);
  const pages = world.pages.filter(({ demo }) => demo);
  const pixels = world.pixels.filter(({ demo }) => demo);
  const known = world.persons.filter(({ grant }) => grant !== null);
  expect([known.length, accounts.length, pages.length, pixels.length]).toEqual([10, 24, 10, 12]);
  expect(accounts.filter(({ account_status, disable_reason }) => account_status === 2 && disable_reason === 3)).toHaveLength(1);
  expect(accounts.filter(({ account_status }) => account_status === 3)).toHaveLength(1);
  expect(accounts.map(({ currency }) => currency)).toContain('JPY');
  expect(accounts.map(({ timezone_name }) => timezone_name)).toEqual(
    expect.arrayContaining(['America/Los_Angeles', 'Europe/London', 'Asia/Shanghai']),
  );
  expect(pages.find(({ ads_elsewhere, ad_limit }) => ads_elsewhere === 246 && ad_limit === 250)).toBeDefined();
  expect(pages.filter(({ is_published }) => !is_published)).toHaveLength(1);
  for (const task of ['ADVERTISE', 'CREATE_CONTENT']) expect(pages.filter(({ tasks }) => !tasks.includes(task))).toHaveLength(1);
  expect(pixels.filter(({ silent_minutes }) => silent_minutes === null)).toHaveLength(1);
  const ends = known.map((person) => (Number(demoGrant(SEED, person, asOf)?.expires_at) - asOf.getTime()) / DAY);
  expect(ends.filter((days) => days < 0)).toHaveLength(1);
  expect(ends.filter((days) => days > 3 && days < 4)).toHaveLength(1);
  expect(known.filter(({ grant }) => (grant?.scopes.length ?? 0) < 7)).toHaveLength(1);
  expect(known.filter(({ usage }) => usage === 'host')).toHaveLength(2);
});

it('every asset of the demo company was authorised by one of its people', () => {
  const known = new Set(world.persons.filter(({ grant }) => grant !== null).map(({ id }) => id));
  const owned = [...world.accounts, ...world.pages].filter(({ demo }) => demo);
  expect(owned.filter(({ people }) => !known.has(people[0] ?? ''))).toEqual([]);
  const owners = new Map(world.accounts.map((account) => [account.id, account]));
  const pixels = world.pixels.filter(({ demo }) => demo);
  expect(pixels.filter(({ owner_account }) => owners.get(owner_account)?.demo !== true)).toEqual([]);
});

it('ids are text of 15 to 18 digits and unique', () => {
  const ids = [...world.persons, ...world.accounts, ...world.pages, ...world.pixels].map(({ id }) => id);
  for (const id of ids) expect(id).toMatch(/^[1-9]\d{14,17}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

it('amounts are whole, below their cap, and fit their currency', () => {
  for (const { amount_spent, spend_cap, balance, min_daily_budget } of world.accounts) {
    for (const money of [amount_spent, balance, min_daily_budget, spend_cap ?? 0]) expect(Number.isSafeInteger(money)).toBe(true);
    if (spend_cap !== null) expect(amount_spent).toBeLessThanOrEqual(spend_cap);
  }
});

it('tokens follow from the seed and cannot be derived from visible data', () => {
  const [person] = world.persons;
  expect(personToken(SEED, person?.id ?? '', 1)).toBe(personToken(SEED, person?.id ?? '', 1));
  const tokens = [1, 2].flatMap((grant) => [personToken(SEED, 'a', grant), personToken('1', 'a', grant), pixelToken(SEED, `a${grant}`)]);
  expect(new Set(tokens).size).toBe(tokens.length);
  expect(JSON.stringify(world)).not.toContain('sbxu_');
});

it('random numbers are uniform and normal', () => {
  const count = 20_000;
  const even = Array.from({ length: count }, (_, index) => uniform('chance', 'even', index));
  expect(Math.min(...even)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...even)).toBeLessThan(1);
  for (let tenth = 0; tenth < 10; tenth++) {
    expect(Math.abs(even.filter((value) => Math.floor(value * 10) === tenth).length / count - 0.1)).toBeLessThan(0.01);
  }
  const bell = Array.from({ length: count }, (_, index) => normal('chance', index));
  const mean = bell.reduce((sum, value) => sum + value, 0) / count;
  expect(Math.abs(mean)).toBeLessThan(0.03);
  expect(Math.abs(bell.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count - 1)).toBeLessThan(0.03);
  const whole = Array.from({ length: count }, (_, index) => roundByChance(0.3, 'chance', 'whole', index));
  expect(Math.abs(whole.reduce((sum, value) => sum + value, 0) / count - 0.3)).toBeLessThan(0.02);
});

it.each([
  [0.5, 0],
  [0.975, 1.959964],
  [0.025, -1.959964],
  [0.999, 3.090232],
  [1e-6, -4.753424],
  [1e-13, -7.348796],
])('the inverse of the normal distribution at %d is %d', (probability, value) => {
  expect(inverseNormal(probability)).toBeCloseTo(value, 4);
});

it('random numbers do not depend on the order of calls', () => {
  const forwards = [1, 2, 3].map((each) => uniform('a', each));
  expect([3, 2, 1].map((each) => uniform('a', each)).reverse()).toEqual(forwards);
  expect(uniform('a', 'b', 'c')).not.toBe(uniform('a', 'bc'));
});

it.each([
  ['[[100/1487390]] x', { failure: { code: 100, subcode: 1487390, always: false } }],
  ['x [[100/1487390!]]', { failure: { code: 100, subcode: 1487390, always: true } }],
  ['[[190!]]', { failure: { code: 190, subcode: undefined, always: true } }],
  ['[[slow:20]]', { slowS: 20, failure: null }],
  ['[[throttle]] [[unknown]]', { isThrottled: true, isLost: true }],
  ['[[reject]]', { isDisapproved: true }],
  ['[[nothing]] [100/1] slow:3', { failure: null, isLost: false, slowS: 0, isThrottled: false, isDisapproved: false }],
])('%s triggers its behaviour', (text, marks) => {
  expect(parseMarks(text)).toMatchObject(marks);
});

it('an account may have 9000 points, recovers in five minutes, and pauses for one minute above the limit', () => {
  const at = (seconds: number) => new Date(asOf.getTime() + seconds * 1000);
  let pace = { score: 0, score_at: at(0), throttled_until: null as Date | null, refused: false };
  for (let call = 0; call < 3000; call++) pace = countCall(pace, 3, at(0));
  expect(pace).toMatchObject({ score: 9_000_000, refused: false });
  pace = countCall(pace, 1, at(0));
  expect(pace).toMatchObject({ refused: true, throttled_until: at(60) });
  expect(countCall(pace, 1, at(59)).refused).toBe(true);
  expect(countCall(pace, 1, at(60))).toMatchObject({ refused: false, throttled_until: null });
  expect(countCall({ ...pace, score: 9_000_000, throttled_until: null }, 1, at(300))).toMatchObject({ score: 1000 });
});

it('incidents affect about 1 % of accounts per week, last as specified, and are the same on every read', () => {
  const account = { id: '', account_status: 1, disable_reason: 0 };
  const ids = Array.from({ length: 4000 }, (_, index) => String(index));
  const end = new Date(asOf.getTime() + 7 * DAY);
  const isTaken = ids.filter((id) => isRevoked(SEED, [id], asOf, end)).length / ids.length;
  expect(isTaken).toBeGreaterThan(0.006);
  expect(isTaken).toBeLessThan(0.014);
  const disabled = ids.find((id) => accountStatusAt(SEED, { ...account, id }, asOf, end).account_status === 2) ?? '';
  expect(accountStatusAt(SEED, { ...account, id: disabled }, asOf, end)).toEqual({ account_status: 2, disable_reason: 1 });
  expect(accountStatusAt(SEED, { ...account, id: disabled }, end, new Date(end.getTime() + 1))).toMatchObject({ account_status: 1 });
  expect(accountStatusAt(SEED, { ...account, id: disabled, account_status: 9 }, asOf, end)).toMatchObject({ account_status: 9 });
  const atOnce = ids.filter((id) => accountStatusAt(SEED, { ...account, id }, asOf, new Date(asOf.getTime() + 1)).account_status !== 1);
  expect(atOnce).toEqual([]);
});

it('a review takes 5 to 45 minutes; 4 % of ads are disapproved, without incidents only marked ones', () => {
  const ads = Array.from({ length: 4000 }, (_, index) => ({ id: String(index), name: 'Ad' }));
  const reviews = ads.map((ad) => planReview(SEED, ad, asOf, true));
  for (const { review_at } of reviews) {
    const minutes = (review_at.getTime() - asOf.getTime()) / 60_000;
    expect(minutes).toBeGreaterThanOrEqual(5);
    expect(minutes).toBeLessThanOrEqual(45);
  }
  const bad = reviews.filter(({ review_feedback }) => review_feedback !== null).length / ads.length;
  expect(bad).toBeGreaterThan(0.03);
  expect(bad).toBeLessThan(0.05);
  expect(ads.filter((ad) => planReview(SEED, ad, asOf, false).review_feedback !== null)).toEqual([]);
  expect(Object.keys(planReview(SEED, { id: '1', name: '[[reject]]' }, asOf, false).review_feedback ?? {})).toHaveLength(1);
});
