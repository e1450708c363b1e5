import type { Kysely } from 'kysely';
import { cast } from '#contracts/states/cast.ts';
import type { Situations } from '#contracts/states/states.ts';
import type { Database } from '#server/database/schema.ts';

type Db = Kysely<Database>;
const MINUTE_MS = 60_000;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);

/** Adds a task that is enabled, due tomorrow and has never run. */
export async function addTask(db: Db, { key, core }: Situations['a scheduled task exists']): Promise<void> {
  await db
    .insertInto('cron_job')
    .values({
      key,
      core,
      name_zh: '任务',
      name_en: 'Task',
      cron: '20 19 * * *',
      timeout_s: 1800,
      next_run_at: minutesAgo(-1440),
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute();
}

/** Adds a run that was started manually half an hour ago and succeeded a minute later. */
export async function addRun(db: Db, { id, key, log }: Situations['a scheduled task ran']): Promise<void> {
  const run = {
    id,
    job_key: key,
    trigger: 'manual',
    triggered_by: cast.super.id,
    status: 'succeeded',
    started_at: minutesAgo(30),
    finished_at: minutesAgo(29),
    rows_in: 14,
    rows_out: 14,
    message: 'done',
    log,
  } as const;
  await db.insertInto('cron_run').values(run).execute();
  const latest = { last_run_at: minutesAgo(30), last_status: 'succeeded', last_duration_ms: MINUTE_MS } as const;
  await db.updateTable('cron_job').set(latest).where('key', '=', key).execute();
}

/** Adds a run that the schedule started half an hour ago and that failed a minute later. */
export async function addFailedRun(db: Db, { id, key, message }: Situations['a scheduled task failed']): Promise<void> {
  const run = {
    id,
    job_key: key,
    trigger: 'schedule',
    triggered_by: null,
    status: 'failed',
    started_at: minutesAgo(30),
    finished_at: minutesAgo(29),
    message,
  } as const;
  await db.insertInto('cron_run').values(run).execute();
  const latest = { last_run_at: minutesAgo(30), last_status: 'failed', last_duration_ms: MINUTE_MS } as const;
  await db.updateTable('cron_job').set(latest).where('key', '=', key).execute();
}

export async function addRunning(db: Db, { id, key }: Situations['a scheduled task is running']): Promise<void> {
  const run = {
    id,
    job_key: key,
    trigger: 'schedule',
    triggered_by: null,
    status: 'running',
    started_at: minutesAgo(1),
    finished_at: null,
  } as const;
  await db
    .insertInto('cron_run')
    .values({ ...run, instance: 'another', alive_at: new Date() })
    .execute();
  await db
    .updateTable('cron_job')
    .set({ last_run_at: minutesAgo(1), last_status: 'running' })
    .where('key', '=', key)
    .execute();
}

export async function addHeartbeat(db: Db): Promise<void> {
  await db.insertInto('scheduler_heartbeat').values({ instance: 'another', at: new Date() }).execute();
}
