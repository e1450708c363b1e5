import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { AD_DAY_COLUMNS, type AdDay, uniqueDays } from './ad-days.ts';

const USER_COLUMNS = ['new_users', 'reacq_users', 'reg_users'];

/** Recomputes the user counts of existing ad-days, whose hours of visits must still be stored. */
export async function rewriteVisitSums(db: Kysely<Database>, days: readonly AdDay[]): Promise<void> {
  const adDays = uniqueDays(days);
  if (adDays.length === 0) return;
  const json = JSON.stringify(adDays);
  await sql`
    with told as (
      select r.ad_id, r.stat_date, ${sql.join(USER_COLUMNS.map((name) => sql`sum(${sql.ref(`v.${name}`)}) as ${sql.ref(name)}`))}
      from jsonb_to_recordset(${json}::jsonb) ${AD_DAY_COLUMNS} join visit_hour v on v.ad_id = r.ad_id and v.stat_date = r.stat_date group by 1, 2)
    update insight_daily d set ${sql.join(USER_COLUMNS.map((name) => sql`${sql.ref(name)} = ${sql.ref(`told.${name}`)}`))}
    from told where d.ad_id = told.ad_id and d.stat_date = told.stat_date
      and (${sql.join(USER_COLUMNS.map((name) => sql.ref(`d.${name}`)))}) is distinct from (${sql.join(USER_COLUMNS.map((name) => sql.ref(`told.${name}`)))})`.execute(
    db,
  );
  await sql`
    update insight_hourly h set new_users = 0 from jsonb_to_recordset(${json}::jsonb) ${AD_DAY_COLUMNS}
    where h.ad_id = r.ad_id and h.stat_date = r.stat_date and h.new_users <> 0 and not exists (
      select from visit_hour v where v.ad_id = h.ad_id and v.stat_date = h.stat_date and v.stat_hour = h.stat_hour and v.new_users > 0)`.execute(
    db,
  );
  await sql`
    insert into insight_hourly (ad_id, stat_date, stat_hour, ad_account_id, owner_user_id, new_users)
    select r.ad_id, r.stat_date, v.stat_hour, d.ad_account_id, d.owner_user_id, sum(v.new_users)
    from jsonb_to_recordset(${json}::jsonb) ${AD_DAY_COLUMNS}
    join insight_daily d on d.ad_id = r.ad_id and d.stat_date = r.stat_date
    join visit_hour v on v.ad_id = r.ad_id and v.stat_date = r.stat_date
    group by 1, 2, 3, 4, 5 having sum(v.new_users) > 0
    on conflict (ad_id, stat_date, stat_hour) do update set new_users = excluded.new_users
    where insight_hourly.new_users <> excluded.new_users`.execute(db);
}
