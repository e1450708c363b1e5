import { expect } from 'vitest';
import type { State } from '#contracts/states/states.ts';
import { batchStatuses } from '#contracts/vocabulary/batches.ts';
import { type Ask, success } from './exchange.ts';
import { running } from './launch-rows.ts';
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

const one = { ...begun, siblings: undefined, status: 'failed', total: 1, done: 1, ok: 0, fail: 1 };
const { siblings: _siblings, ...oneLike } = begunLike;

/** An order of one launched object, which may turn out to be impossible. */
export const askOne = (ask: Ask, { call, ...exchange }: Omit<Ordered, 'given'>): Promise<void> =>
  ask(
    {
      given: running,
      ...exchange,
      reply: success({
        ...oneLike,
        status: oneOf('failed', batchStatuses),
        total: integer(1),
        done: integer(1),
        ok: integer(0),
        fail: integer(1),
      }),
    },
    async () => expect(await call()).toEqual(one),
  );

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
