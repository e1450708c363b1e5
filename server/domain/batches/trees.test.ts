import { afterEach, describe, expect, test } from 'vitest';
import { buildApp } from '#server/http/build-app.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { orderBatch } from '#tests/support/batches.ts';
import { nothingOutside } from '../outside.ts';
import { type AnyBatchType, type BatchItem, type NewItem, type Outcome, reconcileItems } from './index.ts';

type Answer = (item: BatchItem<object, object>) => Promise<Outcome> | Outcome;

let answer: Answer;
let reconcileOutcome: () => Outcome;
const calls: string[] = [];

const type: AnyBatchType = {
  type: 'user_import',
  targetType: 'thing',
  access: 'signedIn',
  effect: 'channel',
  retryable: true,
  parallel: 4,
  run: async (_context, item) => {
    calls.push(`${item.label} ${item.attempt}`);
    return await answer(item as never);
  },
  reconcile: async () => reconcileOutcome(),
  applyResolution: async (_context, item) => item.seq + 1_000,
} satisfies AnyBatchType;

/** A promise with its resolver. */
function createDeferred() {
  let fulfil = () => {};
  const promise = new Promise<void>((resolve) => {
    fulfil = resolve;
  });
  return { promise, fulfil };
}

let server: TestApp;
const start = async (given: Answer = () => ({ outcome: 'succeeded' })) => {
  calls.length = 0;
  answer = given;
  reconcileOutcome = () => ({ outcome: 'unknown' });
  server = await createTestApp({ batches: { types: [type], waitMs: 0 } });
};
afterEach(async () => await server.close());

const item = (label: string, more: Partial<NewItem> = {}): NewItem => ({ targetId: null, label, lane: 'one', ...more });
const orderAndSettle = async (items: NewItem[]) => {
  const id = await orderBatch(server, items);
  await server.app.batches.settled();
  return id;
};
const detail = async (batch_id: number) => (await server.as('admin', '/op-batches/detail', { batch_id })).data;
const itemsOf = async (batch_id: number) => (await server.as('admin', '/op-batches/items', { batch_id, page_size: 200 })).data.list;
const statuses = async (batch_id: number) =>
  (await itemsOf(batch_id)).map(({ label, status, reason }) => `${label} ${status}${reason === null ? '' : ` ${reason}`}`);
const retry = async (batch_id: number, item_ids?: number[]) => {
  const { code } = await server.as('admin', '/op-batches/retry', { batch_id, ...(item_ids === undefined ? {} : { item_ids }) });
  await server.app.batches.settled();
  return code;
};
const reconcileAfter = async (minutes: number) => {
  server.clock.forward({ minutes });
  await reconcileItems({ db: server.db, now: server.clock.now(), ...nothingOutside }, [type], {
    signal: new AbortController().signal,
    onError: () => undefined,
  });
  await server.app.batches.sweep();
  await server.app.batches.settled();
};

const later = async (ms: number) => {
  server.clock.forward({ ms });
  await server.app.batches.sweep();
  await server.app.batches.settled();
};

/** One tree: a top item, two below it, one below the first of those, and the closing item. */
const tree = (name: string, lane: string): NewItem[] => [
  item(`${name} top`, { lane }),
  item(`${name} a`, { lane, parent: 0 }),
  item(`${name} b`, { lane, parent: 0 }),
  item(`${name} a1`, { lane, parent: 1 }),
  item(`${name} end`, { lane, parent: 0, closes: true }),
];

/** Shifts the parent indexes so that the items form the second tree of an order. */
const asSecondTree = (items: NewItem[]): NewItem[] =>
  items.map((each) => ({ ...each, ...(each.parent === undefined ? {} : { parent: each.parent + 5 }) }));

const failFirstAttempt =
  (...labels: string[]): Answer =>
  ({ label, attempt }) =>
    labels.includes(label) && attempt === 1 ? { outcome: 'failed', reason: 'PLATFORM_REJECTED' } : { outcome: 'succeeded' };

describe('a lane', () => {
  test('runs one item at a time in order, while lanes run in parallel', async () => {
    const open = new Map<string, number>();
    let most = 0;
    let release = () => {};
    const together = new Promise<void>((resolve) => {
      release = resolve;
    });
    const order: string[] = [];
    await start(async ({ label }) => {
      const lane = label.slice(0, 1);
      open.set(lane, (open.get(lane) ?? 0) + 1);
      expect(open.get(lane)).toBe(1);
      order.push(label);
      const all = [...open.values()].reduce((sum, count) => sum + count, 0);
      most = Math.max(most, all);
      if (all === 3) release();
      await together;
      open.set(lane, 0);
      return { outcome: 'succeeded' };
    });
    const lanes = ['x', 'y', 'z'].flatMap((lane) => [1, 2, 3, 4].map((n) => item(`${lane}${n}`, { lane })));
    const id = await orderAndSettle(lanes);
    expect(await detail(id)).toMatchObject({ status: 'succeeded', ok: 12 });
    expect(most).toBe(3);
    for (const lane of ['x', 'y', 'z'])
      expect(order.filter((label) => label.startsWith(lane))).toEqual([1, 2, 3, 4].map((n) => `${lane}${n}`));
  });

  test('waits when the channel throttles one of its items', async () => {
    await start(({ label }) =>
      label === 'first' && calls.filter((each) => each === 'first 1').length === 1
        ? { outcome: 'failed', reason: 'PLATFORM_LIMIT' }
        : { outcome: 'succeeded' },
    );
    const id = await orderAndSettle([item('first'), item('second'), item('elsewhere', { lane: 'two' })]);
    expect(await statuses(id)).toEqual(['first pending', 'second pending', 'elsewhere succeeded']);
    await later(6_000);
    expect(calls.filter((label) => !label.startsWith('elsewhere'))).toEqual(['first 1', 'first 1', 'second 1']);
  });

  test('waits from the moment its first item is postponed', async () => {
    await start(({ label }) => (label.startsWith('first') ? { outcome: 'failed', reason: 'PLATFORM_LIMIT' } : { outcome: 'succeeded' }));
    const lanes = Array.from({ length: 40 }, (_, n) => `${n}`);
    await orderAndSettle(lanes.flatMap((lane) => [item(`first ${lane}`, { lane }), item(`second ${lane}`, { lane })]));
    expect(calls.toSorted()).toEqual(lanes.map((lane) => `first ${lane} 1`).toSorted());
  });

  test.each([
    ['that the channel is known to fail now and then', { reason: 'PLATFORM_REJECTED', platform: { code: '100', subcode: '1487390' } }],
    ['that did not reach the channel', { reason: 'PLATFORM_DOWN' }],
  ] as const)("continues past an item of it %s, while that item's own tree waits", async (_what, fault) => {
    await start(({ label }) =>
      label === 't a' && calls.filter((each) => each === 't a 1').length < 3 ? { outcome: 'failed', ...fault } : { outcome: 'succeeded' },
    );
    const id = await orderAndSettle([...tree('t', 'one'), ...asSecondTree(tree('u', 'one'))]);
    expect((await statuses(id)).filter((each) => each.startsWith('t'))).toEqual([
      't top succeeded',
      't a pending',
      't b succeeded',
      't a1 pending',
      't end pending',
    ]);
    expect((await detail(id)).ok).toBe(7);
    await later(6_000);
    await later(29_000);
    expect((await statuses(id))[1]).toBe('t a pending');
    await later(1_000);
    expect(await detail(id)).toMatchObject({ status: 'succeeded', ok: 10 });
    expect(calls).toEqual(
      ['t top', 't a', 't b', 'u top', 'u a', 'u b', 'u a1', 'u end', 't a', 't a', 't a1', 't end'].map((label) => `${label} 1`),
    );
  });

  test('runs one item at a time even when several become due and several servers look for them', async () => {
    let [open, most] = [0, 0];
    await start(async ({ label }) => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 2));
      open -= 1;
      const isFirst = calls.filter((each) => each.startsWith(`${label} `)).length === 1;
      return isFirst ? { outcome: 'failed', reason: 'PLATFORM_DOWN' } : { outcome: 'succeeded' };
    });
    const id = await orderAndSettle(Array.from({ length: 12 }, (_, n) => item(`n${n}`)));
    const second = await buildApp({ db: server.db, clock: server.clock, batches: { types: [type] } });
    server.clock.forward({ ms: 6_000 });
    await Promise.all([server.app.batches.sweep(), second.batches.sweep()]);
    await Promise.all([server.app.batches.settled(), second.batches.settled()]);
    await second.close();
    expect(await detail(id)).toMatchObject({ status: 'succeeded', ok: 12 });
    expect(most).toBe(1);
  });

  test('may hold more items than the batch limit', async () => {
    await start();
    const id = await orderAndSettle(Array.from({ length: 520 }, (_, n) => item(`n${n}`)));
    expect(await detail(id)).toMatchObject({ total: 520, ok: 520 });
  });
});

describe('the closing item of a tree', () => {
  test('runs once everything in the tree has ended, with any outcome', async () => {
    await start(failFirstAttempt('t a'));
    const id = await orderAndSettle(tree('t', 'one'));
    expect(await statuses(id)).toEqual([
      't top succeeded',
      't a failed PLATFORM_REJECTED',
      't b succeeded',
      't a1 skipped PARENT_FAILED',
      't end succeeded',
    ]);
    expect(calls.at(-1)).toBe('t end 1');
  });

  test('runs again when part of its tree is retried, and other trees are left alone', async () => {
    await start(failFirstAttempt('t a'));
    const id = await orderAndSettle([...tree('t', 'one'), ...asSecondTree(tree('u', 'two'))]);
    calls.length = 0;
    expect(await retry(id)).toBe(0);
    expect(calls).toEqual(['t a 2', 't a1 2', 't end 2']);
    expect(await detail(id)).toMatchObject({ status: 'succeeded', ok: 10, total: 10, done: 10 });
  });

  test('lets a retry make everything again after it undid its branch', async () => {
    const tags: string[] = [];
    await start(({ label, attempt, clientTag }) => {
      if (label === 't top') tags.push(clientTag);
      if (label === 't a1' && attempt === 1) return { outcome: 'failed', reason: 'PLATFORM_REJECTED' };
      return label === 't end' && attempt === 1 ? { outcome: 'succeeded', undoesBranch: true } : { outcome: 'succeeded' };
    });
    const id = await orderAndSettle(tree('t', 'one'));
    expect(await detail(id)).toMatchObject({ status: 'partial', ok: 4, fail: 1 });
    calls.length = 0;
    expect(await retry(id)).toBe(0);
    expect(calls).toEqual(['t top 2', 't a 2', 't b 2', 't a1 2', 't end 2']);
    expect(new Set(tags).size).toBe(2);
    expect(await detail(id)).toMatchObject({ status: 'succeeded', ok: 5, done: 5 });
  });

  test('waits for unknown outcomes and is not canceled with the rest', async () => {
    await start(({ label }) => ({ outcome: label === 't a1' ? 'unknown' : 'succeeded' }));
    const id = await orderAndSettle(tree('t', 'one'));
    expect(await statuses(id)).toContain('t end pending');
    reconcileOutcome = () => ({ outcome: 'succeeded', targetId: 77 });
    await reconcileAfter(1);
    expect((await itemsOf(id)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded', 'succeeded', 'succeeded']);
    expect(calls.filter((label) => label.startsWith('t a1'))).toHaveLength(1);
  });
});

test('runs after all when a failed item of a canceled tree is retried', async () => {
  const [held, reached] = [createDeferred(), createDeferred()];
  await start(async ({ label, attempt }) => {
    if (label === 't a' && attempt === 1) return { outcome: 'failed', reason: 'PLATFORM_REJECTED' };
    if (label === 't b') {
      reached.fulfil();
      await held.promise;
    }
    return { outcome: 'succeeded' };
  });
  const id = await orderBatch(server, tree('t', 'one'));
  await reached.promise;
  await server.as('admin', '/op-batches/cancel', { batch_id: id });
  held.fulfil();
  await server.app.batches.settled();
  expect((await statuses(id)).slice(3)).toEqual(['t a1 canceled', 't end canceled']);
  await retry(id);
  expect(await statuses(id)).toEqual(['t top succeeded', 't a succeeded', 't b succeeded', 't a1 canceled', 't end succeeded']);
  expect(calls.filter((label) => label.startsWith('t end'))).toEqual(['t end 2']);
  expect(await detail(id)).toMatchObject({ ok: 4, canceled: 1, done: 5 });
});

describe('below an item with an unknown outcome', () => {
  test('the closing item waits without blocking other trees of the lane', async () => {
    await start(({ label }) => ({ outcome: label === 't b' ? 'unknown' : 'succeeded' }));
    const id = await orderAndSettle([...tree('t', 'one'), ...asSecondTree(tree('u', 'one'))]);
    expect((await statuses(id))[4]).toBe('t end pending');
    expect((await detail(id)).ok).toBe(8);
  });

  test('everything waits while other trees continue, and resumes once the outcome is known', async () => {
    await start(({ label }) => ({ outcome: label === 't top' ? 'unknown' : 'succeeded' }));
    const id = await orderAndSettle([...tree('t', 'one'), ...asSecondTree(tree('u', 'one'))]);
    expect((await statuses(id)).slice(0, 5)).toEqual([
      't top unknown PLATFORM_UNKNOWN',
      't a pending',
      't b pending',
      't a1 pending',
      't end pending',
    ]);
    expect((await detail(id)).ok).toBe(5);
    reconcileOutcome = () => ({ outcome: 'succeeded' });
    await reconcileAfter(1);
    expect(await detail(id)).toMatchObject({ status: 'succeeded', ok: 10, unknown: 0 });
  });

  test('everything is skipped after the last check and resumes when a person settles the item', async () => {
    await start(({ label }) => ({ outcome: label === 't top' ? 'unknown' : 'succeeded' }));
    const id = await orderAndSettle(tree('t', 'one'));
    for (const minutes of [1, 2, 10]) await reconcileAfter(minutes);
    expect((await statuses(id)).slice(1)).toEqual([
      't a skipped PARENT_FAILED',
      't b skipped PARENT_FAILED',
      't a1 skipped PARENT_FAILED',
      't end skipped PARENT_FAILED',
    ]);
    expect((await server.as('admin', '/op-batches/retry', { batch_id: id })).reason).toBe('OUTCOME_UNKNOWN');
    const [top] = await itemsOf(id);
    const found = await server.as('admin', '/op-batches/resolve', { item_id: top?.id ?? 0, outcome: 'created', platform_id: '12345' });
    expect(found.data).toMatchObject({ status: 'succeeded', target_id: 1_001 });
    await server.app.batches.sweep();
    await server.app.batches.settled();
    expect(await detail(id)).toMatchObject({ status: 'succeeded', ok: 5, skip: 0, unknown: 0 });
    expect(calls.filter((label) => label.startsWith('t top'))).toHaveLength(1);
  });
});

describe('an item that needs another besides its parent', () => {
  const itemsWithNeeds = (): NewItem[] => [
    item('file'),
    item('top'),
    item('uses it', { parent: 1, needs: 0 }),
    item('does not', { parent: 1 }),
  ];

  test('is skipped when that one fails, while its siblings run', async () => {
    await start(failFirstAttempt('file'));
    const id = await orderAndSettle(itemsWithNeeds());
    expect(await statuses(id)).toEqual([
      'file failed PLATFORM_REJECTED',
      'top succeeded',
      'uses it skipped PARENT_FAILED',
      'does not succeeded',
    ]);
    calls.length = 0;
    await retry(id);
    expect(calls).toEqual(['file 2', 'uses it 2']);
    expect(await detail(id)).toMatchObject({ status: 'succeeded', ok: 4 });
  });
});

test('counts always equal the items', async () => {
  await start(({ label, attempt }) => {
    if (label.endsWith('b') && attempt === 1) return { outcome: 'unknown' };
    return label.endsWith('a') && attempt === 1 ? { outcome: 'failed', reason: 'PLATFORM_REJECTED' } : { outcome: 'succeeded' };
  });
  const id = await orderAndSettle(tree('t', 'one'));
  reconcileOutcome = () => ({ outcome: 'failed', reason: 'PLATFORM_UNKNOWN' });
  const expectCountsOfItems = async () => {
    const batch = await detail(id);
    const list = await itemsOf(id);
    const count = (status: string) => list.filter((each) => each.status === status).length;
    expect([batch.ok, batch.fail, batch.skip, batch.unknown]).toEqual(['succeeded', 'failed', 'skipped', 'unknown'].map(count));
    expect(batch.done).toBe(batch.ok + batch.fail + batch.skip + batch.unknown + batch.canceled);
  };
  await expectCountsOfItems();
  await reconcileAfter(1);
  await expectCountsOfItems();
  await retry(id);
  await expectCountsOfItems();
  expect(await detail(id)).toMatchObject({ ok: 5, done: 5 });
});
