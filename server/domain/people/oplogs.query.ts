import { type Kysely, type RawBuilder, sql } from 'kysely';
import { endpoints } from '#contracts/endpoints/index.ts';
import type { OpLogRow } from '#contracts/endpoints/oplogs.ts';
import { findTargetsByName, type operationFilters } from '#contracts/vocabulary/operations.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import { startOfDay } from '../instants.ts';
import { contains, type Position } from '../searching.ts';
import { currencyOfTarget } from '../target-currency.sql.ts';
import { type Scope, userInScope } from './scope.ts';

type Db = Kysely<Database>;

/** Highest total that is counted; the console shows more as `10,000+`. */
export const MAX_COUNT = 10_000;

export type OpLogFilter = SetFilters<typeof operationFilters>;

interface OpLogRecord {
  id: number;
  at: Date;
  account: string;
  action: string;
  target_type: string | null;
  target_id: number | null;
  target_label: string | null;
  summary: string;
  ip: string;
  ok: boolean;
  code: number;
  ms: number;
  currency: string | null;
  before: unknown;
  after: unknown;
}

const summaries = new Map<string, { zh: string; en: string }>(endpoints.map((endpoint) => [endpoint.path, endpoint.summary]));

/** Display name of an action; an action of the command line is shown by its own name. */
export const labelOf = (action: string): { zh: string; en: string } => summaries.get(action) ?? { zh: action, en: action };

/** Paths of the calls whose name contains this text in either language. */
function findActionsByName(text: string): string[] {
  const wanted = text.trim().toLowerCase();
  return [...summaries].flatMap(([path, { zh, en }]) => ([zh, en].some((name) => name.toLowerCase().includes(wanted)) ? path : []));
}

function targetOf({ target_id, target_label }: OpLogRecord): OpLogRow['target'] {
  const label = target_label ?? (target_id === null ? null : String(target_id));
  return label === null ? null : { id: target_id, label };
}

export const toOpLogRow = (found: OpLogRecord): OpLogRow => ({
  id: found.id,
  at: found.at.toISOString(),
  account: found.account,
  action: found.action,
  action_label: labelOf(found.action),
  target_type: found.target_type,
  target: targetOf(found),
  summary: found.summary,
  ip: found.ip,
  ok: found.ok,
  code: found.code,
  ms: found.ms,
  currency: found.currency,
  before: found.before,
  after: found.after,
});

/** Matches one object as `type#id`; no id has more than 15 digits. */
const OBJECT_REFERENCE = /^([a-z_]+)#(\d{1,15})$/;

function matching(filter: OpLogFilter, scope: Scope, timezone: string, after?: Position): RawBuilder<boolean> {
  const parts = [userInScope(scope, sql`l.user_id`)];
  if (filter.id !== undefined) parts.push(sql<boolean>`l.id = ${filter.id}`);
  if (filter.account?.trim()) parts.push(sql<boolean>`l.account ilike ${contains(filter.account)}`);
  if (filter.action?.trim()) {
    parts.push(sql<boolean>`(l.action ilike ${contains(filter.action)} or l.action = any(${findActionsByName(filter.action)}::text[]))`);
  }
  if (filter.target?.trim()) {
    const [, type, id] = OBJECT_REFERENCE.exec(filter.target.trim()) ?? [];
    parts.push(
      type === undefined
        ? sql<boolean>`(l.target_type = ${filter.target.trim()} or l.target_type = any(${findTargetsByName(filter.target.trim())}::text[]) or l.target_label ilike ${contains(filter.target)})`
        : sql<boolean>`(l.target_type = ${type} and l.target_id = ${Number(id)})`,
    );
  }
  if (filter.result !== undefined) parts.push(sql<boolean>`l.ok = ${filter.result === 'ok'}`);
  if (filter.date_from !== undefined) parts.push(sql<boolean>`l.at >= ${startOfDay(filter.date_from, timezone)}`);
  if (filter.date_to !== undefined) parts.push(sql<boolean>`l.at < ${startOfDay(filter.date_to, timezone, 1)}`);
  if (after !== undefined) parts.push(sql<boolean>`(l.at, l.id) < (${after.at}::timestamptz, ${after.id}::bigint)`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** Counts the rows of the filter, but no more than `max`. */
export async function countOpLogs(db: Db, filter: OpLogFilter, scope: Scope, timezone: string, max: number): Promise<number> {
  const found = await sql<{ total: number }>`
    select count(*) as total from (select 1 from op_log l where ${matching(filter, scope, timezone)} limit ${max}) as counted`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** Selects entries newest first after the given position, to be converted by `toOpLogRow`. */
export const selectOpLogs = (filter: OpLogFilter, scope: Scope, timezone: string, after?: Position): RawBuilder<OpLogRecord> =>
  sql<OpLogRecord>`
    select l.id, l.at, l.account, l.action, l.target_type, l.target_id, l.target_label, l.summary, l.ip, l.ok, l.code, l.ms, l.before, l.after,
      ${currencyOfTarget(sql`l.target_type`, sql`l.target_id`)} as currency
    from op_log l where ${matching(filter, scope, timezone, after)} order by l.at desc, l.id desc`;

export async function loadOpLogPage(
  db: Db,
  filter: OpLogFilter,
  scope: Scope,
  timezone: string,
  limit: number,
  after?: Position,
): Promise<OpLogRecord[]> {
  const found = await sql<OpLogRecord>`${selectOpLogs(filter, scope, timezone, after)} limit ${limit}`.execute(db);
  return found.rows;
}

/** The newest operations of one user. */
export async function loadOwnOperations(db: Db, userId: number, limit: number) {
  const found = await sql<{ id: number; at: Date; action: string; summary: string; ok: boolean }>`
    select id, at, action, summary, ok from op_log where user_id = ${userId} order by at desc, id desc limit ${limit}`.execute(db);
  return found.rows.map((row) => ({ ...row, at: row.at.toISOString(), action_label: labelOf(row.action) }));
}
