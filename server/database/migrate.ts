import { type Kysely, Migrator } from 'kysely';
import { DatabaseProblem } from './embedded/problem.ts';
import { migrations } from './migrations/index.ts';
import type { Database } from './schema.ts';

/** The migrator's words for a migration this program does not know. */
const NEWER = /previously executed migration .* is missing/;

const newMigrator = (db: Kysely<Database>) => new Migrator({ db, provider: { getMigrations: async () => migrations } });

/**
 * Brings the database to the newest schema. Several starts at once are safe: the migrator locks itself.
 * Answers the names applied by this call; throws the first error.
 */
export async function migrateToLatest(db: Kysely<Database>): Promise<string[]> {
  const { error, results } = await newMigrator(db).migrateToLatest();
  if (error instanceof Error && NEWER.test(error.message))
    throw new DatabaseProblem('The database was brought up to date by a newer version of this program; start that version instead.');
  if (error !== undefined) throw error instanceof Error ? error : new Error('a migration failed', { cause: error });
  return (results ?? []).filter((each) => each.status === 'Success').map((each) => each.migrationName);
}

/** True when every migration of this program has been applied. */
export async function isMigrated(db: Kysely<Database>): Promise<boolean> {
  const known = await newMigrator(db).getMigrations();
  return known.every((each) => each.executedAt !== undefined);
}
