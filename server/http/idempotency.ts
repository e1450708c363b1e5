import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { refuseField } from '#server/domain/refusal.ts';

const KEY_LIFETIME_MS = 86_400_000;

export interface IdempotentRequest {
  userId: number;
  key: string;
  /** Path of the call. */
  action: string;
  hash: string;
  now: Date;
}

/** Equal requests have equal hashes, regardless of the order of their fields. */
export function hashRequest(request: Record<string, unknown>): string {
  const { idempotency_key: _key, ...rest } = request;
  return createHash('sha256').update(toCanonicalJson(rest)).digest('hex');
}

function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${toCanonicalJson(each)}`).join(',')}}`;
}

/**
 * Claims the key for this transaction, or returns the answer of the request that claimed it first, waiting for it to finish if necessary. A
 * refused first request releases the key. Refuses a key that belongs to another request.
 */
export async function claimKey(db: Kysely<Database>, request: IdempotentRequest): Promise<{ answer: unknown } | null> {
  const { userId, key, action, hash, now } = request;
  const oldest = new Date(now.getTime() - KEY_LIFETIME_MS);
  const claimed = await sql`
    insert into idempotency (user_id, key, action, request_hash, created_at) values (${userId}, ${key}::uuid, ${action}, ${hash}, ${now})
    on conflict (user_id, key) do update
      set action = excluded.action, request_hash = excluded.request_hash, answer = null, created_at = excluded.created_at
      where idempotency.created_at < ${oldest}
    returning 1`.execute(db);
  if (claimed.rows.length > 0) return null;
  const found = await sql<{ action: string; request_hash: string; answer: unknown }>`
    select action, request_hash, answer from idempotency where user_id = ${userId} and key = ${key}::uuid`.execute(db);
  const first = found.rows[0];
  if (first === undefined || first.action !== action || first.request_hash !== hash) throw refuseField('idempotency_key', 'reused');
  return { answer: first.answer };
}

/** Stores the answer without the new password it may contain. */
export async function saveAnswer(db: Kysely<Database>, { userId, key }: IdempotentRequest, answer: unknown): Promise<void> {
  const text = JSON.stringify(answer, (field, value) => (field === 'new_passwd' ? undefined : value));
  await sql`update idempotency set answer = ${text}::jsonb where user_id = ${userId} and key = ${key}::uuid`.execute(db);
}
