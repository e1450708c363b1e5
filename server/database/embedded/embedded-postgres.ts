import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { prepareBinaries } from './binaries.ts';
import { DATABASE, ensureCluster, ROLE, refuseForeignCluster } from './cluster.ts';
import { lockFolder, ownerOf } from './folder-lock.ts';
import { endLeftover, startPostmaster } from './postmaster.ts';
import { DatabaseProblem } from './problem.ts';
import { runAsFor } from './run-as.ts';

export interface EmbeddedPostgres {
  /** Address with password, for this machine only. Never print it. */
  url: string;
  /** Resolves when PostgreSQL ended, also when nobody asked it to. */
  ended: Promise<void>;
  /** Ends PostgreSQL in order and frees the data folder. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Holds everything that must survive: `postgres/`, the password, backups. */
  dataDir: string;
  /** Told in a few words what takes time. */
  onProgress?: (text: string) => void;
  /** What a refused second owner is told about this one. */
  purpose?: string;
  /** Off only for data that is thrown away after the run. */
  fsync?: boolean;
}

/**
 * Starts the PostgreSQL that comes with the console, on data inside `dataDir`, creating it the first time.
 * Throws `FolderInUse` when another living process owns the folder; what a killed owner left is cleared away
 * without losing data.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { onProgress = () => undefined, purpose = 'server', fsync = true } = options;
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = realpathSync(options.dataDir);
  const cluster = path.join(dataDir, 'postgres');
  refuseForeignCluster(cluster);
  const lock = lockFolder(dataDir, purpose);
  try {
    const runAs = runAsFor(cluster);
    const binaries = prepareBinaries({ forOtherAccount: runAs !== undefined, onProgress });
    const password = passwordOf(dataDir);
    await ensureCluster({ binaries, dataDir, cluster, runAs, password, fsync, onProgress });
    await endLeftover(cluster, onProgress);
    onProgress('starting the database');
    const postmaster = await startPostmaster({ binaries, cluster, runAs, fsync, logFile: path.join(dataDir, 'postgres.log') });
    try {
      await ensureDatabase(addressOf(postmaster.port, password, 'postgres'));
      lock.tellPort(postmaster.port);
    } catch (error) {
      await postmaster.stop();
      throw error;
    }
    return {
      url: addressOf(postmaster.port, password, DATABASE),
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

/** Address of the database of the server that runs on this folder now, if one does and its database answers. */
export function runningDatabase(dataDir: string): string | undefined {
  const port = ownerOf(dataDir)?.databasePort;
  return port === undefined ? undefined : addressOf(port, passwordOf(dataDir), DATABASE);
}

function addressOf(port: number, password: string, database: string): string {
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}`;
}

function passwordOf(dataDir: string): string {
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
