import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SimpleUser, UserRow } from '#contracts/endpoints/users.ts';
import type { PasswordStateName, userFilters, userSortable } from '#contracts/vocabulary/users.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { Database, SysUserTable } from '#server/database/schema.ts';
import { contains, containsWord, ORDER_ZH } from '../searching.ts';
import { runningCampaigns } from '../usage.sql.ts';
import type { Caller } from '../work-context.ts';
import { type Scope, userInScope } from './scope.ts';
import { permitsFor } from './users.rules.ts';

type Db = Kysely<Database>;

/** A row as the database returns it. */
interface UserRecord {
  id: number;
  version: number;
  account: string;
  name: string;
  remark: string | null;
  is_admin: 0 | 1;
  is_leader: 0 | 1;
  platform: 'dj' | 'ec';
  status: 'enabled' | 'disabled';
  department: { id: number; label: string } | null;
  roles: { id: number; label: string }[];
  login_at: Date | null;
  running: number;
  timezone: string;
  password_state: PasswordStateName;
  created_at: Date;
  updated_at: Date;
}

export const toUserRow = (found: UserRecord, caller: Caller): UserRow => ({
  ...found,
  login_at: found.login_at?.toISOString() ?? null,
  created_at: found.created_at.toISOString(),
  updated_at: found.updated_at.toISOString(),
  can: permitsFor(found.id, caller.userId),
});

/** Accounts that are not deleted; super admins are never listed. */
const LISTED = sql<boolean>`u.deleted_at is null and u.is_admin <> 9`;

const SELECT_ROW = sql`
  select u.id, u.version, u.account, u.name, u.remark, u.is_admin, u.is_leader, u.platform, u.status, u.login_at, u.timezone,
    u.password_state, u.created_at, u.updated_at, ${runningCampaigns(sql<boolean>`xc.owner_user_id = u.id`)} as running,
    case when d.id is null then null else jsonb_build_object('id', d.id, 'label', d.name) end as department,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', r.id, 'label', r.name) order by r.id)
      from sys_user_role ur join sys_role r on r.id = ur.role_id where ur.user_id = u.id and r.deleted_at is null
    ), '[]') as roles
  from sys_user u left join sys_department d on d.id = u.department_id`;

export type UserFilter = SetFilters<typeof userFilters>;
type Sort = readonly { field: (typeof userSortable)[number]; order: 'asc' | 'desc' }[];

const inSubtree = (departmentId: number) =>
  sql<boolean>`d.path like (select path from sys_department where id = ${departmentId} and deleted_at is null) || '%'`;

const hasRole = (roleId: number) =>
  sql<boolean>`exists (select 1 from sys_user_role ur where ur.user_id = u.id and ur.role_id = ${roleId})`;

const matchesKeyword = (keyword: string) => sql<boolean>`(u.account ilike ${contains(keyword)} or ${containsWord(sql`u.name`, keyword)})`;

function matching(filter: UserFilter): RawBuilder<boolean> {
  const parts = [LISTED];
  if (filter.keyword?.trim()) parts.push(matchesKeyword(filter.keyword));
  if (filter.department_id !== undefined) parts.push(inSubtree(filter.department_id));
  if (filter.role_id !== undefined) parts.push(hasRole(filter.role_id));
  if (filter.status !== undefined) parts.push(sql<boolean>`u.status = ${filter.status}`);
  if (filter.is_admin !== undefined) parts.push(sql<boolean>`u.is_admin = ${filter.is_admin}`);
  if (filter.is_leader !== undefined) parts.push(sql<boolean>`u.is_leader = ${filter.is_leader}`);
  if (filter.platform !== undefined) parts.push(sql<boolean>`u.platform = ${filter.platform}`);
  if (filter.password_state !== undefined) parts.push(sql<boolean>`u.password_state = ${filter.password_state}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

const sortable: Readonly<Record<Sort[number]['field'], RawBuilder<unknown>>> = {
  account: sql`u.account collate "C"`,
  name: sql`u.name ${ORDER_ZH}`,
  department: sql`d.name ${ORDER_ZH}`,
  status: sql`u.status`,
  login_at: sql`u.login_at`,
  created_at: sql`u.created_at`,
};

function orderBy(sort: Sort): RawBuilder<unknown> {
  const parts = sort.map((each) => sql`${sortable[each.field]} ${each.order === 'asc' ? sql`asc nulls first` : sql`desc nulls last`}`);
  return sql.join([...parts, sql`u.id desc`]);
}

const FROM = sql`from sys_user u left join sys_department d on d.id = u.department_id`;

export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  const found = await sql<{ total: number }>`select count(*) as total ${FROM} where ${matching(filter)}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** Ids of the rows of the filter, ascending, at most `max`. */
export async function loadUserIds(db: Db, filter: UserFilter, max: number): Promise<number[]> {
  const found = await sql<{ id: number }>`select u.id ${FROM} where ${matching(filter)} order by u.id limit ${max}`.execute(db);
  return found.rows.map((row) => row.id);
}

/** Accounts by user id; deleted users and super admins are left out. */
export async function loadAccountNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const found = await sql<{ id: number; account: string }>`
    select u.id, u.account from sys_user u where ${LISTED} and u.id = any(${ids}::bigint[])`.execute(db);
  return new Map(found.rows.map((row) => [row.id, row.account]));
}

/** Names of the roles that are not deleted, in the order of the ids. */
export async function loadRoleNames(db: Db, ids: readonly number[]): Promise<string[]> {
  const found = await sql<{ name: string }>`
    select name from sys_role where id = any(${ids}::bigint[]) and deleted_at is null
    order by array_position(${ids}::bigint[], id)`.execute(db);
  return found.rows.map((row) => row.name);
}

/** Selects all rows of the filter in order, to be converted by `toUserRow`. */
export const selectUsers = (query: UserFilter & { sort?: Sort | undefined }): RawBuilder<UserRecord> =>
  sql<UserRecord>`${SELECT_ROW} where ${matching(query)} order by ${orderBy(query.sort ?? [])}`;

export async function loadUserPage(
  db: Db,
  caller: Caller,
  query: UserFilter & { sort?: Sort | undefined; limit: number; offset: number },
): Promise<UserRow[]> {
  const found = await sql<UserRecord>`${selectUsers(query)} limit ${query.limit} offset ${query.offset}`.execute(db);
  return found.rows.map((row) => toUserRow(row, caller));
}

/** Finds one row of the list; undefined when it is deleted, missing or a super admin. */
export async function findUser(db: Db, caller: Caller, id: number): Promise<UserRow | undefined> {
  const found = await sql<UserRecord>`${SELECT_ROW} where ${LISTED} and u.id = ${id}`.execute(db);
  return found.rows[0] && toUserRow(found.rows[0], caller);
}

/** Users for a picker, ordered by name; super admins and deleted users are left out. */
export async function loadSimpleUsers(
  db: Db,
  scope: Scope,
  filter: {
    keyword?: string | undefined;
    department_id?: number | undefined;
    direct?: boolean | undefined;
    role_id?: number | undefined;
    include_disabled?: boolean | undefined;
  },
): Promise<SimpleUser[]> {
  const parts = [LISTED, userInScope(scope, sql`u.id`)];
  if (filter.keyword?.trim()) parts.push(matchesKeyword(filter.keyword));
  if (filter.department_id !== undefined)
    parts.push(filter.direct === true ? sql<boolean>`u.department_id = ${filter.department_id}` : inSubtree(filter.department_id));
  if (filter.role_id !== undefined) parts.push(hasRole(filter.role_id));
  if (filter.include_disabled !== true) parts.push(sql<boolean>`u.status = 'enabled'`);
  const found = await sql<SimpleUser>`
    select u.id, u.account, u.name, u.department_id, d.name as department_name, u.status
    ${FROM} where ${sql.join(parts, sql` and `)} order by u.name ${ORDER_ZH}, u.id limit 1000`.execute(db);
  return found.rows;
}

export interface LockedUser {
  id: number;
  version: number;
  account: string;
  name: string;
  remark: string | null;
  is_admin: 0 | 1;
  is_leader: 0 | 1;
  platform: 'dj' | 'ec';
  status: 'enabled' | 'disabled';
  department_id: number | null;
  timezone: string;
  role_ids: number[];
}

/** Locks the listed accounts among the ids for the transaction, in the order of their ids. */
export async function lockUsers(db: Db, ids: readonly number[]): Promise<LockedUser[]> {
  const locked = await sql<Omit<LockedUser, 'role_ids'>>`
    select u.id, u.version, u.account, u.name, u.remark, u.is_admin, u.is_leader, u.platform, u.status, u.department_id, u.timezone
    from sys_user u where ${LISTED} and u.id = any(${ids}::bigint[]) order by u.id for no key update`.execute(db);
  // A separate statement, so that it sees what the first one waited for.
  const roles = await sql<{ user_id: number; role_ids: number[] }>`
    select ur.user_id, array_agg(ur.role_id::float8 order by ur.role_id) as role_ids
    from sys_user_role ur join sys_role r on r.id = ur.role_id
    where ur.user_id = any(${ids}::bigint[]) and r.deleted_at is null group by ur.user_id`.execute(db);
  const byUser = new Map(roles.rows.map((row) => [row.user_id, row.role_ids]));
  return locked.rows.map((row) => ({ ...row, role_ids: byUser.get(row.id) ?? [] }));
}

const ADMINS_LOCK = 'people.admins';

/** Makes changes that could leave the company without an administrator wait for each other. */
export async function lockAdmins(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ADMINS_LOCK}, 0))`.execute(db);
}

export async function countOtherEnabledAdmins(db: Db, except: number): Promise<number> {
  const found = await sql<{ total: number }>`
    select count(*) as total from sys_user where is_admin = 1 and status = 'enabled' and deleted_at is null and id <> ${except}`.execute(
    db,
  );
  return found.rows[0]?.total ?? 0;
}

export async function isAccountTaken(db: Db, account: string): Promise<boolean> {
  const found = await sql`select 1 from sys_user where lower(account) = lower(${account})`.execute(db);
  return found.rows.length > 0;
}

export async function insertUser(
  db: Db,
  user: Omit<LockedUser, 'id' | 'version' | 'role_ids' | 'is_admin'> & {
    is_admin: SysUserTable['is_admin'];
    pwd_hash: string;
    password_state: PasswordStateName;
    now: Date;
  },
): Promise<number> {
  const { now, ...values } = user;
  const row = await db
    .insertInto('sys_user')
    .values({ ...values, login_at: null, deleted_at: null, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Writes the given columns and raises the version; the caller has locked the row. */
export async function updateUser(
  db: Db,
  id: number,
  changes: Partial<Omit<LockedUser, 'id' | 'version' | 'account' | 'role_ids'>> & { deleted_at?: Date },
  now: Date,
): Promise<void> {
  await db
    .updateTable('sys_user')
    .set({ ...changes, updated_at: now, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

export async function setPassword(db: Db, id: number, pwdHash: string, state: 'given' | 'own'): Promise<void> {
  await db.updateTable('sys_user').set({ pwd_hash: pwdHash, password_state: state }).where('id', '=', id).execute();
}

/** Gives the user exactly these roles; links to deleted roles stay as history. */
export async function replaceRoles(db: Db, userId: number, roleIds: readonly number[]): Promise<void> {
  await sql`
    delete from sys_user_role ur using sys_role r
    where ur.user_id = ${userId} and r.id = ur.role_id and r.deleted_at is null and ur.role_id <> all(${roleIds}::bigint[])`.execute(db);
  await sql`
    insert into sys_user_role (user_id, role_id) select ${userId}::bigint, unnest(${roleIds}::bigint[]) on conflict do nothing`.execute(db);
}

/** Returns those of the ids that are not deleted, locked against deletion until the end of the transaction. */
export async function lockRoles(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const found = await sql<{ id: number }>`
    select id from sys_role where id = any(${ids}::bigint[]) and deleted_at is null order by id for share`.execute(db);
  return new Set(found.rows.map((row) => row.id));
}

/** True when the department is not deleted; it is locked against deletion until the end of the transaction. */
export async function lockDepartment(db: Db, id: number): Promise<boolean> {
  const found = await sql`select 1 from sys_department where id = ${id} and deleted_at is null for share`.execute(db);
  return found.rows.length > 0;
}

export async function isEligibleSuccessor(db: Db, id: number): Promise<boolean> {
  const found = await sql`
    select 1 from sys_user where id = ${id} and is_admin <> 9 and status = 'enabled' and deleted_at is null for share`.execute(db);
  return found.rows.length > 0;
}

/** Finds an account, including super admins, and locks it; undefined when it is deleted or missing. */
export async function lockUserById(
  db: Db,
  id: number,
): Promise<{ id: number; account: string; name: string; is_admin: 0 | 1 | 9 } | undefined> {
  return await db
    .selectFrom('sys_user')
    .select(['id', 'account', 'name', 'is_admin'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
