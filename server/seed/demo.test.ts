import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateToLatest } from '#server/database/migrate.ts';
import { sealedColumns } from '#server/domain/assets/sealed-columns.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { testVault } from '#tests/support/outside.ts';
import { tableSums } from '#tests/support/table-sums.ts';
import { seedDemo } from './demo.ts';

const asOf = new Date('2026-11-20T00:00:00Z');
const seeding = { asOf, vault: testVault, sandboxSeed: '20261120', keep: null };
/** Stamped by the migration, not by the seed. */
const MIGRATED = ['sys_menu', 'sys_role', 'setting', 'cron_job', 'scheduler_heartbeat'];

let one: TestDatabase;
let two: TestDatabase;
beforeAll(async () => {
  [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
afterAll(async () => await Promise.all([one.close(), two.close()]));

test('several starts at once seed once, and a second time never', async () => {
  const answers = await Promise.all([seedDemo(one.db, seeding), seedDemo(one.db, seeding), seedDemo(one.db, seeding)]);
  expect(answers.filter(Boolean).length).toBe(1);
  const before = await tableSums(one.db, []);
  expect(await seedDemo(one.db, seeding)).toBe(false);
  expect(await tableSums(one.db, [])).toEqual(before);
});

test('the same day gives the same rows', async () => {
  expect(await seedDemo(two.db, seeding)).toBe(true);
  // The root department is stamped by the migration; nothing is sealed twice in the same way.
  for (const { db } of [one, two]) {
    await sql`update sys_department set created_at = ${asOf}, updated_at = ${asOf} where parent_id is null`.execute(db);
    for (const { table, column } of sealedColumns) {
      const name = sql.ref(column);
      await sql`update ${sql.table(table)} set ${name} = 'sealed' where ${name} is not null`.execute(db);
    }
  }
  expect(await tableSums(two.db, MIGRATED)).toEqual(await tableSums(one.db, MIGRATED));
});

test('the company has seven departments and twenty-two people, one disabled, one deleted with a history', async () => {
  const count = async (from: ReturnType<typeof sql>) =>
    (await sql<{ n: number }>`select count(*) as n from ${from}`.execute(one.db)).rows[0]?.n;
  expect(await count(sql`sys_department`)).toBe(7);
  expect(await count(sql`sys_user`)).toBe(22);
  expect(await count(sql`sys_user where status = 'disabled'`)).toBe(1);
  expect(await count(sql`sys_user where deleted_at is not null`)).toBe(1);
  expect(await count(sql`op_log where account = 'gone_01' and action = '/login'`)).toBeGreaterThan(0);
  expect(await count(sql`sys_user u where not exists (select 1 from sys_user_role r where r.user_id = u.id) and is_admin = 0`)).toBe(1);
});

test('a database that is up to date is left as it is', async () => {
  expect(await migrateToLatest(one.db)).toEqual([]);
});
