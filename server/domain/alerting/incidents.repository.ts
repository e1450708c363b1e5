import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { AlertTable, IncidentTable } from '#server/database/schema-facts.ts';
import { DELIVERING, personalStatus } from '../assets/index.ts';

/** Causes without a state of their own end when nothing was heard of them for this long. */
const QUIET_HOURS = 24;

/**
 * Closes incidents whose cause is gone. `calm` are the accounts whose fresh figures look usual, `unusual` those whose figures do not; the
 * others are stale, and nothing is known about them.
 */
export async function closeEndedIncidents(
  db: Kysely<Database>,
  { calm, unusual }: { calm: readonly number[]; unusual: readonly number[] },
  now: Date,
): Promise<number> {
  const quietSince = new Date(now.getTime() - QUIET_HOURS * 3_600_000);
  const { rows } = await sql`
    update incident i set closed_at = ${now} where i.closed_at is null and (
      (i.subject_type = 'authorisation' and not exists (
        select 1 from personal_account p where p.id::text = i.subject_key and p.deleted_at is null
          and ${personalStatus('p', now)} in ('expiring', 'expired', 'revoked')))
      or (i.subject_type = 'ad_account' and not exists (
        select 1 from ad_account a where a.id::text = i.subject_key and a.deleted_at is null and a.enabled and (
          a.account_status <> all(${[...DELIVERING]}::int[])
          or a.id = any(${[...unusual]}::bigint[])
          or (i.cause like 'spend\\_%' and a.id <> all(${[...calm]}::bigint[]))
          or (i.cause = 'budget_cap' and i.last_alert_at > ${quietSince}
            and exists (select 1 from host_account h where h.ad_account_id = a.id and h.capped_on is not null))
          or (i.cause = 'rule_hit' and i.last_alert_at > ${quietSince} and a.id <> all(${[...calm]}::bigint[])))))
      or (i.subject_type = 'pixel' and not exists (
        select 1 from pixel p where p.id::text = i.subject_key and p.deleted_at is null and p.status <> 'disabled'
          and (p.last_fired_at is null or p.last_fired_at <= i.opened_at) and i.last_alert_at > ${quietSince}::timestamptz - interval '1 day'))
      or (i.subject_type = 'policy' and i.last_alert_at <= ${quietSince}))
    returning i.id`.execute(db);
  return rows.length;
}

/** SQL: incidents of which the user got an alert. */
const ownIncidents = (userId: number, isOpenOnly: boolean) => sql`
  from incident i cross join lateral (
    select count(*) as count from alert a where a.incident_id = i.id and a.user_id = ${userId}
  ) own where own.count > 0 and (not ${isOpenOnly} or i.closed_at is null)`;

export async function countOwnIncidents(db: Kysely<Database>, userId: number, isOpenOnly: boolean): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${ownIncidents(userId, isOpenOnly)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Open incidents first, then from the newest alert. */
export async function loadOwnIncidents(
  db: Kysely<Database>,
  userId: number,
  isOpenOnly: boolean,
  { limit, offset }: { limit: number; offset: number },
): Promise<(Selectable<IncidentTable> & { count: number })[]> {
  const { rows } = await sql<Selectable<IncidentTable> & { count: number }>`
    select i.*, own.count ${ownIncidents(userId, isOpenOnly)}
    order by i.closed_at is not null, i.last_alert_at desc, i.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** The newest alerts of a user in each of these incidents. */
export async function loadOwnAlerts(
  db: Kysely<Database>,
  userId: number,
  incidentIds: readonly number[],
  most: number,
): Promise<Selectable<AlertTable>[]> {
  const { rows } = await sql<Selectable<AlertTable>>`
    select newest.* from unnest(${[...incidentIds]}::bigint[]) as i (id) cross join lateral (
      select a.* from alert a where a.incident_id = i.id and a.user_id = ${userId} order by a.created_at desc, a.id desc limit ${most}
    ) newest order by newest.created_at desc, newest.id desc`.execute(db);
  return rows;
}
