import { expect } from 'vitest';
import type { State } from '#contracts/states/states.ts';
import { batchStatuses } from '#contracts/vocabulary/batches.ts';
import { type Ask, success } from './exchange.ts';
import { eachLike, integer, oneOf } from './matching.ts';
import { askRefused } from './refused.ts';

interface Ordered {
  given: State[];
  path: string;
  body: object;
  call: () => Promise<unknown>;
}

const begun = {
  batch_id: 1001,
  siblings: [1002],
  status: 'succeeded',
  total: 3,
  done: 3,
  ok: 3,
  fail: 0,
  skip: 0,
  unknown: 0,
  canceled: 0,
};
const begunLike = {
  ...Object.fromEntries(Object.entries(begun).map(([name, value]) => [name, typeof value === 'number' ? integer(value) : value])),
  siblings: eachLike(integer(1002)),
  status: oneOf('succeeded', batchStatuses),
};

/** A call with four objects, one more than a batch holds on the provider's side, so that it starts two batches. */
export const askOrder = (ask: Ask, { call, ...exchange }: Ordered): Promise<void> =>
  ask({ ...exchange, reply: success(begunLike) }, async () => expect(await call()).toEqual(begun));

/** A call for all matching rows whose number has changed since the user saw it. */
export const askChanged = (ask: Ask, { total, ...exchange }: Ordered & { total: number }): Promise<void> =>
  askRefused(ask, {
    ...exchange,
    refused: { code: 409, reason: 'SELECTION_CHANGED', message: `符合条件的数量已变为 ${total}`, more: { total } },
    carries: ({ data }) => expect(data).toMatchObject({ total }),
  });

/** The object is in batch 900. */
export const askBusy = (ask: Ask, exchange: Ordered): Promise<void> =>
  askRefused(ask, {
    ...exchange,
    refused: { code: 423, reason: 'ENTITY_BUSY', message: '批次 900 正在处理该对象', more: { batch_id: 900 } },
  });

/** There are more rows than a file may hold on the provider's side. */
export const askTooMany = (ask: Ask, exchange: Ordered): Promise<void> =>
  askRefused(ask, {
    ...exchange,
    refused: { code: 413, reason: 'EXPORT_TOO_LARGE', message: '共 51 行，超过 50 行，请缩小范围' },
  });
