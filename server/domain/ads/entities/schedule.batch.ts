import { scheduleEntities } from '#contracts/endpoints/ad-entities.ts';
import type { ScheduleAction } from '#contracts/vocabulary/launches.ts';
import type { BatchType } from '../../batches/index.ts';
import { Refusal, refuse } from '../../refusal.ts';
import { computeBudget } from './amounts.batch.ts';
import { type EntityLevel, isLevel } from './levels.ts';
import { loadEntity } from './loaded-entity.ts';
import { isoIfAhead, omitUndefined, prepareSameOrder } from './repeat-orders.ts';
import { cancelTask } from './schedules.repository.ts';
import { changeObstacle } from './status.rules.ts';

export interface ScheduleParams {
  action: ScheduleAction;
  /** ISO, UTC. */
  run_at: string;
  repeat: 'none' | 'daily';
  value: number | null;
}

/** Set when the item undoes another one: the task to cancel. */
export interface ScheduleItem {
  cancels?: number;
}

/**
 * Schedules a later action on one object. Whether the action is possible is checked when it runs; an action that can never be possible is
 * refused now.
 */
export const scheduleBatch: BatchType<ScheduleParams, ScheduleItem> = {
  type: 'schedule',
  targetType: 'campaign',
  access: scheduleEntities.access,
  action: scheduleEntities.action,
  effect: 'database',
  retryable: true,
  locks: false,
  pace: 'urgent',
  async run(context, item) {
    const { db, caller, now } = context;
    const { action, run_at, repeat, value } = item.params;
    const level: EntityLevel = isLevel(item.targetType) ? item.targetType : 'campaign';
    const entity = await loadEntity(db, { level, id: item.targetId ?? 0, caller, now, lock: true });
    if (entity === undefined) throw refuse('NOT_FOUND');
    const { cancels } = item.itemParams;
    if (cancels !== undefined) {
      await cancelTask(db, caller, cancels, now);
      const change = { before: { schedule_id: cancels, status: 'waiting' }, after: { schedule_id: cancels, status: 'canceled' } };
      context.audit({ targetType: level, targetId: entity.id, targetLabel: entity.name, summary: context.reason ?? '', ...change });
      return { outcome: 'succeeded', ...change };
    }
    const obstacle = changeObstacle(entity.status);
    if (obstacle !== null) throw obstacle;
    if (action === 'budget') {
      if (!caller.actions.includes('budget')) throw refuse('NO_ACTION');
      const amount = computeBudget(entity, { mode: 'set', value: value ?? 0 }, { timezone: caller.timezone });
      if (amount instanceof Refusal && amount.reason !== 'NO_CHANGE') throw amount;
    }
    const { id } = await db
      .insertInto('schedule_task')
      .values({
        level,
        entity_id: entity.id,
        action,
        value: action === 'budget' ? value : null,
        run_at: new Date(run_at),
        repeat,
        user_id: caller.userId,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const after = { schedule_id: id, action, run_at, repeat, ...(action === 'budget' ? { value } : {}) };
    context.audit({ targetType: level, targetId: entity.id, targetLabel: entity.name, summary: context.reason ?? '', after });
    return { outcome: 'succeeded', after };
  },
  prepareRepeat(context, batch) {
    const { action, run_at, repeat, value } = batch.params;
    const at = isoIfAhead(run_at, context.now);
    const values = omitUndefined({ scheduled: action, run_at: at, repeat, value: value ?? undefined });
    return prepareSameOrder(context, batch, { action: 'schedule', values });
  },
  invert: ({ after: { schedule_id: id, status } }) =>
    typeof id === 'number' && status !== 'canceled' ? { itemParams: { cancels: id } } : null,
};
