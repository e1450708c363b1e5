import { sql } from 'kysely';
import * as entities from '#contracts/endpoints/ad-entities.ts';
import { closeAdminEntities } from '#contracts/endpoints/admin-entities.ts';
import type { ClosedBy, EntityStatus } from '#server/database/schema-launches.ts';
import { raiseCountedAlert } from '../../alerts.ts';
import type { AnyBatchType } from '../../batches/index.ts';
import { Refusal, refuse } from '../../refusal.ts';
import type { NewEvent } from '../events/index.ts';
import type { LoadedEntity } from './loaded-entity.ts';
import { type Change, createPushedType, type OrderSource } from './pushed-type.ts';
import { omitUndefined } from './repeat-orders.ts';
import { findStep, openObstacle, openWarning } from './status.rules.ts';

export interface StatusParams extends OrderSource {
  to: Exclude<EntityStatus, 'DELETED'>;
  /** The ad that took the place of this one. */
  replaced_by?: number;
}

export interface RemoveParams extends OrderSource {
  force: boolean;
}

const STATUS_EVENTS = { ACTIVE: 'open', PAUSED: 'close', ARCHIVED: 'archive' } as const;

/** Whether the recorded values say that the object was on or off. */
const isSwitched = (values: Readonly<Record<string, unknown>>): values is { status: 'ACTIVE' | 'PAUSED' } =>
  values.status === 'ACTIVE' || values.status === 'PAUSED';

interface StatusDecision {
  entity: LoadedEntity;
  params: Pick<StatusParams, 'to' | 'replaced_by'>;
  now: Date;
  isSent: boolean;
  closedBy: 'user' | 'super' | 'rule';
}

function decideStatus({ entity, params: { to, replaced_by }, now, isSent, closedBy }: StatusDecision): Change | Refusal {
  const step = findStep(entity.status, to);
  if (step === 'same') return refuse('NO_CHANGE');
  if (step !== 'allowed') return refuse(step);
  const obstacle = to === 'ACTIVE' && !isSent ? openObstacle(entity.open, now) : null;
  if (obstacle !== null) return obstacle;
  const closing = { ACTIVE: { closed_by: null, closed_at: null }, PAUSED: { closed_by: closedBy, closed_at: now }, ARCHIVED: {} }[to];
  return {
    patch: { status: to },
    before: { status: entity.status },
    after: { status: to, ...(replaced_by === undefined ? {} : { replaced_by }) },
    columns: { status: to, ...closing },
    event: STATUS_EVENTS[to],
    warning: to === 'ACTIVE' ? openWarning(entity.open) : null,
    homepageId: to === 'ACTIVE' ? entity.homepageId : null,
    allowsMissing: to === 'ARCHIVED',
  };
}

/** Opening, closing and archiving. */
export const statusBatch = createPushedType<StatusParams>({
  type: 'status',
  orderedBy: [entities.setEntityStatuses, entities.archiveEntities],
  pace: 'urgent',
  decide: decideStatus,
  toRepeatedOrder: ({ to }) => ({ action: STATUS_EVENTS[to], values: {} }),
  // Archiving is for good.
  invert: ({ before, after }) =>
    isSwitched(before) && isSwitched(after) ? { params: { to: before.status } satisfies StatusParams } : null,
});

/** Deletes everything below a deleted campaign or ad group and cancels its scheduled tasks. Returns one event per object. */
async function removeDescendants(
  db: Parameters<NonNullable<Change['applyRelated']>>[0],
  { level, id }: Pick<LoadedEntity, 'level' | 'id'>,
  now: Date,
): Promise<Omit<NewEvent, 'actor' | 'batchId' | 'reason'>[]> {
  const events: Omit<NewEvent, 'actor' | 'batchId' | 'reason'>[] = [];
  for (const below of ['ad_group', 'ad'] as const) {
    if (level === 'ad' || level === below) continue;
    const parent = sql.ref(level === 'campaign' ? 'campaign_id' : 'ad_group_id');
    const { rows } = await sql<{ id: number; was: EntityStatus }>`
      with held as (select id, status as was from ${sql.table(below)} where ${parent} = ${id} and status <> 'DELETED' order by id for no key update)
      update ${sql.table(below)} t set status = 'DELETED', deleted_at = ${now}, updated_at = ${now}, version = version + 1
      from held where t.id = held.id returning t.id, held.was`.execute(db);
    events.push(
      ...rows
        .sort((a, b) => a.id - b.id)
        .map((row) => ({ level: below, id: row.id, event: 'remove' as const, before: { status: row.was }, after: { status: 'DELETED' } })),
    );
  }
  await sql`
    update schedule_task set status = 'canceled', updated_at = ${now} where status = 'waiting' and ((level = ${level} and entity_id = ${id})
      or (level = 'ad_group' and entity_id = any(${events.filter((event) => event.level === 'ad_group').map((event) => event.id)}::bigint[]))
      or (level = 'ad' and entity_id = any(${events.filter((event) => event.level === 'ad').map((event) => event.id)}::bigint[])))`.execute(
    db,
  );
  return events;
}

/** The change that deletes an object, ordered here or made on the channel. */
export function createRemoval(entity: Pick<LoadedEntity, 'level' | 'id' | 'status'>, now: Date, closedBy: ClosedBy): Change {
  const isOpen = entity.status === 'ACTIVE';
  return {
    patch: { status: 'DELETED' },
    before: { status: entity.status },
    after: { status: 'DELETED' },
    columns: { status: 'DELETED', deleted_at: now, ...(isOpen ? { closed_by: closedBy, closed_at: now } : {}) },
    event: 'remove',
    ...(isOpen ? { precedingEvent: 'close' } : {}),
    allowsMissing: true,
    applyRelated: (db, at) => removeDescendants(db, entity, at.now),
  };
}

/** Permanent deletion, including everything below. */
export const removeBatch = createPushedType<RemoveParams>({
  type: 'remove',
  orderedBy: [entities.removeEntities],
  pace: 'urgent',
  decide({ entity, params: { force }, now, closedBy }) {
    const step = findStep(entity.status, 'DELETED', { force });
    if (step === 'same') return refuse('NO_CHANGE');
    return step === 'allowed' ? createRemoval(entity, now, closedBy) : refuse(step);
  },
  toRepeatedOrder: ({ force }) => ({ action: 'remove', values: omitUndefined({ force }) }),
});

export interface EmergencyParams extends OrderSource {
  by: 'super';
}

/** Turns objects off in an emergency. Each owner gets one alert per batch, which counts their objects. */
export const emergencyCloseBatch = createPushedType<EmergencyParams>({
  type: 'emergency_close',
  orderedBy: [closeAdminEntities],
  pace: 'urgent',
  decide({ entity, now, isSent, closedBy }) {
    // What does not deliver needs no turning off, whatever its status is.
    if (entity.status !== 'ACTIVE' && !isSent) return refuse('NO_CHANGE');
    const change = decideStatus({ entity, params: { to: 'PAUSED' }, now, isSent, closedBy });
    const { ownerUserId, name } = entity;
    if (change instanceof Refusal || ownerUserId === null) return change;
    return {
      ...change,
      async applyRelated(db, { batchId, reason, now: at }) {
        const data = { name, reason: reason ?? '', count: 1 };
        const link = '/advertising/close-log?actor_type=super';
        await raiseCountedAlert(db, ownerUserId, { kind: 'emergency_closed', data, link, dedupeKey: `emergency_closed ${batchId}` }, at);
        return [];
      },
    };
  },
});

export const statusBatchTypes: readonly AnyBatchType[] = [statusBatch, removeBatch, emergencyCloseBatch];
