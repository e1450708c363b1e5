import { ensureRates, ORDERS_PULL_JOB } from '../insights/index.ts';
import type { Job } from '../jobs/index.ts';
import { readOn } from './feed-reading.ts';
import { takePixelEvents } from './pixel-events.ts';
import { takeOrders } from './place-orders.ts';
import { takeVisits } from './visits.ts';

/** Takes in what our own sites tell: orders with all that follows from them, visits and new users, and what pixels heard. */
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
    const visits = await readOn(db, 'visits', {
      now,
      signal,
      read: (since) => siteFeed.visits(since),
      take: async (rows) => {
        const taken = await takeVisits(db, rows, now);
        written.visits += taken.written;
        if (taken.late > 0) log(`${taken.late} visits came too late`);
      },
    });
    const orders = await readOn(db, 'orders', {
      now,
      signal,
      read: (since) => siteFeed.orders(since),
      take: async (rows) => {
        const taken = await takeOrders(db, rows, now);
        written.orders += taken.written;
        if (taken.unplaced > 0) log(`${taken.unplaced} orders of sites or in currencies that are not known here`);
      },
    });
    // After the orders that they are about.
    const events = await readOn(db, 'pixel_events', {
      now,
      signal,
      read: (since) => siteFeed.pixelEvents(since),
      take: async (rows) => {
        const taken = await takePixelEvents(db, rows, now);
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
