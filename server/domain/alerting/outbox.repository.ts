import { type Kysely, sql } from 'kysely';
import type { DeliveryProblem } from '#contracts/vocabulary/alerts.ts';
import type { Database } from '#server/database/schema.ts';
import { alertTexts, incidentTitle } from '../alerts.ts';
import type { SentAlert } from './formats.ts';
import { endOfQuietHours } from './quiet-hours.ts';
import type { AlertTarget } from './targets.repository.ts';

type Db = Kysely<Database>;

/** A server that does not report back within this time is considered dead, and its deliveries are sent again. */
const LEASE_MS = 60_000;
/** Alerts per message. */
const MAX_ALERTS = 20;
/** Deliveries are forgotten after this time, sent or not. */
const KEPT_DAYS = 30;

export interface ClaimedDelivery {
  id: number;
  attempts: number;
  alert: SentAlert;
}

export interface ClaimedMessage {
  target: AlertTarget;
  deliveries: ClaimedDelivery[];
  claimedUntil: Date;
}

interface DueRow {
  id: number;
  attempts: number;
  alert_id: number;
  level: SentAlert['level'];
  kind: SentAlert['kind'];
  data: unknown;
  link: string | null;
  created_at: Date;
  incident_id: number | null;
  cause: SentAlert['kind'] | null;
  incident_name: string | null;
}

/** Locks a target with due deliveries that no other server is working on. */
async function lockDueTarget(db: Db, now: Date): Promise<(AlertTarget & { timezone: string }) | undefined> {
  const { rows } = await sql<AlertTarget & { timezone: string }>`
    select t.*, u.timezone from alert_target t join sys_user u on u.id = t.user_id
    where t.enabled and u.status = 'enabled' and u.deleted_at is null and exists (
      select 1 from alert_delivery d where d.target_id = t.id and d.status = 'waiting' and d.due_at <= ${now}
        and (d.claimed_until is null or d.claimed_until <= ${now}))
    order by t.id limit 1 for no key update of t skip locked`.execute(db);
  return rows[0];
}

async function loadDue(db: Db, targetId: number, now: Date): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select d.id, d.attempts, a.id as alert_id, a.level, a.kind, a.data, a.link, a.created_at,
      i.id as incident_id, i.cause, i.name as incident_name
    from alert_delivery d join alert a on a.id = d.alert_id left join incident i on i.id = a.incident_id
    where d.target_id = ${targetId} and d.status = 'waiting' and d.due_at <= ${now} and (d.claimed_until is null or d.claimed_until <= ${now})
    order by a.created_at, a.id for update of d`.execute(db);
  return rows;
}

const holdUntil = (db: Db, ids: readonly number[], due_at: Date) =>
  db.updateTable('alert_delivery').set({ due_at }).where('id', 'in', ids).execute();

/** A target whose deliveries are all held back is passed over by the next claim. */
async function claimOne(db: Db, now: Date): Promise<ClaimedMessage | 'held' | undefined> {
  const found = await lockDueTarget(db, now);
  if (found === undefined) return undefined;
  const { timezone, ...target } = found;
  const due = await loadDue(db, target.id, now);
  const { quiet_from: from, quiet_to: to } = target;
  const quietUntil = from === null || to === null ? undefined : endOfQuietHours(now, { from, to, timezone });
  const isHeld = ({ level }: DueRow) => quietUntil !== undefined && !(level === 'error' && target.quiet_errors);
  const held = due.filter(isHeld).map(({ id }) => id);
  if (quietUntil !== undefined && held.length > 0) await holdUntil(db, held, quietUntil);
  const claimed = due.filter((row) => !isHeld(row)).slice(0, MAX_ALERTS);
  if (claimed.length === 0) return 'held';
  const claimedUntil = new Date(now.getTime() + LEASE_MS);
  await db
    .updateTable('alert_delivery')
    .set(({ eb }) => ({ claimed_until: claimedUntil, attempts: eb('attempts', '+', 1) }))
    .where(
      'id',
      'in',
      claimed.map(({ id }) => id),
    )
    .execute();
  const reader = { language: target.language, timezone };
  return { target, claimedUntil, deliveries: claimed.map((row) => toDelivery(row, reader)) };
}

function toDelivery(row: DueRow, reader: Parameters<typeof alertTexts>[2]): ClaimedDelivery {
  const { id, attempts, alert_id, level, kind, data, link, created_at, incident_id, cause, incident_name } = row;
  const incident =
    incident_id === null || cause === null ? null : { id: incident_id, title: incidentTitle(cause, incident_name ?? '', reader) };
  const alert = { id: alert_id, level, kind, ...alertTexts(kind, data, reader), link, created_at: created_at.toISOString(), incident };
  return { id, attempts: attempts + 1, alert };
}

/** Claims due deliveries of one target as one message. Exactly one of several servers gets them. */
export async function claimMessage(db: Db, now: Date): Promise<ClaimedMessage | undefined> {
  for (;;) {
    const claimed = await db.transaction().execute((transaction) => claimOne(transaction, now));
    if (claimed !== 'held') return claimed;
  }
}

/** Records the outcome of a message, unless its deliveries were claimed again meanwhile. */
export async function settleMessage(
  db: Db,
  { target, deliveries, claimedUntil }: ClaimedMessage,
  settle: (delivery: ClaimedDelivery) => { status: 'sent' } | { status: 'waiting'; due_at: Date } | { status: 'failed' },
  { now, problem }: { now: Date; problem: DeliveryProblem | null },
  outcome: { last_outcome: string; last_detail: string | null },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const delivery of deliveries) {
      const settled = settle(delivery);
      await transaction
        .updateTable('alert_delivery')
        .set({ ...settled, problem, claimed_until: null, sent_at: settled.status === 'sent' ? now : null })
        .where('id', '=', delivery.id)
        .where('claimed_until', '=', claimedUntil)
        .execute();
    }
    await transaction
      .updateTable('alert_target')
      .set({ last_at: now, ...outcome })
      .where('id', '=', target.id)
      .execute();
  });
}

export async function forgetOldDeliveries(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('alert_delivery')
    .where('created_at', '<', new Date(now.getTime() - KEPT_DAYS * 86_400_000))
    .execute();
}
