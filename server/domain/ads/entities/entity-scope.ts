import { type RawBuilder, sql } from 'kysely';
import { scopeOf, userInScope } from '../../people/index.ts';
import type { Caller } from '../../work-context.ts';

export type Viewer = Pick<Caller, 'userId' | 'isAdmin' | 'isLeader' | 'departmentPath'>;

/**
 * SQL condition: the caller sees the campaign, ad group or ad with this alias; with the right action they may also change it. Only
 * administrators see objects without an owner.
 */
export const entityVisible = (caller: Viewer, alias: string): RawBuilder<boolean> =>
  userInScope(scopeOf(caller), sql.ref(`${alias}.owner_user_id`));
