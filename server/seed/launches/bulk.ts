import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** Rows per statement. */
const CHUNK_ROWS = 4_000;

/** Inserts many rows that all have the same columns; other columns get their defaults. Values are passed as JSON. */
export async function insertMany(db: Kysely<Database>, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)));
  for (let from = 0; from < rows.length; from += CHUNK_ROWS) {
    const json = JSON.stringify(rows.slice(from, from + CHUNK_ROWS));
    await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(
      db,
    );
  }
}
