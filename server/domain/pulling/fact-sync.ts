import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** The facts of an account are those of now. */
export async function noteFactsPulled(db: Kysely<Database>, accountId: number, now: Date): Promise<void> {
  await sql`
    insert into fact_sync (ad_account_id, pulled_at, updated_at) values (${accountId}, ${now}, ${now})
    on conflict (ad_account_id) do update set pulled_at = excluded.pulled_at, failed_since = null, error = null, updated_at = excluded.updated_at`.execute(
    db,
  );
}

/** They do not come; what there is stays. Since when, the first failure says. */
export async function noteFactsFailed(db: Kysely<Database>, accountId: number, error: string, now: Date): Promise<void> {
  await sql`
    insert into fact_sync (ad_account_id, failed_since, error, updated_at) values (${accountId}, ${now}, ${error}, ${now})
    on conflict (ad_account_id) do update set
      failed_since = coalesce(fact_sync.failed_since, excluded.failed_since), error = excluded.error, updated_at = excluded.updated_at`.execute(
    db,
  );
}
