import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { orderBatch } from '#tests/support/batches.ts';
import { nothingOutside } from '../outside.ts';
import { type AnyBatchType, type BatchItem, type NewItem, type Outcome, reconcileItems } from './index.ts';

let server: TestApp;
let answer: (item: BatchItem) => Promise<Outcome> | Outcome;
const calls: string[] = [];

/** A batch type whose channel answers as the test decides. */
const channelType = (more: Partial<AnyBatchType> = {}): AnyBatchType =>
  ({
    type: 'user_import',
    targetType: 'thing',
    access: 'signedIn',
    effect: 'channel',
    retryable: true,
    run: async (_context, item: BatchItem) => {
      calls.push(`${item.label} ${item.attempt}`);
      return await answer(item);
    },
    reconcile: async () => ({ outcome: 'unknown' }),
    ...more,
  }) satisfies AnyBatchType;

const start = async (type = channelType()) => {
  calls.length = 0;
  answer = () => ({ outcome: 'succeeded' });
  // No time passes between two attempts to write a result.
  server = await createTestApp({
    batches: { types: [type], waitMs: 0, faults: { beforeItem: () => undefined, pause: async () => undefined } },
  });
};
afterEach(async () => await server.close());

const order = (items: NewItem[]) => orderBatch(server, items);
const thing = (n: number, more: Partial<NewItem> = {}): NewItem => ({ targetId: n, label: `thing ${n}`, ...more });
const detail = async (batch_id: number) => (await server.as('admin', '/op-batches/detail', { batch_id })).data;
const itemsOf = async (batch_id: number) => (await server.as('admin', '/op-batches/items', { batch_id, page_size: 200 })).data.list;

/** Makes the database refuse this many writes of a success. It counts with a sequence, because a sequence is not rolled back. */
const refuseWrites = async (times: number) => {
  await sql`create sequence refused`.execute(server.db);
  await sql`
    create function refuse_success() returns trigger language plpgsql as $$
      begin
        if nextval('refused') <= ${sql.lit(times)} then raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end if;
        return new;
      end $$`.execute(server.db);
  await sql`
    create trigger refuse_success before update on batch_item for each row when (new.status = 'succeeded')
      execute function refuse_success()`.execute(server.db);
};
const sweepAfter = async (minutes: number) => {
  server.clock.forward({ minutes });
  await server.app.batches.sweep();
  await server.app.batches.settled();
};

describe('a result that could not be written', () => {
  test('is written later without asking the channel again', async () => {
    await start();
    await refuseWrites(3);
    const batchId = await order([thing(1)]);
    await server.app.batches.settled();
    expect(await detail(batchId)).toMatchObject({ status: 'succeeded', ok: 1 });
    expect(calls).toEqual(['thing 1 1']);
  });

  test('leaves an unknown item once the lease expires, and the lane continues', async () => {
    await start();
    await refuseWrites(1_000);
    const batchId = await order([thing(1, { lane: 'a' }), thing(2, { lane: 'a' })]);
    await server.app.batches.settled();
    expect((await itemsOf(batchId)).map(({ status }) => status)).toEqual(['running', 'pending']);
    await sweepAfter(0);
    await sql`drop trigger refuse_success on batch_item`.execute(server.db);
    await sweepAfter(2);
    expect((await itemsOf(batchId)).map(({ status, reason }) => [status, reason])).toEqual([
      ['unknown', 'PLATFORM_UNKNOWN'],
      ['succeeded', null],
    ]);
    expect(calls).toEqual(['thing 1 1', 'thing 2 1']);
  });

  test("is kept when only the notification of the batch's end fails", async () => {
    await start();
    await sql`alter table alert rename to alert_of_before`.execute(server.db);
    answer = () => ({ outcome: 'failed', reason: 'PLATFORM_REJECTED' });
    const batchId = await order([thing(1)]);
    await server.app.batches.settled();
    await sql`alter table alert_of_before rename to alert`.execute(server.db);
    expect(await detail(batchId)).toMatchObject({ status: 'failed', fail: 1 });
  });
});

describe('a channel that never answers', () => {
  const neverAnswer = () => new Promise<Outcome>(() => undefined);

  test('blocks its item and lane for a limited time, then the item is unknown and the next one runs', async () => {
    await start(channelType({ limitMs: 10 * 60_000 }));
    const called = new Promise<void>((resolve) => {
      answer = ({ seq }) => {
        resolve();
        return seq === 1 ? neverAnswer() : { outcome: 'succeeded' };
      };
    });
    const batchId = await order([thing(1, { lane: 'a' }), thing(2, { lane: 'a' })]);
    await called;
    // The server is alive, so the lease is extended for as long as the call may take.
    for (let minute = 0; minute < 9; minute += 1) {
      server.clock.forward({ minutes: 1 });
      await server.app.batches.sweep();
    }
    expect((await itemsOf(batchId)).map(({ status }) => status)).toEqual(['running', 'pending']);
    await sweepAfter(1);
    expect((await itemsOf(batchId)).map(({ status }) => status)).toEqual(['unknown', 'succeeded']);
    expect(await detail(batchId)).toMatchObject({ status: 'partial', unknown: 1, ok: 1 });
  });

  test('is believed when it answers late', async () => {
    await start();
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
    await sweepAfter(60);
    expect(await itemsOf(batchId)).toMatchObject([{ status: 'unknown' }]);
    answerLate({ outcome: 'succeeded', targetId: 77 });
    await expect.poll(async () => (await itemsOf(batchId))[0]).toMatchObject({ status: 'succeeded', target_id: 77 });
  });
});

describe('settling an unknown item', () => {
  test('holds no lock while the channel is asked, so a failed item can be retried meanwhile', async () => {
    let confirm = () => {};
    const reached = { verify: false };
    const verify = () => {
      reached.verify = true;
      return new Promise<boolean>((resolve) => {
        confirm = () => resolve(true);
      });
    };
    await start(channelType({ verify }));
    answer = ({ label, attempt }) => {
      if (label === 'thing 1') return { outcome: 'unknown' };
      return attempt === 1 ? { outcome: 'failed', reason: 'PLATFORM_REJECTED' } : { outcome: 'succeeded' };
    };
    const batchId = await order([thing(1), thing(2)]);
    await server.app.batches.settled();
    await sql`update batch_item set next_check_at = null`.execute(server.db);
    const [unknown, failed] = await itemsOf(batchId);
    const resolved = server.as('admin', '/op-batches/resolve', { item_id: unknown?.id ?? 0, outcome: 'created', platform_id: '12345' });
    await expect.poll(() => reached.verify).toBe(true);
    const retried = await server.as('admin', '/op-batches/retry', { batch_id: batchId, item_ids: [failed?.id ?? 0] });
    expect(retried.code).toBe(0);
    confirm();
    expect((await resolved).data).toMatchObject({ status: 'succeeded' });
    await server.app.batches.settled();
    expect(await detail(batchId)).toMatchObject({ status: 'succeeded', ok: 2, unknown: 0, fail: 0 });
  });

  test('by a check locks the batch before the item, as a retry does', async () => {
    const type = channelType({ reconcile: async () => ({ outcome: 'succeeded' }) });
    await start(type);
    answer = () => ({ outcome: 'unknown' });
    const batchId = await order([thing(1)]);
    await server.app.batches.settled();
    server.clock.forward({ minutes: 1 });
    const countWaitingLocks = async () => {
      const { rows } = await sql`select 1 from pg_locks where not granted`.execute(server.db);
      return rows.length;
    };
    let reconciled: Promise<unknown> = Promise.resolve();
    await server.db.transaction().execute(async (transaction) => {
      await sql`select 1 from batch where id = ${batchId} for no key update`.execute(transaction);
      reconciled = reconcileItems({ db: server.db, now: server.clock.now(), ...nothingOutside }, [type], {
        signal: new AbortController().signal,
        onError: () => undefined,
      });
      await expect.poll(countWaitingLocks).toBeGreaterThan(0);
      await sql`select 1 from batch_item where batch_id = ${batchId} for no key update nowait`.execute(transaction);
    });
    expect(await reconciled).toEqual({ checked: 1, settled: 1 });
  });
});

test('a batch whose user has no permission fails and notifies them', async () => {
  await start(channelType({ access: 'superAdmin' }));
  const batchId = await order([thing(1), thing(2)]);
  await server.app.batches.settled();
  expect((await itemsOf(batchId)).map(({ status, reason }) => [status, reason])).toEqual([
    ['skipped', 'NO_ACTION'],
    ['skipped', 'NO_ACTION'],
  ]);
  expect(await detail(batchId)).toMatchObject({ status: 'failed', skip: 2, ok: 0, fail: 0 });
  const alerts = await server.db.selectFrom('alert').select(['kind', 'level']).execute();
  expect(alerts).toEqual([{ kind: 'batch_done', level: 'error' }]);
});

test('a late throttling answer does not queue a later attempt again', async () => {
  await start();
  const answers: ((outcome: Outcome) => void)[] = [];
  answer = () => new Promise((give) => answers.push(give));
  const batchId = await order([thing(1)]);
  await expect.poll(() => answers.length).toBe(1);
  server.clock.forward({ minutes: 60 });
  await server.app.batches.sweep();
  await server.app.batches.settled();
  const [item] = await itemsOf(batchId);
  await sql`update batch_item set next_check_at = null`.execute(server.db);
  await server.as('admin', '/op-batches/resolve', { item_id: item?.id ?? 0, outcome: 'not_created' });
  await server.as('admin', '/op-batches/retry', { batch_id: batchId });
  await expect.poll(() => answers.length).toBe(2);
  answers[0]?.({ outcome: 'failed', reason: 'PLATFORM_LIMIT' });
  expect(await itemsOf(batchId)).toMatchObject([{ status: 'running', attempt: 2 }]);
  answers[1]?.({ outcome: 'succeeded' });
  await server.app.batches.settled();
  expect(calls).toEqual(['thing 1 1', 'thing 1 2']);
  expect(await detail(batchId)).toMatchObject({ status: 'succeeded', ok: 1 });
});
