import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

const keys = new Set([
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

/** Days of accounts that are not what the days of their ads come to, in whichever of the two they are. */
export async function accountDaysUnlikeTheirAds(db: Kysely<Database>): Promise<unknown[]> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'insight_account_daily' order by ordinal_position`.execute(db);
  const names = columns.map(({ name }) => name);
  const sums = names.map((name) => {
    if (keys.has(name)) return sql.ref(name);
    return name === 'ad_days' ? sql`count(*)::int` : sql`sum(${sql.ref(name)})::bigint`;
  });
  const kept = sql`select ${sql.join(names.map((name) => sql.ref(name)))} from insight_account_daily`;
  const summed = sql`select ${sql.join(sums)} from insight_daily group by ${sql.join(names.filter((name) => keys.has(name)).map((name) => sql.ref(name)))}`;
  const { rows } = await sql`(${kept} except ${summed}) union all (${summed} except ${kept})`.execute(db);
  return rows;
}
