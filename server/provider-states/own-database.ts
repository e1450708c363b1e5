import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { connectDatabase } from '#server/database/connect.ts';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';
import { migrateToLatest } from '#server/database/migrate.ts';
import { openProvider, type Provider } from './our-provider.ts';

/**
 * Our server with provider states on a database that is made for it and gone afterwards: states empty what they find.
 * Everything is closed again however `work` ends.
 */
export async function withOwnProvider<T>(port: number, work: (provider: Provider) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ad-provider-'));
  const undo: (() => Promise<unknown> | void)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  try {
    const database = await startEmbeddedPostgres({ dataDir, onProgress: () => undefined, purpose: 'a provider under verification' });
    undo.push(() => database.stop());
    const { db, close } = connectDatabase({ url: database.url, max: 5 });
    undo.push(close);
    await migrateToLatest(db);
    const provider = await openProvider({ db, port });
    undo.push(() => provider.close());
    return await work(provider);
  } finally {
    for (const each of undo.reverse()) await each();
  }
}
