import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildFate } from './building-server.process.ts';
import type { FaultyServerTask } from './faulty-server.process.ts';
import { newFilesFolder } from './outside.ts';
import { argumentsOf } from './programs.ts';
import { TEST_KEY } from './test-key.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

export interface ServerProcess {
  pid: number;
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Everything it wrote so far to both streams. */
  output(): string;
  /** Resolves with the exit code, or the name of the signal that ended it. */
  ended: Promise<number | string>;
  /** Kills the process, or its whole process group. */
  kill(what: 'process' | 'group'): Promise<void>;
  /** Stops it as Ctrl+C does. */
  stop(): Promise<number | string>;
}

/** Thrown by `spawnServer` when the server ended before it listened. */
export class ServerDidNotStart extends Error {
  readonly output: string;
  constructor(code: number | string, output: string) {
    super(`the server ended with ${code}: ${output}`);
    this.output = output;
  }
}

/** Starts the server in a process group of its own, on a free port, and waits until it listens. */
export const spawnServer = (env: Record<string, string>): Promise<ServerProcess> => launch(['server/main.ts'], env);

/** Like `spawnServer`, with pages that are built, or fail to build, once the database runs. */
export const spawnBuildingServer = (env: Record<string, string>, fate: BuildFate): Promise<ServerProcess> =>
  launch(['tests/support/building-server.process.ts', fate], env);

/** Starts the server that contracts are verified against: with provider states, on its own empty database. */
export const spawnProvider = (): Promise<ServerProcess> => launch(['tools/contracts.ts', 'provider'], {});

/**
 * Starts a server whose bulk operations fail or are slow as planned, on a migrated database. Killed and started again on the same port,
 * it behaves like the server of a machine that crashed.
 */
export async function spawnFaultyServer(task: Partial<FaultyServerTask> & Pick<FaultyServerTask, 'databaseUrl'>): Promise<ServerProcess> {
  // A killed process cannot remove its files.
  const filesFolder = task.filesFolder ?? newFilesFolder();
  const clearUp = () => (task.filesFolder === undefined ? rmSync(filesFolder, { recursive: true, force: true }) : undefined);
  const whole: FaultyServerTask = { port: 0, plan: {}, ...task, filesFolder };
  try {
    const server = await launch(['tests/support/faulty-server.process.ts', JSON.stringify(whole)], {});
    return { ...server, ended: server.ended.finally(clearUp) };
  } catch (error) {
    clearUp();
    throw error;
  }
}

async function launch([program, ...given]: [string, ...string[]], env: Record<string, string>): Promise<ServerProcess> {
  const inherited: NodeJS.ProcessEnv = { ...process.env };
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'SEED', 'NODE_OPTIONS', 'VITEST', 'NODE_ENV']) delete inherited[name];
  const child = spawn(process.execPath, [...(await argumentsOf(program)), ...given], {
    cwd: root,
    env: { ...inherited, SECRETS_KEYS: `tests:${TEST_KEY.toString('base64')}`, PORT: '0', HOST: '127.0.0.1', ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  const ended = new Promise<number | string>((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code ?? -1)));
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      written += chunk.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(written)?.[0];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', () => void ended.then((code) => reject(new ServerDidNotStart(code, written))));
  });
  return {
    pid: child.pid ?? 0,
    url,
    output: () => written,
    ended,
    kill: async (what) => {
      end(child, what);
      await ended;
    },
    stop: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}

function end(child: ChildProcess, what: 'process' | 'group'): void {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  process.kill(what === 'group' ? -child.pid : child.pid, 'SIGKILL');
}

export type Envelope = { code: number; message: string; data: Record<string, unknown> };

/** Calls the API; throws when there is no answer, for example because the server was killed. */
export async function callApi(url: string, path: string, body: object, token?: string): Promise<Envelope> {
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': 'en-US',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Envelope;
}

/** Moves the clock of a server that `spawnFaultyServer` started, and lets it do what is due by then. */
export async function advanceClock(server: ServerProcess, minutes: number): Promise<void> {
  const answer = await fetch(`${server.url}/for-tests/later`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ minutes }),
  });
  if (!answer.ok) throw new Error(`the clock did not move: ${answer.status} ${await answer.text()}`);
}

/** Signs in and returns the token. */
export async function signIn(url: string, account: string, password: string): Promise<string> {
  const { code, message, data } = await callApi(url, '/login', { account, pwd: createHash('md5').update(password).digest('hex') });
  if (code !== 0) throw new Error(`${account} could not sign in: ${code} ${message}`);
  return String(data['token']);
}
