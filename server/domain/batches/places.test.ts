import { afterEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { orderBatch } from '#tests/support/batches.ts';
import type { AnyBatchType, BatchItem, NewItem, Outcome } from './index.ts';

let run: (item: BatchItem) => Promise<void> | void;

const createType = (type: string, more: Partial<AnyBatchType>): AnyBatchType =>
  ({
    type,
    targetType: 'thing',
    access: 'signedIn',
    effect: 'channel',
    retryable: true,
    run: async (_context, item: BatchItem): Promise<Outcome> => {
      await run(item);
      return { outcome: 'succeeded' };
    },
    ...more,
  }) satisfies AnyBatchType;

let server: TestApp;
const start = async () => {
  const types = [
    createType('publish', { pace: 'slow', parallel: 4 }),
    createType('user_import', {}),
    createType('status', { pace: 'urgent' }),
  ];
  server = await createTestApp({ batches: { types, waitMs: 0 } });
};
/** That of the last test, which holds back the end of the server where the test failed. */
let openLast: () => void = () => undefined;
afterEach(async () => {
  openLast();
  await server.close();
});

const items = (count: number, label: string): NewItem[] => Array.from({ length: count }, () => ({ targetId: null, label }));
const statusOf = async (batch_id: number) => (await server.as('admin', '/op-batches/detail', { batch_id })).data.status;
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  openLast = open;
  return { opened, open };
}

describe('batches of a slow pace', () => {
  test('leave the places of other paces free: five of them do not delay closings, budget cuts and imports', async () => {
    await start();
    const uploaded = gate();
    let uploading = 0;
    run = async ({ label }) => {
      if (label !== 'upload') return;
      uploading += 1;
      await uploaded.opened;
    };
    const long: number[] = [];
    for (let n = 0; n < 5; n += 1) long.push(await orderBatch(server, items(8, 'upload'), { type: 'publish' }));
    await expect.poll(() => uploading).toBe(4 * 4);
    const short = [
      await orderBatch(server, items(3, 'close'), { type: 'status' }),
      await orderBatch(server, items(3, 'row'), { type: 'user_import' }),
    ];
    for (const id of short) await expect.poll(() => statusOf(id)).toBe('succeeded');
    // Of two that were ordered at once, either may be the one that waits.
    expect((await Promise.all(long.map(statusOf))).toSorted()).toEqual(['pending', 'running', 'running', 'running', 'running']);
    uploaded.open();
    await server.app.batches.settled();
    expect(await Promise.all(long.map(statusOf))).toEqual(Array.from({ length: 5 }, () => 'succeeded'));
  });
});

describe('batches of the same pace', () => {
  test('take turns, so a small one does not wait for large ones to end', async () => {
    await start();
    const begun = gate();
    const done: string[] = [];
    run = async ({ label, seq }) => {
      if (seq === 1 && label !== 'small') await begun.opened;
      done.push(label);
    };
    const large: number[] = [];
    for (const label of ['a', 'b', 'c', 'd']) large.push(await orderBatch(server, items(120, label), { type: 'status' }));
    const small = await orderBatch(server, items(1, 'small'), { type: 'status' });
    begun.open();
    await server.app.batches.settled();
    expect(await statusOf(small)).toBe('succeeded');
    expect(await Promise.all(large.map(statusOf))).toEqual(Array.from({ length: 4 }, () => 'succeeded'));
    const before = done.slice(0, done.indexOf('small'));
    for (const label of ['a', 'b', 'c', 'd']) expect(before.filter((each) => each === label).length).toBeLessThan(120);
  });
});
