import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from '#server/database/connect.ts';
import { findRunningDatabase } from '#server/database/embedded/embedded-postgres.ts';
import { seedDemoPeople } from '#server/seed/demo.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { deep } from '#tests/support/depth.ts';
import { callApi, ServerDidNotStart, type ServerProcess, signIn, spawnServer } from '#tests/support/server-process.ts';

/** Of three kinds, in turn. */
const ROUNDS = deep(2, 50);
const WRITERS = 4;
/** With a given PostgreSQL only the server is killed; it is not ours to kill. */
const isGiven = Boolean(process.env['TEST_DATABASE_URL']);

describe('a server that is killed while it writes', () => {
  let dataDir: string;
  let given: TestDatabase | undefined;
  let server: ServerProcess | undefined;
  const acknowledged: string[] = [];

  const start = async () => {
    server = await spawnServer({ DATA_DIR: dataDir, SEED: 'none', ...(given ? { DATABASE_URL: given.url } : {}) });
    return server;
  };
  const databaseUrl = () => given?.url ?? findRunningDatabase(dataDir) ?? '';

  beforeAll(async () => {
    dataDir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'ad-delivery-crash-')));
    if (isGiven) given = await createTestDatabase();
    const { stop } = await start();
    const { db, close } = connectDatabase({ url: databaseUrl() });
    await seedDemoPeople(db);
    // The limit per user would keep the writers from overlapping; it is read at the start.
    await db.updateTable('setting').set({ value: '100000' }).where('key', '=', 'CALLS_PER_SECOND').execute();
    await close();
    expect(await stop()).toBe(0);
  });

  afterAll(async () => {
    await server?.stop();
    await given?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Writes until the server is gone; what it said yes to goes into `acknowledged`. */
  const write = async (url: string, token: string, round: number, writer: number) => {
    for (let n = 0; ; n += 1) {
      const name = `crash ${round} ${writer} ${n}`;
      const answer = await callApi(url, '/sys-roles/create', { name, remark: null, paths: ['/index'], actions: [] }, token).catch(
        () => undefined,
      );
      if (answer === undefined) return;
      if (answer.code !== 0) throw new Error(`${name} was refused: ${JSON.stringify(answer)}`);
      acknowledged.push(name);
    }
  };

  const kill = async (running: ServerProcess, round: number) => {
    const postmaster = isGiven ? undefined : Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    // In turn: the process alone, its group, and the database with it.
    await running.kill(round % 3 === 0 ? 'process' : 'group');
    if (round % 3 === 2 && postmaster !== undefined) {
      try {
        process.kill(postmaster, 'SIGKILL');
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('ESRCH');
      }
    }
  };

  it(`loses no acknowledged write in ${ROUNDS} rounds, and starts again by itself`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const running = await start();
      const token = await signIn(running.url, 'admin', 'Demo@2026');
      const before = acknowledged.length;
      const writers = Array.from({ length: WRITERS }, (_, writer) => write(running.url, token, round, writer));
      await expect.poll(() => acknowledged.length - before, { timeout: 60_000, interval: 5 }).toBeGreaterThan(10 + ((round * 7) % 30));
      await kill(running, round);
      await Promise.all(writers);
    }
    await start();
    const { db, close } = connectDatabase({ url: databaseUrl() });
    const roles = await db.selectFrom('sys_role').select('name').where('name', 'like', 'crash %').execute();
    const entries = await db
      .selectFrom('op_log')
      .select('target_label')
      .where('action', '=', '/sys-roles/create')
      .where('ok', '=', true)
      .execute();
    await close();
    const [stored, logged] = [new Set(roles.map((role) => role.name)), new Set(entries.map((entry) => entry.target_label))];
    expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * 11);
    expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
    expect(acknowledged.filter((name) => !logged.has(name))).toEqual([]);
  });

  const itOnOwnDatabase = isGiven ? () => undefined : it;
  itOnOwnDatabase('refuses a second server on its data folder, naming folder and process, and is not disturbed by it', async () => {
    const first = server ?? (await start());
    const refused = await spawnServer({ DATA_DIR: dataDir }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ServerDidNotStart);
    expect((refused as ServerDidNotStart).output).toContain(`${dataDir} is in use by process ${first.pid} (the server`);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });

  it('ends in order when asked to, its database too', async () => {
    const running = server ?? (await start());
    expect(await running.stop()).toBe(0);
    expect(findRunningDatabase(dataDir)).toBeUndefined();
    server = undefined;
  });
});
