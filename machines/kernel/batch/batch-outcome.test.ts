import { describe, expect, it } from 'vitest';
import { toBatchOutcome } from './batch-outcome.ts';

type Values = { role_ids: number[]; reason: string; typed: string };

const refusal = (reason: string, data: object = {}) =>
  Object.assign(new Error(`said: ${reason}`), { reason, traceId: 'trace-1', data: { reason, ...data } });
const read = (asking: Promise<{ batch_id: number; siblings?: number[]; total?: number; ok?: number }>) =>
  toBatchOutcome<Values>(asking, { fields: ['role_ids', 'reason'], fieldOf: { HANDOVER_REQUIRED: 'role_ids' } });

describe('the start of a batch', () => {
  it('names all batches of the order', async () => {
    expect(await read(Promise.resolve({ batch_id: 7 }))).toEqual({ kind: 'started', batchIds: [7] });
    expect(await read(Promise.resolve({ batch_id: 7, siblings: [8, 9] }))).toEqual({ kind: 'started', batchIds: [7, 8, 9] });
  });

  it('is a small success when at most five objects have all succeeded', async () => {
    const isSmallSuccess = async (counts: { total: number; ok: number; siblings?: number[] }) => {
      const outcome = await read(Promise.resolve({ batch_id: 7, ...counts }));
      return outcome.kind === 'started' && outcome.isSmallSuccess === true;
    };
    expect(await isSmallSuccess({ total: 5, ok: 5 })).toBe(true);
    expect(await isSmallSuccess({ total: 6, ok: 6 })).toBe(false);
    expect(await isSmallSuccess({ total: 2, ok: 1 })).toBe(false);
    expect(await isSmallSuccess({ total: 2, ok: 2, siblings: [8] })).toBe(false);
  });

  it('reports how many rows match now', async () => {
    expect(await read(Promise.reject(refusal('SELECTION_CHANGED', { total: 312 })))).toEqual({ kind: 'changed', total: 312 });
  });

  it('is refused at its fields, and above the form for fields it does not show', async () => {
    const errors = [
      { field: 'role_ids', rule: 'x', message: 'role_ids: no such role' },
      { field: 'ids', rule: 'x', message: 'too many' },
    ];
    expect(await read(Promise.reject(refusal('VALIDATION', { errors })))).toEqual({
      kind: 'refused',
      faults: { role_ids: { field: 'role_ids', message: 'role_ids: no such role' } },
      failure: { message: 'ids: too many', traceId: 'trace-1' },
    });
    expect(await read(Promise.reject(refusal('HANDOVER_REQUIRED')))).toMatchObject({
      faults: { role_ids: { message: 'said: HANDOVER_REQUIRED' } },
      failure: undefined,
    });
  });

  it('is refused as a whole', async () => {
    expect(await read(Promise.reject(refusal('NO_PATH')))).toEqual({
      kind: 'refused',
      faults: {},
      failure: { message: 'said: NO_PATH', traceId: 'trace-1' },
    });
  });

  it('reports a key that belongs to another order', async () => {
    const errors = [{ field: 'idempotency_key', rule: 'reused', message: 'used before' }];
    expect(await read(Promise.reject(refusal('VALIDATION', { errors })))).toMatchObject({ kind: 'keyTaken' });
  });

  it('rethrows a missing answer', async () => {
    await expect(read(Promise.reject(new Error('no network')))).rejects.toThrow('no network');
  });
});
