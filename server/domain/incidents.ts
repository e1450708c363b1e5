import { type Kysely, sql } from 'kysely';
import type { AlertKind, AlertLevel, IncidentSubject } from '#contracts/vocabulary/alerts.ts';
import type { Database } from '#server/database/schema.ts';

type Db = Kysely<Database>;

/** What an alert is about. Alerts about the same thing form one incident. */
export interface AlertSubject {
  type: IncidentSubject;
  /** Id of the subject, or the text of a policy. */
  key: number | string;
  name: string;
}

/** Kinds from the likeliest cause to the remotest effect. */
const causes: readonly AlertKind[] = [
  'token_expired',
  'account_disabled',
  'budget_cap',
  'token_expiring',
  'pixel_silent',
  'ad_disapproved',
  'spend_without_orders',
  'spend_stopped',
  'spend_racing',
];
const rankOf = (kind: AlertKind): number => (causes.includes(kind) ? causes.indexOf(kind) : causes.length);

const severity: Readonly<Record<AlertLevel, number>> = { info: 0, warn: 1, error: 2 };

/** A lost authorisation explains alerts about its accounts that are at most this old. */
const EXPLAINED_HOURS = 24;

interface Alerted {
  about: AlertSubject;
  joinsOnly: boolean;
  kind: AlertKind;
  level: AlertLevel;
  now: Date;
}

interface OpenIncident {
  id: number;
  cause: AlertKind;
  level: AlertLevel;
}

/** The open incident that explains trouble of an account: its lost authorisation or, when orders are missing, a pixel without events. */
async function findExplanation(db: Db, { about, kind, now }: Alerted): Promise<OpenIncident | undefined> {
  const isAboutOrders = kind === 'spend_without_orders';
  const { rows } = await sql<OpenIncident>`
    select i.id, i.cause, i.level from incident i
    where i.closed_at is null and (
      (i.subject_type = 'authorisation' and i.cause = 'token_expired'
        and i.subject_key = (select a.personal_account_id::text from ad_account a where a.id = ${about.key}))
      or (${isAboutOrders} and i.subject_type = 'pixel' and i.subject_key in (
        select d.pixel_id::text from insight_daily d
        where d.ad_account_id = ${about.key} and d.stat_date >= ${now}::date - 2 and d.spend > 0 and d.pixel_id is not null)))
    order by i.subject_type, i.id limit 1`.execute(db);
  return rows[0];
}

async function findOpen(db: Db, { about }: Alerted): Promise<OpenIncident | undefined> {
  return await db
    .selectFrom('incident')
    .select(['id', 'cause', 'level'])
    .where('subject_type', '=', about.type)
    .where('subject_key', '=', String(about.key))
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

async function openOrFind(db: Db, { about, kind, level, now }: Alerted): Promise<OpenIncident> {
  const { rows } = await sql<OpenIncident>`
    insert into incident (subject_type, subject_key, cause, name, level, opened_at, last_alert_at)
    values (${about.type}, ${String(about.key)}, ${kind}, ${about.name}, ${level}, ${now}, ${now})
    on conflict (subject_type, subject_key) where closed_at is null do update set last_alert_at = excluded.last_alert_at
    returning id, cause, level`.execute(db);
  if (rows[0] === undefined) throw new Error('an incident was neither opened nor found');
  return rows[0];
}

/** Moves the alerts of recent incidents of the accounts that a lost authorisation explains. */
async function absorbAccounts(db: Db, incidentId: number, { about, now }: Alerted): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select i.id from incident i join ad_account a on i.subject_key = a.id::text
    where i.subject_type = 'ad_account' and i.closed_at is null and a.personal_account_id = ${about.key}
      and i.last_alert_at >= ${new Date(now.getTime() - EXPLAINED_HOURS * 3_600_000)} order by i.id for update of i`.execute(db);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await db.updateTable('alert').set({ incident_id: incidentId }).where('incident_id', 'in', ids).execute();
  await db.deleteFrom('incident').where('id', 'in', ids).execute();
}

/** Adds alerts to the open incident that explains them; opens one unless they only join. */
export async function joinIncident(db: Db, alertIds: readonly number[], alerted: Alerted): Promise<void> {
  const { about, kind, level, now } = alerted;
  const explanation = about.type === 'ad_account' ? await findExplanation(db, alerted) : undefined;
  const incident = explanation ?? (await (alerted.joinsOnly ? findOpen : openOrFind)(db, alerted));
  if (incident === undefined) return;
  await db
    .updateTable('incident')
    .set({
      last_alert_at: now,
      cause: rankOf(kind) < rankOf(incident.cause) ? kind : incident.cause,
      level: severity[level] > severity[incident.level] ? level : incident.level,
    })
    .where('id', '=', incident.id)
    .execute();
  await db
    .updateTable('alert')
    .set({ incident_id: incident.id })
    .where('id', 'in', [...alertIds])
    .execute();
  if (kind === 'token_expired') await absorbAccounts(db, incident.id, alerted);
}
