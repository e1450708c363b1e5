import { type Kysely, Migrator } from 'kysely';
import { migrations } from './migrations/index.ts';
import type { Database } from './schema.ts';

const newMigrator = (db: Kysely<Database>) => new Migrator({ db, provider: { getMigrations: async () => migrations } });

/**
 * Brings the database to the newest schema. Several starts at once are safe: the migrator locks itself.
 * Answers the names applied by this call; throws the first error.
 */
export async function migrateToLatest(db: Kysely<Database>): Promise<string[]> {
  const { error, results } = await newMigrator(db).migrateToLatest();
  if (error !== undefined) throw error instanceof Error ? error : new Error('a migration failed', { cause: error });
  return (results ?? []).filter((each) => each.status === 'Success').map((each) => each.migrationName);
}

/** True when every migration of this program has been applied. */
export async function isMigrated(db: Kysely<Database>): Promise<boolean> {
  const known = await newMigrator(db).getMigrations();
  return known.every((each) => each.executedAt !== undefined);
}
