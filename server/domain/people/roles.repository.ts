import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { RoleRow } from '#contracts/endpoints/roles.ts';
import type { SimpleUser } from '#contracts/endpoints/users.ts';
import type { roleSortable } from '#contracts/vocabulary/roles.ts';
import type { Database } from '#server/database/schema.ts';
import { contains, containsWord, ORDER_ZH } from '../searching.ts';
import { inActionOrder } from './roles.rules.ts';

type Db = Kysely<Database>;
type Sort = readonly { field: (typeof roleSortable)[number]; order: 'asc' | 'desc' }[];

type RoleRecord = Omit<RoleRow, 'actions' | 'created_at' | 'updated_at'> & { actions: string[]; created_at: Date; updated_at: Date };

export const toRoleRow = (found: RoleRecord): RoleRow => ({
  ...found,
  actions: inActionOrder(found.actions),
  created_at: found.created_at.toISOString(),
  updated_at: found.updated_at.toISOString(),
});

const USER_COUNT = sql`(select count(*)::int from sys_user_role ur join sys_user u on u.id = ur.user_id where ur.role_id = r.id and u.deleted_at is null)`;
const SELECT_ROW = sql`
  select r.id, r.version, r.name, r.remark, r.paths, r.actions, r.is_builtin, r.created_at, r.updated_at, ${USER_COUNT} as users from sys_role r`;

const matching = (keyword: string | undefined): RawBuilder<boolean> =>
  keyword?.trim()
    ? sql<boolean>`r.deleted_at is null and (${containsWord(sql`r.name`, keyword)} or r.remark ilike ${contains(keyword)})`
    : sql<boolean>`r.deleted_at is null`;

const sortable: Readonly<Record<Sort[number]['field'], RawBuilder<unknown>>> = {
  name: sql`r.name ${ORDER_ZH}`,
  users: USER_COUNT,
  updated_at: sql`r.updated_at`,
};

export async function countRoles(db: Db, keyword: string | undefined): Promise<number> {
  const found = await sql<{ total: number }>`select count(*) as total from sys_role r where ${matching(keyword)}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** Selects all rows of the filter in order, to be converted by `toRoleRow`. */
export function selectRoles(query: { keyword?: string | undefined; sort?: Sort | undefined }): RawBuilder<RoleRecord> {
  const order = (query.sort ?? []).map((each) => sql`${sortable[each.field]} ${each.order === 'asc' ? sql`asc` : sql`desc`}`);
  return sql<RoleRecord>`${SELECT_ROW} where ${matching(query.keyword)} order by ${sql.join([...order, sql`r.id`])}`;
}

export async function loadRolePage(
  db: Db,
  query: { keyword?: string | undefined; sort?: Sort | undefined; limit: number; offset: number },
): Promise<RoleRow[]> {
  const found = await sql<RoleRecord>`${selectRoles(query)} limit ${query.limit} offset ${query.offset}`.execute(db);
  return found.rows.map(toRoleRow);
}

/** Finds a role that is not deleted, as a row of the list. */
export async function findRole(db: Db, id: number): Promise<RoleRow | undefined> {
  const found = await sql<RoleRecord>`${SELECT_ROW} where r.deleted_at is null and r.id = ${id}`.execute(db);
  return found.rows[0] && toRoleRow(found.rows[0]);
}

/** Locks the role until the end of the transaction, so that no other call changes, assigns or deletes it; false when it does not exist. */
export async function lockRole(db: Db, id: number): Promise<boolean> {
  const found = await sql`select 1 from sys_role where id = ${id} and deleted_at is null for update`.execute(db);
  return found.rows.length > 0;
}

export async function isNameTaken(db: Db, name: string, except = 0): Promise<boolean> {
  const found = await sql`select 1 from sys_role where name = ${name} and deleted_at is null and id <> ${except}`.execute(db);
  return found.rows.length > 0;
}

export async function insertRole(
  db: Db,
  role: { name: string; remark: string | null; paths: string[]; actions: string[] },
  now: Date,
): Promise<number> {
  const row = await db
    .insertInto('sys_role')
    .values({ ...role, deleted_at: null, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateRole(
  db: Db,
  id: number,
  changes: { name?: string; remark?: string | null; paths?: string[]; actions?: string[]; deleted_at?: Date },
  now: Date,
): Promise<void> {
  await db
    .updateTable('sys_role')
    .set({ ...changes, updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

export async function loadSimpleRoles(db: Db, keyword: string | undefined): Promise<{ id: number; name: string; is_builtin: boolean }[]> {
  const found = await sql<{ id: number; name: string; is_builtin: boolean }>`
    select r.id, r.name, r.is_builtin from sys_role r where ${matching(keyword)} order by r.id limit 1000`.execute(db);
  return found.rows;
}

/** Users with the role who are not deleted, ordered by name. */
export async function loadMembers(db: Db, roleId: number): Promise<SimpleUser[]> {
  const found = await sql<SimpleUser>`
    select u.id, u.account, u.name, u.department_id, d.name as department_name, u.status
    from sys_user_role ur join sys_user u on u.id = ur.user_id left join sys_department d on d.id = u.department_id
    where ur.role_id = ${roleId} and u.deleted_at is null and u.is_admin <> 9 order by u.name ${ORDER_ZH}, u.id`.execute(db);
  return found.rows;
}
