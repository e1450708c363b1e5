import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SitePush } from '#contracts/endpoints/site-push.ts';
import { collect } from '#server/channel/conformance/describe-rows.ts';
import { describeSiteFeed } from '#server/channel/conformance/describe-site-feed.ts';
import type { SiteFeed } from '#server/channel/site-feed.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { pushedOrder, pushedPixelEvent, pushedVisits } from '#tests/support/site-pushes.ts';
import { cleanPushes } from './clean-pushes.job.ts';
import { createPushedSites, type PushedSites } from './pushed-sites.ts';

type Database = Awaited<ReturnType<typeof createTestDatabase>>;

const at = (hours: number) => new Date(Date.UTC(2026, 10, 20) + hours * 3_600_000).toISOString();

/** What twelve hours brought, one row of each kind an hour. */
const pushesOf = (from: number, hours: number): SitePush[] => {
  const every = Array.from({ length: hours }, (_, hour) => from + hour);
  const touch = (hour: number) => (hour % 2 === 0 ? { ad_id: '120200000000001', kind: 'click' as const, at: at(hour - 1) } : null);
  return [
    { kind: 'orders', events: every.map((hour) => pushedOrder(`o${hour}`, at(hour), { touch: touch(hour) })) },
    { kind: 'visits', events: every.map((hour) => pushedVisits(at(hour))) },
    { kind: 'pixel_events', events: every.map((hour) => pushedPixelEvent(`e${hour}`, at(hour))) },
  ];
};

describeSiteFeed('what the sites pushed', async () => {
  const database = await createTestDatabase();
  const { feed, take } = createPushedSites(database.db);
  let hour = 0;
  let pushed: Promise<unknown> = Promise.resolve();
  const push = (hours: number) => {
    const pushes = pushesOf(hour, hours);
    hour += hours;
    // One after another, as a site does.
    pushed = pushed.then(async () => {
      for (const one of pushes) await take(one, new Date(at(hour)));
    });
  };
  push(12);
  const afterPush = <Row>(read: (since: string | null) => AsyncIterable<Row>) =>
    async function* (since: string | null) {
      await pushed;
      yield* read(since);
    };
  const whole: SiteFeed = {
    orderDays: feed.orderDays,
    orders: afterPush(feed.orders),
    visits: afterPush(feed.visits),
    pixelEvents: afterPush(feed.pixelEvents),
  };
  return { feed: whole, wait: ({ hours }) => push(hours), close: () => database.close() };
});

describe('a row that a site pushes again', () => {
  let database: Database;
  let sites: PushedSites;
  beforeEach(async () => {
    database = await createTestDatabase();
    sites = createPushedSites(database.db);
  });
  afterEach(() => database.close());

  const push = (order: ReturnType<typeof pushedOrder>, hour: number) => sites.take({ kind: 'orders', events: [order] }, new Date(at(hour)));
  const known = async () => (await collect(sites.feed.orders(null))).map(({ order_no, status, refund }) => [order_no, status, refund]);

  it('replaces the one before, is read again, and changes nothing when it is the same', async () => {
    expect(await push(pushedOrder('a', at(1)), 1)).toEqual({ received: 1, changed: 1 });
    const end = (await collect(sites.feed.orders(null))).at(-1)?.cursor ?? null;
    expect(await push(pushedOrder('a', at(1)), 2)).toEqual({ received: 1, changed: 0 });
    expect(await collect(sites.feed.orders(end))).toEqual([]);
    const refunded = pushedOrder('a', at(1), { changed_at: at(3), status: 'refunded', refund: 999, refunded_at: at(3) });
    expect(await push(refunded, 3)).toEqual({ received: 1, changed: 1 });
    expect(await collect(sites.feed.orders(end))).toMatchObject([{ order_no: 'a', refunded_at: new Date(at(3)) }]);
    expect(await known()).toEqual([['a', 'refunded', 999]]);
  });

  it('is passed over when the site changed it before the one that is known, also within one push', async () => {
    const late = pushedOrder('a', at(1), { changed_at: at(3), status: 'refunded', refund: 999, refunded_at: at(3) });
    const early = pushedOrder('a', at(1));
    expect(await sites.take({ kind: 'orders', events: [late, early] }, new Date(at(4)))).toEqual({ received: 2, changed: 1 });
    expect(await push(early, 4)).toEqual({ received: 1, changed: 0 });
    expect(await known()).toEqual([['a', 'refunded', 999]]);
  });

  it('is never passed over by a reader, however many push at once', async () => {
    const pushes = Array.from({ length: 20 }, (_, n) => push(pushedOrder(`o${n}`, at(n)), 1));
    const read: string[] = [];
    let end: string | null = null;
    let isOver = false;
    void Promise.all(pushes).then(() => {
      isOver = true;
    });
    for (let wasOver = false; !wasOver; ) {
      wasOver = isOver;
      for (const { order_no, cursor } of await collect(sites.feed.orders(end))) {
        read.push(order_no);
        end = cursor;
      }
    }
    expect(read.sort()).toEqual(Array.from({ length: 20 }, (_, n) => `o${n}`).sort());
  });

  it('counts on the day it was paid and on the day it was refunded', async () => {
    await push(pushedOrder('a', at(15)), 15);
    await push(pushedOrder('b', at(17), { amount: 500 }), 17);
    await push(pushedOrder('b', at(17), { amount: 500, changed_at: at(45), status: 'refunded', refund: 500, refunded_at: at(45) }), 45);
    await push(pushedOrder('c', at(17), { status: 'failed', paid_at: null }), 45);
    const days = (until: number) =>
      sites.feed.orderDays({ from: '2026-11-20', to: '2026-11-22', timezone: 'Asia/Shanghai', until: new Date(at(until)) });
    const usd = { currency: 'USD' };
    expect(await days(48)).toEqual([
      { ...usd, date: '2026-11-20', orders: 1, amount: 999, refunds: 0 },
      { ...usd, date: '2026-11-21', orders: 1, amount: 500, refunds: 0 },
      { ...usd, date: '2026-11-22', orders: 0, amount: 0, refunds: 1 },
    ]);
    expect(await days(16)).toEqual([{ ...usd, date: '2026-11-20', orders: 1, amount: 999, refunds: 0 }]);
  });

  it('tells the rate of a currency until there is a later one', async () => {
    const rate = (date: string, currency: string, usd_per_unit: number) => ({ changed_at: at(0), date, currency, usd_per_unit });
    const events = [rate('2026-11-18', 'EUR', 1.1), rate('2026-11-20', 'EUR', 1.2), rate('2026-11-19', 'JPY', 0.0064)];
    await sites.take({ kind: 'rates', events }, new Date(at(0)));
    const ratesOn = async (date: string) =>
      Object.fromEntries((await sites.rates.ratesOf(date)).map(({ currency, usd_per_unit }) => [currency, usd_per_unit]));
    expect(await ratesOn('2026-11-17')).toEqual({ USD: 1 });
    expect(await ratesOn('2026-11-19')).toEqual({ USD: 1, EUR: 1.1, JPY: 0.0064 });
    expect(await ratesOn('2026-11-25')).toEqual({ USD: 1, EUR: 1.2, JPY: 0.0064 });
  });

  it('is forgotten, and its customer before it', async () => {
    for (const one of pushesOf(0, 1)) await sites.take(one, new Date(at(0)));
    const run = async (days: number) =>
      (await cleanPushes.run({ db: database.db, now: new Date(at(24 * days)) } as Parameters<typeof cleanPushes.run>[0])).message;
    const kinds = async () => (await database.db.selectFrom('site_push').select('kind').orderBy('kind').execute()).map(({ kind }) => kind);
    const customers = async () => (await collect(sites.feed.orders(null))).map(({ customer }) => customer?.ip ?? null);
    expect([await run(7), await customers()]).toEqual(['0 rows and the data of 0 customers removed', ['203.0.113.7']]);
    expect([await run(8), await customers()]).toEqual(['0 rows and the data of 1 customers removed', [null]]);
    expect([await run(15), await kinds()]).toEqual(['2 rows and the data of 0 customers removed', ['orders']]);
    expect([await run(401), await kinds()]).toEqual(['1 rows and the data of 0 customers removed', []]);
  });
});
