import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { alertOwnersOfRejected } from '#server/domain/ads/entities/index.ts';
import { raiseAlert, raiseCountedAlert } from '#server/domain/alerts.ts';
import { describeAccountStatus } from '#server/domain/assets/index.ts';
import { pullCatalogue } from '#server/domain/content/catalogue.job.ts';
import { alertBatchEnded } from '#server/domain/home/index.ts';
import { registerJobs } from '#server/domain/jobs/runs.repository.ts';
import type { LaunchedCampaign } from './expand-plan.ts';
import type { WrittenIds } from './write-entities.ts';
import type { SeededEvent } from './write-events.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Writes past and future schedules of running campaigns, some of them daily. */
export async function writeSchedules(
  db: Kysely<Database>,
  launched: readonly LaunchedCampaign[],
  ids: WrittenIds,
  asOf: Date,
): Promise<void> {
  const running = launched.filter(({ status, account }) => status === 'ACTIVE' && account.owner !== null);
  const rows = running.slice(0, 12).map((campaign, index) => {
    const isDone = index % 4 === 3;
    const run_at = new Date(asOf.getTime() + (isDone ? -1 : 1) * (3 + index * 5) * HOUR);
    const isBudget = index % 3 === 2 && campaign.daily !== null;
    return {
      level: 'campaign' as const,
      entity_id: ids.campaigns.get(campaign.tag) ?? 0,
      action: isBudget ? ('budget' as const) : index % 2 === 0 ? ('pause' as const) : ('start' as const),
      value: isBudget ? Math.round((campaign.daily ?? 0) * 1.2) : null,
      run_at,
      repeat: !isDone && index % 5 === 0 ? ('daily' as const) : ('none' as const),
      status: isDone
        ? index === 11
          ? ('failed' as const)
          : ('done' as const)
        : index === 6
          ? ('canceled' as const)
          : ('waiting' as const),
      user_id: campaign.account.owner ?? 0,
      last_run_at: isDone ? run_at : null,
      last_error: isDone && index === 11 ? 'ACCOUNT_NOT_DELIVERABLE' : null,
      created_at: new Date(asOf.getTime() - 2 * DAY),
      updated_at: new Date(asOf.getTime() - 2 * DAY),
    };
  });
  if (rows.length > 0) await db.insertInto('schedule_task').values(rows).execute();
}

/** When the catalogue failed to be pulled, in hours before the end of the history; the first is older than a day. */
const FAILED_HOURS = [26, 2];
const CATALOGUE_FAULT = 'the catalogue did not answer within 30 s';

/** Writes a scheduled task that fails, and tells the super admin. */
export async function writeFailingJob(db: Kysely<Database>, users: ReadonlyMap<string, number>, asOf: Date): Promise<void> {
  const { key, name, timeoutS } = pullCatalogue;
  await registerJobs(db, [pullCatalogue], asOf);
  await db
    .insertInto('cron_run')
    .values(
      FAILED_HOURS.map((hours) => {
        const started_at = new Date(asOf.getTime() - hours * HOUR);
        const finished_at = new Date(started_at.getTime() + Math.min(timeoutS, 30) * 1000);
        return {
          job_key: key,
          trigger: 'schedule' as const,
          status: 'failed' as const,
          started_at,
          finished_at,
          message: CATALOGUE_FAULT,
          log: CATALOGUE_FAULT,
        };
      }),
    )
    .execute();
  await raiseAlert(
    db,
    [users.get('super') ?? 0],
    {
      kind: 'cron_failed',
      data: { name, error: CATALOGUE_FAULT },
      link: '/admin/sys/cron',
      dedupeKey: `cron:${key}:${asOf.toISOString().slice(0, 10)}`,
    },
    new Date(asOf.getTime() - 2 * HOUR),
  );
}

/** Tells the owner of a campaign that it was turned off in an emergency. */
export async function writeEmergencyAlert(
  db: Kysely<Database>,
  { owner_user_id, batch_id, label, reason, at }: SeededEvent,
): Promise<void> {
  await raiseCountedAlert(
    db,
    owner_user_id ?? 0,
    {
      kind: 'emergency_closed',
      data: { name: label, reason: reason ?? '', count: 1 },
      link: '/advertising/close-log?actor_type=super',
      dedupeKey: `emergency_closed ${batch_id}`,
    },
    new Date(at),
  );
}

/** Writes alerts about these events, some of them read. */
export async function writeAlerts(
  db: Kysely<Database>,
  launched: readonly LaunchedCampaign[],
  users: ReadonlyMap<string, number>,
  asOf: Date,
): Promise<void> {
  const admin = users.get('admin') ?? 0;
  const rejected = new Map<string, { platformIds: string[]; at: Date }>();
  for (const { groups } of launched) {
    for (const { platformId, review } of groups.flatMap(({ ads }) => ads)) {
      if (review.feedback === null) continue;
      const day = review.at.toISOString().slice(0, 10);
      const { platformIds = [], at = review.at } = rejected.get(day) ?? {};
      rejected.set(day, { platformIds: [...platformIds, platformId], at: at > review.at ? at : review.at });
    }
  }
  for (const { platformIds, at } of rejected.values()) {
    const ads = await db.selectFrom('ad').select('id').where('platform_ad_id', 'in', platformIds).execute();
    await alertOwnersOfRejected(
      db,
      ads.map(({ id }) => id),
      at,
    );
  }
  const brokenAccounts = await sql<{ id: number; name: string; account_status: number; owner: number | null }>`
    select a.id, a.name, a.account_status, (
      select s.user_id from asset_assign s where s.asset_type = 'ad_account' and s.asset_id = a.id and s.is_primary and s.to_at is null) as owner
    from ad_account a where a.account_status in (2, 3) order by a.id`.execute(db);
  for (const { id, name, account_status, owner } of brokenAccounts.rows) {
    await raiseAlert(
      db,
      [admin, ...(owner === null ? [] : [owner])],
      {
        kind: 'account_disabled',
        about: { type: 'ad_account', key: id, name },
        data: { name, status: describeAccountStatus(account_status) },
        link: `/auth/account?keyword=${encodeURIComponent(name)}`,
        dedupeKey: `account_disabled:${id}`,
      },
      new Date(asOf.getTime() - 2 * DAY),
    );
  }
  const persons = await sql<{ id: number; name: string; status: string; owner_user_id: number; token_expires_at: Date }>`
    select id, name, status, owner_user_id, token_expires_at from personal_account where status in ('expired', 'expiring') order by id`.execute(
    db,
  );
  for (const { id, name, status, owner_user_id, token_expires_at } of persons.rows) {
    await raiseAlert(
      db,
      [owner_user_id, admin],
      status === 'expired'
        ? {
            kind: 'token_expired',
            about: { type: 'authorisation', key: id, name },
            data: { name },
            link: '/auth/personage',
            dedupeKey: `token_expired:${id}`,
          }
        : {
            kind: 'token_expiring',
            about: { type: 'authorisation', key: id, name },
            data: { name, date: { at: token_expires_at.toISOString() } },
            link: '/auth/personage',
            dedupeKey: `token_expiring:${id}`,
          },
      new Date(asOf.getTime() - (status === 'expired' ? 4 : 1) * DAY),
    );
  }
  const batches = await sql<{ id: number }>`
    select id from batch where type in ('publish', 'copy') and finished_at is not null order by id desc limit 20`.execute(db);
  for (const { id } of batches.rows) await alertBatchEnded(db, id);
  await sql`update alert set read_at = created_at + interval '3 hours' where created_at < ${new Date(asOf.getTime() - 3 * DAY)}`.execute(
    db,
  );
}
