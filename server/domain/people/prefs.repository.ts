import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** Values of the keys that were ever saved. */
export async function readPrefs(db: Kysely<Database>, userId: number, keys: readonly string[]): Promise<Record<string, unknown>> {
  const found = await sql<{ key: string; value: unknown }>`
    select key, value from user_pref where user_id = ${userId} and key = any(${keys}::text[])`.execute(db);
  return Object.fromEntries(found.rows.map((row) => [row.key, row.value]));
}

/** Preferences of one person; the console has some dozens. */
const PREFS_MAX = 500;

/** `json` is the text of any JSON value. False where the person has too many others to begin with a new one. */
export async function writePref(db: Kysely<Database>, userId: number, key: string, json: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into user_pref (user_id, key, value, updated_at)
    select ${userId}, ${key}, ${json}::jsonb, ${now}
    where exists (select from user_pref where user_id = ${userId} and key = ${key})
      or (select count(*) from user_pref where user_id = ${userId}) < ${PREFS_MAX}
    on conflict (user_id, key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(db);
  return numAffectedRows === 1n;
}
