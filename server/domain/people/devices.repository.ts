import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { hashToken } from './tokens.ts';

type Db = Kysely<Database>;

/** Most browsers remembered per user; the one unused for longest is forgotten first. */
const MAX_DEVICES = 20;

/** Hash of the device token if this user has signed in with it before; null otherwise. */
export async function findDevice(db: Db, userId: number, token: string | null): Promise<string | null> {
  if (token === null) return null;
  const found = await db
    .selectFrom('sys_device')
    .select('token_hash')
    .where('token_hash', '=', hashToken(token))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found?.token_hash ?? null;
}

export async function touchDevice(db: Db, tokenHash: string, now: Date): Promise<void> {
  await db.updateTable('sys_device').set({ used_at: now }).where('token_hash', '=', tokenHash).execute();
}

export async function addDevice(db: Db, userId: number, token: string, now: Date): Promise<void> {
  await db
    .insertInto('sys_device')
    .values({ token_hash: hashToken(token), user_id: userId, used_at: now })
    .execute();
  await sql`
    delete from sys_device where token_hash in (
      select token_hash from sys_device where user_id = ${userId} order by used_at desc, token_hash offset ${MAX_DEVICES}
    )`.execute(db);
}
