import { type Kysely, sql } from 'kysely';
import type { CronRow, CronRunRow } from '#contracts/endpoints/crons.ts';
import type { cronFilters, cronSortable } from '#contracts/vocabulary/crons.ts';
import type { SetFilters } from '#contracts/vocabulary/vocabulary.ts';
import type { CronJobTable, CronRunStatus, Database } from '#server/database/schema.ts';
import { contains, encodeCursor, type Position } from '../searching.ts';
import { nextRuns } from './schedule.rules.ts';

type Db = Kysely<Database>;
const DAY_MS = 86_400_000;
/** Counting stops at this number of rows. */
const MAX_COUNT = 10_000;

type CronFilter = SetFilters<typeof cronFilters>;
type Sort = readonly { field: (typeof cronSortable)[number]; order: 'asc' | 'desc' }[];

export async function listCronRows(
  db: Db,
  filter: CronFilter,
  { sort, page, pageSize, now }: { sort: Sort; page: number; pageSize: number; now: Date },
): Promise<{ list: CronRow[]; total: number }> {
  const condition = sql`
    (${filter.keyword ?? ''} = '' or concat_ws(' ', j.key, j.name_zh, j.name_en) ilike ${contains(filter.keyword ?? '')})
    and (${filter.enabled ?? null}::boolean is null or j.enabled = ${filter.enabled ?? null})
    and (${filter.last_status ?? null}::text is null or j.last_status = ${filter.last_status ?? null})`;
  const sortTerms = [
    ...sort.map(({ field, order: way }) => sql`${sql.ref(`j.${field}`)} ${way === 'asc' ? sql`asc nulls last` : sql`desc nulls last`}`),
    sql`j.key`,
  ];
  const { rows } = await sql<
    CronJobTable & { total: number; success_24h: string | null; rows_out: number | null; running_run_id: number | null }
  >`
    select j.*, count(*) over () as total, day.share as success_24h, newest.rows_out, running.id as running_run_id
    from cron_job j
    left join lateral (
      select count(*) filter (where r.status = 'succeeded')::numeric / nullif(count(*), 0) as share from cron_run r
      where r.job_key = j.key and r.started_at > ${new Date(now.getTime() - DAY_MS)} and r.status in ('succeeded', 'failed', 'timeout')
    ) day on true
    left join lateral (
      select r.rows_out from cron_run r where r.job_key = j.key and r.status not in ('running', 'skipped')
      order by r.started_at desc, r.id desc limit 1
    ) newest on true
    left join cron_run running on running.job_key = j.key and running.status = 'running'
    where ${condition}
    order by ${sql.join(sortTerms)}
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  if (rows.length === 0 && page > 1) {
    const counted = await sql<{ total: number }>`select count(*) as total from cron_job j where ${condition}`.execute(db);
    return { list: [], total: counted.rows[0]?.total ?? 0 };
  }
  return { list: rows.map((row) => toCronRow(row as never, now)), total: rows[0]?.total ?? 0 };
}

interface CronRecord {
  key: string;
  name_zh: string;
  name_en: string;
  cron: string;
  enabled: boolean;
  allow_manual: boolean;
  core: boolean;
  timeout_s: number;
  last_status: CronRunStatus | null;
  last_run_at: Date | null;
  last_duration_ms: number | null;
  next_run_at: Date | null;
  success_24h: string | null;
  rows_out: number | null;
  running_run_id: number | null;
}

function toCronRow(row: CronRecord, now: Date): CronRow {
  return {
    key: row.key,
    name_zh: row.name_zh,
    name_en: row.name_en,
    cron: row.cron,
    enabled: row.enabled,
    allow_manual: row.allow_manual,
    core: row.core,
    timeout_s: row.timeout_s,
    last_status: row.last_status,
    last_run_at: row.last_run_at?.toISOString() ?? null,
    last_duration_ms: row.last_duration_ms,
    next_run_at: row.enabled ? (row.next_run_at?.toISOString() ?? null) : null,
    next_runs: row.enabled ? nextRuns(row.cron, now, 3).map((at) => at.toISOString()) : [],
    success_24h: row.success_24h === null ? null : Number(row.success_24h),
    rows_out: row.rows_out,
    running_run_id: row.running_run_id,
  };
}

/** The newest heartbeat of any scheduler. */
export async function loadLastHeartbeat(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('scheduler_heartbeat')
    .select(({ fn }) => fn.max('at').as('at'))
    .executeTakeFirst();
  return row?.at ? new Date(row.at).toISOString() : null;
}

export interface CronJobRow {
  key: string;
  name_zh: string;
  cron: string;
  enabled: boolean;
  core: boolean;
  allow_manual: boolean;
  timeout_s: number;
}

/**
 * Locks the job until the end of the transaction, so that concurrent changes run one after the other. The lock is weak enough for a skipped
 * run, written outside the transaction, to reference the job.
 */
export async function lockCron(db: Db, key: string): Promise<CronJobRow | undefined> {
  return await db
    .selectFrom('cron_job')
    .select(['key', 'name_zh', 'cron', 'enabled', 'core', 'allow_manual', 'timeout_s'])
    .where('key', '=', key)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function saveCron(
  db: Db,
  key: string,
  change: { cron?: string; timeout_s?: number; enabled?: boolean; next_run_at: Date | null; updated_at: Date },
): Promise<void> {
  await db.updateTable('cron_job').set(change).where('key', '=', key).execute();
}

export async function loadRuns(
  db: Db,
  jobKey: string,
  { after, pageSize }: { after: Position | undefined; pageSize: number },
): Promise<{ list: CronRunRow[]; next_cursor: string | null; total: number; total_capped: boolean }> {
  let query = db
    .selectFrom('cron_run as r')
    .leftJoin('sys_user as u', 'u.id', 'r.triggered_by')
    .select([
      'r.id',
      'r.job_key',
      'r.trigger',
      'r.triggered_by',
      'u.name',
      'r.status',
      'r.started_at',
      'r.finished_at',
      'r.rows_in',
      'r.rows_out',
      'r.message',
    ])
    .where('r.job_key', '=', jobKey)
    .orderBy('r.started_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(pageSize + 1);
  if (after !== undefined) query = query.where(sql<boolean>`(r.started_at, r.id) < (${after.at}, ${after.id})`);
  const rows = await query.execute();
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (select 1 from cron_run where job_key = ${jobKey} limit ${MAX_COUNT + 1}) counted`.execute(db);
  const total = counted[0]?.total ?? 0;
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    list: shown.map((row) => ({
      id: row.id,
      job_key: row.job_key,
      trigger: row.trigger,
      triggered_by: row.triggered_by === null ? null : { id: row.triggered_by, label: row.name ?? '' },
      status: row.status,
      started_at: row.started_at.toISOString(),
      finished_at: row.finished_at?.toISOString() ?? null,
      rows_in: row.rows_in,
      rows_out: row.rows_out,
      message: row.message,
    })),
    next_cursor: rows.length > pageSize && last ? encodeCursor({ at: last.started_at, id: last.id }) : null,
    total: Math.min(total, MAX_COUNT),
    total_capped: total > MAX_COUNT,
  };
}

/** The log from a character offset on; undefined when there is no such run. */
export async function loadLog(
  db: Db,
  runId: number,
  offset: number,
): Promise<{ text: string; next_offset: number; done: boolean } | undefined> {
  const { rows } = await sql<{ text: string; length: number; status: CronRunStatus }>`
    select substr(log, ${offset}::int + 1) as text, char_length(log) as length, status from cron_run where id = ${runId}`.execute(db);
  const row = rows[0];
  return row && { text: row.text, next_offset: Math.max(offset, row.length), done: row.status !== 'running' };
}

interface Lane {
  key: string;
  runs: { id: number; status: CronRunStatus; started_at: string; finished_at: string | null }[];
}

/** One lane per job with its runs, oldest first, including runs that began earlier but reach into the period. */
export async function loadLanes(db: Db, from: Date): Promise<Lane[]> {
  const lanes = new Map<string, Lane>();
  for (const { key } of await db.selectFrom('cron_job').select('key').orderBy('key').execute()) lanes.set(key, { key, runs: [] });
  const runs = await db
    .selectFrom('cron_run')
    .select(['id', 'job_key', 'status', 'started_at', 'finished_at'])
    .where(({ eb, or }) => or([eb('started_at', '>=', from), eb('finished_at', '>=', from), eb('status', '=', 'running')]))
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  for (const run of runs) {
    lanes.get(run.job_key)?.runs.push({
      id: run.id,
      status: run.status,
      started_at: run.started_at.toISOString(),
      finished_at: run.finished_at?.toISOString() ?? null,
    });
  }
  return [...lanes.values()];
}
