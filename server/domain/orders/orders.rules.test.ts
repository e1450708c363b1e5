import { expect, it } from 'vitest';
import type { OrderEvent, Touch } from '#server/channel/site-feed.ts';
import { attribute, keepLatest } from './orders.rules.ts';

const acquired = new Date('2026-11-20T12:00:00Z');
const touch = (kind: Touch['kind'], hours: number): Touch => ({ ad_id: '1', kind, at: new Date(acquired.getTime() - hours * 3_600_000) });

it.each([
  ['nothing brought them', null, 'none'],
  ['a click at that moment', touch('click', 0), 'click'],
  ['a click of a week before', touch('click', 7 * 24), 'click'],
  ['a click of longer ago', touch('click', 7 * 24 + 0.01), 'none'],
  ['a view of a day before', touch('view', 24), 'view'],
  ['a view of longer ago', touch('view', 24.01), 'none'],
  ['a click that came later', touch('click', -0.01), 'none'],
])('an order is attributed to %s', (_name, given, wanted) => {
  expect(attribute(given, acquired)).toBe(wanted);
});

it('the latest event of an order wins unless it would move the order backwards', () => {
  const told = (order_no: string, status: OrderEvent['status']) => ({ order_no, status }) as OrderEvent;
  const events = [
    told('a', 'created'),
    told('b', 'paid'),
    told('a', 'paid'),
    told('b', 'refunded'),
    told('b', 'paid'),
    told('c', 'failed'),
  ];
  expect(keepLatest(events)).toEqual([told('a', 'paid'), told('b', 'refunded'), told('c', 'failed')]);
});
