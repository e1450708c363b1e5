import { type Kysely, sql } from 'kysely';
import type { AdminHealth } from '#contracts/endpoints/admin-home.ts';
import type { Database } from '#server/database/schema.ts';
import type { CallContext } from '../call.ts';

type Db = Kysely<Database>;

/** An account whose last pull is older than this many hours is behind, even if the pull has not failed. */
const STALE_HOURS = 2;
const HOUR_MS = 3_600_000;
const MAX_LISTED = 20;

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * HOUR_MS);

async function findStaleAccounts(db: Db, now: Date): Promise<AdminHealth['stale_accounts']> {
  const found = await sql<{ id: number; label: string; since: Date; error: string | null }>`
    select a.id, a.name as label, coalesce(s.pulled_at, s.failed_since) as since, coalesce(s.error, a.sync_error) as error
    from fact_sync s join ad_account a on a.id = s.ad_account_id
    where a.deleted_at is null and (s.failed_since is not null or s.pulled_at < ${hoursBefore(now, STALE_HOURS)})
      and coalesce(s.pulled_at, s.failed_since) is not null
    order by since, a.id limit ${MAX_LISTED}`.execute(db);
  return found.rows.map(({ since, ...row }) => ({ ...row, since: since.toISOString() }));
}

async function findFailedCrons(db: Db, now: Date): Promise<AdminHealth['failed_crons']> {
  type Found = Omit<AdminHealth['failed_crons'][number], 'last_at'> & { last_at: Date };
  const found = await sql<Found>`
    select j.key, j.name_zh, j.name_en, count(*) as failures, max(r.started_at) as last_at,
      (array_agg(r.message order by r.started_at desc))[1] as message
    from cron_run r join cron_job j on j.key = r.job_key
    where r.status in ('failed', 'timeout') and r.started_at > ${hoursBefore(now, 24)} and r.started_at <= ${now}
    group by 1, 2, 3 order by last_at desc, j.key limit ${MAX_LISTED}`.execute(db);
  return found.rows.map(({ last_at, ...row }) => ({ ...row, last_at: last_at.toISOString() }));
}

interface Counts {
  scheduler_at: Date | null;
  running: number;
  failed: number;
  expiring: number;
  expired: number;
  batch_items: number;
  unknown_items: number;
  postbacks: number;
  materials: number;
  scheduled: number;
  size_bytes: number;
}

async function loadCounts(db: Db, now: Date): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select max(at) from scheduler_heartbeat) as scheduler_at,
      (select count(*) from batch where status in ('pending', 'running')) as running,
      (select count(*) from batch where status in ('failed', 'partial') and finished_at > ${hoursBefore(now, 24)}) as failed,
      (select count(*) from personal_account where deleted_at is null and status = 'expiring') as expiring,
      (select count(*) from personal_account where deleted_at is null and status in ('expired', 'revoked')) as expired,
      (select count(*) from batch_item where status = 'pending') as batch_items,
      (select count(*) from batch_item where status = 'unknown') as unknown_items,
      (select count(*) from biz_order o join pixel p on p.id = o.pixel_id
        where o.capi_status = 'none' and o.capi_event_id is not null and o.paid_at > ${hoursBefore(now, 7 * 24)} and p.capi_enabled
          and p.capi_token_enc is not null and p.deleted_at is null and p.status = 'active') as postbacks,
      (select count(*) from material where deleted_at is null and status = 'processing') as materials,
      (select count(*) from schedule_task where status = 'waiting' and run_at <= ${now}) as scheduled,
      pg_database_size(current_database()) as size_bytes`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error('the counts of the system are missing');
  return found;
}

async function loadChannels(db: Db): Promise<AdminHealth['channels']> {
  type Found = Omit<AdminHealth['channels'][number], 'newest_at'> & { newest_at: Date | null };
  const found = await sql<Found>`
    select a.channel, count(*) as accounts, count(*) filter (where s.failed_since is not null) as failing, max(s.pulled_at) as newest_at
    from fact_sync s join ad_account a on a.id = s.ad_account_id where a.deleted_at is null group by 1 order by 1`.execute(db);
  return found.rows.map(({ newest_at, ...row }) => ({ ...row, newest_at: newest_at?.toISOString() ?? null }));
}

/** How long the simplest query takes. */
async function measureLatency(db: Db): Promise<number> {
  const started = performance.now();
  await sql`select 1`.execute(db);
  return Math.round(performance.now() - started);
}

async function loadDisk(files: CallContext['files']): Promise<AdminHealth['disk']> {
  try {
    const [free_bytes, has_room] = await Promise.all([files.uploads.freeBytes(), files.uploads.hasRoom(0)]);
    return { free_bytes, has_room };
  } catch {
    return null;
  }
}

/** The state of jobs, accounts, batches, authorisations, queues, channels, database and disk. */
export async function loadHealth({ db, now, files }: Pick<CallContext, 'db' | 'now' | 'files'>): Promise<AdminHealth> {
  const latency_ms = await measureLatency(db);
  const [stale_accounts, failed_crons, counts, channels, disk] = await Promise.all([
    findStaleAccounts(db, now),
    findFailedCrons(db, now),
    loadCounts(db, now),
    loadChannels(db),
    loadDisk(files),
  ]);
  const { scheduler_at, running, failed, expiring, expired, size_bytes, batch_items, unknown_items, postbacks, materials, scheduled } =
    counts;
  return {
    stale_accounts,
    failed_crons,
    scheduler_at: scheduler_at?.toISOString() ?? null,
    batches: { running, failed },
    tokens: { expiring, expired },
    queues: [
      { kind: 'batch_items', count: batch_items },
      { kind: 'unknown_items', count: unknown_items },
      { kind: 'postbacks', count: postbacks },
      { kind: 'materials', count: materials },
      { kind: 'scheduled', count: scheduled },
    ],
    channels,
    database: { size_bytes, latency_ms },
    disk,
  };
}
