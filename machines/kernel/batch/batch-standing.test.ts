import { describe, expect, it } from 'vitest';
import type { BatchRow } from '#contracts/endpoints/batches.ts';
import type { BatchStatus } from '#contracts/vocabulary/batches.ts';
import { endText, standingOf } from './batch-standing.ts';

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
  it('counts what all of them count, and may do what any of them may', () => {
    const known = [
      batch(2, 'running', { done: 4, ok: 3, fail: 1, can: ['cancel'] }),
      batch(1, 'partial', { ok: 9, fail: 1, can: ['retry'] }),
    ];
    expect(standingOf(known, order)).toMatchObject({ total: 20, done: 14, ok: 12, fail: 2, can: ['cancel', 'retry'], status: 'running' });
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
    expect(standingOf([one, other], order)?.status).toBe(status);
  });

  it('that is one batch stands as the server says', () => {
    expect(standingOf([batch(1, 'partial')], { batchIds: [1] })?.status).toBe('partial');
  });

  it('is not known before any of them is', () => {
    expect(standingOf([batch(3, 'running')], order)).toBeUndefined();
  });

  it('has another end when a result became known', () => {
    const before = standingOf([batch(1, 'partial', { ok: 8, fail: 1, unknown: 1 })], { batchIds: [1] });
    const after = standingOf([batch(1, 'partial', { ok: 8, fail: 2 })], { batchIds: [1] });
    expect(before && endText(before)).not.toBe(after && endText(after));
  });
});
