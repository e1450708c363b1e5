import { sql } from 'kysely';
import type { CallContext } from '../call.ts';
import { scopeOf, userInScope } from '../people/index.ts';
import { refuseField } from '../refusal.ts';

/** Refuses a creator, at `field`, who is not an enabled user in the caller's scope. */
export async function requireCreator(
  { db, caller }: Pick<CallContext, 'db' | 'caller'>,
  userId: number,
  field = 'creator_user_id',
): Promise<void> {
  const found = await sql`
    select 1 from sys_user u where u.id = ${userId} and u.deleted_at is null and u.is_admin <> 9 and u.status = 'enabled'
      and ${userInScope(scopeOf(caller), sql`u.id`)} for share of u`.execute(db);
  if (found.rows.length === 0) throw refuseField(field, 'exists');
}
