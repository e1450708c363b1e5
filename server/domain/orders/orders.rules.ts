import type { OrderEvent, Touch } from '#server/channel/site-feed.ts';

const DAY_MS = 86_400_000;
const CLICK_MS = 7 * DAY_MS;
const VIEW_MS = DAY_MS;

export type Attribution = 'click' | 'view' | 'none';

/**
 * What brought a user: the last click within seven days before they came, else the last view within one day, else nothing. Whatever they
 * buy from then on is credited to it.
 */
export function attributionOf(touch: Touch | null, acquiredAt: Date): Attribution {
  if (touch === null) return 'none';
  const age = acquiredAt.getTime() - touch.at.getTime();
  const limit = touch.kind === 'click' ? CLICK_MS : VIEW_MS;
  return age >= 0 && age <= limit ? touch.kind : 'none';
}

/** How far an order is; it never goes back. */
export const statusRank: Readonly<Record<OrderEvent['status'], number>> = {
  created: 0,
  paid: 1,
  refunding: 1,
  closed: 1,
  failed: 1,
  partial_refunded: 2,
  refunded: 2,
};

/** What is told of an order later in the same answer replaces what was told before. */
export function latestOf(events: readonly OrderEvent[]): OrderEvent[] {
  const latest = new Map<string, OrderEvent>();
  for (const event of events) {
    const known = latest.get(event.order_no);
    if (known === undefined || statusRank[event.status] >= statusRank[known.status]) latest.set(event.order_no, event);
  }
  return [...latest.values()];
}
