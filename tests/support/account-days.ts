import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

const KEY_COLUMNS = new Set([
  'campaign_id',
  'stat_date',
  'owner_user_id',
  'ad_account_id',
  'biz',
  'drama_id',
  'product_id',
  'scheme_id',
  'channel',
]);

/** The days of accounts that differ from the sums of the days of their ads, from either side. */
export async function findDifferingAccountDays(db: Kysely<Database>): Promise<unknown[]> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'insight_account_daily' order by ordinal_position`.execute(db);
  const names = columns.map(({ name }) => name);
  const sums = names.map((name) => {
    if (KEY_COLUMNS.has(name)) return sql.ref(name);
    return name === 'ad_days' ? sql`count(*)::int` : sql`sum(${sql.ref(name)})::bigint`;
  });
  const stored = sql`select ${sql.join(names.map((name) => sql.ref(name)))} from insight_account_daily`;
  const summed = sql`select ${sql.join(sums)} from insight_daily group by ${sql.join(names.filter((name) => KEY_COLUMNS.has(name)).map((name) => sql.ref(name)))}`;
  const { rows } = await sql`(${stored} except ${summed}) union all (${summed} except ${stored})`.execute(db);
  return rows;
}
