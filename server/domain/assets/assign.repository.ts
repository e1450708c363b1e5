import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AssignmentRow } from '#contracts/endpoints/asset-assigning.ts';
import type { Assignee } from '#contracts/endpoints/authorising.ts';
import type { Database } from '#server/database/schema.ts';
import type { AssetType } from '../people/index.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import { ORDER_ZH } from '../searching.ts';
import type { Caller } from '../work-context.ts';

type Db = Kysely<Database>;

/** SQL: the current assignees of an asset as `{kind, id, label}`, users first. */
export const assigneesSql = (type: AssetType, id: RawBuilder<unknown>): RawBuilder<Assignee[]> => sql<Assignee[]>`coalesce((
  select jsonb_agg(jsonb_build_object('kind', case when aa.user_id is null then 'department' else 'user' end,
      'id', coalesce(aa.user_id, aa.department_id), 'label', coalesce(au.name, ad.name))
    order by (aa.user_id is null), aa.is_primary desc, aa.id)
  from asset_assign aa left join sys_user au on au.id = aa.user_id left join sys_department ad on ad.id = aa.department_id
  where aa.asset_type = ${type} and aa.asset_id = ${id} and aa.to_at is null
), '[]')`;

/** SQL condition: assigned to the user, to their department, or to one above it. */
export const assignedToUser = (type: AssetType, id: RawBuilder<unknown>, userId: number): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from asset_assign aa where aa.asset_type = ${type} and aa.asset_id = ${id} and aa.to_at is null and (aa.user_id = ${userId}
    or aa.department_id in (
      select above.id from sys_user su join sys_department own on own.id = su.department_id
      join sys_department above on own.path like above.path || '%' where su.id = ${userId}
    )))`;

/** SQL condition: without any current assignment. */
export const isUnassigned = (type: AssetType, id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from asset_assign aa where aa.asset_type = ${type} and aa.asset_id = ${id} and aa.to_at is null)`;

/** Ends every assignment of an unbound asset. */
export async function endAssignments(db: Db, type: AssetType, assetId: number, now: Date): Promise<void> {
  await sql`update asset_assign set to_at = ${now} where asset_type = ${type} and asset_id = ${assetId} and to_at is null`.execute(db);
}

/** Ends every assignment of a deleted user. */
export async function endUserAssignments(db: Db, userId: number, now: Date): Promise<void> {
  await sql`update asset_assign set to_at = ${now} where user_id = ${userId} and to_at is null`.execute(db);
}

export interface Assignment {
  id: number;
  user_id: number | null;
  department_id: number | null;
  is_primary: boolean;
}

/** The current assignments. Lock the asset first, so that nothing else changes them. */
export async function loadAssignments(db: Db, type: AssetType, assetId: number): Promise<Assignment[]> {
  const { rows } = await sql<Assignment>`
    select id, user_id, department_id, is_primary from asset_assign
    where asset_type = ${type} and asset_id = ${assetId} and to_at is null order by id`.execute(db);
  return rows;
}

export async function endAssignmentRows(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await sql`update asset_assign set to_at = ${now} where id = any(${ids}::bigint[])`.execute(db);
}

export async function insertAssignment(
  db: Db,
  assignment: { asset_type: AssetType; asset_id: number; user_id?: number; department_id?: number; is_primary?: boolean },
  { now, by }: { now: Date; by: number | null },
): Promise<void> {
  await db
    .insertInto('asset_assign')
    .values({ ...assignment, from_at: now, by_user_id: by })
    .execute();
}

/**
 * Those of the users that can be assigned to: enabled and within the caller's scope. They cannot be deleted until the end of the
 * transaction.
 */
export async function findAssignableUsers(db: Db, caller: Caller, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.name from sys_user u where u.id = any(${ids}::bigint[]) and u.deleted_at is null and u.is_admin <> 9
      and u.status = 'enabled' and ${userInScope(scopeOf(caller), sql`u.id`)} order by u.id for share of u`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Those of the departments that can be assigned to: any for an administrator, the own department and those below it for a leader, the own
 * one for others.
 */
export async function findAssignableDepartments(db: Db, caller: Caller, ids: readonly number[]): Promise<Map<number, string>> {
  const path = caller.departmentPath ?? '';
  const own =
    caller.isAdmin === 1
      ? sql<boolean>`true`
      : caller.isLeader && path !== ''
        ? sql<boolean>`d.path like ${`${path}%`}`
        : sql<boolean>`d.path = ${path}`;
  const { rows } = await sql<{ id: number; name: string }>`
    select d.id, d.name from sys_department d where d.id = any(${ids}::bigint[]) and d.deleted_at is null and ${own}
    order by d.id for share of d`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

interface AssignmentRecord extends Omit<AssignmentRow, 'from_at' | 'to_at'> {
  from_at: Date;
  to_at: Date | null;
}

/** All assignments, current ones first, then the most recently ended. */
export async function loadHistory(db: Db, type: AssetType, assetId: number): Promise<AssignmentRow[]> {
  const { rows } = await sql<AssignmentRecord>`
    select case when u.id is null then null else jsonb_build_object('id', u.id, 'label', u.name) end as "user",
      case when d.id is null then null else jsonb_build_object('id', d.id, 'label', d.name) end as department,
      case when b.id is null then null else jsonb_build_object('id', b.id, 'label', b.name) end as "by",
      aa.is_primary, aa.from_at, aa.to_at
    from asset_assign aa left join sys_user u on u.id = aa.user_id left join sys_department d on d.id = aa.department_id
      left join sys_user b on b.id = aa.by_user_id
    where aa.asset_type = ${type} and aa.asset_id = ${assetId}
    order by (aa.to_at is not null), aa.to_at desc, aa.from_at desc, aa.id desc limit 500`.execute(db);
  return rows.map((row) => ({ ...row, from_at: row.from_at.toISOString(), to_at: row.to_at?.toISOString() ?? null }));
}

/** Names of users or departments in alphabetical order, for a summary. */
export async function loadSortedNames(db: Db, table: 'sys_user' | 'sys_department', ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(table)} where id = any(${ids}::bigint[]) order by name ${ORDER_ZH}`.execute(db);
  return rows.map((row) => row.name);
}
