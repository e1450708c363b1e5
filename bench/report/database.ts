import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectDatabase } from '#server/database/connect.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { chooseAccount } from '#server/database/embedded/run-as.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { seedBench } from '#server/seed/bench/bench.ts';
import { DEMO_PASSWORD, REFERENCE_DAY } from '#server/seed/demo.ts';

export interface BenchServer {
  /** The version that the server reports. */
  version: string;
  /** A database with the given part of the bench set, created if it does not exist. */
  filled(scale: number): Promise<string>;
  /** Calls a function with an empty database, and drops it afterwards. */
  scratch(work: (url: string) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Inserting millions of rows at once takes a while. */
const PATIENCE_MS = 3_600_000;
const OLDEST = 15;

/** The programs of an installed PostgreSQL. */
function programs(): string | undefined {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder).filter((version) => Number(version) >= OLDEST) : [];
  return versions
    .sort((a, b) => Number(a) - Number(b))
    .map((version) => path.join(folder, version, 'bin'))
    .find((bin) => existsSync(path.join(bin, 'initdb')));
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port is free'))));
    });
  });

async function isUp(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** An installed PostgreSQL with the settings of a small server, in a temporary folder. */
async function startOfSystem(bin: string, folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const data = path.join(folder, 'data');
  mkdirSync(data);
  const account = chooseAccount(data);
  if (account !== undefined) {
    chownSync(folder, account.uid, account.gid);
    chownSync(data, account.uid, account.gid);
  }
  const quiet = { ...account, cwd: folder, stdio: 'ignore' } as const;
  execFileSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'bench', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    quiet,
  );
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: 'off',
    shared_buffers: '2GB',
    max_wal_size: '8GB',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(path.join(bin, 'postgres'), ['-D', data, ...flags], quiet);
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const url = `postgres://bench@127.0.0.1:${port}/postgres`;
  while (!(await isUp(url))) {
    if (server.exitCode !== null) throw new Error('the PostgreSQL of the system did not start');
    await sleep(100);
  }
  const stop = async () => {
    server.kill('SIGINT');
    await ended;
  };
  return { url, stop };
}

async function start(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const bin = programs();
  if (bin !== undefined) return await startOfSystem(bin, folder);
  process.stdout.write(`no PostgreSQL ${OLDEST} or newer on this machine: the embedded one is measured\n`);
  return await startEmbeddedPostgres({ dataDir: folder });
}

const inDatabase = (url: string, name: string): string => {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return String(address);
};

async function onServer<T extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function fill(url: string, scale: number): Promise<void> {
  const { db, close } = connectDatabase({ url, max: 2, statementTimeout: PATIENCE_MS });
  try {
    await migrateToLatest(db);
    const began = performance.now();
    if (await seedBench(db, { asOf: REFERENCE_DAY, password: DEMO_PASSWORD, scale }))
      process.stdout.write(`made the bench set at ${scale} in ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
  } finally {
    await close();
  }
}

/** A database server for bench sets: the one of the address, which keeps them for the next run, or a temporary one. */
export async function openBenchServer(kept: string | undefined): Promise<BenchServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'ads-bench-sets-'));
  const server = kept === undefined ? await start(folder) : { url: kept, stop: async () => undefined };
  const [found] = await onServer<{ version: string }>(server.url, `select current_setting('server_version') as version`);
  return {
    version: found?.version ?? '',
    async filled(scale) {
      const name = `bench_${String(scale).replace('.', '_')}`;
      const known = await onServer(server.url, 'select from pg_database where datname = $1', [name]);
      if (known.length === 0) await onServer(server.url, `create database ${name}`);
      const url = inDatabase(server.url, name);
      await fill(url, scale);
      return url;
    },
    async scratch(work) {
      const name = `bench_scratch_${process.pid}`;
      await onServer(server.url, `create database ${name}`);
      try {
        await work(inDatabase(server.url, name));
      } finally {
        await onServer(server.url, `drop database ${name} with (force)`);
      }
    },
    async close() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
