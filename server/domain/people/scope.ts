import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../work-context.ts';

/** Whose rows a caller sees: those of every user, of a department subtree, or only the caller's own. */
export type Scope = { kind: 'everyone' } | { kind: 'subtree'; path: string; self: number } | { kind: 'self'; self: number };

export function scopeOf(caller: Pick<Caller, 'userId' | 'isAdmin' | 'isLeader' | 'departmentPath'>): Scope {
  if (caller.isAdmin === 1 || caller.isAdmin === 9) return { kind: 'everyone' };
  if (caller.isLeader && caller.departmentPath !== null) return { kind: 'subtree', path: caller.departmentPath, self: caller.userId };
  return { kind: 'self', self: caller.userId };
}

/** SQL condition that the user id is inside the scope. Rows without a user are visible in the scope `everyone` only. */
export function userInScope(scope: Scope, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope.kind === 'everyone') return sql<boolean>`true`;
  if (scope.kind === 'self') return sql<boolean>`(${userId} = ${scope.self})`;
  return sql<boolean>`(${userId} = ${scope.self} or ${userId} in (
    select su.id from sys_user su join sys_department sd on sd.id = su.department_id where sd.path like ${`${scope.path}%`}
  ))`;
}
