import type { OrderEvent, Touch } from '#server/channel/site-feed.ts';

const DAY_MS = 86_400_000;
const CLICK_WINDOW_MS = 7 * DAY_MS;
const VIEW_WINDOW_MS = DAY_MS;

export type Attribution = 'click' | 'view' | 'none';

/**
 * Attributes a user to the last click within seven days before acquisition, otherwise to the last view within one day. All their later
 * orders are attributed to it.
 */
export function attribute(touch: Touch | null, acquiredAt: Date): Attribution {
  if (touch === null) return 'none';
  const age = acquiredAt.getTime() - touch.at.getTime();
  const limit = touch.kind === 'click' ? CLICK_WINDOW_MS : VIEW_WINDOW_MS;
  return age >= 0 && age <= limit ? touch.kind : 'none';
}

/** Progress of an order, which never decreases. */
export const statusRank: Readonly<Record<OrderEvent['status'], number>> = {
  created: 0,
  paid: 1,
  refunding: 1,
  closed: 1,
  failed: 1,
  partial_refunded: 2,
  refunded: 2,
};

/** Keeps the latest event of each order. */
export function keepLatest(events: readonly OrderEvent[]): OrderEvent[] {
  const latest = new Map<string, OrderEvent>();
  for (const event of events) {
    const known = latest.get(event.order_no);
    if (known === undefined || statusRank[event.status] >= statusRank[known.status]) latest.set(event.order_no, event);
  }
  return [...latest.values()];
}
