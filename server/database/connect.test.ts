import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { connectDatabase } from './connect.ts';

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const end of ends.splice(0).reverse()) await end();
});

/** Forwards bytes between clients and a database; silenced connections stay open but forward nothing more. */
async function openProxy(target: URL) {
  const open = new Set<Socket>();
  const silent = new Set<Socket>();
  const clients: Socket[] = [];
  let made = 0;
  const server = createServer((client) => {
    made += 1;
    const folder = target.searchParams.get('host');
    const port = Number(target.port || 5432);
    const upstream = folder === null ? connect({ port, host: target.hostname }) : connect(`${folder}/.s.PGSQL.${port}`);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.on('data', (bytes) => void (silent.has(client) || to.write(bytes)));
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
    clients.push(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy does not listen');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  url.searchParams.delete('host');
  return {
    url: url.toString(),
    made: () => made,
    silence: () => {
      for (const client of clients) silent.add(client);
    },
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

test('discards a connection that did not answer in time', async () => {
  const database = await createTestDatabase();
  ends.push(() => database.close());
  const proxy = await openProxy(new URL(database.url));
  ends.push(() => proxy.close());
  const { db, close } = connectDatabase({ url: proxy.url, max: 1 });
  ends.push(() => close());
  await sql`select 1`.execute(db);
  expect(proxy.made()).toBe(1);

  proxy.silence();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const lost = db
    .transaction()
    .execute(async (transaction) => await sql`select 2`.execute(transaction))
    .then(
      () => 'answered',
      (error: Error) => error.message,
    );
  await vi.advanceTimersByTimeAsync(65_001);
  vi.useRealTimers();
  expect(await lost).toBe('Query read timeout');
  expect((await sql`select 2`.execute(db)).rows).toHaveLength(1);
  expect(proxy.made()).toBe(2);
});

test('keeps a connection whose query the database refused', async () => {
  const database = await createTestDatabase();
  ends.push(() => database.close());
  const proxy = await openProxy(new URL(database.url));
  ends.push(() => proxy.close());
  const { db, close } = connectDatabase({ url: proxy.url, max: 1 });
  ends.push(() => close());
  await expect(sql`select 1 / 0`.execute(db)).rejects.toMatchObject({ code: '22012' });
  expect((await sql`select 1`.execute(db)).rows).toHaveLength(1);
  expect(proxy.made()).toBe(1);
});

test('fails only the transaction when its connection ends between two statements', async () => {
  const { url, db: other, close } = await createTestDatabase();
  ends.push(close);
  const { db, close: closePool } = connectDatabase({ url, max: 1 });
  ends.push(closePool);
  const pidOf = async (on: typeof db) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)).rows[0]?.pid;
  const transaction = db.transaction().execute(async (trx) => {
    const pid = await pidOf(trx);
    await sql`select pg_terminate_backend(${pid})`.execute(other);
    const isThere = async () => (await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(other)).rows.length > 0;
    await expect.poll(isThere).toBe(false);
    // The end has arrived by now, because it was sent before the connection left the list.
    await sql`select 1`.execute(other);
    await pidOf(trx);
  });
  await expect(transaction).rejects.toThrow();
  expect(await pidOf(db)).toBeGreaterThan(0);
});
