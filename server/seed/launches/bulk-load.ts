import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** Tables that get thousands of rows. */
const LARGE_TABLES = [
  'biz_order',
  'insight_daily',
  'insight_hourly',
  'landing_daily',
  'payer',
  'pixel_event',
  'sbx_hour',
  'sbx_order',
  'visit_hour',
] as const;
/** Indexes that are needed while rows are written. */
const NEEDED_INDEXES = [
  'biz_order_ad_ix',
  'biz_order_cohort_ix',
  'biz_order_refund_ix',
  'biz_order_user_ix',
  'insight_daily_account_ix',
  'insight_daily_campaign_ix',
] as const;

const tableList = (names: readonly string[]) => sql.join(names.map((name) => sql.table(name)));

/** Triggers that keep sums of ad days, by prefix of their names. */
const ROLLUPS = ['insight_daily', 'insight_title_daily', 'insight_creator_month'];

const switchRollups = (db: Kysely<Database>, to: 'enable' | 'disable') =>
  sql`alter table insight_daily ${sql.join(
    ROLLUPS.flatMap((prefix) => ['came', 'changed'].map((event) => sql`${sql.raw(to)} trigger ${sql.id(`${prefix}_${event}`)}`)),
  )}`.execute(db);

/**
 * Lets `work` fill large tables without their indexes, foreign keys, running account sums and dates of payers, and recreates them at the end, which is
 * much faster than maintaining them. Needs a transaction, because the tables stay locked until it ends.
 */
export async function bulkLoad<Result>(db: Kysely<Database>, work: () => Promise<Result>): Promise<Result> {
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select i.relname as name, pg_get_indexdef(x.indexrelid) as definition
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = current_schema()::regnamespace and t.relname = any(${LARGE_TABLES}::text[]) and not x.indisunique
      and i.relname <> all(${NEEDED_INDEXES}::text[])
    order by i.relname`.execute(db);
  const { rows: references } = await sql<{ table: string; name: string; definition: string }>`
    select t.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where t.relnamespace = current_schema()::regnamespace and t.relname = any(${LARGE_TABLES}::text[]) and c.contype = 'f'
    order by t.relname, c.conname`.execute(db);
  await sql`drop index ${tableList(indexes.map(({ name }) => name))}`.execute(db);
  for (const { table, name } of references) await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(db);
  await switchRollups(db, 'disable');
  await sql`alter table biz_order disable trigger user`.execute(db);
  const result = await work();
  await switchRollups(db, 'enable');
  await sql`select insight_account_daily_anew(), insight_title_daily_anew(), insight_creator_month_anew()`.execute(db);
  await sql`select biz_order_dates_anew()`.execute(db);
  await sql`alter table biz_order enable trigger user`.execute(db);
  for (const { definition } of indexes) await sql.raw(definition).execute(db);
  for (const { table, name, definition } of references) {
    await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(db);
  }
  return result;
}
