import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cursor, SiteFeed } from '../site-feed.ts';

/** A feed of sites with visits and orders, with the ways a test can control it. */
export interface FeedUnderTest {
  feed: SiteFeed;
  /** Advances the time, so that more happens. */
  wait(by: { hours: number }): void;
  close(): Promise<void>;
}

async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const list: Row[] = [];
  for await (const row of rows) list.push(row);
  return list;
}

/** The behaviour that every site feed must have. */
export function describeSiteFeed(name: string, open: () => Promise<FeedUnderTest>): void {
  describe(`${name} as a feed of sites`, () => {
    let feedUnderTest: FeedUnderTest;
    beforeAll(async () => {
      feedUnderTest = await open();
    });
    afterAll(() => feedUnderTest.close());

    type Row = { cursor: string };
    const feeds: [string, (since: Cursor) => AsyncIterable<Row>, (row: never) => string][] = [
      [
        'orders',
        (since) => feedUnderTest.feed.orders(since),
        (row: { order_no: string; status: string }) => `${row.order_no} ${row.status}`,
      ],
      [
        'visits',
        (since) => feedUnderTest.feed.visits(since),
        (row: { site: string; url: string; ad_id: string | null; hour: Date }) =>
          `${row.site} ${row.url} ${row.ad_id} ${row.hour.getTime()}`,
      ],
      [
        'pixel events',
        (since) => feedUnderTest.feed.pixelEvents(since),
        (row: { pixel_id: string; event_name: string; event_id: string; source: string; event_time: Date }) =>
          `${row.pixel_id} ${row.event_name} ${row.event_id} ${row.source} ${row.event_time.getTime()}`,
      ],
    ];

    it.each(feeds)('tells %s the same way twice', async (_name, read) => {
      const first = await collect(read(null));
      expect(first.length).toBeGreaterThan(10);
      expect(await collect(read(null))).toEqual(first);
    });

    it.each(feeds)('goes on with %s where reading ended, and leaves none out', async (_name, read, keyOf) => {
      const rows = await collect(read(null));
      const keys = rows.map((row) => keyOf(row as never));
      for (const place of [0, 1, Math.floor(rows.length / 3), Math.floor(rows.length / 2), rows.length - 2]) {
        const rest = (await collect(read(rows[place]?.cursor ?? null))).map((row) => keyOf(row as never));
        expect(new Set([...keys.slice(0, place + 1), ...rest])).toEqual(new Set(keys));
      }
      expect(await collect(read(rows.at(-1)?.cursor ?? null))).toEqual([]);
    });

    it.each(feeds)('tells what happened since of %s, and only that', async (_name, read, keyOf) => {
      const before = await collect(read(null));
      const end = before.at(-1)?.cursor ?? null;
      feedUnderTest.wait({ hours: 3 });
      const later = await collect(read(end));
      expect(later.length).toBeGreaterThan(0);
      const whole = await collect(read(null));
      const known = new Map(before.map((row) => [keyOf(row as never), row]));
      const changed = new Map(later.map((row) => [keyOf(row as never), row]));
      for (const row of whole) {
        const { cursor: _cursor, ...now } = row;
        const { cursor: _then, ...was } = changed.get(keyOf(row as never)) ?? known.get(keyOf(row as never)) ?? { cursor: '' };
        expect(was).toEqual(now);
      }
    });

    it('reports all facts of an order that attribution and totals need', async () => {
      for (const order of await collect(feedUnderTest.feed.orders(null))) {
        expect(order.order_no).toMatch(/^\S{1,32}$/);
        expect(order.user_key).toMatch(/^\S{1,40}$/);
        expect(order.amount).toBeGreaterThan(0);
        expect(order.refund).toBeLessThanOrEqual(order.amount);
        expect(order.acquired_at.getTime()).toBeLessThanOrEqual(order.ordered_at.getTime());
        expect(order.touch?.at.getTime() ?? 0).toBeLessThanOrEqual(order.acquired_at.getTime());
        expect(order.paid_at === null).toBe(['created', 'closed', 'failed'].includes(order.status));
        expect(order.refunded_at !== null).toBe(order.refund > 0);
      }
    });

    it('reports only consistent counts of an hour', async () => {
      for (const hour of await collect(feedUnderTest.feed.visits(null))) {
        expect(hour.uv).toBeLessThanOrEqual(hour.pv);
        expect(hour.bounces).toBeLessThanOrEqual(hour.pv);
        expect(hour.cta_clicks).toBeLessThanOrEqual(hour.uv);
        expect(hour.reacq_users).toBeLessThanOrEqual(hour.new_users);
        expect(hour.reg_users).toBeLessThanOrEqual(hour.new_users);
      }
    });
  });
}
