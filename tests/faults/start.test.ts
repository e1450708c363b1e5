import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { callApi, ServerDidNotStart, type ServerProcess, signIn, spawnBuildingServer, spawnServer } from '#tests/support/server-process.ts';

describe('the start of the server', () => {
  const newFolder = () => realpathSync(mkdtempSync(path.join(os.tmpdir(), 'ad-delivery-start-')));
  /** Of the first start with the demo company, which takes longest; others go on with it. */
  let demoDir: string;
  /** On that folder, for the next test. */
  let demo: ServerProcess | undefined;
  let dataDir: string;
  let running: ServerProcess[];
  beforeAll(() => {
    demoDir = newFolder();
  });
  afterAll(async () => {
    await demo?.stop();
    rmSync(demoDir, { recursive: true, force: true });
  });
  beforeEach(() => {
    dataDir = newFolder();
    running = [];
  });
  afterEach(async () => {
    for (const server of running) await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const start = async (env: Record<string, string> = {}) => {
    const server = await spawnServer({ DATA_DIR: dataDir, ...env });
    running.push(server);
    return server;
  };
  const refusal = async (env: Record<string, string>): Promise<string> => {
    const error = await start(env).catch((thrown: unknown) => thrown);
    if (!(error instanceof ServerDidNotStart)) throw new Error('it started');
    return error.output;
  };

  it('shows progress, the address and the demo sign-ins, and keeps everything for the next start', async () => {
    const first = await start({ DATA_DIR: demoDir });
    expect(first.output()).toContain('creating the database');
    expect(first.output()).toContain('filled in the demo company');
    expect(first.output()).toMatch(/Demo sign-ins, password Demo@2026/);
    const token = await signIn(first.url, 'admin', 'Demo@2026');
    expect(await callApi(first.url, '/sys-roles/create', { name: '夜班', paths: ['/index'], actions: [] }, token)).toMatchObject({
      code: 0,
    });
    expect(await first.stop()).toBe(0);
    running.pop();
    const second = await start({ DATA_DIR: demoDir });
    running.pop();
    demo = second;
    expect(second.output()).not.toContain('creating the database');
    expect(second.output()).not.toContain('filled in');
    // The session survives too: it is in the database like everything else.
    const roles = await callApi(second.url, '/sys-roles/list', { keyword: '夜班' }, token);
    expect(roles).toMatchObject({ code: 0, data: { total: 1 } });
  });

  it('stops its scheduled tasks and its database with it', async () => {
    const server = demo ?? (await start({ DATA_DIR: demoDir }));
    const token = await signIn(server.url, 'super', 'Demo@2026');
    expect(await callApi(server.url, '/admin-crons/run', { key: 'database.statistics' }, token)).toMatchObject({ code: 0 });
    expect(await server.stop()).toBe(0);
    expect(existsSync(path.join(demoDir, 'postgres/postmaster.pid'))).toBe(false);
  });

  it('prepares the database while the pages are built, and listens when both are done', async () => {
    const server = await spawnBuildingServer({ DATA_DIR: dataDir, SEED: 'none' }, 'sound');
    running.push(server);
    const [built, listening] = ['the pages are built', server.url].map((text) => server.output().indexOf(text));
    expect(built).toBeGreaterThan(server.output().indexOf('starting the database'));
    expect(listening).toBeGreaterThan(built ?? 0);
  });

  it('says why the pages could not be built, and leaves no database running', async () => {
    const error = await spawnBuildingServer({ DATA_DIR: dataDir, SEED: 'none' }, 'failing').catch((thrown: unknown) => thrown);
    if (!(error instanceof ServerDidNotStart)) throw new Error('it started');
    expect(error.output).toContain('✖ the pages could not be built\n');
    expect(error.message).toContain('ended with 1');
    // A database that was just starting may end a moment after the server.
    await expect.poll(() => existsSync(path.join(dataDir, 'postgres/postmaster.pid')), { timeout: 20_000 }).toBe(false);
  });

  it('says at once when the port is taken, naming it, and starts nothing', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    try {
      const output = await refusal({ PORT: String(port) });
      expect(output).toContain(`Port ${port} on 127.0.0.1 is already in use`);
      expect(output).not.toContain(' at ');
      expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
    } finally {
      other.close();
    }
  });

  // What is wrong in the environment alone, server/config.test.ts says without a process.
  it('names the variable that cannot be used', async () => {
    expect(await refusal({ HOST: 'no.such.host.invalid' })).toContain('HOST "no.such.host.invalid" cannot be listened on');
    const folder = await refusal({ DATA_DIR: fileURLToPath(import.meta.url) });
    expect(folder).toContain('DATA_DIR and FILES_DIR name other folders');
    expect(folder).not.toContain(' at ');
  });

  it('puts nobody into a given database, and says how to make the first account', async () => {
    const database = await createTestDatabase();
    try {
      const server = await start({ DATABASE_URL: database.url });
      expect(server.output()).toContain('No account yet: npm run user:create');
      expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
      expect(await callApi(server.url, '/login', { account: 'admin', pwd: '0'.repeat(32) })).toMatchObject({ code: 1001 });
    } finally {
      await running.pop()?.stop();
      await database.close();
    }
  });

  it('says in words that a given database does not answer', async () => {
    const output = await refusal({ DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/nothing' });
    expect(output).toContain('DATABASE_URL');
    expect(output).not.toContain('hunter2');
  });
});
