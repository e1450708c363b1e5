import { type Kysely, sql } from 'kysely';
import type { CronRunStatus, Database } from '#server/database/schema.ts';
import { raiseAlert } from '../alerts.ts';
import type { ClaimedRun, Job } from './job.ts';
import { nextRun } from './schedule.rules.ts';

type Db = Kysely<Database>;

/** Longest log in characters; the table refuses more. */
export const MAX_LOG_LENGTH = 65_536;
const MAX_MESSAGE_LENGTH = 500;
/** Longest part of an error message that super admins are notified of. */
const MAX_ALERT_MESSAGE_LENGTH = 200;

/**
 * Clocks of servers differ by less than this. An instant further in the future was written by a wrong clock, so nothing may wait for it.
 */
const MAX_CLOCK_SKEW_MS = 5 * 60_000;
const latestPlausible = (now: Date): Date => new Date(now.getTime() + MAX_CLOCK_SKEW_MS);

/** Adds new jobs to the table; what an administrator has changed stays. */
export async function registerJobs(db: Db, jobs: readonly Job[], now: Date): Promise<void> {
  for (const job of jobs) {
    const definition = { name_zh: job.name.zh, name_en: job.name.en, core: job.core, allow_manual: job.allowManual };
    await db
      .insertInto('cron_job')
      .values({
        key: job.key,
        ...definition,
        cron: job.cron,
        timeout_s: job.timeoutS,
        next_run_at: nextRun(job.cron, now),
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(definition))
      .execute();
  }
}

/** Reschedules jobs whose next run was set too far in the future by a wrong clock. */
async function repairSchedules(db: Db, keys: readonly string[], now: Date): Promise<void> {
  const jobs = await db
    .selectFrom('cron_job')
    .select(['key', 'cron', 'next_run_at'])
    .where('enabled', '=', true)
    .where('next_run_at', '>', latestPlausible(now))
    .where('key', 'in', keys)
    .execute();
  for (const { key, cron, next_run_at } of jobs) {
    const latest = nextRun(cron, latestPlausible(now));
    if (latest === null || next_run_at === null || next_run_at <= latest) continue;
    await db
      .updateTable('cron_job')
      .set({ next_run_at: nextRun(cron, now) })
      .where('key', '=', key)
      .where('next_run_at', '=', next_run_at)
      .execute();
  }
}

/**
 * Starts the runs that are due. The job's row is locked while its next run is scheduled, so exactly one of several schedulers starts a
 * run.
 * If the last run is still going, a skipped run is recorded instead.
 */
export async function claimDue(db: Db, keys: readonly string[], instance: string, now: Date): Promise<ClaimedRun[]> {
  await repairSchedules(db, keys, now);
  const due = await db
    .selectFrom('cron_job')
    .select('key')
    .where('enabled', '=', true)
    .where('next_run_at', '<=', now)
    .where('key', 'in', keys)
    .execute();
  const claimed: ClaimedRun[] = [];
  for (const { key } of due) {
    const run = await db.transaction().execute(async (transaction) => {
      const job = await transaction
        .selectFrom('cron_job')
        .select(['cron', 'timeout_s', 'next_run_at'])
        .where('key', '=', key)
        .where('enabled', '=', true)
        .where('next_run_at', '<=', now)
        .forNoKeyUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (job === undefined) return undefined;
      await transaction
        .updateTable('cron_job')
        .set({ next_run_at: nextRun(job.cron, now) })
        .where('key', '=', key)
        .execute();
      const runId = await startRun(transaction, { key, trigger: 'schedule', triggeredBy: null, instance, now });
      if (runId === undefined) await recordSkippedRun(transaction, { key, trigger: 'schedule', triggeredBy: null, now });
      return runId === undefined ? undefined : { id: runId, jobKey: key, startedAt: now, timeoutS: job.timeout_s };
    });
    if (run !== undefined) claimed.push(run);
  }
  return claimed;
}

interface RunStart {
  key: string;
  trigger: 'schedule' | 'manual';
  triggeredBy: number | null;
  instance: string;
  now: Date;
}

/** Id of the new run; undefined while another run of the job is going. */
export async function startRun(db: Db, { key, trigger, triggeredBy, instance, now }: RunStart): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into cron_run (job_key, trigger, triggered_by, status, started_at, instance, alive_at)
    values (${key}, ${trigger}, ${triggeredBy}, 'running', ${now}, ${instance}, ${now})
    on conflict (job_key) where status = 'running' do nothing
    returning id`.execute(db);
  if (rows[0] === undefined) return undefined;
  await db
    .updateTable('cron_job')
    .set({ last_run_at: now, last_status: 'running', last_duration_ms: null })
    .where('key', '=', key)
    .execute();
  return rows[0].id;
}

export async function recordSkippedRun(db: Db, { key, trigger, triggeredBy, now }: Omit<RunStart, 'instance'>): Promise<void> {
  await db
    .insertInto('cron_run')
    .values({ job_key: key, trigger, triggered_by: triggeredBy, status: 'skipped', started_at: now, finished_at: now })
    .execute();
}

export async function findRunningRun(db: Db, key: string): Promise<number | undefined> {
  const row = await db.selectFrom('cron_run').select('id').where('job_key', '=', key).where('status', '=', 'running').executeTakeFirst();
  return row?.id;
}

/** Records that a run is alive. False when it was ended meanwhile; then its server must stop it. */
export async function keepAlive(db: Db, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cron_run')
    .set({ alive_at: now })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Appends to the log of a running run, up to the maximum length. */
export async function appendLog(db: Db, id: number, text: string): Promise<void> {
  await sql`update cron_run set log = left(log || ${text}, ${MAX_LOG_LENGTH}) where id = ${id} and status = 'running'`.execute(db);
}

export interface RunEnding {
  status: Exclude<CronRunStatus, 'running' | 'skipped'>;
  now: Date;
  rowsIn?: number | undefined;
  rowsOut?: number | undefined;
  message?: string | undefined;
}

async function alertSuperAdmins(
  db: Db,
  key: string,
  { name_zh, name_en }: { name_zh: string; name_en: string },
  { message, now }: Pick<RunEnding, 'message' | 'now'>,
): Promise<void> {
  const admins = await db
    .selectFrom('sys_user')
    .select('id')
    .where('is_admin', '=', 9)
    .where('status', '=', 'enabled')
    .where('deleted_at', 'is', null)
    .execute();
  const name = { zh: name_zh, en: name_en };
  const alert = {
    kind: 'cron_failed' as const,
    data: { name, error: message?.slice(0, MAX_ALERT_MESSAGE_LENGTH) ?? '' },
    link: `/admin/sys/cron?keyword=${key}`,
  };
  // One alert per day, however often the job fails.
  await raiseAlert(
    db,
    admins.map(({ id }) => id),
    { ...alert, dedupeKey: `cron:${key}:${now.toISOString().slice(0, 10)}` },
    now,
  );
}

/** Ends a run. Returns false and changes nothing when it has already ended. */
export async function finishRun(db: Db, id: number, { status, now, rowsIn, rowsOut, message }: RunEnding): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const run = await transaction
      .updateTable('cron_run')
      .set({
        status,
        finished_at: now,
        rows_in: rowsIn ?? null,
        rows_out: rowsOut ?? null,
        message: message?.slice(0, MAX_MESSAGE_LENGTH) ?? null,
      })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .returning(['job_key', 'started_at'])
      .executeTakeFirst();
    if (run === undefined) return false;
    const job = await transaction
      .updateTable('cron_job')
      .set({ last_status: status, last_duration_ms: Math.max(0, now.getTime() - run.started_at.getTime()) })
      .where('key', '=', run.job_key)
      .returning(['name_zh', 'name_en'])
      .executeTakeFirst();
    if (status !== 'succeeded' && job !== undefined) await alertSuperAdmins(transaction, run.job_key, job, { message, now });
    return true;
  });
}

/** Runs whose server has been silent for this long and is considered dead. */
export async function findOrphanedRuns(db: Db, now: Date, silentMs: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from cron_run where status = 'running'
      and (alive_at < ${new Date(now.getTime() - silentMs)} or alive_at > ${latestPlausible(now)})`.execute(db);
  return rows.map((row) => row.id);
}

/** Runs that started while a clock was ahead, and therefore work with a wrong time. */
export async function findRunsFromFuture(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('cron_run')
    .select('id')
    .where('status', '=', 'running')
    .where('started_at', '>', latestPlausible(now))
    .execute();
  return rows.map((row) => row.id);
}

/** Runs that have exceeded their time limit. */
export async function findOverdueRuns(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from cron_run r join cron_job j on j.key = r.job_key
    where r.status = 'running' and r.started_at + make_interval(secs => j.timeout_s) <= ${now}`.execute(db);
  return rows.map((row) => row.id);
}

export async function recordHeartbeat(db: Db, instance: string, now: Date): Promise<void> {
  await db
    .insertInto('scheduler_heartbeat')
    .values({ instance, at: now })
    .onConflict((conflict) => conflict.column('instance').doUpdateSet({ at: now }))
    .execute();
  await db
    .deleteFrom('scheduler_heartbeat')
    .where(({ eb, or }) => or([eb('at', '<', new Date(now.getTime() - 86_400_000)), eb('at', '>', latestPlausible(now))]))
    .execute();
}
