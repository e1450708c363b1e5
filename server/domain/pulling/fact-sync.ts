import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** Records that the facts of an account are up to date. */
export async function recordFactsPulled(db: Kysely<Database>, accountId: number, now: Date): Promise<void> {
  await sql`
    insert into fact_sync (ad_account_id, pulled_at, updated_at) values (${accountId}, ${now}, ${now})
    on conflict (ad_account_id) do update set pulled_at = excluded.pulled_at, failed_since = null, error = null, updated_at = excluded.updated_at`.execute(
    db,
  );
}

/** Records that pulling facts failed, with the time of the first failure in a row. Existing facts stay. */
export async function recordFactsFailed(db: Kysely<Database>, accountId: number, error: string, now: Date): Promise<void> {
  await sql`
    insert into fact_sync (ad_account_id, failed_since, error, updated_at) values (${accountId}, ${now}, ${error}, ${now})
    on conflict (ad_account_id) do update set
      failed_since = coalesce(fact_sync.failed_since, excluded.failed_since), error = excluded.error, updated_at = excluded.updated_at`.execute(
    db,
  );
}
