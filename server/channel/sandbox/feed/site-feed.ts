import type { SiteFeed } from '../../site-feed.ts';
import { advanceAll } from '../delivery/advance-all.ts';
import type { Run } from '../operation.ts';
import { ordersUntil } from './orders.ts';
import { pixelEventsUntil } from './pixel-events.ts';
import { visitsUntil } from './visits.ts';

/** What the sites know that ads of the simulated channel lead to. What is due is delivered first, so that nothing older follows later. */
export const simulatedSites = (run: Run): SiteFeed => ({
  async *orders(since) {
    yield* ordersUntil(run, since, (await advanceAll(run)).until);
  },
  async *visits(since) {
    yield* visitsUntil(run, since, (await advanceAll(run)).until);
  },
  async *pixelEvents(since) {
    yield* pixelEventsUntil(run, since, (await advanceAll(run)).until);
  },
});
