import { type Kysely, sql } from 'kysely';
import { assetTypes } from '#contracts/endpoints/asset-assigning.ts';
import type { departmentAssets } from '#contracts/endpoints/departments.ts';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { Database } from '#server/database/schema.ts';
import { ORDER_ZH } from '../searching.ts';
import type { DepartmentPlace, FlatNode, Leader } from './departments.rules.ts';
import { type Scope, userInScope } from './scope.ts';

type Db = Kysely<Database>;

const TREE_LOCK = 'people.departments';

/** Makes changes of the tree wait for each other, so that every check sees the tree it changes. */
export async function lockTree(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${TREE_LOCK}, 0))`.execute(db);
}

/** Lists departments in sibling order. Counts and leaders are limited to the users the reader may see. */
export async function loadDepartmentRows(db: Db, scope: Scope): Promise<FlatNode[]> {
  const found = await sql<Omit<FlatNode, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date }>`
    select d.id, d.name, d.parent_id, d.depth, d.sort, d.created_at, d.updated_at, coalesce(p.members, 0) as member_count,
      coalesce(p.leaders, '[]') as leaders
    from sys_department d left join (
      select u.department_id, count(*)::int as members,
        jsonb_agg(jsonb_build_object('id', u.id, 'label', u.name) order by u.id) filter (where u.is_leader = 1) as leaders
      from sys_user u where u.deleted_at is null and u.is_admin <> 9 and ${userInScope(scope, sql`u.id`)} group by u.department_id
    ) p on p.department_id = d.id
    where d.deleted_at is null order by d.sort, d.name ${ORDER_ZH}, d.id`.execute(db);
  return found.rows.map((row) => ({ ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() }));
}

export async function hasDepartment(db: Db, id: number): Promise<boolean> {
  const found = await sql`select 1 from sys_department where id = ${id} and deleted_at is null`.execute(db);
  return found.rows.length > 0;
}

type DepartmentAsset = ReplyOf<typeof departmentAssets>['list'][number];

/** The assets that are assigned to the department itself, by type and name. */
export async function loadDepartmentAssets(db: Db, id: number): Promise<DepartmentAsset[]> {
  const assigned = (type: DepartmentAsset['type'], label: 'name' | 'domain') => sql`
    select ${type}::text as type, t.id, ${sql.ref(`t.${label}`)} as label from asset_assign g join ${sql.table(type)} t on t.id = g.asset_id
    where g.asset_type = ${type} and g.department_id = ${id} and g.to_at is null and t.deleted_at is null`;
  const found = await sql<DepartmentAsset>`
    select * from (
      ${assigned('personal_account', 'name')} union all ${assigned('ad_account', 'name')} union all ${assigned('homepage', 'name')}
      union all ${assigned('pixel', 'name')} union all ${assigned('site', 'domain')}
    ) a order by array_position(${[...assetTypes]}::text[], a.type), a.label ${ORDER_ZH}, a.id`.execute(db);
  return found.rows;
}

export interface LockedDepartment extends DepartmentPlace {
  name: string;
  sort: number;
}

/** Finds a department that is not deleted and locks it, so that no user can move into it meanwhile. */
export async function lockDepartment(db: Db, id: number): Promise<LockedDepartment | undefined> {
  return await db
    .selectFrom('sys_department')
    .select(['id', 'parent_id', 'path', 'depth', 'name', 'sort'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function isNameTaken(db: Db, parentId: number, name: string, except = 0): Promise<boolean> {
  const found = await sql`
    select 1 from sys_department where parent_id = ${parentId} and name = ${name} and deleted_at is null and id <> ${except}`.execute(db);
  return found.rows.length > 0;
}

export async function insertDepartment(db: Db, parent: DepartmentPlace, name: string, order: number, now: Date): Promise<number> {
  const found = await sql<{ id: number }>`
    with new_id as (select nextval(pg_get_serial_sequence('sys_department', 'id')) as id)
    insert into sys_department (id, parent_id, name, path, depth, sort, created_at, updated_at)
    overriding system value
    select id, ${parent.id}, ${name}, ${parent.path} || id || '/', ${parent.depth + 1}, ${order}, ${now}, ${now} from new_id
    returning id`.execute(db);
  return found.rows[0]?.id ?? 0;
}

export async function updateDepartment(
  db: Db,
  id: number,
  changes: { name?: string; sort?: number; deleted_at?: Date },
  now: Date,
): Promise<void> {
  await db
    .updateTable('sys_department')
    .set({ ...changes, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Greatest depth among the departments of the subtree that are not deleted. */
export async function findMaxDepth(db: Db, path: string): Promise<number> {
  const found = await sql<{ deepest: number }>`
    select max(depth) as deepest from sys_department where path like ${`${path}%`} and deleted_at is null`.execute(db);
  return found.rows[0]?.deepest ?? 0;
}

/** Moves the subtree under the target and rewrites all its paths and depths, including those of deleted departments. */
export async function moveSubtree(db: Db, moved: DepartmentPlace, target: DepartmentPlace, order: number, now: Date): Promise<void> {
  await sql`
    update sys_department set
      path = ${`${target.path}${moved.id}/`} || substr(path, ${moved.path.length + 1}),
      depth = greatest(1, least(5, depth + ${target.depth + 1 - moved.depth})),
      updated_at = ${now}
    where path like ${`${moved.path}%`}`.execute(db);
  await db.updateTable('sys_department').set({ parent_id: target.id, sort: order }).where('id', '=', moved.id).execute();
}

/** Counts the users of the subtree who are not deleted. */
export async function countUsersUnder(db: Db, path: string): Promise<number> {
  const found = await sql<{ total: number }>`
    select count(*) as total from sys_user u join sys_department d on d.id = u.department_id
    where u.deleted_at is null and d.path like ${`${path}%`}`.execute(db);
  return found.rows[0]?.total ?? 0;
}

/** Leaders whose row visibility depends on the tree; administrators are left out because they see every row. */
export async function loadScopedLeaders(db: Db): Promise<Leader[]> {
  const found = await sql<Leader>`
    select id, name as label, department_id from sys_user
    where is_leader = 1 and is_admin = 0 and status = 'enabled' and deleted_at is null and department_id is not null order by id`.execute(
    db,
  );
  return found.rows;
}

export async function hasChildrenOrUsers(db: Db, id: number): Promise<boolean> {
  const found = await sql`
    select 1 from sys_department where parent_id = ${id} and deleted_at is null
    union all select 1 from sys_user where department_id = ${id} and deleted_at is null limit 1`.execute(db);
  return found.rows.length > 0;
}

export async function lockMembers(db: Db, id: number): Promise<{ id: number; account: string; is_leader: 0 | 1 }[]> {
  const found = await sql<{ id: number; account: string; is_leader: 0 | 1 }>`
    select id, account, is_leader from sys_user where department_id = ${id} and deleted_at is null order by id for no key update`.execute(
    db,
  );
  return found.rows;
}

export async function setLeader(db: Db, ids: readonly number[], isLeader: 0 | 1, now: Date): Promise<void> {
  await sql`
    update sys_user set is_leader = ${isLeader}, version = version + 1, updated_at = ${now} where id = any(${ids}::bigint[])`.execute(db);
}
