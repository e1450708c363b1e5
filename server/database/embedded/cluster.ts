import { spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import { DatabaseProblem } from './problem.ts';
import type { RunAs } from './run-as.ts';

/** Role and database of the console in the embedded PostgreSQL. */
export const ROLE = 'console';
export const DATABASE = 'ad_delivery';

/**
 * The data folder as a child process names it. On Linux its working directory, which is set before it changes account, so it also works
 * below folders that account may not enter.
 */
export const dataFolderArgument = (cluster: string) => (process.platform === 'linux' ? '/proc/self/cwd' : cluster);

/** Environment of database processes: none of our variables, and English messages. */
export function childEnvironment(): NodeJS.ProcessEnv {
  return process.platform === 'win32' ? process.env : { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}

/** Creates the cluster if there is none. Never changes a folder that contains one. */
export async function ensureCluster(options: {
  binaries: Binaries;
  dataDir: string;
  cluster: string;
  runAs: RunAs | undefined;
  password: string;
  fsync: boolean;
  onProgress: (text: string) => void;
}): Promise<void> {
  const { binaries, dataDir, cluster, runAs } = options;
  removeUnfinished(dataDir);
  const versionFile = path.join(cluster, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const found = readFileSync(versionFile, 'utf8').trim();
    if (found === binaries.major) return;
    throw new DatabaseProblem(
      `The data in ${cluster} was written by PostgreSQL ${found}; this version brings ${binaries.major}. ` +
        'Back it up with the version that wrote it, and restore the backup into a new DATA_DIR.',
    );
  }
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    throw new DatabaseProblem(
      `${cluster} holds files but no PostgreSQL data (PG_VERSION is missing). Nothing was changed; look at the folder.`,
    );
  }
  options.onProgress('creating the database');
  const draft = path.join(dataDir, DRAFT_FOLDER);
  mkdirSync(draft, { mode: 0o700 });
  if (runAs) chownSync(draft, runAs.uid, runAs.gid);
  await initdb(options, draft);
  rmSync(cluster, { recursive: true, force: true });
  renameSync(draft, cluster);
}

/** Only ever contains a cluster that initdb has not finished, so it holds no user data. */
const DRAFT_FOLDER = 'postgres.unfinished';

function removeUnfinished(dataDir: string): void {
  rmSync(path.join(dataDir, DRAFT_FOLDER), { recursive: true, force: true });
}

async function initdb(
  { binaries, runAs, password, fsync }: { binaries: Binaries; runAs: RunAs | undefined; password: string; fsync: boolean },
  folder: string,
): Promise<void> {
  // initdb reads the password from a file, which exists only for this call and in a folder that only its account can read.
  const secretFolder = mkdtempSync(path.join(os.tmpdir(), 'ad-delivery-'));
  const passwordFile = path.join(secretFolder, 'password');
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (runAs) {
      chownSync(passwordFile, runAs.uid, runAs.gid);
      chownSync(secretFolder, runAs.uid, runAs.gid);
    }
    const output = await runProgram(
      binaries.initdb,
      [
        `--pgdata=${dataFolderArgument(folder)}`,
        `--username=${ROLE}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=icu',
        '--icu-locale=zh',
        ...(fsync ? [] : ['--no-sync']),
      ],
      folder,
      runAs,
    );
    if (output.text.includes('could not look up effective user ID')) {
      throw new DatabaseProblem(
        `PostgreSQL needs an account with a name, and uid ${process.getuid?.()} has none on this system. ` +
          'Start as an account that is in /etc/passwd, or give a database of your own with DATABASE_URL.',
      );
    }
    if (output.code !== 0) throw new DatabaseProblem(`The database could not be created in ${folder}: ${output.text.trim().slice(-2000)}`);
  } finally {
    rmSync(secretFolder, { recursive: true, force: true });
  }
}

function runProgram(
  command: string,
  args: string[],
  cwd: string,
  runAs: RunAs | undefined,
): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, ...runAs, env: childEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk));
    child.stderr.on('data', (chunk: Buffer) => (text += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, text }));
  });
}

/** Explains at once why a cluster of another account cannot be used, instead of failing deep inside PostgreSQL. */
export function refuseForeignCluster(cluster: string): void {
  const uid = process.getuid?.();
  const stat = statSync(cluster, { throwIfNoEntry: false });
  if (uid === undefined || uid === 0 || stat === undefined || stat.uid === uid) return;
  throw new DatabaseProblem(
    `${cluster} belongs to the account with uid ${stat.uid}, and this is uid ${uid}. ` +
      'Start as the user that started here first (root if it was root), or choose another folder with DATA_DIR.',
  );
}
