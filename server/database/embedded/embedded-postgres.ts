import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { prepareBinaries } from './binaries.ts';
import { DATABASE, ensureCluster, ROLE, refuseForeignCluster } from './cluster.ts';
import { findOwner, lockFolder } from './folder-lock.ts';
import { startPostmaster, stopLeftover } from './postmaster.ts';
import { DatabaseProblem } from './problem.ts';
import { chooseAccount } from './run-as.ts';

export interface EmbeddedPostgres {
  /** Connection string with the password, reachable from this machine only. Never print it. */
  url: string;
  /** Resolves when PostgreSQL has ended, even unexpectedly. */
  ended: Promise<void>;
  /** Shuts PostgreSQL down and releases the data folder. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Contains everything that must survive: `postgres/`, the password, backups. */
  dataDir: string;
  /** Called with a short text before slow steps. */
  onProgress?: (text: string) => void;
  /** Describes this process to a second one that is refused the folder. */
  purpose?: string;
  /** Turn off only for data that is discarded after the run. */
  fsync?: boolean;
}

/**
 * Starts the embedded PostgreSQL on data in `dataDir`, which it creates the first time. Throws `FolderInUseError` when another living
 * process owns the folder; what a killed owner left behind is cleaned up without losing data.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { onProgress = () => undefined, purpose = 'server', fsync = true } = options;
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = realpathSync(options.dataDir);
  const cluster = path.join(dataDir, 'postgres');
  refuseForeignCluster(cluster);
  const lock = lockFolder(dataDir, purpose);
  try {
    const runAs = chooseAccount(cluster);
    const binaries = prepareBinaries({ forOtherAccount: runAs !== undefined, onProgress });
    const password = loadPassword(dataDir);
    await ensureCluster({ binaries, dataDir, cluster, runAs, password, fsync, onProgress });
    await stopLeftover(cluster, onProgress);
    onProgress('starting the database');
    const postmaster = await startPostmaster({ binaries, cluster, runAs, fsync, logFile: path.join(dataDir, 'postgres.log') });
    try {
      await ensureDatabase(buildUrl(postmaster.port, password, 'postgres'));
      lock.publishPort(postmaster.port);
    } catch (error) {
      await postmaster.stop();
      throw error;
    }
    return {
      url: buildUrl(postmaster.port, password, DATABASE),
      ended: postmaster.ended,
      stop: async () => {
        await postmaster.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Connection string of the database that currently runs in this folder; undefined when none is ready. */
export function findRunningDatabase(dataDir: string): string | undefined {
  const port = findOwner(dataDir)?.databasePort;
  return port === undefined ? undefined : buildUrl(port, loadPassword(dataDir), DATABASE);
}

function buildUrl(port: number, password: string, database: string): string {
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}`;
}

function loadPassword(dataDir: string): string {
  const file = path.join(dataDir, 'postgres-password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'))) {
    throw new DatabaseProblem(
      `${file} is missing, so the database in ${dataDir} cannot be opened. Put the file back, or restore a backup into a new DATA_DIR.`,
    );
  }
  const password = randomBytes(24).toString('hex');
  writeFileSync(file, password, { mode: 0o600, flag: 'wx', flush: true });
  return password;
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
