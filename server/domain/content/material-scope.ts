import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import type { Caller } from '../work-context.ts';

export type Viewer = Pick<Caller, 'userId' | 'isAdmin' | 'isLeader' | 'departmentPath'>;

/** SQL condition on `material m`: the uploader's department is the caller's, or lies above or below it. */
function isSameBranch({ departmentPath }: Viewer): RawBuilder<boolean> {
  if (departmentPath === null) return sql<boolean>`false`;
  return sql<boolean>`m.uploader_user_id in (
    select bu.id from sys_user bu join sys_department bd on bd.id = bu.department_id
    where bd.path like ${`${departmentPath}%`} or ${departmentPath} like bd.path || '%'
  )`;
}

/** SQL condition on `material m`: the caller may see it and therefore use it. Deleted materials are not excluded here. */
export function isMaterialVisible(caller: Viewer): RawBuilder<boolean> {
  const scope = scopeOf(caller);
  if (scope.kind === 'everyone') return sql<boolean>`true`;
  const userConditions = [sql`m.uploader_user_id`, sql`m.creator_user_id`, sql`m.owner_user_id`].map((id) => userInScope(scope, id));
  return sql<boolean>`(m.visibility = 'company' or (m.visibility = 'dept' and ${isSameBranch(caller)}) or ${sql.join(userConditions, sql` or `)})`;
}

/**
 * SQL condition on `material m`: the caller is its owner or creator, leads one of them, or is an administrator. The action `material` is
 * checked separately.
 */
export function isMaterialWritable(caller: Viewer): RawBuilder<boolean> {
  const scope = scopeOf(caller);
  return sql<boolean>`(${userInScope(scope, sql`m.owner_user_id`)} or ${userInScope(scope, sql`m.creator_user_id`)})`;
}

/** Title of the material in a filter if the caller may see it; its id otherwise. */
export async function findVisibleMaterialTitle(db: Kysely<Database>, caller: Viewer, id: number | undefined): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const found = await sql<{ title: string }>`select m.title from material m where m.id = ${id} and ${isMaterialVisible(caller)}`.execute(
    db,
  );
  return found.rows[0]?.title ?? `#${id}`;
}
