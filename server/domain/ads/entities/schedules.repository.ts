import { TZDate } from '@date-fns/tz';
import { addDays } from 'date-fns';
import { type Kysely, sql } from 'kysely';
import type { Database, ItemStatus } from '#server/database/schema.ts';
import type { Language } from '../../messages.ts';
import { refuse } from '../../refusal.ts';
import { entityVisible, type Viewer } from './entity-scope.ts';
import type { EntityLevel } from './levels.ts';

type Db = Kysely<Database>;

export interface DueTask {
  id: number;
  level: EntityLevel;
  entity_id: number;
  action: 'start' | 'pause' | 'budget';
  value: number | null;
  run_at: Date;
  repeat: 'none' | 'daily';
  user_id: number;
  name: string;
  timezone: string;
}

/** SQL: the objects of all levels as `e`. */
const SCHEDULABLE_ENTITIES = sql`(
  select 'campaign' as level, id, name, owner_user_id, ad_account_id from campaign
  union all select 'ad_group', id, name, owner_user_id, ad_account_id from ad_group
  union all select 'ad', id, name, owner_user_id, ad_account_id from ad
) e`;

/** Cancels a waiting task. NOT_FOUND when the caller does not see its object, STATE_CHANGED when it is running, done or canceled. */
export async function cancelTask(
  db: Db,
  caller: Viewer,
  id: number,
  now: Date,
): Promise<{ level: EntityLevel; entity_id: number; name: string }> {
  const { rows } = await sql<{ level: EntityLevel; entity_id: number; name: string; status: string; is_running: boolean }>`
    select t.level, t.entity_id, e.name, t.status, t.repeat = 'none' and t.batch_item_id is not null as is_running
    from schedule_task t join ${SCHEDULABLE_ENTITIES} on e.level = t.level and e.id = t.entity_id
    where t.id = ${id} and ${entityVisible(caller, 'e')} for no key update of t`.execute(db);
  const task = rows[0];
  if (task === undefined) throw refuse('NOT_FOUND');
  if (task.status !== 'waiting' || task.is_running) throw refuse('STATE_CHANGED');
  await sql`update schedule_task set status = 'canceled', updated_at = ${now} where id = ${id}`.execute(db);
  return task;
}

/**
 * The tasks that are due, locked until the end of the transaction; other servers skip them. Only the first task of each object is taken,
 * and none while a batch holds the object: the rest follow with the next run, so that overdue tasks of one object run in sequence.
 */
export async function takeDueTasks(db: Db, now: Date, limit: number): Promise<DueTask[]> {
  const { rows } = await sql<DueTask>`
    select t.id, t.level, t.entity_id, t.action, t.value, t.run_at, t.repeat, t.user_id, e.name, a.timezone_name as timezone
    from schedule_task t join ${SCHEDULABLE_ENTITIES} on e.level = t.level and e.id = t.entity_id join ad_account a on a.id = e.ad_account_id
    where t.id in (
        select distinct on (d.level, d.entity_id) d.id from schedule_task d where d.status = 'waiting' and d.run_at <= ${now}
          and d.batch_item_id is null order by d.level, d.entity_id, d.run_at, d.id)
      and not exists (select 1 from batch_item i where i.target_type = t.level and i.target_id = t.entity_id and i.locks
        and i.status in ('pending', 'running'))
    order by t.run_at, t.id limit ${limit} for no key update of t skip locked`.execute(db);
  return rows;
}

/** The next future time with the same hour in the account's timezone. */
export function computeNextRun({ run_at, timezone }: Pick<DueTask, 'run_at' | 'timezone'>, now: Date): Date {
  const first = new TZDate(run_at, timezone);
  for (let days = 1; ; days += 1) {
    const next = new Date(addDays(first, days).getTime());
    if (next > now) return next;
  }
}

/** Stores the batch item that runs the task; a daily task moves on to its next day. */
export async function recordOrder(db: Db, task: DueTask, itemId: number, now: Date): Promise<void> {
  await db
    .updateTable('schedule_task')
    .set({
      batch_item_id: itemId,
      last_run_at: now,
      updated_at: now,
      ...(task.repeat === 'daily' ? { run_at: computeNextRun(task, now) } : {}),
    })
    .where('id', '=', task.id)
    .execute();
}

export interface EndedTask {
  id: number;
  repeat: 'none' | 'daily';
  status: ItemStatus;
  reason: string | null;
  message: string | null;
  data: unknown;
  language: Language;
}

/**
 * Writes the results of finished tasks and returns how many there were. An object that already was as requested counts as done. An
 * outcome that is unknown after the last check also ends the task, so that daily tasks continue.
 */
export async function settleTasks(db: Db, textOf: (item: EndedTask) => string, now: Date): Promise<number> {
  const { rows } = await sql<EndedTask>`
    select t.id, t.repeat, i.status, i.reason, i.message, i.data, b.language
    from schedule_task t join batch_item i on i.id = t.batch_item_id join batch b on b.id = i.batch_id
    where i.finished_at is not null and (i.status <> 'unknown' or i.next_check_at is null) and t.status = 'waiting' for no key update of t skip locked`.execute(
    db,
  );
  for (const item of rows) {
    const isDone = item.status === 'succeeded' || (item.status === 'skipped' && item.reason === 'NO_CHANGE');
    await db
      .updateTable('schedule_task')
      .set({
        batch_item_id: null,
        last_error: isDone ? null : textOf(item).slice(0, 500),
        ...(item.repeat === 'daily' ? {} : { status: isDone ? ('done' as const) : ('failed' as const) }),
        updated_at: now,
      })
      .where('id', '=', item.id)
      .execute();
  }
  return rows.length;
}
