import { describe, expect, it } from 'vitest';
import type { BatchRow } from '#contracts/endpoints/batches.ts';
import type { BatchStatus } from '#contracts/vocabulary/batches.ts';
import { endText, orderStatusOf } from './order-status.ts';

const batch = (id: number, status: BatchStatus, counts: Partial<BatchRow> = {}) =>
  ({
    id,
    type: 'user_role',
    status,
    summary: { zh: `批次${id}`, en: `Batch ${id}` },
    can: [],
    total: 10,
    done: 10,
    ok: 10,
    fail: 0,
    skip: 0,
    unknown: 0,
    canceled: 0,
    ...counts,
  }) as unknown as BatchRow;
const order = { batchIds: [1, 2] };

describe('an order of several batches', () => {
  it('adds up their counts and combines their permitted actions', () => {
    const known = [
      batch(2, 'running', { done: 4, ok: 3, fail: 1, can: ['cancel'] }),
      batch(1, 'partial', { ok: 9, fail: 1, can: ['retry'] }),
    ];
    expect(orderStatusOf(known, order)).toMatchObject({
      total: 20,
      done: 14,
      ok: 12,
      fail: 2,
      can: ['cancel', 'retry'],
      status: 'running',
    });
  });

  it.each<[BatchRow, BatchRow, BatchStatus]>([
    [batch(1, 'pending'), batch(2, 'pending'), 'pending'],
    [batch(1, 'succeeded'), batch(2, 'pending'), 'running'],
    [batch(1, 'succeeded'), batch(2, 'succeeded'), 'succeeded'],
    [batch(1, 'succeeded'), batch(2, 'failed', { ok: 0, fail: 10 }), 'partial'],
    [batch(1, 'failed', { ok: 0, fail: 10 }), batch(2, 'failed', { ok: 0, fail: 10 }), 'failed'],
    [batch(1, 'succeeded'), batch(2, 'canceled', { ok: 4, canceled: 6 }), 'canceled'],
    [batch(1, 'succeeded'), batch(2, 'partial', { ok: 9, unknown: 1 }), 'partial'],
  ])('stands as its batches do', (one, other, status) => {
    expect(orderStatusOf([one, other], order)?.status).toBe(status);
  });

  it('of one batch has the status that the server reports', () => {
    expect(orderStatusOf([batch(1, 'partial')], { batchIds: [1] })?.status).toBe('partial');
  });

  it('has no status before one of them is known', () => {
    expect(orderStatusOf([batch(3, 'running')], order)).toBeUndefined();
  });

  it('has a different end after an unknown result became known', () => {
    const before = orderStatusOf([batch(1, 'partial', { ok: 8, fail: 1, unknown: 1 })], { batchIds: [1] });
    const after = orderStatusOf([batch(1, 'partial', { ok: 8, fail: 2 })], { batchIds: [1] });
    expect(before && endText(before)).not.toBe(after && endText(after));
  });
});
