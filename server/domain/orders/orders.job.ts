import { readFeed } from '../feed-reading.ts';
import { ensureRates, ORDERS_PULL_JOB } from '../insights/index.ts';
import type { Job } from '../jobs/index.ts';
import { ingestPixelEvents } from './pixel-events.ts';
import { ingestOrders } from './place-orders.ts';
import { ingestVisits } from './visits.ts';

/** Reads the feeds of the company's own sites: visits and new users, orders with everything derived from them, and pixel events. */
export const ordersPull: Job = {
  key: ORDERS_PULL_JOB,
  name: { zh: '订单与访问拉取', en: 'Pull orders and visits' },
  cron: '*/5 * * * *',
  timeoutS: 840,
  core: true,
  allowManual: true,
  async run({ db, now, signal, log, siteFeed, rates }) {
    await ensureRates(db, rates, now);
    const written = { orders: 0, visits: 0, events: 0 };
    const visits = await readFeed(db, 'visits', {
      now,
      signal,
      read: (since) => siteFeed.visits(since),
      take: async (rows) => {
        const result = await ingestVisits(db, rows, now);
        written.visits += result.written;
        if (result.late > 0) log(`${result.late} visits came too late`);
      },
    });
    const orders = await readFeed(db, 'orders', {
      now,
      signal,
      read: (since) => siteFeed.orders(since),
      take: async (rows) => {
        const taken = await ingestOrders(db, rows, now);
        written.orders += taken.written;
        if (taken.unplaced > 0) log(`${taken.unplaced} orders of sites or in currencies that are not known here`);
      },
    });
    // Read after the orders that they refer to.
    const events = await readFeed(db, 'pixel_events', {
      now,
      signal,
      read: (since) => siteFeed.pixelEvents(since),
      take: async (rows) => {
        const taken = await ingestPixelEvents(db, rows, now);
        written.events += taken.written;
        if (taken.late > 0) log(`${taken.late} pixel events came too late`);
      },
    });
    return {
      rowsIn: orders + visits + events,
      rowsOut: written.orders + written.visits + written.events,
      message: `${written.orders} orders, ${written.visits} hours of visits, ${written.events} pixel events`,
    };
  },
};
