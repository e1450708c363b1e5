import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { connectDatabase } from '#server/database/connect.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import type { Database } from '#server/database/schema.ts';
import { openProvider, type Provider } from './our-provider.ts';

/** Runs `work` with a migrated database of its own, which is removed afterwards even when `work` throws. */
export async function withOwnDatabase<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ad-provider-'));
  const cleanups: (() => Promise<unknown> | void)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  try {
    const database = await startEmbeddedPostgres({
      dataDir,
      onProgress: () => undefined,
      purpose: 'a provider under verification',
      fsync: false,
    });
    cleanups.push(() => database.stop());
    const { db, close } = connectDatabase({ url: database.url, max: 5 });
    cleanups.push(close);
    await migrateToLatest(db);
    return await work(db);
  } finally {
    for (const each of cleanups.reverse()) await each();
  }
}

/** Runs `work` with our server and provider states on a database of its own, because states empty their database. */
export const withOwnProvider = <T>(port: number, work: (provider: Provider) => Promise<T>): Promise<T> =>
  withOwnDatabase(async (db) => {
    const provider = await openProvider({ db, port });
    try {
      return await work(provider);
    } finally {
      await provider.close();
    }
  });
