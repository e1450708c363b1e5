import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

const KEY_COLUMNS = new Set(['stat_date', 'owner_user_id', 'ad_account_id', 'creator_user_id', 'biz', 'drama_id', 'product_id', 'channel']);

/** Tables of sums of ad days, with the SQL of the date that a day is added to. */
const ROLLUPS = {
  insight_account_daily: sql`stat_date`,
  insight_title_daily: sql`stat_date`,
  insight_creator_month: sql`date_trunc('month', stat_date::timestamp)::date`,
};

/** The sums that differ from those of the days of ads, from either side. */
export async function findDifferingSums(db: Kysely<Database>): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const table of Object.keys(ROLLUPS) as (keyof typeof ROLLUPS)[]) found.push(...(await findDiffering(db, table)));
  return found;
}

async function findDiffering(db: Kysely<Database>, table: keyof typeof ROLLUPS): Promise<unknown[]> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} order by ordinal_position`.execute(db);
  const names = columns.map(({ name }) => name);
  const sums = names.map((name) => {
    if (name === 'stat_date') return ROLLUPS[table];
    if (KEY_COLUMNS.has(name)) return sql.ref(name);
    return name === 'ad_days' ? sql`count(*)::int` : sql`sum(${sql.ref(name)})::bigint`;
  });
  const stored = sql`select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(table)}`;
  const keys = names.flatMap((name, at) => (KEY_COLUMNS.has(name) ? [sql.lit(at + 1)] : []));
  const summed = sql`select ${sql.join(sums)} from insight_daily group by ${sql.join(keys)}`;
  const { rows } = await sql`(${stored} except ${summed}) union all (${summed} except ${stored})`.execute(db);
  return rows;
}
