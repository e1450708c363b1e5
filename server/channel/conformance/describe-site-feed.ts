import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cursor, OrderEvent, PixelEvent, SiteFeed, VisitHour } from '../site-feed.ts';
import { collect, describeRows } from './describe-rows.ts';

/** A feed of sites with visits and orders, with the ways a test can control it. */
export interface FeedUnderTest {
  feed: SiteFeed;
  /** Advances the time, so that more happens. */
  wait(by: { hours: number }): void;
  close(): Promise<void>;
}

/** The behaviour that every site feed must have. */
export function describeSiteFeed(name: string, open: () => Promise<FeedUnderTest>): void {
  describe(`${name} as a feed of sites`, () => {
    let feedUnderTest: FeedUnderTest;
    beforeAll(async () => {
      feedUnderTest = await open();
    });
    afterAll(() => feedUnderTest.close());

    const feeds = [
      {
        what: 'orders',
        least: 11,
        read: (since: Cursor) => feedUnderTest.feed.orders(since),
        keyOf: (row: OrderEvent) => `${row.order_no} ${row.status}`,
      },
      {
        what: 'visits',
        least: 11,
        read: (since: Cursor) => feedUnderTest.feed.visits(since),
        keyOf: (row: VisitHour) => `${row.site} ${row.url} ${row.ad_id} ${row.hour.getTime()}`,
      },
      {
        what: 'pixel events',
        least: 11,
        read: (since: Cursor) => feedUnderTest.feed.pixelEvents(since),
        keyOf: (row: PixelEvent) => `${row.pixel_id} ${row.event_name} ${row.event_id} ${row.source} ${row.event_time.getTime()}`,
      },
    ];
    describeRows(feeds, () => feedUnderTest.wait({ hours: 3 }));

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
