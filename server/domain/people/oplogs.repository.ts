import { type Kysely, sql } from 'kysely';
import { type CodedSummary, toSummaryText } from '#contracts/rules/change-words.ts';
import type { Database } from '#server/database/schema.ts';

/** One entry of the operation log. */
export interface OpLogEntry {
  at: Date;
  userId: number | null;
  account: string;
  action: string;
  targetType?: string | null;
  targetId?: number | null;
  targetLabel?: string | null;
  ip: string;
  summary?: string | CodedSummary;
  before?: unknown;
  after?: unknown;
  ok: boolean;
  code: number;
  ms: number;
}

const SECRET_NAME = /pwd|passw|token|secret/i;

/** True for names of secret fields, whose values are never stored. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/** Copies a value with all secret fields masked, at any depth. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, isSecretName(key) ? '***' : maskSecrets(each)]));
}

const toJson = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(maskSecrets(value)));

export async function writeOpLog(db: Kysely<Database>, entries: readonly OpLogEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db
    .insertInto('op_log')
    .values(
      entries.map((entry) => ({
        at: entry.at,
        user_id: entry.userId,
        account: entry.account.slice(0, 32),
        action: entry.action.slice(0, 60),
        target_type: entry.targetType ?? null,
        target_id: entry.targetId ?? null,
        target_label: entry.targetLabel?.slice(0, 100) ?? null,
        ip: entry.ip,
        summary: toSummaryText(entry.summary ?? '').slice(0, 300),
        before: toJson(entry.before),
        after: toJson(entry.after),
        ok: entry.ok,
        code: entry.code,
        ms: Math.max(0, Math.round(entry.ms)),
      })),
    )
    .execute();
}

/** Name of the user who last changed an object; null when the log has no entry for it. */
export async function findLastEditor(db: Kysely<Database>, targetType: string, targetId: number): Promise<string | null> {
  const found = await sql<{ name: string }>`
    select coalesce(u.name, l.account) as name from op_log l left join sys_user u on u.id = l.user_id
    where l.target_type = ${targetType} and l.target_id = ${targetId} and l.ok
    order by l.at desc, l.id desc limit 1`.execute(db);
  return found.rows[0]?.name ?? null;
}
