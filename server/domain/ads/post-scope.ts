import { type RawBuilder, sql } from 'kysely';
import { assetVisible } from '../assets/index.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import type { Caller } from '../work-context.ts';

export type Viewer = Pick<Caller, 'userId' | 'isAdmin' | 'isLeader' | 'departmentPath'>;

/** SQL condition on `post p join homepage h`: the caller sees the post. */
export const postVisible = (caller: Viewer): RawBuilder<boolean> =>
  sql<boolean>`(${postWritable(caller)} or ${assetVisible(caller, 'homepage', { id: sql`h.id`, authoriser: sql`h.personal_account_id` })})`;

/** SQL condition on `post p`: the owner is in the caller's scope. The action `publish` is checked separately. */
export const postWritable = (caller: Viewer): RawBuilder<boolean> => userInScope(scopeOf(caller), sql`p.owner_user_id`);
