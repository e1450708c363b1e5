import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateToLatest } from '#server/database/migrate.ts';
import { sealedColumns } from '#server/domain/assets/sealed-columns.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { deep } from '#tests/support/depth.ts';
import { testVault } from '#tests/support/outside.ts';
import { tableSums } from '#tests/support/table-sums.ts';
import { demoEndHour, REFERENCE_DAY, seedDemo, seedDemoPeople } from './demo.ts';

/**
 * The whole company takes half a minute, so a usual run looks at the one that all tests copy, which ends at a midnight and is at rest; the
 * first start of a server fills in another one. A deep run fills in its own, at an arbitrary start time.
 */
const asOf = deep(REFERENCE_DAY, demoEndHour(new Date('2027-03-04T15:42:00Z')));
/** The last day with figures of several hours. */
const lastDay = deep('2026-11-19', '2027-03-04');
/** The day before the history ends. */
const dayBefore = deep('2026-11-19', '2027-03-03');
const seeding = { asOf, vault: testVault, sandboxSeed: '20261120', store: null };
/** Seeding takes half a minute on two otherwise idle cores. */
const SEEDING = 240_000;
/** Timestamps of these tables come from the migration, not from the seed. */
const MIGRATED = ['sys_menu', 'sys_role', 'setting', 'cron_job', 'scheduler_heartbeat'];

let one: TestDatabase;
let two: TestDatabase;
let three: TestDatabase;
beforeAll(async () => {
  [one, two, three] = await Promise.all([createTestDatabase({ seed: deep('demo', 'none') }), createTestDatabase(), createTestDatabase()]);
});
afterAll(async () => await Promise.all([one.close(), two.close(), three.close()]));

test('several starts at once seed once, and later starts never', { timeout: SEEDING }, async () => {
  // The second start waits for the first, which for the whole company can exceed the statement timeout on a slow machine.
  const seed = deep(seedDemoPeople, (db: TestDatabase['db']) => seedDemo(db, seeding));
  const answers = await Promise.all([seed(three.db), seed(three.db), seed(three.db)]);
  expect(answers.filter(Boolean).length).toBe(1);
  expect(await seedDemo(three.db, seeding)).toBe(false);
  if (deep(false, true)) expect(await seedDemo(one.db, seeding)).toBe(true);
  const before = await tableSums(one.db, []);
  expect(await seedDemo(one.db, seeding)).toBe(false);
  expect(await tableSums(one.db, [])).toEqual(before);
});

test('the same hour gives the same rows', { timeout: SEEDING }, async () => {
  // The whole company takes half a minute longer, so a usual run compares only its users and their log.
  const [first, seed] = deep([three, seedDemoPeople] as const, [one, (db: TestDatabase['db']) => seedDemo(db, seeding)] as const);
  expect(await seed(two.db)).toBe(true);
  // The timestamps of the root department come from the migration, and sealed secrets differ each time.
  for (const { db } of [first, two]) {
    await sql`update sys_department set created_at = ${asOf}, updated_at = ${asOf} where parent_id is null`.execute(db);
    for (const { table, column } of sealedColumns) {
      const name = sql.ref(column);
      await sql`update ${sql.table(table)} set ${name} = 'sealed' where ${name} is not null`.execute(db);
    }
  }
  expect(await tableSums(two.db, MIGRATED)).toEqual(await tableSums(first.db, MIGRATED));
});

const count = async (from: ReturnType<typeof sql>) =>
  (await sql<{ n: number }>`select count(*) as n from ${from}`.execute(one.db)).rows[0]?.n;

test('the company has seven departments and twenty-two users, one disabled and one deleted with a history', async () => {
  expect(await count(sql`sys_department`)).toBe(7);
  expect(await count(sql`sys_user`)).toBe(22);
  expect(await count(sql`sys_user where status = 'disabled'`)).toBe(1);
  expect(await count(sql`sys_user where deleted_at is not null`)).toBe(1);
  expect(await count(sql`op_log where account = 'gone_01' and action = '/login'`)).toBeGreaterThan(0);
  expect(await count(sql`op_log where action = '/sys-users/delete_user' and target_label = 'gone_01' and summary = '沈别'`)).toBe(1);
  expect(await count(sql`sys_user u where not exists (select 1 from sys_user_role r where r.user_id = u.id) and is_admin = 0`)).toBe(1);
});

test('the history reaches its end: the last day has figures, nothing lies in the future, and a launch is running unless all is at rest', async () => {
  expect(
    await count(sql`(select from insight_daily where stat_date = ${lastDay} group by ad_account_id having sum(spend) > 0) x`),
  ).toBeGreaterThan(5);
  expect(await count(sql`insight_hourly where stat_date = ${lastDay} and spend > 0`)).toBeGreaterThan(500);
  expect(await count(sql`drama where online_at = ${dayBefore}`)).toBe(1);
  expect(
    await count(sql`batch b where type = 'publish' and status = 'running' and finished_at is null and done between 1 and total - 1
      and done = (select count(*) from batch_item i where i.batch_id = b.id and i.status = 'succeeded')
      and exists (select from batch_item i where i.batch_id = b.id and i.status = 'pending' and i.not_before > ${asOf})`),
  ).toBe(deep(0, 1));
  expect(await count(sql`batch where created_at > ${asOf}`)).toBe(0);
  expect(await count(sql`ad_event where at > ${asOf}`)).toBe(0);
  expect(await count(sql`biz_order where coalesce(refunded_at, paid_at, ordered_at) > ${asOf}`)).toBe(0);
  expect(await count(sql`alert where created_at > ${asOf}`)).toBe(0);
});

test('two accounts are run for their holders, one is paused, and one was run before', async () => {
  for (const [state, accounts] of [
    ['hosting', 2],
    ['paused', 1],
    ['ended', 1],
  ] as const) {
    expect(await count(sql`host_account where state = ${state}`)).toBe(accounts);
  }
});

test('a database with users is left unchanged', async () => {
  expect(await migrateToLatest(one.db)).toEqual([]);
});
