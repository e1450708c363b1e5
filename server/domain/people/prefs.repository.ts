import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** Values of those keys that were saved before. */
export async function readPrefs(db: Kysely<Database>, userId: number, keys: readonly string[]): Promise<Record<string, unknown>> {
  const found = await sql<{ key: string; value: unknown }>`
    select key, value from user_pref where user_id = ${userId} and key = any(${keys}::text[])`.execute(db);
  return Object.fromEntries(found.rows.map((row) => [row.key, row.value]));
}

/** Most preferences per user; the console uses some dozens. */
const MAX_PREFS = 500;

/** `json` is the text of any JSON value. Returns false when the key is new and the user already has the most preferences allowed. */
export async function writePref(db: Kysely<Database>, userId: number, key: string, json: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into user_pref (user_id, key, value, updated_at)
    select ${userId}, ${key}, ${json}::jsonb, ${now}
    where exists (select from user_pref where user_id = ${userId} and key = ${key})
      or (select count(*) from user_pref where user_id = ${userId}) < ${MAX_PREFS}
    on conflict (user_id, key) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(db);
  return numAffectedRows === 1n;
}
