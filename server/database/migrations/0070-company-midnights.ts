import { type Kysely, sql } from 'kysely';

/** Tasks that begin with the company's day run at the midnight of every time zone. A schedule that somebody chose is kept. */
export const companyMidnights = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
      update cron_job set cron = new.cron, next_run_at = case when next_run_at is not null then now() end
      from (values ('content.expire', '0 16 * * *', '*/15 * * * *'), ('settle.month', '0 16 7 * *', '*/15 * 7,8 * *')) new (key, was, cron)
      where cron_job.key = new.key and cron_job.cron = new.was;`)
      .execute(db);
  },
};
