import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';

const KNOWN_COLUMNS = ['spend_usd', 'impressions', 'link_clicks', 'new_users', 'plat_purchases'] as const;
const columnsOf = (table: string) => sql.join(KNOWN_COLUMNS.map((column) => sql.ref(`${table}.${column}`)));

/**
 * Keeps what is known now of the hours of a day where it differs from what was known before, so that rules can be rehearsed on the
 * figures of the time. Only accounts under hosting are kept.
 */
export async function recordKnownHours(
  db: Kysely<Database>,
  { accountId, date, now }: { accountId: number; date: string; now: Date },
): Promise<void> {
  await sql`
    insert into insight_hour_known (ad_id, stat_date, stat_hour, known_at, ad_account_id, ${sql.join(KNOWN_COLUMNS.map((column) => sql.ref(column)))})
    select h.ad_id, h.stat_date, h.stat_hour, ${now}::timestamptz, h.ad_account_id, ${columnsOf('h')}
    from insight_hourly h
    left join lateral (
      select * from insight_hour_known e where e.ad_id = h.ad_id and e.stat_date = h.stat_date and e.stat_hour = h.stat_hour
      order by e.known_at desc limit 1) k on true
    where h.ad_account_id = ${accountId} and h.stat_date = ${date}::date and (${columnsOf('h')}) is distinct from (${columnsOf('k')})
      and exists (select from host_account a where a.ad_account_id = ${accountId} and a.state <> 'ended')
    on conflict do nothing`.execute(db);
}
