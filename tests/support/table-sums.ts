import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** A sum over every row of every table but the given ones: equal sums mean that nothing was written. */
export async function tableSums(db: Kysely<Database>, except: readonly string[] = ['op_log']): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name <> all(${except}::text[]) and table_name not like 'kysely%' order by 1`.execute(db);
  const parts = tables.rows.map(
    ({ name }) => sql`
      select ${name}::text as name, count(*) || ':' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${sql.table(name)} t`,
  );
  const sums = await sql<{ name: string; sum: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return Object.fromEntries(sums.rows.map((row) => [row.name, row.sum]));
}
