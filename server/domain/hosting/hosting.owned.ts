import { sql } from 'kysely';
import type { OwnedKind } from '../ownership.ts';

/** The accounts that a deleted user runs, as long as their hosting has not ended. Their ads are handed over as campaigns. */
export const ownedHostAccounts: OwnedKind = {
  type: 'host_accounts',
  label: { zh: '个托管账户', en: 'managed accounts' },
  async count(db, userId) {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from host_account where operator_user_id = ${userId} and state <> 'ended'`.execute(db);
    return rows[0]?.total ?? 0;
  },
  async handOver(db, from, to) {
    await sql`
      update host_account set operator_user_id = ${to}, version = version + 1 where operator_user_id = ${from} and state <> 'ended'`.execute(
      db,
    );
  },
};
