import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { DRAFT_LIFETIME_DAYS, WORKSPACE_LIFETIME_DAYS } from '../workbench/index.ts';
import type { Job, JobContext } from './job.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Rows deleted per statement, so that no lock is held for long. */
const ROWS_PER_DELETE = 5_000;

/** An ended session is kept for a while, because it explains why its token is refused. */
const SESSION_RETENTION_MS = 7 * DAY_MS;
const FAILURE_RETENTION_MS = DAY_MS;
/** A browser without a sign-in for this long is no longer recognised. */
const DEVICE_RETENTION_MS = 180 * DAY_MS;
const RUN_RETENTION_MS = 90 * DAY_MS;
const IDEMPOTENCY_RETENTION_MS = DAY_MS;
const BATCH_ITEM_RETENTION_MS = 180 * DAY_MS;

/** Deletes all rows that match in chunks and returns their number. */
async function deleteInChunks({ db, signal }: JobContext, table: string, condition: RawBuilder<unknown>): Promise<number> {
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const deleted = await deleteChunk(db, table, condition);
    removed += deleted;
    if (deleted < ROWS_PER_DELETE) return removed;
  }
}

async function deleteChunk(db: Kysely<Database>, table: string, condition: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)} where ${condition} limit ${ROWS_PER_DELETE}))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

const subtractMs = (now: Date, ms: number) => new Date(now.getTime() - ms);

export const cleanSessions: Job = {
  key: 'cleanup.sessions',
  name: { zh: '清理过期登录', en: 'Remove ended sessions' },
  cron: '*/30 * * * *',
  timeoutS: 300,
  core: true,
  allowManual: true,
  async run(context) {
    const limit = subtractMs(context.now, SESSION_RETENTION_MS);
    const removed = await deleteInChunks(context, 'sys_session', sql`expires_at < ${limit} or revoked_at < ${limit}`);
    context.log(`${removed} sessions removed that ended before ${limit.toISOString()}`);
    return { rowsOut: removed };
  },
};

export const cleanFailures: Job = {
  key: 'cleanup.failures',
  name: { zh: '清理登录失败记录', en: 'Remove old login failures' },
  cron: '10 * * * *',
  timeoutS: 300,
  core: false,
  allowManual: true,
  async run(context) {
    const limit = subtractMs(context.now, FAILURE_RETENTION_MS);
    const removed = await deleteInChunks(context, 'sys_login_failure', sql`failed_at < ${limit}`);
    context.log(`${removed} failed sign-ins removed from before ${limit.toISOString()}`);
    const unused = subtractMs(context.now, DEVICE_RETENTION_MS);
    const forgotten = await deleteInChunks(context, 'sys_device', sql`used_at < ${unused}`);
    if (forgotten > 0) context.log(`${forgotten} browsers forgotten that were not used since ${unused.toISOString()}`);
    return { rowsOut: removed + forgotten };
  },
};

export const cleanBatches: Job = {
  key: 'cleanup.batches',
  name: { zh: '清理批次明细', en: 'Remove results of old batches' },
  cron: '40 20 * * *',
  timeoutS: 1800,
  core: false,
  allowManual: true,
  async run(context) {
    const limit = subtractMs(context.now, BATCH_ITEM_RETENTION_MS);
    const removed = await deleteInChunks(context, 'batch_item', sql`batch_id in (select id from batch where finished_at < ${limit})`);
    context.log(`${removed} results of batches removed that ended before ${limit.toISOString()}; their counts stay`);
    return { rowsOut: removed };
  },
};

export const cleanHistory: Job = {
  key: 'cleanup',
  name: { zh: '清理', en: 'Clean up' },
  cron: '0 21 * * *',
  timeoutS: 1800,
  core: false,
  allowManual: true,
  async run(context) {
    const runs = await deleteInChunks(
      context,
      'cron_run',
      sql`started_at < ${subtractMs(context.now, RUN_RETENTION_MS)} and status <> 'running'`,
    );
    context.log(`${runs} runs of scheduled tasks removed, older than 90 days`);
    const keys = await deleteInChunks(context, 'idempotency', sql`created_at < ${subtractMs(context.now, IDEMPOTENCY_RETENTION_MS)}`);
    context.log(`${keys} kept answers removed, older than 24 hours`);
    const drafts = await deleteInChunks(context, 'draft', sql`saved_at < ${subtractMs(context.now, DRAFT_LIFETIME_DAYS * DAY_MS)}`);
    context.log(`${drafts} drafts removed, older than ${DRAFT_LIFETIME_DAYS} days`);
    const windows = await deleteInChunks(
      context,
      'workspace',
      sql`saved_at < ${subtractMs(context.now, WORKSPACE_LIFETIME_DAYS * DAY_MS)}`,
    );
    context.log(`${windows} workspaces removed, not saved for ${WORKSPACE_LIFETIME_DAYS} days`);
    return { rowsOut: runs + keys + drafts + windows };
  },
};
