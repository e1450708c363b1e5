import { type Kysely, sql } from 'kysely';

/** Finds what a rule did to ads, newest first. */
export const eventsOfRules = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index ad_event_rule_ix on ad_event (rule_id, at desc, id desc) where rule_id is not null`.execute(db);
  },
};
