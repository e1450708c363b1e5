import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { childEnvironment, dataFolderArgument } from './cluster.ts';
import { DatabaseProblem } from './problem.ts';
import { isAlive, processesWorkingIn } from './process-identity.ts';
import type { RunAs } from './run-as.ts';

const POLL_MS = 10;
/** A checkpoint of a busy database, on a slow disk. */
const START_LIMIT_MS = 120_000;
const FAST_STOP_LIMIT_MS = 20_000;
const PORT_ATTEMPTS = 20;

export interface Postmaster {
  port: number;
  /** Resolves when PostgreSQL ended, wanted or not. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  binaries: Binaries;
  cluster: string;
  runAs: RunAs | undefined;
  logFile: string;
  /** Off only for data that is thrown away. */
  fsync: boolean;
}

/** What PostgreSQL writes about itself into its data folder. */
function pidFile(cluster: string): { pid: number; status: string } | undefined {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), status: (lines[7] ?? '').trim() };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Ends a PostgreSQL that outlived its owner (the owner was killed). Only called by the owner of the data folder.
 * Its lock file is removed only when no process works in the folder any more, which happens when the number in it
 * was given to a stranger after a reboot. No data file is ever removed.
 */
export async function endLeftover(cluster: string, onProgress: (text: string) => void): Promise<void> {
  const found = pidFile(cluster);
  if (found === undefined) return;
  const folder = realpathSync(cluster);
  const isOurs = () => process.platform !== 'linux' || processesWorkingIn(folder).includes(found.pid);
  if (isAlive(found.pid) && isOurs()) {
    onProgress('stopping the database of a server that was killed');
    await signalUntilGone(found.pid, () => isAlive(found.pid) && isOurs());
  }
  await until(() => processesWorkingIn(folder).length === 0, FAST_STOP_LIMIT_MS, `processes still work in ${cluster}`);
  if (process.platform === 'linux') rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
}

async function signalUntilGone(pid: number, lives: () => boolean): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!lives()) return;
    trySignal(pid, signal);
    if (await settles(() => !lives(), FAST_STOP_LIMIT_MS)) return;
  }
  throw new DatabaseProblem(`The database process ${pid} does not end. Nothing was changed; stop it, and start again.`);
}

/** Starts PostgreSQL on a free loopback port and waits until it takes connections. */
export async function startPostmaster(options: Options): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const started = await launch(options, port);
    if ('postmaster' in started) return started.postmaster;
    // Another program took the port between our look and PostgreSQL's.
    if (!started.portTaken || attempt === PORT_ATTEMPTS) throw new DatabaseProblem(started.reason);
  }
}

async function launch(options: Options, port: number): Promise<{ postmaster: Postmaster } | { reason: string; portTaken: boolean }> {
  const { binaries, cluster, runAs, logFile, fsync } = options;
  // A file, not a pipe: PostgreSQL must be able to report after we were killed.
  const log = openSync(logFile, 'w', 0o600);
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: 200,
    fsync: fsync ? 'on' : 'off',
    synchronous_commit: fsync ? 'on' : 'off',
    full_page_writes: fsync ? 'on' : 'off',
    log_statement: 'none',
    log_min_error_statement: 'panic',
  };
  const args = ['-D', dataFolderArgument(cluster), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  // Its own process group: Ctrl+C reaches only us, so that we finish the requests first.
  const child = spawn(binaries.postgres, args, {
    cwd: cluster,
    ...runAs,
    env: childEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  // From the first moment: we may be killed while it starts.
  const watchdog = child.pid === undefined ? undefined : startWatchdog(child.pid, runAs);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const isReady = () => {
    const file = pidFile(cluster);
    return file?.pid === child.pid && file?.status === 'ready';
  };
  let over = false;
  void ended.then(() => {
    over = true;
    watchdog?.kill('SIGKILL');
  });
  const ready = await settles(() => over || isReady(), START_LIMIT_MS);
  if (!over && ready) return { postmaster: { port, ended, stop: () => endChild(child, ended) } };
  if (!over) await endChild(child, ended);
  const report = readFileSync(logFile, 'utf8').trim().slice(-2000);
  return { reason: `The database in ${cluster} did not start: ${report}`, portTaken: report.includes('could not bind') };
}

/**
 * A shell that waits for the end of our pipe, which the system closes however we die, and then stops PostgreSQL.
 * Without it a killed server would leave its database running for good.
 */
function startWatchdog(pid: number, runAs: RunAs | undefined): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined;
  const watchdog = spawn('/bin/sh', ['-c', `read -r _; kill -INT ${pid}`], {
    cwd: '/',
    ...runAs,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Only a comfort: where no shell is, the next start ends a leftover all the same.
  watchdog.on('error', () => undefined);
  watchdog.unref();
  (watchdog.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  return watchdog;
}

async function endChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (over || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await Promise.race([ended, sleep(FAST_STOP_LIMIT_MS, undefined, { ref: false })]);
  }
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function settles(condition: () => boolean, limitMs: number): Promise<boolean> {
  for (let waited = 0; waited < limitMs; waited += POLL_MS) {
    if (condition()) return true;
    await sleep(POLL_MS);
  }
  return condition();
}

async function until(condition: () => boolean, limitMs: number, otherwise: string): Promise<void> {
  if (!(await settles(condition, limitMs))) throw new DatabaseProblem(otherwise);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
