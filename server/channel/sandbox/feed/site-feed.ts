import type { SiteFeed } from '../../site-feed.ts';
import { advanceAll } from '../delivery/advance-all.ts';
import type { Run } from '../operation.ts';
import { readOrders, sumOrderDays } from './orders.ts';
import { readPixelEvents } from './pixel-events.ts';
import { readVisits } from './visits.ts';

/** The feed of the sites that ads of the simulated channel link to. Delivery is computed first, so that no older row follows later. */
export const simulatedSites = (run: Run): SiteFeed => ({
  async *orders(since) {
    yield* readOrders(run, since, (await advanceAll(run)).until);
  },
  orderDays: (query) => sumOrderDays(run, query),
  async *visits(since) {
    yield* readVisits(run, since, (await advanceAll(run)).until);
  },
  async *pixelEvents(since) {
    yield* readPixelEvents(run, since, (await advanceAll(run)).until);
  },
});
