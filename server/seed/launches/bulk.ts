import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** Rows of one statement. */
const CHUNK = 4_000;

/** Inserts many rows at once, which all name the same columns; the others take their defaults. Values are what JSON makes of them. */
export async function insertMany(db: Kysely<Database>, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)));
  for (let from = 0; from < rows.length; from += CHUNK) {
    const json = JSON.stringify(rows.slice(from, from + CHUNK));
    await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(
      db,
    );
  }
}
