import { sql } from 'kysely';
import type { OwnedKind } from '../../ownership.ts';

/** The campaigns of a user who is deleted, with everything below them and the tasks the user scheduled. */
export const ownedCampaigns: OwnedKind = {
  type: 'campaigns',
  label: { zh: '个广告系列', en: 'campaigns' },
  async count(db, userId) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from campaign where owner_user_id = ${userId} and deleted_at is null`.execute(db);
    return rows[0]?.count ?? 0;
  },
  async handOver(db, from, to) {
    await sql`
      with moved as (
        update campaign set owner_user_id = ${to}, version = version + 1 where owner_user_id = ${from} and deleted_at is null returning id
      ), groups as (
        update ad_group set owner_user_id = ${to}, version = version + 1 where campaign_id in (select id from moved)
      )
      update ad set owner_user_id = ${to}, version = version + 1 where campaign_id in (select id from moved)`.execute(db);
    await sql`update schedule_task set user_id = ${to} where user_id = ${from} and status = 'waiting'`.execute(db);
  },
  // Scheduled tasks must not run in the name of a deleted user.
  async release(db, userId, now) {
    await sql`update schedule_task set status = 'canceled', updated_at = ${now} where user_id = ${userId} and status = 'waiting'`.execute(
      db,
    );
  },
};
