import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/database/schema.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { bulkLoad } from './bulk-load.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.close());

/** All indexes, constraints and triggers of the tables as PostgreSQL describes them. */
async function definitionsIn(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where schemaname = current_schema()
    union all
    select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) from pg_constraint
    where connamespace = current_schema()::regnamespace
    union all
    select concat_ws(' ', tgenabled, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    order by 1`.execute(db);
  return rows.map(({ definition }) => definition);
}

test('restores the indexes, foreign keys and triggers of the tables', async () => {
  const before = await definitionsIn(database.db);
  const [during, after] = await database.db.transaction().execute(async (db) => {
    const inside = await bulkLoad(db, () => definitionsIn(db));
    return [inside, await definitionsIn(db)];
  });
  expect(before.length - during.length).toBeGreaterThan(20);
  expect(after).toEqual(before);
});

test('refuses rows with dangling references', async () => {
  const load = database.db.transaction().execute((db) =>
    bulkLoad(db, async () => {
      await sql`insert into payer (user_key, site_id, acquired_at, cohort_date, is_reacq, first_paid_at, orders, total_usd, last_active_at)
        values ('u1', 0, now(), current_date, false, now(), 1, 1, now())`.execute(db);
    }),
  );
  await expect(load).rejects.toThrow(/payer_site_id_fkey/);
});
