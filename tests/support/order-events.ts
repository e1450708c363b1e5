import type { OrderEvent } from '#server/channel/site-feed.ts';

/** An order as the feed of a site tells it: a first order of 9.99 USD that was paid, and is organic unless told otherwise. */
export const orderEvent = (order_no: string, paid: Date, more: Partial<OrderEvent> & Pick<OrderEvent, 'site'>): OrderEvent => ({
  cursor: order_no,
  order_no,
  external_no: `st_${order_no}`,
  url: null,
  user_key: `user-of-${order_no}`,
  order_type: 'first',
  status: 'paid',
  amount: 999,
  fee: 50,
  refund: 0,
  currency: 'USD',
  pay_channel: 'stripe',
  country: 'US',
  os: 'ios',
  ordered_at: paid,
  paid_at: paid,
  refunded_at: null,
  acquired_at: paid,
  is_reacq: false,
  touch: null,
  event_id: `pu.${order_no}`,
  ...more,
});
