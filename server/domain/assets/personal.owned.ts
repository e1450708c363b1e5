import { sql } from 'kysely';
import type { OwnedKind } from '../ownership.ts';
import { endUserAssignments } from './assign.repository.ts';

/** The successor takes over the personal accounts; assignments of the deleted user end. */
export const personalOwned: OwnedKind = {
  type: 'personal_accounts',
  label: { zh: '个个人账号', en: 'personal accounts' },
  async count(db, userId) {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from personal_account where owner_user_id = ${userId} and deleted_at is null`.execute(db);
    return rows[0]?.total ?? 0;
  },
  async handOver(db, from, to) {
    await sql`
      update personal_account set owner_user_id = ${to}, version = version + 1 where owner_user_id = ${from} and deleted_at is null`.execute(
      db,
    );
  },
  release: endUserAssignments,
};
