import { type Kysely, sql } from 'kysely';

/** What the ad platforms objected to when a planned publish was checked; null while it was not. */
export const checkedPlans = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table publish_plan add column check_errors int, add column check_warnings int`.execute(db);
  },
};
