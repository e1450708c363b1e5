import { sql } from 'kysely';
import type { OwnedKind } from '../ownership.ts';

/** The rules of a deleted user. One whose name its new owner already uses gets its number behind it. */
export const ownedRules: OwnedKind = {
  type: 'host_rules',
  label: { zh: '条托管规则', en: 'rules' },
  async count(db, userId) {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from host_rule where owner_user_id = ${userId} and deleted_at is null`.execute(db);
    return rows[0]?.total ?? 0;
  },
  async handOver(db, from, to) {
    await sql`
      update host_rule r set owner_user_id = ${to}, version = version + 1, name = case when exists (
          select from host_rule o where o.owner_user_id = ${to} and o.name = r.name and o.deleted_at is null)
        then left(r.name, 50) || ' #' || r.id else r.name end
      where r.owner_user_id = ${from} and r.deleted_at is null`.execute(db);
  },
};
