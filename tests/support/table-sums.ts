import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

const tablesByDatabase = new WeakMap<Kysely<Database>, Promise<string[]>>();

async function tablesOf(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** A checksum of every table except the given ones, independent of the order of rows: equal checksums mean that nothing was written. */
export async function tableSums(db: Kysely<Database>, except: readonly string[] = ['op_log']): Promise<Record<string, string>> {
  const tables = tablesByDatabase.get(db) ?? tablesOf(db);
  tablesByDatabase.set(db, tables);
  const parts = (await tables)
    .filter((name) => !except.includes(name))
    .map(
      (name) => sql`
      select ${name}::text as name, count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${sql.table(name)} t`,
    );
  const sums = await sql<{ name: string; sum: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return Object.fromEntries(sums.rows.map((row) => [row.name, row.sum]));
}
