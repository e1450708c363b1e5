import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../work-context.ts';
import { scopeOf, userInScope } from './scope.ts';

export type SchemeViewer = Pick<Caller, 'userId' | 'isAdmin' | 'isLeader' | 'departmentPath'>;

/** SQL condition on `scheme s`: the owner is in the caller's scope. The action `publish` is checked separately. */
export const schemeWritable = (caller: SchemeViewer): RawBuilder<boolean> => userInScope(scopeOf(caller), sql`s.owner_user_id`);

/** SQL condition on `scheme s`: the caller may see and publish it. A department scheme is also visible to users of departments below. */
export function schemeVisible(caller: SchemeViewer): RawBuilder<boolean> {
  if (scopeOf(caller).kind === 'everyone') return sql<boolean>`true`;
  const { departmentPath: path } = caller;
  if (path === null) return schemeWritable(caller);
  return sql<boolean>`(${schemeWritable(caller)} or (s.visibility = 'dept' and exists (
    select 1 from sys_user vu join sys_department vd on vd.id = vu.department_id
    where vu.id = s.owner_user_id and ${path} like vd.path || '%'
  )))`;
}

/** SQL condition on `scheme s`: the caller may see it or ads that were published from it, also after it was deleted. */
export const isSchemeKnown = (caller: SchemeViewer): RawBuilder<boolean> => sql<boolean>`(
  (s.deleted_at is null and ${schemeVisible(caller)})
  or exists (select 1 from campaign kc where kc.scheme_id = s.id and ${userInScope(scopeOf(caller), sql`kc.owner_user_id`)}))`;
