import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { refuseField } from '#server/domain/refusal.ts';

const KEPT_MS = 86_400_000;

export interface Repeatable {
  userId: number;
  key: string;
  /** Path of the call. */
  action: string;
  hash: string;
  now: Date;
}

/** The same request gives the same hash, whatever the order of its fields. */
export function hashOf(request: Record<string, unknown>): string {
  const { idempotency_key: _key, ...rest } = request;
  return createHash('sha256').update(ordered(rest)).digest('hex');
}

function ordered(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(ordered).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${ordered(each)}`).join(',')}}`;
}

/**
 * Takes the key for this transaction, or gives the answer of whoever took it first: somebody who is at it right now is
 * waited for. A refused first request leaves nothing behind. The key of another request is refused.
 */
export async function claim(db: Kysely<Database>, request: Repeatable): Promise<{ answer: unknown } | null> {
  const { userId, key, action, hash, now } = request;
  const oldest = new Date(now.getTime() - KEPT_MS);
  const taken = await sql`
    insert into idempotency (user_id, key, action, request_hash, created_at) values (${userId}, ${key}::uuid, ${action}, ${hash}, ${now})
    on conflict (user_id, key) do update
      set action = excluded.action, request_hash = excluded.request_hash, answer = null, created_at = excluded.created_at
      where idempotency.created_at < ${oldest}
    returning 1`.execute(db);
  if (taken.rows.length > 0) return null;
  const found = await sql<{ action: string; request_hash: string; answer: unknown }>`
    select action, request_hash, answer from idempotency where user_id = ${userId} and key = ${key}::uuid`.execute(db);
  const first = found.rows[0];
  if (first === undefined || first.action !== action || first.request_hash !== hash) throw refuseField('idempotency_key', 'reused');
  return { answer: first.answer };
}

/** Keeps the answer, without the password that it may show once. */
export async function keepAnswer(db: Kysely<Database>, { userId, key }: Repeatable, answer: unknown): Promise<void> {
  const text = JSON.stringify(answer, (field, value) => (field === 'new_passwd' ? undefined : value));
  await sql`update idempotency set answer = ${text}::jsonb where user_id = ${userId} and key = ${key}::uuid`.execute(db);
}
