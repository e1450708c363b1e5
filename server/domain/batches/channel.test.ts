import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { buildApp } from '#server/http/build-app.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { orderBatch } from '#tests/support/batches.ts';
import { nothingOutside } from '../outside.ts';
import { type AnyBatchType, type BatchItem, type NewItem, type Order, type Outcome, reconcileItems } from './index.ts';

/** How the simulated channel answers a call for an item. */
type Answer = (item: BatchItem<object, { size?: number }>, call: number) => Promise<Outcome> | Outcome;

let answer: Answer;
let reconcileOutcome: () => Outcome;
const calls: string[] = [];

/** A batch type that talks to a channel, as the types of ads do. */
const channelType = (parallel?: number): AnyBatchType =>
  ({
    type: 'user_import',
    targetType: 'thing',
    access: 'signedIn',
    effect: 'channel',
    retryable: true,
    ...(parallel === undefined ? {} : { parallel }),
    run: async (_context, item) => {
      calls.push(`${item.label} ${item.attempt}`);
      return await answer(item as never, calls.length);
    },
    reconcile: async () => reconcileOutcome(),
    verify: async (_context, _item, platformId) => platformId === '12345',
  }) satisfies AnyBatchType;

let server: TestApp;
const others: FastifyInstance[] = [];

const start = async (types: AnyBatchType[]) => {
  calls.length = 0;
  answer = () => ({ outcome: 'succeeded' });
  reconcileOutcome = () => ({ outcome: 'unknown' });
  server = await createTestApp({ batches: { types, waitMs: 0 } });
};
afterEach(async () => {
  for (const app of others.splice(0)) await app.close();
  await server.close();
});

/** Starts another server on the same database. */
async function startSecondServer(types: AnyBatchType[]): Promise<FastifyInstance> {
  const app = await buildApp({ db: server.db, clock: server.clock, batches: { types } });
  others.push(app);
  return app;
}

const order = (items: NewItem[], more: Partial<Order> = {}) => orderBatch(server, items, more);

const thing = (n: number, more: Partial<NewItem> = {}): NewItem => ({ targetId: n, label: `thing ${n}`, ...more });
const detail = async (batch_id: number) => (await server.as('admin', '/op-batches/detail', { batch_id })).data;
const itemsOf = async (batch_id: number) => (await server.as('admin', '/op-batches/items', { batch_id, page_size: 200 })).data.list;
const reconcile = (types: AnyBatchType[]) =>
  reconcileItems({ db: server.db, now: server.clock.now(), ...nothingOutside }, types, {
    signal: new AbortController().signal,
    onError: () => undefined,
  });

/**
 * Answers no call before `count` calls wait at the same time, except for the item named `alone`. Returns the largest number of concurrent
 * calls.
 */
function answerTogether(count: number, alone?: string): () => number {
  let [open, mostConcurrent] = [0, 0];
  let release = () => {};
  const allWaiting = new Promise<void>((resolve) => {
    release = resolve;
  });
  answer = async ({ label }) => {
    if (label === alone) return { outcome: 'succeeded' };
    open += 1;
    mostConcurrent = Math.max(mostConcurrent, open);
    if (open === count) release();
    await allWaiting;
    open -= 1;
    return { outcome: 'succeeded' };
  };
  return () => mostConcurrent;
}

describe('an item that calls the channel', () => {
  test('becomes unknown, and is not sent again, when its server dies', async () => {
    await start([channelType()]);
    let answerLate = (_outcome: Outcome) => {};
    const called = new Promise<void>((resolve) => {
      answer = () => {
        resolve();
        return new Promise((give) => {
          answerLate = give;
        });
      };
    });
    const batchId = await order([thing(1)]);
    await called;
    expect(await itemsOf(batchId)).toMatchObject([{ status: 'running' }]);
    const second = await startSecondServer([channelType()]);
    await second.batches.sweep();
    expect(await itemsOf(batchId)).toMatchObject([{ status: 'running' }]);
    server.clock.forward({ minutes: 2 });
    await second.batches.sweep();
    await second.batches.settled();
    expect(await detail(batchId)).toMatchObject({ status: 'failed', unknown: 1, done: 1 });
    expect(await itemsOf(batchId)).toMatchObject([
      { status: 'unknown', code: 513, reason: 'PLATFORM_UNKNOWN', text: '结果确认中', retryable: false, resolvable: false },
    ]);
    expect(calls).toEqual(['thing 1 1']);
    expect(await server.as('admin', '/op-batches/retry', { batch_id: batchId })).toMatchObject({ code: 422, reason: 'OUTCOME_UNKNOWN' });
    // The server was alive after all, and its late answer still counts.
    answerLate({ outcome: 'succeeded', targetId: 77 });
    await server.app.batches.settled();
    expect(await detail(batchId)).toMatchObject({ status: 'succeeded', ok: 1, unknown: 0 });
    expect(await itemsOf(batchId)).toMatchObject([{ status: 'succeeded', target_id: 77, reason: null }]);
  });

  test('is checked after 30 s, 2 min and 10 min, then waits for a person', async () => {
    const types = [channelType()];
    await start(types);
    answer = () => ({ outcome: 'unknown' });
    const batchId = await order([thing(1), thing(2)]);
    await server.app.batches.settled();
    const checks: number[] = [];
    for (const seconds of [20, 15, 60, 30, 300, 300, 3_600]) {
      server.clock.forward({ ms: seconds * 1_000 });
      checks.push((await reconcile(types)).checked);
    }
    // The sweeps happen at 20 s, 35 s, 95 s, 125 s, 425 s, 725 s and one hour.
    expect(checks).toEqual([0, 2, 0, 2, 0, 2, 0]);
    const [one, two] = await itemsOf(batchId);
    expect(one).toMatchObject({ status: 'unknown', resolvable: true });
    const settle = (body: object) => server.as('admin', '/op-batches/resolve', { item_id: one?.id ?? 0, outcome: 'created', ...body });
    expect((await settle({})).data.errors).toMatchObject([{ field: 'platform_id', rule: 'required' }]);
    expect((await settle({ platform_id: '99999' })).data.errors).toMatchObject([{ field: 'platform_id', rule: 'exists' }]);
    expect((await settle({ platform_id: '12345' })).data).toMatchObject({
      status: 'succeeded',
      after: { platform_id: '12345' },
      resolvable: false,
    });
    expect(await settle({ platform_id: '12345' })).toMatchObject({ code: 422, reason: 'STATE_CHANGED' });
    const gone = await server.as('admin', '/op-batches/resolve', { item_id: two?.id ?? 0, outcome: 'not_created' });
    expect(gone.data).toMatchObject({ status: 'failed', code: 513, text: '人工确认：未创建', retryable: true });
    expect(await detail(batchId)).toMatchObject({ status: 'partial', ok: 1, fail: 1, unknown: 0, done: 2 });
  });

  test('is settled by the outcome that the channel reports', async () => {
    const types = [channelType()];
    await start(types);
    answer = () => Promise.reject(new Error('connection lost'));
    const batchId = await order([thing(1)]);
    await server.app.batches.settled();
    expect(await detail(batchId)).toMatchObject({ unknown: 1 });
    const early = (await itemsOf(batchId))[0]?.id ?? 0;
    expect(await server.as('admin', '/op-batches/resolve', { item_id: early, outcome: 'not_created' })).toMatchObject({
      code: 422,
      reason: 'OUTCOME_UNKNOWN',
    });
    reconcileOutcome = () => ({ outcome: 'succeeded', targetId: 5 });
    server.clock.forward({ minutes: 1 });
    expect(await reconcile(types)).toEqual({ checked: 1, settled: 1 });
    expect(await detail(batchId)).toMatchObject({ status: 'succeeded', ok: 1, unknown: 0 });
  });

  test('is repeated automatically up to three times when the channel throttles or is unreachable', async () => {
    await start([channelType()]);
    answer = () => ({ outcome: 'failed', reason: 'PLATFORM_LIMIT', data: { retry_at: '08:05' } });
    const batchId = await order([thing(1)]);
    const after: number[] = [];
    for (const seconds of [0, 5, 2, 29, 2, 119, 2, 1_000]) {
      server.clock.forward({ ms: seconds * 1_000 });
      await server.app.batches.sweep();
      await server.app.batches.settled();
      after.push(calls.length);
    }
    expect(after).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
    expect(await itemsOf(batchId)).toMatchObject([
      { status: 'failed', code: 511, reason: 'PLATFORM_LIMIT', text: '平台限流，08:05 后重试', attempt: 1, retryable: true },
    ]);
  });

  test("shows the channel's rejection, and a permanent failure cannot be retried", async () => {
    await start([channelType()]);
    answer = ({ itemParams }) => ({
      outcome: 'failed',
      reason: 'PLATFORM_REJECTED',
      data: { title: 'Too large', message: `size ${itemParams.size}`, code: '100', subcode: '7' },
      platform: { code: '100', subcode: '7' },
      retryable: false,
    });
    const batchId = await order([thing(1, { params: { size: 9 } })]);
    await server.app.batches.settled();
    expect(await itemsOf(batchId)).toMatchObject([
      { code: 510, platform_code: '100', platform_subcode: '7', text: '平台拒绝：Too large size 9 （100/7）', retryable: false },
    ]);
    expect((await detail(batchId)).can).toEqual([]);
  });

  test('runs in parallel with others up to the limit of its type', async () => {
    await start([channelType(3)]);
    const countMostConcurrent = answerTogether(3);
    const batchId = await order(Array.from({ length: 12 }, (_, n) => thing(n + 1)));
    await server.app.batches.settled();
    expect(await detail(batchId)).toMatchObject({ status: 'succeeded', ok: 12 });
    expect(countMostConcurrent()).toBe(3);
  });
});

describe('items with a parent', () => {
  // Repeated, because a worker that finds nothing at the very moment the parent ends must look again.
  test.each(Array.from({ length: 20 }, (_, round) => round + 1))('run in parallel once the parent has succeeded, round %i', async () => {
    await start([channelType(3)]);
    const countMostConcurrent = answerTogether(3, 'thing 1');
    await order([thing(1), ...[2, 3, 4, 5, 6, 7].map((n) => thing(n, { parent: 0 }))]);
    await server.app.batches.settled();
    expect(countMostConcurrent()).toBe(3);
  });

  const tree = [thing(1), thing(2, { parent: 0 }), thing(3, { parent: 1 }), thing(4)];

  test('wait for the parent, are skipped when it fails, and follow when it is retried', async () => {
    await start([channelType(4)]);
    answer = ({ label, attempt }) =>
      label === 'thing 1' && attempt === 1 ? { outcome: 'failed', reason: 'PLATFORM_AUTH', data: { name: 'a' } } : { outcome: 'succeeded' };
    const batchId = await order(tree);
    await server.app.batches.settled();
    expect((await itemsOf(batchId)).map((item) => [item.status, item.reason])).toEqual([
      ['failed', 'PLATFORM_AUTH'],
      ['skipped', 'PARENT_FAILED'],
      ['skipped', 'PARENT_FAILED'],
      ['succeeded', null],
    ]);
    expect([...calls].sort()).toEqual(['thing 1 1', 'thing 4 1']);
    await server.as('admin', '/op-batches/retry', { batch_id: batchId });
    await server.app.batches.settled();
    expect(await detail(batchId)).toMatchObject({ status: 'succeeded', ok: 4, skip: 0, fail: 0, done: 4 });
    expect(calls.slice(2)).toEqual(['thing 1 2', 'thing 2 2', 'thing 3 2']);
  });
});
