import { type RawBuilder, sql } from 'kysely';
import { scopeOf, userInScope } from '../people/index.ts';
import type { Caller } from '../work-context.ts';

export const assetTypes = ['personal_account', 'ad_account', 'homepage', 'pixel', 'site'] as const;
export type AssetType = (typeof assetTypes)[number];

type Viewer = Pick<Caller, 'userId' | 'isAdmin' | 'isLeader' | 'departmentPath'>;

/** SQL condition: the asset is assigned, now, to somebody in the caller's scope, to a department above the caller, or - of a leader - below. */
function assignedTo(caller: Viewer, type: AssetType, id: RawBuilder<unknown>): RawBuilder<boolean> {
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
 * SQL condition: the caller may see the asset. `authoriser` is the id of the personal account it came through (of a site:
 * null), `owner` the owner of a personal account itself.
 */
export function assetVisible(
  caller: Viewer,
  type: AssetType,
  { id, authoriser, owner }: { id: RawBuilder<unknown>; authoriser?: RawBuilder<unknown>; owner?: RawBuilder<unknown> },
): RawBuilder<boolean> {
  const scope = scopeOf(caller);
  if (scope.kind === 'everyone') return sql<boolean>`true`;
  const owned = owner === undefined ? ownedThrough(caller, authoriser) : userInScope(scope, owner);
  return sql<boolean>`(${owned} or ${assignedTo(caller, type, id)})`;
}

/** SQL condition: the personal account it came through belongs to somebody in the caller's scope. With the action `asset`, its writers. */
export function ownedThrough(caller: Viewer, authoriser?: RawBuilder<unknown>): RawBuilder<boolean> {
  const scope = scopeOf(caller);
  if (scope.kind === 'everyone') return sql<boolean>`true`;
  if (authoriser === undefined) return sql<boolean>`false`;
  return sql<boolean>`exists (
    select 1 from personal_account pa where pa.id = ${authoriser} and ${userInScope(scope, sql`pa.owner_user_id`)}
  )`;
}
