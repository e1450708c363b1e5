import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { DatabaseProblem } from './embedded/problem.ts';
import { migrateToLatest } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.close());

it('refuses a database of a newer version with an explanation', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2027-01-01T00:00:00Z')`.execute(database.db);
  await expect(migrateToLatest(database.db)).rejects.toThrow(DatabaseProblem);
  await expect(migrateToLatest(database.db)).rejects.toThrow('newer version of this program');
});
