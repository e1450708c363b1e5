import { sql } from 'kysely';
import type { OwnedKind } from '../../ownership.ts';

/** The schemes of a user that are not deleted. */
export const ownedSchemes: OwnedKind = {
  type: 'schemes',
  label: { zh: '个方案', en: 'schemes' },
  async count(db, userId) {
    const found = await db
      .selectFrom('scheme')
      .select((scheme) => scheme.fn.countAll<number>().as('count'))
      .where('owner_user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    return found.count;
  },
  async handOver(db, from, to) {
    // If the successor already has a scheme with the name, the number is appended.
    await sql`
      update scheme s set owner_user_id = ${to}, name = case when exists (
          select 1 from scheme o where o.owner_user_id = ${to} and o.name = s.name and o.deleted_at is null
        ) then left(s.name, 40) || ' #' || s.id else s.name end
      where s.owner_user_id = ${from} and s.deleted_at is null`.execute(db);
  },
};
