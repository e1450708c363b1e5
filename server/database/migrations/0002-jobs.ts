import { type Kysely, sql } from 'kysely';

/** Scheduled tasks, their runs and the heartbeats of schedulers. */
export const jobs = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table cron_job (
        key text primary key,
        name_zh text not null,
        name_en text not null,
        cron text not null,
        enabled boolean not null default true,
        timeout_s int not null default 600 check (timeout_s between 10 and 7200),
        allow_manual boolean not null default true,
        core boolean not null default false,
        last_run_at timestamptz,
        last_status text check (last_status in ('running', 'succeeded', 'failed', 'timeout', 'skipped')),
        last_duration_ms int,
        next_run_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );

      create table cron_run (
        id bigint generated always as identity primary key,
        job_key text not null references cron_job (key),
        trigger text not null check (trigger in ('schedule', 'manual')),
        triggered_by bigint references sys_user (id),
        status text not null check (status in ('running', 'succeeded', 'failed', 'timeout', 'skipped')),
        started_at timestamptz not null,
        finished_at timestamptz,
        rows_in bigint,
        rows_out bigint,
        message text,
        log text not null default '' check (char_length(log) <= 65536),
        instance text,
        alive_at timestamptz
      );
      create index cron_run_job_ix on cron_run (job_key, started_at desc, id desc);
      create index cron_run_age_ix on cron_run (started_at);
      -- Only one run of a job at a time.
      create unique index cron_run_running_ux on cron_run (job_key) where status = 'running';

      create table scheduler_heartbeat (
        instance text primary key,
        at timestamptz not null
      );
    `.execute(db);
  },
};
