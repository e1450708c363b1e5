import { type Kysely, sql } from 'kysely';
import type { CronRunStatus, Database } from '#server/database/schema.ts';
import { raiseAlert } from '../alerts.ts';
import type { ClaimedRun, Job } from './job.ts';
import { nextRun } from './schedule.rules.ts';

type Db = Kysely<Database>;

/** Characters of a log; the table refuses more. */
export const LOG_MAX = 65_536;
const MESSAGE_MAX = 500;
/** Characters of a message that super admins are told. */
const ERROR_TOLD = 200;

/**
 * Clocks of servers differ by less. An instant that lies further ahead was written while a clock was wrong: nothing may wait for it.
 */
const SKEW_MS = 5 * 60_000;
const ahead = (now: Date): Date => new Date(now.getTime() + SKEW_MS);

/** Brings the table in line with the program: new jobs appear, what an administrator changed stays. */
export async function registerJobs(db: Db, jobs: readonly Job[], now: Date): Promise<void> {
  for (const job of jobs) {
    const given = { name_zh: job.name.zh, name_en: job.name.en, core: job.core, allow_manual: job.allowManual };
    await db
      .insertInto('cron_job')
      .values({
        key: job.key,
        ...given,
        cron: job.cron,
        timeout_s: job.timeoutS,
        next_run_at: nextRun(job.cron, now),
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(given))
      .execute();
  }
}

/** Jobs that wait for a moment of their schedule that a wrong clock made them skip to, wait for the next one again. */
async function forgetSkipped(db: Db, keys: readonly string[], now: Date): Promise<void> {
  const jobs = await db
    .selectFrom('cron_job')
    .select(['key', 'cron', 'next_run_at'])
    .where('enabled', '=', true)
    .where('next_run_at', '>', ahead(now))
    .where('key', 'in', keys)
    .execute();
  for (const { key, cron, next_run_at } of jobs) {
    const latest = nextRun(cron, ahead(now));
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
 * Begins the runs that are due. The row of the job is locked while its next moment is written, so of several
 * schedulers exactly one begins a run; a job that still runs gets a skipped row instead.
 */
export async function claimDue(db: Db, keys: readonly string[], instance: string, now: Date): Promise<ClaimedRun[]> {
  await forgetSkipped(db, keys, now);
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
      const begun = await begin(transaction, { key, trigger: 'schedule', triggeredBy: null, instance, now });
      if (begun === undefined) await noteSkipped(transaction, { key, trigger: 'schedule', triggeredBy: null, now });
      return begun === undefined ? undefined : { id: begun, jobKey: key, startedAt: now, timeoutS: job.timeout_s };
    });
    if (run !== undefined) claimed.push(run);
  }
  return claimed;
}

interface Beginning {
  key: string;
  trigger: 'schedule' | 'manual';
  triggeredBy: number | null;
  instance: string;
  now: Date;
}

/** Identity of the new run; undefined while another run of the job goes on. */
export async function begin(db: Db, { key, trigger, triggeredBy, instance, now }: Beginning): Promise<number | undefined> {
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

export async function noteSkipped(db: Db, { key, trigger, triggeredBy, now }: Omit<Beginning, 'instance'>): Promise<void> {
  await db
    .insertInto('cron_run')
    .values({ job_key: key, trigger, triggered_by: triggeredBy, status: 'skipped', started_at: now, finished_at: now })
    .execute();
}

export async function runningRun(db: Db, key: string): Promise<number | undefined> {
  const row = await db.selectFrom('cron_run').select('id').where('job_key', '=', key).where('status', '=', 'running').executeTakeFirst();
  return row?.id;
}

/** Says that a run is alive. False when somebody ended it meanwhile: its owner must let go. */
export async function keepAlive(db: Db, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cron_run')
    .set({ alive_at: now })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Adds to the log of a run that goes on; what exceeds the room is dropped. */
export async function appendLog(db: Db, id: number, text: string): Promise<void> {
  await sql`update cron_run set log = left(log || ${text}, ${LOG_MAX}) where id = ${id} and status = 'running'`.execute(db);
}

export interface Ending {
  status: Exclude<CronRunStatus, 'running' | 'skipped'>;
  now: Date;
  rowsIn?: number | undefined;
  rowsOut?: number | undefined;
  message?: string | undefined;
}

async function tellSuperAdmins(
  db: Db,
  key: string,
  { name_zh, name_en }: { name_zh: string; name_en: string },
  { message, now }: Pick<Ending, 'message' | 'now'>,
): Promise<void> {
  const admins = await db
    .selectFrom('sys_user')
    .select('id')
    .where('is_admin', '=', 9)
    .where('status', '=', 'enabled')
    .where('deleted_at', 'is', null)
    .execute();
  const name = { zh: name_zh, en: name_en };
  const told = { kind: 'cron_failed' as const, data: { name, error: message?.slice(0, ERROR_TOLD) ?? '' }, link: '/admin/sys/cron' };
  // Once a day, however often it fails.
  await raiseAlert(
    db,
    admins.map(({ id }) => id),
    { ...told, dedupeKey: `cron:${key}:${now.toISOString().slice(0, 10)}` },
    now,
  );
}

/** Ends a run once; false when it had ended already, and then nothing changes. */
export async function finish(db: Db, id: number, { status, now, rowsIn, rowsOut, message }: Ending): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const run = await transaction
      .updateTable('cron_run')
      .set({
        status,
        finished_at: now,
        rows_in: rowsIn ?? null,
        rows_out: rowsOut ?? null,
        message: message?.slice(0, MESSAGE_MAX) ?? null,
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
    if (status !== 'succeeded' && job !== undefined) await tellSuperAdmins(transaction, run.job_key, job, { message, now });
    return true;
  });
}

/** Runs whose server has not been heard of for so long: it was killed. */
export async function orphanedRuns(db: Db, now: Date, silentMs: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from cron_run where status = 'running'
      and (alive_at < ${new Date(now.getTime() - silentMs)} or alive_at > ${ahead(now)})`.execute(db);
  return rows.map((row) => row.id);
}

/** Runs that began while a clock was ahead: what they work by is not the time. */
export async function runsAhead(db: Db, now: Date): Promise<number[]> {
  const rows = await db.selectFrom('cron_run').select('id').where('status', '=', 'running').where('started_at', '>', ahead(now)).execute();
  return rows.map((row) => row.id);
}

/** Runs that have used up their time. */
export async function overdueRuns(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from cron_run r join cron_job j on j.key = r.job_key
    where r.status = 'running' and r.started_at + make_interval(secs => j.timeout_s) <= ${now}`.execute(db);
  return rows.map((row) => row.id);
}

export async function beat(db: Db, instance: string, now: Date): Promise<void> {
  await db
    .insertInto('scheduler_heartbeat')
    .values({ instance, at: now })
    .onConflict((conflict) => conflict.column('instance').doUpdateSet({ at: now }))
    .execute();
  await db
    .deleteFrom('scheduler_heartbeat')
    .where(({ eb, or }) => or([eb('at', '<', new Date(now.getTime() - 86_400_000)), eb('at', '>', ahead(now))]))
    .execute();
}
