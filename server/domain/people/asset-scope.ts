import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../work-context.ts';
import { scopeOf, userInScope } from './scope.ts';

export type AssetType = 'personal_account' | 'ad_account' | 'homepage' | 'pixel' | 'site';

type Viewer = Pick<Caller, 'userId' | 'isAdmin' | 'isLeader' | 'departmentPath'>;

/**
 * SQL condition: the asset is currently assigned to a user in the caller's scope, to the caller's department or one above it, or, for a
 * leader, to one below it.
 */
function isAssigned(caller: Viewer, type: AssetType, id: RawBuilder<unknown>): RawBuilder<boolean> {
  const { departmentPath: path } = caller;
  const above = path === null ? sql<boolean>`false` : sql<boolean>`${path} like ad.path || '%'`;
  const below = path !== null && caller.isLeader ? sql<boolean>`ad.path like ${`${path}%`}` : sql<boolean>`false`;
  return sql<boolean>`exists (
    select 1 from asset_assign aa left join sys_department ad on ad.id = aa.department_id
    where aa.asset_type = ${type} and aa.asset_id = ${id} and aa.to_at is null
      and (${userInScope(scopeOf(caller), sql`aa.user_id`)} or (ad.id is not null and (${above} or ${below})))
  )`;
}

/**
 * SQL condition: the caller sees the asset. `authoriser` is the id of the personal account it was bound through, absent for a site;
 * `owner` is the owner of a personal account.
 */
export function assetVisible(
  caller: Viewer,
  type: AssetType,
  { id, authoriser, owner }: { id: RawBuilder<unknown>; authoriser?: RawBuilder<unknown>; owner?: RawBuilder<unknown> },
): RawBuilder<boolean> {
  const scope = scopeOf(caller);
  if (scope.kind === 'everyone') return sql<boolean>`true`;
  const owned = owner === undefined ? isAuthorisedInScope(caller, authoriser) : userInScope(scope, owner);
  return sql<boolean>`(${owned} or ${isAssigned(caller, type, id)})`;
}

/** SQL condition: the owner of the authoriser is in the caller's scope. With the action `asset`, such a caller may change the asset. */
export function isAuthorisedInScope(caller: Viewer, authoriser?: RawBuilder<unknown>): RawBuilder<boolean> {
  const scope = scopeOf(caller);
  if (scope.kind === 'everyone') return sql<boolean>`true`;
  if (authoriser === undefined) return sql<boolean>`false`;
  return sql<boolean>`exists (
    select 1 from personal_account pa where pa.id = ${authoriser} and ${userInScope(scope, sql`pa.owner_user_id`)}
  )`;
}
