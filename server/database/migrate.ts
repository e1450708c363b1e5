import { type Kysely, Migrator } from 'kysely';
import { DatabaseProblem } from './embedded/problem.ts';
import { migrations } from './migrations/index.ts';
import type { Database } from './schema.ts';

/** The migrator's message about a migration this program does not contain. */
const UNKNOWN_MIGRATION = /previously executed migration .* is missing/;

const createMigrator = (db: Kysely<Database>) => new Migrator({ db, provider: { getMigrations: async () => migrations } });

/**
 * Migrates the database to the newest schema. Concurrent starts are safe, because the migrator takes a lock. Returns the names of the
 * applied migrations; throws the first error.
 */
export async function migrateToLatest(db: Kysely<Database>): Promise<string[]> {
  const { error, results } = await createMigrator(db).migrateToLatest();
  if (error instanceof Error && UNKNOWN_MIGRATION.test(error.message))
    throw new DatabaseProblem('The database was brought up to date by a newer version of this program; start that version instead.');
  if (error !== undefined) throw error instanceof Error ? error : new Error('a migration failed', { cause: error });
  return (results ?? []).filter((each) => each.status === 'Success').map((each) => each.migrationName);
}

/** True when every migration of this program has been applied. */
export async function isMigrated(db: Kysely<Database>): Promise<boolean> {
  const known = await createMigrator(db).getMigrations();
  return known.every((each) => each.executedAt !== undefined);
}
