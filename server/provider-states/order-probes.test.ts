import { describe, expect, it } from 'vitest';
import { byDimensions, byName, newestFirst } from '#contracts/endpoints/row-order.ts';
import { findUnordered } from './order-probes.ts';

const at = (hour: number) => `2026-11-20T0${hour}:00:00.000Z`;

describe('rows in their declared order', () => {
  it('go by the first term, and by the next where they are equal', () => {
    const rows = [
      { id: 1, created_at: at(5) },
      { id: 9, created_at: at(4) },
      { id: 3, created_at: at(4) },
    ];
    expect(findUnordered(newestFirst(), rows, {})).toBeUndefined();
    expect(findUnordered(newestFirst(), rows.toReversed(), {})).toContain('row 2 belongs before row 1 by {"field":"id"');
  });

  it('go by pinyin where people read names, and have what is unknown at the end', () => {
    const names = ['阿', '波', '慈'].map((label, index) => ({ id: index + 1, label }));
    expect(findUnordered(byName(), names, {})).toBeUndefined();
    expect(findUnordered(byName(), names.toReversed(), {})).toBeDefined();
    const scores = [{ score: 3 }, { score: 1 }, { score: null }];
    expect(findUnordered([{ field: 'score', order: 'desc' }], scores, {})).toBeUndefined();
    expect(findUnordered([{ field: 'score', order: 'desc' }], scores.toReversed(), {})).toBeDefined();
  });

  it('have a group at its end of the list', () => {
    const unread = [{ read_at: null }, { read_at: at(1) }];
    expect(findUnordered([{ field: 'read_at', first: null }], unread, {})).toBeUndefined();
    expect(findUnordered([{ field: 'read_at', first: null }], unread.toReversed(), {})).toBeDefined();
    const ended = [{ state: 'active' }, { state: 'ended' }];
    expect(findUnordered([{ field: 'state', last: 'ended' }], ended, {})).toBeUndefined();
    expect(findUnordered([{ field: 'state', last: 'ended' }], ended.toReversed(), {})).toBeDefined();
  });

  it('go by what the request asks for', () => {
    const rows = [{ m: { spend: 2, roi: 1 } }, { m: { spend: 1, roi: 5 } }];
    const order = [{ field: 'm.{metric}', order: '{order}' }] as const;
    expect(findUnordered(order, rows, { metric: 'spend', order: 'desc' })).toBeUndefined();
    expect(findUnordered(order, rows, { metric: 'roi', order: 'desc' })).toBeDefined();
    expect(findUnordered(order, rows, { metric: 'roi', order: 'asc' })).toBeUndefined();
  });

  it('of a report have the newest dates first, and other dimensions by their value', () => {
    const keys = ['2026-11-20|9', '2026-11-20|10', '2026-11-19|1'].map((key) => ({ key }));
    expect(findUnordered([byDimensions], keys, {})).toBeUndefined();
    expect(findUnordered([byDimensions], keys.toReversed(), {})).toBeDefined();
    const ratios = ['1:1', '16:9'].map((key) => ({ key }));
    expect([ratios, ratios.toReversed()].map((rows) => findUnordered([byDimensions], rows, {}))).toEqual([undefined, undefined]);
  });

  it('are not compared by what only words say', () => {
    const order = [{ by: { zh: '别处', en: 'elsewhere' } }, { field: 'id', order: 'asc' }] as const;
    expect(findUnordered(order, [{ id: 2 }, { id: 1 }], {})).toBeUndefined();
  });
});
