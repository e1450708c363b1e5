import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, findRunningDatabase, startEmbeddedPostgres } from './embedded-postgres.ts';
import { findProcessesIn, isAlive } from './process-identity.ts';

const module = path.join(path.dirname(fileURLToPath(import.meta.url)), 'embedded-postgres.ts');

describe('the embedded PostgreSQL', { timeout: 180_000 }, () => {
  let home: string;
  let dataDir: string;
  let running: EmbeddedPostgres[];
  beforeEach(() => {
    // Closed to other accounts, like a checkout in root's home folder.
    home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'ad-delivery-embedded-')));
    chmodSync(home, 0o700);
    dataDir = path.join(home, 'data');
    running = [];
  });
  afterEach(async () => {
    for (const each of running) await each.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const start = async () => {
    const started = await startEmbeddedPostgres({ dataDir });
    running.push(started);
    return started;
  };
  const query = async (url: string, sql: string): Promise<unknown[][]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query({ text: sql, rowMode: 'array' })).rows;
    } finally {
      await client.end();
    }
  };
  /** Starts a process that owns the folder until it is killed. */
  const startOtherProcess = async () => {
    const script = `import(${JSON.stringify(module)}).then(async ({ startEmbeddedPostgres }) => {
      await startEmbeddedPostgres({ dataDir: process.argv[1] });
      console.log('up');
      setInterval(() => {}, 1000);
    });`;
    const child = spawn(process.execPath, ['--import', 'tsx', '-e', script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    await new Promise<void>((resolve, reject) => {
      child.stdout.once('data', () => resolve());
      child.once('exit', () => reject(new Error('the other process did not start')));
    });
    return { kill: () => (child.kill('SIGKILL'), ended), pid: child.pid };
  };
  const postmasterPid = () => Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

  it('keeps its data below a folder that only its user may enter', async () => {
    const first = await start();
    await query(first.url, 'create table kept (n int)');
    await query(first.url, 'insert into kept values (42)');
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'select n from kept')).toEqual([[42]]);
  });

  it('syncs to disk, verifies page checksums, uses UTF-8 and sorts Chinese by pronunciation', async () => {
    const { url } = await start();
    expect(
      await query(
        url,
        "select current_setting('fsync'), current_setting('data_checksums'), current_setting('server_encoding'), current_setting('TimeZone')",
      ),
    ).toEqual([['on', 'on', 'UTF8', 'UTC']]);
    expect(await query(url, "select n from (values ('张'), ('安'), ('李')) as t(n) order by n")).toEqual([['安'], ['李'], ['张']]);
  });

  it('accepts connections only from this machine and with its password', async () => {
    const { url } = await start();
    expect(await query(url, "select current_setting('listen_addresses'), current_setting('unix_socket_directories')")).toEqual([
      ['127.0.0.1', ''],
    ]);
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(query(wrong.toString(), 'select 1')).rejects.toThrow(/password/);
    expect(statSync(path.join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
    expect(readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')).not.toContain(new URL(url).password);
  });

  it('refuses a second owner of the folder and names the first', async () => {
    await start();
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`${dataDir} is in use by process ${process.pid}`);
  });

  it('can be found by another program while it runs', async () => {
    expect(findRunningDatabase(dataDir)).toBeUndefined();
    const { url, stop } = await start();
    expect(findRunningDatabase(dataDir)).toBe(url);
    await stop();
    expect(findRunningDatabase(dataDir)).toBeUndefined();
  });

  it('restarts with all committed data after its owner was killed', async () => {
    const other = await startOtherProcess();
    await query(findRunningDatabase(dataDir) ?? '', 'create table kept as select 7 as n');
    const left = postmasterPid();
    await other.kill();
    const { url } = await start();
    expect(await query(url, 'select n from kept')).toEqual([[7]]);
    expect(isAlive(left)).toBe(false);
  });

  it('ends by itself after its owner was killed', async () => {
    const other = await startOtherProcess();
    const cluster = realpathSync(path.join(dataDir, 'postgres'));
    await other.kill();
    await expect
      .poll(() => existsSync(path.join(cluster, 'postmaster.pid')) || findProcessesIn(cluster).length > 0, { timeout: 90_000 })
      .toBe(false);
  });

  it('restarts after the database process was killed', async () => {
    const { url, ended } = await start();
    await query(url, 'create table kept as select 9 as n');
    process.kill(postmasterPid(), 'SIGKILL');
    await ended;
    await running.pop()?.stop();
    expect(await query((await start()).url, 'select n from kept')).toEqual([[9]]);
  });

  it('ignores a process file whose id now belongs to an unrelated process', async () => {
    const first = await start();
    await first.stop();
    writeFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n/proc/self/cwd\n0\n5432\n`);
    expect(await query((await start()).url, 'select 1')).toEqual([[1]]);
  });

  it('leaves a folder of that name alone when it contains other files', async () => {
    mkdirSync(path.join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(path.join(dataDir, 'postgres', 'letters.txt'), 'dear');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/PG_VERSION is missing/);
    expect(readFileSync(path.join(dataDir, 'postgres', 'letters.txt'), 'utf8')).toBe('dear');
  });

  it('refuses data of another major version and leaves it unchanged', async () => {
    await (await start()).stop();
    running.pop();
    const version = path.join(dataDir, 'postgres', 'PG_VERSION');
    writeFileSync(version, '16\n');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/written by PostgreSQL 16/);
    expect(existsSync(path.join(dataDir, 'postgres', 'base'))).toBe(true);
  });
});
