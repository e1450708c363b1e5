import { type RawBuilder, sql } from 'kysely';
import { scopeOf, userInScope } from '../../people/index.ts';
import type { Caller } from '../../work-context.ts';

export type Viewer = Pick<Caller, 'userId' | 'isAdmin' | 'isLeader' | 'departmentPath'>;

/** SQL condition: the caller sees the campaign, ad group or ad whose table has this alias, and may change it with the action. What nobody owns is for administrators. */
export const entityVisible = (caller: Viewer, alias: string): RawBuilder<boolean> =>
  userInScope(scopeOf(caller), sql.ref(`${alias}.owner_user_id`));
