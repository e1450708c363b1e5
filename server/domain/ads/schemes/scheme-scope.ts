import { type RawBuilder, sql } from 'kysely';
import { scopeOf, userInScope } from '../../people/index.ts';
import type { Caller } from '../../work-context.ts';

export type Viewer = Pick<Caller, 'userId' | 'isAdmin' | 'isLeader' | 'departmentPath'>;

/** SQL condition on `scheme s`: the owner is in the caller's scope. The action `publish` is checked separately. */
export const schemeWritable = (caller: Viewer): RawBuilder<boolean> => userInScope(scopeOf(caller), sql`s.owner_user_id`);

/** SQL condition on `scheme s`: the caller may see and publish it. A department scheme is also visible to users of departments below. */
export function schemeVisible(caller: Viewer): RawBuilder<boolean> {
  if (scopeOf(caller).kind === 'everyone') return sql<boolean>`true`;
  const { departmentPath: path } = caller;
  if (path === null) return schemeWritable(caller);
  return sql<boolean>`(${schemeWritable(caller)} or (s.visibility = 'dept' and exists (
    select 1 from sys_user vu join sys_department vd on vd.id = vu.department_id
    where vu.id = s.owner_user_id and ${path} like vd.path || '%'
  )))`;
}
