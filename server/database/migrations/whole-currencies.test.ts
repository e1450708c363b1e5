import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { wholeCurrencies } from './0017-whole-currencies.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ seed: 'demo' });
});
afterAll(() => test.close());

const ACCOUNT_CONDITION = "ad_account_id in (select id from ad_account where currency in ('IDR', 'TWD'))";
const SANDBOX_CONDITION = "account_id in (select id from sbx_account where currency in ('IDR', 'TWD'))";
const CURRENCY_CONDITION = "currency in ('IDR', 'TWD')";

/** Columns with amounts in an account's currency. */
const AMOUNT_COLUMNS = [
  { table: 'ad_account', columns: ['balance', 'spend_cap', 'amount_spent', 'min_daily_budget'], where: CURRENCY_CONDITION },
  { table: 'campaign', columns: ['daily_budget', 'lifetime_budget'], where: ACCOUNT_CONDITION },
  { table: 'ad_group', columns: ['daily_budget', 'lifetime_budget', 'bid_amount'], where: ACCOUNT_CONDITION },
  { table: 'insight_hourly', columns: ['spend'], where: ACCOUNT_CONDITION },
  { table: 'insight_daily', columns: ['spend'], where: ACCOUNT_CONDITION },
  { table: 'sbx_account', columns: ['balance', 'spend_cap', 'amount_spent', 'min_daily_budget'], where: CURRENCY_CONDITION },
  { table: 'sbx_campaign', columns: ['daily_budget', 'lifetime_budget'], where: SANDBOX_CONDITION },
  { table: 'sbx_group', columns: ['daily_budget', 'lifetime_budget', 'bid_amount'], where: SANDBOX_CONDITION },
  { table: 'sbx_hour', columns: ['spend'], where: SANDBOX_CONDITION },
] as const;

async function readAmounts(): Promise<unknown[]> {
  const read = AMOUNT_COLUMNS.map(async ({ table, columns, where }) => {
    const { rows } = await sql
      .raw(`select ${columns.join(', ')} from ${table} where ${where} order by ${columns.join(', ')}`)
      .execute(test.db);
    return rows;
  });
  const days = sql`select sum(spend) as spend from insight_account_daily where ${sql.raw(ACCOUNT_CONDITION)}`.execute(test.db);
  return [...(await Promise.all(read)), (await days).rows];
}

describe('amounts of a currency that changes to whole units', () => {
  it('stand for the same money as before, in the product and in the simulated network', async () => {
    const { db } = test;
    const now = await readAmounts();
    expect(now.slice(0, AMOUNT_COLUMNS.length).every((rows) => Array.isArray(rows) && rows.length > 0)).toBe(true);
    const others = async () =>
      (await sql`select sum(daily_budget) as budget, sum(id) as ids from campaign where not (${sql.raw(ACCOUNT_CONDITION)})`.execute(db))
        .rows;
    const untouched = await others();
    const { rows: campaigns } = await sql<{ id: number; ad_account_id: number }>`
      select id, ad_account_id from campaign where ${sql.raw(ACCOUNT_CONDITION)} and daily_budget is not null order by id limit 1`.execute(
      db,
    );
    const campaign = campaigns[0] ?? expect.fail('no campaign');

    // Converts the data to the previous version, which stored hundredths, including amounts inside JSON.
    for (const { table, columns, where } of AMOUNT_COLUMNS) {
      await sql.raw(`update ${table} set ${columns.map((column) => `${column} = ${column} * 100`).join(', ')} where ${where}`).execute(db);
    }
    await sql`update currency set exponent = 2 where code in ('IDR', 'TWD')`.execute(db);
    const { rows: made } = await sql<{ batch: number }>`
      insert into batch (type, level, user_id, origin, action, language, summary, params, status, total, created_at, updated_at)
      select 'budget', 'campaign', min(id), '/', '/ad-entities/batch_budget', 'zh', '{}', '{"mode": "inc_pct", "value": 50, "limit": 3000000}',
        'pending', 1, now(), now() from sys_user returning id as batch`.execute(db);
    const batch = made[0]?.batch ?? 0;
    await sql`
      insert into batch_item (batch_id, seq, user_id, address, target_type, target_id, label, params, locks, status, before, after, created_at, updated_at)
      select ${batch}, 1, min(id), '', 'campaign', ${campaign.id}::bigint, 'x', ${JSON.stringify({ ad_account_id: campaign.ad_account_id, node: { budget: 1_600_050, name: 'x' } })}::jsonb,
        false, 'failed', '{"daily_budget": 1600000}', '{"daily_budget": 2000000, "status": "ACTIVE"}', now(), now() from sys_user`.execute(
      db,
    );
    await sql`
      insert into ad_event (at, level, campaign_id, ad_account_id, event, actor_type, before, after)
      values (now(), 'campaign', ${campaign.id}, ${campaign.ad_account_id}, 'budget', 'user', '{"daily_budget": 1600000}', '{"daily_budget": 2000000, "learning_stage": "LEARNING"}')`.execute(
      db,
    );
    await sql`
      insert into schedule_task (level, entity_id, action, value, run_at, repeat, user_id, created_at, updated_at)
      select 'campaign', ${campaign.id}::bigint, 'budget', 5000000, now(), 'none', min(id), now(), now() from sys_user`.execute(db);

    await db.transaction().execute((transaction) => wholeCurrencies.up(transaction as never));

    expect(await readAmounts()).toEqual(now);
    expect(await others()).toEqual(untouched);
    const { rows: exponents } = await sql`select distinct exponent from currency where code in ('IDR', 'TWD', 'JPY')`.execute(db);
    expect(exponents).toEqual([{ exponent: 0 }]);
    const { rows: orders } = await sql`select b.params as asked, i.params, i.before, i.after
      from batch b join batch_item i on i.batch_id = b.id where b.id = ${batch}`.execute(db);
    expect(orders).toEqual([
      {
        asked: { mode: 'inc_pct', value: 50, limit: 30_000 },
        params: { ad_account_id: campaign.ad_account_id, node: { budget: 16_001, name: 'x' } },
        before: { daily_budget: 16_000 },
        after: { daily_budget: 20_000, status: 'ACTIVE' },
      },
    ]);
    const { rows: events } =
      await sql`select before, after from ad_event where campaign_id = ${campaign.id} order by id desc limit 1`.execute(db);
    expect(events).toEqual([{ before: { daily_budget: 16_000 }, after: { daily_budget: 20_000, learning_stage: 'LEARNING' } }]);
    const { rows: tasks } = await sql`select value from schedule_task where entity_id = ${campaign.id} and action = 'budget'`.execute(db);
    expect(tasks).toContainEqual({ value: 50_000 });
  });
});
