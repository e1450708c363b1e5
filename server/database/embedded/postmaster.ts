import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { childEnvironment, dataFolderArgument } from './cluster.ts';
import { DatabaseProblem } from './problem.ts';
import { findProcessesIn, isAlive } from './process-identity.ts';
import type { RunAs } from './run-as.ts';

const POLL_MS = 10;
/** Long enough for the recovery of a busy database on a slow disk. */
const START_LIMIT_MS = 120_000;
const FAST_STOP_LIMIT_MS = 20_000;
const PORT_ATTEMPTS = 20;

export interface Postmaster {
  port: number;
  /** Resolves when PostgreSQL has ended, intended or not. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

interface PostmasterOptions {
  binaries: Binaries;
  cluster: string;
  runAs: RunAs | undefined;
  logFile: string;
  /** Turn off only for data that is discarded. */
  fsync: boolean;
}

/** The process file that PostgreSQL writes into its data folder. */
function readPidFile(cluster: string): { pid: number; status: string } | undefined {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), status: (lines[7] ?? '').trim() };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Stops a PostgreSQL whose owner was killed. Only the owner of the data folder may call it. The process file is removed only when no
 * process works in the folder any more, because after a reboot its number may belong to an unrelated process. No data file is ever removed.
 */
export async function stopLeftover(cluster: string, onProgress: (text: string) => void): Promise<void> {
  const found = readPidFile(cluster);
  if (found === undefined) return;
  const folder = realpathSync(cluster);
  const isOurs = () => process.platform !== 'linux' || findProcessesIn(folder).includes(found.pid);
  if (isAlive(found.pid) && isOurs()) {
    onProgress('stopping the database of a server that was killed');
    await signalUntilGone(found.pid, () => isAlive(found.pid) && isOurs());
  }
  await requireWithin(() => findProcessesIn(folder).length === 0, FAST_STOP_LIMIT_MS, `processes still work in ${cluster}`);
  if (process.platform === 'linux') rmSync(path.join(cluster, 'postmaster.pid'), { force: true });
}

async function signalUntilGone(pid: number, isRunning: () => boolean): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isRunning()) return;
    trySignal(pid, signal);
    if (await isTrueWithin(() => !isRunning(), FAST_STOP_LIMIT_MS)) return;
  }
  throw new DatabaseProblem(`The database process ${pid} does not end. Nothing was changed; stop it, and start again.`);
}

/** Starts PostgreSQL on a free loopback port and waits until it accepts connections. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    const result = await launch(options, port);
    if ('postmaster' in result) return result.postmaster;
    // Another program took the port in the meantime.
    if (!result.isPortTaken || attempt === PORT_ATTEMPTS) throw new DatabaseProblem(result.reason);
  }
}

async function launch(
  options: PostmasterOptions,
  port: number,
): Promise<{ postmaster: Postmaster } | { reason: string; isPortTaken: boolean }> {
  const { binaries, cluster, runAs, logFile, fsync } = options;
  // A file instead of a pipe, so that PostgreSQL can still report after this process was killed.
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
  // A separate process group, so that Ctrl+C reaches only this process, which finishes running requests first.
  const child = spawn(binaries.postgres, args, {
    cwd: cluster,
    ...runAs,
    env: childEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  // Started right away, because this process may be killed during the start.
  const watchdog = child.pid === undefined ? undefined : startWatchdog(child.pid, runAs);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const isReady = () => {
    const file = readPidFile(cluster);
    return file?.pid === child.pid && file?.status === 'ready';
  };
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
    watchdog?.kill('SIGKILL');
  });
  const isReadyInTime = await isTrueWithin(() => hasEnded || isReady(), START_LIMIT_MS);
  if (!hasEnded && isReadyInTime) return { postmaster: { port, ended, stop: () => stopChild(child, ended) } };
  if (!hasEnded) await stopChild(child, ended);
  const report = readFileSync(logFile, 'utf8').trim().slice(-2000);
  return { reason: `The database in ${cluster} did not start: ${report}`, isPortTaken: report.includes('could not bind') };
}

/**
 * A shell that stops PostgreSQL when its pipe closes, which the system does however this process ends. Without it a killed server would
 * leave its database running forever.
 */
function startWatchdog(pid: number, runAs: RunAs | undefined): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined;
  const watchdog = spawn('/bin/sh', ['-c', `read -r _; kill -INT ${pid}`], {
    cwd: '/',
    ...runAs,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Optional: without a shell, the next start stops a leftover database anyway.
  watchdog.on('error', () => undefined);
  watchdog.unref();
  (watchdog.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  return watchdog;
}

async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (hasEnded || child.exitCode !== null || child.signalCode !== null) return;
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

async function isTrueWithin(condition: () => boolean, limitMs: number): Promise<boolean> {
  for (let waited = 0; waited < limitMs; waited += POLL_MS) {
    if (condition()) return true;
    await sleep(POLL_MS);
  }
  return condition();
}

async function requireWithin(condition: () => boolean, limitMs: number, problem: string): Promise<void> {
  if (!(await isTrueWithin(condition, limitMs))) throw new DatabaseProblem(problem);
}

function findFreePort(): Promise<number> {
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
