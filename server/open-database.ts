import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, findRunningDatabase, startEmbeddedPostgres } from './database/embedded/embedded-postgres.ts';
import { FolderInUseError } from './database/embedded/folder-lock.ts';

/** The database that a program uses. */
export interface OpenDatabase {
  /** For ordinary queries. */
  url: string;
  /** For migrations, backups and other work that needs a dedicated connection. */
  directUrl: string;
  /** False when the database may share connections between transactions, so that named statements cannot be used. */
  namedStatements: boolean;
  /** Resolves when an embedded database ends unexpectedly; absent for a given database. */
  ended?: Promise<void>;
  /** Stops an embedded database that was started for this program; does nothing for a given one. */
  stop(): Promise<void>;
}

interface DatabaseOptions {
  databaseUrl: string | undefined;
  directUrl: string | undefined;
  dataDir: string;
}

/** Opens the database of a server: the given one, or an embedded one that the server owns. */
export async function openForServer(
  { databaseUrl, directUrl, dataDir }: DatabaseOptions,
  onProgress: (text: string) => void,
): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) return connectTo(databaseUrl, directUrl);
  return openEmbedded(await startEmbeddedPostgres({ dataDir, onProgress, purpose: 'the server' }));
}

/** A starting server reports its port once its database answers; this is how long a command waits for it. */
const STARTING_LIMIT_MS = 30_000;
const STARTING_POLL_MS = 100;

/** Opens the database of a command: the given one, that of the server running on the data folder, or an embedded one for this command. */
export async function openForCommand(
  { databaseUrl, directUrl, dataDir }: DatabaseOptions,
  command: string,
  onProgress: (text: string) => void,
): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) return connectTo(databaseUrl, directUrl);
  for (let waited = 0; ; waited += STARTING_POLL_MS) {
    const running = findRunningDatabase(dataDir);
    if (running !== undefined) return connectTo(running, undefined);
    try {
      return openEmbedded(await startEmbeddedPostgres({ dataDir, onProgress, purpose: command }));
    } catch (error) {
      if (!(error instanceof FolderInUseError) || waited >= STARTING_LIMIT_MS) throw error;
      await sleep(STARTING_POLL_MS);
    }
  }
}

const connectTo = (url: string, directUrl: string | undefined): OpenDatabase => ({
  url,
  directUrl: directUrl ?? url,
  namedStatements: directUrl === undefined,
  stop: async () => undefined,
});

const openEmbedded = ({ url, ended, stop }: EmbeddedPostgres): OpenDatabase => ({
  url,
  directUrl: url,
  namedStatements: true,
  ended,
  stop,
});
