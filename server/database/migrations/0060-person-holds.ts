import { type Kysely, sql } from 'kysely';

/** Since when the channel has been asking a person to confirm their identity on its own site. */
export const personHolds = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table personal_account add column held_since timestamptz;`.execute(db);
  },
};
