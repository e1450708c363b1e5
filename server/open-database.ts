import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, findRunningDatabase, startEmbeddedPostgres } from './database/embedded/embedded-postgres.ts';
import { FolderInUseError } from './database/embedded/folder-lock.ts';

/** The database a program works with. */
export interface OpenDatabase {
  /** For everyday work. */
  url: string;
  /** For migrations, backups and whatever else needs a connection of its own. */
  directUrl: string;
  /** The given database may share connections between transactions, so plans cannot be kept on them. */
  namedStatements: boolean;
  /** Resolves when an embedded database ended although nobody asked it to; absent for a given one. */
  ended?: Promise<void>;
  /** Ends an embedded database that was started for this program; nothing for any other. */
  stop(): Promise<void>;
}

interface Given {
  databaseUrl: string | undefined;
  directUrl: string | undefined;
  dataDir: string;
}

/** For the server: the given database, or the embedded one, which it then owns. */
export async function openForServer({ databaseUrl, directUrl, dataDir }: Given, onProgress: (text: string) => void): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) return given(databaseUrl, directUrl);
  return owned(await startEmbeddedPostgres({ dataDir, onProgress, purpose: 'the server' }));
}

/** A server that starts tells its port once its database answers; so long we wait for it. */
const STARTING_LIMIT_MS = 30_000;
const STARTING_POLL_MS = 100;

/** For a command: the given database, that of the server running on the data folder, or the embedded one just for it. */
export async function openForCommand(
  { databaseUrl, directUrl, dataDir }: Given,
  command: string,
  onProgress: (text: string) => void,
): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) return given(databaseUrl, directUrl);
  for (let waited = 0; ; waited += STARTING_POLL_MS) {
    const running = findRunningDatabase(dataDir);
    if (running !== undefined) return given(running, undefined);
    try {
      return owned(await startEmbeddedPostgres({ dataDir, onProgress, purpose: command }));
    } catch (error) {
      if (!(error instanceof FolderInUseError) || waited >= STARTING_LIMIT_MS) throw error;
      await sleep(STARTING_POLL_MS);
    }
  }
}

const given = (url: string, directUrl: string | undefined): OpenDatabase => ({
  url,
  directUrl: directUrl ?? url,
  namedStatements: directUrl === undefined,
  stop: async () => undefined,
});

const owned = ({ url, ended, stop }: EmbeddedPostgres): OpenDatabase => ({ url, directUrl: url, namedStatements: true, ended, stop });
