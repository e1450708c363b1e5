import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addManyOptimizers } from '#tests/support/batches.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { deep } from '#tests/support/depth.ts';
import { callApi, type ServerProcess, signIn, spawnFaultyServer } from '#tests/support/server-process.ts';

const OBJECTS = deep(250, 500);
/** Slow enough for a kill in the middle. */
const SLOW = { slowMs: 10, failEvery: 10 };

describe('a server that is killed in the middle of a batch', () => {
  let database: TestDatabase;
  const running: ServerProcess[] = [];
  let ids: number[];

  beforeAll(async () => {
    database = await createTestDatabase({ seed: 'people' });
    ids = await addManyOptimizers(database.db, OBJECTS);
  });
  afterAll(async () => {
    for (const server of running) await server.stop();
    await database.close();
  });

  const start = async (plan: { slowMs?: number; failEvery?: number }) => {
    const server = await spawnFaultyServer({ databaseUrl: database.url, plan });
    running.push(server);
    return server;
  };
  const batchOf = async (batchId: number) =>
    await database.db.selectFrom('batch').selectAll().where('id', '=', batchId).executeTakeFirstOrThrow();

  it(`goes on when it is started again: ${OBJECTS} of ${OBJECTS} results are what the database holds`, async () => {
    const first = await start(SLOW);
    const token = await signIn(first.url, 'admin', 'Demo@2026');
    const answer = callApi(first.url, '/sys-users/batch_set_status', { ids, status: 'disabled' }, token).catch(() => undefined);
    const batchId = async () => (await database.db.selectFrom('batch').select('id').executeTakeFirst())?.id ?? 0;
    await expect.poll(async () => (await batchOf(await batchId())).done, { timeout: 60_000, interval: 10 }).toBeGreaterThan(40);
    await first.kill('process');
    await answer;
    const id = await batchId();
    const left = await batchOf(id);
    expect(left.done).toBeLessThan(OBJECTS);
    expect(left.status).toBe('running');

    // Killed again, this time with two at work; then one without haste ends it.
    const [second, third] = await Promise.all([start(SLOW), start(SLOW)]);
    await expect.poll(async () => (await batchOf(id)).done, { timeout: 60_000, interval: 10 }).toBeGreaterThan(left.done + 40);
    await Promise.all([second.kill('process'), third.kill('process')]);
    const last = await start({ failEvery: 10 });
    await expect.poll(async () => (await batchOf(id)).finished_at, { timeout: 120_000, interval: 50 }).not.toBeNull();

    const { rows } = await sql<{ item: string; account: string; entries: number; version: number }>`
      select i.status as item, u.status as account, u.version,
        (select count(*) from op_log l where l.target_type = 'user' and l.target_id = i.target_id and l.ok) as entries
      from batch_item i join sys_user u on u.id = i.target_id where i.batch_id = ${id} order by i.seq`.execute(database.db);
    expect(rows).toHaveLength(OBJECTS);
    const right = rows.filter(({ item, account, entries, version }) =>
      item === 'succeeded'
        ? account === 'disabled' && entries === 1 && version === 2
        : item === 'failed' && account === 'enabled' && entries === 0 && version === 1,
    );
    expect(right).toHaveLength(OBJECTS);
    expect(await batchOf(id)).toMatchObject({
      status: 'partial',
      total: OBJECTS,
      done: OBJECTS,
      ok: OBJECTS * 0.9,
      fail: OBJECTS * 0.1,
      skip: 0,
      unknown: 0,
      canceled: 0,
    });

    // What failed is tried again, and only that.
    await callApi(last.url, '/op-batches/retry', { batch_id: id }, await signIn(last.url, 'admin', 'Demo@2026'));
    await expect.poll(async () => (await batchOf(id)).finished_at, { timeout: 120_000, interval: 50 }).not.toBeNull();
    expect(await batchOf(id)).toMatchObject({ status: 'succeeded', ok: OBJECTS, fail: 0 });
    const versions = await database.db.selectFrom('sys_user').select('version').distinct().where('id', 'in', ids).execute();
    expect(versions).toEqual([{ version: 2 }]);
  });
});
