import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDifferingSums } from '#tests/support/account-days.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { tableSums } from '#tests/support/table-sums.ts';
import { seedBench } from './bench.ts';

const seeding = { asOf: new Date('2026-11-20T00:00:00Z'), password: 'x', scale: 0.003 };
let one: TestDatabase;
beforeAll(async () => {
  one = await createTestDatabase();
  await seedBench(one.db, seeding);
}, 180_000);
afterAll(() => one.close());

const count = async (from: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.raw(from)}`.execute(one.db)).rows[0]?.n ?? 0;

it('has rows of every kind, and the indexes of a new installation', async () => {
  for (const table of [
    'sys_user',
    'ad_account',
    'material',
    'post',
    'campaign',
    'ad',
    'batch_item',
    'ad_event',
    'insight_daily',
    'insight_account_daily',
    'insight_hourly',
    'landing_daily',
    'biz_order',
    'payer',
    'pixel_event',
    'pixel_event_daily',
    'alert',
    'op_log',
    'host_rule',
    'host_rule_run',
    'host_rule_hit',
  ]) {
    expect(await count(table), table).toBeGreaterThan(30);
  }
  expect(await count('host_account')).toBeGreaterThan(20);
  const empty = await createTestDatabase();
  const indexes = async ({ db }: TestDatabase) =>
    (await sql<{ definition: string }>`select indexdef as definition from pg_indexes where schemaname = 'public' order by 1`.execute(db))
      .rows;
  expect(await indexes(one)).toEqual(await indexes(empty));
  await empty.close();
});

it('adds up: hours to days, ads to accounts, orders to revenue, growing cohorts, payers to their orders', async () => {
  expect(
    await count(`(select d.ad_id from insight_daily d join insight_hourly h on h.ad_id = d.ad_id and h.stat_date = d.stat_date group by d.ad_id, d.stat_date
      having sum(h.spend) <> d.spend or sum(h.spend_usd) <> d.spend_usd or sum(h.impressions) <> d.impressions or sum(h.clicks) <> d.clicks
        or sum(h.link_clicks) <> d.link_clicks or sum(h.lp_views) <> d.lp_views or sum(h.orders) <> d.orders or sum(h.revenue_usd) <> d.revenue_usd
        or sum(h.new_users) <> d.new_users) x`),
  ).toBe(0);
  expect(
    await count(`(select ad_id, stat_date, owner_user_id, sum(amount_usd) as usd from biz_order where status in ('paid', 'refunded') group by 1, 2, 3) o
      full join (select ad_id, stat_date, owner_user_id, revenue_usd from insight_daily where revenue_usd > 0) d
        on d.ad_id = o.ad_id and d.stat_date = o.stat_date and d.owner_user_id = o.owner_user_id where o.usd is distinct from d.revenue_usd`),
  ).toBe(0);
  expect(await findDifferingSums(one.db)).toEqual([]);
  expect(
    await count('insight_daily where rev_d0 > rev_d1 or rev_d1 > rev_d3 or rev_d3 > rev_d7 or rev_d7 > rev_d14 or rev_d14 > rev_d90'),
  ).toBe(0);
  expect(
    await count(
      '(select sum(first_payers) as first from insight_daily) a cross join (select count(*) as payers from payer) b where a.first <> b.payers',
    ),
  ).toBe(0);
});

it('is always the same and is added to an empty system only', async () => {
  const other = await createTestDatabase();
  expect(await seedBench(other.db, seeding)).toBe(true);
  const stamped = ['sys_menu', 'sys_role', 'setting', 'cron_job', 'scheduler_heartbeat', 'sys_department'];
  expect(await tableSums(other.db, stamped)).toEqual(await tableSums(one.db, stamped));
  expect(await seedBench(other.db, seeding)).toBe(false);
  await other.close();
});
