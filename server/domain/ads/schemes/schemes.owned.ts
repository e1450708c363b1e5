import { sql } from 'kysely';
import type { OwnedKind } from '../../ownership.ts';

/** Schemes that were not deleted, by whom they belong to. */
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
    // The successor may have one of the name: then it gets its number besides.
    await sql`
      update scheme s set owner_user_id = ${to}, name = case when exists (
          select 1 from scheme o where o.owner_user_id = ${to} and o.name = s.name and o.deleted_at is null
        ) then left(s.name, 40) || ' #' || s.id else s.name end
      where s.owner_user_id = ${from} and s.deleted_at is null`.execute(db);
  },
};
